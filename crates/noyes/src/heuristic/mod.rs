//! Lower bounds on the moves still needed, one file each.
//!
//! # Idea
//!
//! A heuristic is written once, for all searches: from scratch with [`Heuristic::start`], and slide
//! by slide with [`Heuristic::step`], which costs a few table reads instead of a pass over the
//! board. What a node must carry for that is its *memo*.
//!
//! Cells hold labels as in [`Instance`](crate::Instance): a tile is called by its goal cell.
//!
//! # Invariants
//!
//! The heuristics of this module are *admissible* (never above the true distance) and *consistent*
//! (a slide changes them by at most one). A test holds both on all 181,440 boards of the 8-puzzle.
//!
//! | Heuristic | Boards | Memory |
//! |---|---|---|
//! | [`Hamming`] | all | none |
//! | [`Euclidean`] | all | six bytes a cell |
//! | [`Manhattan`] | all | two bytes a cell, and 256 up to 16 cells |
//! | [`LinearConflict`] | all | two bytes a cell |
//! | [`WalkingDistance`] | rows + columns ≤ 8 | up to 51 MB |
//! | [`Max`] of two | as both | as both |
//!
//! [`Groups`] and [`WalkingBound`] are bounds for one board, too slow for the nodes of a search.
//!
//! # A heuristic of your own
//!
//! Implement [`Heuristic`] and call [`search_with`](crate::search::search_with). A heuristic that
//! can also be made from a size and the blank's goal cell alone implements [`ComputedHeuristic`].
//!
//! ```
//! use noyes::heuristic::HeuristicKind;
//! use noyes::{Goal, Instance};
//!
//! let instance = Instance::new(&"3 2 1/4 6 5/7 8 0".parse()?, &Goal::BlankLast)?;
//! assert_eq!(HeuristicKind::Manhattan.bound(&instance)?, 6);
//! assert_eq!(HeuristicKind::LinearConflict.bound(&instance)?, 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod chosen;
mod coordinates;
mod euclidean;
mod groups;
mod hamming;
mod kind;
mod line_counts;
mod linear_conflict;
mod manhattan;
mod max;
mod walking_bound;
mod walking_distance;

use std::fmt::Debug;

use crate::board::{Cells, Size};
use crate::guard::{Guard, Silent};

pub(crate) use chosen::{ChosenHeuristic, Reversible, TileHeuristic};
pub use euclidean::Euclidean;
pub use groups::{Group, Groups};
pub use hamming::Hamming;
pub use kind::{HeuristicError, HeuristicKind, HeuristicVisitor};
pub use linear_conflict::LinearConflict;
pub use manhattan::Manhattan;
pub use max::Max;
pub use walking_bound::WalkingBound;
pub use walking_distance::WalkingDistance;

/// What is wrong with a goal cell of the blank that the board has not.
const NO_CELL: &str = "the goal cell of the blank is a cell of the board";

/// A tile's slide, as a heuristic sees it.
///
/// ```
/// use noyes::Size;
/// use noyes::heuristic::{ComputedHeuristic, Heuristic, Manhattan, Slide};
///
/// let manhattan = Manhattan::new(Size::new(2, 2)?, 3)?;
/// // The last tile slides left, from the blank's goal cell to its own.
/// let (before, after): ([u16; 4], [u16; 4]) = ([0, 1, 3, 2], [0, 1, 2, 3]);
/// let slide = Slide { label: 2, from: 3, to: 2 };
/// let memo = manhattan.start(&before[..]);
/// assert_eq!(manhattan.value(memo), 1);
/// assert_eq!(manhattan.value(manhattan.step(memo, slide, &after[..])), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The tile's label: its goal cell.
    pub label: usize,
    /// The cell it left, which is now the blank's.
    pub from: usize,
    /// The cell it came to, which was the blank's before.
    pub to: usize,
}

