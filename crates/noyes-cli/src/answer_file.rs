//! Answers in files: short ones as a whole, long ones line by line.
//!
//! A transcript of a 127×127 board has 100 kB a board. Beyond [`MOST_HELD`] bytes a text is scanned
//! as it is read, so that a transcript of any length needs no more memory than its moves.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use noyes_answer::{Answer, Question, Scanner, text_of_bytes};

use crate::input;

/// The longest text that is held in memory.
const MOST_HELD: u64 = 64 << 20;
/// The longest line of a text that is longer than that: more than any board in one line.
const MOST_LINE: u64 = 16 << 20;

/// Reads the answer in a regular file.
pub fn read_file(path: &Path, question: &Question) -> Result<Answer> {
    let name = input::shortened(&path.to_string_lossy());
    let cannot = || format!("{name} cannot be read");
    let file = File::open(path).with_context(cannot)?;
    read(file, &name, question)
}

/// Reads an answer; messages call it `name`.
pub fn read(mut source: impl Read, name: &str, question: &Question) -> Result<Answer> {
    let cannot = || format!("{name} cannot be read");
    let mut head = Vec::new();
    let mut first = source.by_ref().take(MOST_HELD);
    first.read_to_end(&mut head).with_context(cannot)?;
    if (head.len() as u64) < MOST_HELD {
        let text = text_of_bytes(head);
        return Ok(Answer::read(
            &text,
            &question.board,
            &question.goal,
            question.metric,
        ));
    }
    if head.starts_with(b"\xff\xfe") || head.starts_with(b"\xfe\xff") {
        bail!(
            "{name} is UTF-16 of over {} MB: save it as UTF-8",
            MOST_HELD >> 20
        );
    }
    scan(BufReader::new(Cursor::new(head).chain(source)), question).with_context(cannot)
}

/// Scans a text line by line.
fn scan(mut source: impl BufRead, question: &Question) -> io::Result<Answer> {
    let mut scanner = Scanner::new(&question.board, &question.goal, question.metric);
    let mut line = Vec::new();
    loop {
        line.clear();
        let length = source
            .by_ref()
            .take(MOST_LINE)
            .read_until(b'\n', &mut line)?;
        if length == 0 {
            return Ok(scanner.finish());
        }
        if length as u64 == MOST_LINE {
            return Err(io::Error::other("a line of it is over 16 MB"));
        }
        scanner.line(String::from_utf8_lossy(&line).trim_end_matches(['\n', '\r']));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyes::board::Metric;
    use noyes::{Board, Direction, Moves, Size};
    use noyes_answer::Known;

    /// Boards of 127×127 cells are scanned as they are read, and none is lost.
    #[test]
    fn long_transcripts_are_scanned() {
        let goal = Board::goal(Size::new(127, 127).unwrap());
        let round = [
            Direction::Down,
            Direction::Right,
            Direction::Up,
            Direction::Left,
        ];
        let ways: Vec<Direction> = round.into_iter().cycle().take(24).collect();
        let back: Moves = ways.iter().rev().map(|way| way.opposite()).collect();
        let board = ways
            .iter()
            .fold(goal.clone(), |board, &way| board.slide(way).unwrap());
        let mut text = Vec::new();
        noyes::format::transcript(&mut text, "Number of moves = 24", &board, &back).unwrap();
        let question = Question {
            board,
            goal,
            metric: Metric::Single,
            known: Known::Solvable {
                lower_bound: 0,
                best: None,
            },
        };
        let answer = scan(text.as_slice(), &question).unwrap();
        assert_eq!(answer.solution.unwrap().moves, back);
        assert_eq!(answer.claim, Some((1, 24)));
        let cut = &text[..text.len() - 300];
        assert!(scan(cut, &question).unwrap().solution.is_err());
    }
}
