//! All shortest solutions in each format.

use std::io::{self, Write};

use noyes::format;
use noyes::guard::Observer;
use noyes::search::Shortest;
use noyes::solve::{AllShortestError, Engine, Plan};
use noyes_api::Replay;

use super::{Answer, AnswerFormat};

/// An answer, the number of solutions of its length, and the first of them.
#[derive(Debug)]
pub struct AllShortest<'a> {
    answer: Answer<'a>,
    shortest: Shortest,
    limit: usize,
}

impl<'a> AllShortest<'a> {
    /// Finds all solutions as short as that of an answer, which must be proven.
    pub fn find(
        engine: &Engine,
        answer: Answer<'a>,
        plan: &Plan,
        limit: usize,
        observer: &dyn Observer,
    ) -> Result<Self, AllShortestError> {
        let minimum = answer.outcome.lower_bound();
        let shortest = engine.all_shortest(answer.instance, plan, minimum, limit, observer)?;
        Ok(Self {
            answer,
            shortest,
            limit,
        })
    }

    /// Whether some solutions are left out.
    pub fn is_truncated(&self) -> bool {
        self.shortest.count > self.shortest.solutions.len() as u128
    }

    pub fn write(&self, out: &mut dyn Write, format: AnswerFormat) -> io::Result<()> {
        if format == AnswerFormat::Json {
            return writeln!(out, "{}", self.object());
        }
        let (count, shown) = (self.shortest.count, self.shortest.solutions.len());
        writeln!(out, "{}", self.answer.outcome.headline())?;
        if self.limit > 0 && self.is_truncated() {
            writeln!(
                out,
                "Shortest solutions = {count} (the first {shown} follow)"
            )?;
        } else {
            writeln!(out, "Shortest solutions = {count}")?;
        }
        let board = self.answer.instance.board();
        for (number, moves) in (1..).zip(&self.shortest.solutions) {
            let title = format!("Solution {number} of {count}");
            match format {
                AnswerFormat::Boards => format::transcript(&mut *out, &title, board, moves)?,
                AnswerFormat::Directions => writeln!(out, "{moves}")?,
                AnswerFormat::Replay => writeln!(out, "{}", Replay::link(board, moves))?,
                AnswerFormat::Tiles | AnswerFormat::Json => {
                    writeln!(out, "{title}")?;
                    format::tile_moves(&mut *out, board, moves)?;
                }
            }
        }
        Ok(())
    }

    fn object(&self) -> String {
        let answer = self.answer.solve_answer();
        answer
            .with_shortest(&self.shortest, self.limit > 0)
            .to_json()
    }
}
