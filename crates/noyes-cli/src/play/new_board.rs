//! New boards: their size, difficulty and seed.

use std::fmt;

use noyes::heuristic::HeuristicKind;
use noyes::scramble::Scrambler;
use noyes::{Board, Goal, Instance, Size};

/// How far a new board is from the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Difficulty {
    /// A few slides away
    Easy,
    /// Some dozens of slides away
    Medium,
    /// Any solvable board, all equally likely
    Hard,
    /// The farthest of 1,000 such boards
    Hardest,
}

impl Difficulty {
    pub fn next(self) -> Self {
        match self {
            Self::Easy => Self::Medium,
            Self::Medium => Self::Hard,
            Self::Hard => Self::Hardest,
            Self::Hardest => Self::Easy,
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Hardest => "hardest",
        })
    }
}

/// The size, the difficulty and the seed of the next board.
#[derive(Clone, Debug)]
pub struct NewBoard {
    pub size: Size,
    pub difficulty: Difficulty,
    pub seed: u64,
}

impl NewBoard {
    /// The largest side that the keys reach.
    const MAX_SIDE: usize = 20;

    /// The size with both sides longer or shorter by one.
    pub fn resized(&self, longer: bool) -> Option<Size> {
        let step = |side: usize| if longer { side + 1 } else { side - 1 };
        let size = Size::new(step(self.size.rows()), step(self.size.cols())).ok()?;
        (size.fits_in(Self::MAX_SIDE) || !longer).then_some(size)
    }

    /// Makes a board that is not solved, and advances the seed.
    pub fn make(&mut self, goal: &Goal) -> Option<Board> {
        let solved = goal.board(self.size).ok()?;
        for attempt in 0.. {
            let mut scrambler = Scrambler::new(self.size, goal, self.seed).ok()?;
            self.seed = self.seed.wrapping_add(1);
            let cells = self.size.cells();
            let board = match self.difficulty {
                // A random walk may end at the goal: on the 2×2 board every twelfth slide does.
                _ if attempt > 2 => scrambler.uniform(),
                Difficulty::Easy => scrambler.walk(6 + cells / 2),
                Difficulty::Medium => scrambler.walk(3 * cells),
                Difficulty::Hard => scrambler.uniform(),
                Difficulty::Hardest => {
                    let draws = (200_000 / cells).clamp(10, 1000);
                    scrambler.hardest(draws, |board| bound(board, goal))
                }
            };
            if board != solved {
                return Some(board);
            }
        }
        None
    }
}

fn bound(board: &Board, goal: &Goal) -> u32 {
    let instance = Instance::new(board, goal).ok();
    let bound = instance.and_then(|instance| HeuristicKind::LinearConflict.bound(&instance).ok());
    bound.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harder_boards_are_farther_from_the_goal() {
        let mut new_board = NewBoard {
            size: Size::new(4, 4).unwrap(),
            difficulty: Difficulty::Easy,
            seed: 1,
        };
        let mut mean = |difficulty: Difficulty| {
            new_board.difficulty = difficulty;
            let boards = (0..10).map(|_| new_board.make(&Goal::BlankLast).unwrap());
            boards.map(|board| board.manhattan()).sum::<u32>()
        };
        let [easy, medium, hard, hardest] = [
            Difficulty::Easy,
            Difficulty::Medium,
            Difficulty::Hard,
            Difficulty::Hardest,
        ]
        .map(&mut mean);
        assert!(0 < easy && easy < medium && medium < hard && hard < hardest);
    }

    #[test]
    fn sizes_end_at_two_and_twenty() {
        let new_board = |side| NewBoard {
            size: Size::new(side, side).unwrap(),
            difficulty: Difficulty::Hard,
            seed: 0,
        };
        assert_eq!(new_board(2).resized(false), None);
        assert_eq!(new_board(20).resized(true), None);
        assert_eq!(new_board(4).resized(true), Some(Size::new(5, 5).unwrap()));
    }
}
