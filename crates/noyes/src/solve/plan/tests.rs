//! Plans from a data file: size × request × tables that are there → stages.

use std::time::Duration;

use super::inventory::Inventory;
use super::*;
use crate::board::Board;
use crate::goal::{Goal, Instance};
use crate::solve::tables::{TableKind, TableSet};
use crate::solve::{HeuristicChoice, Limits, Request};

/// A made-up engine: the tiers that are there, with bytes that depend on the tier alone.
struct FakeEngine {
    there: Vec<Tier>,
    memory: usize,
    quick_nodes: u64,
}

impl FakeEngine {
    fn tier(set: &TableSet) -> Tier {
        match set.kind() {
            TableKind::Patterns(tier) | TableKind::Compound(tier) => tier,
            TableKind::Complete => Tier::Large,
            TableKind::MultiTile => Tier::Small,
        }
    }
}

impl Inventory for FakeEngine {
    fn is_there(&self, set: &TableSet) -> bool {
        !set.is_kept() || self.there.contains(&Self::tier(set))
    }

    fn is_open(&self, _: &TableSet) -> bool {
        false
    }

    fn bytes(&self, set: &TableSet) -> usize {
        match Self::tier(set) {
            Tier::Quick => 3_000_000,
            Tier::Small => 35_000_000,
            Tier::Large => 196_000_000,
            Tier::Huge => 4_000_000_000,
            Tier::Vast => 12_000_000_000,
        }
    }

    fn build_bytes(&self, set: &TableSet) -> usize {
        3 * self.bytes(set)
    }

    fn available_memory(&self) -> usize {
        self.memory
    }

    fn threads(&self) -> usize {
        4
    }

    fn quick_nodes(&self) -> u64 {
        self.quick_nodes
    }
}

/// A line of the data file.
struct Case<'a> {
    size: Size,
    request: Request,
    made: FakeEngine,
    stages: &'a str,
}

fn tier(name: &str) -> Tier {
    let named = |tier: &Tier| tier.name() == name;
    Tier::ALL.into_iter().find(named).unwrap()
}

fn case(line: &str) -> Case<'_> {
    let [size, words, there, stages] = line
        .split('|')
        .map(str::trim)
        .collect::<Vec<_>>()
        .try_into()
        .unwrap_or_else(|_| panic!("four columns: {line}"));
    let (rows, cols) = size.split_once('x').unwrap();
    let mut request = Request::default();
    let mut made = FakeEngine {
        there: there.split_whitespace().map(tier).collect(),
        memory: 16_000_000_000,
        quick_nodes: QUICK_NODES,
    };
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let seconds = || Duration::from_secs(value.parse().unwrap());
        let megabytes = || 1_000_000 * value.parse::<usize>().unwrap();
        match name {
            "optimal" => request.optimal = true,
            "multi" => request.metric = Metric::Multi,
            "korf1985" => request.count_as = CountAs::Korf1985,
            "time" => request.limits.time = Some(seconds()),
            "memory" => request.limits.memory = Some(megabytes()),
            "threads" => {
                request.limits = Limits {
                    threads: Some(value.parse().unwrap()),
                    ..request.limits
                }
            }
            "free" => made.memory = megabytes(),
            "spent" => made.quick_nodes = 0,
            "many" => request.quick_tables = false,
            "alone" => request.fallback = false,
            "tables" => {
                request.tables = match value {
                    "none" => TableChoice::None,
                    "small" => TableChoice::Small,
                    "large" => TableChoice::Large,
                    other => TableChoice::Tier(tier(other)),
                }
            }
            "algorithm" => {
                let named = |algorithm: &Algorithm| algorithm.name() == value;
                request.algorithm = Algorithm::ALL.into_iter().find(named);
                assert!(request.algorithm.is_some(), "{line}");
            }
            "duplicates" => {
                let named = |rule: &Duplicates| rule.name() == value;
                request.duplicates = Duplicates::ALL.into_iter().find(named);
                assert!(request.duplicates.is_some(), "{line}");
            }
            "heuristic" if value == "pattern" => {
                request.heuristic = Some(HeuristicChoice::Pattern);
            }
            "heuristic" => {
                let named = |kind: &HeuristicKind| kind.name() == value;
                let kind = HeuristicKind::ALL.into_iter().find(named).unwrap();
                request.heuristic = Some(HeuristicChoice::Kind(kind));
            }
            _ => panic!("{name}: {line}"),
        }
    }
    Case {
        size: Size::new(rows.parse().unwrap(), cols.parse().unwrap()).unwrap(),
        request,
        made,
        stages,
    }
}

