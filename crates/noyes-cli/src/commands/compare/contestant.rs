//! The contestants of a comparison.

use std::fmt;

use anyhow::{Result, bail};
use clap::ValueEnum;
use noyes::Size;
use noyes::heuristic::{HeuristicKind, WalkingDistance};
use noyes::search::Algorithm;
use noyes::solve::HeuristicChoice;

use crate::options::{AlgorithmName, HeuristicName, MeansOptions, TablesName};
use crate::progress::Label;
use crate::suggest;

/// An algorithm and its heuristic; `None` leaves the choice to noyes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contestant {
    pub algorithm: Option<Algorithm>,
    pub heuristic: Option<HeuristicChoice>,
}

impl Contestant {
    /// The heuristic's name: `auto` where noyes chooses, `none` where none is used.
    pub fn heuristic_name(&self) -> &'static str {
        match (self.algorithm, self.heuristic) {
            (Some(algorithm), _) if !algorithm.uses_heuristic() => "none",
            (_, Some(choice)) => choice.name(),
            (_, None) => "auto",
        }
    }
}

/// The name of the contestant that chooses for itself. It is `auto` elsewhere, and here too.
const OURS: &str = "noyes";

impl Contestant {
    /// The algorithm's name: `noyes` where noyes chooses.
    pub fn name(&self) -> &'static str {
        self.algorithm.map_or(OURS, Algorithm::name)
    }

    /// The labels of its run on a board.
    pub fn labels(&self, board: &str) -> Vec<Label> {
        vec![
            ("board", board.into()),
            ("algorithm", self.name().into()),
            ("heuristic", self.heuristic_name().into()),
        ]
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.heuristic_name() {
            "auto" | "none" => f.write_str(self.name()),
            heuristic => write!(f, "{} {heuristic}", self.name()),
        }
    }
}

/// The largest boards, in cells, on which pattern tables take part.
const PATTERN_CELLS: usize = 16;

/// The contestants that were named, or else the default ones that fit the size and, if tables are
/// to be used, the tables.
pub fn line_up(named: &[Contestant], size: Size, has_tables: bool) -> Vec<Contestant> {
    use Algorithm::{
        AStar, Beam, Bfs, Bidirectional, Construct, Ida, Lockstep, Weighted, WeightedIda,
    };
    use HeuristicKind::{
        Hamming, LinearConflict, LinearConflictOrWalkingDistance as LcOrWd, Manhattan,
        WalkingDistance as Walking,
    };
    if !named.is_empty() {
        return named.to_vec();
    }
    let with = |algorithm, heuristic: HeuristicKind| Contestant {
        algorithm: Some(algorithm),
        heuristic: Some(heuristic.into()),
    };
    let chosen = |algorithm| Contestant {
        algorithm,
        heuristic: None,
    };
    let strongest = HeuristicKind::strongest(size);
    let all = [
        chosen(Some(Bfs)),
        with(AStar, Hamming),
        with(AStar, Manhattan),
        with(Lockstep, Manhattan),
        with(AStar, LinearConflict),
        with(Bidirectional, LinearConflict),
        with(Ida, Manhattan),
        with(Ida, LinearConflict),
        with(Ida, Walking),
        with(Ida, LcOrWd),
        Contestant {
            algorithm: Some(Ida),
            heuristic: Some(HeuristicChoice::Pattern),
        },
        with(WeightedIda, strongest),
        with(Weighted, strongest),
        chosen(Some(Beam)),
        chosen(Some(Construct)),
        chosen(None),
    ];
    let fits = |contestant: &Contestant| match contestant.heuristic {
        Some(HeuristicChoice::Kind(Walking | LcOrWd)) => WalkingDistance::fits(size),
        Some(HeuristicChoice::Pattern) => has_tables && size.cells() <= PATTERN_CELLS,
        _ => true,
    };
    all.into_iter().filter(fits).collect()
}

/// Refuses a line-up that names a contestant twice: its runs could not be told apart.
pub fn ensure_distinct(named: &[Contestant]) -> Result<()> {
    for (place, contestant) in named.iter().enumerate() {
        if named[..place].contains(contestant) {
            bail!("--algorithms names {contestant} twice: leave one out");
        }
    }
    Ok(())
}

