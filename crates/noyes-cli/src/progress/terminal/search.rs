//! The state of one search, for the progress line and for the log.

use std::time::{Duration, Instant};

use noyes::guard::{Counts, Event, Source};

use super::building::Building;
use crate::eta::{self, Eta};

/// The state of one search, kept up to date by its events.
pub struct Search {
    name: String,
    started: Instant,
    bound: u32,
    best: Option<u32>,
    /// Nodes generated so far.
    nodes: u64,
    eta: Option<Eta>,
    building: Option<Building>,
    drawing: Option<Drawing>,
}

/// A picture or a random board that is being drawn.
struct Drawing {
    began: Instant,
    done: u64,
    total: u64,
}

/// The heading of the log.
pub const LOG_HEADER: &str =
    "source         lower bound      best   gap %     nodes  nodes/s      time";

impl Search {
    pub fn new(name: String) -> Self {
        Self {
            name,
            started: Instant::now(),
            bound: 0,
            best: None,
            nodes: 0,
            eta: None,
            building: None,
            drawing: None,
        }
    }

    /// Updates the state by an event; returns the source of a better bound or solution, which is
    /// logged.
    pub fn update(&mut self, event: &Event) -> Option<Source> {
        match *event {
            Event::Progress { counts } => self.count(counts),
            Event::BoundRaised {
                bound,
                source,
                counts,
            } => {
                self.count(counts);
                if bound > self.bound {
                    self.bound = bound;
                    return Some(source);
                }
            }
            Event::Iteration {
                bound,
                done,
                total,
                counts,
            } => {
                self.count(counts);
                match &mut self.eta {
                    Some(eta) if eta.bound == bound => eta.record(done),
                    eta => *eta = Some(Eta::new(bound, done, total)),
                }
            }
            Event::Improved { length, source, .. }
                if self.best.is_none_or(|best| length < best) =>
            {
                self.best = Some(length);
                return Some(source);
            }
            Event::Table {
                ref name,
                done,
                total,
            } => {
                let building = self.building.get_or_insert_with(Building::new);
                building.update(name, done, total);
            }
            Event::Drawn { done, total } => {
                let began = self.drawing.as_ref().map(|drawing| drawing.began);
                let began = began.unwrap_or_else(Instant::now);
                self.drawing = Some(Drawing { began, done, total });
            }
            _ => {}
        }
        None
    }

    /// Takes node counts. A search that counts nodes has its tables.
    fn count(&mut self, counts: Counts) {
        self.building = None;
        // Events of different threads may arrive out of order.
        self.nodes = self.nodes.max(counts.generated);
    }

    fn best(&self) -> String {
        self.best.map_or("-".to_owned(), |best| best.to_string())
    }

    /// The state in words. `entries` is the number of table entries to build, if that is known.
    pub fn words(&self, entries: u64) -> String {
        let name = match self.name.as_str() {
            "" => String::new(),
            name => format!("{name}: "),
        };
        if let Some(building) = &self.building {
            return format!("{name}{}", building.words(entries));
        }
        if let Some(drawing) = &self.drawing {
            let &Drawing { began, done, total } = drawing;
            return name + &eta::words("drawing", done, total, began.elapsed());
        }
        let eta = self.eta.as_ref();
        let eta = eta.map_or(String::new(), |eta| format!(", {}", eta.words()));
        format!(
            "{name}best {}, minimum at least {}{eta}, {} nodes, {} a second",
            self.best(),
            self.bound,
            short(self.nodes),
            rate(self.nodes, self.started.elapsed())
        )
    }

    pub fn log_line(&self, source: Source, elapsed: Duration) -> String {
        let gap = match self.best {
            Some(best) if best > 0 => {
                let gap = f64::from(best - self.bound.min(best));
                format!("{:.2}", 100.0 * gap / f64::from(best))
            }
            _ => "-".to_owned(),
        };
        format!(
            "{:<14} {:>11} {:>9} {gap:>7} {:>9} {:>8} {:>7.2} s",
            source.name(),
            self.bound,
            self.best(),
            short(self.nodes),
            rate(self.nodes, elapsed),
            elapsed.as_secs_f64()
        )
    }
}

fn rate(nodes: u64, elapsed: Duration) -> String {
    short((nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64)
}

/// A count in a few digits: 950, 12.3k, 4.6M, 7.8G.
fn short(count: u64) -> String {
    let count = count as f64;
    match count {
        0.0..1e3 => format!("{count:.0}"),
        1e3..1e6 => format!("{:.1}k", count / 1e3),
        1e6..1e9 => format!("{:.1}M", count / 1e6),
        _ => format!("{:.1}G", count / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_log_is_as_wide_as_the_heading() {
        let line = Search::new(String::new()).log_line(Source::Start, Duration::from_secs(1));
        assert_eq!(line.len(), LOG_HEADER.len());
    }

    #[test]
    fn drawing_replaces_the_search() {
        let mut search = Search::new(String::new());
        search.update(&Event::Progress {
            counts: Counts::default(),
        });
        assert!(search.words(0).starts_with("best -"));
        let (done, total) = (1, 50);
        search.update(&Event::Drawn { done, total });
        assert_eq!(search.words(0), "drawing: 2 %");
    }

    #[test]
    fn node_counts_never_fall() {
        let mut search = Search::new(String::new());
        let counts = |generated| Counts {
            generated,
            ..Counts::default()
        };
        for generated in [100, 900, 850] {
            search.update(&Event::Progress {
                counts: counts(generated),
            });
        }
        assert_eq!(search.nodes, 900);
        let counts = Counts::default();
        let raised = |bound| Event::BoundRaised {
            bound,
            source: Source::Ida,
            counts,
        };
        assert_eq!(search.update(&raised(9)), Some(Source::Ida));
        assert_eq!(search.update(&raised(9)), None);
    }
}
