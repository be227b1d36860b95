//! The progress of a command: a line on a terminal for people, or events for programs.
//!
//! A job is one search (`solve`), or several parts with labels (the boards of `batch`, the runs of
//! `compare`). Parts may run at the same time.

mod jsonl;
mod terminal;

use std::fmt::Display;

use clap::ValueEnum;
use noyes::guard::{Control, Event, Observer};
use serde_json::Value;

use self::jsonl::Jsonl;
use self::terminal::Terminal;
use crate::interrupt;

/// The options for progress.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ProgressOption {
    /// How progress is shown on standard error (docs/book/progress.md)
    #[arg(
        long,
        value_enum,
        value_name = "KIND",
        default_value = "auto",
        help_heading = "Output"
    )]
    progress: ProgressName,

    /// Show no progress and no remarks
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

/// `--progress`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProgressName {
    /// A changing line, if standard error is a terminal
    Auto,
    /// Every event as a JSON object on its own line
    Json,
    /// Nothing
    None,
}

impl ProgressOption {
    /// Begins a job of one search.
    pub fn begin(self) -> Progress {
        self.begin_with(false)
    }

    /// Begins a job; with `log`, every better bound and solution is logged.
    pub fn begin_with(self, log: bool) -> Progress {
        let writer = match self.progress {
            ProgressName::Json => Writer::Events(Jsonl::new()),
            ProgressName::Auto => Writer::Line(Terminal::new(!self.quiet, log)),
            ProgressName::None => Writer::Line(Terminal::new(false, log)),
        };
        Progress {
            writer,
            is_quiet: self.quiet,
            parts: None,
        }
    }
}

/// A running job.
pub struct Progress {
    writer: Writer,
    is_quiet: bool,
    parts: Option<Parts>,
}

enum Writer {
    Line(Terminal),
    Events(Jsonl),
}

/// The parts of a job.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    pub total: usize,
    /// What they are called: boards, runs.
    pub noun: &'static str,
}

/// A label of a part for programs: its kind and its value.
pub type Label = (&'static str, Value);

impl Progress {
    /// A job without output.
    #[cfg(test)]
    pub fn silent() -> Self {
        Self {
            writer: Writer::Line(Terminal::new(false, false)),
            is_quiet: true,
            parts: None,
        }
    }

    /// Sets the number of parts.
    pub fn with_parts(self, total: usize, noun: &'static str) -> Self {
        let parts = Some(Parts { total, noun });
        Self { parts, ..self }
    }

    /// Sets the number of table entries that will be built.
    pub fn set_entries(&self, entries: u64) {
        if let Writer::Line(line) = &self.writer {
            line.set_entries(entries);
        }
    }

    /// Begins a part that is a board.
    pub fn board(&self, number: usize, name: &str) -> Part<'_> {
        self.part(number, name.to_owned(), vec![("board", name.into())])
    }

    /// Begins a part. The name is for people, the labels are for programs. The number identifies
    /// the part; the line shows the running part with the lowest number.
    pub fn part(&self, number: usize, name: String, labels: Vec<Label>) -> Part<'_> {
        if let Writer::Line(line) = &self.writer {
            line.begin(number, &name);
        }
        Part {
            progress: self,
            number,
            labels,
        }
    }

    /// Work that precedes a part: its events have the number of the part, but it is not counted as
    /// a part.
    pub fn before_part(&self, number: usize, labels: Vec<Label>) -> BeforePart<'_> {
        BeforePart {
            progress: self,
            number,
            labels,
        }
    }

    /// Prints a remark, unless `--quiet` was given.
    pub fn remark(&self, words: impl Display) {
        if !self.is_quiet {
            self.print(words);
        }
    }

    /// Prints something that was asked for, even with `--quiet`.
    pub fn print(&self, words: impl Display) {
        match &self.writer {
            Writer::Line(line) => line.print(&words.to_string()),
            Writer::Events(events) => events.remark(&words.to_string()),
        }
    }

    /// Writes results while the line is off the screen.
    pub fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.writer {
            Writer::Line(line) => line.suspend(write),
            Writer::Events(_) => write(),
        }
    }

    /// Removes the line from the screen.
    pub fn finish(&self) {
        if let Writer::Line(line) = &self.writer {
            line.finish();
        }
    }

    fn report(&self, number: usize, labels: &[Label], event: &Event) -> Control {
        match &self.writer {
            Writer::Line(line) => line.on(number, self.parts, event),
            Writer::Events(events) => events.on(labels, event),
        }
        if interrupt::is_requested() {
            Control::Stop
        } else {
            Control::Continue
        }
    }
}

impl Observer for Progress {
    fn on(&self, event: &Event) -> Control {
        self.report(0, &[], event)
    }
}

/// Work that precedes a part, such as loading its tables.
pub struct BeforePart<'a> {
    progress: &'a Progress,
    number: usize,
    labels: Vec<Label>,
}

impl Observer for BeforePart<'_> {
    fn on(&self, event: &Event) -> Control {
        self.progress.report(self.number, &self.labels, event)
    }
}

/// A part of a job, which ends when it is dropped.
pub struct Part<'a> {
    progress: &'a Progress,
    number: usize,
    labels: Vec<Label>,
}

impl Observer for Part<'_> {
    fn on(&self, event: &Event) -> Control {
        self.progress.report(self.number, &self.labels, event)
    }
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        let parts = self.progress.parts;
        match &self.progress.writer {
            Writer::Line(line) => line.end(self.number, parts),
            Writer::Events(events) => events.end(&self.labels, parts),
        }
    }
}
