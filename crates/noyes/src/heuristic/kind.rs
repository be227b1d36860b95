//! The heuristics by name, and the function that makes a type of a name.

use super::{
    ChosenHeuristic, ComputedHeuristic, Euclidean, Hamming, Heuristic, LinearConflict, Manhattan,
    Max, WalkingDistance,
};
use crate::board::Size;
use crate::goal::Instance;
use crate::guard::{Guard, Silent, Stop};

/// A heuristic by name.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let strongest = HeuristicKind::strongest(board.size());
/// assert_eq!(strongest.name(), "lc-or-wd");
/// assert_eq!(strongest.bound(&instance)?, 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeuristicKind {
    /// Tiles out of place.
    Hamming,
    /// Straight lines from each tile to its goal cell, rounded down.
    Euclidean,
    /// Steps from each tile to its goal cell.
    Manhattan,
    /// Manhattan distance, and two moves for each tile that must leave its goal line.
    LinearConflict,
    /// Exact row changes and column changes.
    WalkingDistance,
    /// The maximum of linear conflict and walking distance.
    LinearConflictOrWalkingDistance,
}

/// Why a heuristic cannot be had.
///
/// ```
/// use noyes::Size;
/// use noyes::heuristic::{ComputedHeuristic, HeuristicError, WalkingDistance};
///
/// let size = Size::new(5, 5)?;
/// let error = WalkingDistance::new(size, 24).unwrap_err();
/// assert_eq!(error, HeuristicError::WalkingDistance(size));
/// assert!(error.to_string().ends_with("does not fit: use the heuristic linear-conflict"));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeuristicError {
    /// Walking distance is tabulated, and the table would be too large.
    #[error(
        "the walking-distance table of a {0} board does not fit: use the heuristic linear-conflict"
    )]
    WalkingDistance(Size),
    /// A limit was reached while its tables were built.
    #[error("{0} before the tables of the heuristic were built")]
    Stopped(#[from] Stop),
}

/// A computation that knows its heuristic at compile time.
///
/// ```
/// use noyes::Size;
/// use noyes::heuristic::{ComputedHeuristic, HeuristicKind, HeuristicVisitor};
///
/// /// The bytes of a heuristic's tables, where they fit.
/// struct Bytes(Size);
///
/// impl HeuristicVisitor for Bytes {
///     type Output = Option<usize>;
///
///     fn visit<H: ComputedHeuristic>(self) -> Option<usize> {
///         Some(H::new(self.0, 0).ok()?.bytes())
///     }
/// }
///
/// let size = Size::new(5, 5)?;
/// assert_eq!(HeuristicKind::Hamming.with(Bytes(size)), Some(0));
/// assert_eq!(HeuristicKind::WalkingDistance.with(Bytes(size)), None);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
pub trait HeuristicVisitor {
    /// The result.
    type Output;

    /// Runs with a heuristic. [`HeuristicKind::with`] calls it with the type that a name stands
    /// for.
    ///
    /// ```
    /// use noyes::heuristic::{ComputedHeuristic, HeuristicKind, HeuristicVisitor};
    ///
    /// /// The bytes of what a node carries.
    /// struct MemoBytes;
    ///
    /// impl HeuristicVisitor for MemoBytes {
    ///     type Output = usize;
    ///
    ///     fn visit<H: ComputedHeuristic>(self) -> usize {
    ///         size_of::<H::Memo>()
    ///     }
    /// }
    ///
    /// assert_eq!(HeuristicKind::Manhattan.with(MemoBytes), 4);
    /// assert_eq!(HeuristicKind::WalkingDistance.with(MemoBytes), 8);
    /// ```
    fn visit<H: ComputedHeuristic>(self) -> Self::Output;
}

impl HeuristicKind {
    /// All of them, weakest first.
    ///
    /// ```
    /// use noyes::heuristic::HeuristicKind;
    ///
    /// let named = HeuristicKind::ALL.into_iter().find(|kind| kind.name() == "euclidean");
    /// assert_eq!(named, Some(HeuristicKind::Euclidean));
    /// ```
    pub const ALL: [Self; 6] = [
        Self::Hamming,
        Self::Euclidean,
        Self::Manhattan,
        Self::LinearConflict,
        Self::WalkingDistance,
        Self::LinearConflictOrWalkingDistance,
    ];

