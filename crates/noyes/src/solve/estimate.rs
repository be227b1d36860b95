//! What a stage is likely to take, told before it is spent.
//!
//! Rules of thumb from measured runs (`bench/records`, `docs/algorithms.md`) on two cores of a
//! server of 2021: they tell a blink from a coffee, not one machine from another.

use std::fmt;
use std::time::Duration;

use super::tables::{has_complete, is_kept, patterns};
use super::{Plan, Stage};
use crate::pattern::permutation::factorial;
use crate::pattern::{CellSets, Complete, Pattern, Table, build_bytes};
use crate::search::Algorithm;

/// What a stage is likely to take.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// Bytes of memory, tables included, where that can be foretold.
    pub memory: Option<usize>,
    /// Time to build its tables, if they are not there yet.
    pub build: Option<Duration>,
    /// Time to search a usual board, where that can be foretold.
    pub search: Option<Duration>,
}

/// Seconds of one core to build a state of a table: 13 s for the 1.43 billion of the 8 tiles of the
/// 15-puzzle's large tables.
const BUILD_A_STATE: f64 = 9e-9;
/// Seconds to construct a solution, a cell: 1.2 s for the 127×127 board.
const CONSTRUCT_A_CELL: f64 = 75e-6;

impl Estimate {
    /// Of a stage of a plan.
    pub fn new(plan: &Plan, stage: &Stage) -> Self {
        let cells = plan.size.cells();
        let unknown = Self {
            memory: None,
            build: None,
            search: None,
        };
        let seconds = |seconds: f64| Some(Duration::from_secs_f64(seconds));
        match (stage.algorithm, stage.tables) {
            (Algorithm::Construct, _) => Self {
                memory: Some(1_000_000 + 1000 * cells),
                search: seconds(CONSTRUCT_A_CELL * cells as f64),
                ..unknown
            },
            (Algorithm::Beam, _) => Self {
                search: plan.time,
                ..unknown
            },
            (_, Some(tier)) => {
                let Some(patterns) = patterns(plan.size, plan.blank_home, tier) else {
                    return unknown;
                };
                let is_kept = is_kept(plan.size, plan.blank_home, tier);
                let complete = tier == crate::pattern::Tier::Large && has_complete(plan.size);
                let bytes: usize = patterns.iter().map(Table::bytes).sum();
                let building = patterns.iter().map(build_bytes).max().unwrap_or(0);
                let states: f64 = patterns.iter().map(states).sum();
                let [bytes, building, states] = if complete {
                    let bytes = Complete::bytes(plan.size);
                    [bytes as f64, 3.0 * bytes as f64, 8.0 * bytes as f64]
                } else {
                    [bytes as f64, building as f64, states]
                };
                let build = BUILD_A_STATE * states / plan.threads.max(1) as f64;
                let memory = if is_kept { bytes } else { bytes + building };
                Self {
                    memory: Some(memory as usize),
                    build: if is_kept { None } else { seconds(build) },
                    search: match (cells, tier.name()) {
                        (..=12, _) => seconds(0.001),
                        (..=16, "quick") => seconds(0.01),
                        (..=16, "small") => seconds(0.002),
                        (..=16, _) => seconds(0.001),
                        _ => None,
                    },
                }
            }
            _ if cells <= 9 => Self {
                memory: Some(30_000_000),
                search: seconds(0.02),
                ..unknown
            },
            _ => unknown,
        }
    }
}

/// The states of a pattern.
fn states(pattern: &Pattern) -> f64 {
    let rows = CellSets::shared(pattern.size(), pattern.tiles()).rows();
    rows as f64 * factorial(pattern.tiles()) as f64
}

/// As in "35 MB, 0.8 s to build tables once, then about 1 ms a board".
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.memory {
            Some(bytes) => write!(f, "{} MB", bytes.div_ceil(1_000_000))?,
            None => write!(f, "memory up to the limit")?,
        }
        if let Some(build) = self.build {
            write!(f, ", {} to build tables once", Rough(build))?;
        }
        match self.search {
            Some(time) => write!(f, ", about {} a board", Rough(time)),
            None => write!(f, ", from a second to hours a board"),
        }
    }
}

/// A time with one digit that counts.
struct Rough(Duration);

impl fmt::Display for Rough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs_f64();
        match seconds {
            ..0.001 => write!(f, "1 ms"),
            ..0.095 => write!(f, "{:.0} ms", seconds * 1000.0),
            ..9.5 => write!(f, "{seconds:.1} s"),
            ..300.0 => write!(f, "{seconds:.0} s"),
            _ => write!(f, "{:.0} min", seconds / 60.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Request;
    use crate::{Board, Goal, Instance, Size};

    #[test]
    fn every_stage_says_what_it_takes() {
        for (size, words) in [
            (Size::new(3, 3).unwrap(), "1 ms a board"),
            (Size::new(127, 127).unwrap(), "1.2 s a board"),
        ] {
            let board = Board::goal(size);
            let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
            let plan = Plan::new(&instance, &Request::default()).unwrap();
            let text = plan.to_string();
            assert!(text.contains(words), "{text}");
            assert_eq!(text.matches("expected:").count(), plan.stages.len());
        }
    }

    #[test]
    fn times_are_rough() {
        let rough = |seconds| Rough(Duration::from_secs_f64(seconds)).to_string();
        let texts = [0.0001, 0.0123, 0.52, 61.7, 3600.0].map(rough);
        assert_eq!(texts, ["1 ms", "12 ms", "0.5 s", "62 s", "60 min"]);
    }
}
