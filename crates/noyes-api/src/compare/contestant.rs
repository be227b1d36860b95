//! The contestants of a comparison.

use std::fmt;

use noyes::Size;
use noyes::heuristic::{HeuristicKind, WalkingDistance};
use noyes::search::{Algorithm, CountAs, Duplicates};
use noyes::solve::{HeuristicChoice, PlanError, TableChoice};
use serde_json::Value;

use crate::names;

/// An algorithm and its heuristic; `None` leaves the choice to noyes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contestant {
    /// The algorithm.
    pub algorithm: Option<Algorithm>,
    /// The heuristic.
    pub heuristic: Option<HeuristicChoice>,
    /// What A* refuses, if not what the algorithm usually does.
    pub duplicates: Option<Duplicates>,
    /// How IDA* with Manhattan distance counts its nodes.
    pub count_as: CountAs,
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

    /// What A* refuses, named or not; none for other algorithms.
    pub fn refuses(&self) -> Option<Duplicates> {
        self.duplicates.or(self.algorithm?.duplicates())
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
    pub fn labels(&self, board: &str) -> Vec<(&'static str, Value)> {
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
            "auto" | "none" => f.write_str(self.name())?,
            heuristic => write!(f, "{} {heuristic}", self.name())?,
        }
        if let Some(duplicates) = self.duplicates {
            write!(f, " {duplicates}")?;
        }
        match self.count_as {
            CountAs::Noyes => Ok(()),
            other => write!(f, " {other}"),
        }
    }
}

/// The largest boards, in cells, on which pattern tables take part.
const PATTERN_CELLS: usize = 16;

