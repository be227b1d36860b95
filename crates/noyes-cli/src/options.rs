//! Options that several commands share, and the parsers of their values.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use noyes::Goal;
use noyes::board::Metric;
use noyes::heuristic::HeuristicKind;
use noyes::render::Theme;
use noyes::search::{Algorithm, CountAs, Duplicates, Weight};
use noyes::solve::{Engine, HeuristicChoice, Limits, PlanError, Request, TableChoice};

use crate::input;
pub use noyes_api::quantity::{bytes, count, duration, size};

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
    /// The weight of the distance in weighted and weighted-ida, and the first one in ara: from 1
    /// to 1000, or size, which is n/2 up to 4x4 and n²/2 above (whole numbers); 26 by default
    #[arg(long, value_name = "W")]
    pub weight: Option<Weight>,

    /// Pattern tables: small (built at first use), large (built with noyes tables build, or when
    /// asked for here), none. By default large ones if they are built already, else small ones,
    /// with quick ones until those are built; above 16 cells a search with a time limit below two
    /// minutes builds none
    #[arg(long, value_enum, value_name = "NAME")]
    pub tables: Option<TablesName>,

    /// Threads to use; by default one for each core, in compare one in all
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

    /// The algorithm; auto chooses. Other common names are known, too: dijkstra, IDA*, dfid
    #[arg(
        long,
        value_enum,
        value_name = "NAME",
        default_value = "auto",
        hide_default_value = true,
        ignore_case = true
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

    /// What A* refuses to enqueue (astar, course); by default index for astar, previous for course
    #[arg(long, value_enum, value_name = "RULE")]
    pub duplicates: Option<DuplicatesName>,

    #[command(flatten)]
    pub means: MeansOptions,

    /// How the nodes of ida with the heuristic manhattan are counted: noyes, or korf1985, which
    /// gives the published totals of @korf100 to the node, but for boards 22 and 88
    /// (docs/book/algorithms.md)
    #[arg(
        long,
        value_enum,
        value_name = "NAME",
        default_value = "noyes",
        hide_default_value = true
    )]
    pub count_as: CountAsName,

    /// What counts as one move: single (one tile), multi (several tiles of a line at once; proven
    /// up to 16 cells, and near the goal on larger boards)
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
        let is_weighted = self.algorithm.0.is_some_and(Algorithm::is_weighted);
        if self.means.weight.is_some() && !is_weighted {
            bail!(
                "--weight is for weighted searches: add --algorithm weighted, weighted-ida or ara"
            );
        }
        let duplicates = self.duplicates.map(|name| name.0);
        let own_rule = self.algorithm.0.and_then(Algorithm::duplicates);
        if duplicates.is_some() && own_rule.is_none() {
            return Err(PlanError::Duplicates.into());
        }
        let means = self.means.request();
        Ok(Request {
            algorithm: self.algorithm.0,
            heuristic: self.heuristic.choice(),
            duplicates,
            metric: self.metric.metric(),
            count_as: self.count_as.count_as(),
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
        let others = self.0.map_or(&[][..], Algorithm::other_names);
        let value = PossibleValue::new(name).help(words);
        Some(value.aliases(others.iter().copied()))
    }
}

/// `--duplicates`: one of the library's rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuplicatesName(pub Duplicates);

impl DuplicatesName {
    const ALL: [Self; 4] = {
        let [none, previous, chain, index] = Duplicates::ALL;
        [Self(none), Self(previous), Self(chain), Self(index)]
    };
}

impl ValueEnum for DuplicatesName {
    fn value_variants<'a>() -> &'a [Self] {
        &Self::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.0.name()).help(self.0.words()))
    }
}

/// `--heuristic`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum HeuristicName {
    /// The strongest that fits
    Auto,
    /// Tiles out of place
    Hamming,
    /// Straight lines from each tile to its place, rounded down
    Euclidean,
    /// Steps from each tile to its place
    Manhattan,
    /// Manhattan, and tiles that block each other in their own line
    LinearConflict,
    /// Exact row changes and column changes (small boards)
    WalkingDistance,
    /// The larger of linear conflict and walking distance (small boards)
    #[value(alias = "lines")]
    LcOrWd,
    /// Pattern tables (boards of up to 36 cells)
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
            Self::Euclidean => HeuristicKind::Euclidean,
            Self::Manhattan => HeuristicKind::Manhattan,
            Self::LinearConflict => HeuristicKind::LinearConflict,
            Self::WalkingDistance => HeuristicKind::WalkingDistance,
            Self::LcOrWd => HeuristicKind::LinearConflictOrWalkingDistance,
        })
    }
}

/// `--count-as`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CountAsName {
    /// The start once an iteration, as all algorithms count
    Noyes,
    /// The start once in all, and slides in the order of Korf's paper
    Korf1985,
}

impl CountAsName {
    fn count_as(self) -> CountAs {
        match self {
            Self::Noyes => CountAs::Noyes,
            Self::Korf1985 => CountAs::Korf1985,
        }
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
    pub fn choice(self) -> TableChoice {
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

/// The name of a chart's file.
pub fn svg_file(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(ending) if ending.eq_ignore_ascii_case("svg") => Ok(path),
        _ => Err("charts are drawn as svg: give a name that ends in .svg".to_owned()),
    }
}
