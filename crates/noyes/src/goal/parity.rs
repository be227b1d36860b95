//! Can the board be solved? Decided by parity, with the reason in words.
//!
//! Read the tiles row by row, the blank left out, each by its place in the goal read the same
//! way. An *inversion* is a pair in the wrong order. Sliding a tile along its row changes no
//! pair; sliding it to another row moves it past `cols − 1` others. So with an odd number of
//! columns the parity of the inversions never changes, and with an even number it changes
//! exactly when the blank changes rows. The goal has no inversions: a board can reach it only
//! if inversions (plus, for an even number of columns, the rows between the blank and its goal)
//! are even. That this suffices is the theorem of Johnson and Story, "Notes on the '15' Puzzle",
//! American Journal of Mathematics 2 (1879).

use std::fmt;

use crate::board::{Board, Size};

/// The parity of a board with respect to a goal, and the numbers it comes from.
///
/// ```
/// use noyes::Board;
/// use noyes::goal::Parity;
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]])?;
/// let parity = Parity::of(&board, &Board::goal(board.size()));
/// assert_eq!((parity.inversions, parity.is_solvable()), (1, false));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parity {
    /// Pairs of tiles in the wrong order.
    pub inversions: u64,
    /// The blank's row, from 1.
    pub blank_row: usize,
    /// The row of the goal's blank, from 1.
    pub goal_blank_row: usize,
    /// The board's size.
    pub size: Size,
}

impl Parity {
    /// Counts for a board and its goal.
    ///
    /// # Panics
    ///
    /// If they are not of the same size.
    ///
    /// ```
    /// use noyes::Board;
    /// use noyes::goal::Parity;
    ///
    /// let board: Board = "1 2/0 3".parse()?;
    /// let parity = Parity::of(&board, &Board::goal(board.size()));
    /// assert_eq!((parity.inversions, parity.blank_row, parity.goal_blank_row), (0, 2, 2));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn of(board: &Board, goal: &Board) -> Self {
        assert_eq!(
            board.size(),
            goal.size(),
            "a board and its goal are of one size"
        );
        let size = board.size();
        let mut order = vec![0u16; size.cells()];
        let tiles = goal.tiles().iter().filter(|&&tile| tile != 0);
        for (place, &tile) in tiles.enumerate() {
            order[usize::from(tile)] = place as u16;
        }
        let sequence = board.tiles().iter().filter(|&&tile| tile != 0);
        Self {
            inversions: inversions(
                sequence.map(|&tile| usize::from(order[usize::from(tile)])),
                size.tiles(),
            ),
            blank_row: size.row(board.blank()) + 1,
            goal_blank_row: size.row(goal.blank()) + 1,
            size,
        }
    }

    /// Whether a board can reach a goal, without the numbers.
    ///
    /// A slide swaps the blank with a tile and moves it by one cell. So the number of swaps that
    /// lead from one board to the other is even if and only if the distance of the two blanks is.
    /// This walks once around each cycle of the permutation, several times faster than counting
    /// inversions.
    ///
    /// # Panics
    ///
    /// If they are not of the same size.
    ///
    /// ```
    /// use noyes::Board;
    /// use noyes::goal::Parity;
    ///
    /// let (board, goal): (Board, Board) = ("1 2/0 3".parse()?, "2 3/1 0".parse()?);
    /// assert!(Parity::allows(&board, &goal) && !Parity::allows(&board.twin(), &goal));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn allows(board: &Board, goal: &Board) -> bool {
        let size = board.size();
        assert_eq!(size, goal.size(), "a board and its goal are of one size");
        let mut home = vec![0u16; size.cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            home[usize::from(tile)] = cell as u16;
        }
        let mut swaps = 0;
        let mut visited = vec![false; size.cells()];
        for first in 0..size.cells() {
            let mut cell = first;
            while !std::mem::replace(&mut visited[cell], true) {
                cell = home[usize::from(board.tiles()[cell])].into();
                swaps += usize::from(cell != first);
            }
        }
        let apart = size.distance(board.blank(), goal.blank());
        (swaps + apart).is_multiple_of(2)
    }

    /// Rows between the blank and its place in the goal.
    ///
    /// ```
    /// use noyes::Board;
    /// use noyes::goal::Parity;
    ///
    /// let board: Board = "0 1 2 3/5 6 7 4/9 10 11 8/13 14 15 12".parse()?;
    /// assert_eq!(Parity::of(&board, &Board::goal(board.size())).blank_rows_away(), 3);
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn blank_rows_away(&self) -> usize {
        self.blank_row.abs_diff(self.goal_blank_row)
    }

    /// Whether the board can reach the goal.
    ///
    /// ```
    /// use noyes::Board;
    /// use noyes::goal::Parity;
    ///
    /// let board: Board = "1 2 3/4 5 6/8 7 0".parse()?;
    /// let parity = Parity::of(&board, &Board::goal(board.size()));
    /// assert!(!parity.is_solvable());
    /// assert!(parity.to_string().starts_with("1 inversion"));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn is_solvable(&self) -> bool {
        let rows = if self.size.cols().is_multiple_of(2) {
            self.blank_rows_away() as u64
        } else {
            0
        };
        (self.inversions + rows).is_multiple_of(2)
    }
}

