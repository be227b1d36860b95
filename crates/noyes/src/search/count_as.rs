//! How the nodes of IDA* are counted.

/// How the nodes of IDA* are counted, and in which order slides are tried.
///
/// Korf's paper of 1985 gives the nodes that IDA* with Manhattan distance generated on each of his
/// hundred boards. To reproduce them to the node (98 of them; docs/book/algorithms.md tells of the
/// other two), two things must be as they were there:
///
/// * the start is counted once for the whole search; noyes counts it once an iteration, since each
///   iteration makes it anew;
/// * the blank goes up, left, right, down, where the goal has it in the first corner. In the last
///   iteration the order decides how much is searched before the solution.
///
/// As everywhere in noyes, a neighbour counts when it is made, also if it is above the threshold,
/// and the board just come from is not made.
///
/// ```
/// use noyes::search::CountAs;
///
/// assert_eq!(CountAs::Korf1985.name(), "korf1985");
/// assert_eq!(CountAs::default(), CountAs::Noyes);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum CountAs {
    /// As all algorithms of noyes count: see the glossary.
    #[default]
    Noyes,
    /// As Korf 1985 did.
    Korf1985,
}

impl CountAs {
    /// The name as the command writes it.
    ///
    /// ```
    /// assert_eq!(noyes::search::CountAs::Noyes.name(), "noyes");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Noyes => "noyes",
            Self::Korf1985 => "korf1985",
        }
    }
}

display_name!(CountAs);
