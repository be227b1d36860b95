//! The algorithms by name.

use super::Duplicates;

/// An algorithm by name.
///
/// ```
/// use noyes::search::Algorithm;
///
/// assert!(Algorithm::Ida.finds_minimum() && !Algorithm::Weighted.finds_minimum());
/// assert_eq!(Algorithm::AStar.name(), "astar");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Algorithm {
    /// Breadth-first search.
    Bfs,
    /// A*.
    AStar,
    /// Weighted A*.
    Weighted,
    /// IDA*.
    Ida,
    /// Weighted IDA* with a set of visited boards.
    WeightedIda,
    /// A* as the course has it: board and twin in turn, the previous board refused.
    Course,
    /// A* on board and twin in turn, with an index of all boards.
    Lockstep,
    /// A* from both ends.
    Bidirectional,
    /// Beam search: the most promising boards of each depth.
    Beam,
    /// Row and column filling: any answer, at once.
    Construct,
    /// Greedy best-first search.
    Greedy,
    /// Uniform-cost search: Dijkstra's algorithm.
    UniformCost,
    /// Depth-first iterative deepening.
    Iddfs,
    /// Recursive best-first search.
    Rbfs,
    /// SMA*: A* that forgets the worst leaf when memory is full.
    Sma,
    /// MM: from both ends, meeting in the middle.
    Mm,
    /// NBS: from both ends, with a bound on the nodes expanded.
    Nbs,
    /// HDA*: A* on all threads, with boards distributed by hash.
    Hda,
    /// ARA*: weighted A* with falling weights.
    Ara,
}

impl Algorithm {
    /// All of them.
    ///
    /// ```
    /// use noyes::search::Algorithm;
    ///
    /// let named = Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == "ida");
    /// assert_eq!(named, Some(Algorithm::Ida));
    /// ```
    pub const ALL: [Self; 19] = [
        Self::Bfs,
        Self::AStar,
        Self::Weighted,
        Self::Ida,
        Self::WeightedIda,
        Self::Course,
        Self::Lockstep,
        Self::Bidirectional,
        Self::Beam,
        Self::Construct,
        Self::Greedy,
        Self::UniformCost,
        Self::Iddfs,
        Self::Rbfs,
        Self::Sma,
        Self::Mm,
        Self::Nbs,
        Self::Hda,
        Self::Ara,
    ];

