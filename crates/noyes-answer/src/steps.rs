//! Moves among other prints: directions, tiles, or both, and what their numbers mean.
//!
//! `1 left` is tile 1 or the first move; `left` is the way of the tile or of the blank. Each
//! meaning is tried, and the one that solves the board holds. Where none does, the error is that
//! of the plainest meaning.

use noyes::board::Tile;
use noyes::format::{Place, ReadError};
use noyes::verify::{VerifyError, verify};
use noyes::{Board, Direction, Moves};

use crate::line::Step;
use crate::solution::{Fault, Reading};

/// The most numbers without directions that are kept.
const MOST_NUMBERS: usize = 20_000_000;

/// The moves of a text, each with its line.
#[derive(Debug, Default)]
pub struct StepList {
    steps: Vec<(usize, Step)>,
    /// Numbers without directions, which may be tiles.
    numbers: Vec<(usize, u32)>,
}

impl StepList {
    pub fn moves(&mut self, line: usize, steps: &[Step]) {
        self.steps.extend(steps.iter().map(|&step| (line, step)));
    }

    pub fn numbers(&mut self, line: usize, numbers: &[u32]) {
        if self.numbers.len() < MOST_NUMBERS {
            self.numbers
                .extend(numbers.iter().map(|&number| (line, number)));
        }
    }

    /// Forgets numbers that have turned out to be boards.
    pub fn forget_numbers(&mut self) {
        self.numbers = Vec::new();
    }

    /// How many directions there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// The moves that solve the board, and how they are to be read; or why there are none. None if
    /// the text has no moves at all.
    pub fn solve(&self, board: &Board, goal: &Board) -> Option<Result<(Moves, Reading), Fault>> {
        if self.steps.is_empty() {
            return self.tiles_alone(board, goal).map(Ok);
        }
        let ways: Moves = self.steps.iter().map(|(_, step)| step.way).collect();
        let turned: Moves = ways.iter().map(|way| way.opposite()).collect();
        let names_blank = self.steps.iter().any(|(_, step)| step.names_blank);
        let has_tiles = self.steps.iter().all(|(_, step)| step.number.is_some());
        let has_no_tiles = self.steps.iter().all(|(_, step)| step.number.is_none());
        let are_ways = has_no_tiles || self.are_counters();
        let tiles = |moves: &Moves| {
            let replayed = self.replay_tiles(board, moves);
            replayed.is_ok() && verify(board, goal, moves).is_ok()
        };
        if has_tiles && !names_blank && tiles(&ways) {
            return Some(Ok((ways, Reading::Tiles)));
        }
        if has_tiles && tiles(&turned) {
            return Some(Ok((turned, Reading::BlankLetters)));
        }
        let error = verify(board, goal, &ways);
        if are_ways && !names_blank && error.is_ok() {
            return Some(Ok((ways, Reading::TileLetters)));
        }
        let other = verify(board, goal, &turned);
        if are_ways && other.is_ok() {
            return Some(Ok((turned, Reading::BlankLetters)));
        }
        if has_tiles && let Err(fault) = self.replay_tiles(board, &ways) {
            return Some(Err(Fault::Unreadable(fault)));
        }
        let error = match error {
            Err(error) => error,
            // Some steps have a tile and some have none: the tiles are not those that slide.
            Ok(()) => VerifyError::NotSolved {
                moves: ways.len(),
                wrong: 1,
            },
        };
        let line = match error {
            VerifyError::Blocked { number, .. } => {
                self.steps.get(number - 1).map(|&(line, _)| line)
            }
            _ => None,
        };
        Some(Err(Fault::Wrong {
            error,
            other_way: other.err(),
            line,
        }))
    }

    /// Whether the numbers count the moves, from 0 or from 1.
    fn are_counters(&self) -> bool {
        let numbers = self.steps.iter().map(|(_, step)| step.number);
        let count = |from: u32| {
            numbers
                .clone()
                .eq((from..).map(Some).take(self.steps.len()))
        };
        count(1) || count(0)
    }

    /// Compares the tiles that are named with those that slide.
    fn replay_tiles(&self, board: &Board, moves: &Moves) -> Result<(), ReadError> {
        let mut state = Replay::new(board);
        for (number, (&(line, step), &way)) in (1..).zip(self.steps.iter().zip(moves.iter())) {
            let named = step.number.unwrap_or_default();
            let tile = state.slide(way);
            if tile.map(u32::from) != Some(named) {
                let found = match tile {
                    Some(tile) => format!("tile {tile} is the one that slides {way}"),
                    None => format!("no tile can slide {way}"),
                };
                return Err(ReadError::Unexpected {
                    place: Place { line, col: 1 },
                    expected: format!("a move of tile {named} as move {number}"),
                    found: format!("that {found}"),
                    remedy: "check it and the moves before it".to_owned(),
                });
            }
        }
        Ok(())
    }

    /// The moves of tiles without directions, if they solve the board. The first number may be how
    /// many follow.
    fn tiles_alone(&self, board: &Board, goal: &Board) -> Option<(Moves, Reading)> {
        let all = self.numbers.as_slice();
        let counted = match all {
            [(_, count), rest @ ..] if *count as usize == rest.len() => Some(rest),
            _ => None,
        };
        let slid = |numbers: &[(usize, u32)]| {
            let mut state = Replay::new(board);
            let ways = numbers.iter().map(|&(_, tile)| state.slide_tile(tile));
            ways.collect::<Option<Vec<Direction>>>().map(Moves::from)
        };
        [Some(all), counted]
            .into_iter()
            .flatten()
            .filter(|numbers| !numbers.is_empty())
            .filter_map(slid)
            .find(|moves| verify(board, goal, moves).is_ok())
            .map(|moves| (moves, Reading::Tiles))
    }
}

/// A board whose tiles slide in place.
struct Replay<'a> {
    board: &'a Board,
    tiles: Vec<Tile>,
    blank: usize,
}

impl<'a> Replay<'a> {
    fn new(board: &'a Board) -> Self {
        Self {
            board,
            tiles: board.tiles().to_vec(),
            blank: board.blank(),
        }
    }

    /// Slides a tile and tells which it was.
    fn slide(&mut self, way: Direction) -> Option<Tile> {
        let cell = self.board.size().source_cell(self.blank, way)?;
        let tile = self.tiles[cell];
        self.tiles.swap(cell, self.blank);
        self.blank = cell;
        Some(tile)
    }

    /// Slides a tile beside the blank and tells the way.
    fn slide_tile(&mut self, tile: u32) -> Option<Direction> {
        let size = self.board.size();
        let way = Direction::ALL.into_iter().find(|&way| {
            let cell = size.source_cell(self.blank, way);
            cell.is_some_and(|cell| u32::from(self.tiles[cell]) == tile && tile != 0)
        })?;
        self.slide(way)?;
        Some(way)
    }
}
