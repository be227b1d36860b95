//! Options that several commands share, and the parsers of their values.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use noyes::board::Metric;
use noyes::heuristic::HeuristicKind;
use noyes::render::Theme;
use noyes::search::{Algorithm, Weight};
use noyes::solve::{Engine, HeuristicChoice, Limits, Request, TableChoice};
use noyes::{Goal, Size};

use crate::input;

/// The option for the goal.
#[derive(Debug, clap::Args)]
pub struct GoalOption {
    /// The goal: blank-last, blank-first, snail, or a board (a file, or in quotes)
    #[arg(
        long,
        value_name = "GOAL",
        default_value = "blank-last",
        help_heading = "Goal"
    )]
    goal: String,
}

impl GoalOption {
    pub fn read(&self, verbose: bool) -> Result<Goal> {
        input::goal(&self.goal, verbose)
    }
}

/// The options of every search, whatever the algorithm.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Search")]
pub struct MeansOptions {
    /// The weight of the distance in weighted A* and weighted IDA*, from 1 to 1000; 26 by default
    #[arg(long, value_name = "W")]
    pub weight: Option<Weight>,

    /// Pattern tables: small (built at first use), large (built with noyes tables build, or when
    /// asked for here), none. By default large ones if they are built already, else small ones,
    /// with quick ones until those are built; above 16 cells a search with a time limit below two
    /// minutes builds none
    #[arg(long, value_enum, value_name = "NAME")]
    pub tables: Option<TablesName>,

    /// Threads to use; by default one for each core
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,

    /// Seed for randomised searches
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
}

impl MeansOptions {
    /// An engine with as many threads as `--threads` says.
    pub fn engine(&self) -> Engine {
        match self.threads {
            Some(threads) => Engine::builder().threads(usize::from(threads)).build(),
            None => Engine::new(),
        }
    }

    /// A request with these options, and defaults for all others.
    pub fn request(&self) -> Request {
        Request {
            weight: self.weight.unwrap_or(Weight::CLASSIC),
            tables: self.tables.map_or(TableChoice::Auto, TablesName::choice),
            seed: self.seed,
            limits: Limits {
                threads: self.threads.map(usize::from),
                ..Limits::default()
            },
            ..Request::default()
        }
    }
}

/// The algorithm and the limits of a search.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Search")]
pub struct SearchOptions {
    /// Go on until the minimum is proven
    #[arg(long)]
    pub optimal: bool,

    /// The algorithm; auto chooses
    #[arg(
        long,
        value_enum,
        value_name = "NAME",
        default_value = "auto",
        hide_default_value = true
    )]
    pub algorithm: AlgorithmName,

    /// The heuristic; auto chooses the strongest that fits
    #[arg(
        long,
        value_enum,
        value_name = "NAME",
        default_value = "auto",
        hide_default_value = true
    )]
    pub heuristic: HeuristicName,

    #[command(flatten)]
    pub means: MeansOptions,

    /// What counts as one move: single (one tile), multi (several tiles of a line at once; boards
    /// of up to 16 cells)
    #[arg(long, value_enum, value_name = "NAME", default_value = "single")]
    pub metric: MetricName,

    /// Stop after this time: 30s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub time_limit: Option<Duration>,

    /// Stop after this many generated nodes
    #[arg(long, value_name = "N", value_parser = count)]
    pub node_limit: Option<u64>,

    /// Use no more memory than this: 500MB, 4GB
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub memory_limit: Option<usize>,
}

impl SearchOptions {
    /// An engine with as many threads as `--threads` says.
    pub fn engine(&self) -> Engine {
        self.means.engine()
    }

    pub fn request(&self) -> Result<Request> {
        let is_weighted = matches!(
            self.algorithm.0,
            Some(Algorithm::Weighted | Algorithm::WeightedIda)
        );
        if self.means.weight.is_some() && !is_weighted {
            bail!("--weight is for weighted searches: add --algorithm weighted, or weighted-ida");
        }
        let means = self.means.request();
        Ok(Request {
            algorithm: self.algorithm.0,
            heuristic: self.heuristic.choice(),
            metric: self.metric.metric(),
            optimal: self.optimal,
            limits: Limits {
                time: self.time_limit,
                nodes: self.node_limit,
                memory: self.memory_limit,
                ..means.limits
            },
            ..means
        })
    }
}

