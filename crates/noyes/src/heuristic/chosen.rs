//! The heuristics by name as two types, for searches that are compiled for each heuristic.
//!
//! # Idea
//!
//! A search that stores nodes is compiled once for each heuristic and each packed form of a board:
//! eighteen copies with the six names. Two types serve all names. What a node carries is no larger
//! than with a type for each name:
//!
//! | Type | Names | Memo | Forms |
//! |---|---|---|---|
//! | [`TileHeuristic`] | Hamming, Euclidean, Manhattan, linear conflict | a sum | all |
//! | [`WalkingHeuristic`] | walking distance, with or without linear conflict | value, two states | `u64` |
//!
//! Walking distance serves sides of at most 8 cells together, so its boards have at most 16 cells.
//!
//! # Cost
//!
//! A step branches on the name. The branch always goes the same way within a search, and costs
//! nothing beside the memory reads of a stored node. IDA* stores none: it is compiled for each
//! name.

use super::{
    ComputedHeuristic, Euclidean, Hamming, Heuristic, HeuristicError, HeuristicKind,
    LinearConflict, Manhattan, Slide, WalkingDistance,
};
use crate::board::{Cells, Size};
use crate::guard::Guard;

/// The heuristic of a name.
#[derive(Debug)]
pub(crate) enum ChosenHeuristic {
    /// A sum over tiles or lines.
    Tiles(TileHeuristic),
    /// Walking distance: for boards of at most 16 cells.
    Walking(Box<WalkingHeuristic>),
}

impl ChosenHeuristic {
    /// The memory that it takes: see [`Heuristic::bytes`].
    pub fn bytes(&self) -> usize {
        match self {
            Self::Tiles(heuristic) => heuristic.bytes(),
            Self::Walking(heuristic) => heuristic.bytes(),
        }
    }
}

/// A heuristic that can be made again for the opposite direction.
pub(crate) trait Reversible: Heuristic + Sized {
    /// The same heuristic for a goal with another cell of the blank.
    fn towards(&self, blank_home: usize, guard: &Guard<'_>) -> Result<Self, HeuristicError>;
}

impl HeuristicKind {
    /// Makes the heuristic, unless the size is too large for it or the guard stops it.
    pub(crate) fn choose(
        self,
        size: Size,
        blank_home: usize,
        guard: &Guard<'_>,
    ) -> Result<ChosenHeuristic, HeuristicError> {
        let tiles = match self {
            Self::Hamming => TileHeuristic::hamming(size, blank_home),
            Self::Euclidean => TileHeuristic::euclidean(size, blank_home),
            Self::Manhattan => TileHeuristic::manhattan(size, blank_home),
            Self::LinearConflict => TileHeuristic::linear_conflict(size, blank_home),
            Self::WalkingDistance | Self::LinearConflictOrWalkingDistance => {
                let with_conflicts = self == Self::LinearConflictOrWalkingDistance;
                let walking = WalkingHeuristic::new(size, blank_home, with_conflicts, guard)?;
                return Ok(ChosenHeuristic::Walking(Box::new(walking)));
            }
        };
        Ok(ChosenHeuristic::Tiles(tiles))
    }
}

/// Hamming, Euclidean or Manhattan distance, or linear conflict.
#[derive(Debug)]
pub(crate) struct TileHeuristic {
    size: Size,
    of: TileSum,
    /// How many bits of a memo are below one step: 0 but for Euclidean distance.
    bits: u32,
}

#[derive(Debug)]
enum TileSum {
    Hamming(Hamming),
    Euclidean(Euclidean),
    Manhattan(Manhattan),
    LinearConflict(LinearConflict),
}

impl TileHeuristic {
    fn new(size: Size, of: TileSum) -> Self {
        let bits = match &of {
            TileSum::Euclidean(heuristic) => heuristic.bits(),
            _ => 0,
        };
        Self { size, of, bits }
    }

    pub(crate) fn hamming(size: Size, blank_home: usize) -> Self {
        Self::new(size, TileSum::Hamming(Hamming::of(size, blank_home)))
    }

    fn euclidean(size: Size, blank_home: usize) -> Self {
        Self::new(size, TileSum::Euclidean(Euclidean::of(size, blank_home)))
    }

    pub(crate) fn manhattan(size: Size, blank_home: usize) -> Self {
        Self::new(size, TileSum::Manhattan(Manhattan::of(size, blank_home)))
    }

    fn linear_conflict(size: Size, blank_home: usize) -> Self {
        let of = LinearConflict::of(size, blank_home);
        Self::new(size, TileSum::LinearConflict(of))
    }
}

impl Heuristic for TileHeuristic {
    type Memo = u32;

    fn start<C: Cells + ?Sized>(&self, cells: &C) -> u32 {
        match &self.of {
            TileSum::Hamming(heuristic) => heuristic.start(cells),
            TileSum::Euclidean(heuristic) => heuristic.start(cells),
            TileSum::Manhattan(heuristic) => heuristic.start(cells),
            TileSum::LinearConflict(heuristic) => heuristic.start(cells),
        }
    }

