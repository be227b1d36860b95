//! Progress for programs, `--progress json`: one JSON object a line on standard error.
//!
//! docs/book/progress.md lists the events; a test compares it with this file.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use noyes::guard::Event;
use noyes_api::events::{EventWriter, rounded_seconds};
use serde_json::{Value, json};

use crate::eta;
use crate::printable::printable_json;
use crate::progress::{Label, Parts};

/// The writer of events.
pub struct Jsonl {
    started: Instant,
    events: EventWriter,
    /// The number of parts that have ended.
    ended: Mutex<usize>,
}

impl Jsonl {
    pub fn new() -> Self {
        Self {
            started: Instant::now(),
            events: EventWriter::default(),
            ended: Mutex::default(),
        }
    }

    /// Writes an event of the part with these labels.
    pub fn on(&self, labels: &[Label], event: &Event) {
        if let Some(value) = self.events.object(event, self.started.elapsed()) {
            self.write(labels, value);
        }
    }

    /// Writes that a part has ended, and how many are left if that is known.
    pub fn end(&self, labels: &[Label], parts: Option<Parts>) {
        let mut count = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        *count += 1;
        let value = ended(*count, parts, self.started.elapsed());
        // Written under the lock, so that the counts come in their order.
        self.write(labels, value);
    }

    /// Writes remarks for people, one event a line.
    pub fn remark(&self, words: &str) {
        for line in words.lines() {
            self.write(&[], json!({"event": "remark", "words": line}));
        }
    }

    fn write(&self, labels: &[Label], mut value: Value) {
        for (kind, name) in labels {
            value[kind] = name.clone();
        }
        value["seconds"] = rounded_seconds(self.started.elapsed()).into();
        // The work goes on without a reader.
        let _ = writeln!(io::stderr(), "{}", printable_json(&value));
    }
}

/// The end of a part; with the time left if the number of parts is known.
fn ended(done: usize, parts: Option<Parts>, elapsed: Duration) -> Value {
    let mut value = json!({"event": "ended"});
    if let Some(Parts { total, .. }) = parts {
        value["done"] = done.into();
        value["total"] = total.into();
        if let Some(left) = eta::seconds_left(done as u64, total as u64, elapsed) {
            value["seconds_left"] = ((left * 1e3).round() / 1e3).into();
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyes::Moves;
    use noyes::guard::{Counts, Source};

    /// Every kind of event there is.
    fn all() -> Vec<Value> {
        let counts = Counts::default();
        let (done, total) = (1, 2);
        let events = [
            Event::Progress { counts },
            Event::BoundRaised {
                bound: 3,
                source: Source::Ida,
                counts,
            },
            Event::improved(&Moves::new(), Source::Ida, counts),
            Event::Iteration {
                bound: 3,
                done,
                total,
                counts,
            },
            Event::trouble("a table is damaged"),
            Event::Table {
                name: "7-8".to_owned(),
                done,
                total,
            },
            Event::Drawn { done, total },
        ];
        let parts = Parts {
            total: 4,
            noun: "boards",
        };
        let end = ended(1, Some(parts), Duration::from_secs(2));
        let remark = json!({"event": "remark", "words": ""});
        let events = events.map(|event| serde_json::to_value(event).unwrap());
        events.into_iter().chain([end, remark]).collect()
    }

    #[test]
    fn the_documentation_lists_every_event_with_its_fields() {
        let page = include_str!("../../../../docs/book/progress.md");
        for value in all() {
            let name = value["event"].as_str().unwrap();
            let row = format!("| `{name}` |");
            let Some(row) = page.lines().find(|line| line.starts_with(&row)) else {
                panic!("docs/book/progress.md has no row for {name}");
            };
            for field in value.as_object().unwrap().keys() {
                assert!(
                    field == "event" || row.contains(&format!("`{field}`")),
                    "{name}: {field}"
                );
            }
        }
    }

    #[test]
    fn the_end_of_a_part_has_the_time_left() {
        let end = |done, parts| ended(done, parts, Duration::from_secs(2));
        let parts = Parts {
            total: 4,
            noun: "boards",
        };
        let quarter = end(1, Some(parts));
        assert_eq!(
            (&quarter["done"], &quarter["total"]),
            (&json!(1), &json!(4))
        );
        assert_eq!(quarter["seconds_left"], 6.0);
        assert_eq!(end(4, Some(parts))["seconds_left"], 0.0);
        assert_eq!(end(1, None), json!({"event": "ended"}));
    }
}
