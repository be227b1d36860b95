//! What an observer is told.
//!
//! Events are owned values: they can be kept, sent to another thread, and, with the feature
//! `serde`, written as JSON. The command's `--progress json` writes exactly these objects
//! (docs/book/progress.md).

use std::fmt;

use super::Counts;
use crate::board::Moves;

/// Something that happened in a search, or in other long work.
///
/// ```
/// use noyes::guard::{Counts, Event};
///
/// let event = Event::Progress { counts: Counts { generated: 7, ..Counts::default() } };
/// assert_eq!(event.counts().map(|counts| counts.generated), Some(7));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "event", rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum Event {
    /// Work goes on.
    Progress {
        /// Work done so far.
        #[cfg_attr(feature = "serde", serde(flatten))]
        counts: Counts,
    },
    /// No solution is shorter than `bound`.
    #[cfg_attr(feature = "serde", serde(rename = "bound"))]
    BoundRaised {
        /// The new lower bound.
        #[cfg_attr(feature = "serde", serde(rename = "lower_bound"))]
        bound: u32,
        /// The search that proved it.
        source: Source,
        /// Work done so far.
        #[cfg_attr(feature = "serde", serde(flatten))]
        counts: Counts,
    },
    /// A long iteration goes on.
    Iteration {
        /// The bound it searches to: no solution is shorter.
        #[cfg_attr(feature = "serde", serde(rename = "lower_bound"))]
        bound: u32,
        /// Parts done.
        done: u64,
        /// Parts in all, of different size.
        total: u64,
        /// Work done so far.
        #[cfg_attr(feature = "serde", serde(flatten))]
        counts: Counts,
    },
    /// A solution shorter than all before it.
    Improved {
        /// Its length, in the metric of the solve.
        length: u32,
        /// The solution.
        #[cfg_attr(feature = "serde", serde(rename = "directions"))]
        moves: Moves,
        /// The search that found it.
        source: Source,
        /// Work done so far.
        #[cfg_attr(feature = "serde", serde(flatten))]
        counts: Counts,
    },
    /// Something went wrong that the work survives: a damaged table, say, that is built again.
    Trouble {
        /// What is wrong, as a sentence.
        words: String,
    },
    /// A table is being built, or a solve waits for it.
    Table {
        /// The table's name.
        name: String,
        /// Parts done.
        done: u64,
        /// Parts in all.
        total: u64,
    },
    /// A picture is being drawn, or a board.
    Drawn {
        /// Parts done.
        done: u64,
        /// Parts in all.
        total: u64,
    },
}

impl Event {
    /// A solution of slides of single tiles: its length is the number of `moves`. For another
    /// metric make [`Event::Improved`] with the length in it.
    ///
    /// ```
    /// use noyes::guard::{Counts, Event, Source};
    /// use noyes::{Direction, Moves};
    ///
    /// let moves = Moves::from(vec![Direction::Left; 2]);
    /// let event = Event::improved(&moves, Source::Beam, Counts::default());
    /// assert!(matches!(event, Event::Improved { length: 2, .. }));
    /// ```
    pub fn improved(moves: &Moves, source: Source, counts: Counts) -> Self {
        Self::Improved {
            length: moves.len() as u32,
            moves: moves.clone(),
            source,
            counts,
        }
    }

    /// Something went wrong that the work survives. The words are a sentence for the user.
    ///
    /// ```
    /// use noyes::guard::Event;
    ///
    /// let event = Event::trouble("the table is damaged and is built again");
    /// assert_eq!(event.counts(), None);
    /// ```
    pub fn trouble(words: impl fmt::Display) -> Self {
        Self::Trouble {
            words: words.to_string(),
        }
    }

    /// The work done so far, where the event tells it.
    ///
    /// ```
    /// use noyes::guard::{Counts, Event};
    ///
    /// let counts = Counts { generated: 3, ..Counts::default() };
    /// assert_eq!(Event::Progress { counts }.counts(), Some(&counts));
    /// assert_eq!(Event::Drawn { done: 1, total: 2 }.counts(), None);
    /// ```
    pub fn counts(&self) -> Option<&Counts> {
        match self {
            Self::Progress { counts }
            | Self::BoundRaised { counts, .. }
            | Self::Iteration { counts, .. }
            | Self::Improved { counts, .. } => Some(counts),
            Self::Trouble { .. } | Self::Table { .. } | Self::Drawn { .. } => None,
        }
    }

