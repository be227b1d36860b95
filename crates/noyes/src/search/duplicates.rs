//! What A* refuses to enqueue.

/// Which boards A* refuses when it makes the neighbours of a node.
///
/// | Rule | A neighbour is refused if it is | Cost of a neighbour |
/// |---|---|---|
/// | [`None`](Self::None) | never refused | – |
/// | [`Previous`](Self::Previous) | the board of the previous node: the course's grandparent check | one comparison |
/// | [`Chain`](Self::Chain) | a board on the path from the start to the node | a comparison for every second move made |
/// | [`Index`](Self::Index) | a board that was enqueued before with no more moves made | a lookup in a hash table |
///
/// A board that is refused is on a path at least as short already, so every rule leaves the minimum
/// in reach. With [`Index`](Self::Index), a board that is reached again with fewer moves is
/// enqueued again, with its old age among equals, and its older entry is passed over when it is
/// dequeued. So answers are right for inconsistent heuristics too.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{CourseOptions, Duplicates, course};
/// use noyes::Board;
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let (goal, guard) = (Board::goal(board.size()), Guard::new(&Silent));
/// let mut enqueued = Vec::new();
/// for duplicates in Duplicates::ALL {
///     let options = CourseOptions { duplicates, ..CourseOptions::default() };
///     let ended = course(&board, &goal, HeuristicKind::Manhattan, &options, &guard)?;
///     assert_eq!(ended.moves.map(|moves| moves.len()), Some(14));
///     enqueued.push(ended.queues.board.enqueued);
/// }
/// assert!(enqueued.is_sorted_by(|more, less| more >= less));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Duplicates {
    /// Nothing is refused.
    None,
    /// The board of the previous node is refused, as in the course.
    Previous,
    /// Every board on the path from the start is refused.
    Chain,
    /// Every board is refused that was enqueued before with no more moves made.
    Index,
}

impl Duplicates {
    /// All of them, from the one that refuses nothing.
    ///
    /// ```
    /// use noyes::search::Duplicates;
    ///
    /// let named = Duplicates::ALL.into_iter().find(|rule| rule.name() == "chain");
    /// assert_eq!(named, Some(Duplicates::Chain));
    /// ```
    pub const ALL: [Self; 4] = [Self::None, Self::Previous, Self::Chain, Self::Index];

    /// The name as the command writes it.
    ///
    /// ```
    /// assert_eq!(noyes::search::Duplicates::Previous.name(), "previous");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Previous => "previous",
            Self::Chain => "chain",
            Self::Index => "index",
        }
    }

    /// What it refuses, in a few words.
    ///
    /// ```
    /// use noyes::search::Duplicates;
    ///
    /// let words = Duplicates::ALL.map(Duplicates::words);
    /// assert!(words.iter().all(|words| !words.is_empty()));
    /// ```
    pub fn words(self) -> &'static str {
        match self {
            Self::None => "Nothing is refused",
            Self::Previous => "The board of the previous node, as in the course",
            Self::Chain => "Every board on the path from the start",
            Self::Index => "Every board enqueued before with no more moves",
        }
    }
}

display_name!(Duplicates);
