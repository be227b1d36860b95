//! The distances of the board to be solved, from one-bit tables.
//!
//! A table holds one bit of a distance, not the distance. The distance is found by a walk to the
//! goal: each step goes to a neighbour whose two low bits are one less, and the steps are counted
//! (see [`crate::pattern::Table::distance`], which does just that).
//!
//! Every step waits for memory, some hundred nanoseconds, and a walk has twenty to thirty steps.
//! So the walks of all patterns in all views go side by side, and each prefetches a few candidates
//! before any of them is read.
//!
//! In a wrong table a walk may lead nowhere. The distance is then the Manhattan distance of the
//! pattern's tiles, which is a lower bound whatever the bits are.

use super::lehmer::digits;
use super::probe::NeighborState;
use super::probe_tables::{FIELD_BITS, MAX_CELLS, ProbeTables, SlideView, slide_index};
use crate::pattern::Table;
use crate::search::prefetch::prefetch;

/// Candidates prefetched at once.
const CANDIDATES: usize = 3;

/// A walk of one pattern in one view, and the state it has come to.
struct Walk {
    /// The shift to the pattern's field.
    shift: usize,
    mask: u32,
    digits: u32,
    row: usize,
    goal_row: usize,
    /// The two low bits of the distance.
    low: u32,
    steps: u32,
    /// The Manhattan distance of the pattern's tiles.
    manhattan: u32,
    /// Whether the bits led nowhere.
    is_lost: bool,
    /// Slides still to be tried: for each direction, sixteen bits of cells of the blank's region.
    untried: u64,
    candidates: [(NeighborState, SlideView); CANDIDATES],
    count: usize,
}

/// The distance of each pattern, by view and pattern.
pub(super) fn root_distances(tables: &ProbeTables, labels: &[u16]) -> [[u32; 3]; 2] {
    let additive = &tables.additive;
    let home = additive.blank_home() as u16;
    let mut walks = Vec::with_capacity(6);
    for view in additive.views() {
        let labels = view.labels(labels);
        let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
        for (number, table) in additive.tables().iter().enumerate() {
            let state = table.state(&labels);
            let cells = labels.iter().enumerate();
            let own = cells.filter(|&(_, &label)| table.pattern().has(usize::from(label)));
            let manhattan: usize = own
                .map(|(cell, &label)| additive.size().distance(cell, usize::from(label)))
                .sum();
            let mut walk = Walk {
                shift: FIELD_BITS * number,
                mask: state.mask as u32,
                digits: digits(state.perm) as u32,
                row: table.sets().row(state.mask, blank),
                goal_row: table.sets().row(table.pattern().mask(), usize::from(home)),
                // Bit 0 is the parity of the tiles' Manhattan distance.
                low: 2 * u32::from(table.bit(state, blank)) + manhattan as u32 % 2,
                steps: 0,
                manhattan: manhattan as u32,
                is_lost: false,
                untried: 0,
                candidates: [(NeighborState::EMPTY, SlideView::default()); CANDIDATES],
                count: 0,
            };
            walk.list_slides(tables);
            walks.push(walk);
        }
    }
    while walks.iter().any(|walk| !walk.is_over()) {
        for walk in walks.iter_mut().filter(|walk| !walk.is_over()) {
            walk.prefetch_candidates(tables);
        }
        for walk in walks.iter_mut().filter(|walk| !walk.is_over()) {
            walk.step(tables);
        }
    }
    let patterns = additive.tables().len();
    let mut distances = [[0; 3]; 2];
    for (number, walk) in walks.iter().enumerate() {
        distances[number / patterns][number % patterns] = match walk.is_lost {
            true => walk.manhattan,
            false => walk.steps,
        };
    }
    distances
}

impl Walk {
    /// Whether it is at the goal, or lost.
    fn is_over(&self) -> bool {
        self.is_lost || self.row == self.goal_row && self.digits == 0
    }

    /// Lists all slides of pattern tiles into the blank's region.
    fn list_slides(&mut self, tables: &ProbeTables) {
        let table = &tables.additive.tables()[self.shift / FIELD_BITS];
        let region = table.sets().masks(self.row).1 as u32;
        self.untried = 0;
        for (direction, slide) in tables.directions.iter().enumerate() {
            // The cells from which this direction leads to a tile.
            let beside_tiles = self.mask << 16 >> (16 + slide.offset);
            let cells = region & beside_tiles & u32::from(slide.blanks);
            self.untried |= u64::from(cells) << (MAX_CELLS * direction);
        }
    }

    /// Chooses the next candidates and prefetches their bits.
    fn prefetch_candidates(&mut self, tables: &ProbeTables) {
        self.count = 0;
        while self.count < CANDIDATES && self.untried != 0 {
            let bit = self.untried.trailing_zeros() as usize;
            self.untried &= self.untried - 1;
            let (direction, blank) = (bit / MAX_CELLS, bit % MAX_CELLS);
            let slide = tables.slide_views[slide_index(blank, direction, 0)];
            // SAFETY: mask and digits are those of a state of the pattern: the root's, or one that
            // `step` went to. `list_slides` lists only slides of its tiles into free cells.
            let neighbor = unsafe {
                NeighborState::new::<true>(tables, &slide, self.shift, self.mask, self.digits)
            };
            prefetch(neighbor.byte);
            self.candidates[self.count] = (neighbor, slide);
            self.count += 1;
        }
        // Every state but the goal has a neighbour nearer to it, and none is further than this.
        self.is_lost = self.count == 0 || self.steps > Table::MAX_DISTANCE;
    }

    /// Goes to a candidate that is nearer to the goal, if there is one.
    fn step(&mut self, tables: &ProbeTables) {
        let wanted = self.low.wrapping_sub(1) % 4;
        for (neighbor, slide) in &self.candidates[..self.count] {
            debug_assert!(tables.has_bytes(neighbor.byte.addr(), 1));
            // SAFETY: `NeighborState::new` made the pointer to a byte of a table.
            let bit = u32::from(unsafe { *neighbor.byte } >> (neighbor.row & 7) & 1);
            if bit == wanted >> 1 {
                self.mask ^= u32::from(slide.flip);
                self.digits ^= neighbor.changed_digits;
                self.row = neighbor.row as usize;
                self.low = wanted;
                self.steps += 1;
                return self.list_slides(tables);
            }
        }
    }
}
