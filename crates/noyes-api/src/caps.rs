//! The most that a door allows.

use std::time::Duration;

use noyes::Size;
use noyes::solve::Limits;

use crate::{Problem, ProblemKind};

/// The most that a door allows of each request; none means no cap. What a request asks for is cut
/// to the caps on time, nodes, memory and threads; a larger board, count or picture is refused.
///
/// ```
/// use std::time::Duration;
/// use noyes::solve::Limits;
/// use noyes_api::Caps;
///
/// let caps = Caps { time: Some(Duration::from_secs(30)), ..Caps::NONE };
/// let asked = Limits { time: Some(Duration::from_secs(99)), ..Limits::default() };
/// assert_eq!(caps.limits(asked).time, Some(Duration::from_secs(30)));
/// assert_eq!(caps.limits(asked).nodes, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Time of one request.
    pub time: Option<Duration>,
    /// Generated nodes of one request.
    pub nodes: Option<u64>,
    /// Bytes of memory that a search may plan with.
    pub memory: Option<usize>,
    /// Threads of one search.
    pub threads: Option<usize>,
    /// Cells of a board.
    pub cells: Option<usize>,
    /// Boards or runs of one request.
    pub count: Option<u64>,
}

impl Caps {
    /// No caps.
    pub const NONE: Self = Self {
        time: None,
        nodes: None,
        memory: None,
        threads: None,
        cells: None,
        count: None,
    };

    /// The limits that were asked for, cut to the caps.
    pub fn limits(&self, asked: Limits) -> Limits {
        Limits {
            time: least(asked.time, self.time),
            nodes: least(asked.nodes, self.nodes),
            memory: least(asked.memory, self.memory),
            threads: least(asked.threads, self.threads),
        }
    }

    /// A time that was asked for, cut to the cap.
    pub fn time(&self, asked: Duration) -> Duration {
        self.time.map_or(asked, |cap| cap.min(asked))
    }

    /// Refuses a board that is too large.
    pub fn check_size(&self, size: Size) -> Result<(), Problem> {
        match self.cells {
            Some(cells) if size.cells() > cells => Err(Problem::new(
                ProblemKind::TooMuch,
                format_args!(
                    "a {size} board has {} cells, and at most {cells} are allowed here",
                    size.cells()
                ),
            )
            .about("board")
            .mended_by("give a smaller board, or use the command noyes")),
            _ => Ok(()),
        }
    }

    /// Refuses more boards or runs than are allowed.
    pub fn check_count(&self, field: &'static str, asked: u64) -> Result<(), Problem> {
        match self.count {
            Some(count) if asked > count => Err(Problem::new(
                ProblemKind::TooMuch,
                format_args!("{asked} were asked for, and at most {count} are allowed here"),
            )
            .about(field)
            .mended_by(format!("ask for {count} or fewer at a time"))),
            _ => Ok(()),
        }
    }
}

fn least<T: Ord>(asked: Option<T>, cap: Option<T>) -> Option<T> {
    match (asked, cap) {
        (Some(asked), Some(cap)) => Some(asked.min(cap)),
        (asked, cap) => asked.or(cap),
    }
}
