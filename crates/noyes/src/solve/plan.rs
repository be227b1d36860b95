//! What will be done, chosen in one place and printable before anything is spent.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use super::tables::{QUICK_NODES, needs_compound};
use super::{Checkpoint, Estimate, HeuristicChoice, Request, TableChoice};
use crate::board::{Metric, Moves, Size};
use crate::goal::Instance;
use crate::heuristic::HeuristicKind;
use crate::pattern::{Pattern, Tier};
use crate::search::{Algorithm, MultiTileSolver, Weight};

/// One search of a plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its heuristic, for those that use one.
    pub heuristic: HeuristicKind,
    /// The pattern tables that take the heuristic's place.
    pub tables: Option<Tier>,
    /// Its weight, for those that are weighted.
    pub weight: Weight,
    /// What counts as one move.
    pub metric: Metric,
    /// Nodes after which the next stage is the better bet.
    pub nodes: Option<u64>,
    /// Whether it is run only if nothing before it found a solution.
    pub fallback: bool,
}

impl Stage {
    /// The name of what guides it; `none` if nothing does.
    pub fn guide(&self) -> &'static str {
        match self.tables {
            Some(_) => "pattern",
            None if self.metric == Metric::Multi && self.algorithm.uses_heuristic() => {
                "line-tables"
            }
            None if self.algorithm.uses_heuristic() => self.heuristic.name(),
            None => "none",
        }
    }
}

/// Why a plan cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Pattern tables were asked for and there are none for this.
    #[error(
        "the heuristic pattern goes with the algorithm ida, on boards of up to {} cells, with tables: leave out --heuristic, or use linear-conflict",
        Pattern::MOST_CELLS
    )]
    Pattern,
    /// Pushes were to be counted and that cannot be searched.
    #[error(
        "multi-tile moves are counted on boards of up to {} cells, by the algorithm ida with tables of its own: leave out --algorithm, --heuristic and --tables, or count single tiles",
        MultiTileSolver::MOST_CELLS
    )]
    Multi,
}

/// The stages of a solve and what they may spend together.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The board's size.
    pub size: Size,
    /// The goal cell of the blank.
    pub blank_home: usize,
    /// What counts as one move.
    pub metric: Metric,
    /// The stages in order. Once the best solution meets the bound, the rest is left out.
    pub stages: Vec<Stage>,
    /// Time for all stages.
    pub time: Option<Duration>,
    /// Nodes for all stages.
    pub nodes: Option<u64>,
    /// Bytes a stage may store.
    pub memory: usize,
    /// Threads a stage may use.
    pub threads: usize,
    /// Where searches that try their luck differ.
    pub seed: u64,
    /// A solution to start from.
    pub from: Option<Moves>,
    /// Whether the answer is incomplete without a proof.
    pub wants_proof: bool,
    /// Whether the last iteration of a proof is finished.
    pub count_full: bool,
    /// Where a proof keeps how far it has come.
    pub checkpoint: Option<PathBuf>,
    /// Where a proof goes on from.
    pub resume: Option<Checkpoint>,
}

impl Plan {
    /// Time given to boards larger than 4×4 when nobody says otherwise.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(10);
    /// Nodes of beams before tables are even read: most of a second.
    const FIRST_BEAMS: u64 = 2_000_000;
    /// Time that makes tables of half a minute worth building without being asked for.
    const PATIENCE: Duration = Duration::from_secs(120);

