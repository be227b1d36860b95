//! Events as they happen, one JSON object a line on standard error: `--progress json`.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::ValueEnum;
use noyes::search::{Control, Counts, Event, Observer};
use serde_json::{Value, json};

use crate::interrupt;

/// `--progress`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ProgressName {
    /// A line that changes, on a terminal
    Auto,
    /// Every event as a JSON object on its own line
    Json,
    /// Nothing
    None,
}

/// The observer that writes events.
pub struct Stream {
    started: Instant,
    /// When work was told last: ten times a second is enough.
    told: Mutex<Option<Instant>>,
}

impl Stream {
    pub fn new() -> Self {
        Self {
            started: Instant::now(),
            told: Mutex::new(None),
        }
    }

    fn is_due(&self) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = told.is_none_or(|told| told.elapsed() >= Duration::from_millis(100));
        if is_due {
            *told = Some(Instant::now());
        }
        is_due
    }
}

/// An event as an object; none for those that are not told.
fn object(event: &Event<'_>, seconds: f64) -> Option<Value> {
    let with = |counts: &Counts, mut value: Value| {
        value["expanded"] = counts.expanded.into();
        value["generated"] = counts.generated.into();
        value["stored"] = counts.stored.into();
        value
    };
    let mut value = match *event {
        Event::Progress(counts) => with(counts, json!({"event": "progress"})),
        Event::BoundRaised {
            bound,
            source,
            counts,
        } => with(
            counts,
            json!({"event": "bound", "lower_bound": bound, "source": source}),
        ),
        Event::Improved {
            moves,
            source,
            counts,
        } => with(
            counts,
            json!({"event": "improved", "length": moves.len(), "source": source, "directions": moves.to_string()}),
        ),
        Event::Iteration {
            bound,
            done,
            total,
            counts,
        } => with(
            counts,
            json!({"event": "iteration", "lower_bound": bound, "done": done, "total": total}),
        ),
        Event::Trouble(trouble) => json!({"event": "trouble", "words": trouble}),
        Event::Table { name, done, total } => {
            json!({"event": "table", "name": name, "done": done, "total": total})
        }
        _ => return None,
    };
    value["seconds"] = ((seconds * 1e6).round() / 1e6).into();
    Some(value)
}

impl Observer for Stream {
    fn on(&self, event: &Event<'_>) -> Control {
        let is_frequent = matches!(
            event,
            Event::Progress(_) | Event::Table { .. } | Event::Iteration { .. }
        );
        if (!is_frequent || self.is_due())
            && let Some(value) = object(event, self.started.elapsed().as_secs_f64())
        {
            // Nobody listening is no reason to stop.
            let _ = writeln!(io::stderr(), "{value}");
        }
        if interrupt::is_requested() {
            Control::Stop
        } else {
            Control::Continue
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyes::Moves;

    #[test]
    fn events_name_themselves() {
        let counts = Counts::default();
        let moves = Moves::new();
        for (event, name) in [
            (Event::Progress(&counts), "progress"),
            (
                Event::Improved {
                    moves: &moves,
                    source: "ida",
                    counts: &counts,
                },
                "improved",
            ),
            (
                Event::Table {
                    name: "7-8",
                    done: 1,
                    total: 2,
                },
                "table",
            ),
        ] {
            let value = object(&event, 0.5).unwrap();
            assert_eq!(value["event"], name);
            assert_eq!(value["seconds"], 0.5);
        }
    }
}
