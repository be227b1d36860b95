//! The review of a solution: whether the moves of a text solve a board, and how far their number is
//! from the minimum.

use std::time::Duration;

use anyhow::Result;
use noyes::board::Direction;
use noyes::format::{MovesFormat, ReadError, read_moves};
use noyes::search::Observer;
use noyes::solve::{Engine, Limits, Outcome, Request};
use noyes::verify::{VerifyError, verify};
use noyes::{Board, Goal, Instance, Moves};

use crate::answer_text::claimed_moves;
use crate::progress::Progress;

/// Moves that lead to the goal.
#[derive(Clone, Debug)]
pub struct Solution {
    pub moves: Moves,
    pub reading: Reading,
    /// The number of moves that the text claims to make, if it claims one.
    claimed: Option<usize>,
}

/// How the text is to be read so that it solves the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Letters, each the way the tile slides.
    TileLetters,
    /// Letters, each the way the blank goes.
    BlankLetters,
    /// Tiles by number.
    Tiles,
    /// A transcript of boards.
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
    /// It holds no moves of this board.
    Unreadable(ReadError),
    /// Its moves do not lead to the goal.
    Wrong {
        error: VerifyError,
        /// The error of the other meaning of the letters, if there are letters.
        other_way: Option<VerifyError>,
    },
}

impl Solution {
    /// Reads moves in any format and replays them. Letters are tried in both meanings.
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

    /// The number of moves in the multi-tile metric, where sliding several tiles of a line at once
    /// counts as one.
    pub fn multi_tile_moves(&self) -> usize {
        self.moves.runs().count()
    }

    /// The claim of the text about its number of moves, if it is false.
    pub fn false_claim(&self) -> Option<String> {
        let made = self.moves.len();
        let claimed = self.claimed.filter(|&claimed| claimed != made)?;
        Some(format!("says {claimed} moves but makes {made}"))
    }
}

/// Finds the minima that solutions are compared with.
pub struct Review<'a> {
    pub engine: &'a Engine,
    pub goal: &'a Goal,
    pub time: Duration,
}

impl Review<'_> {
    /// The outcome of a solve within the time limit.
    pub fn outcome(&self, board: &Board, observer: &dyn Observer) -> Result<Outcome> {
        let instance = Instance::new(board, self.goal)?;
        let request = Request {
            limits: Limits {
                time: Some(self.time),
                ..Limits::default()
            },
            ..Request::default()
        };
        let plan = self.engine.plan(&instance, &request)?;
        Ok(self.engine.solve(&instance, &plan, observer)?)
    }

    /// The first move that is not on any shortest path, if the minima along the path can be proven
    /// within the time.
    ///
    /// The sum of the moves made and the moves still needed never falls along a path, so a binary
    /// search finds its first rise. This takes one solve for each halving.
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
        // No move is wasted among the first `good` moves; one is among the first `bad`.
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

/// A move that is on no shortest path.
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
        assert_eq!((blank.moves.len(), blank.multi_tile_moves()), (4, 4));
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
        let review = Review {
            engine: &Engine::new(),
            goal: &goal,
            time: Duration::from_secs(10),
        };
        let silent = Progress::silent();
        // 1 L, then 3 L and back, then the rest.
        let solution = Solution::read("LLRULU", &board, &Board::goal(board.size())).unwrap();
        let wasted = review
            .first_wasted(&board, &solution.moves, 4, &silent)
            .unwrap();
        assert_eq!((wasted.number, wasted.tile), (2, 3));
        let first = Solution::read("UDLULU", &board, &Board::goal(board.size())).unwrap();
        let wasted = review
            .first_wasted(&board, &first.moves, 4, &silent)
            .unwrap();
        assert_eq!((wasted.number, wasted.tile), (1, 4));
    }
}
