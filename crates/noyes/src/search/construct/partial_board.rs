//! The board under construction: its tiles, the cells that are done, and the slides made so far.

use crate::board::{Direction, MutableBoard, Size};
use crate::goal::Instance;
use crate::guard::Counts;

/// A board that is being solved in place. A *done* cell is never entered again: the blank goes
/// around it.
#[derive(Debug)]
pub(super) struct PartialBoard {
    pub tiles: MutableBoard,
    /// By cell.
    pub done: Vec<bool>,
    pub moves: Vec<Direction>,
    /// Slides made, those taken back included.
    pub slides: u64,
}

impl PartialBoard {
    pub fn new(instance: &Instance) -> Self {
        let size = instance.size();
        Self {
            tiles: MutableBoard::new(size, instance.labels(), instance.blank()),
            done: vec![false; size.cells()],
            moves: Vec::new(),
            slides: 0,
        }
    }

    /// The work done, for the guard.
    pub fn counts(&self) -> Counts {
        Counts {
            generated: self.slides,
            ..Counts::default()
        }
    }

    /// The cell of the tile whose goal cell is `home`.
    pub fn cell_of(&self, home: usize) -> usize {
        self.tiles.cell_of(home)
    }

    /// The cell beside `cell` in a direction, if there is one that is not done.
    pub fn beside(&self, cell: usize, direction: Direction) -> Option<usize> {
        self.tiles
            .slide_table
            .source_cell(cell, direction.opposite())
            .filter(|&next| !self.done[next])
    }

    /// Slides one tile. There must be one in that direction, and its cell must not be done.
    pub fn slide(&mut self, direction: Direction) {
        self.shift(direction);
        self.moves.push(direction);
        self.slides += 1;
    }

    /// Undoes the last slides until only the first `kept` are left.
    pub fn take_back(&mut self, kept: usize) {
        while self.moves.len() > kept {
            if let Some(direction) = self.moves.pop() {
                self.shift(direction.opposite());
            }
        }
    }

    /// Makes slides that were made before and taken back.
    pub fn replay(&mut self, moves: &[Direction]) {
        moves.iter().for_each(|&direction| self.slide(direction));
    }

    /// Moves the blank along neighbouring cells.
    pub fn follow(&mut self, path: impl IntoIterator<Item = usize>) {
        for cell in path {
            self.slide(direction_to(self.tiles.size, cell, self.tiles.blank));
        }
    }

    fn shift(&mut self, direction: Direction) {
        let from = self.tiles.source_cell(direction);
        debug_assert!(from.is_some_and(|from| !self.done[from]));
        if let Some(from) = from {
            self.tiles.slide_from(from);
        }
    }
}

/// The direction from a cell to a neighbour.
pub(super) fn direction_to(size: Size, from: usize, to: usize) -> Direction {
    debug_assert_eq!(size.distance(from, to), 1);
    if to == from + 1 {
        Direction::Right
    } else if to + 1 == from {
        Direction::Left
    } else if to > from {
        Direction::Down
    } else {
        Direction::Up
    }
}
