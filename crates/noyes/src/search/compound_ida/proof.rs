//! A whole proof in one process: the frontier, then iteration after iteration.

use super::astar_frontier::Frontier;
use super::iteration::{Iteration, IterationTable};
use super::options::{BetweenIterations, Pause, ProofOptions};
use super::probe_tables::ProbeTables;
use super::proof_state::ProofState;
use super::pruning::Pruning;
use super::transpositions::SharedTable;
use super::word::{PackedBoard, Word};
use crate::guard::{Counts, Event, Finding, Guard, Source, Stop};

/// A* stops when this many boards are open: the first frontier, and the largest. Four times as many
/// seeds save 2 to 10 % of the nodes; A* takes two microseconds for each.
const SEEDS: [usize; 2] = [1 << 13, 1 << 18];
/// When an iteration generates more nodes than this for each seed, A* is done again for more seeds.
const NODES_PER_SEED: u64 = 128;

/// What a proof reads: the tables and the automaton of a solver, for words of one width.
#[derive(Clone, Copy)]
pub(super) struct Prover<'a, W: Word> {
    pub probe_tables: &'a ProbeTables<W>,
    pub pruning: &'a Pruning,
}

impl<W: Word> Prover<'_, W> {
    /// Solves a labelled board in the orientation of the tables.
    pub fn prove<const S: usize>(
        &self,
        labels: &[u16],
        guard: &Guard<'_>,
        options: ProofOptions<'_>,
        between: &mut BetweenIterations<'_>,
    ) -> Finding {
        let mut finding = Finding {
            moves: None,
            lower_bound: options.at_least,
            counts: options.counts,
            stop: None,
        };
        let begun = self.begin::<S>(labels, guard, options);
        let (mut frontier, mut state) = match begun {
            Ok(begun) => begun,
            Err(stop) => {
                finding.stop = Some(stop);
                return finding;
            }
        };
        let iteration = Iteration {
            probe_tables: self.probe_tables,
            pruning: self.pruning,
            guard,
            full: options.count_full,
            on_part_done: options.on_part_done,
        };
        let mut table: Option<SharedTable> = None;
        let mut last = 0;
        loop {
            finding.lower_bound = state.bound;
            finding.counts = state.counts;
            // 1. A* may have reached the goal itself.
            if let Some(goal) = frontier.goal(state.bound) {
                finding.moves = Some(goal.slides(frontier.depth(goal) as usize));
                return finding;
            }
            // 2. A solution that is known by now may be as short as the bound.
            let known = pause(guard, frontier.most_bound(), &mut state, last, between);
            finding.counts = state.counts;
            let known = match known {
                Ok(Some(known)) if known <= state.bound => return finding,
                Ok(known) => known,
                Err(stop) => {
                    finding.stop = Some(stop);
                    return finding;
                }
            };
            // 3. One iteration.
            if state.done.is_empty() {
                state.before = state.counts.generated;
            }
            if W::Board::HAS_KEYS {
                choose_table(guard, options, &state, &mut table);
            }
            let seeds = 0..frontier.len() as u32;
            let shared = match &mut table {
                Some(table) => IterationTable::Exclusive(table),
                None => IterationTable::None,
            };
            let end = iteration.run(&frontier, seeds, shared, &mut state);
            finding.counts = end.counts;
            if end.stop.is_some() || state.found.is_some() {
                finding.stop = end.stop.filter(|_| state.found.is_none());
                finding.moves = state.found;
                return finding;
            }
            // 4. The next bound, perhaps with a larger frontier.
            last = end.counts.generated - state.before;
            state.bound += 2;
            state.done.clear();
            let is_over = known.is_some_and(|known| known <= state.bound);
            if !is_over && wants_more_seeds(options, last, &mut state) {
                match self.lay(labels, guard, &mut state) {
                    Ok(larger) => {
                        frontier = larger;
                        // Its entries refer to the seeds of the old frontier.
                        table = None;
                    }
                    Err(stop) => {
                        finding.lower_bound = state.bound;
                        finding.stop = Some(stop);
                        return finding;
                    }
                }
            }
        }
    }

    /// The frontier to begin with, and the state: that to resume, if it is of this search.
    fn begin<const S: usize>(
        &self,
        labels: &[u16],
        guard: &Guard<'_>,
        options: ProofOptions<'_>,
    ) -> Result<(Frontier<W, S>, ProofState), Stop> {
        let fresh = |seeds| ProofState {
            seeds,
            bound: options.at_least,
            counts: Counts {
                generated: options.counts.generated + 1,
                ..options.counts
            },
            ..ProofState::default()
        };
        if let Some(old) = options.resume {
            let mut again = fresh(old.seeds.min(SEEDS[1]));
            let frontier = self.lay(labels, guard, &mut again)?;
            if again.frontier == old.frontier && frontier.allows_bound(old.bound) {
                return Ok((frontier, old.clone()));
            }
        }
        let mut state = fresh(match options.seeds {
            0 => SEEDS[0],
            seeds => seeds,
        });
        let frontier = self.lay(labels, guard, &mut state)?;
        Ok((frontier, state))
    }

    /// Lays a frontier of as many seeds as the state says.
    fn lay<const S: usize>(
        &self,
        labels: &[u16],
        guard: &Guard<'_>,
        state: &mut ProofState,
    ) -> Result<Frontier<W, S>, Stop> {
        let (probe_tables, pruning) = (self.probe_tables, self.pruning);
        let counts = &mut state.counts;
        let frontier = Frontier::new(probe_tables, pruning, labels, state.seeds, guard, counts)?;
        // All lengths of solutions have the parity of the frontier's bound.
        let known = state.bound + (state.bound + frontier.bound()) % 2;
        state.bound = known.max(frontier.bound());
        state.frontier = frontier.signature(probe_tables, pruning);
        Ok(frontier)
    }
}

/// Makes or enlarges the transposition table for the next iteration, if it pays.
fn choose_table(
    guard: &Guard<'_>,
    options: ProofOptions<'_>,
    state: &ProofState,
    table: &mut Option<SharedTable>,
) {
    let generated = match options.transpositions {
        _ if options.count_full || state.seeds > SharedTable::MOST_SEEDS => return,
        Some(false) => return,
        Some(true) => state.before.max(SharedTable::PAYS_FROM),
        None => state.before,
    };
    let wanted = SharedTable::new(generated, guard);
    match (&wanted, &*table) {
        (Some(wanted), Some(table)) if !wanted.is_larger(table) => {}
        (None, _) => {}
        _ => *table = wanted,
    }
}

/// Whether A* is to be done again after an iteration of `last` nodes; the state gets the number of
/// seeds.
fn wants_more_seeds(options: ProofOptions<'_>, last: u64, state: &mut ProofState) -> bool {
    let wanted = (last / NODES_PER_SEED).min(SEEDS[1] as u64) as usize;
    if options.seeds != 0 || wanted < 2 * state.seeds {
        return false;
    }
    state.seeds = wanted;
    true
}

/// Tells the bound, and asks what is known by now.
fn pause(
    guard: &Guard<'_>,
    most_bound: u32,
    state: &mut ProofState,
    last: u64,
    between: &mut BetweenIterations<'_>,
) -> Result<Option<u32>, Stop> {
    let bound = state.bound;
    guard.tell(&Event::BoundRaised {
        bound,
        source: Source::CompoundIda,
        counts: state.counts,
    })?;
    guard.check(&state.counts)?;
    if bound > most_bound {
        return Err(Stop::Depth);
    }
    between(Pause {
        bound,
        last,
        counts: &mut state.counts,
    })
}
