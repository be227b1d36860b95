//! The answer of a solve in each of its formats.

use std::io::{self, Write};

use clap::ValueEnum;
use noyes::solve::Outcome;
use noyes::{Instance, Size, format};
use noyes_api::{Replay, SolveAnswer};

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// Every board from the first to the goal
    Boards,
    /// The slides as letters: R2U2LD
    Directions,
    /// One slide a line: 5 L
    Tiles,
    /// A link to slidysim's replay of the slides, five a second
    Replay,
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
    /// Whether letters are broken into lines, for people at a terminal; programs get one line.
    pub wraps: bool,
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
                match self.wraps {
                    true => format::directions(out, moves),
                    false if moves.is_empty() => Ok(()),
                    false => writeln!(out, "{moves}"),
                }
            }
            AnswerFormat::Replay => writeln!(out, "{headline}\n{}", Replay::link(board, moves)),
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
        self.solve_answer().to_json()
    }

    /// The answer as every door gives it.
    pub fn solve_answer(&self) -> SolveAnswer {
        SolveAnswer::new(self.instance, self.outcome)
    }
}
