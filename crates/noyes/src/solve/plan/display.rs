//! A plan as people read it: two lines a stage, what it does and what it is likely to take.

use std::fmt;

use super::{Guide, Plan, Stage};
use crate::board::Metric;

impl Stage {
    /// What guides it.
    ///
    /// ```
    /// # use noyes::{Engine, Goal, Instance};
    /// # use noyes::{heuristic::HeuristicKind, search::Algorithm, solve::Request};
    /// let instance = Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?;
    /// let heuristic = Some(HeuristicKind::Manhattan.into());
    /// let request = Request { algorithm: Some(Algorithm::Ida), heuristic, ..Request::default() };
    /// let plan = Engine::new().plan(&instance, &request)?;
    /// assert_eq!(plan.stages[0].guide().name(), "manhattan");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn guide(&self) -> Guide {
        match self.tables {
            Some(_) => Guide::Pattern,
            None if !self.algorithm.uses_heuristic() => Guide::None,
            None if self.metric == Metric::Multi => Guide::LineTables,
            None => Guide::Heuristic(self.heuristic),
        }
    }
}

impl Guide {
    /// The name as the command writes it.
    ///
    /// ```
    /// use noyes::solve::Guide;
    ///
    /// assert_eq!((Guide::None.name(), Guide::LineTables.name()), ("none", "line-tables"));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Heuristic(kind) => kind.name(),
            Self::Pattern => "pattern",
            Self::LineTables => "line-tables",
        }
    }
}

display_name!(Guide);

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.algorithm)?;
        if self.algorithm.uses_heuristic() {
            write!(f, ", heuristic {}", self.guide())?;
        }
        if let Some(tier) = self.tables {
            write!(f, " ({} tables)", tier.name())?;
        }
        if self.algorithm.is_weighted() {
            write!(f, ", weight {}", self.weight)?;
        }
        if let Some(duplicates) = self.duplicates {
            write!(f, ", duplicates {duplicates}")?;
        }
        if let Some(tier) = self.improvement.and_then(|found| found.proof_tables) {
            write!(f, ", bound by {} tables", tier.name())?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, ", at most {nodes} nodes")?;
        }
        if self.fallback {
            write!(f, ", only if there is no solution yet")?;
        }
        Ok(())
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.metric {
            Metric::Single => writeln!(f, "plan for a {} board", self.size)?,
            Metric::Multi => writeln!(f, "plan for a {} board, multi-tile moves", self.size)?,
        }
        for (number, stage) in (1..).zip(&self.stages) {
            writeln!(f, "  {number}. {stage}")?;
            writeln!(f, "     expected: {}", stage.estimate)?;
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
