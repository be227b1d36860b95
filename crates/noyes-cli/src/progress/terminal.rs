//! Progress for people: one changing line on a terminal, and the log.

mod building;
mod search;
mod status_line;

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use noyes::guard::Event;

use crate::printable::printable;
use crate::progress::Parts;
use crate::truncate::truncate;
use crate::{eta, output};
use search::{LOG_HEADER, Search};
use status_line::StatusLine;

/// The progress line and the log.
pub struct Terminal {
    log: bool,
    line: Option<StatusLine>,
    started: Instant,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The running parts, by number.
    parts: BTreeMap<usize, Search>,
    /// The number of parts that have ended.
    ended: usize,
    /// The entries of the tables that are to be built, if known.
    entries: u64,
    logged_header: bool,
    shown: Option<Instant>,
}

impl Terminal {
    /// With `is_shown`, a progress line if standard error is a terminal that can change a line;
    /// with `log`, a line for every better bound and solution.
    pub fn new(is_shown: bool, log: bool) -> Self {
        let can_change = std::io::stderr().is_terminal() && !output::is_dumb();
        Self {
            log,
            line: (is_shown && can_change).then(StatusLine::default),
            started: Instant::now(),
            state: Mutex::default(),
        }
    }

    /// Removes the line from the screen.
    pub fn finish(&self) {
        if let Some(line) = &self.line {
            line.clear();
        }
    }

    /// Writes something while the line is off the screen.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.line {
            Some(line) => line.suspend(write),
            None => write(),
        }
    }

    /// Prints a line above the progress line.
    pub fn print(&self, words: &str) {
        self.suspend(|| eprintln!("{words}"));
    }

    /// Sets the number of table entries that will be built.
    pub fn set_entries(&self, entries: u64) {
        self.state().entries = entries;
    }

    /// Begins a part.
    pub fn begin(&self, number: usize, name: &str) {
        if self.is_active() {
            let search = Search::new(printable(name).into_owned());
            self.state().parts.insert(number, search);
        }
    }

    /// Ends a part.
    pub fn end(&self, number: usize, parts: Option<Parts>) {
        if self.is_active() {
            let mut state = self.state();
            state.parts.remove(&number);
            state.ended += 1;
            self.show(&mut state, parts);
        }
    }

    /// Takes an event of a part.
    pub fn on(&self, number: usize, parts: Option<Parts>, event: &Event) {
        if let Event::Trouble { words } = event {
            return self.print(&format!("warning: {}", printable(words)));
        }
        if !self.is_active() {
            return;
        }
        let mut state = self.state();
        let search = state
            .parts
            .entry(number)
            .or_insert_with(|| Search::new(String::new()));
        if let Some(source) = search.update(event)
            && self.log
        {
            let line = search.log_line(source, self.started.elapsed());
            let is_first = !std::mem::replace(&mut state.logged_header, true);
            self.suspend(|| {
                if is_first {
                    eprintln!("{LOG_HEADER}");
                }
                eprintln!("{line}");
            });
        }
        self.show(&mut state, parts);
    }

    /// Whether there is anything to update.
    fn is_active(&self) -> bool {
        self.log || self.line.is_some()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn show(&self, state: &mut State, parts: Option<Parts>) {
        let Some(line) = &self.line else {
            return;
        };
        let elapsed = self.started.elapsed();
        // The line appears after a second and changes at most ten times a second.
        let due = state
            .shown
            .is_none_or(|shown| shown.elapsed() >= Duration::from_millis(100));
        if elapsed < Duration::from_secs(1) || !due {
            return;
        }
        state.shown = Some(Instant::now());
        let words = state.words(parts, elapsed);
        line.show(truncate(&words, &[", ", "; "], StatusLine::text_width()));
    }
}

impl State {
    /// The text of the line, the most important fields first: those that do not fit are left out.
    fn words(&self, parts: Option<Parts>, elapsed: Duration) -> String {
        let time = eta::span(elapsed.as_secs_f64());
        let search = self.parts.values().next();
        let search = search.map(|search| search.words(self.entries));
        let Some(Parts { total, noun }) = parts else {
            let search = search.unwrap_or_default();
            return format!("{time} (Ctrl-C stops): {search}");
        };
        let ended = self.ended;
        let left = eta::seconds_left(ended as u64, total as u64, elapsed);
        let left = left.map_or(String::new(), |left| {
            format!(", about {} to go", eta::span(left))
        });
        let search = search.map_or(String::new(), |search| format!("; {search}"));
        format!("{ended} of {total} {noun} in {time}{left}{search}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_shows_the_first_running_part_and_the_time_left() {
        let mut state = State::default();
        for (number, name) in [(3, "c.txt"), (2, "b.txt")] {
            state.parts.insert(number, Search::new(name.to_owned()));
        }
        state.ended = 2;
        let parts = Parts {
            total: 10,
            noun: "boards",
        };
        let words = state.words(Some(parts), Duration::from_secs(4));
        assert!(
            words.starts_with("2 of 10 boards in 4 s, about 16 s to go; b.txt: best -"),
            "{words}"
        );
        let words = state.words(None, Duration::from_secs(4));
        assert!(
            words.starts_with("4 s (Ctrl-C stops): b.txt: best -"),
            "{words}"
        );
        state.parts.clear();
        assert_eq!(
            state.words(Some(parts), Duration::from_secs(4)),
            "2 of 10 boards in 4 s, about 16 s to go"
        );
    }
}
