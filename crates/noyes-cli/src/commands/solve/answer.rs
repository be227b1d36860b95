//! The answer of a solve in each of its formats.

use std::io::{self, Write};

use clap::ValueEnum;
use noyes::board::Metric;
use noyes::solve::Outcome;
use noyes::{Board, Instance, Size, format};
use serde_json::Value;

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// Every board from the first to the goal
    Boards,
    /// The slides as letters: R2U2LD
    Directions,
    /// One slide a line: 5 L
    Tiles,
    /// One JSON object on one line
    Json,
}

impl AnswerFormat {
    /// The default for boards of a size.
    pub fn usual(size: Size) -> Self {
        if size.fits_in(5) {
            Self::Boards
        } else {
            Self::Directions
        }
    }
}

/// An instance and the outcome of its solve.
#[derive(Clone, Copy, Debug)]
pub struct Answer<'a> {
    pub instance: &'a Instance,
    pub outcome: &'a Outcome,
}

impl Answer<'_> {
    pub fn write(&self, out: &mut dyn Write, format: AnswerFormat) -> io::Result<()> {
        let board = self.instance.board();
        let headline = self.outcome.headline();
        if format == AnswerFormat::Json {
            return writeln!(out, "{}", self.object());
        }
        let Some(moves) = &self.outcome.moves() else {
            return writeln!(out, "{headline}");
        };
        match format {
            AnswerFormat::Boards => format::transcript(out, &headline, board, moves),
            AnswerFormat::Directions => {
                writeln!(out, "{headline}")?;
                format::directions(out, moves)
            }
            AnswerFormat::Tiles | AnswerFormat::Json => format::tile_moves(out, board, moves),
        }
    }

    /// Writes the moves for OUT, one a line; without a solution, the line that says so.
    pub fn write_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.outcome.moves() {
            Some(moves) => format::tile_moves(out, self.instance.board(), moves),
            None => writeln!(out, "{}", self.outcome.headline()),
        }
    }

    /// Writes size, moves and run time, for when the moves go to a file.
    pub fn summary(&self, out: &mut dyn Write) -> io::Result<()> {
        let size = self.instance.size();
        writeln!(out, "Puzzle size = {}x{}", size.rows(), size.cols())?;
        writeln!(out, "{}", self.outcome.headline())?;
        writeln!(
            out,
            "Run time = {:.3} s",
            self.outcome.elapsed.as_secs_f64()
        )
    }

    /// The answer as one object on one line.
    pub fn object(&self) -> String {
        self.object_with(&[])
    }

    /// The answer with more fields at its end.
    pub fn object_with(&self, more: &[(&str, Value)]) -> String {
        let outcome = self.outcome;
        let moves = outcome.moves();
        let mut fields = vec![
            (
                "directions",
                moves.map_or(Value::Null, |moves| moves.to_string().into()),
            ),
            ("length", outcome.length().into()),
            ("lower_bound", outcome.lower_bound().into()),
            ("optimal", outcome.is_optimal().into()),
            // Every solution of an outcome has been replayed.
            ("verified", moves.is_some().into()),
            ("algorithm", outcome.algorithm.name().into()),
            ("heuristic", outcome.heuristic.name().into()),
            ("expanded", outcome.counts.expanded.into()),
            ("generated", outcome.counts.generated.into()),
            ("seconds", seconds(outcome)),
        ];
        if outcome.metric() != Metric::Single {
            fields.push(("metric", outcome.metric().name().into()));
        }
        fields.extend_from_slice(more);
        object(
            self.instance.board(),
            self.instance.goal_kind().name(),
            true,
            &fields,
        )
    }
}

fn seconds(outcome: &Outcome) -> Value {
    ((outcome.elapsed.as_secs_f64() * 1e6).round() / 1e6).into()
}

/// The answer for a board that cannot be solved.
pub fn unsolvable(
    out: &mut dyn Write,
    format: AnswerFormat,
    board: &Board,
    goal_name: &str,
) -> io::Result<()> {
    if format != AnswerFormat::Json {
        return writeln!(out, "No solution possible");
    }
    let none = || Value::Null;
    let line = object(
        board,
        goal_name,
        false,
        &[
            ("directions", none()),
            ("length", none()),
            ("lower_bound", none()),
            ("optimal", false.into()),
            ("verified", false.into()),
            ("algorithm", "parity".into()),
            ("heuristic", "none".into()),
            ("expanded", 0.into()),
            ("generated", 0.into()),
            ("seconds", 0.0.into()),
        ],
    );
    writeln!(out, "{line}")
}

/// An object with its fields in the documented order, which a map would not keep.
fn object(board: &Board, goal_name: &str, solvable: bool, rest: &[(&str, Value)]) -> String {
    let head: [(&str, Value); 6] = [
        ("schema", 1.into()),
        ("rows", board.rows().into()),
        ("cols", board.cols().into()),
        ("tiles", board.tiles().into()),
        ("goal", goal_name.into()),
        ("solvable", solvable.into()),
    ];
    let fields: Vec<String> = head
        .iter()
        .chain(rest)
        .map(|(name, value)| format!("\"{name}\":{value}"))
        .collect();
    format!("{{{}}}", fields.join(","))
}
