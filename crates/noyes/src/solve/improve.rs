//! Shorter and shorter solutions of boards too large to prove: what the stage *beam* does.
//!
//! A fixed sequence of attempts, cut off wherever the limits say: beams of growing width where
//! the board is small enough for them, else tours, and passes of windows over the best path. On small
//! boards a share of the nodes goes into the proof, so that the bound rises too. No attempt
//! looks at a clock, so that with the same seed and threads more time never gives a longer
//! solution.

use super::Plan;
use crate::board::Moves;
use crate::goal::Instance;
use crate::heuristic::HeuristicKind;
use crate::search::beam::{BeamOptions, WidthSchedule};
use crate::search::euler_beam::{EulerBeamOptions, euler_beam};
use crate::search::windows::{self, Pass};
use crate::search::{Algorithm, Counts, Event, Finding, Guard, Stop, Weight, search};
use crate::verify::verify;
use crate::workers::Workers;

/// Boards of more cells are too much for beams that copy them, and get tours. Smaller ones get
/// none: at 10×10 a tour of 0.1 s gives 1.9 × Manhattan, a beam of 0.1 s 1.7.
const MOST_BEAM_CELLS: usize = 100;

/// The most cells of a board whose first tour takes less than a second.
const QUICK_CELLS: usize = 1000;

/// Nodes of windows for each node of the tours before: at a tenth of their price. The first passes
/// take off one part in a hundred, four times as many nodes hardly more.
const WINDOW_SHARE: u64 = 1;

/// Nodes for the proof before the first beam: enough for boards near their goal.
const FIRST_PROOF: u64 = 300_000;
/// Of so many nodes one is for the proof, spent when there are enough for more than the last time.
const PROOF_SHARE: u64 = 6;
/// The most cells of a board whose proof is worth a share.
const WORTH_PROVING: usize = 36;

/// The state of the improvement: the best so far and what it took.
struct Improvement<'a, 'g> {
    instance: &'a Instance,
    guard: &'a Guard<'g>,
    threads: usize,
    seed: u64,
    best: Option<Moves>,
    lower_bound: u32,
    counts: Counts,
    passes: usize,
    /// Nodes the proof may take next time, at least.
    proof_nodes: u64,
}

/// Improves on `best` until a limit stops it or nothing more can be tried.
pub(super) fn improve(
    instance: &Instance,
    plan: &Plan,
    best: Option<Moves>,
    lower_bound: u32,
    guard: &Guard<'_>,
) -> Finding {
    let workers = Workers::new(plan.threads);
    let guard = guard.on(workers.all());
    let mut improvement = Improvement {
        instance,
        guard: &guard,
        threads: plan.threads,
        seed: plan.seed,
        best,
        lower_bound,
        counts: Counts::default(),
        passes: 0,
        proof_nodes: 0,
    };
    let stop = improvement.go_on().err();
    Finding {
        moves: improvement.best,
        lower_bound: improvement.lower_bound,
        counts: improvement.counts,
        stop,
    }
}

impl Improvement<'_, '_> {
    fn go_on(&mut self) -> Result<(), Stop> {
        let effort = BeamOptions {
            seed: self.seed,
            ..BeamOptions::default()
        };
        let cells = self.instance.size().cells();
        let mut ratchet =
            WidthSchedule::new(self.instance, effort).filter(|_| cells <= MOST_BEAM_CELLS);
        self.window_passes(1)?;
        self.prove(FIRST_PROOF)?;
        let mut credit = 0;
        for round in 0.. {
            if self.is_proven() {
                break;
            }
            let before = self.counts.generated;
            if cells > MOST_BEAM_CELLS {
                self.tours(round)?;
            }
            if let Some(turning) = &mut ratchet {
                let below = self.best.as_ref().map_or(u32::MAX, |m| m.len() as u32);
                match turning.next_beam(below, self.guard, &mut self.counts) {
                    Ok(Some(moves)) => self.take(moves, "beam")?,
                    Ok(None) => {}
                    // No wider beam fits: windows and proof go on.
                    Err(Stop::Memory) => ratchet = None,
                    Err(stop) => return Err(stop),
                }
            }
            self.window_passes(1)?;
            if cells <= WORTH_PROVING {
                credit += (self.counts.generated - before) / PROOF_SHARE;
                if credit >= self.proof_nodes {
                    self.prove(std::mem::take(&mut credit))?;
                }
            }
        }
        Ok(())
    }

    /// Gives so many nodes to the proof, which begins again from the start: its earlier iterations
    /// are small beside the last.
    fn prove(&mut self, nodes: u64) -> Result<(), Stop> {
        if self.is_proven() {
            return Ok(());
        }
        self.proof_nodes = nodes + nodes / 2;
        let guard = self.guard.part(self.counts.generated, nodes);
        let kind = HeuristicKind::strongest(self.instance.size());
        let found = search(self.instance, Algorithm::Ida, kind, Weight::ONE, &guard);
        // The strongest heuristic of a size can be had for it.
        let Ok(found) = found else { return Ok(()) };
        self.counts = self.counts.plus(found.counts);
        self.lower_bound = self.lower_bound.max(found.lower_bound);
        if let Some(moves) = found.moves {
            self.take(moves, "IDA*")?;
        }
        match found.stop {
            Some(Stop::Nodes) => self.guard.check(&self.counts),
            Some(stop) => Err(stop),
            None => Ok(()),
        }
    }

