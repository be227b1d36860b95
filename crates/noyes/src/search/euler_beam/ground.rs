//! The one board a tour walks on: slides done and undone in place, walls it may not enter.

use super::worth::Worth;
use crate::board::{Direction, Size, SlideTable};
use crate::goal::Instance;

/// A board that is slid to and fro.
#[derive(Clone, Debug)]
pub(super) struct Ground {
    pub size: Size,
    pub steps: SlideTable,
    pub rows: Vec<u8>,
    pub cols: Vec<u8>,
    /// The label in each cell.
    pub cells: Vec<u16>,
    /// The cell of each label.
    pub places: Vec<u16>,
    pub blank: usize,
    pub blank_home: usize,
    /// Cells that are done: never entered again.
    pub walls: Vec<bool>,
}

impl Ground {
    pub fn new(instance: &Instance) -> Self {
        let size = instance.size();
        let cells = instance.labels().to_vec();
        let mut places = vec![0; cells.len()];
        for (cell, &label) in cells.iter().enumerate() {
            places[usize::from(label)] = cell as u16;
        }
        Self {
            size,
            steps: SlideTable::new(size),
            rows: (0..size.cells()).map(|cell| size.row(cell) as u8).collect(),
            cols: (0..size.cells()).map(|cell| size.col(cell) as u8).collect(),
            walls: vec![false; cells.len()],
            cells,
            places,
            blank: instance.blank(),
            blank_home: instance.blank_home(),
        }
    }

    /// The cell whose tile would slide, if there is one and it is not a wall.
    #[inline(always)]
    pub fn source_cell(&self, by: Direction) -> Option<usize> {
        let from = self.steps.source_cell(self.blank, by)?;
        (!self.walls[from]).then_some(from)
    }

    /// Slides the tile in `from`, beside the blank.
    #[inline(always)]
    pub fn slide_from(&mut self, from: usize) {
        let label = self.cells[from];
        self.places[usize::from(label)] = self.blank as u16;
        self.cells[self.blank] = label;
        self.cells[from] = self.blank_home as u16;
        self.blank = from;
    }

    /// Slides in a direction known to be possible.
    #[inline(always)]
    pub fn slide(&mut self, by: Direction) {
        if let Some(from) = self.steps.source_cell(self.blank, by) {
            self.slide_from(from);
        }
    }

    /// Steps from a label's cell to its home, along rows and columns.
    #[inline(always)]
    pub fn far(&self, label: usize, cell: usize) -> usize {
        usize::from(self.rows[label].abs_diff(self.rows[cell]))
            + usize::from(self.cols[label].abs_diff(self.cols[cell]))
    }

    /// Manhattan distance of all tiles.
    pub fn manhattan(&self) -> u32 {
        let tiles = (0..self.cells.len()).filter(|&cell| cell != self.blank);
        let far = |cell: usize| self.far(usize::from(self.cells[cell]), cell);
        tiles.map(far).sum::<usize>() as u32
    }

    /// The change of points when the tile in `from` slides into the blank.
    #[inline(always)]
    pub fn gain(&self, worth: &Worth, from: usize) -> (i32, i32) {
        let to = self.blank;
        let label = usize::from(self.cells[from]);
        let across = self.rows[from] == self.rows[to];
        let (lines, other) = if across {
            (&self.cols, &self.rows)
        } else {
            (&self.rows, &self.cols)
        };
        let (home, was, is) = (lines[label], lines[from], lines[to]);
        let before = usize::from(home.abs_diff(was));
        let after = usize::from(home.abs_diff(is));
        let steps = after as i32 - before as i32;
        let mut points = (worth.power(after) - worth.power(before)) * worth.weight(label);
        // Reversed neighbours in the tile's own line: it leaves one or enters one.
        if before == 0 {
            points -= worth.conflict * self.reversed(label, from, across, other);
        } else if after == 0 {
            points += worth.conflict * self.reversed(label, to, across, other);
        }
        (points, steps)
    }

    /// How many near tiles in the line of `cell` (a column if the tile slides across) belong to it
    /// and are on the wrong side of `label`.
    #[inline(always)]
    fn reversed(&self, label: usize, cell: usize, across: bool, order: &[u8]) -> i32 {
        const NEAR: usize = 3;
        let step = if across { self.size.cols() } else { 1 };
        let place = usize::from(order[cell]);
        let length = if across {
            self.size.rows()
        } else {
            self.size.cols()
        };
        let lines = if across { &self.cols } else { &self.rows };
        let line = lines[label];
        let mine = order[label];
        let mut count = 0;
        for k in 1..=NEAR.min(place) {
            let near = usize::from(self.cells[cell - k * step]);
            let is_own = lines[near] == line && near != self.blank_home;
            count += i32::from(is_own && order[near] > mine);
        }
        for k in 1..=NEAR.min(length - 1 - place) {
            let near = usize::from(self.cells[cell + k * step]);
            let is_own = lines[near] == line && near != self.blank_home;
            count += i32::from(is_own && order[near] < mine);
        }
        count
    }
}
