//! What will be done, chosen in one place and printable before anything is spent.
//!
//! A plan is data: stages in order, each with its algorithm, tables and share, and what all of them
//! may spend together. Making one asks the engine which tables are there; printing one does no
//! input or output. The stages only carry it out.

mod choose;
mod display;
mod estimate;
mod inventory;
mod table_choice;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::time::Duration;

pub(super) use choose::{QUICK_NODES, heuristic_of};
pub use estimate::Estimate;
pub(super) use inventory::Inventory;
pub use table_choice::TableChoice;

use super::Checkpoint;
use crate::board::{Metric, Moves, Size};
use crate::guard::Source;
use crate::heuristic::HeuristicKind;
use crate::pattern::{Pattern, Tier};
use crate::search::{Algorithm, CountAs, Duplicates, Weight};

/// One search of a plan.
///
/// ```
/// # use noyes::{Engine, Goal, Instance};
/// # use noyes::{heuristic::HeuristicKind, search::Algorithm, solve::Request};
/// let instance = Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?;
/// let heuristic = Some(HeuristicKind::Manhattan.into());
/// let request = Request { algorithm: Some(Algorithm::Ida), heuristic, ..Request::default() };
/// let plan = Engine::new().plan(&instance, &request)?;
/// let stage = &plan.stages[0];
/// assert_eq!((stage.algorithm, stage.tables), (Algorithm::Ida, None));
/// assert_eq!(stage.to_string(), "ida, heuristic manhattan");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Stage {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Its heuristic, for those that use one.
    pub heuristic: HeuristicKind,
    /// The pattern tables that take the heuristic's place.
    pub tables: Option<Tier>,
    /// Its weight, for those that are weighted.
    pub weight: Weight,
    /// What it refuses, where that can be chosen.
    pub duplicates: Option<Duplicates>,
    /// How its nodes are counted.
    pub count_as: CountAs,
    /// What counts as one move.
    pub metric: Metric,
    /// Nodes after which the next stage is the better bet.
    pub nodes: Option<u64>,
    /// Whether it is run only if the stages before it found no solution.
    pub fallback: bool,
    /// How a stage of beams shortens the solution in hand.
    pub improvement: Option<Improvement>,
    /// How a long proof is carried out.
    pub proof: Option<CompoundProof>,
    /// What it is likely to take.
    pub estimate: Estimate,
}

impl Stage {
    /// What its events say they come from.
    ///
    /// ```
    /// use noyes::guard::Source;
    /// # use noyes::{Engine, Goal, Instance};
    /// # use noyes::{heuristic::HeuristicKind, search::Algorithm, solve::Request};
    /// let instance = Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?;
    /// let heuristic = Some(HeuristicKind::Manhattan.into());
    /// let request = Request { algorithm: Some(Algorithm::Ida), heuristic, ..Request::default() };
    /// let plan = Engine::new().plan(&instance, &request)?;
    /// assert_eq!(plan.stages[0].source(), Source::Ida);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn source(&self) -> Source {
        match self.algorithm {
            Algorithm::Bfs => Source::Bfs,
            Algorithm::AStar | Algorithm::Weighted | Algorithm::Greedy | Algorithm::UniformCost => {
                Source::AStar
            }
            Algorithm::Ida if self.metric == Metric::Multi => Source::MultiTile,
            Algorithm::Ida if self.proof.is_some() => Source::CompoundIda,
            Algorithm::Ida if self.tables.is_some() => Source::PatternIda,
            Algorithm::Ida | Algorithm::WeightedIda | Algorithm::Iddfs => Source::Ida,
            Algorithm::Course => Source::Course,
            Algorithm::Lockstep => Source::Lockstep,
            Algorithm::Bidirectional => Source::Bidirectional,
            Algorithm::Rbfs => Source::Rbfs,
            Algorithm::Sma => Source::Sma,
            Algorithm::Mm => Source::Mm,
            Algorithm::Nbs => Source::Nbs,
            Algorithm::Hda => Source::Hda,
            Algorithm::Ara => Source::Ara,
            Algorithm::Beam => Source::Beam,
            Algorithm::Construct => Source::Construct,
        }
    }
}

