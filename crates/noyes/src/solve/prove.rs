//! The proof of boards of 17 to 25 cells: iterations that raise the bound, and between them beams
//! that shorten the solution in hand.
//!
//! An iteration is some eight times as large as the one before, so the last is nearly all of the
//! work; and the last is not needed where the solution in hand is as short as the bound before
//! it. A beam finds such a solution for a small part of what the iteration would take. So before
//! each iteration the beams get a share: half of what the last one took where a proof is wanted, and
//! where it is not, as much as the next will take.

use super::Plan;
use super::checkpoint::Checkpointer;
use super::tables::{compound_solver, is_kept};
use crate::board::Moves;
use crate::goal::Instance;
use crate::pattern::{ShelfError, Tier};
use crate::search::beam::{BeamOptions, WidthSchedule};
use crate::search::{Counts, Event, Finding, Guard, Pause, ProofOptions, Stop};
use crate::verify::verify;
use crate::workers::Workers;

/// Iterations expected to be smaller are done before a beam is.
const WORTH_BEAMS: u64 = 400_000;

/// How many times larger an iteration is than the one before.
const GROWTH: u64 = 8;

/// Nodes of an iteration after which it pays to open tables of several gigabytes.
const WORTH_MORE_TABLES: u64 = 30_000_000;

/// Proves a board, with the solution in hand, if there is one, shortened along the way. None if
/// there are no such tables.
///
/// Huge tables take a second to open and check: where the large ones are there too, these begin,
/// and easy boards are done before the others are needed.
pub(super) fn deepen(
    instance: &Instance,
    plan: &Plan,
    tier: Tier,
    best: Option<Moves>,
    guard: &Guard<'_>,
) -> Result<Option<Finding>, ShelfError> {
    let effort = BeamOptions {
        seed: plan.seed,
        threads: plan.threads,
    };
    let checkpointer = Checkpointer::new(instance, plan, best.as_ref());
    let mut beams = Beams {
        instance,
        ratchet: best
            .as_ref()
            .and_then(|_| WidthSchedule::new(instance, effort)),
        best,
        wants_proof: plan.wants_proof,
        guard,
    };
    let keeper = |standing: &_| checkpointer.keep(standing);
    let is_resumed = |tier| plan.resume.as_ref().filter(|old| old.tier == tier);
    let begins = matches!(tier, Tier::Huge | Tier::Vast)
        && is_kept(instance.size(), instance.blank_home(), Tier::Large)
        && is_resumed(tier).is_none();
    let mut so_far: Option<Finding> = None;
    for (tier, is_last) in [(Tier::Large, false), (tier, true)] {
        if !is_last && !begins {
            continue;
        }
        let solver = match (compound_solver(instance, tier, guard), &mut so_far) {
            (Ok(Some(solver)), _) => solver,
            (Err(ShelfError::Stopped(stop)), Some(finding)) => {
                finding.stop = Some(stop);
                break;
            }
            (other, _) => return other.map(|_| None),
        };
        checkpointer.uses(tier);
        let mut is_long = false;
        let known = so_far.take();
        let workers = Workers::new(plan.threads);
        let finding = solver.solve(
            instance,
            &guard.on(workers.all()),
            ProofOptions {
                count_full: plan.count_full,
                at_least: known.as_ref().map_or(0, |finding| finding.lower_bound),
                counts: known.map_or(Counts::default(), |finding| finding.counts),
                resume: is_resumed(tier).map(|old| &old.standing),
                on_part_done: Some(&keeper),
                ..ProofOptions::default()
            },
            &mut |pause| {
                let is_over = beams.length().is_some_and(|length| length <= pause.bound);
                if !is_last && !is_over && pause.last > WORTH_MORE_TABLES {
                    is_long = true;
                    return Ok(Some(pause.bound));
                }
                let known = beams.between(pause)?;
                checkpointer.improved(beams.best.as_ref());
                Ok(known)
            },
        );
        so_far = Some(finding);
        if !is_long {
            break;
        }
    }
    Ok(so_far.map(|finding| {
        checkpointer.finish(finding.stop);
        Finding {
            moves: finding.moves.or(beams.best),
            ..finding
        }
    }))
}

/// The solution in hand and the beams that shorten it.
struct Beams<'a, 'g> {
    instance: &'a Instance,
    ratchet: Option<WidthSchedule>,
    best: Option<Moves>,
    wants_proof: bool,
    guard: &'a Guard<'g>,
}

impl Beams<'_, '_> {
    fn length(&self) -> Option<u32> {
        self.best.as_ref().map(|moves| moves.len() as u32)
    }

    /// Beams of growing width until they have taken their share of nodes.
    fn between(&mut self, pause: Pause<'_>) -> Result<Option<u32>, Stop> {
        let before = pause.counts.generated;
        let share = match self.wants_proof {
            true => pause.last / 2,
            false => GROWTH * pause.last,
        };
        while pause.last > WORTH_BEAMS
            && pause.counts.generated - before < share
            && self.length().is_some_and(|length| length > pause.bound)
            && let Some(ratchet) = &mut self.ratchet
        {
            let below = self.best.as_ref().map_or(u32::MAX, |m| m.len() as u32);
            match ratchet.turn(below, self.guard, pause.counts) {
                Ok(Some(moves)) => self.take(moves, pause.counts)?,
                Ok(None) => {}
                // No wider beam fits: the iterations go on.
                Err(Stop::Memory) => self.ratchet = None,
                Err(stop) => return Err(stop),
            }
        }
        Ok(self.length())
    }

    fn take(&mut self, moves: Moves, counts: &Counts) -> Result<(), Stop> {
        if verify(self.instance.board(), self.instance.goal(), &moves).is_err() {
            debug_assert!(false, "beams find solutions");
            return Ok(());
        }
        let moves = self.best.insert(moves);
        self.guard.tell(&Event::Improved {
            moves,
            source: "beam",
            counts,
        })
    }
}