/// The contestants that were named, or else the default ones that fit the size and, if tables are
/// to be used, the tables.
pub fn line_up(named: &[Contestant], size: Size, has_tables: bool) -> Vec<Contestant> {
    use Algorithm::{
        AStar, Beam, Bfs, Bidirectional, Construct, Course, Ida, Lockstep, Weighted, WeightedIda,
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
        ..Contestant::default()
    };
    let chosen = |algorithm| Contestant {
        algorithm,
        ..Contestant::default()
    };
    let strongest = HeuristicKind::strongest(size);
    let all = [
        chosen(Some(Bfs)),
        with(AStar, Hamming),
        with(AStar, Manhattan),
        with(Course, Manhattan),
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
            ..Contestant::default()
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

/// The course's A* with each of its priorities and each rule for duplicates.
///
/// ```
/// let names = noyes_api::compare::course_line_up().map(|one| one.to_string());
/// assert_eq!((names.len(), names[5].as_str()), (8, "course manhattan previous"));
/// ```
pub fn course_line_up() -> [Contestant; 8] {
    let kinds = [HeuristicKind::Hamming, HeuristicKind::Manhattan];
    std::array::from_fn(|place| Contestant {
        algorithm: Some(Algorithm::Course),
        heuristic: Some(kinds[place / 4].into()),
        duplicates: Some(Duplicates::ALL[place % 4]),
        ..Contestant::default()
    })
}

/// The classic algorithms side by side, with Manhattan distance where they use a heuristic.
pub fn classics() -> Vec<Contestant> {
    use Algorithm::{
        AStar, Ara, Bfs, Bidirectional, Greedy, Hda, Ida, Iddfs, Mm, Nbs, Rbfs, Sma, UniformCost,
        Weighted, WeightedIda,
    };
    let all = [
        AStar,
        Bfs,
        UniformCost,
        Iddfs,
        Ida,
        Rbfs,
        Sma,
        Hda,
        Bidirectional,
        Mm,
        Nbs,
        Ara,
        Weighted,
        WeightedIda,
        Greedy,
    ];
    let with_manhattan = |algorithm: Algorithm| Contestant {
        algorithm: Some(algorithm),
        heuristic: algorithm
            .uses_heuristic()
            .then_some(HeuristicKind::Manhattan.into()),
        ..Contestant::default()
    };
    all.into_iter().map(with_manhattan).collect()
}

/// Refuses a line-up that names a contestant twice: its runs could not be told apart.
pub fn ensure_distinct(named: &[Contestant]) -> Result<(), String> {
    for (place, contestant) in named.iter().enumerate() {
        if named[..place].contains(contestant) {
            return Err(format!(
                "--algorithms names {contestant} twice: leave one out"
            ));
        }
    }
    Ok(())
}

/// Refuses options that no contestant uses, or that deny a contestant what it needs.
pub fn ensure_usable(
    named: &[Contestant],
    has_weight: bool,
    tables: TableChoice,
) -> Result<(), String> {
    let is_weighted = |one: &Contestant| one.algorithm.is_some_and(Algorithm::is_weighted);
    if has_weight && !named.is_empty() && !named.iter().any(is_weighted) {
        let words =
            "--weight is for weighted searches: add weighted, weighted-ida or ara to --algorithms";
        return Err(words.to_owned());
    }
    let of_tables = |one: &&Contestant| one.heuristic == Some(HeuristicChoice::Pattern);
    if tables == TableChoice::None
        && let Some(contestant) = named.iter().find(of_tables)
    {
        return Err(format!(
            "{contestant} needs tables: leave out --tables none, or the heuristic pattern"
        ));
    }
    Ok(())
}

/// Reads `astar:manhattan`, `course:hamming:chain`, `ida:manhattan:korf1985`, `ida`, `noyes`.
pub fn parse(text: &str) -> Result<Contestant, String> {
    let mut parts = text.splitn(3, ':');
    let algorithm = parts.next().unwrap_or_default();
    let (heuristic, rule) = (parts.next(), parts.next());
    let algorithm = names::algorithm_or(algorithm, OURS)?;
    let heuristic = match heuristic {
        Some(name) => names::heuristic(name)?,
        None => None,
    };
    let counts_as_korf = rule == Some(CountAs::Korf1985.name());
    if counts_as_korf
        && (algorithm, heuristic) != (Some(Algorithm::Ida), Some(HeuristicKind::Manhattan.into()))
    {
        return Err(PlanError::CountAs.to_string());
    }
    let may_refuse = algorithm.and_then(Algorithm::duplicates).is_some();
    let (duplicates, count_as) = match rule {
        Some(_) if counts_as_korf => (None, CountAs::Korf1985),
        Some(name) if may_refuse => (Some(names::duplicates(name)?), CountAs::Noyes),
        Some(_) => {
            return Err(format!(
                "only A* lets you choose what it refuses, and ida how it counts: write astar:manhattan:chain or ida:manhattan:korf1985, not {text}"
            ));
        }
        None => (None, CountAs::Noyes),
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
            duplicates,
            count_as,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_as_people_write_them() {
        assert_eq!(parse("astar:hamming").unwrap().to_string(), "astar hamming");
        assert_eq!(parse("noyes").unwrap().to_string(), "noyes");
        assert_eq!(parse("bfs").unwrap().to_string(), "bfs");
        let chain = parse("course:hamming:chain").unwrap();
        assert_eq!(chain.to_string(), "course hamming chain");
        assert!(parse("ida:manhattan:chain").is_err() && parse("astar:hamming:all").is_err());
        let korf = parse("ida:manhattan:korf1985").unwrap();
        assert_eq!(korf.to_string(), "ida manhattan korf1985");
        assert_ne!(parse("ida:manhattan"), Ok(korf));
        assert!(parse("ida:hamming:korf1985").is_err() && parse("ida::korf1985").is_err());
        let error = parse("astar:manhatan").unwrap_err();
        assert!(
            error.contains("no heuristic") && error.contains("mean manhattan?"),
            "{error}"
        );
        assert_eq!(parse("Dijkstra").unwrap().to_string(), "uniform-cost");
        assert_eq!(parse("DFID").unwrap().to_string(), "iddfs");
        assert_eq!(chain.refuses(), Some(Duplicates::Chain));
        assert_eq!(
            parse("course").unwrap().refuses(),
            Some(Duplicates::Previous)
        );
        assert_eq!(parse("ida").unwrap().refuses(), None);
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
        assert!(ensure_distinct(&classics()).is_ok());
        let ida = parse("ida").unwrap();
        assert_eq!(line_up(&[ida], size(10), true), [ida]);
    }
}
