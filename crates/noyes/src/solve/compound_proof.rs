//! The proof of boards of 17 to 36 cells: iterations that raise the bound, and between them beams
//! that shorten the solution in hand.
//!
//! An iteration is some eight times as large as the one before, so the last is nearly all of the
//! work; and the last is not needed where the solution in hand is as short as the bound before it.
//! A beam finds such a solution for a small part of what the iteration would take. So before each
//! iteration the beams get a share, which the plan sets.

use std::sync::Arc;

use super::checkpoint::Checkpointer;
use super::plan::CompoundProof;
use super::session::Session;
use super::tables::{NoTables, Ready, TableSet};
use crate::guard::{Counts, Event, Finding, Guard, Source, Stop};
use crate::pattern::Tier;
use crate::search::beam::{BeamOptions, WidthSchedule};
use crate::search::{CompoundSolver, Pause, ProofOptions};

/// Proves a board, with the solution in hand, if there is one, shortened along the way.
pub(super) fn prove(
    session: &Session<'_>,
    proof: CompoundProof,
    tier: Tier,
    guard: &Guard<'_>,
) -> Result<Finding, NoTables> {
    let (instance, plan) = (session.instance, session.plan);
    let options = BeamOptions {
        seed: plan.seed,
        net: session.engine.net(instance.size()),
    };
    let has_solution = session.length().is_some();
    let mut beams = Beams {
        session,
        proof,
        schedule: has_solution
            .then(|| WidthSchedule::new(instance, options))
            .flatten(),
        guard,
    };
    let checkpointer = Checkpointer::new(session);
    let keeper = |state: &_| checkpointer.keep(state);
    let mut so_far: Option<Finding> = None;
    let mut smaller: Option<Arc<CompoundSolver>> = None;
    let first = proof.begin_with.map(|first| (first, false));
    for (tier, is_last) in first.into_iter().chain([(tier, true)]) {
        let solver = match session
            .engine
            .tables()
            .get(TableSet::of(instance, tier), guard)
        {
            Ok(Ready::Compound(solver)) => solver,
            Ok(_) => return Err(NoTables::Unavailable),
            Err(error) => match (error, &mut so_far) {
                (NoTables::Stopped(stop), Some(finding)) => {
                    finding.stop = Some(stop);
                    break;
                }
                // The larger tables cannot be had: the smaller ones go on to the end.
                (NoTables::Unavailable, Some(_)) => match smaller.take() {
                    Some(solver) => {
                        let words = format!(
                            "the {} tables cannot be used; smaller ones go on",
                            tier.name()
                        );
                        let told = guard.tell(&Event::trouble(words));
                        told.map_err(NoTables::Stopped)?;
                        solver
                    }
                    None => return Err(NoTables::Unavailable),
                },
                (error, _) => return Err(error),
            },
        };
        smaller = Some(Arc::clone(&solver));
        checkpointer.uses(tier);
        let mut is_long = false;
        let known = so_far.take();
        let resumed = plan.resume.as_ref().filter(|old| old.tier == tier);
        let finding = solver.solve(
            instance,
            guard,
            ProofOptions {
                count_full: plan.count_full,
                at_least: match &known {
                    Some(finding) => finding.lower_bound,
                    // Counts that are to be compared begin with the tables' own bound.
                    None if plan.count_full => 0,
                    None => session.state().interval.lower_bound(),
                },
                counts: known.map_or(Counts::default(), |finding| finding.counts),
                resume: resumed.map(|old| &old.state),
                on_part_done: Some(&keeper),
                ..ProofOptions::default()
            },
            &mut |pause| {
                let is_over = session.length().is_some_and(|length| length <= pause.bound);
                if !is_last && !is_over && pause.last > proof.switch_after {
                    is_long = true;
                    return Ok(Some(pause.bound));
                }
                let known = beams.between(pause)?;
                checkpointer.improved(session.best());
                Ok(known)
            },
        );
        so_far = Some(finding);
        if !is_long {
            break;
        }
    }
    let finding = so_far.ok_or(NoTables::Unavailable)?;
    checkpointer.finish(finding.stop);
    Ok(finding)
}

/// The beams that shorten the solution in hand between two iterations.
struct Beams<'a, 'g> {
    session: &'a Session<'a>,
    proof: CompoundProof,
    schedule: Option<WidthSchedule>,
    guard: &'a Guard<'g>,
}

impl Beams<'_, '_> {
    /// Beams of growing width until they have taken their share of nodes.
    fn between(&mut self, pause: Pause<'_>) -> Result<Option<u32>, Stop> {
        let before = pause.counts.generated;
        let share = pause.last * self.proof.beam_halves / 2;
        while pause.last > self.proof.beams_after
            && pause.counts.generated - before < share
            && let Some(length) = self.session.length()
            && length > pause.bound
            && let Some(schedule) = &mut self.schedule
        {
            let width = schedule.width();
            match schedule.next_beam(width, length, self.guard, pause.counts) {
                Ok(Some(moves)) => {
                    let improved = Event::improved(&moves, Source::Beam, *pause.counts);
                    self.guard.tell(&improved)?;
                }
                Ok(None) => {}
                // No wider beam fits: the iterations go on.
                Err(Stop::Memory) => self.schedule = None,
                Err(stop) => return Err(stop),
            }
        }
        Ok(self.session.length())
    }
}