/// The stages in the words of the data file.
fn words(plan: &Plan) -> String {
    let stage = |stage: &Stage| {
        let mut words = stage.algorithm.name().to_owned();
        if stage.algorithm.uses_heuristic() {
            words += &format!(":{}", stage.tables.map_or(stage.guide().name(), Tier::name));
        }
        if let Some(duplicates) = stage.duplicates {
            words += &format!(":{duplicates}");
        }
        if let Some(first) = stage.proof.and_then(|proof| proof.begin_with) {
            words += &format!(":after-{}", first.name());
        }
        match stage.improvement.map(|improvement| improvement.method) {
            Some(Shortening::EulerBeams { .. }) => words += ":euler",
            Some(Shortening::MultiTileBeams) => words += ":multi",
            Some(Shortening::WindowsOnly) => words += ":windows",
            Some(Shortening::Beams) | None => {}
        }
        if let Some(tier) = stage.improvement.and_then(|found| found.proof_tables) {
            words += &format!(":{}", tier.name());
        }
        if stage.nodes.is_some() {
            words += ":share";
        }
        if stage.fallback {
            words += ":fallback";
        }
        words
    };
    let mut words: Vec<String> = plan.stages.iter().map(stage).collect();
    words.extend(plan.walking.then(|| "walking".to_owned()));
    words.extend(plan.time.map(|time| format!("{}s", time.as_secs())));
    words.extend(plan.wants_proof.then(|| "proof".to_owned()));
    words.join(" ")
}

#[test]
fn plans_are_those_of_the_data_file() {
    let text = include_str!("../../../tests/data/plans.txt");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let (mut count, mut wrong) = (0, Vec::new());
    for line in lines.filter(|line| !line.trim().is_empty()) {
        let case = case(line);
        let instance = Instance::new(&Board::goal(case.size), &Goal::BlankLast).unwrap();
        let found = match Plan::choose(&instance, &case.request, &case.made) {
            Ok(plan) => {
                assert_eq!(
                    plan.threads,
                    case.request.limits.threads.unwrap_or(4).min(4)
                );
                assert_eq!(
                    plan.to_string().matches("expected:").count(),
                    plan.stages.len()
                );
                words(&plan)
            }
            Err(PlanError::Pattern) => "error: pattern".to_owned(),
            Err(PlanError::Multi) => "error: multi".to_owned(),
            Err(PlanError::Duplicates) => "error: duplicates".to_owned(),
            Err(PlanError::CountAs) => "error: count-as".to_owned(),
        };
        if found != case.stages {
            wrong.push(format!("{line}\n    found: {found}"));
        }
        count += 1;
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(count > 30);
}

#[test]
fn every_stage_says_what_it_takes() {
    for (size, words) in [
        (Size::new(3, 3).unwrap(), "1 ms a board"),
        (Size::new(127, 127).unwrap(), "1.2 s a board"),
    ] {
        let made = FakeEngine {
            there: Vec::new(),
            memory: 1 << 30,
            quick_nodes: 0,
        };
        let instance = Instance::new(&Board::goal(size), &Goal::BlankLast).unwrap();
        let plan = Plan::choose(&instance, &Request::default(), &made).unwrap();
        let text = plan.to_string();
        assert!(text.contains(words), "{text}");
    }
}