/// Refuses options that no contestant uses, or that deny a contestant what it needs.
pub fn ensure_usable(named: &[Contestant], means: &MeansOptions) -> Result<()> {
    let is_weighted = |one: &Contestant| one.algorithm.is_some_and(Algorithm::is_weighted);
    if means.weight.is_some() && !named.is_empty() && !named.iter().any(is_weighted) {
        bail!("--weight is for weighted searches: add weighted, or weighted-ida, to --algorithms");
    }
    let of_tables = |one: &&Contestant| one.heuristic == Some(HeuristicChoice::Pattern);
    if means.tables == Some(TablesName::None)
        && let Some(contestant) = named.iter().find(of_tables)
    {
        bail!("{contestant} needs tables: leave out --tables none, or the heuristic pattern");
    }
    Ok(())
}

/// Reads `astar:manhattan`, `ida`, `noyes`.
pub fn parse(text: &str) -> Result<Contestant, String> {
    let (algorithm, heuristic) = match text.split_once(':') {
        Some((algorithm, heuristic)) => (algorithm, Some(heuristic)),
        None => (text, None),
    };
    let AlgorithmName(algorithm) = match algorithm.trim() {
        OURS => AlgorithmName::AUTO,
        name => named(name, "algorithm", OURS)?,
    };
    let heuristic = match heuristic {
        Some(name) => named::<HeuristicName>(name, "heuristic", "auto")?.choice(),
        None => None,
    };
    match (algorithm, heuristic) {
        (Some(algorithm), Some(_)) if !algorithm.uses_heuristic() => Err(format!(
            "{algorithm} uses no heuristic: write just {algorithm}"
        )),
        (Some(algorithm), Some(HeuristicChoice::Pattern)) if algorithm != Algorithm::Ida => {
            Err(format!(
                "pattern tables go with ida: write ida:pattern, or {algorithm}:linear-conflict"
            ))
        }
        _ => Ok(Contestant {
            algorithm,
            heuristic,
        }),
    }
}

/// Parses a name. In the list of names, `auto` replaces the name of the open choice.
fn named<T: ValueEnum>(name: &str, what: &str, auto: &str) -> Result<T, String> {
    T::from_str(name.trim(), true).map_err(|_| {
        let shown = |value: &T| {
            let value = value.to_possible_value()?;
            let name = value.get_name();
            Some(if name == "auto" { auto } else { name }.to_owned())
        };
        let names: Vec<String> = T::value_variants().iter().filter_map(shown).collect();
        let near = suggest::nearest(name, names.iter().cloned());
        let question = near.map_or(String::new(), |near| suggest::ask(&near));
        format!(
            "there is no {what} {name:?}{question}: choose from {}",
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_people_write_them() {
        assert_eq!(parse("astar:hamming").unwrap().to_string(), "astar hamming");
        assert_eq!(parse("noyes").unwrap().to_string(), "noyes");
        assert_eq!(parse("bfs").unwrap().to_string(), "bfs");
        let error = parse("astar:manhatan").unwrap_err();
        assert!(
            error.contains("no heuristic") && error.contains("mean manhattan?"),
            "{error}"
        );
        assert!(parse("nyes").unwrap_err().contains("mean noyes?"));
        assert_eq!(parse("auto"), parse("noyes"));
        let twice = ["A*:manhattan", "ida", "astar:manhattan"].map(|name| parse(name).unwrap());
        assert!(ensure_distinct(&twice).is_err() && ensure_distinct(&twice[..2]).is_ok());
    }

    #[test]
    fn only_what_fits_is_in_the_line_up() {
        let size = |n| Size::new(n, n).unwrap();
        assert_eq!(line_up(&[], size(4), true)[0].to_string(), "bfs");
        assert!(line_up(&[], size(4), true).len() > line_up(&[], size(10), true).len());
        assert!(line_up(&[], size(4), true).len() > line_up(&[], size(4), false).len());
        let ida = parse("ida").unwrap();
        assert_eq!(line_up(&[ida], size(10), true), [ida]);
    }
}
