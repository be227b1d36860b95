//! Shorter and shorter solutions of boards too large to prove: what a stage of beams does.
//!
//! A fixed sequence of attempts, cut off where the limits say: beams of growing width where the
//! board is small enough for them, else Euler beams, and passes of windows over the best path. On
//! boards of up to 100 cells a share of the nodes raises the bound: IDA* from both ends, and on
//! small boards a proof with tables. The sequence follows from the seed and the threads, but for
//! the last beams before a time limit, which are fitted to the time that is left
//! (`fitted_width.rs`).

use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::fitted_width::Pace;
use super::plan::{Improvement, Shortening};
use super::session::Session;
use super::tables::{NoTables, Ready, TableSet};
use crate::board::Moves;
use crate::guard::{Counts, Event, Finding, Guard, Source, Stop};
use crate::heuristic::HeuristicKind;
use crate::search::beam::{BeamOptions, WidthSchedule};
use crate::search::euler_beam::{EulerBeamOptions, euler_beam};
use crate::search::windows::{self, Pass};
use crate::search::{
    Algorithm, BothWays, CompoundSolver, Ends, Pause, ProofOptions, Weight, search,
};
use crate::workers::Threads;

/// Nodes of windows for each node of the round's Euler beams. A window's node costs a tenth of the
/// time. The first passes shorten the path by 1 %; four times the nodes gain hardly more.
const WINDOW_SHARE: u64 = 1;
/// The width of Euler beams, which every round but the first multiplies by four.
const EULER_WIDTH: usize = 25;
/// Rounds after which Euler beams grow no wider: the guard would be asked too seldom.
const MOST_WIDENED: usize = 5;

/// The state of the improvement: what it took so far.
struct Attempts<'a, 'g> {
    session: &'a Session<'a>,
    guard: &'a Guard<'g>,
    improvement: Improvement,
    counts: Counts,
    /// Passes of windows over the best path so far.
    passes: usize,
    /// Nodes the proof may take next time, at least.
    proof_nodes: u64,
}

/// Improves on the best solution until a limit stops it or nothing more can be tried.
pub(super) fn improve(
    session: &Session<'_>,
    improvement: Improvement,
    guard: &Guard<'_>,
) -> Finding {
    let mut attempts = Attempts {
        session,
        guard,
        improvement,
        counts: Counts::default(),
        passes: 0,
        proof_nodes: 0,
    };
    let stop = attempts.go_on().err();
    Finding {
        moves: session.best(),
        lower_bound: session.state().interval.lower_bound(),
        counts: attempts.counts,
        stop,
    }
}

impl Attempts<'_, '_> {
    fn go_on(&mut self) -> Result<(), Stop> {
        let instance = self.session.instance;
        let mut beams = match self.improvement.method {
            Shortening::Beams => {
                let options = BeamOptions {
                    seed: self.session.plan.seed,
                    net: self.session.engine.net(instance.size()),
                };
                WidthSchedule::new(instance, options)
            }
            Shortening::MultiTileBeams
            | Shortening::EulerBeams { .. }
            | Shortening::WindowsOnly => None,
        };
        self.window_pass()?;
        let both_ways = self.improvement.both_ways;
        let ends = both_ways.map(|_| Ends::of(instance));
        let mut searches = ends.as_ref().map(Ends::searches);
        if searches.is_none() || self.improvement.proof_tables.is_some() {
            self.prove(self.improvement.first_proof)?;
        }
        if let Some(searches) = &mut searches {
            self.raise(searches, self.improvement.first_proof)?;
        }
        let mut credit = 0;
        let mut pace = None;
        for round in 0.. {
            if self.session.is_optimal() {
                break;
            }
            let before = self.counts.generated;
            if let Shortening::EulerBeams { width, line_width } = self.improvement.method {
                let [usual, line_width] = euler_widths(round, width, line_width);
                let width = self.beam_width(usual, pace);
                let started = self.session.elapsed();
                self.euler_beams(round, width, (line_width * width / usual).max(1))?;
                pace = Some(self.pace(width, started));
            }
            if let Some(schedule) = &mut beams {
                let below = self.session.length().unwrap_or(u32::MAX);
                let width = self.beam_width(schedule.width(), pace);
                let started = self.session.elapsed();
                let found = schedule.next_beam(width, below, self.guard, &mut self.counts);
                pace = Some(self.pace(width, started));
                match found {
                    Ok(Some(moves)) => self.tell(&moves, Source::Beam)?,
                    Ok(None) => {}
                    // No wider beam fits: windows and proof go on.
                    Err(Stop::Memory) => beams = None,
                    Err(stop) => return Err(stop),
                }
            }
            self.window_pass()?;
            let spent = self.counts.generated - before;
            if let (Some(searches), Some(percent)) = (&mut searches, both_ways) {
                self.raise(searches, spent.saturating_mul(percent) / 100)?;
            }
            let proof_share = self.improvement.proof_share;
            let has_proof = searches.is_none() || self.improvement.proof_tables.is_some();
            if let Some(share) = proof_share.filter(|_| has_proof) {
                credit += spent / share;
                if credit >= self.proof_nodes {
                    self.prove(std::mem::take(&mut credit))?;
                }
            }
        }
        Ok(())
    }

