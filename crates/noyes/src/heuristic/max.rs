//! The maximum of two bounds.

use super::{ComputedHeuristic, Heuristic, HeuristicError, Slide};
use crate::board::{Cells, Size};
use crate::guard::Guard;

/// The maximum of two bounds. It is admissible if both are, and consistent if both are.
///
/// ```
/// use noyes::heuristic::{ComputedHeuristic, Hamming, Heuristic, Manhattan, Max};
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let (size, blank_home) = (instance.size(), instance.blank_home());
/// let max = Max(Hamming::new(size, blank_home)?, Manhattan::new(size, blank_home)?);
/// assert_eq!(max.value(max.start(instance.labels())), 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Max<A, B>(pub A, pub B);

impl<A: ComputedHeuristic, B: ComputedHeuristic> ComputedHeuristic for Max<A, B> {
    fn new_within(
        size: Size,
        blank_home: usize,
        guard: &Guard<'_>,
    ) -> Result<Self, HeuristicError> {
        let first = A::new_within(size, blank_home, guard)?;
        let rest = guard.less_memory(first.bytes());
        Ok(Self(first, B::new_within(size, blank_home, &rest)?))
    }
}

impl<A: Heuristic, B: Heuristic> Heuristic for Max<A, B> {
    type Memo = (A::Memo, B::Memo);

    fn start<C: Cells + ?Sized>(&self, cells: &C) -> Self::Memo {
        (self.0.start(cells), self.1.start(cells))
    }

    #[inline]
    fn step<C: Cells + ?Sized>(&self, memo: Self::Memo, slide: Slide, after: &C) -> Self::Memo {
        (
            self.0.step(memo.0, slide, after),
            self.1.step(memo.1, slide, after),
        )
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> u32 {
        self.0.value(memo.0).max(self.1.value(memo.1))
    }

    fn bytes(&self) -> usize {
        self.0.bytes() + self.1.bytes()
    }
}
