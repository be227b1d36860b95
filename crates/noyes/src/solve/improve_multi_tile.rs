//! Solutions of fewer and fewer multi-tile moves, where there are no tables for a proof.
//!
//! A fixed sequence of attempts, cut off where the limits say: beams of growing width, a pass of
//! windows over the best path after each, and a search from both ends that gets a share of the
//! boards while the goal seems to be in its reach. No attempt reads a clock.

use super::plan::Improvement;
use super::session::Session;
use crate::board::Moves;
use crate::guard::{Counts, Event, Finding, Guard, Source, Stop};
use crate::search::{MultiTileBeam, prove_multi_tile, shorten_multi_tile};

/// How many times more boards a search from both ends takes for a bound that is one higher: a layer
/// of the 5×5 board is about 3.5 times as large as the one before, and the sides take turns.
const GROWTH: f64 = 1.9;
/// A proof expected to take no more boards is tried before anything else: some seconds.
const QUICK_PROOF: u64 = 4_000_000;
/// A proof expected to take more boards is out of reach: some gigabytes.
const LARGEST_PROOF: u64 = 100_000_000;

/// The state of the improvement.
struct Attempts<'a, 'g> {
    session: &'a Session<'a>,
    guard: &'a Guard<'g>,
    counts: Counts,
    /// The length of the path that windows are passed over, and how many passes it has had.
    passed: (u32, usize),
    /// The boards of the last search from both ends, and its bound; none if there is no memory for
    /// a larger one.
    proven: Option<(u64, u32)>,
}

/// Improves on the best solution until a limit stops it or nothing more can be tried.
pub(super) fn improve_multi_tile(
    session: &Session<'_>,
    improvement: Improvement,
    guard: &Guard<'_>,
) -> Finding {
    let mut attempts = Attempts {
        session,
        guard,
        counts: Counts::default(),
        passed: (u32::MAX, 0),
        proven: None,
    };
    let stop = attempts.go_on(improvement).err();
    Finding {
        moves: session.best(),
        lower_bound: session.state().interval.lower_bound(),
        counts: attempts.counts,
        stop,
    }
}

impl Attempts<'_, '_> {
    fn go_on(&mut self, improvement: Improvement) -> Result<(), Stop> {
        let instance = self.session.instance;
        let net = self.session.engine.net(instance.size());
        let mut beams = MultiTileBeam::new(instance, net);
        self.prove(improvement.first_proof)?;
        let share = improvement.proof_share.unwrap_or(u64::MAX);
        let mut credit = 0;
        while !self.session.is_optimal() {
            let proof = self.boards_to_prove();
            if let Some(boards) = proof.filter(|&boards| boards <= QUICK_PROOF.max(credit)) {
                credit = 0;
                self.prove(boards)?;
                continue;
            }
            let before = self.counts.generated;
            if let Some(beam) = &mut beams {
                let below = self.length();
                match beam.next_beam(below, self.guard, &mut self.counts) {
                    Ok(Some(moves)) => self.tell(&moves, Source::Beam)?,
                    Ok(None) => {}
                    // No wider beam fits: windows and proof go on.
                    Err(Stop::Memory) => beams = None,
                    Err(stop) => return Err(stop),
                }
            }
            let has_gained = self.window_pass()?;
            credit += (self.counts.generated - before) / share;
            if beams.is_none() && !has_gained {
                match proof {
                    Some(boards) => self.prove(boards)?,
                    // Whatever is left needs more memory.
                    None => return Err(Stop::Memory),
                }
            }
        }
        Ok(())
    }

    fn length(&self) -> u32 {
        self.session.length().unwrap_or(u32::MAX)
    }

    /// How many boards a proof of the best solution is expected to take; none if it is out of
    /// reach.
    fn boards_to_prove(&self) -> Option<u64> {
        let (boards, bound) = self.proven?;
        let gap = self.length().saturating_sub(bound).max(1);
        let expected = boards as f64 * GROWTH.powi(gap.min(100) as i32);
        (expected <= LARGEST_PROOF as f64).then_some(expected as u64)
    }

    /// Searches from both ends with at most this many boards.
    fn prove(&mut self, boards: u64) -> Result<(), Stop> {
        let most = usize::try_from(boards).unwrap_or(usize::MAX);
        let (instance, below) = (self.session.instance, self.length());
        self.proven = None;
        let (moves, bound) =
            match prove_multi_tile(instance, most, below, self.guard, &mut self.counts) {
                Ok(found) => found,
                Err(Stop::Memory) => return Ok(()),
                Err(stop) => return Err(stop),
            };
        self.proven = Some((boards, bound));
        if let Some(moves) = &moves {
            self.tell(moves, Source::Bidirectional)?;
        }
        self.guard.tell(&Event::BoundRaised {
            bound,
            source: Source::Bidirectional,
            counts: self.counts,
        })
    }

    /// The next pass of windows over the best path; whether it gained.
    fn window_pass(&mut self) -> Result<bool, Stop> {
        let Some(best) = self.session.best() else {
            return Ok(false);
        };
        let length = self.length();
        // A new path begins with short windows again.
        let number = if self.passed.0 == length {
            self.passed.1
        } else {
            0
        };
        self.passed = (length, number + 1);
        let shorter = shorten_multi_tile(
            self.session.instance,
            &best,
            number,
            self.guard,
            &mut self.counts,
        )?;
        self.tell(&shorter, Source::Windows)?;
        Ok(self.length() < length)
    }

    /// Tells a solution, which the session takes if it has fewer moves.
    fn tell(&self, moves: &Moves, source: Source) -> Result<(), Stop> {
        self.guard
            .tell(&Event::improved(moves, source, self.counts))
    }
}