    /// The width of the next beam, of which the usual one is given.
    fn beam_width(&self, usual: usize, pace: Option<Pace>) -> usize {
        match (pace, self.session.left()) {
            (Some(pace), Some(left)) => pace.next_width(usual, left.as_secs_f64()),
            _ => usual,
        }
    }

    /// What a beam that was started then tells of the next.
    fn pace(&self, width: usize, started: Duration) -> Pace {
        let seconds = self.session.elapsed().saturating_sub(started);
        Pace {
            width,
            seconds: seconds.as_secs_f64(),
        }
    }

    /// Gives `nodes` nodes to the proof, which begins again from the start: its earlier iterations
    /// are small beside the last.
    fn prove(&mut self, nodes: u64) -> Result<(), Stop> {
        if self.session.is_optimal() || nodes == 0 {
            return Ok(());
        }
        self.proof_nodes = nodes + nodes / 2;
        let instance = self.session.instance;
        let tables = self.proof_tables()?;
        let guard = self.guard.part(self.counts.generated, nodes);
        let (found, source) = match tables {
            Some(solver) => {
                // On one thread, so that its nodes, and with them the shares of what follows, do
                // not depend on the timing of threads.
                let guard = guard.on(guard.threads().at_most(1));
                let options = ProofOptions {
                    at_least: self.session.state().interval.lower_bound(),
                    ..ProofOptions::default()
                };
                let known = &mut |_: Pause<'_>| Ok(self.session.length());
                let found = solver.solve(instance, &guard, options, known);
                (found, Source::CompoundIda)
            }
            None => {
                let kind = HeuristicKind::strongest(instance.size());
                match search(instance, Algorithm::Ida, kind, Weight::ONE, &guard) {
                    Ok(found) => (found, Source::Ida),
                    // The strongest heuristic of a size can be had for it.
                    Err(_) => return Ok(()),
                }
            }
        };
        self.counts = self.counts.plus(found.counts);
        if let Some(moves) = &found.moves {
            self.tell(moves, source)?;
        }
        self.guard.tell(&Event::BoundRaised {
            bound: found.lower_bound,
            source,
            counts: self.counts,
        })?;
        match found.stop {
            // A bound past what a node holds is no limit of the caller's.
            Some(Stop::Nodes | Stop::Depth) => self.guard.check(&self.counts),
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    /// Gives `nodes` nodes to the bound from both ends.
    fn raise(&mut self, searches: &mut BothWays<'_>, nodes: u64) -> Result<(), Stop> {
        if self.session.is_optimal() {
            return Ok(());
        }
        match searches.raise(nodes, self.guard, &mut self.counts)? {
            Some(moves) => self.tell_proven(&moves),
            None => Ok(()),
        }
    }

    /// The tables that the plan gives to the proof; none if they cannot be had.
    fn proof_tables(&mut self) -> Result<Option<Arc<CompoundSolver>>, Stop> {
        let Some(tier) = self.improvement.proof_tables else {
            return Ok(None);
        };
        let set = TableSet::of(self.session.instance, tier);
        match self.session.engine.tables().get(set, self.guard) {
            Ok(Ready::Compound(solver)) => Ok(Some(solver)),
            Err(NoTables::Stopped(stop)) => Err(stop),
            Ok(_) | Err(NoTables::Unavailable) => {
                self.improvement.proof_tables = None;
                Ok(None)
            }
        }
    }

    /// One Euler beam for each thread, each a little different, told as they end, and passes of
    /// windows over the shortest path.
    fn euler_beams(&mut self, round: usize, width: usize, line_width: usize) -> Result<(), Stop> {
        let (instance, before) = (self.session.instance, self.counts);
        let threads = self.guard.threads();
        let spent = before.generated;
        let guard = self
            .guard
            .share(spent, threads.count() as u64)
            .on(Threads::ONE);
        let state = Mutex::new((before, None));
        let results = threads.map(threads.count(), |number| {
            let options = self.options(round, number, width, line_width);
            let mut counts = before;
            let found = euler_beam(instance, &options, &guard, &mut counts);
            let mut state = state
                .lock()
                .unwrap_or_else(|poisoned| poisoned.into_inner());
            state.0.generated += counts.generated - spent;
            if let Ok(moves) = &found {
                let told = guard.tell(&Event::improved(moves, Source::EulerBeam, state.0));
                state.1 = state.1.or(told.err());
            }
            found
        });
        let (counts, mut stopped) = state
            .into_inner()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        self.counts = counts;
        let mut shortest: Option<Moves> = None;
        for result in results {
            match result {
                Ok(moves)
                    if shortest
                        .as_ref()
                        .is_none_or(|best| moves.len() < best.len()) =>
                {
                    shortest = Some(moves);
                }
                Ok(_) => {}
                Err(stop) => stopped = stopped.or(Some(stop)),
            }
        }
        let Some(moves) = shortest else {
            return stopped.map_or(Ok(()), Err);
        };
        self.session.settle_tie(&moves);
        stopped.map_or(Ok(()), Err)?;
        let nodes = (self.counts.generated - spent) * WINDOW_SHARE;
        self.polish(moves, nodes)
    }

    /// What an Euler beam of a round is like.
    fn options(
        &self,
        round: usize,
        thread: usize,
        width: usize,
        line_width: usize,
    ) -> EulerBeamOptions<'static> {
        let number = round * self.guard.threads().count() + thread;
        let usual = EulerBeamOptions::default();
        EulerBeamOptions {
            width,
            line_width,
            salt: self.session.plan.seed.wrapping_add(number as u64),
            near_distance: usual.near_distance + [0.0, 0.0, 0.25][number % 3],
            chunk: usual.chunk + number % 2,
            ..usual
        }
    }

    /// Passes of windows over a path that has had none, for `nodes` nodes.
    fn polish(&mut self, mut moves: Moves, nodes: u64) -> Result<(), Stop> {
        let end = self.counts.generated + nodes;
        for number in 0.. {
            let (shorter, stop) = self.pass(&moves, number);
            moves = shorter;
            let length = moves.len() as u32;
            if self.session.length().is_none_or(|best| length < best) {
                self.passes = number + 1;
            }
            self.tell(&moves, Source::Windows)?;
            stop.map_or(Ok(()), Err)?;
            if self.counts.generated >= end {
                break;
            }
        }
        Ok(())
    }

    /// The next pass of windows over the best path.
    fn window_pass(&mut self) -> Result<(), Stop> {
        let Some(best) = self.session.best() else {
            return Ok(());
        };
        let number = self.passes;
        self.passes += 1;
        let (shorter, stop) = self.pass(&best, number);
        self.tell(&shorter, Source::Windows)?;
        stop.map_or(Ok(()), Err)
    }

    fn pass(&mut self, moves: &Moves, number: usize) -> (Moves, Option<Stop>) {
        let instance = self.session.instance;
        let path = match windows::without_cycles(instance, moves, self.guard, &self.counts) {
            Ok(path) => path,
            Err(stop) => return (moves.clone(), Some(stop)),
        };
        let pass = Pass::new(number, self.session.plan.seed);
        windows::shorten(instance, &path, pass, self.guard, &mut self.counts)
    }

    /// Tells a solution that is a shortest one.
    fn tell_proven(&self, moves: &Moves) -> Result<(), Stop> {
        self.tell(moves, Source::Ida)?;
        self.guard.tell(&Event::BoundRaised {
            bound: moves.len() as u32,
            source: Source::Ida,
            counts: self.counts,
        })
    }

    /// Tells a solution, which the session takes if it is shorter.
    fn tell(&self, moves: &Moves, source: Source) -> Result<(), Stop> {
        self.guard
            .tell(&Event::improved(moves, source, self.counts))
    }
}

/// The widths of a round of Euler beams, of which the first has these. Both are multiplied by four
/// from round to round, which costs about three times as much: all rounds before one take half of
/// its time.
fn euler_widths(round: usize, width: usize, line_width: usize) -> [usize; 2] {
    let wider = 2 * round.min(MOST_WIDENED);
    let width = if round == 0 {
        width
    } else {
        EULER_WIDTH << wider
    };
    [width, line_width << wider]
}