/// `--algorithm`: one of the library's; none is `auto`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlgorithmName(pub Option<Algorithm>);

impl AlgorithmName {
    pub const AUTO: Self = Self(None);
    const ALL: [Self; Algorithm::ALL.len() + 1] = {
        let mut all = [Self::AUTO; Algorithm::ALL.len() + 1];
        let mut index = 0;
        while index < Algorithm::ALL.len() {
            all[index + 1] = Self(Some(Algorithm::ALL[index]));
            index += 1;
        }
        all
    };
}

impl ValueEnum for AlgorithmName {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let (name, words) = match self.0 {
            None => ("auto", "The best choice for the board"),
            Some(algorithm) => (algorithm.name(), algorithm.words()),
        };
        let value = PossibleValue::new(name).help(words);
        // The names with an asterisk, as books write them.
        Some(match self.0 {
            Some(Algorithm::AStar) => value.aliases(["a*", "A*"]),
            Some(Algorithm::Ida) => value.aliases(["ida*", "IDA*"]),
            _ => value,
        })
    }
}

/// `--heuristic`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HeuristicName {
    /// The strongest that fits
    Auto,
    /// Tiles out of place
    Hamming,
    /// Steps from each tile to its place
    Manhattan,
    /// Manhattan, and tiles that block each other in their own line
    LinearConflict,
    /// Exact row changes and column changes (small boards)
    WalkingDistance,
    /// The larger of linear conflict and walking distance (small boards)
    #[value(alias = "lines")]
    LcOrWd,
    /// Pattern tables (boards of up to 25 cells)
    Pattern,
}

impl HeuristicName {
    /// The choice of a solve.
    pub fn choice(self) -> Option<HeuristicChoice> {
        match self {
            Self::Pattern => Some(HeuristicChoice::Pattern),
            other => other.kind().map(HeuristicChoice::Kind),
        }
    }

    /// The heuristic, if it needs no pattern tables.
    pub fn kind(self) -> Option<HeuristicKind> {
        Some(match self {
            Self::Auto | Self::Pattern => return None,
            Self::Hamming => HeuristicKind::Hamming,
            Self::Manhattan => HeuristicKind::Manhattan,
            Self::LinearConflict => HeuristicKind::LinearConflict,
            Self::WalkingDistance => HeuristicKind::WalkingDistance,
            Self::LcOrWd => HeuristicKind::LinearConflictOrWalkingDistance,
        })
    }
}

/// `--theme`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ThemeName {
    /// As the viewer's device prefers
    Auto,
    /// Dark ink on white
    Light,
    /// Light ink on near black
    Dark,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Self {
        match name {
            ThemeName::Auto => Self::Auto,
            ThemeName::Light => Self::Light,
            ThemeName::Dark => Self::Dark,
        }
    }
}

/// `--tables`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TablesName {
    /// At most 40 MB, built in about a second
    Small,
    /// At most 200 MB, built in several seconds
    Large,
    /// No tables: walking distance and linear conflict
    None,
}

impl TablesName {
    fn choice(self) -> TableChoice {
        match self {
            Self::Small => TableChoice::Small,
            Self::Large => TableChoice::Large,
            Self::None => TableChoice::None,
        }
    }
}

/// `--metric`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MetricName {
    /// Every slide of one tile
    Single,
    /// Every slide of one or more tiles of a line
    Multi,
}

impl MetricName {
    pub fn metric(self) -> Metric {
        match self {
            Self::Single => Metric::Single,
            Self::Multi => Metric::Multi,
        }
    }
}

/// Splits `30s` into 30 and `s`.
fn number_and_unit(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let number: f64 = text[..end].parse().ok()?;
    Some((number, text[end..].trim()))
}

