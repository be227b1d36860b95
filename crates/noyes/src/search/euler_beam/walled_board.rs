//! The one board that an Euler beam walks on: slides are done and undone in place, walls are
//! closed.

use super::neighbour_points::{BLANK, EDGE, kind};
use super::weights::Weights;
use crate::board::{Direction, MutableBoard, Size};
use crate::goal::Instance;

/// A mutable board, cells that may not be entered, and the change of points that a slide makes.
#[derive(Clone, Debug)]
pub(super) struct WalledBoard {
    pub tiles: MutableBoard,
    pub rows: Vec<u8>,
    pub cols: Vec<u8>,
    pub blank_home: usize,
    /// Cells that may not be entered, since they are finished.
    pub walls: Vec<bool>,
    /// By place: the kind of each tile. There is one more line of cells around the board.
    pub kinds: Vec<u8>,
}

impl WalledBoard {
    pub fn new(instance: &Instance) -> Self {
        let size = instance.size();
        let mut made = Self {
            kinds: vec![EDGE; (size.rows() + 2) * (size.cols() + 2)],
            tiles: MutableBoard::new(size, instance.labels(), instance.blank()),
            rows: (0..size.cells()).map(|cell| size.row(cell) as u8).collect(),
            cols: (0..size.cells()).map(|cell| size.col(cell) as u8).collect(),
            blank_home: instance.blank_home(),
            walls: vec![false; size.cells()],
        };
        for cell in 0..size.cells() {
            let place = made.place(cell);
            made.kinds[place] = made.kind_at(usize::from(made.tiles.labels[cell]), cell);
        }
        let place = made.place(made.tiles.blank);
        made.kinds[place] = BLANK;
        made
    }

    /// Places in a line of `kinds`.
    #[inline(always)]
    pub fn kinds_width(&self) -> usize {
        self.tiles.size.cols() + 2
    }

    /// The place of a cell in `kinds`.
    #[inline(always)]
    pub fn place(&self, cell: usize) -> usize {
        let (row, col) = (usize::from(self.rows[cell]), usize::from(self.cols[cell]));
        (row + 1) * self.kinds_width() + col + 1
    }

    /// The kind of a tile in a cell.
    #[inline(always)]
    pub fn kind_at(&self, label: usize, cell: usize) -> u8 {
        let way = |lines: &[u8]| isize::from(lines[label]).wrapping_sub(isize::from(lines[cell]));
        kind(way(&self.rows), way(&self.cols))
    }

    /// Slides the tile in `from`, which must be beside the blank.
    #[inline(always)]
    pub fn slide_from(&mut self, from: usize) {
        let (to, label) = (self.tiles.blank, usize::from(self.tiles.labels[from]));
        let (left, entered) = (self.place(from), self.place(to));
        self.kinds[left] = BLANK;
        self.kinds[entered] = self.kind_at(label, to);
        self.tiles.slide_from(from);
    }

    /// Slides in a direction, in which there must be a tile.
    #[inline(always)]
    pub fn slide(&mut self, by: Direction) {
        let from = self.tiles.source_cell(by);
        debug_assert!(from.is_some(), "no tile slides {by}");
        if let Some(from) = from {
            self.slide_from(from);
        }
    }

    /// Makes a finished cell a wall for good.
    pub fn close(&mut self, cell: usize) {
        self.walls[cell] = true;
        let place = self.place(cell);
        self.kinds[place] = EDGE;
    }

    pub fn size(&self) -> Size {
        self.tiles.size
    }

    /// Row and column of the blank.
    pub fn blank_position(&self) -> (usize, usize) {
        let (row, col) = (self.rows[self.tiles.blank], self.cols[self.tiles.blank]);
        (usize::from(row), usize::from(col))
    }

    /// The cell whose tile would slide in a direction, if there is one and it is not a wall.
    #[inline(always)]
    pub fn source_cell(&self, by: Direction) -> Option<usize> {
        let from = self.tiles.source_cell(by)?;
        (!self.walls[from]).then_some(from)
    }

    /// Makes slides and adds them to `moves`.
    pub fn follow(&mut self, path: Vec<Direction>, moves: &mut Vec<Direction>) {
        for by in path {
            self.slide(by);
            moves.push(by);
        }
    }

    /// The Manhattan distance of two cells; a label counts as its goal cell.
    #[inline(always)]
    pub fn distance(&self, a: usize, b: usize) -> usize {
        usize::from(self.rows[a].abs_diff(self.rows[b]))
            + usize::from(self.cols[a].abs_diff(self.cols[b]))
    }

    /// The Manhattan distance of all tiles from home.
    pub fn manhattan(&self) -> u32 {
        let tiles = (0..self.walls.len()).filter(|&cell| cell != self.tiles.blank);
        let distance = |cell: usize| self.distance(usize::from(self.tiles.labels[cell]), cell);
        tiles.map(distance).sum::<usize>() as u32
    }

    /// The changes of points and of the Manhattan distance if the tile in `from` slides.
    #[inline(always)]
    pub fn change(&self, weights: &Weights, from: usize) -> (i32, i32) {
        let to = self.tiles.blank;
        let label = usize::from(self.tiles.labels[from]);
        let across = self.rows[from] == self.rows[to];
        let (lines, order) = if across {
            (&self.cols, &self.rows)
        } else {
            (&self.rows, &self.cols)
        };
        let (home, left, entered) = (lines[label], lines[from], lines[to]);
        let before = usize::from(home.abs_diff(left));
        let after = usize::from(home.abs_diff(entered));
        let steps = after as i32 - before as i32;
        let nearer = weights.distance_points(after) - weights.distance_points(before);
        let mut points = nearer * weights.of_label(label);
        // The tile leaves its goal line, or enters it.
        if before == 0 {
            points -= weights.conflict * self.reversed(label, from, across, order);
        } else if after == 0 {
            points += weights.conflict * self.reversed(label, to, across, order);
        }
        if let Some(neighbours) = &weights.neighbours {
            points += neighbours.change(self, from);
        }
        (points, steps)
    }

    /// How many near tiles of the goal line of `label`, which is the line of `cell`, are on the
    /// wrong side of it. The line is a column if the tile slides across.
    #[inline(always)]
    fn reversed(&self, label: usize, cell: usize, across: bool, order: &[u8]) -> i32 {
        const NEAR: usize = 3;
        let size = self.tiles.size;
        let step = if across { size.cols() } else { 1 };
        let place = usize::from(order[cell]);
        let length = if across { size.rows() } else { size.cols() };
        let lines = if across { &self.cols } else { &self.rows };
        let line = lines[label];
        let goal_place = order[label];
        let mut count = 0;
        for k in 1..=NEAR.min(place) {
            let near = usize::from(self.tiles.labels[cell - k * step]);
            let is_of_line = lines[near] == line && near != self.blank_home;
            count += i32::from(is_of_line && order[near] > goal_place);
        }
        for k in 1..=NEAR.min(length - 1 - place) {
            let near = usize::from(self.tiles.labels[cell + k * step]);
            let is_of_line = lines[near] == line && near != self.blank_home;
            count += i32::from(is_of_line && order[near] < goal_place);
        }
        count
    }
}
