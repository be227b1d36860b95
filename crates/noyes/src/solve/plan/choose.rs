//! The choice of stages: the only place that decides between algorithms, tables and shares.
//!
//! A search still sizes its own data structures, such as its transposition table.

use std::time::Duration;

use super::inventory::Inventory;
use super::{
    CompoundProof, Estimate, FirstBound, Improvement, Plan, PlanError, Shortening, Stage,
    TableChoice,
};
use crate::board::{Metric, Size};
use crate::goal::Instance;
use crate::heuristic::{HeuristicKind, WalkingBound};
use crate::pattern::Tier;
use crate::search::beam::Beam;
use crate::search::{Algorithm, CountAs, MultiTileSolver, Weight};
use crate::solve::tables::{TableSet, needs_compound};
use crate::solve::{HeuristicChoice, Request};

/// Nodes that quick tables may be searched for in the life of an engine, before the small ones are
/// built, unless the engine says otherwise: a tenth of a second, which suffices for most boards,
/// where building takes a second.
pub(in crate::solve) const QUICK_NODES: u64 = 3_000_000;

/// Nodes of beams before tables are even read: most of a second.
const FIRST_BEAMS: u64 = 2_000_000;
/// Time that makes tables of half a minute worth building without being asked for.
const PATIENCE: Duration = Duration::from_secs(120);

/// Boards of more cells are too much for beams that copy them, and get Euler beams. Smaller ones
/// get none: at 10×10 an Euler beam of 0.1 s gives 1.9 × Manhattan, a beam of 0.1 s 1.7.
const MOST_BEAM_CELLS: usize = 100;
/// Nodes for the proof before the first beam: enough for boards near their goal.
const FIRST_PROOF: u64 = 300_000;
/// One node in this many goes to the proof.
const PROOF_SHARE: u64 = 6;
/// The most cells of a board whose proof gets a share.
const MOST_PROOF_CELLS: usize = 36;
/// Nodes of the bound from both ends for a hundred of the beams: about a tenth of the time, since
/// its nodes are some five times as fast. Where nodes are limited they are taken from the beams.
const BOTH_WAYS_PERCENT: u64 = 40;

/// The most cells of a board whose first bound is linear conflict: the bound of its tables follows.
const MOST_LINE_CELLS: usize = 25;
/// Boards of more cells are proven with tables where a proof is asked for, or where linear conflict
/// says no more than this. From there on, what a limit allows is better spent on beams.
const MOST_WIDE_BOUND: u32 = 90;

/// The most cells of a board that a proof without tables is likely to end on.
const MOST_PROVEN_CELLS: usize = 16;

/// Iterations of a long proof expected to be smaller are done before a beam is.
const BEAMS_AFTER: u64 = 400_000;
/// How many times larger an iteration is than the one before.
const GROWTH: u64 = 8;
/// Nodes of an iteration after which it pays to open tables of several gigabytes.
const SWITCH_AFTER: u64 = 30_000_000;

impl Plan {
    /// Chooses algorithm, heuristic, tables and budget.
    pub(in crate::solve) fn choose(
        instance: &Instance,
        request: &Request,
        inventory: &dyn Inventory,
    ) -> Result<Self, PlanError> {
        let size = instance.size();
        if request.metric == Metric::Multi {
            let free = matches!(request.algorithm, None | Some(Algorithm::Ida))
                && request.heuristic.is_none()
                && request.tables == TableChoice::Auto;
            if !free {
                return Err(PlanError::Multi);
            }
        }
        let can_choose = |algorithm: Algorithm| algorithm.duplicates().is_some();
        if request.duplicates.is_some() && !request.algorithm.is_some_and(can_choose) {
            return Err(PlanError::Duplicates);
        }
        if request.count_as != CountAs::Noyes
            && (request.algorithm, request.heuristic)
                != (Some(Algorithm::Ida), Some(HeuristicKind::Manhattan.into()))
        {
            return Err(PlanError::CountAs);
        }
        let limits = request.limits;
        let memory = limits.search_memory(|| inventory.available_memory());
        let threads = limits.threads.unwrap_or(usize::MAX);
        let threads = threads.min(inventory.threads()).max(1);
        let is_small = size.fits_in(4);
        let is_beam = request.algorithm == Some(Algorithm::Beam);
        let is_unlimited = request.optimal || !is_beam && (is_small || request.algorithm.is_some());
        let time = limits
            .time
            .or((!is_unlimited).then_some(Self::DEFAULT_TIME));
        let choice = Choice {
            instance,
            request,
            inventory,
            memory,
            is_small,
            // Time enough to build tables that take half a minute.
            has_patience: time.is_none_or(|time| time >= PATIENCE),
        };
        let mut stages = choice.stages()?;
        for stage in &mut stages {
            stage.estimate = Estimate::new(instance, stage, time, threads, inventory);
        }
        Ok(Self {
            size,
            blank_home: instance.blank_home(),
            metric: request.metric,
            first_bound: match request.metric {
                Metric::Multi if has_line_tables(size) => FirstBound::Trivial,
                Metric::Multi => FirstBound::Slides,
                Metric::Single if size.cells() > MOST_LINE_CELLS => FirstBound::Groups,
                Metric::Single => FirstBound::LinearConflict,
            },
            walking: {
                // Counts that are to be compared begin with the tables' own bound.
                let is_free = !request.count_full;
                let has_answer = stages[0].algorithm == Algorithm::Construct;
                let has_tables = request.metric == Metric::Multi && has_line_tables(size);
                is_free && has_answer && !is_small && !has_tables && WalkingBound::fits(size)
            },
            stages,
            time,
            nodes: limits.nodes,
            memory,
            threads,
            seed: request.seed,
            from: request.from.clone(),
            count_distinct: request.count_distinct,
            count_full: request.count_full,
            checkpoint: request.checkpoint.clone(),
            resume: request.resume.clone(),
            wants_proof: match request.algorithm {
                Some(algorithm) => {
                    request.optimal || algorithm.finds_minimum() && !algorithm.is_anytime()
                }
                None => request.optimal || is_small,
            },
        })
    }
}

