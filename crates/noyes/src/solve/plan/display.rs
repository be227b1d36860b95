//! A plan as people read it: two lines a stage, what it does and what it is likely to take.

use std::fmt;

use super::{Plan, Stage};
use crate::board::Metric;

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
