//! The width schedule: beams of growing width, each for a solution shorter than the best so far.
//!
//! The usual widths depend on the size alone. A caller who has little time left asks for another.
//!
//! Widths by board, and the factor from beam to beam:
//!
//! ```text
//! cells          first widths                            factor
//! ≤ 25           256, 512, 1024, …                       2
//! 26 … 81        320, 1000, 3200, 10,000, …              √10
//! > 81           200, 630, 2000, 6300, 20,000, 100,000   √10
//! ```
//!
//! With a factor of √10 all beams before one cost less than half of it; with 2 they cost as much as
//! it. Boards of more than 81 cells start narrower, so that a beam of 20,000 ends within ten
//! seconds on two threads at 10×10.

use std::sync::Arc;

use super::{Beam, CanonicalInstance, Evaluation, Net, Task};
use crate::board::Moves;
use crate::goal::Instance;
use crate::guard::{Counts, Finding, Guard, Stop};

/// How beams are run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BeamOptions {
    /// Seed of the noise that breaks ties.
    pub seed: u64,
    /// The net to score with, if its size is the board's. Without it the shipped net is used, or a
    /// plain evaluation where none is shipped.
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
    canonical: CanonicalInstance,
    beam: Beam,
    seed: u64,
    /// Beams run so far.
    runs: u32,
}

impl WidthSchedule {
    /// The first width of boards of at most [`WidthSchedule::MOST_DOUBLED_CELLS`] cells.
    const FIRST_DOUBLED: usize = 256;
    const MOST_DOUBLED_CELLS: usize = 25;
    /// The first two widths of larger boards. Every second beam is ten times as wide.
    const FIRST_TENFOLD: [usize; 2] = [320, 1000];
    /// Boards of more cells begin with [`WidthSchedule::FIRST_NARROW_TENFOLD`].
    const MOST_WIDE_CELLS: usize = 81;
    const FIRST_NARROW_TENFOLD: [usize; 2] = [200, 630];
    /// After this many narrow beams the widths of the others follow: 100,000 after 20,000.
    const NARROW_BEAMS: u32 = 5;
    /// The widest beam of the search by name.
    const WIDEST_BY_NAME: usize = 40_000;
    /// The widest beam of all: parents are numbered in 30 bits.
    const WIDEST: usize = 1 << 28;

    /// The beams of an instance. None if its board is [too large](Beam::fits).
    pub fn new(instance: &Instance, options: BeamOptions) -> Option<Self> {
        let size = instance.size();
        if !Beam::fits(size) {
            return None;
        }
        let canonical = CanonicalInstance::new(instance);
        let evaluation = Evaluation::with_net(size, canonical.blank_home, options.net);
        Some(Self {
            canonical,
            beam: Beam::new(evaluation),
            seed: options.seed,
            runs: 0,
        })
    }

    /// The usual width of the next beam.
    pub fn width(&self) -> usize {
        let cells = self.canonical.labels.len();
        if cells <= Self::MOST_DOUBLED_CELLS {
            return Self::FIRST_DOUBLED << self.runs;
        }
        let is_narrow = cells > Self::MOST_WIDE_CELLS && self.runs < Self::NARROW_BEAMS;
        let [first, second] = if is_narrow {
            Self::FIRST_NARROW_TENFOLD
        } else {
            Self::FIRST_TENFOLD
        };
        let start = if self.runs.is_multiple_of(2) {
            first
        } else {
            second
        };
        start * 10usize.pow(self.runs / 2)
    }

    /// Runs the next beam for a solution of less than `below` moves.
    pub fn next_beam(
        &mut self,
        width: usize,
        below: u32,
        guard: &Guard<'_>,
        counts: &mut Counts,
    ) -> Result<Option<Moves>, Stop> {
        let width = width.min(Self::WIDEST);
        let memory = self.beam.memory(width, below as usize);
        if memory > isize::MAX as usize {
            return Err(Stop::Memory);
        }
        guard.check_memory(memory)?;
        self.runs += 1;
        let task = Task {
            width,
            below,
            salt: self.seed,
        };
        let found = self
            .beam
            .run(&self.canonical.labels, task, guard, counts, &mut |_| {})?;
        Ok(found.map(|moves| self.canonical.restore(&moves)))
    }
}

/// The search by name: beams of growing width, up to a fixed one.
pub(in crate::search) fn beam(instance: &Instance, lower_bound: u32, guard: &Guard<'_>) -> Finding {
    let mut finding = Finding {
        moves: None,
        lower_bound,
        counts: Counts::default(),
        stop: None,
    };
    let Some(mut schedule) = WidthSchedule::new(instance, BeamOptions::default()) else {
        return crate::search::construct(instance, guard);
    };
    // No board needs so many moves. A beam that gets there makes no progress.
    let most = 10 * (lower_bound + 10);
    while schedule.width() <= WidthSchedule::WIDEST_BY_NAME {
        let best = finding.moves.as_ref().map_or(most, |m| m.len() as u32);
        let width = schedule.width();
        match schedule.next_beam(width, best, guard, &mut finding.counts) {
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
