//! The comparison as charts.

use noyes::render::Theme;
use noyes::render::chart::{Bar, BarChart, GrowthChart, Series, Unit, bars_svg, growth_svg};

use crate::printable::printable;
use noyes_api::compare::{Contestant, Round, Run};

/// Bars of all boards together.
pub fn bars(rounds: &[Round], theme: Theme) -> String {
    let bar = |contestant: Contestant| {
        let runs: Vec<&Run> = runs(rounds, contestant).map(|(_, run)| run).collect();
        let solved = runs.iter().filter(|run| run.moves.is_some()).count();
        let sum = |value: &dyn Fn(&Run) -> f64| runs.iter().map(|run| value(run)).sum::<f64>();
        let is_proven = runs.iter().all(|run| run.is_proven);
        let note = match runs.as_slice() {
            [run] if run.moves.is_none() => run.remark(),
            [run] if !run.is_finished() => {
                format!("{} moves, {}", run.moves.unwrap_or(0), run.remark())
            }
            _ if solved < runs.len() => format!("solved {solved} of {}", runs.len()),
            _ => {
                let moves = sum(&|run| f64::from(run.moves.unwrap_or(0)));
                format!("{moves} moves{}", if is_proven { ", proven" } else { "" })
            }
        };
        Bar {
            label: contestant.to_string(),
            note,
            is_finished: runs.iter().all(|run| run.is_finished()),
            is_proven,
            values: vec![
                sum(&|run| run.generated as f64),
                sum(&|run| run.time.as_secs_f64()),
                runs.iter()
                    .map(|run| run.memory.unwrap_or(0) as f64)
                    .fold(0.0, f64::max),
            ],
        }
    };
    let title = match rounds {
        [round] => format!("{} ({})", printable(&round.name), round.board.size()),
        _ => format!("{} boards together", boards(rounds)),
    };
    let chart = BarChart {
        title,
        measures: vec![
            ("nodes generated".to_owned(), Unit::Count),
            ("time".to_owned(), Unit::Seconds),
            ("memory at most".to_owned(), Unit::Bytes),
        ],
        bars: contestants(rounds).into_iter().map(bar).collect(),
    };
    bars_svg(&chart, theme)
}

/// Nodes and time against the length of the shortest solution found.
pub fn growth(rounds: &[Round], theme: Theme) -> String {
    let points = |contestant: Contestant, is_wanted: fn(&Run) -> bool| {
        runs(rounds, contestant)
            .filter(|(_, run)| is_wanted(run))
            .filter_map(|(round, run)| {
                let values = vec![run.generated as f64, run.time.as_secs_f64()];
                Some((round.depth()?, values))
            })
            .collect()
    };
    let series = |contestant: Contestant| Series {
        label: contestant.to_string(),
        points: points(contestant, Run::is_finished),
        stopped: points(contestant, Run::is_stopped),
    };
    let runs = rounds.iter().map(|round| round.runs.len()).sum::<usize>();
    let is_unsolved = |round: &&Round| round.depth().is_none();
    let hidden = rounds
        .iter()
        .filter(is_unsolved)
        .map(|round| round.runs.len());
    let chart = GrowthChart {
        title: format!("Growth with depth, {} boards", boards(rounds)),
        measures: vec![
            ("nodes generated".to_owned(), Unit::Count),
            ("time".to_owned(), Unit::Seconds),
        ],
        series: contestants(rounds).into_iter().map(series).collect(),
        note: match hidden.sum::<usize>() {
            0 => String::new(),
            hidden => format!("{hidden} of {runs} runs not drawn: no run solved their board"),
        },
    };
    growth_svg(&chart, theme)
}

/// The number of solvable boards.
fn boards(rounds: &[Round]) -> usize {
    rounds.iter().filter(|round| round.is_solvable).count()
}

/// All contestants, in the order of their first run.
fn contestants(rounds: &[Round]) -> Vec<Contestant> {
    let mut all: Vec<Contestant> = Vec::new();
    for run in rounds.iter().flat_map(|round| &round.runs) {
        if !all.contains(&run.contestant) {
            all.push(run.contestant);
        }
    }
    all
}

fn runs(rounds: &[Round], contestant: Contestant) -> impl Iterator<Item = (&Round, &Run)> {
    rounds
        .iter()
        .flat_map(|round| round.runs.iter().map(move |run| (round, run)))
        .filter(move |(_, run)| run.contestant == contestant)
}