    /// The name as the command writes it.
    ///
    /// ```
    /// use noyes::search::Algorithm;
    ///
    /// assert_eq!(Algorithm::UniformCost.name(), "uniform-cost");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Bfs => "bfs",
            Self::AStar => "astar",
            Self::Weighted => "weighted",
            Self::Ida => "ida",
            Self::WeightedIda => "weighted-ida",
            Self::Course => "course",
            Self::Lockstep => "lockstep",
            Self::Bidirectional => "bidirectional",
            Self::Beam => "beam",
            Self::Construct => "construct",
            Self::Greedy => "greedy",
            Self::UniformCost => "uniform-cost",
            Self::Iddfs => "iddfs",
            Self::Rbfs => "rbfs",
            Self::Sma => "sma",
            Self::Mm => "mm",
            Self::Nbs => "nbs",
            Self::Hda => "hda",
            Self::Ara => "ara",
        }
    }

    /// Other names by which books and programs know it, in small letters.
    ///
    /// ```
    /// use noyes::search::Algorithm;
    ///
    /// assert!(Algorithm::UniformCost.other_names().contains(&"dijkstra"));
    /// ```
    pub fn other_names(self) -> &'static [&'static str] {
        match self {
            Self::Bfs => &["breadth-first"],
            Self::AStar => &["a*", "a-star"],
            Self::Weighted => &["weighted-astar", "weighted-a*", "wa*"],
            Self::Ida => &["ida*", "ida-star"],
            Self::WeightedIda => &["weighted-ida*", "wida*"],
            Self::Bidirectional => &["bidirectional-astar", "bidirectional-a*", "bha*"],
            Self::Beam => &["beam-search"],
            Self::Greedy => &["greedy-best-first", "gbfs"],
            Self::UniformCost => &["dijkstra", "ucs"],
            Self::Iddfs => &["dfid", "ids", "iterative-deepening"],
            Self::Rbfs => &["recursive-best-first"],
            Self::Sma => &["sma*"],
            Self::Mm => &["mme"],
            Self::Hda => &["hda*"],
            Self::Ara => &["ara*"],
            Self::Course | Self::Lockstep | Self::Construct | Self::Nbs => &[],
        }
    }

    /// What it is, in a few words.
    ///
    /// ```
    /// use noyes::search::Algorithm;
    ///
    /// assert_eq!(Algorithm::Bfs.words(), "Breadth-first search");
    /// ```
    pub fn words(self) -> &'static str {
        match self {
            Self::Bfs => "Breadth-first search",
            Self::AStar => "A*",
            Self::Weighted => "Weighted A*: quicker, not the shortest",
            Self::Ida => "IDA*",
            Self::WeightedIda => {
                "Weighted IDA* with a set of visited boards: any size, not the shortest at any weight"
            }
            Self::Course => "A* as in the course: board and twin in turn, no closed set",
            Self::Lockstep => "A* on the board and its twin in turn, with an index of all boards",
            Self::Bidirectional => "A* from both ends",
            Self::Beam => "Beams of growing width: short solutions, no proof",
            Self::Construct => "Row and column filling: any solution, at once",
            Self::Greedy => {
                "Greedy best-first search: only the distance counts, as in weighted with a huge weight"
            }
            Self::UniformCost => "Uniform-cost search (Dijkstra): A* without a heuristic, like bfs",
            Self::Iddfs => "Depth-first iterative deepening: IDA* without a heuristic",
            Self::Rbfs => "Recursive best-first search: best-first in the memory of one path",
            Self::Sma => "SMA*: A* within the memory limit, forgetting the worst leaves",
            Self::Mm => "MM: from both ends, meeting in the middle",
            Self::Nbs => "NBS: from both ends, at most twice the nodes that are needed",
            Self::Hda => "HDA*: A* on all threads, boards distributed by hash",
            Self::Ara => "ARA*: weighted A* with falling weights, the minimum at last",
        }
    }

    /// The algorithm of a name, its own or another, in letters of any case.
    ///
    /// ```
    /// use noyes::search::Algorithm;
    ///
    /// assert_eq!(Algorithm::of_name("IDA*"), Some(Algorithm::Ida));
    /// assert_eq!(Algorithm::of_name("sorting"), None);
    /// ```
    pub fn of_name(name: &str) -> Option<Self> {
        let name = name.trim().to_lowercase();
        let is_it = |one: &Self| one.name() == name || one.other_names().contains(&name.as_str());
        Self::ALL.into_iter().find(is_it)
    }

    /// Whether it ends with a solution of the minimum length, and so with a proof of it: the
    /// heuristic is admissible, and no limit was reached.
    ///
    /// ```
    /// use noyes::search::Algorithm;
    ///
    /// assert!(Algorithm::AStar.finds_minimum() && Algorithm::Ara.finds_minimum());
    /// // A beam may have found the minimum, and does not know it.
    /// assert!(!Algorithm::Beam.finds_minimum() && !Algorithm::Greedy.finds_minimum());
    /// ```
    pub fn finds_minimum(self) -> bool {
        !matches!(
            self,
            Self::Weighted | Self::WeightedIda | Self::Beam | Self::Construct | Self::Greedy
        )
    }

    /// Whether it weights the distance; to others a [`Weight`](super::Weight) means nothing.
    ///
    /// ```
    /// use noyes::search::Algorithm;
    ///
    /// assert!(Algorithm::Weighted.is_weighted() && !Algorithm::AStar.is_weighted());
    /// ```
    pub fn is_weighted(self) -> bool {
        matches!(self, Self::Weighted | Self::WeightedIda | Self::Ara)
    }

    /// Whether it searches from both ends, with a heuristic for each.
    ///
    /// ```
    /// use noyes::search::Algorithm;
    ///
    /// let both_ends = Algorithm::ALL.into_iter().filter(|algorithm| algorithm.is_bidirectional());
    /// assert!(both_ends.eq([Algorithm::Bidirectional, Algorithm::Mm, Algorithm::Nbs]));
    /// ```
    pub fn is_bidirectional(self) -> bool {
        matches!(self, Self::Bidirectional | Self::Mm | Self::Nbs)
    }

    /// Whether it has a solution before it has the minimum, so that a limit takes nothing away.
    ///
    /// ```
    /// use noyes::search::Algorithm;
    ///
    /// assert!(Algorithm::Ara.is_anytime() && !Algorithm::AStar.is_anytime());
    /// ```
    pub fn is_anytime(self) -> bool {
        matches!(self, Self::Ara | Self::Beam)
    }

    /// What it refuses unless it is told otherwise, if that can be chosen.
    ///
    /// ```
    /// use noyes::search::{Algorithm, Duplicates};
    ///
    /// assert_eq!(Algorithm::Course.duplicates(), Some(Duplicates::Previous));
    /// assert_eq!(Algorithm::Ida.duplicates(), None);
    /// ```
    pub fn duplicates(self) -> Option<Duplicates> {
        match self {
            Self::AStar => Some(Duplicates::Index),
            Self::Course => Some(Duplicates::Previous),
            _ => None,
        }
    }

    /// Whether it is guided by a heuristic.
    ///
    /// ```
    /// use noyes::search::Algorithm;
    ///
    /// assert!(Algorithm::Ida.uses_heuristic() && !Algorithm::Iddfs.uses_heuristic());
    /// ```
    pub fn uses_heuristic(self) -> bool {
        !matches!(
            self,
            Self::Bfs | Self::Beam | Self::Construct | Self::UniformCost | Self::Iddfs
        )
    }
}

display_name!(Algorithm);
