//! What a stage is likely to take, told before it is spent.
//!
//! Rules of thumb from measured runs (`bench/records`, `docs/book/algorithms.md`) on two cores of a
//! server of 2021: they tell seconds from minutes; they do not predict a given
//! machine.

use std::fmt;
use std::time::Duration;

use super::Stage;
use super::inventory::Inventory;
use crate::goal::Instance;
use crate::search::Algorithm;
use crate::solve::tables::{TableKind, TableSet};

/// What a stage is likely to take.
///
/// ```
/// use std::time::Duration;
/// use noyes::solve::Estimate;
///
/// let search = Some(Duration::from_millis(2));
/// let estimate = Estimate { memory: Some(35_000_000), search, ..Estimate::default() };
/// assert_eq!(estimate.to_string(), "35 MB, about 2 ms a board");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
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
/// States in a byte of a table.
const STATES_A_BYTE: f64 = 8.0;

impl Estimate {
    /// Seconds of processor time that building tables of so many bytes takes.
    ///
    /// ```
    /// use noyes::solve::Estimate;
    ///
    /// // The small tables of the 4×4 board.
    /// assert!((1.0..5.0).contains(&Estimate::build_seconds(35_000_000)));
    /// ```
    pub fn build_seconds(bytes: usize) -> f64 {
        BUILD_A_STATE * STATES_A_BYTE * bytes as f64
    }

    /// The estimate of a stage within a time limit.
    pub(super) fn new(
        instance: &Instance,
        stage: &Stage,
        time: Option<Duration>,
        threads: usize,
        inventory: &dyn Inventory,
    ) -> Self {
        let cells = instance.size().cells();
        let seconds = |seconds: f64| Some(Duration::from_secs_f64(seconds));
        match (stage.algorithm, stage.tables) {
            (Algorithm::Construct, _) => Self {
                memory: Some(1_000_000 + 1000 * cells),
                search: seconds(CONSTRUCT_A_CELL * cells as f64),
                ..Self::default()
            },
            (Algorithm::Beam, _) => Self {
                search: time,
                ..Self::default()
            },
            (_, Some(tier)) => {
                let set = TableSet::of(instance, tier);
                let is_there = inventory.is_there(&set);
                let bytes = inventory.bytes(&set);
                let build = Self::build_seconds(bytes) / threads as f64;
                let building = if is_there {
                    0
                } else {
                    inventory.build_bytes(&set)
                };
                Self {
                    memory: Some(bytes.max(building)),
                    build: if is_there { None } else { seconds(build) },
                    search: match (set.kind(), tier.name()) {
                        (TableKind::Compound(_), _) => None,
                        (TableKind::Patterns(_), "quick") if cells > 12 => seconds(0.01),
                        (TableKind::Patterns(_), "small") if cells > 12 => seconds(0.002),
                        _ => seconds(0.001),
                    },
                }
            }
            _ if cells <= 9 => Self {
                memory: Some(30_000_000),
                search: seconds(0.02),
                ..Self::default()
            },
            _ => Self::default(),
        }
    }
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

    #[test]
    fn times_are_rough() {
        let rough = |seconds| Rough(Duration::from_secs_f64(seconds)).to_string();
        let texts = [0.0001, 0.0123, 0.52, 61.7, 3600.0].map(rough);
        assert_eq!(texts, ["1 ms", "12 ms", "0.5 s", "62 s", "60 min"]);
    }
}