    /// A tour a thread, each a little different, told as they come in, and passes of windows over the
    /// shortest.
    fn tours(&mut self, round: usize) -> Result<(), Stop> {
        let (instance, all) = (self.instance, self.counts);
        let spent = all.generated;
        let guard = self.guard.share(spent, self.threads as u64);
        let mut shortest: Option<(Moves, usize)> = None;
        let mut stopped = None;
        std::thread::scope(|scope| {
            let (sender, done) = std::sync::mpsc::channel();
            for thread in 0..self.threads {
                let (settings, sender) = (self.settings(round, thread), sender.clone());
                scope.spawn(move || {
                    let mut counts = all;
                    let found = euler_beam(instance, &settings, &guard, &mut counts);
                    // Nobody listens once this scope is left, which waits for all.
                    let _ = sender.send((found, thread, counts));
                });
            }
            drop(sender);
            for (found, thread, counts) in done {
                self.counts.generated += counts.generated - spent;
                let key = |moves: &Moves, thread: usize| (moves.len(), thread);
                match found {
                    Ok(moves) => {
                        if let Err(stop) = self.take(moves.clone(), "tour") {
                            stopped = Some(stop);
                        }
                        let is_shorter = shortest
                            .as_ref()
                            .is_none_or(|(best, by)| key(&moves, thread) < key(best, *by));
                        if is_shorter {
                            shortest = Some((moves, thread));
                        }
                    }
                    Err(stop) => stopped = Some(stop),
                }
            }
        });
        let Some((moves, _)) = shortest else {
            return stopped.map_or(Ok(()), Err);
        };
        // Of several as long the one kept must not be who came first, stopped or not.
        if self.best.as_ref().map(|best| best.len()) == Some(moves.len()) {
            self.best = Some(moves.clone());
        }
        stopped.map_or(Ok(()), Err)?;
        let nodes = (self.counts.generated - spent) * WINDOW_SHARE;
        self.polish(moves, nodes)
    }

    /// What a tour of a round is like. Both beams get four times as wide from round to round, which costs
    /// about three times as much: all rounds before one take half of its time. On boards of which a tour
    /// takes less than a second the first act of the first round is half as wide, so that it is
    /// done by then. Wider than a thousandfold the guard would be asked too seldom.
    fn settings(&self, round: usize, thread: usize) -> EulerBeamOptions {
        let size = self.instance.size();
        let number = round * self.threads + thread;
        let usual = EulerBeamOptions::default();
        let wider = 2 * round.min(5);
        let is_quick = round == 0 && size.cells() <= QUICK_CELLS;
        EulerBeamOptions {
            width: if is_quick { 12 } else { 25 << wider },
            line_width: (4 * size.rows().max(size.cols())).min(320) << wider,
            salt: self.seed.wrapping_add(number as u64),
            near_distance: usual.near_distance + [0.0, 0.5, 0.25][number % 3],
            chunk: usual.chunk + number % 2,
            ..usual
        }
    }

    /// Passes of windows over a path that has had none, for so many nodes.
    fn polish(&mut self, mut moves: Moves, nodes: u64) -> Result<(), Stop> {
        let end = self.counts.generated + nodes;
        for number in 0.. {
            let before = windows::without_cycles(self.instance, &moves);
            let pass = Pass::new(number, self.seed);
            let (shorter, stop) =
                windows::shorten(self.instance, &before, pass, self.guard, &mut self.counts);
            moves = shorter;
            if self
                .best
                .as_ref()
                .is_none_or(|best| moves.len() < best.len())
            {
                self.passes = number + 1;
            }
            self.take(moves.clone(), "windows")?;
            stop.map_or(Ok(()), Err)?;
            if self.counts.generated >= end {
                break;
            }
        }
        Ok(())
    }

    fn is_proven(&self) -> bool {
        self.best
            .as_ref()
            .is_some_and(|moves| moves.len() as u32 <= self.lower_bound)
    }

    fn window_passes(&mut self, count: usize) -> Result<(), Stop> {
        for _ in 0..count {
            let Some(best) = &self.best else {
                return Ok(());
            };
            let pass = Pass::new(self.passes, self.seed);
            self.passes += 1;
            let best = windows::without_cycles(self.instance, best);
            let (shorter, stop) =
                windows::shorten(self.instance, &best, pass, self.guard, &mut self.counts);
            self.take(shorter, "windows")?;
            stop.map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    /// Takes a path, if it is shorter and right, and tells.
    fn take(&mut self, moves: Moves, source: &'static str) -> Result<(), Stop> {
        let is_shorter = self
            .best
            .as_ref()
            .is_none_or(|best| moves.len() < best.len());
        let is_right = || verify(self.instance.board(), self.instance.goal(), &moves).is_ok();
        debug_assert!(is_right());
        if !is_shorter || !is_right() {
            return Ok(());
        }
        let best = self.best.insert(moves);
        self.guard.tell(&Event::Improved {
            moves: best,
            source,
            counts: &self.counts,
        })
    }
}