impl Board {
    /// Whether the board can reach the course's goal, tiles in reading order and the blank last.
    ///
    /// Decided by parity, in time proportional to the number of cells. For another goal ask
    /// [`Parity::allows`], or make an [`Instance`](crate::Instance).
    ///
    /// ```
    /// use noyes::Board;
    ///
    /// assert!(Board::new(&[[1, 2, 3], [4, 5, 6], [7, 0, 8]])?.is_solvable());
    /// assert!(!Board::new(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]])?.is_solvable());
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn is_solvable(&self) -> bool {
        Parity::allows(self, &Self::goal(self.size()))
    }
}

/// The reason in words.
impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        let kind = if self.is_solvable() { "even" } else { "odd" };
        let article = if self.is_solvable() {
            "an even"
        } else {
            "an odd"
        };
        let inversions = self.inversions;
        write!(f, "{inversions} inversion{}", plural(inversions))?;
        if self.size.cols().is_multiple_of(2) {
            let away = self.blank_rows_away() as u64;
            write!(
                f,
                ", blank on row {}, {away} row{} from its goal, together {} ({kind}): {article} arrangement",
                self.blank_row,
                plural(away),
                inversions + away,
            )
        } else {
            write!(
                f,
                ", blank on row {} (with {} columns its row does not count): {article} arrangement",
                self.blank_row,
                self.size.cols(),
            )
        }
    }
}

/// Pairs in the wrong order, in n log n steps: a Fenwick tree counts the values so far.
fn inversions(sequence: impl Iterator<Item = usize>, len: usize) -> u64 {
    let mut tree = vec![0u32; len + 1];
    let mut count = 0;
    for (count_before, value) in sequence.enumerate() {
        let mut not_above = 0;
        let mut node = value + 1;
        while node > 0 {
            not_above += tree[node];
            node &= node - 1;
        }
        count += count_before as u64 - u64::from(not_above);
        let mut node = value + 1;
        while node <= len {
            tree[node] += 1;
            node += node & node.wrapping_neg();
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Goal;
    use crate::scramble::Scrambler;
    use proptest::prelude::*;

    #[test]
    fn the_course_examples() {
        let odd = Board::new(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]]).unwrap();
        let parity = Parity::of(&odd, &Board::goal(odd.size()));
        assert!(!parity.is_solvable());
        assert_eq!(
            parity.to_string(),
            "1 inversion, blank on row 3 (with 3 columns its row does not count): an odd arrangement"
        );
        let rows = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 15, 14, 0]];
        let odd = Board::new(&rows).unwrap();
        let parity = Parity::of(&odd, &Board::goal(odd.size()));
        assert_eq!(
            parity.to_string(),
            "1 inversion, blank on row 4, 0 rows from its goal, together 1 (odd): an odd arrangement"
        );
    }

    #[test]
    fn half_of_all_small_boards_and_exactly_those_reached() {
        use std::collections::HashSet;
        for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
                let goal = goal.board(size).unwrap();
                let mut reached = HashSet::from([goal.clone()]);
                let mut layer = vec![goal.clone()];
                while !layer.is_empty() {
                    layer = layer.iter().flat_map(Board::neighbors).collect();
                    layer.retain(|board| reached.insert(board.clone()));
                }
                for board in &reached {
                    assert!(Parity::of(board, &goal).is_solvable());
                    assert!(Parity::allows(board, &goal));
                    assert!(!Parity::of(&board.twin(), &goal).is_solvable());
                    assert!(!Parity::allows(&board.twin(), &goal));
                }
                let all: usize = (1..=size.cells()).product();
                assert_eq!(reached.len(), all / 2);
            }
        }
    }

    proptest! {
        #[test]
        fn cycles_and_inversions_agree(rows in 2..9usize, cols in 2..9usize, seed: u64) {
            let size = Size::new(rows, cols).unwrap();
            let drawn = |seed, goal: &Goal| Scrambler::new(size, goal, seed).unwrap().uniform();
            let goal = drawn(seed, &Goal::BlankLast);
            let board = drawn(seed ^ 1, &Goal::Board(goal.clone()));
            for board in [&board, &board.twin()] {
                let counted = Parity::of(board, &goal).is_solvable();
                prop_assert_eq!(Parity::allows(board, &goal), counted);
            }
        }

        #[test]
        fn the_tree_counts_what_two_loops_count(sequence in Just((0..40usize).collect::<Vec<_>>()).prop_shuffle()) {
            let slow = (0..sequence.len())
                .flat_map(|j| (0..j).map(move |i| (i, j)))
                .filter(|&(i, j)| sequence[i] > sequence[j])
                .count() as u64;
            prop_assert_eq!(inversions(sequence.iter().copied(), 40), slow);
        }
    }
}
