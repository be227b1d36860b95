//! Random solvable boards, the same for the same seed everywhere and always.
//!
//! ```
//! use noyes::scramble::Scrambler;
//! use noyes::{Goal, Size};
//!
//! let mut scrambler = Scrambler::new(Size::new(5, 5)?, &Goal::BlankLast, 1)?;
//! assert!(scrambler.uniform().is_solvable());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::{Board, Direction, Size, SlideTable, Tile};
use crate::goal::{Goal, GoalError, Parity};
use crate::random::Random;

/// Slides of a walk between two calls of `go_on`.
const CHECK_INTERVAL: usize = 1 << 20;

/// Draws boards that can reach a goal.
///
/// The stream is fixed: ChaCha8 seeded with the number given. Board `k` of a seed is the same
/// whether one board is drawn or a thousand.
///
/// ```
/// use noyes::scramble::Scrambler;
/// use noyes::{Goal, Size};
///
/// let size = Size::new(4, 4)?;
/// let draw = |seed| Scrambler::new(size, &Goal::BlankLast, seed).map(|mut s| s.uniform());
/// assert_eq!(draw(1)?, draw(1)?);
/// assert!(draw(2)?.is_solvable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scrambler {
    goal: Board,
    random: Random,
}

impl Scrambler {
    /// A scrambler for a size, a goal and a seed. The same three give the same boards in the same
    /// order, on all machines. A [`Goal::Board`] of another size is an error.
    ///
    /// ```
    /// use noyes::scramble::Scrambler;
    /// use noyes::{Goal, Size};
    ///
    /// assert!(Scrambler::new(Size::new(4, 4)?, &Goal::Snail, 1).is_ok());
    /// let small = Goal::Board("1 2/3 0".parse()?);
    /// assert!(Scrambler::new(Size::new(4, 4)?, &small, 1).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(size: Size, goal: &Goal, seed: u64) -> Result<Self, GoalError> {
        Ok(Self {
            goal: goal.board(size)?,
            random: Random::new(seed),
        })
    }

    /// A board drawn uniformly from all that can reach the goal.
    ///
    /// ```
    /// use noyes::scramble::Scrambler;
    /// use noyes::{Goal, Size};
    ///
    /// let mut scrambler = Scrambler::new(Size::new(3, 3)?, &Goal::BlankLast, 7)?;
    /// let boards: Vec<_> = (0..10).map(|_| scrambler.uniform()).collect();
    /// assert!(boards.iter().all(|board| board.is_solvable()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn uniform(&mut self) -> Board {
        let size = self.goal.size();
        let mut tiles: Vec<Tile> = (0..size.cells() as Tile).collect();
        self.random.shuffle(&mut tiles);
        let board = Board::from_permutation(size, tiles.into());
        // A board and its twin are drawn equally often, and one of the two can be solved.
        if Parity::allows(&board, &self.goal) {
            board
        } else {
            board.twin()
        }
    }

    /// A board `slides` random slides from the goal, none undoing the one before. Its minimum is
    /// `slides` at most, and mostly less.
    ///
    /// ```
    /// use noyes::scramble::Scrambler;
    /// use noyes::{Goal, Size};
    ///
    /// let mut scrambler = Scrambler::new(Size::new(4, 4)?, &Goal::BlankLast, 7)?;
    /// assert!(scrambler.walk(0).is_goal());
    /// assert!(scrambler.walk(20).manhattan() <= 20);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk(&mut self, slides: usize) -> Board {
        let walked = self.walk_while(slides, |_| true);
        walked.expect("it goes on to its end")
    }

    /// As [`Scrambler::walk`], calling `go_on` with the number of slides made every 1,048,576
    /// slides: no board if it returns false. A shorter walk never calls it.
    ///
    /// ```
    /// use noyes::scramble::Scrambler;
    /// use noyes::{Goal, Size};
    ///
    /// let mut scrambler = Scrambler::new(Size::new(4, 4)?, &Goal::BlankLast, 7)?;
    /// // A walk of a million slides more could be ended here.
    /// assert!(scrambler.walk_while(100, |_| false).is_some());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn walk_while(
        &mut self,
        slides: usize,
        mut go_on: impl FnMut(usize) -> bool,
    ) -> Option<Board> {
        let size = self.goal.size();
        let mut tiles = self.goal.tiles().to_vec();
        let mut blank = self.goal.blank();
        let mut last: Option<Direction> = None;
        let ways = SlideTable::new(size);
        for made in 0..slides {
            if made > 0 && made.is_multiple_of(CHECK_INTERVAL) && !go_on(made) {
                return None;
            }
            let open = |(direction, _): &(Direction, usize)| last != Some(direction.opposite());
            let choices = || ways.slides(blank).filter(open);
            let chosen = self.random.below(choices().count() as u32);
            if let Some((direction, from)) = choices().nth(chosen as usize) {
                tiles.swap(blank, from);
                blank = from;
                last = Some(direction);
            }
        }
        Some(Board::from_permutation(size, tiles.into()))
    }

    /// The board with the largest `measure` among `draws` uniform ones, the first of them if
    /// several have it. No draws count as one.
    ///
    /// ```
    /// use noyes::scramble::Scrambler;
    /// use noyes::{Board, Goal, Size};
    ///
    /// let scrambler = Scrambler::new(Size::new(4, 4)?, &Goal::BlankLast, 7)?;
    /// let far = scrambler.clone().hardest(20, Board::manhattan);
    /// assert!(far.manhattan() >= scrambler.clone().uniform().manhattan());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hardest(&mut self, draws: usize, measure: impl Fn(&Board) -> u32) -> Board {
        let mut best = self.uniform();
        let mut most = measure(&best);
        for _ in 1..draws {
            let board = self.uniform();
            let value = measure(&board);
            if value > most {
                (best, most) = (board, value);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn scrambler(rows: usize, cols: usize, seed: u64) -> Scrambler {
        Scrambler::new(Size::new(rows, cols).unwrap(), &Goal::BlankLast, seed).unwrap()
    }

    #[test]
    fn the_stream_is_pinned() {
        let board = scrambler(4, 4, 1).uniform();
        assert_eq!(
            format!("{board:?}"),
            "Board(15 8 5 2/7 13 11 12/4 1 6 10/14 9 0 3)"
        );
    }

    #[test]
    fn uniform_over_the_solvable_half() {
        // 2×2 has 12 solvable boards; 12,000 draws give each 1,000 ± 5 standard deviations.
        let mut scrambler = scrambler(2, 2, 7);
        let mut counts: HashMap<Board, u32> = HashMap::new();
        for _ in 0..12_000 {
            *counts.entry(scrambler.uniform()).or_default() += 1;
        }
        assert_eq!(counts.len(), 12);
        assert!(counts.values().all(|count| (850..1150).contains(count)));
    }

    #[test]
    fn walks_can_be_stopped() {
        let mut asked = Vec::new();
        let slides = 3 * CHECK_INTERVAL;
        let stopped = scrambler(3, 3, 1).walk_while(slides, |made| {
            asked.push(made);
            asked.len() < 2
        });
        assert_eq!(stopped, None);
        assert_eq!(asked, [CHECK_INTERVAL, 2 * CHECK_INTERVAL]);
        let whole = scrambler(3, 3, 1).walk_while(slides, |_| true);
        assert_eq!(whole, Some(scrambler(3, 3, 1).walk(slides)));
    }

    #[test]
    fn walks_end_within_their_length() {
        for slides in 0..12 {
            let board = scrambler(3, 3, slides).walk(slides as usize);
            assert!(u64::from(board.manhattan()) <= slides);
            assert_eq!(u64::from(board.manhattan()) % 2, slides % 2);
        }
    }
}
