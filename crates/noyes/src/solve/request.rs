//! What a caller asks of a solve.

use std::path::PathBuf;

use super::{Checkpoint, Limits, TableChoice};
use crate::board::{Metric, Moves};
use crate::heuristic::HeuristicKind;
use crate::search::{Algorithm, CountAs, Duplicates, Weight};

/// A heuristic that a caller asks for.
///
/// ```
/// use noyes::heuristic::HeuristicKind;
/// use noyes::solve::{HeuristicChoice, Request};
///
/// let heuristic = Some(HeuristicKind::Manhattan.into());
/// let request = Request { heuristic, ..Request::default() };
/// assert_eq!(request.heuristic, Some(HeuristicChoice::Kind(HeuristicKind::Manhattan)));
/// assert_eq!(HeuristicChoice::Pattern.to_string(), "pattern");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum HeuristicChoice {
    /// One that is computed.
    Kind(HeuristicKind),
    /// Pattern tables.
    Pattern,
}

impl HeuristicChoice {
    /// The name as the command writes it.
    ///
    /// ```
    /// use noyes::heuristic::HeuristicKind;
    /// use noyes::solve::HeuristicChoice;
    ///
    /// assert_eq!(HeuristicChoice::Pattern.name(), "pattern");
    /// assert_eq!(HeuristicChoice::Kind(HeuristicKind::Hamming).name(), "hamming");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Kind(kind) => kind.name(),
            Self::Pattern => "pattern",
        }
    }
}

display_name!(HeuristicChoice);

impl From<HeuristicKind> for HeuristicChoice {
    fn from(kind: HeuristicKind) -> Self {
        Self::Kind(kind)
    }
}

/// What a caller asks for; the default is what `noyes solve` does without options.
///
/// ```
/// use noyes::search::Algorithm;
/// use noyes::solve::Request;
///
/// let request = Request { algorithm: Some(Algorithm::AStar), ..Request::default() };
/// assert!(!request.optimal && request.fallback);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The algorithm; none lets the plan choose.
    pub algorithm: Option<Algorithm>,
    /// The heuristic; none lets the plan choose.
    pub heuristic: Option<HeuristicChoice>,
    /// The weight for weighted A* and weighted IDA*.
    pub weight: Weight,
    /// What A* refuses (`astar` and `course`); none is the algorithm's own rule.
    pub duplicates: Option<Duplicates>,
    /// Whether the different boards among those that A* enqueues are counted, for
    /// [`QueueCounts::distinct`](crate::search::QueueCounts): it takes time after the search.
    pub count_distinct: bool,
    /// The pattern tables that may be used.
    pub tables: TableChoice,
    /// What counts as one move.
    pub metric: Metric,
    /// Go on until the minimum is proven.
    pub optimal: bool,
    /// Seed for randomised searches.
    pub seed: u64,
    /// A solution to start from; it must solve the board.
    pub from: Option<Moves>,
    /// Finish the last iteration of a proof, without a transposition table, so that its counts can
    /// be compared (boards of 17 to 36 cells).
    pub count_full: bool,
    /// How IDA* with Manhattan distance counts its nodes.
    pub count_as: CountAs,
    /// Where a proof keeps how far it has come (boards of 17 to 36 cells).
    pub checkpoint: Option<PathBuf>,
    /// Where a proof of the same board goes on from.
    pub resume: Option<Checkpoint>,
    /// Whether quick tables may be searched first while the small ones are not there: good for one
    /// board, not for many, nor where searches are measured.
    pub quick_tables: bool,
    /// Whether a constructed solution steps in where an algorithm finds none within its limits.
    pub fallback: bool,
    /// What may be spent.
    pub limits: Limits,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            algorithm: None,
            heuristic: None,
            weight: Weight::CLASSIC,
            duplicates: None,
            count_distinct: false,
            tables: TableChoice::default(),
            metric: Metric::Single,
            optimal: false,
            seed: 1,
            from: None,
            count_full: false,
            count_as: CountAs::Noyes,
            checkpoint: None,
            resume: None,
            quick_tables: true,
            fallback: true,
            limits: Limits::default(),
        }
    }
}
