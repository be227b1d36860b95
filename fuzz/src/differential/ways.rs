//! The ways to solve a board: algorithm, heuristic, tables, threads, limits.

use noyes::board::Metric;
use noyes::heuristic::HeuristicKind;
use noyes::pattern::Tier;
use noyes::search::{Algorithm, Duplicates, Weight};
use noyes::solve::{HeuristicChoice, Limits, Request, TableChoice};
use noyes_check::Goal as Named;

use super::Case;
use crate::random::Random;

/// Slides that a search without much guidance may be asked for: its nodes double with each.
const MOST_BLIND_SLIDES: u32 = 14;

/// A way to solve, and what its answer promises.
#[derive(Clone, Debug)]
pub struct Way {
    /// The request.
    pub request: Request,
    /// Whether the minimum must come out.
    pub is_exact: bool,
}

impl Way {
    /// What `noyes solve` does without options.
    pub fn usual(case: &Case) -> Self {
        Self {
            request: Request {
                metric: case.metric,
                tables: quick_tables(case),
                quick_tables: false,
                optimal: true,
                ..Request::default()
            },
            is_exact: true,
        }
    }

    /// A random way that ends soon on a board whose minimum is known to be `minimum` or less.
    pub fn random(case: &Case, minimum: u32, random: &mut Random) -> Self {
        let threads = Some(1 + random.below(3));
        let limits = Limits {
            threads,
            ..Limits::default()
        };
        let usual = Self::usual(case);
        if random.below(8) == 0 {
            // A limit cuts it short: what is left is an interval that holds the minimum.
            let nodes = Some(1 + random.number() % 300);
            let limits = Limits { nodes, ..limits };
            let request = Request {
                limits,
                ..usual.request
            };
            return Self {
                request,
                is_exact: false,
            };
        }
        if case.metric == Metric::Multi {
            let request = Request {
                limits,
                ..usual.request
            };
            return Self {
                request,
                is_exact: true,
            };
        }
        let is_small = case.size().cells() <= 16;
        if is_small && random.below(3) == 0 {
            let tables = match case.size().cells() {
                ..=10 => random.one_of(&[TableChoice::Small, TableChoice::Large]),
                11 | 12 => TableChoice::Tier(Tier::Quick),
                // One set of small tables is built, and serves all boards with this goal.
                _ if case.goal_name == Some(Named::BlankLast) => TableChoice::Small,
                _ => TableChoice::None,
            };
            let request = Request {
                tables,
                limits,
                ..usual.request
            };
            return Self {
                request,
                is_exact: true,
            };
        }
        let algorithm = algorithm(minimum, random);
        let heuristic = heuristic(case, minimum, random);
        let chooses = algorithm.duplicates().is_some() && minimum <= MOST_BLIND_SLIDES;
        let is_beam = algorithm == Algorithm::Beam;
        let request = Request {
            algorithm: Some(algorithm),
            heuristic: Some(HeuristicChoice::Kind(heuristic)),
            duplicates: chooses.then(|| random.one_of(&Duplicates::ALL)),
            weight: random.one_of(&[Weight::CLASSIC, Weight::ONE]),
            tables: TableChoice::None,
            optimal: false,
            // Beams go on until their time is up.
            limits: Limits {
                nodes: is_beam.then_some(20_000),
                ..limits
            },
            ..usual.request
        };
        Self {
            is_exact: algorithm.finds_minimum() && !algorithm.is_anytime(),
            request,
        }
    }
}

/// Tables that are soon built, for any goal cell of the blank.
fn quick_tables(case: &Case) -> TableChoice {
    match (case.metric, case.size().cells()) {
        (Metric::Multi, _) | (_, ..=10) => TableChoice::Auto,
        (_, 11 | 12) => TableChoice::Small,
        (_, 13..=16) => TableChoice::Tier(Tier::Quick),
        _ => TableChoice::None,
    }
}

/// An algorithm that ends soon.
fn algorithm(minimum: u32, random: &mut Random) -> Algorithm {
    loop {
        let algorithm = random.one_of(&Algorithm::ALL);
        let is_blind = matches!(
            algorithm,
            Algorithm::Iddfs
                | Algorithm::Rbfs
                | Algorithm::Sma
                | Algorithm::Course
                | Algorithm::Bfs
                | Algorithm::UniformCost
                | Algorithm::Lockstep
        );
        if !is_blind || minimum <= MOST_BLIND_SLIDES {
            return algorithm;
        }
    }
}

/// A heuristic that fits the size.
fn heuristic(case: &Case, minimum: u32, random: &mut Random) -> HeuristicKind {
    loop {
        let kind = random.one_of(&HeuristicKind::ALL);
        let needs_walking_distance = matches!(
            kind,
            HeuristicKind::WalkingDistance | HeuristicKind::LinearConflictOrWalkingDistance
        );
        let is_weak = matches!(kind, HeuristicKind::Hamming | HeuristicKind::Euclidean);
        let (size, is_easy) = (case.size(), minimum <= MOST_BLIND_SLIDES);
        let fits = size.fits_in(4) || !needs_walking_distance;
        if fits && (is_easy || !is_weak) {
            return kind;
        }
    }
}
