//! The board under construction: labels on cells, cells that are done, slides made so far.

use crate::board::{Direction, Size, SlideTable};
use crate::goal::Instance;
use crate::guard::Counts;

/// A board that is being solved in place.
///
/// Both directions of the permutation are kept side by side, so that a tile is found as fast as
/// a cell is read. A *done* cell is never entered again: the blank walks around it.
#[derive(Debug)]
pub(super) struct Tray {
    pub size: Size,
    pub steps: SlideTable,
    /// The label in each cell.
    pub labels: Vec<u16>,
    /// The cell of each label.
    pub places: Vec<u16>,
    /// Which cells are done.
    pub done: Vec<bool>,
    pub blank: usize,
    pub moves: Vec<Direction>,
    /// Slides made, those taken back included.
    pub slides: u64,
}

impl Tray {
    pub fn new(instance: &Instance) -> Self {
        let size = instance.size();
        let labels = instance.labels().to_vec();
        let mut places = vec![0; size.cells()];
        for (cell, &label) in labels.iter().enumerate() {
            places[usize::from(label)] = cell as u16;
        }
        Self {
            size,
            steps: SlideTable::new(size),
            labels,
            places,
            done: vec![false; size.cells()],
            blank: instance.blank(),
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

    /// The cell where the tile at home in `home` is now.
    pub fn place(&self, home: usize) -> usize {
        usize::from(self.places[home])
    }

    /// The cell next to `cell` in a direction, if there is one that is not done.
    pub fn beside(&self, cell: usize, direction: Direction) -> Option<usize> {
        self.steps
            .source_cell(cell, direction.opposite())
            .filter(|&next| !self.done[next])
    }

    /// Slides one tile. There must be one to slide and its cell must not be done.
    pub fn slide(&mut self, direction: Direction) {
        self.shift(direction);
        self.moves.push(direction);
        self.slides += 1;
    }

    /// Undoes the last slides until only `kept` are left.
    pub fn take_back(&mut self, kept: usize) {
        while self.moves.len() > kept {
            if let Some(direction) = self.moves.pop() {
                self.shift(direction.opposite());
            }
        }
    }

    /// Makes slides once made and taken back.
    pub fn replay(&mut self, moves: &[Direction]) {
        moves.iter().for_each(|&direction| self.slide(direction));
    }

    /// Sends the blank along neighbouring cells.
    pub fn follow(&mut self, path: impl IntoIterator<Item = usize>) {
        for cell in path {
            debug_assert_eq!(self.size.distance(self.blank, cell), 1);
            self.slide(way(self.size, cell, self.blank));
        }
    }

    fn shift(&mut self, direction: Direction) {
        let from = self.steps.source_cell(self.blank, direction);
        debug_assert!(from.is_some_and(|from| !self.done[from]));
        let Some(from) = from else { return };
        let tile = self.labels[from];
        self.labels.swap(from, self.blank);
        self.places[usize::from(tile)] = self.blank as u16;
        self.places[usize::from(self.labels[from])] = from as u16;
        self.blank = from;
    }
}

/// The direction from a cell to a neighbour.
pub(super) fn way(size: Size, from: usize, to: usize) -> Direction {
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
