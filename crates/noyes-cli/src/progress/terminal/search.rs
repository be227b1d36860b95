//! What is known of one search, for the line and for the log.

use std::time::{Duration, Instant};

use noyes::search::{Counts, Event};

use super::building::Building;
use crate::eta::{self, Eta};

/// What is known of one search.
pub struct Search {
    name: String,
    started: Instant,
    bound: u32,
    best: Option<usize>,
    /// Nodes generated so far.
    nodes: u64,
    pace: Option<Eta>,
    building: Option<Building>,
    drawing: Option<Drawing>,
}

/// A picture that is being drawn, when that began, and how far it is.
struct Drawing {
    began: Instant,
    done: u64,
    total: u64,
}

/// What heads the log.
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
            pace: None,
            building: None,
            drawing: None,
        }
    }

    /// Takes an event. If it is worth a line in the log, gives who caused it.
    pub fn learn(&mut self, event: &Event<'_>) -> Option<&'static str> {
        match *event {
            Event::Progress(counts) => self.count(counts),
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
                match &mut self.pace {
                    Some(pace) if pace.bound == bound => pace.note(done),
                    pace => *pace = Some(Eta::new(bound, done, total)),
                }
            }
            Event::Improved { moves, source, .. }
                if self.best.is_none_or(|best| moves.len() < best) =>
            {
                self.best = Some(moves.len());
                return Some(source);
            }
            Event::Table { name, done, total } => {
                let building = self.building.get_or_insert_with(Building::new);
                building.learn(name, done, total);
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

    /// Nodes are counted: the tables are there.
    fn count(&mut self, counts: &Counts) {
        self.building = None;
        // Threads may tell theirs in another order than they counted.
        self.nodes = self.nodes.max(counts.generated);
    }

    fn best(&self) -> String {
        self.best.map_or("-".to_owned(), |best| best.to_string())
    }

    /// What it is doing, for the line.
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
        let pace = self.pace.as_ref();
        let pace = pace.map_or(String::new(), |pace| format!(", {}", pace.words()));
        format!(
            "{name}best {}, minimum at least {}{pace}, {} nodes, {} a second",
            self.best(),
            self.bound,
            short(self.nodes),
            rate(self.nodes, self.started.elapsed())
        )
    }

    pub fn log_line(&self, source: &str, elapsed: Duration) -> String {
        let gap = match self.best {
            Some(best) if best > 0 => {
                let gap = best as f64 - f64::from(self.bound.min(best as u32));
                format!("{:.2}", 100.0 * gap / best as f64)
            }
            _ => "-".to_owned(),
        };
        format!(
            "{source:<14} {:>11} {:>9} {gap:>7} {:>9} {:>8} {:>7.2} s",
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

/// A count in three digits: 950, 12.3k, 4.56M, 7.8G.
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
    fn the_log_stands_below_its_header() {
        let line = Search::new(String::new()).log_line("start", Duration::from_secs(1));
        assert_eq!(line.len(), LOG_HEADER.len());
    }

    #[test]
    fn a_picture_is_drawn_after_the_search() {
        let mut search = Search::new(String::new());
        search.learn(&Event::Progress(&Counts::default()));
        assert!(search.words(0).starts_with("best -"));
        let (done, total) = (1, 50);
        search.learn(&Event::Drawn { done, total });
        assert_eq!(search.words(0), "drawing: 2 %");
    }

    #[test]
    fn nodes_only_grow() {
        let mut search = Search::new(String::new());
        let counts = |generated| Counts {
            generated,
            ..Counts::default()
        };
        for generated in [100, 900, 850] {
            search.learn(&Event::Progress(&counts(generated)));
        }
        assert_eq!(search.nodes, 900);
        let counts = Counts::default();
        let raised = |bound| Event::BoundRaised {
            bound,
            source: "ida",
            counts: &counts,
        };
        assert_eq!(search.learn(&raised(9)), Some("ida"));
        assert_eq!(search.learn(&raised(9)), None);
    }
}