    /// The name as the command writes it.
    ///
    /// ```
    /// use noyes::heuristic::HeuristicKind;
    ///
    /// assert_eq!(HeuristicKind::LinearConflict.name(), "linear-conflict");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Hamming => "hamming",
            Self::Euclidean => "euclidean",
            Self::Manhattan => "manhattan",
            Self::LinearConflict => "linear-conflict",
            Self::WalkingDistance => "walking-distance",
            Self::LinearConflictOrWalkingDistance => "lc-or-wd",
        }
    }

    /// The strongest that fits a size.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::heuristic::HeuristicKind;
    ///
    /// assert_eq!(HeuristicKind::strongest(Size::new(4, 4)?).name(), "lc-or-wd");
    /// // Walking distance does not fit.
    /// assert_eq!(HeuristicKind::strongest(Size::new(5, 5)?).name(), "linear-conflict");
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn strongest(size: Size) -> Self {
        if WalkingDistance::fits(size) {
            Self::LinearConflictOrWalkingDistance
        } else {
            Self::LinearConflict
        }
    }

    /// Runs `visitor` with the heuristic of this name, and returns what it returns.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::heuristic::{ComputedHeuristic, HeuristicKind, HeuristicVisitor};
    ///
    /// /// Whether a heuristic can be had for a size.
    /// struct Fits(Size);
    ///
    /// impl HeuristicVisitor for Fits {
    ///     type Output = bool;
    ///
    ///     fn visit<H: ComputedHeuristic>(self) -> bool {
    ///         H::new(self.0, 0).is_ok()
    ///     }
    /// }
    ///
    /// let size = Size::new(6, 6)?;
    /// let fitting = HeuristicKind::ALL.into_iter().filter(|kind| kind.with(Fits(size)));
    /// assert_eq!(fitting.count(), 4);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn with<V: HeuristicVisitor>(self, visitor: V) -> V::Output {
        match self {
            Self::Hamming => visitor.visit::<Hamming>(),
            Self::Euclidean => visitor.visit::<Euclidean>(),
            Self::Manhattan => visitor.visit::<Manhattan>(),
            Self::LinearConflict => visitor.visit::<LinearConflict>(),
            Self::WalkingDistance => visitor.visit::<WalkingDistance>(),
            Self::LinearConflictOrWalkingDistance => {
                visitor.visit::<Max<LinearConflict, WalkingDistance>>()
            }
        }
    }

    /// The bound for an instance, computed without limits. The error is that walking distance does
    /// not fit the size.
    ///
    /// ```
    /// use noyes::heuristic::HeuristicKind;
    /// use noyes::{Goal, Instance};
    ///
    /// let instance = Instance::new(&"8 1 3/4 0 2/7 6 5".parse()?, &Goal::BlankLast)?;
    /// let bounds: Result<Vec<u32>, _> =
    ///     HeuristicKind::ALL.iter().map(|kind| kind.bound(&instance)).collect();
    /// assert_eq!(bounds?, [5, 7, 10, 10, 10, 10]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bound(self, instance: &Instance) -> Result<u32, HeuristicError> {
        self.bound_within(instance, &Guard::new(&Silent))
    }

    /// The bound for an instance, unless the guard stops the build of the heuristic's tables.
    ///
    /// ```
    /// use noyes::guard::{Guard, Silent, Stop};
    /// use noyes::heuristic::{HeuristicError, HeuristicKind};
    /// use noyes::{Goal, Instance};
    ///
    /// let instance = Instance::new(&"8 1 3/4 0 2/7 6 5".parse()?, &Goal::BlankLast)?;
    /// let guard = Guard::new(&Silent).memory(10);
    /// assert_eq!(HeuristicKind::Manhattan.bound_within(&instance, &guard), Ok(10));
    /// // The tables of walking distance need more memory.
    /// let stopped = HeuristicError::Stopped(Stop::Memory);
    /// assert_eq!(HeuristicKind::WalkingDistance.bound_within(&instance, &guard), Err(stopped));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bound_within(
        self,
        instance: &Instance,
        guard: &Guard<'_>,
    ) -> Result<u32, HeuristicError> {
        let labels = instance.labels();
        let chosen = self.choose(instance.size(), instance.blank_home(), guard)?;
        Ok(match chosen {
            ChosenHeuristic::Tiles(heuristic) => heuristic.value(heuristic.start(labels)),
            ChosenHeuristic::Walking(heuristic) => heuristic.value(heuristic.start(labels)),
        })
    }
}

display_name!(HeuristicKind);