    /// Chooses algorithm, heuristic, tables and budget.
    pub fn new(instance: &Instance, request: &Request) -> Result<Self, PlanError> {
        let size = instance.size();
        if request.metric == Metric::Multi {
            let fits = size.cells() <= MultiTileSolver::MOST_CELLS;
            let free = matches!(request.algorithm, None | Some(Algorithm::Ida))
                && request.heuristic.is_none()
                && request.tables == TableChoice::Auto;
            if !fits || !free {
                return Err(PlanError::Multi);
            }
        }
        let small = size.fits_in(4);
        let memory = request.limits.search_memory();
        let computed = match request.heuristic {
            Some(HeuristicChoice::Kind(kind)) => Some(kind),
            Some(HeuristicChoice::Pattern) | None => None,
        };
        let stage = |algorithm, weight, nodes| Stage {
            algorithm,
            heuristic: computed.unwrap_or(HeuristicKind::strongest(size)),
            tables: None,
            weight,
            metric: request.metric,
            nodes,
            fallback: false,
        };
        let construct = stage(Algorithm::Construct, Weight::ONE, None);
        // Time enough to build tables that take half a minute.
        let beam = request.algorithm == Some(Algorithm::Beam);
        let unlimited = request.optimal || !beam && (small || request.algorithm.is_some());
        let time = request.limits.time;
        let time = time.or((!unlimited).then_some(Self::DEFAULT_TIME));
        let patience = time.is_none_or(|time| time >= Self::PATIENCE);
        let uses_ida = matches!(request.algorithm, None | Some(Algorithm::Ida));
        let ida = Stage {
            tables: if uses_ida && computed.is_none() && request.metric == Metric::Single {
                request.tables.tier(instance, memory, patience)
            } else {
                None
            },
            ..stage(Algorithm::Ida, Weight::ONE, None)
        };
        if request.heuristic == Some(HeuristicChoice::Pattern) && ida.tables.is_none() {
            return Err(PlanError::Pattern);
        }
        let stages = match request.algorithm {
            Some(Algorithm::Beam) => vec![construct, stage(Algorithm::Beam, Weight::ONE, None)],
            Some(algorithm) => vec![
                match algorithm {
                    Algorithm::Ida => ida,
                    other => stage(other, request.weight, None),
                },
                Stage {
                    fallback: true,
                    ..construct
                },
            ],
            None if request.metric == Metric::Multi => vec![construct, ida],
            // A long proof, and solutions shortened while it goes on; a good solution before it
            // unless the proof is what was asked for.
            None if ida.tables.is_some() && needs_compound(size) => {
                let beams = stage(Algorithm::Beam, Weight::ONE, Some(Self::FIRST_BEAMS));
                if request.optimal {
                    vec![construct, ida]
                } else {
                    vec![construct, beams, ida]
                }
            }
            // Proven before a constructed answer would be read; that is there if a limit is first.
            None if small || ida.tables.is_some() => {
                let quick = Stage {
                    tables: Some(Tier::Quick),
                    nodes: Some(QUICK_NODES),
                    ..ida
                };
                let quick_first = request.tables.quick_first(instance, ida.tables);
                let mut stages = if quick_first { vec![quick] } else { vec![] };
                let last = Stage {
                    fallback: true,
                    ..construct
                };
                stages.extend([ida, last]);
                stages
            }
            None => vec![
                construct,
                // The improvement, which gives a share of its nodes to the proof.
                stage(Algorithm::Beam, Weight::ONE, None),
            ],
        };
        Ok(Self {
            size,
            blank_home: instance.blank_home(),
            metric: request.metric,
            stages,
            time,
            nodes: request.limits.nodes,
            memory,
            threads: request.limits.threads(),
            seed: request.seed,
            from: request.from.clone(),
            count_full: request.count_full,
            checkpoint: request.checkpoint.clone(),
            resume: request.resume.clone(),
            wants_proof: match request.algorithm {
                Some(algorithm) => request.optimal || algorithm.is_optimal(),
                None => request.optimal || small,
            },
        })
    }
}

/// Two lines a stage, what it does and what it is likely to take, and the budget.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.metric {
            Metric::Single => writeln!(f, "plan for a {} board", self.size)?,
            Metric::Multi => writeln!(f, "plan for a {} board, multi-tile moves", self.size)?,
        }
        for (number, stage) in (1..).zip(&self.stages) {
            write!(f, "  {number}. {}", stage.algorithm)?;
            if stage.algorithm.uses_heuristic() {
                write!(f, ", heuristic {}", stage.guide())?;
            }
            if let Some(tier) = stage.tables {
                write!(f, " ({} tables)", tier.name())?;
            }
            if stage.algorithm.is_weighted() {
                write!(f, ", weight {}", stage.weight)?;
            }
            if let Some(nodes) = stage.nodes {
                write!(f, ", at most {nodes} nodes")?;
            }
            if stage.fallback {
                write!(f, ", only if there is no solution yet")?;
            }
            let expected = Estimate::new(self, stage);
            writeln!(f, "\n     expected: {expected}")?;
        }
        match self.time {
            Some(time) => writeln!(f, "  time: at most {} s", time.as_secs_f64())?,
            None => writeln!(f, "  time: no limit")?,
        }
        if let Some(nodes) = self.nodes {
            writeln!(f, "  nodes: at most {nodes}")?;
        }
        writeln!(f, "  memory: at most {} MB", self.memory / 1_000_000)?;
        writeln!(f, "  threads: {}", self.threads)
    }
}
