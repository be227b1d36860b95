//! The heuristics by name, and the one place that turns a name into code.

use std::fmt;

use super::{Hamming, Heuristic, Larger, LinearConflict, Manhattan, WalkingDistance};
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
    Lines,
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
    fn visit<H: Heuristic>(self, heuristic: &H) -> Self::Output;
}

impl HeuristicKind {
    /// All of them, weakest first.
    pub const ALL: [Self; 5] = [
        Self::Hamming,
        Self::Manhattan,
        Self::LinearConflict,
        Self::WalkingDistance,
        Self::Lines,
    ];

    /// The name as the command writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hamming => "hamming",
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear-conflict",
            Self::WalkingDistance => "walking-distance",
            Self::Lines => "lines",
        }
    }

    /// The strongest that can be had for a size.
    pub fn strongest(size: Size) -> Self {
        if WalkingDistance::fits(size) {
            Self::Lines
        } else {
            Self::LinearConflict
        }
    }

    /// Makes the heuristic for an instance and runs `visitor` with it.
    pub fn with<V: HeuristicVisitor>(
        self,
        instance: &Instance,
        visitor: V,
    ) -> Result<V::Output, HeuristicError> {
        let (size, home) = (instance.size(), instance.blank_home());
        Ok(match self {
            Self::Hamming => visitor.visit(&Hamming::new(size, home)),
            Self::Manhattan => visitor.visit(&Manhattan::new(size, home)),
            Self::LinearConflict => visitor.visit(&LinearConflict::new(size, home)),
            Self::WalkingDistance => visitor.visit(&WalkingDistance::new(size, home)?),
            Self::Lines => visitor.visit(&Larger(
                LinearConflict::new(size, home),
                WalkingDistance::new(size, home)?,
            )),
        })
    }

    /// The bound for an instance.
    pub fn bound(self, instance: &Instance) -> Result<u32, HeuristicError> {
        struct Bound<'a>(&'a [u16]);
        impl HeuristicVisitor for Bound<'_> {
            type Output = u32;
            fn visit<H: Heuristic>(self, heuristic: &H) -> u32 {
                heuristic.value(heuristic.start(self.0))
            }
        }
        self.with(instance, Bound(instance.labels()))
    }
}

impl fmt::Display for HeuristicKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
