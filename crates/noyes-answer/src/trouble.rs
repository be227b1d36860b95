//! What a program that failed leaves in its output: a stack trace, or the word of what stopped it.

use std::fmt;

use crate::quote::Quote;

/// Why a program came to no answer.
///
/// ```
/// use noyes_answer::TroubleKind;
///
/// assert_eq!(TroubleKind::TimedOut.to_string(), "it was stopped");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TroubleKind {
    /// An error ended it.
    Crashed,
    /// It had no memory left.
    OutOfMemory,
    /// It was stopped from outside, mostly for taking too long.
    TimedOut,
}

impl fmt::Display for TroubleKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Crashed => "the program ended with an error",
            Self::OutOfMemory => "the program ran out of memory",
            Self::TimedOut => "it was stopped",
        })
    }
}

/// Why a program came to no answer, and the line that tells it best.
///
/// ```
/// use noyes_answer::{Trouble, TroubleKind};
///
/// let trace = "Traceback (most recent call last):\n  File \"s.py\", line 3\n\
///     IndexError: no row 4\n";
/// let trouble = Trouble::find(trace).unwrap();
/// assert_eq!(trouble.kind, TroubleKind::Crashed);
/// assert_eq!(trouble.quote.to_string(), "line 3 “IndexError: no row 4”");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trouble {
    /// What happened.
    pub kind: TroubleKind,
    /// The line that tells it.
    pub quote: Quote,
}

impl Trouble {
    /// Finds the trouble that a text tells of.
    pub fn find(text: &str) -> Option<Self> {
        let mut watch = Watch::default();
        for (number, line) in (1..).zip(text.lines()) {
            watch.line(number, line);
        }
        watch.trouble
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.kind, self.quote)
    }
}

/// Finds trouble line by line.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    pub trouble: Option<Trouble>,
    /// Within a trace of Python, whose last line tells the error.
    is_in_traceback: bool,
}

impl Watch {
    /// Takes a line; whether it is part of a trouble.
    pub fn line(&mut self, number: usize, line: &str) -> bool {
        if self.is_in_traceback {
            self.is_in_traceback = line.starts_with([' ', '\t']) || line.trim().is_empty();
            if !self.is_in_traceback {
                let kind = kind(line).unwrap_or(TroubleKind::Crashed);
                let quote = Quote::new(number, line);
                self.trouble = Some(Trouble { kind, quote });
            }
            return true;
        }
        self.is_in_traceback = line.trim_start().starts_with("Traceback (most recent call");
        let Some(kind) = kind(line) else {
            return is_frame(line);
        };
        // The first line tells most, but memory may be what a later line says.
        let is_better =
            |old: &Trouble| kind == TroubleKind::OutOfMemory && old.kind == TroubleKind::Crashed;
        if self.trouble.as_ref().is_none_or(is_better) {
            let quote = Quote::new(number, line);
            self.trouble = Some(Trouble { kind, quote });
        }
        true
    }
}

/// A line of a stack trace below its first: `at Solver.main(Solver.java:12)`.
fn is_frame(line: &str) -> bool {
    let line = line.trim();
    let is_java = line.starts_with("at ") && line.contains('(') && line.ends_with(')');
    let is_python = line.starts_with("File \"") && line.contains("\", line ");
    let is_more = line.starts_with("... ") && line.ends_with(" more");
    is_java || is_python || is_more
}

/// What a line says has happened, if anything.
fn kind(line: &str) -> Option<TroubleKind> {
    const MEMORY: [&str; 5] = [
        "OutOfMemoryError",
        "MemoryError",
        "std::bad_alloc",
        "out of memory",
        "Out of memory",
    ];
    const CRASHES: [&str; 17] = [
        "Exception in thread",
        "Traceback (most recent call",
        "Caused by: ",
        "Segmentation fault",
        "segmentation fault",
        "core dumped",
        "panicked at",
        "terminate called",
        "Unhandled exception",
        "Unhandled Exception",
        "Could not find or load main class",
        "StackOverflowError",
        "RecursionError",
        "Bus error",
        "Uncaught ",
        "Floating point exception",
        "command not found",
    ];
    let has = |words: &[&str]| words.iter().any(|word| line.contains(word));
    if has(&MEMORY) {
        return Some(TroubleKind::OutOfMemory);
    }
    if has(&CRASHES) || is_exception(line) || is_compiler_error(line) {
        return Some(TroubleKind::Crashed);
    }
    is_stop(line).then_some(TroubleKind::TimedOut)
}