/// What guides a search.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::solve::Guide;
///
/// assert_eq!(Guide::Heuristic(HeuristicKind::Manhattan).name(), "manhattan");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Guide {
    /// Nothing.
    None,
    /// A heuristic that is computed.
    Heuristic(HeuristicKind),
    /// Pattern tables.
    Pattern,
    /// The tables of the multi-tile metric.
    LineTables,
}

/// How the solution in hand is shortened.
///
/// ```
/// # use noyes::{Board, Engine, Goal, Instance, Size, solve::Request};
/// let instance = Instance::new(&Board::goal(Size::new(6, 6)?), &Goal::BlankLast)?;
/// let plan = Engine::new().plan(&instance, &Request::default())?;
/// let improvement = plan.stages.iter().find_map(|stage| stage.improvement).unwrap();
/// // A part of the nodes goes to the proof.
/// assert!(improvement.proof_share.is_some_and(|share| share > 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Improvement {
    /// What finds new solutions; windows are passed over the best path in any case.
    pub method: Shortening,
    /// Nodes for a proof, and for a bound from both ends, before the first attempt; 0 for none.
    pub first_proof: u64,
    /// One node in this many goes to the proof; none where a proof is out of reach.
    pub proof_share: Option<u64>,
    /// The tables that the proof uses; none where it computes its heuristic.
    pub proof_tables: Option<Tier>,
    /// Nodes of a bound by IDA* from both ends for a hundred that seek new solutions; none where no
    /// such bound is sought.
    pub both_ways: Option<u64>,
}

/// What finds new, shorter solutions.
///
/// ```
/// use noyes::solve::Shortening;
/// # use noyes::{Board, Engine, Goal, Instance, Size, solve::Request};
/// let instance = Instance::new(&Board::goal(Size::new(6, 6)?), &Goal::BlankLast)?;
/// let plan = Engine::new().plan(&instance, &Request::default())?;
/// let improvement = plan.stages.iter().find_map(|stage| stage.improvement).unwrap();
/// assert_eq!(improvement.method, Shortening::Beams);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Shortening {
    /// Beams of growing width that copy boards.
    Beams,
    /// Narrow beams on one board, with these widths at first.
    EulerBeams {
        /// Leaves while all tiles are brought near their homes.
        width: usize,
        /// Leaves while lines are finished.
        line_width: usize,
    },
    /// Beams of growing width that go forward by multi-tile moves, with windows and a proof in that
    /// metric.
    MultiTileBeams,
    /// Nothing: the board fits no beam.
    WindowsOnly,
}

/// How the proof of a board of 17 to 36 cells is carried out.
///
/// ```
/// use noyes::solve::{Engine, Request};
/// use noyes::store::MemoryStore;
/// use noyes::{Board, Goal, Instance, Size};
///
/// let instance = Instance::new(&Board::goal(Size::new(5, 5)?), &Goal::BlankLast)?;
/// let engine = Engine::builder().store(MemoryStore::new()).memory(8_000_000_000).build();
/// let plan = engine.plan(&instance, &Request { optimal: true, ..Request::default() })?;
/// let proof = plan.stages.iter().find_map(|stage| stage.proof).unwrap();
/// // No smaller tables are there to begin with.
/// assert_eq!(proof.begin_with, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CompoundProof {
    /// Smaller tables that begin, where they are there: opening huge ones takes a second, and easy
    /// boards are done before they are needed.
    pub begin_with: Option<Tier>,
    /// Nodes of an iteration after which the larger tables are opened.
    pub switch_after: u64,
    /// Iterations of fewer nodes are done before a beam is.
    pub beams_after: u64,
    /// The node budget of the beams between two iterations, as a multiple of half the nodes of the
    /// last iteration.
    pub beam_halves: u64,
}

/// Where the first lower bound comes from.
///
/// ```
/// use noyes::solve::FirstBound;
/// # use noyes::{Board, Engine, Goal, Instance, Size, solve::Request};
/// let instance = Instance::new(&Board::goal(Size::new(6, 6)?), &Goal::BlankLast)?;
/// let plan = Engine::new().plan(&instance, &Request::default())?;
/// assert_eq!(plan.first_bound, FirstBound::Groups);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FirstBound {
    /// Linear conflict: at once, on any board.
    LinearConflict,
    /// Additive groups of tiles chosen for the board: boards without tables.
    Groups,
    /// The slides that multi-tile moves must make, divided by the most that a move can make.
    Slides,
    /// One move, unless the board is solved: the tables of multi-tile moves give a better bound.
    Trivial,
}