    /// The same event with other counts, where it has any.
    ///
    /// ```
    /// use noyes::guard::{Counts, Event};
    ///
    /// // A part of a search told its own counts; the observer is told those of the whole.
    /// let part = Event::Progress { counts: Counts { generated: 3, ..Counts::default() } };
    /// let whole = Counts { generated: 10, ..Counts::default() };
    /// assert_eq!(part.with_counts(whole), Event::Progress { counts: whole });
    /// ```
    #[must_use]
    pub fn with_counts(mut self, new: Counts) -> Self {
        match &mut self {
            Self::Progress { counts }
            | Self::BoundRaised { counts, .. }
            | Self::Iteration { counts, .. }
            | Self::Improved { counts, .. } => *counts = new,
            Self::Trouble { .. } | Self::Table { .. } | Self::Drawn { .. } => {}
        }
        self
    }
}

/// The search that an event comes from.
///
/// ```
/// use noyes::guard::Source;
///
/// assert_eq!(Source::CompoundIda.name(), "compound-ida");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum Source {
    /// What is known before any search: the first bound, or a solution that the caller gave.
    Start,
    /// Breadth-first search.
    Bfs,
    /// A*, weighted or not.
    #[cfg_attr(feature = "serde", serde(rename = "astar"))]
    AStar,
    /// IDA*, weighted or not.
    Ida,
    /// IDA* from the goal to the board.
    ReverseIda,
    /// A* as the course has it.
    Course,
    /// A* on board and twin in turn, with an index of all boards.
    Lockstep,
    /// A* from both ends.
    Bidirectional,
    /// Recursive best-first search.
    Rbfs,
    /// SMA*.
    Sma,
    /// MM.
    Mm,
    /// NBS.
    Nbs,
    /// HDA*.
    Hda,
    /// ARA*.
    Ara,
    /// IDA* on one partition of pattern tables.
    PatternIda,
    /// A* and IDA* on several partitions of pattern tables.
    CompoundIda,
    /// A complete table.
    Complete,
    /// IDA* for multi-tile moves.
    MultiTile,
    /// Beam search.
    Beam,
    /// The narrow beam on one board.
    EulerBeam,
    /// Windows of a path that were solved again.
    Windows,
    /// Row and column filling.
    Construct,
    /// Walking distance, searched for one board.
    WalkingDistance,
}

impl Source {
    /// The name as the command writes it.
    ///
    /// ```
    /// use noyes::guard::Source;
    ///
    /// assert_eq!(Source::AStar.name(), "astar");
    /// assert_eq!(Source::PatternIda.to_string(), "pattern-ida");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Bfs => "bfs",
            Self::AStar => "astar",
            Self::Ida => "ida",
            Self::ReverseIda => "reverse-ida",
            Self::Course => "course",
            Self::Lockstep => "lockstep",
            Self::Bidirectional => "bidirectional",
            Self::Rbfs => "rbfs",
            Self::Sma => "sma",
            Self::Mm => "mm",
            Self::Nbs => "nbs",
            Self::Hda => "hda",
            Self::Ara => "ara",
            Self::PatternIda => "pattern-ida",
            Self::CompoundIda => "compound-ida",
            Self::Complete => "complete",
            Self::MultiTile => "multi-tile",
            Self::Beam => "beam",
            Self::EulerBeam => "euler-beam",
            Self::Windows => "windows",
            Self::Construct => "construct",
            Self::WalkingDistance => "walking-distance",
        }
    }
}

display_name!(Source);

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn events_are_written_and_read_back() {
        let counts = Counts {
            expanded: 1,
            generated: 2,
            stored: 3,
        };
        let moves: Moves = serde_json::from_str("\"LUR2D2\"").unwrap();
        let events = [
            Event::Progress { counts },
            Event::BoundRaised {
                bound: 4,
                source: Source::AStar,
                counts,
            },
            Event::improved(&moves, Source::EulerBeam, counts),
            Event::Iteration {
                bound: 4,
                done: 1,
                total: 2,
                counts,
            },
            Event::trouble("a table is damaged"),
            Event::Table {
                name: "7-8".to_owned(),
                done: 1,
                total: 2,
            },
            Event::Drawn { done: 1, total: 2 },
        ];
        for event in &events {
            let text = serde_json::to_string(event).unwrap();
            let read: Event = serde_json::from_str(&text).unwrap();
            assert_eq!(read, *event, "{text}");
        }
        let value = serde_json::to_value(&events[2]).unwrap();
        assert_eq!(value["event"], "improved");
        assert_eq!(value["directions"], "LUR2D2");
        assert_eq!((&value["length"], &value["stored"]), (&6.into(), &3.into()));
        assert_eq!(value["source"], "euler-beam");
        let value = serde_json::to_value(&events[1]).unwrap();
        assert_eq!(value["event"], "bound");
        assert_eq!(
            (&value["lower_bound"], &value["source"]),
            (&4.into(), &"astar".into())
        );
    }
}
