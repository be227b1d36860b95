//! The ways to solve a board: algorithm, heuristic, tables, instructions, threads, limits.

use noyes::board::Metric;
use noyes::guard::InstructionSet;
use noyes::heuristic::HeuristicKind;
use noyes::pattern::Tier;
use noyes::search::{Algorithm, Duplicates, Weight};
use noyes::solve::{HeuristicChoice, Limits, Request, TableChoice};
use noyes_check::Goal as Named;

use super::Case;
use crate::random::Random;

/// Slides that a search without much guidance may be asked for: its nodes double with each.
const MOST_BLIND_SLIDES: u32 = 14;

/// Slides that a search without tables may be asked for.
const MOST_GUIDED_SLIDES: u32 = 32;

/// Nodes of a search that is cut short, and of a beam, which has no end of its own.
const MOST_BEAM_NODES: u64 = 20_000;

/// A way to solve, and what its answer promises.
#[derive(Clone, Debug)]
pub struct Way {
    /// The request.
    pub request: Request,
    /// The most that it may use of the processor.
    pub instruction_set: InstructionSet,
    /// Whether the minimum must come out.
    pub is_exact: bool,
}

impl Way {
    /// What `noyes solve` does without options.
    pub fn usual(case: &Case) -> Self {
        let cells = case.size().cells();
        Self {
            request: Request {
                metric: case.metric,
                // Beams would go on for ever where no proof is tried.
                algorithm: (cells > 25).then_some(Algorithm::AStar),
                tables: quick_tables(case),
                quick_tables: false,
                optimal: true,
                ..Request::default()
            },
            instruction_set: InstructionSet::default(),
            is_exact: true,
        }
    }

    /// The best solution and bound after a few nodes.
    pub fn interval(case: &Case, random: &mut Random) -> Self {
        let most = random.one_of(&[300, MOST_BEAM_NODES]);
        let limits = Limits {
            nodes: Some(1 + random.number() % most),
            threads: Some(1 + random.below(3)),
            ..Limits::default()
        };
        let request = Request {
            limits,
            seed: random.number(),
            algorithm: None,
            ..Self::usual(case).request
        };
        Self {
            request,
            instruction_set: random.one_of(&InstructionSet::ALL),
            is_exact: false,
        }
    }

    /// A random way that ends soon on a board whose minimum is known to be `minimum` or less.
    pub fn random(case: &Case, minimum: u32, has_large: bool, random: &mut Random) -> Self {
        if random.below(8) == 0 {
            // A limit cuts it short: what is left is an interval that holds the minimum.
            return Self::interval(case, random);
        }
        let limits = Limits {
            threads: Some(1 + random.below(3)),
            ..Limits::default()
        };
        let usual = Self::usual(case);
        let exact = |request: Request, random: &mut Random| Self {
            request: Request { limits, ..request },
            instruction_set: random.one_of(&InstructionSet::ALL),
            is_exact: true,
        };
        if case.metric == Metric::Multi {
            return exact(usual.request, random);
        }
        let cells = case.size().cells();
        let is_for_tables = minimum > MOST_GUIDED_SLIDES || random.below(3) == 0;
        if cells <= 25 && is_for_tables && (cells <= 16 || has_large) {
            let tables = tables(case, has_large, random);
            let is_named = random.below(4) == 0 && tables != TableChoice::None;
            let request = Request {
                algorithm: is_named.then_some(Algorithm::Ida),
                heuristic: is_named.then_some(HeuristicChoice::Pattern),
                tables,
                ..usual.request
            };
            return exact(request, random);
        }
        let algorithm = algorithm(minimum, random);
        let heuristic = heuristic(case, minimum, random);
        let chooses = algorithm.duplicates().is_some() && minimum <= MOST_BLIND_SLIDES;
        let is_beam = algorithm == Algorithm::Beam;
        let request = Request {
            algorithm: Some(algorithm),
            heuristic: Some(HeuristicChoice::Kind(heuristic)),
            duplicates: chooses.then(|| random.one_of(&Duplicates::ALL)),
            weight: random.one_of(&[Weight::CLASSIC, Weight::ONE, Weight::THREE]),
            tables: TableChoice::None,
            optimal: false,
            seed: random.number(),
            limits: Limits {
                nodes: is_beam.then_some(MOST_BEAM_NODES),
                ..limits
            },
            ..usual.request
        };
        Self {
            is_exact: algorithm.finds_minimum() && !algorithm.is_anytime(),
            instruction_set: random.one_of(&InstructionSet::ALL),
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

/// Any tables that there are for a board. `has_large` allows those that take a while to build.
fn tables(case: &Case, has_large: bool, random: &mut Random) -> TableChoice {
    // One set of tables is built, and serves all boards whose goal has the blank in a corner.
    let is_usual = matches!(case.goal_name, Some(Named::BlankLast | Named::BlankFirst));
    match case.size().cells() {
        ..=10 => random.one_of(&[TableChoice::Small, TableChoice::Large]),
        11 | 12 => random.one_of(&[
            TableChoice::Tier(Tier::Quick),
            TableChoice::Small,
            if has_large {
                TableChoice::Large
            } else {
                TableChoice::Small
            },
        ]),
        13..=16 if !is_usual || !case.size().fits_in(4) => TableChoice::Tier(Tier::Quick),
        13..=16 if has_large => random.one_of(&[TableChoice::Small, TableChoice::Large]),
        13..=16 => TableChoice::Small,
        25 if is_usual && has_large => TableChoice::Large,
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
        let is_weak = matches!(kind, HeuristicKind::Hamming | HeuristicKind::Euclidean);
        if fits(case, kind) && (minimum <= MOST_BLIND_SLIDES || !is_weak) {
            return kind;
        }
    }
}

/// Whether a heuristic is soon there for a size.
pub(super) fn fits(case: &Case, kind: HeuristicKind) -> bool {
    let needs_walking_distance = matches!(
        kind,
        HeuristicKind::WalkingDistance | HeuristicKind::LinearConflictOrWalkingDistance
    );
    case.size().fits_in(4) || !needs_walking_distance
}
