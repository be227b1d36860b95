//! Beams of growing width, each asked only for what is shorter than the best so far.
//!
//! The sequence of runs depends on the seed alone, never on the clock: more time makes it longer,
//! so more time never gives a longer solution.

use std::sync::Arc;

use super::{Beam, Evaluation, Net, Task, Turned};
use crate::board::Moves;
use crate::goal::Instance;
use crate::search::{Counts, Finding, Guard, Stop};

/// What a ratchet may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeamOptions {
    /// Different seeds try different things.
    pub seed: u64,
    /// The net to score with, if it is of the board's size; without one, the net that is shipped.
    pub net: Option<Arc<Net>>,
}

impl Default for BeamOptions {
    fn default() -> Self {
        Self { seed: 1, net: None }
    }
}

/// The beams of one instance, narrow ones first.
#[derive(Debug)]
pub struct WidthSchedule {
    turned: Turned,
    beam: Beam,
    seed: u64,
    turns: u32,
}

impl WidthSchedule {
    /// The first width of boards of up to [`WidthSchedule::MOST_DOUBLED_CELLS`]; it is doubled every turn.
    const NARROWEST: usize = 256;
    const MOST_DOUBLED_CELLS: usize = 25;
    /// The first widths of larger boards: tenfold in two turns. All turns before one cost less than half
    /// of it, where doubling costs as much again.
    const TENFOLD: [usize; 2] = [320, 1000];
    /// Boards with more cells than this begin with [`WidthSchedule::NARROW_TENFOLD`]: at 10×10 a beam of 32,000 ended within ten
    /// seconds on two threads in a quick minute, and not in a slow one.
    const MOST_WIDE_CELLS: usize = 81;
    const NARROW_TENFOLD: [usize; 2] = [200, 630];
    /// Turns of these; 100,000 follows 20,000, which ends within a minute where 63,000 and 200,000 do not both.
    const NARROW_TURNS: u32 = 5;
    /// Where a search by name ends, if nothing else ends it: after 32,000 or so, past 9×9 after 20,000.
    const WIDE_ENOUGH: usize = 40_000;
    /// Parents are numbered in 30 bits.
    const WIDEST: usize = 1 << 28;

    /// The beams for an instance, if its board is small enough for them.
    pub fn new(instance: &Instance, options: BeamOptions) -> Option<Self> {
        let size = instance.size();
        if !Beam::fits(size) {
            return None;
        }
        let turned = Turned::new(instance);
        let is_last = turned.blank_home + 1 == size.cells();
        let evaluation = match options.net {
            Some(net) if net.size() == size && is_last => Evaluation::learned(net),
            _ => Evaluation::best(size, turned.blank_home),
        };
        Some(Self {
            turned,
            beam: Beam::new(evaluation),
            seed: options.seed,
            turns: 0,
        })
    }

    /// The width of the next run.
    pub fn width(&self) -> usize {
        let cells = self.turned.labels.len();
        if cells <= Self::MOST_DOUBLED_CELLS {
            return Self::NARROWEST << self.turns;
        }
        let is_narrow = cells > Self::MOST_WIDE_CELLS && self.turns < Self::NARROW_TURNS;
        let [first, second] = if is_narrow {
            Self::NARROW_TENFOLD
        } else {
            Self::TENFOLD
        };
        let start = if self.turns.is_multiple_of(2) {
            first
        } else {
            second
        };
        start * 10usize.pow(self.turns / 2)
    }

    /// Runs the next width for a solution of less than `below` moves.
    pub fn next_beam(
        &mut self,
        below: u32,
        guard: &Guard<'_>,
        counts: &mut Counts,
    ) -> Result<Option<Moves>, Stop> {
        let width = self.width();
        if width > Self::WIDEST {
            return Err(Stop::Memory);
        }
        guard.check_memory(self.beam.memory(width, below as usize))?;
        self.turns += 1;
        let task = Task {
            width,
            below,
            salt: self.seed,
        };
        let found = self
            .beam
            .run(&self.turned.labels, task, guard, counts, &mut |_| {})?;
        Ok(found.map(|moves| self.turned.back(&moves)))
    }
}

/// Beams up to a fair width: the search by name.
pub(in crate::search) fn beam(instance: &Instance, lower_bound: u32, guard: &Guard<'_>) -> Finding {
    let mut finding = Finding {
        moves: None,
        lower_bound,
        counts: Counts::default(),
        stop: None,
    };
    let Some(mut ratchet) = WidthSchedule::new(instance, BeamOptions::default()) else {
        return crate::search::construct(instance, guard);
    };
    // No board needs more than this; a beam that lasts as long has lost its way.
    let most = 10 * (lower_bound + 10);
    while ratchet.width() <= WidthSchedule::WIDE_ENOUGH {
        let best = finding.moves.as_ref().map_or(most, |m| m.len() as u32);
        match ratchet.next_beam(best, guard, &mut finding.counts) {
            Ok(Some(moves)) => finding.moves = Some(moves),
            Ok(None) => {}
            Err(stop) => {
                finding.stop = Some(stop);
                break;
            }
        }
    }
    finding
}
