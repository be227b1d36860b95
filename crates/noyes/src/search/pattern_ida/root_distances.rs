//! The distances of the board to be solved, from bits alone.
//!
//! A table holds one bit of a distance, not the distance. It is found by walking down: from a
//! state to any beside it whose two low bits are one less, to the goal, counting steps (see
//! [`crate::pattern::Table::distance`], which does just that). Every step waits for memory, some
//! hundred nanoseconds, and a walk has some twenty to thirty steps; so here the walks of all
//! patterns in all views go side by side, each asking for a few candidates before any is read.

use super::look::{Beside, beside};
use super::lookups::{FIELD, Lookups, MOST_CELLS, Seen, digits, seen_place};
use crate::search::prefetch::prefetch;

/// Candidates asked for at once.
const ASKED: usize = 3;

/// Where a walk is.
struct Walk {
    shift: usize,
    mask: u32,
    digits: u32,
    row: usize,
    goal_row: usize,
    low: u32,
    steps: u32,
    /// Cells of the blank's region and directions of slides from there, still to be tried: 16 bits
    /// of cells a direction.
    untried: u64,
    asked: [(Beside, Seen); ASKED],
    count: usize,
}

/// The distance of each pattern, for every view and slot.
pub(super) fn distances(lookups: &Lookups, labels: &[u16]) -> [[u32; 3]; 2] {
    let additive = &lookups.additive;
    let home = additive.blank_home() as u16;
    let mut walks = Vec::with_capacity(6);
    for view in additive.views() {
        let labels = view.labels(labels);
        let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
        for (slot, table) in additive.tables().iter().enumerate() {
            let state = table.state(&labels);
            let cells = labels.iter().enumerate();
            let mine = cells.filter(|&(_, &label)| table.pattern().has(usize::from(label)));
            let walked: usize = mine
                .map(|(cell, &label)| additive.size().distance(cell, usize::from(label)))
                .sum();
            let mut walk = Walk {
                shift: FIELD * slot,
                mask: state.mask,
                digits: digits(state.perm) as u32,
                row: table.sets().row(state.mask, blank),
                goal_row: table.sets().row(table.pattern().mask(), usize::from(home)),
                // Bit 0 is whether the tiles have walked an odd number of steps in all.
                low: 2 * u32::from(table.bit(state, blank)) + walked as u32 % 2,
                steps: 0,
                untried: 0,
                asked: [(Beside::NONE, Seen::default()); ASKED],
                count: 0,
            };
            walk.arrive(lookups);
            walks.push(walk);
        }
    }
    while walks.iter().any(|walk| !walk.is_home()) {
        for walk in walks.iter_mut().filter(|walk| !walk.is_home()) {
            walk.ask(lookups);
        }
        for walk in walks.iter_mut().filter(|walk| !walk.is_home()) {
            walk.step(lookups);
        }
    }
    let slots = additive.tables().len();
    let mut distances = [[0; 3]; 2];
    for (number, walk) in walks.iter().enumerate() {
        distances[number / slots][number % slots] = walk.steps;
    }
    distances
}

impl Walk {
    fn is_home(&self) -> bool {
        self.row == self.goal_row && self.digits == 0
    }

    /// Lists all slides of pattern tiles.
    fn arrive(&mut self, lookups: &Lookups) {
        let table = &lookups.additive.tables()[self.shift / FIELD];
        let region = table.sets().masks(self.row).1;
        self.untried = 0;
        for (direction, slide) in lookups.slides.iter().enumerate() {
            // The cells from which this direction leads to a tile.
            let beside_tiles = self.mask << 16 >> (16 + slide.offset);
            let cells = region & beside_tiles & u32::from(slide.cells);
            self.untried |= u64::from(cells) << (MOST_CELLS * direction);
        }
    }

    /// Asks for the bits of some candidates.
    fn ask(&mut self, lookups: &Lookups) {
        self.count = 0;
        while self.count < ASKED && self.untried != 0 {
            let place = self.untried.trailing_zeros() as usize;
            self.untried &= self.untried - 1;
            let (direction, free) = (place / MOST_CELLS, place % MOST_CELLS);
            let seen = lookups.seens[seen_place(free, direction, 0)];
            let beside = beside::<true>(lookups, &seen, self.shift, self.mask, self.digits);
            prefetch(beside.bits);
            self.asked[self.count] = (beside, seen);
            self.count += 1;
        }
        assert!(
            self.count > 0,
            "every state but the goal has one nearer to it"
        );
    }

    /// Goes to one that is nearer, if it is among those asked for.
    fn step(&mut self, lookups: &Lookups) {
        let wanted = self.low.wrapping_sub(1) % 4;
        for (beside, seen) in &self.asked[..self.count] {
            // SAFETY: `beside` made the pointer from a real state.
            let bit = u32::from(unsafe { *beside.bits } >> (beside.row & 7) & 1);
            if bit == wanted >> 1 {
                self.mask ^= u32::from(seen.flip);
                self.digits ^= beside.change;
                self.row = beside.row as usize;
                self.low = wanted;
                self.steps += 1;
                return self.arrive(lookups);
            }
        }
    }
}
