//! The heuristics by name, and the one place that turns a name into code.

use std::fmt;

use super::{Hamming, Heuristic, LinearConflict, Manhattan, Max, WalkingDistance};
use crate::board::Size;
use crate::goal::Instance;

/// A heuristic by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeuristicKind {
    /// Tiles out of place.
    Hamming,
    /// Steps from each tile to its place.
    Manhattan,
    /// Manhattan and the tiles that must step aside.
    LinearConflict,
    /// Exact row changes and column changes.
    WalkingDistance,
    /// The larger of linear conflict and walking distance.
    LinearConflictOrWalkingDistance,
}

/// Why a heuristic cannot be had.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeuristicError {
    /// Walking distance is tabulated, and the table would be too large.
    #[error(
        "the walking-distance table of a {0} board does not fit: use the heuristic linear-conflict"
    )]
    WalkingDistance(Size),
}

/// A computation that wants to know its heuristic at compile time.
pub trait HeuristicVisitor {
    /// What it comes to.
    type Output;

    /// Runs with a heuristic.
    fn visit<H: Heuristic>(self) -> Self::Output;
}

impl HeuristicKind {
    /// All of them, weakest first.
    pub const ALL: [Self; 5] = [
        Self::Hamming,
        Self::Manhattan,
        Self::LinearConflict,
        Self::WalkingDistance,
        Self::LinearConflictOrWalkingDistance,
    ];

    /// The name as the command writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hamming => "hamming",
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear-conflict",
            Self::WalkingDistance => "walking-distance",
            Self::LinearConflictOrWalkingDistance => "lc-or-wd",
        }
    }

    /// The strongest that can be had for a size.
    pub fn strongest(size: Size) -> Self {
        if WalkingDistance::fits(size) {
            Self::LinearConflictOrWalkingDistance
        } else {
            Self::LinearConflict
        }
    }

    /// Runs `visitor` with the heuristic of this name.
    pub fn with<V: HeuristicVisitor>(self, visitor: V) -> V::Output {
        match self {
            Self::Hamming => visitor.visit::<Hamming>(),
            Self::Manhattan => visitor.visit::<Manhattan>(),
            Self::LinearConflict => visitor.visit::<LinearConflict>(),
            Self::WalkingDistance => visitor.visit::<WalkingDistance>(),
            Self::LinearConflictOrWalkingDistance => visitor.visit::<Max<LinearConflict, WalkingDistance>>(),
        }
    }

    /// The bound for an instance.
    pub fn bound(self, instance: &Instance) -> Result<u32, HeuristicError> {
        struct Bound<'a>(&'a Instance);
        impl HeuristicVisitor for Bound<'_> {
            type Output = Result<u32, HeuristicError>;
            fn visit<H: Heuristic>(self) -> Self::Output {
                let heuristic = H::new(self.0.size(), self.0.blank_home())?;
                Ok(heuristic.value(heuristic.start(self.0.labels())))
            }
        }
        self.with(Bound(instance))
    }
}

impl fmt::Display for HeuristicKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
