//! The verdicts on an answer.

use std::fmt;

/// The verdict on an answer, best first.
///
/// ```
/// use noyes_answer::Verdict;
///
/// assert!(Verdict::Right < Verdict::NotMinimal);
/// assert_eq!(Verdict::NotMinimal.to_string(), "not minimal");
/// assert_eq!(Verdict::from_name("not-minimal"), Some(Verdict::NotMinimal));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Verdict {
    /// It solves the board in the fewest moves, or says rightly that it cannot be solved.
    Right,
    /// It solves the board, and it is not known whether fewer moves suffice.
    Solves,
    /// It solves the board in more moves than needed.
    NotMinimal,
    /// It solves the board if every direction is turned around: the blank's were written.
    Reversed,
    /// It is no solution, or says something false.
    Wrong,
    /// It cannot be read.
    Invalid,
    /// The program ended with an error.
    Crashed,
    /// The program ran out of memory.
    OutOfMemory,
    /// The program was stopped because it took too long.
    TimedOut,
    /// There is nothing in it.
    Empty,
    /// There is no answer.
    Missing,
}

impl Verdict {
    /// All verdicts, best first.
    pub const ALL: [Self; 11] = [
        Self::Right,
        Self::Solves,
        Self::NotMinimal,
        Self::Reversed,
        Self::Wrong,
        Self::Invalid,
        Self::Crashed,
        Self::OutOfMemory,
        Self::TimedOut,
        Self::Empty,
        Self::Missing,
    ];

    /// Whether nothing is known to be wrong with the answer.
    pub fn is_right(self) -> bool {
        matches!(self, Self::Right | Self::Solves)
    }

    /// The words of reports.
    pub fn words(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Solves => "solves",
            Self::NotMinimal => "not minimal",
            Self::Reversed => "reversed",
            Self::Wrong => "wrong",
            Self::Invalid => "invalid",
            Self::Crashed => "crashed",
            Self::OutOfMemory => "out of memory",
            Self::TimedOut => "timed out",
            Self::Empty => "empty",
            Self::Missing => "missing",
        }
    }

    /// One word for options: spaces become hyphens.
    pub fn name(self) -> String {
        self.words().replace(' ', "-")
    }

    /// The verdict of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|verdict| verdict.name() == name)
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}
