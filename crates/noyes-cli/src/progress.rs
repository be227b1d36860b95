//! What is told while a command works, and to whom: a line on a terminal, or events for programs.
//!
//! A job is one search (`solve`), or parts that are told apart by their labels (the boards of
//! `batch`, the runs of `compare`). Parts may run side by side.

mod jsonl;
mod terminal;

use std::fmt::Display;

use clap::ValueEnum;
use noyes::search::{Control, Event, Observer};
use serde_json::Value;

use self::jsonl::Jsonl;
use self::terminal::Terminal;
use crate::interrupt;

/// What is told, as it is typed.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ProgressOption {
    /// What is told on standard error while it runs (docs/progress.md)
    #[arg(
        long,
        value_enum,
        value_name = "KIND",
        default_value = "auto",
        help_heading = "Output"
    )]
    progress: ProgressName,

    /// No progress, no remarks
    #[arg(long, help_heading = "Output")]
    quiet: bool,
}

/// `--progress`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProgressName {
    /// A line that changes, on a terminal
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

    /// Begins a job, with a line for every better bound and solution if they are to be logged.
    pub fn begin_with(self, log: bool) -> Progress {
        let teller = match self.progress {
            ProgressName::Json => Teller::Events(Jsonl::new()),
            ProgressName::Auto => Teller::Line(Terminal::new(!self.quiet, log)),
            ProgressName::None => Teller::Line(Terminal::new(false, log)),
        };
        Progress {
            teller,
            is_quiet: self.quiet,
            parts: None,
        }
    }
}

/// A job that is under way.
pub struct Progress {
    teller: Teller,
    is_quiet: bool,
    parts: Option<Parts>,
}

enum Teller {
    Line(Terminal),
    Events(Jsonl),
}

/// What a job consists of.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    pub total: usize,
    /// What they are called: boards, runs.
    pub noun: &'static str,
}

/// What a part is called, by kind: a board, an algorithm.
pub type Label = (&'static str, Value);

impl Progress {
    /// A job that nobody is told about.
    #[cfg(test)]
    pub fn silent() -> Self {
        Self {
            teller: Teller::Line(Terminal::new(false, false)),
            is_quiet: true,
            parts: None,
        }
    }

    /// Says how many parts there will be.
    pub fn of(self, total: usize, noun: &'static str) -> Self {
        let parts = Some(Parts { total, noun });
        Self { parts, ..self }
    }

    /// Says how many entries the tables have that will be built.
    pub fn expect_entries(&self, entries: u64) {
        if let Teller::Line(watch) = &self.teller {
            watch.expect_entries(entries);
        }
    }

    /// Begins a part that is a board.
    pub fn board(&self, number: usize, name: &str) -> Part<'_> {
        self.part(number, name.to_owned(), vec![("board", name.into())])
    }

    /// Begins a part: the name is for people, the labels are for programs. Numbers tell parts
    /// apart; the lowest under way is the one shown.
    pub fn part(&self, number: usize, name: String, labels: Vec<Label>) -> Part<'_> {
        if let Teller::Line(watch) = &self.teller {
            watch.begin(number, name);
        }
        Part {
            progress: self,
            number,
            labels,
        }
    }

    /// What is done for a part before it begins, told with its number and not counted as a part.
    pub fn ahead_of(&self, number: usize, labels: Vec<Label>) -> Ahead<'_> {
        Ahead {
            progress: self,
            number,
            labels,
        }
    }

    /// Says something, unless it is quiet here.
    pub fn remark(&self, words: impl Display) {
        if !self.is_quiet {
            self.say(words);
        }
    }

    /// Says something that was asked for.
    pub fn say(&self, words: impl Display) {
        match &self.teller {
            Teller::Line(watch) => watch.say(&words.to_string()),
            Teller::Events(stream) => stream.say(&words.to_string()),
        }
    }

    /// Writes results with the line off the screen.
    pub fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.teller {
            Teller::Line(watch) => watch.aside(write),
            Teller::Events(_) => write(),
        }
    }

    /// Takes the line off the screen.
    pub fn finish(&self) {
        if let Teller::Line(watch) = &self.teller {
            watch.finish();
        }
    }

    fn tell(&self, number: usize, labels: &[Label], event: &Event<'_>) -> Control {
        match &self.teller {
            Teller::Line(watch) => watch.on(number, self.parts, event),
            Teller::Events(stream) => stream.on(labels, event),
        }
        if interrupt::is_requested() {
            Control::Stop
        } else {
            Control::Continue
        }
    }
}

impl Observer for Progress {
    fn on(&self, event: &Event<'_>) -> Control {
        self.tell(0, &[], event)
    }
}

/// What is done before a part begins: tables are fetched, say.
pub struct Ahead<'a> {
    progress: &'a Progress,
    number: usize,
    labels: Vec<Label>,
}

impl Observer for Ahead<'_> {
    fn on(&self, event: &Event<'_>) -> Control {
        self.progress.tell(self.number, &self.labels, event)
    }
}

/// A part of a job, under way until it is dropped.
pub struct Part<'a> {
    progress: &'a Progress,
    number: usize,
    labels: Vec<Label>,
}

impl Observer for Part<'_> {
    fn on(&self, event: &Event<'_>) -> Control {
        self.progress.tell(self.number, &self.labels, event)
    }
}

impl Drop for Part<'_> {
    fn drop(&mut self) {
        let parts = self.progress.parts;
        match &self.progress.teller {
            Teller::Line(watch) => watch.end(self.number, parts),
            Teller::Events(stream) => stream.end(&self.labels, parts),
        }
    }
}
