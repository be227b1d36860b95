//! Watches a search: stops it on Ctrl-C, shows progress, writes the log.

use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use noyes::search::{Control, Counts, Event, Observer};

use crate::interrupt;
use crate::pace::Pace;

/// The observer of the command.
pub struct Watch {
    log: bool,
    bar: Option<ProgressBar>,
    started: Instant,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    bound: u32,
    best: Option<usize>,
    /// Nodes of searches that have ended; counts start afresh with each.
    earlier: u64,
    current: u64,
    logged_header: bool,
    pace: Option<Pace>,
    shown: Option<Instant>,
}

impl Watch {
    /// With `log`, a line an event; on a terminal a line of progress, unless `quiet`.
    pub fn new(quiet: bool, log: bool) -> Self {
        let shows = !quiet && std::io::stderr().is_terminal();
        let bar = shows.then(|| {
            let style = ProgressStyle::with_template("{spinner} {msg}");
            let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
            let bar = ProgressBar::new_spinner().with_style(style);
            bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
            bar
        });
        Self {
            log,
            bar,
            started: Instant::now(),
            state: Mutex::new(State::default()),
        }
    }

    /// Takes the progress line off the screen.
    pub fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self, state: &mut State, note: Option<String>) {
        let Some(bar) = &self.bar else { return };
        let elapsed = self.started.elapsed();
        // Nothing flickers by: the line appears after a second and changes ten times a second.
        let due = state
            .shown
            .is_none_or(|shown| shown.elapsed() >= Duration::from_millis(100));
        if elapsed < Duration::from_secs(1) || !due {
            return;
        }
        if state.shown.is_none() {
            bar.set_draw_target(indicatif::ProgressDrawTarget::stderr());
        }
        state.shown = Some(Instant::now());
        let nodes = state.earlier + state.current;
        let best = state.best.map_or("-".to_owned(), |best| best.to_string());
        let note = note.unwrap_or_else(|| {
            let rate = short((nodes as f64 / elapsed.as_secs_f64()) as u64);
            let pace = state.pace.as_ref();
            let pace = pace.map_or(String::new(), |pace| format!(", {}", pace.words()));
            format!(
                "best {best}, minimum at least {}{pace}, {} nodes, {rate} a second",
                state.bound,
                short(nodes)
            )
        });
        bar.set_message(format!(
            "{note}, {:.0} s (Ctrl-C shows the best so far)",
            elapsed.as_secs_f64()
        ));
        bar.tick();
    }

    fn write_log(&self, state: &mut State, source: &str) {
        if !self.log {
            return;
        }
        let elapsed = self.started.elapsed().as_secs_f64();
        let nodes = state.earlier + state.current;
        if !state.logged_header {
            state.logged_header = true;
            eprintln!(
                "{:<14} {:>11} {:>9} {:>7} {:>9} {:>8} {:>9}",
                "source", "lower bound", "best", "gap %", "nodes", "nodes/s", "time"
            );
        }
        let gap = match state.best {
            Some(best) if best > 0 => {
                let gap = best as f64 - f64::from(state.bound.min(best as u32));
                format!("{:.2}", 100.0 * gap / best as f64)
            }
            _ => "-".to_owned(),
        };
        let best = state.best.map_or("-".to_owned(), |best| best.to_string());
        let rate = short((nodes as f64 / elapsed.max(1e-6)) as u64);
        let bound = state.bound;
        let line = format!(
            "{source:<14} {bound:>11} {best:>9} {gap:>7} {:>9} {rate:>8} {elapsed:>7.2} s",
            short(nodes)
        );
        match &self.bar {
            Some(bar) => bar.suspend(|| eprintln!("{line}")),
            None => eprintln!("{line}"),
        }
    }
}

impl State {
    fn count(&mut self, counts: &Counts) {
        if counts.generated < self.current {
            self.earlier += self.current;
        }
        self.current = counts.generated;
    }
}

impl Observer for Watch {
    fn on(&self, event: &Event<'_>) -> Control {
        let mut state = self.state();
        match *event {
            Event::Progress(counts) => {
                state.count(counts);
                self.show(&mut state, None);
            }
            Event::BoundRaised {
                bound,
                source,
                counts,
            } => {
                state.count(counts);
                if bound > state.bound {
                    state.bound = bound;
                    self.write_log(&mut state, source);
                }
                self.show(&mut state, None);
            }
            Event::Iteration {
                bound,
                done,
                total,
                counts,
            } => {
                state.count(counts);
                match &mut state.pace {
                    Some(pace) if pace.bound == bound => pace.note(done),
                    pace => *pace = Some(Pace::new(bound, done, total)),
                }
                self.show(&mut state, None);
            }
            Event::Improved { moves, source, .. }
                if state.best.is_none_or(|best| moves.len() < best) =>
            {
                state.best = Some(moves.len());
                self.write_log(&mut state, source);
            }
            Event::Table { name, done, total } => {
                let percent = 100 * done / total.max(1);
                self.show(&mut state, Some(format!("building {name}: {percent} %")));
            }
            Event::Trouble(trouble) => {
                let line = format!("warning: {trouble}");
                match &self.bar {
                    Some(bar) => bar.suspend(|| eprintln!("{line}")),
                    None => eprintln!("{line}"),
                }
            }
            _ => {}
        }
        if interrupt::is_requested() {
            Control::Stop
        } else {
            Control::Continue
        }
    }
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
