//! The judge of a case.

use std::collections::HashMap;
use std::io;
use std::path::Path;

use noyes::board::Metric;
use noyes::guard::{InstructionSet, Silent};
use noyes::heuristic::HeuristicKind;
use noyes::solve::{Engine, Outcome};
use noyes::store::FileStore;
use noyes::{Instance, Moves, Solver};
use noyes_check::{Goal as Named, Grid, Metric as CheckMetric, Oracle, parse_moves, replay};

use super::ways::fits;
use super::{Case, Way};
use crate::random::Random;

/// Boards of at most this many cells have a known truth.
const MOST_KNOWN_CELLS: usize = 9;

/// Boards of at most this many cells are searched together with their twins.
const MOST_LOCKSTEP_CELLS: usize = 6;

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
    /// Bounds of heuristics that were compared with the minimum.
    pub bounds: u64,
    /// Boards whose first moves were compared.
    pub labels: u64,
    /// Boards that were searched with each instruction set, node by node.
    pub instruction_sets: u64,
}

/// An engine for each instruction set, and the truths found so far.
#[derive(Debug)]
pub struct Judge {
    /// In the order of [`InstructionSet::ALL`]. They share their tables.
    pub(super) engines: [Engine; 3],
    /// Whether tables may be built that take a minute and a gigabyte.
    pub(super) has_large: bool,
    oracles: HashMap<(usize, usize, usize, bool), Oracle>,
    _folder: Option<tempfile::TempDir>,
}

impl Judge {
    /// A judge whose tables are in a folder that lasts, or in one that goes with it.
    ///
    /// `has_large` also compares the large tables of the 4×4 and 5×5, which take a minute to build.
    pub fn new(folder: Option<&Path>, has_large: bool) -> io::Result<Self> {
        let (own, path) = match folder {
            Some(path) => (None, path.to_owned()),
            None => {
                let own = tempfile::tempdir()?;
                let path = own.path().to_owned();
                (Some(own), path)
            }
        };
        let engine = |instruction_set| {
            Engine::builder()
                .store(FileStore::new(&path))
                .threads(3)
                .instruction_set(instruction_set)
                .build()
        };
        Ok(Self {
            engines: InstructionSet::ALL.map(engine),
            has_large,
            oracles: HashMap::new(),
            _folder: own,
        })
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
            // The course's way finds out by searching board and twin in turn.
            if case.goal_name == Some(Named::BlankLast)
                && case.board.tiles().len() <= MOST_LOCKSTEP_CELLS
                && Solver::new(&board).is_solvable()
            {
                return Err(told("board and twin can both be solved".to_owned()));
            }
            return Ok(());
        };
        tally.solvable += 1;
        let mut random = Random::new(!case.seed);
        if !case.is_provable() {
            return self
                .intervals(case, &instance, &mut random, tally)
                .map_err(told);
        }
        let truth = self.truth(case);
        tally.known += u64::from(truth.is_some());
        let minimum = self
            .solve(case, &instance, &Way::usual(case), truth, tally)
            .map_err(told)?;
        if case.walk.is_some_and(|slides| (slides as u32) < minimum) {
            return Err(told(format!("{minimum} moves, but it is closer")));
        }
        heuristics(case, &instance, minimum, tally).map_err(told)?;
        for _ in 0..2 {
            let way = Way::random(case, minimum, self.has_large, &mut random);
            self.solve(case, &instance, &way, Some(minimum), tally)
                .map_err(told)?;
        }
        if (13..=25).contains(&case.board.tiles().len()) && random.below(2) == 0 {
            self.instruction_sets(case, &instance, minimum, &mut random, tally)
                .map_err(told)?;
        }
        self.labels(case, (&board, &goal), minimum, &mut random, tally)
            .map_err(told)?;
        self.variation(case, minimum, &mut random, tally)
            .map_err(told)
    }

    /// A board whose minimum is not known: the intervals of several ways have a number in common.
    fn intervals(
        &self,
        case: &Case,
        instance: &Instance,
        random: &mut Random,
        tally: &mut Tally,
    ) -> Result<(), String> {
        let (mut bound, mut length) = (0, u32::MAX);
        for kind in HeuristicKind::ALL {
            if fits(case, kind) && case.metric == Metric::Single {
                bound = bound.max(kind.bound(instance).map_err(|error| error.to_string())?);
            }
        }
        for _ in 0..3 {
            let way = Way::interval(case, random);
            let outcome = self.outcome(instance, &way, tally)?;
            let named = |words: String| format!("{words} ({:?})", way.request);
            compare(case, &outcome, false, None).map_err(named)?;
            bound = bound.max(outcome.lower_bound());
            length = length.min(outcome.length().unwrap_or(u32::MAX));
            if bound > length {
                return Err(named(format!("no number from {bound} to {length}")));
            }
        }
        Ok(())
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
    pub(super) fn solve(
        &self,
        case: &Case,
        instance: &Instance,
        way: &Way,
        truth: Option<u32>,
        tally: &mut Tally,
    ) -> Result<u32, String> {
        let outcome = self.outcome(instance, way, tally)?;
        let compared = compare(case, &outcome, way.is_exact, truth);
        compared.map_err(|words| format!("{words} ({:?}, {:?})", way.instruction_set, way.request))
    }

    /// Solves in one way.
    pub(super) fn outcome(
        &self,
        instance: &Instance,
        way: &Way,
        tally: &mut Tally,
    ) -> Result<Outcome, String> {
        let named = |words: String| format!("{words} ({:?})", way.request);
        let engine = &self.engines[way.instruction_set as usize];
        let plan = engine.plan(instance, &way.request);
        let plan = plan.map_err(|error| named(error.to_string()))?;
        let outcome = engine.solve(instance, &plan, &Silent);
        tally.searches += 1;
        outcome.map_err(|error| named(error.to_string()))
    }

    /// The minimum by the checker's own search, where all boards of a size can be searched.
    pub(super) fn truth(&mut self, case: &Case) -> Option<u32> {
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

/// No heuristic is above the minimum.
fn heuristics(
    case: &Case,
    instance: &Instance,
    minimum: u32,
    tally: &mut Tally,
) -> Result<(), String> {
    if case.metric != Metric::Single {
        return Ok(());
    }
    for kind in HeuristicKind::ALL
        .into_iter()
        .filter(|&kind| fits(case, kind))
    {
        let bound = kind.bound(instance).map_err(|error| error.to_string())?;
        tally.bounds += 1;
        if bound > minimum || bound % 2 != minimum % 2 && kind == HeuristicKind::Manhattan {
            return Err(format!("{kind} says {bound}, the minimum is {minimum}"));
        }
    }
    Ok(())
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