/// Why a plan cannot be made.
///
/// ```
/// use noyes::search::Algorithm;
/// use noyes::solve::{Engine, HeuristicChoice, PlanError, Request};
/// use noyes::{Goal, Instance};
///
/// let instance = Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?;
/// let request = Request {
///     algorithm: Some(Algorithm::AStar),
///     heuristic: Some(HeuristicChoice::Pattern),
///     ..Request::default()
/// };
/// assert_eq!(Engine::new().plan(&instance, &request), Err(PlanError::Pattern));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// Pattern tables were asked for and there are none for this.
    #[error(
        "the heuristic pattern goes with the algorithm ida, on boards of up to {} cells, with tables: leave out --heuristic, or use linear-conflict",
        Pattern::MOST_CELLS
    )]
    Pattern,
    /// Multi-tile moves were to be counted and that cannot be searched.
    #[error(
        "multi-tile moves have searches and tables of their own: leave out --algorithm, --heuristic and --tables, or count single tiles"
    )]
    Multi,
    /// A rule for duplicates was asked for and the algorithm has its own.
    #[error(
        "only A* lets you choose what it refuses: use the algorithm astar or course, or leave out --duplicates"
    )]
    Duplicates,
    /// Nodes were to be counted as in a paper that has another search.
    #[error(
        "Korf 1985 counted the nodes of IDA* with Manhattan distance: use the algorithm ida with the heuristic manhattan, or leave out --count-as"
    )]
    CountAs,
}

/// The stages of a solve and what they may spend together.
///
/// ```
/// use noyes::solve::{Engine, Request};
/// use noyes::{Board, Goal, Instance, Size};
///
/// let board = Board::goal(Size::new(6, 6)?);
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let plan = Engine::new().plan(&instance, &Request::default())?;
/// assert!(plan.to_string().starts_with("plan for a 6×6 board\n  1. construct"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Plan {
    /// The board's size.
    pub size: Size,
    /// The goal cell of the blank.
    pub blank_home: usize,
    /// What counts as one move.
    pub metric: Metric,
    /// Where the first lower bound comes from.
    pub first_bound: FirstBound,
    /// Whether walking distance is searched for the board after its first answer, to raise the
    /// bound.
    pub walking: bool,
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
    /// Seed for randomised searches.
    pub seed: u64,
    /// A solution to start from.
    pub from: Option<Moves>,
    /// Whether the answer is incomplete without a proof.
    pub wants_proof: bool,
    /// Whether the different boards among those that A* enqueues are counted.
    pub count_distinct: bool,
    /// Whether the last iteration of a proof is finished.
    pub count_full: bool,
    /// Where a proof keeps how far it has come.
    pub checkpoint: Option<PathBuf>,
    /// Where a proof goes on from.
    pub resume: Option<Checkpoint>,
}

impl Plan {
    /// Time given to boards larger than 4×4 without a time limit.
    ///
    /// ```
    /// use noyes::solve::Plan;
    /// # use noyes::{Board, Engine, Goal, Instance, Size, solve::Request};
    /// let instance = Instance::new(&Board::goal(Size::new(6, 6)?), &Goal::BlankLast)?;
    /// let plan = Engine::new().plan(&instance, &Request::default())?;
    /// assert_eq!(plan.time, Some(Plan::DEFAULT_TIME));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const DEFAULT_TIME: Duration = Duration::from_secs(10);

    /// The largest tables that a stage of the plan uses.
    ///
    /// ```
    /// # use noyes::{Board, Engine, Goal, Instance, Size, solve::Request};
    /// let instance = Instance::new(&Board::goal(Size::new(6, 6)?), &Goal::BlankLast)?;
    /// let plan = Engine::new().plan(&instance, &Request::default())?;
    /// // Its small tables take seconds to build, which is not done for a board that needs none.
    /// assert_eq!(plan.tables(), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tables(&self) -> Option<Tier> {
        let tiers = self.stages.iter().filter_map(|stage| stage.tables);
        tiers.max_by_key(|tier| Tier::ALL.iter().position(|other| other == tier))
    }
}