/// A time such as `30s`, `500ms`, `2m`, `1.5h`; a bare number is seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    let remedy = || format!("write a time such as 30s, 500ms, 2m or 1h, not {text:?}");
    let (number, unit) = number_and_unit(text).ok_or_else(remedy)?;
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" | "sec" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(remedy()),
    };
    Duration::try_from_secs_f64(number * seconds).map_err(|_| remedy())
}

/// A size such as `500MB`, `4GB`, `1.5GiB`; a bare number is bytes. Less than 1 MB is refused,
/// since the unit has probably been forgotten.
pub fn bytes(text: &str) -> Result<usize, String> {
    const LEAST: f64 = 1e6;
    let remedy = || format!("write a size with its unit, such as 500MB or 4GB, not {text:?}");
    let (number, unit) = number_and_unit(text).ok_or_else(remedy)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "k" | "kb" => 1e3,
        "m" | "mb" => 1e6,
        "g" | "gb" => 1e9,
        "t" | "tb" => 1e12,
        "kib" => 1024.0,
        "mib" => 1024.0 * 1024.0,
        "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(remedy()),
    };
    if number * factor < LEAST {
        return Err(format!("nothing fits in less than 1 MB: {}", remedy()));
    }
    Ok((number * factor) as usize)
}

/// A count such as `1000000`, `1e6`, `10M`.
pub fn count(text: &str) -> Result<u64, String> {
    let remedy = || format!("write a whole number such as 1000000, 1e6 or 10M, not {text:?}");
    if let Ok(number) = text.trim().parse::<f64>()
        && number >= 0.0
        && number.fract() == 0.0
    {
        return Ok(number as u64);
    }
    let (number, unit) = number_and_unit(text).ok_or_else(remedy)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "k" => 1e3,
        "m" => 1e6,
        "g" => 1e9,
        _ => return Err(remedy()),
    };
    Ok((number * factor) as u64)
}

/// The name of a chart's file.
pub fn svg_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(ending) if ending.eq_ignore_ascii_case("svg") => Ok(path),
        _ => Err("charts are drawn as svg: give a name that ends in .svg".to_owned()),
    }
}

/// A size such as `4`, `4x4`, `3x5` or `3×5`: rows, then columns.
pub fn size(text: &str) -> Result<Size, String> {
    let remedy = || format!("write a size such as 4, 4x4 or 3x5 (rows x columns), not {text:?}");
    let number = |part: &str| part.trim().parse::<usize>().map_err(|_| remedy());
    let (rows, cols) = match text.split_once(['x', 'X', '×', '*']) {
        Some((rows, cols)) => (number(rows)?, number(cols)?),
        None => (number(text)?, number(text)?),
    };
    Size::new(rows, cols).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_sizes_and_counts_are_parsed() {
        assert_eq!(duration("30s"), Ok(Duration::from_secs(30)));
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5 m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("7"), Ok(Duration::from_secs(7)));
        assert!(duration("soon").is_err());
        assert!(duration("-3s").is_err());
        assert!(duration("1e40s").is_err());
        assert_eq!(bytes("500MB"), Ok(500_000_000));
        assert_eq!(bytes("1GiB"), Ok(1 << 30));
        assert!(bytes("lots").is_err());
        assert!(bytes("5").unwrap_err().contains("unit"));
        assert!(bytes("5kB").is_err());
        assert_eq!(count("1e6"), Ok(1_000_000));
        assert_eq!(count("10M"), Ok(10_000_000));
        assert_eq!(count("42"), Ok(42));
        assert!(count("-1").is_err());
    }

    #[test]
    fn sizes_of_boards_are_parsed() {
        assert_eq!(size("4"), Ok(Size::new(4, 4).unwrap()));
        assert_eq!(size("3x5"), Ok(Size::new(3, 5).unwrap()));
        assert_eq!(size("3×5"), Ok(Size::new(3, 5).unwrap()));
        assert!(size("1").unwrap_err().contains("too small"));
        assert!(size("128").unwrap_err().contains("too large"));
        assert!(size("big").is_err());
    }
}
