//! The judge of a case.

use std::collections::HashMap;

use noyes::board::Metric;
use noyes::guard::Silent;
use noyes::solve::{Engine, Outcome};
use noyes::store::MemoryStore;
use noyes::{Instance, Moves};
use noyes_check::{Grid, Metric as CheckMetric, Oracle, parse_moves, replay};

use super::Case;
use super::ways::Way;
use crate::random::Random;

/// Boards of at most this many cells have a known truth.
const MOST_KNOWN_CELLS: usize = 9;

/// How much was compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Boards.
    pub boards: u64,
    /// Boards that can be solved.
    pub solvable: u64,
    /// Searches whose answer was compared.
    pub searches: u64,
    /// Boards whose minimum was compared with that of the checker's own search.
    pub known: u64,
}

/// An engine, and the truths found so far.
#[derive(Debug)]
pub struct Judge {
    engine: Engine,
    oracles: HashMap<(usize, usize, usize, bool), Oracle>,
}

impl Default for Judge {
    fn default() -> Self {
        Self {
            engine: Engine::builder()
                .store(MemoryStore::new())
                .threads(3)
                .build(),
            oracles: HashMap::new(),
        }
    }
}

impl Judge {
    /// Judges a case; an error says what disagrees, with the seed that repeats it.
    pub fn judge(&mut self, case: &Case, tally: &mut Tally) -> Result<(), String> {
        let told = |words: String| {
            format!(
                "seed {}: {} to {}: {words}",
                case.seed, case.board, case.goal
            )
        };
        tally.boards += 1;
        let (board, goal) = case.for_engine();
        let instance = Instance::new(&board, &goal);
        if instance.is_ok() != case.board.can_become(&case.goal) {
            return Err(told(
                "the checker disagrees on whether it can be solved".to_owned(),
            ));
        }
        let Ok(instance) = instance else {
            return Ok(());
        };
        tally.solvable += 1;
        let truth = self.truth(case);
        tally.known += u64::from(truth.is_some());
        let minimum = self
            .solve(case, &instance, &Way::usual(case), truth, tally)
            .map_err(told)?;
        let mut random = Random::new(!case.seed);
        for _ in 0..2 {
            let way = Way::random(case, minimum, &mut random);
            self.solve(case, &instance, &way, Some(minimum), tally)
                .map_err(told)?;
        }
        self.variation(case, minimum, &mut random, tally)
            .map_err(told)
    }

    /// Compares one variation of the case whose minimum follows from that of the case.
    fn variation(
        &mut self,
        case: &Case,
        minimum: u32,
        random: &mut Random,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let (what, other) = match random.below(4) {
            0 => ("transposed", case.transposed()),
            1 => ("relabelled", case.relabelled(random)),
            2 => ("reversed", case.reversed()),
            _ => ("one move further", case.one_move_further(random)),
        };
        let (board, goal) = other.for_engine();
        let instance = Instance::new(&board, &goal).map_err(|error| format!("{what}: {error}"))?;
        let way = Way::usual(&other);
        let same = (what != "one move further").then_some(minimum);
        let found = self
            .solve(&other, &instance, &way, same, tally)
            .map_err(|words| format!("{what}: {words}"))?;
        let difference = found.abs_diff(minimum);
        let is_right = match (what, case.metric) {
            ("one move further", Metric::Single) => difference == 1,
            ("one move further", Metric::Multi) => difference <= 1,
            _ => difference == 0,
        };
        match is_right {
            true => Ok(()),
            false => Err(format!(
                "{what}: {found} moves, where the board needs {minimum}"
            )),
        }
    }

    /// Solves in one way and holds the answer against the checker and the truth. Returns the
    /// length.
    fn solve(
        &self,
        case: &Case,
        instance: &Instance,
        way: &Way,
        truth: Option<u32>,
        tally: &mut Tally,
    ) -> Result<u32, String> {
        let named = |words: String| format!("{words} ({:?})", way.request);
        let plan = self.engine.plan(instance, &way.request);
        let plan = plan.map_err(|error| named(error.to_string()))?;
        let outcome = self.engine.solve(instance, &plan, &Silent);
        let outcome = outcome.map_err(|error| named(error.to_string()))?;
        tally.searches += 1;
        compare(case, &outcome, way.is_exact, truth).map_err(named)
    }

    /// The minimum by the checker's own search, where all boards of a size can be searched.
    fn truth(&mut self, case: &Case) -> Option<u32> {
        let grid = &case.goal;
        if grid.tiles().len() > MOST_KNOWN_CELLS {
            return None;
        }
        let (row, col) = grid.place(0);
        let home = row * grid.cols() + col;
        let is_multi = case.metric == Metric::Multi;
        let key = (grid.rows(), grid.cols(), home, is_multi);
        let (board, goal) = by_goal_cell(case, home);
        let metric = if is_multi {
            CheckMetric::Multi
        } else {
            CheckMetric::Single
        };
        let oracle = match self.oracles.entry(key) {
            std::collections::hash_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::hash_map::Entry::Vacant(entry) => {
                entry.insert(Oracle::new(&goal, metric)?)
            }
        };
        oracle.distance(&board)
    }
}

/// The case with every tile named by its goal cell, so that one truth serves all goals with the
/// blank in the same cell.
fn by_goal_cell(case: &Case, home: usize) -> (Grid, Grid) {
    let names = |grid: &Grid| -> Grid {
        let tiles = grid.tiles().iter().map(|&tile| {
            let cell = case.goal.tiles().iter().position(|&other| other == tile);
            let cell = cell.expect("both are permutations");
            match cell {
                _ if tile == 0 => 0,
                _ if cell < home => cell as u16 + 1,
                _ => cell as u16,
            }
        });
        Grid::new(grid.rows(), grid.cols(), tiles.collect()).expect("a permutation")
    };
    (names(&case.board), names(&case.goal))
}

/// Holds an answer against the checker and the truth.
fn compare(
    case: &Case,
    outcome: &Outcome,
    is_exact: bool,
    truth: Option<u32>,
) -> Result<u32, String> {
    let (bound, length) = (outcome.lower_bound(), outcome.length());
    if let Some(truth) = truth
        && (bound > truth || length.is_some_and(|length| length < truth))
    {
        return Err(format!(
            "the interval {bound} to {length:?} does not hold {truth}"
        ));
    }
    let Some(moves) = outcome.moves() else {
        return match is_exact {
            true => Err("no solution".to_owned()),
            false => Ok(bound),
        };
    };
    let length = replayed(case, moves)?;
    if Some(length) != outcome.length() || bound > length {
        return Err(format!(
            "{length} moves, said to be {:?}, at least {bound}",
            outcome.length()
        ));
    }
    if is_exact && (!outcome.is_optimal() || truth.is_some_and(|truth| truth != length)) {
        return Err(format!(
            "{length} moves, at least {bound}, where the minimum is {truth:?}"
        ));
    }
    Ok(length)
}

/// The moves replayed and counted by the checker.
fn replayed(case: &Case, moves: &Moves) -> Result<u32, String> {
    let slides = parse_moves(&moves.to_string()).map_err(|error| error.to_string())?;
    let end = replay(&case.board, &slides).map_err(|error| error.to_string())?;
    if end != case.goal {
        return Err("the moves do not lead to the goal".to_owned());
    }
    let metric = match case.metric {
        Metric::Multi => CheckMetric::Multi,
        _ => CheckMetric::Single,
    };
    Ok(metric.count(&slides) as u32)
}
