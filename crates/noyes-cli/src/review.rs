//! Judges solutions: what a text of moves does to a board, and how far that is from the minimum.

use std::time::Duration;

use anyhow::Result;
use noyes::board::Direction;
use noyes::format::{MovesFormat, ReadError, read_moves};
use noyes::search::Observer;
use noyes::solve::{Limits, Outcome, Plan, Request, solve};
use noyes::verify::{VerifyError, verify};
use noyes::{Board, Goal, Instance, Moves};

use crate::answer_text::claimed_moves;
use crate::progress::Progress;

/// Moves that lead to the goal.
#[derive(Clone, Debug)]
pub struct Solution {
    pub moves: Moves,
    pub reading: Reading,
    /// How many moves the text says it makes, where it says so.
    claimed: Option<usize>,
}

/// How the text had to be read for that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Letters, each the way the tile slides.
    TileLetters,
    /// Letters, each the way the blank goes.
    BlankLetters,
    /// Tiles by number.
    Tiles,
    /// Boards one after another.
    Boards,
}

impl Reading {
    pub fn words(self) -> &'static str {
        match self {
            Self::TileLetters => "letters are the way the tile slides",
            Self::BlankLetters => "letters are the way the blank goes",
            Self::Tiles => "read as tiles",
            Self::Boards => "read as boards",
        }
    }
}

/// Why a text is no solution.
#[derive(Debug)]
pub enum Fault {
    /// It does not say moves of this board.
    Unreadable(ReadError),
    /// Its moves do not lead to the goal.
    Wrong {
        error: VerifyError,
        /// What became of the other meaning of the letters, where there are letters.
        other_way: Option<VerifyError>,
    },
}

impl Solution {
    /// Reads moves in any format and replays them; letters in both meanings.
    pub fn read(text: &str, board: &Board, goal: &Board) -> Result<Self, Fault> {
        let read = read_moves(text, board).map_err(Fault::Unreadable)?;
        let reading = match read.format {
            MovesFormat::Tiles => Reading::Tiles,
            MovesFormat::Transcript => Reading::Boards,
            _ => Reading::TileLetters,
        };
        let moves = read.moves;
        let claimed = claimed_moves(text);
        let Err(error) = verify(board, goal, &moves) else {
            return Ok(Self {
                moves,
                reading,
                claimed,
            });
        };
        if reading != Reading::TileLetters || moves.is_empty() {
            let other_way = None;
            return Err(Fault::Wrong { error, other_way });
        }
        let moves: Moves = moves.iter().map(|way| way.opposite()).collect();
        match verify(board, goal, &moves) {
            Ok(()) => Ok(Self {
                moves,
                reading: Reading::BlankLetters,
                claimed,
            }),
            Err(other) => Err(Fault::Wrong {
                error,
                other_way: Some(other),
            }),
        }
    }

    /// Moves where sliding several tiles of a line at once counts as one.
    pub fn pushes(&self) -> usize {
        self.moves.runs().count()
    }

    /// What the text says of its number of moves, where that is not so.
    pub fn false_claim(&self) -> Option<String> {
        let made = self.moves.len();
        let claimed = self.claimed.filter(|&claimed| claimed != made)?;
        Some(format!("says {claimed} moves but makes {made}"))
    }
}

/// Finds minima to compare with.
pub struct Review<'a> {
    pub goal: &'a Goal,
    pub time: Duration,
}

impl Review<'_> {
    /// What a solve within the time comes to.
    pub fn outcome(&self, board: &Board, observer: &dyn Observer) -> Result<Outcome> {
        let instance = Instance::new(board, self.goal)?;
        let request = Request {
            limits: Limits {
                time: Some(self.time),
                ..Limits::default()
            },
            ..Request::default()
        };
        let plan = Plan::new(&instance, &request)?;
        Ok(solve(&instance, &plan, observer)?)
    }

    /// The number, from 1, and the way of the first move after which the rest is longer than it
    /// need be, if minima on the way can be proven.
    ///
    /// Moves made + moves still needed never falls along a path, so the first rise is found by
    /// halving.
    pub fn first_wasted(
        &self,
        board: &Board,
        moves: &Moves,
        minimum: u32,
        progress: &Progress,
    ) -> Option<Wasted> {
        let slide = |board: &mut Board, &way: &Direction| {
            let before = board.clone();
            *board = board.slide(way)?;
            Some(before)
        };
        // The board before each move.
        let boards: Vec<Board> = moves.iter().scan(board.clone(), slide).collect();
        // Up to `good` moves nothing is wasted; up to `bad` something is.
        let (mut good, mut bad) = (0, moves.len());
        while bad - good > 1 {
            let middle = good + (bad - good) / 2;
            let name = format!("after {middle} moves");
            let part = progress.part(middle, name, vec![("after", middle.into())]);
            let outcome = self.outcome(&boards[middle], &part).ok()?;
            let left = outcome.length().filter(|_| outcome.is_optimal())?;
            if middle as u32 + left == minimum {
                good = middle;
            } else {
                bad = middle;
            }
        }
        let before = &boards[bad - 1];
        let way = moves[bad - 1];
        let cell = before.size().source_cell(before.blank(), way)?;
        Some(Wasted {
            number: bad,
            tile: before.tiles()[cell],
            way,
        })
    }
}

/// A move that leads away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wasted {
    pub number: usize,
    pub tile: u16,
    pub way: Direction,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap()
    }

    #[test]
    fn both_meanings_of_letters_are_tried() {
        let board = board();
        let goal = Board::goal(board.size());
        let read = |text: &str| Solution::read(text, &board, &goal);
        assert_eq!(read("LULU").unwrap().reading, Reading::TileLetters);
        let blank = read("RDRD").unwrap();
        assert_eq!(blank.reading, Reading::BlankLetters);
        assert_eq!((blank.moves.len(), blank.pushes()), (4, 4));
        assert_eq!(read("1\n2\n5\n6\n").unwrap().reading, Reading::Tiles);
        assert!(matches!(
            read("LUL"),
            Err(Fault::Wrong {
                other_way: Some(_),
                ..
            })
        ));
        assert!(matches!(read("1\n8\n"), Err(Fault::Unreadable(_))));
    }

    #[test]
    fn the_first_wasted_move_is_found() {
        let board = board();
        let goal = Goal::BlankLast;
        let judge = Review {
            goal: &goal,
            time: Duration::from_secs(10),
        };
        let silent = Progress::silent();
        // 1 L, then 3 L and back, then the rest.
        let solution = Solution::read("LLRULU", &board, &Board::goal(board.size())).unwrap();
        let wasted = judge
            .first_wasted(&board, &solution.moves, 4, &silent)
            .unwrap();
        assert_eq!((wasted.number, wasted.tile), (2, 3));
        let first = Solution::read("UDLULU", &board, &Board::goal(board.size())).unwrap();
        let wasted = judge
            .first_wasted(&board, &first.moves, 4, &silent)
            .unwrap();
        assert_eq!((wasted.number, wasted.tile), (1, 4));
    }
}