    #[inline]
    fn step<C: Cells + ?Sized>(&self, memo: u32, slide: Slide, after: &C) -> u32 {
        match &self.of {
            TileSum::Hamming(heuristic) => heuristic.step(memo, slide, after),
            TileSum::Euclidean(heuristic) => heuristic.step(memo, slide, after),
            TileSum::Manhattan(heuristic) => heuristic.step(memo, slide, after),
            TileSum::LinearConflict(heuristic) => heuristic.step(memo, slide, after),
        }
    }

    #[inline]
    fn value(&self, memo: u32) -> u32 {
        memo >> self.bits
    }
}

impl Reversible for TileHeuristic {
    fn towards(&self, blank_home: usize, _: &Guard<'_>) -> Result<Self, HeuristicError> {
        Ok(match self.of {
            TileSum::Hamming(_) => Self::hamming(self.size, blank_home),
            TileSum::Euclidean(_) => Self::euclidean(self.size, blank_home),
            TileSum::Manhattan(_) => Self::manhattan(self.size, blank_home),
            TileSum::LinearConflict(_) => Self::linear_conflict(self.size, blank_home),
        })
    }
}

/// Walking distance, or the maximum of it and linear conflict.
#[derive(Debug)]
pub(crate) struct WalkingHeuristic {
    size: Size,
    linear_conflict: Option<LinearConflict>,
    walking_distance: WalkingDistance,
}

impl WalkingHeuristic {
    fn new(
        size: Size,
        blank_home: usize,
        with_conflicts: bool,
        guard: &Guard<'_>,
    ) -> Result<Self, HeuristicError> {
        Ok(Self {
            size,
            linear_conflict: with_conflicts.then(|| LinearConflict::of(size, blank_home)),
            walking_distance: WalkingDistance::new_within(size, blank_home, guard)?,
        })
    }
}

impl Heuristic for WalkingHeuristic {
    /// The value of linear conflict, or 0 without it, and the memo of walking distance.
    type Memo = (u32, (u32, u32));

    fn start<C: Cells + ?Sized>(&self, cells: &C) -> Self::Memo {
        let conflict = self.linear_conflict.as_ref();
        let value = conflict.map_or(0, |heuristic| heuristic.start(cells));
        (value, self.walking_distance.start(cells))
    }

    #[inline]
    fn step<C: Cells + ?Sized>(&self, memo: Self::Memo, slide: Slide, after: &C) -> Self::Memo {
        let conflict = self.linear_conflict.as_ref();
        let value = conflict.map_or(0, |heuristic| heuristic.step(memo.0, slide, after));
        (value, self.walking_distance.step(memo.1, slide, after))
    }

    #[inline]
    fn value(&self, memo: Self::Memo) -> u32 {
        memo.0.max(self.walking_distance.value(memo.1))
    }

    fn bytes(&self) -> usize {
        self.walking_distance.bytes()
    }
}

impl Reversible for WalkingHeuristic {
    fn towards(&self, blank_home: usize, guard: &Guard<'_>) -> Result<Self, HeuristicError> {
        Self::new(self.size, blank_home, self.linear_conflict.is_some(), guard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::{Goal, Instance};
    use crate::guard::Silent;
    use crate::{Board, heuristic::HeuristicVisitor};

    /// The values of the typed heuristic along a walk.
    struct Values<'a>(&'a [Instance]);

    impl HeuristicVisitor for Values<'_> {
        type Output = Vec<u32>;
        fn visit<H: ComputedHeuristic>(self) -> Vec<u32> {
            let heuristic = H::new(self.0[0].size(), self.0[0].blank_home()).unwrap();
            let value = |at: &Instance| heuristic.value(heuristic.start(at.labels()));
            self.0.iter().map(value).collect()
        }
    }

    fn along<H: Heuristic>(heuristic: &H, walk: &[Instance]) -> Vec<u32> {
        let mut memo = heuristic.start(walk[0].labels());
        let mut values = vec![heuristic.value(memo)];
        for pair in walk.windows(2) {
            let (from, to) = (pair[1].blank(), pair[0].blank());
            let label = usize::from(pair[1].labels()[to]);
            memo = heuristic.step(memo, Slide { label, from, to }, pair[1].labels());
            values.push(heuristic.value(memo));
        }
        values
    }

    #[test]
    fn the_two_types_give_the_values_of_the_names() {
        let mut board = Board::new(&[[5, 2, 4, 3], [9, 7, 1, 0], [6, 10, 11, 8]]).unwrap();
        let mut walk = Vec::new();
        for step in 0..60 {
            walk.push(Instance::unchecked(&board, &Board::goal(board.size())));
            let next: Vec<Board> = board.neighbors().collect();
            board = next[(step * step + step / 3) % next.len()].clone();
        }
        let instance = Instance::new(&Board::goal(board.size()), &Goal::BlankLast).unwrap();
        let (size, home, guard) = (instance.size(), instance.blank_home(), Guard::new(&Silent));
        for kind in HeuristicKind::ALL {
            let values = match kind.choose(size, home, &guard).unwrap() {
                ChosenHeuristic::Tiles(heuristic) => along(&heuristic, &walk),
                ChosenHeuristic::Walking(heuristic) => along(&*heuristic, &walk),
            };
            assert_eq!(values, kind.with(Values(&walk)), "{kind}");
        }
    }
}