/// A line such as `java.lang.NullPointerException: board` or `ValueError: no row`.
fn is_exception(line: &str) -> bool {
    let head = line.trim().split(':').next().unwrap_or_default();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "._$".contains(c);
    let ends = head.ends_with("Exception") || head.ends_with("Error");
    ends && head.len() > 9 && head.chars().all(is_name) || line.trim() == "Aborted"
}

/// A line such as `Solver.java:12: error: ';' expected`.
fn is_compiler_error(line: &str) -> bool {
    let Some((place, _)) = line.split_once(": error:") else {
        return line.trim_start().starts_with("error[E");
    };
    place.contains(':') || place.contains('.')
}

/// A line that a script leaves when it stops a program.
fn is_stop(line: &str) -> bool {
    const STOPS: [&str; 9] = [
        "timeout",
        "timed out",
        "time out",
        "time-out",
        "time limit exceeded",
        "time limit reached",
        "exceeded the time",
        "exit code 124",
        "exit status 124",
    ];
    const ALONE: [&str; 5] = ["killed", "terminated", "tle", "stopped", "aborted by user"];
    let lower = line.trim().trim_matches(|c: char| "*-=#[]()!.".contains(c));
    let lower = lower.trim().to_ascii_lowercase();
    let is_short = lower.chars().count() <= 100;
    // The shell says "line 3: 4711 Killed  java Solver", with or without what ran.
    let mut words = lower.split_whitespace();
    let is_shell = lower.contains(" line ") && words.any(|word| word == "killed");
    is_short && (STOPS.iter().any(|stop| lower.contains(stop)) || is_shell)
        || ALONE.contains(&lower.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn traces_and_stubs_are_told_apart() {
        use TroubleKind::{Crashed, OutOfMemory, TimedOut};
        for (text, kind, line) in [
            (
                "Exception in thread \"main\" java.lang.NullPointerException\n\tat Solver.main(Solver.java:12)",
                Crashed,
                1,
            ),
            (
                "3\n0 1\njava.lang.ArrayIndexOutOfBoundsException: 9",
                Crashed,
                3,
            ),
            (
                "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space",
                OutOfMemory,
                1,
            ),
            (
                "Traceback (most recent call last):\n  File \"a.py\", line 1\n    x\nMemoryError",
                OutOfMemory,
                4,
            ),
            (
                "Traceback (most recent call last):\n  File \"a.py\", line 1\n    x\nKeyError: 3",
                Crashed,
                4,
            ),
            ("Solver.java:12: error: ';' expected", Crashed, 1),
            (
                "Error: Could not find or load main class Solver",
                Crashed,
                1,
            ),
            ("thread 'main' panicked at src/main.rs:3:5", Crashed, 1),
            ("\nTIMEOUT", TimedOut, 2),
            ("*** Timed out after 60 s ***", TimedOut, 1),
            ("Killed", TimedOut, 1),
            (
                "run.sh: line 3:  4711 Killed                  java Solver",
                TimedOut,
                1,
            ),
            ("Time limit exceeded", TimedOut, 1),
        ] {
            let trouble = Trouble::find(text).expect(text);
            assert_eq!((trouble.kind, trouble.quote.line), (kind, line), "{text}");
        }
        for text in [
            "Minimum number of moves = 4",
            "Done in 3 ms",
            "killed 4 nodes",
            "Error",
        ] {
            assert_eq!(Trouble::find(text), None, "{text}");
        }
    }
}