/// A lower bound on the moves to the goal, kept up to date slide by slide.
///
/// # Contract
///
/// | Property | What breaks without it |
/// |---|---|
/// | The value is 0 at the goal. | [`search_with`](crate::search::search_with) refuses the heuristic: IDA* would not recognise the goal. |
/// | It is *admissible*: never above the true distance. | Solutions may be longer than the minimum, and the bounds that a search reports may be false. |
/// | It is *consistent*: a slide changes it by at most one. | Answers stay right. A* expands nodes again when it finds a shorter path to them, in the worst case exponentially often. |
/// | The memo depends on the arrangement alone, not on the path: `step` gives what `start` gives on the arrangement after. | A search that reaches a board by two paths mixes their memos, and the value is no bound. |
///
/// # Example
///
/// The number of tiles out of their goal row, and of those out of their goal column:
///
/// ```
/// use noyes::board::{Cells, Size};
/// use noyes::guard::{Guard, Silent};
/// use noyes::heuristic::{Heuristic, Slide};
/// use noyes::search::{Algorithm, Weight, search_with};
/// use noyes::{Board, Goal, Instance};
///
/// #[derive(Debug)]
/// struct OutOfLine {
///     size: Size,
///     blank_home: usize,
/// }
///
/// impl OutOfLine {
///     fn of(&self, label: usize, cell: usize) -> u32 {
///         let (row, col) = (self.size.row(label), self.size.col(label));
///         u32::from(row != self.size.row(cell)) + u32::from(col != self.size.col(cell))
///     }
/// }
///
/// impl Heuristic for OutOfLine {
///     type Memo = u32;
///
///     fn start<C: Cells + ?Sized>(&self, cells: &C) -> u32 {
///         (0..self.size.cells())
///             .filter(|&cell| cells.at(cell) != self.blank_home)
///             .map(|cell| self.of(cells.at(cell), cell))
///             .sum()
///     }
///
///     fn step<C: Cells + ?Sized>(&self, memo: u32, slide: Slide, _after: &C) -> u32 {
///         memo + self.of(slide.label, slide.to) - self.of(slide.label, slide.from)
///     }
///
///     fn value(&self, memo: u32) -> u32 {
///         memo
///     }
/// }
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let heuristic = OutOfLine {
///     size: instance.size(),
///     blank_home: instance.blank_home(),
/// };
/// let guard = Guard::new(&Silent);
/// let found = search_with(&instance, &heuristic, Algorithm::AStar, Weight::ONE, &guard)?;
/// assert_eq!(found.moves.map(|moves| moves.len()), Some(14));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Heuristic: Debug + Send + Sync {
    /// What a node carries.
    type Memo: Copy + Debug + Send + Sync + 'static;

    /// The memo of an arrangement, from scratch. `cells` must be a permutation of the labels of the
    /// heuristic's size: with another the memo means nothing, or the call panics.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::heuristic::{ComputedHeuristic, Heuristic, Manhattan};
    ///
    /// let manhattan = Manhattan::new(Size::new(2, 2)?, 3)?;
    /// // Labels are goal cells: the first two are exchanged.
    /// let labels: &[u16] = &[1, 0, 2, 3];
    /// assert_eq!(manhattan.value(manhattan.start(labels)), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn start<C: Cells + ?Sized>(&self, cells: &C) -> Self::Memo;

    /// The memo after a slide.
    ///
    /// `memo` must be that of the arrangement before the slide, and `after` the arrangement after
    /// it. With others the result means nothing.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::heuristic::{ComputedHeuristic, Hamming, Heuristic, Slide};
    ///
    /// let hamming = Hamming::new(Size::new(2, 2)?, 3)?;
    /// let (before, after): (&[u16], &[u16]) = (&[0, 1, 3, 2], &[0, 1, 2, 3]);
    /// // The tile of label 2 slides from cell 3 into cell 2.
    /// let memo = hamming.step(hamming.start(before), Slide { label: 2, from: 3, to: 2 }, after);
    /// assert_eq!(memo, hamming.start(after));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn step<C: Cells + ?Sized>(&self, memo: Self::Memo, slide: Slide, after: &C) -> Self::Memo;

    /// The bound that a memo stands for. The memo must come from this heuristic.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::heuristic::{ComputedHeuristic, Heuristic, WalkingDistance};
    ///
    /// let walking = WalkingDistance::new(Size::new(2, 2)?, 3)?;
    /// let goal: &[u16] = &[0, 1, 2, 3];
    /// assert_eq!(walking.value(walking.start(goal)), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn value(&self, memo: Self::Memo) -> u32;

    /// Bytes of memory that it holds; 0 unless it says otherwise. A search subtracts them from its
    /// memory limit.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::heuristic::{ComputedHeuristic, Hamming, Heuristic, WalkingDistance};
    ///
    /// let size = Size::new(3, 3)?;
    /// assert_eq!(Hamming::new(size, 8)?.bytes(), 0);
    /// assert!(WalkingDistance::new(size, 8)?.bytes() > 1000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn bytes(&self) -> usize {
        0
    }
}

/// A heuristic that is made from a size and the goal cell of the blank.
///
/// ```
/// use noyes::heuristic::{ComputedHeuristic, Heuristic, WalkingDistance};
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let walking = WalkingDistance::new(instance.size(), instance.blank_home())?;
/// assert_eq!(walking.value(walking.start(instance.labels())), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ComputedHeuristic: Heuristic + Sized {
    /// Makes the heuristic, unless the size is too large for it or the guard stops it.
    ///
    /// # Panics
    ///
    /// Those of this module panic if `blank_home` is not a cell of `size`.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::guard::{Guard, Silent, Stop};
    /// use noyes::heuristic::{ComputedHeuristic, HeuristicError, WalkingDistance};
    ///
    /// let guard = Guard::new(&Silent).memory(10_000);
    /// let built = WalkingDistance::new_within(Size::new(4, 4)?, 15, &guard);
    /// assert_eq!(built.err(), Some(HeuristicError::Stopped(Stop::Memory)));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    fn new_within(size: Size, blank_home: usize, guard: &Guard<'_>)
    -> Result<Self, HeuristicError>;

    /// As [`ComputedHeuristic::new_within`], without limits.
    ///
    /// ```
    /// use noyes::heuristic::{ComputedHeuristic, Heuristic, LinearConflict};
    /// use noyes::{Goal, Instance};
    ///
    /// let instance = Instance::new(&"3 2 1/4 6 5/7 8 0".parse()?, &Goal::BlankLast)?;
    /// let conflict = LinearConflict::new(instance.size(), instance.blank_home())?;
    /// assert_eq!(conflict.value(conflict.start(instance.labels())), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn new(size: Size, blank_home: usize) -> Result<Self, HeuristicError> {
        Self::new_within(size, blank_home, &Guard::new(&Silent))
    }
}
