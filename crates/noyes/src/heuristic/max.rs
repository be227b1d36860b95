//! The larger of two bounds.

use super::{Heuristic, HeuristicError, Slide};
use crate::board::{Cells, Size};

/// The larger of two bounds, which is a bound too.
#[derive(Clone, Debug)]
pub struct Max<A, B>(pub A, pub B);

impl<A: Heuristic, B: Heuristic> Heuristic for Max<A, B> {
    type Memo = (A::Memo, B::Memo);

    fn new(size: Size, blank_home: usize) -> Result<Self, HeuristicError> {
        Ok(Self(A::new(size, blank_home)?, B::new(size, blank_home)?))
    }

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
}