/// Whether there are tables for multi-tile moves on boards of a size.
fn has_line_tables(size: Size) -> bool {
    size.cells() <= MultiTileSolver::MOST_CELLS
}

/// The computed heuristic of an algorithm, where none is asked for.
fn usual_heuristic(algorithm: Algorithm, size: Size) -> HeuristicKind {
    match algorithm {
        Algorithm::Course => HeuristicKind::Manhattan,
        _ => HeuristicKind::strongest(size),
    }
}

/// The heuristic of a search without tables.
pub(in crate::solve) fn heuristic_of(
    request: &Request,
    algorithm: Algorithm,
    size: Size,
) -> Result<HeuristicKind, PlanError> {
    match request.heuristic {
        Some(HeuristicChoice::Kind(kind)) => Ok(kind),
        Some(HeuristicChoice::Pattern) => Err(PlanError::Pattern),
        None => Ok(usual_heuristic(algorithm, size)),
    }
}

/// What the choice of stages depends on.
struct Choice<'a> {
    instance: &'a Instance,
    request: &'a Request,
    inventory: &'a dyn Inventory,
    memory: usize,
    is_small: bool,
    has_patience: bool,
}

impl Choice<'_> {
    fn size(&self) -> Size {
        self.instance.size()
    }

    /// The heuristic that was asked for, if it is one that is computed.
    fn computed(&self) -> Option<HeuristicKind> {
        match self.request.heuristic {
            Some(HeuristicChoice::Kind(kind)) => Some(kind),
            Some(HeuristicChoice::Pattern) | None => None,
        }
    }

    fn stage(&self, algorithm: Algorithm, weight: Weight) -> Stage {
        let usual = usual_heuristic(algorithm, self.size());
        Stage {
            algorithm,
            heuristic: self.computed().unwrap_or(usual),
            tables: None,
            weight: weight.on(self.size()),
            duplicates: algorithm
                .duplicates()
                .map(|own| self.request.duplicates.unwrap_or(own)),
            count_as: self.request.count_as,
            metric: self.request.metric,
            nodes: None,
            fallback: false,
            improvement: (algorithm == Algorithm::Beam).then(|| self.improvement()),
            proof: None,
            estimate: Estimate::default(),
        }
    }

    fn stages(&self) -> Result<Vec<Stage>, PlanError> {
        let request = self.request;
        let construct = self.stage(Algorithm::Construct, Weight::ONE);
        let beams = self.stage(Algorithm::Beam, Weight::ONE);
        let fallback = request.fallback.then_some(Stage {
            fallback: true,
            ..construct
        });
        let ida = self.ida();
        if request.heuristic == Some(HeuristicChoice::Pattern) && ida.tables.is_none() {
            return Err(PlanError::Pattern);
        }
        Ok(match request.algorithm {
            Some(Algorithm::Beam) => vec![construct, beams],
            Some(Algorithm::Ida) => [ida].into_iter().chain(fallback).collect(),
            Some(algorithm) => {
                let asked = self.stage(algorithm, request.weight);
                [asked].into_iter().chain(fallback).collect()
            }
            None if request.metric == Metric::Multi && has_line_tables(self.size()) => {
                vec![construct, ida]
            }
            None if request.metric == Metric::Multi => vec![construct, beams],
            // A long proof, and solutions shortened while it goes on; a good solution before it
            // unless the proof is what was asked for.
            None if ida.proof.is_some() && request.optimal => vec![construct, ida],
            None if ida.proof.is_some() => {
                let beams = Stage {
                    nodes: Some(FIRST_BEAMS),
                    ..beams
                };
                vec![construct, beams, ida]
            }
            // A heuristic was asked for, which no beam uses.
            None if self.computed().is_some() && self.size().cells() > MOST_PROVEN_CELLS => {
                let ida = Stage {
                    nodes: Some(FIRST_BEAMS),
                    ..ida
                };
                vec![construct, ida, beams]
            }
            // These boards are usually proven at once, so no solution is constructed first.
            // Construction is the fallback if a limit stops the proof.
            None if self.is_small || ida.tables.is_some() || self.computed().is_some() => {
                let quick = Stage {
                    tables: Some(Tier::Quick),
                    nodes: Some(self.inventory.quick_nodes()),
                    ..ida
                };
                let is_quick_first = request.quick_tables
                    && request
                        .tables
                        .quick_first(self.instance, ida.tables, self.inventory);
                let quick = is_quick_first.then_some(quick);
                quick.into_iter().chain([ida]).chain(fallback).collect()
            }
            // The improvement gives a share of its nodes to the proof.
            None => vec![construct, beams],
        })
    }

    /// The proof: IDA* with pattern tables where there are any, else with a computed heuristic.
    fn ida(&self) -> Stage {
        let request = self.request;
        let may_use_tables = matches!(request.algorithm, None | Some(Algorithm::Ida))
            && self.computed().is_none()
            && request.metric == Metric::Single
            && self.is_within_reach();
        let tables = may_use_tables.then(|| {
            request.tables.tier(
                self.instance,
                self.memory,
                self.has_patience,
                self.inventory,
            )
        });
        let tables = tables.flatten();
        Stage {
            tables,
            proof: tables
                .filter(|_| needs_compound(self.size()))
                .map(|tier| self.proof(tier)),
            ..self.stage(Algorithm::Ida, Weight::ONE)
        }
    }

    /// Whether a proof with tables is worth its time: on boards of more than 25 cells only where it
    /// is asked for, or the board seems near to its goal.
    fn is_within_reach(&self) -> bool {
        let request = self.request;
        let is_asked_for = request.optimal
            || request.algorithm.is_some()
            || request.heuristic == Some(HeuristicChoice::Pattern)
            || request.tables != TableChoice::Auto;
        let bound = || HeuristicKind::LinearConflict.bound(self.instance);
        self.size().cells() <= MOST_LINE_CELLS
            || is_asked_for
            || bound().is_ok_and(|bound| bound <= MOST_WIDE_BOUND)
    }

    fn proof(&self, tier: Tier) -> CompoundProof {
        let large = TableSet::of(self.instance, Tier::Large);
        let resumed = self.request.resume.as_ref().map(|old| old.tier);
        let begins = matches!(tier, Tier::Huge | Tier::Vast)
            && resumed != Some(tier)
            && self.inventory.is_there(&large);
        CompoundProof {
            begin_with: begins.then_some(Tier::Large),
            switch_after: SWITCH_AFTER,
            beams_after: BEAMS_AFTER,
            beam_halves: if self.request.optimal || self.request.algorithm.is_some() {
                1
            } else {
                2 * GROWTH
            },
        }
    }

    /// The tables of the proof beside beams, on boards that are out of the reach of a proof with
    /// tables alone: they raise the bound further than linear conflict. A search that was asked for
    /// by name goes without.
    fn improvement_tables(&self) -> Option<Tier> {
        let request = self.request;
        let has_any = self.size().cells() > MOST_LINE_CELLS
            && needs_compound(self.size())
            && request.metric == Metric::Single
            && request.algorithm.is_none()
            && request.heuristic.is_none();
        let tables = request.tables;
        has_any.then(|| {
            tables.tier(
                self.instance,
                self.memory,
                self.has_patience,
                self.inventory,
            )
        })?
    }

    /// Whether a bound from both ends has a share: on boards that are too large for a proof, and
    /// not so large that a few moves are nothing. A heuristic that was asked for is the proof's
    /// alone.
    fn has_both_ways(&self) -> bool {
        let cells = self.size().cells();
        cells > MOST_LINE_CELLS
            && cells <= MOST_BEAM_CELLS
            && self.request.metric == Metric::Single
            && self.computed().is_none()
    }

    fn improvement(&self) -> Improvement {
        let size = self.size();
        let cells = size.cells();
        let is_multi = self.request.metric == Metric::Multi;
        let method = if cells > MOST_BEAM_CELLS {
            Shortening::EulerBeams {
                width: 12,
                line_width: (4 * size.rows().max(size.cols())).min(160),
            }
        } else if Beam::fits(size) && is_multi {
            Shortening::MultiTileBeams
        } else if Beam::fits(size) {
            Shortening::Beams
        } else {
            Shortening::WindowsOnly
        };
        Improvement {
            method,
            // Proofs in single tiles say nothing of multi-tile moves.
            first_proof: if is_multi && method != Shortening::MultiTileBeams {
                0
            } else {
                FIRST_PROOF
            },
            proof_share: (cells <= MOST_PROOF_CELLS).then_some(PROOF_SHARE),
            proof_tables: self.improvement_tables(),
            both_ways: self.has_both_ways().then_some(BOTH_WAYS_PERCENT),
        }
    }
}
