//! Where a lower bound comes from: tile by tile, line by line.
//!
//! The bounds of [`heuristic`](crate::heuristic) are numbers for searches. Here the same numbers
//! are taken apart for people: how far each tile is from its goal cell, which tiles block each
//! other, and what the exact row and column puzzles add to that.
//!
//! ```
//! use noyes::explain::Explanation;
//! use noyes::{Goal, Instance};
//!
//! let instance = Instance::new(&"3 2 1/4 6 5/7 8 0".parse()?, &Goal::BlankLast)?;
//! let parts = Explanation::of(&instance);
//! // Six steps, and six moves more because tiles are the wrong way round in their rows.
//! assert_eq!((parts.manhattan(), parts.detours()), (6, 6));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::{Board, Tile};
use crate::goal::Instance;
use crate::heuristic::{ComputedHeuristic, Groups, WalkingDistance};

/// One tile's part of the bound.
///
/// ```
/// use noyes::explain::Explanation;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[3, 2, 1], [4, 6, 5], [7, 8, 0]])?;
/// let parts = Explanation::of(&Instance::new(&board, &Goal::BlankLast)?);
/// // Tile 3 is two columns from where it belongs.
/// let share = parts.shares[0];
/// assert_eq!((share.tile, share.cell, share.home), (3, 0, 2));
/// assert_eq!((share.vertical, share.horizontal, share.steps()), (0, 2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The tile.
    pub tile: Tile,
    /// Where it is.
    pub cell: usize,
    /// Where it belongs.
    pub home: usize,
    /// Rows between the two.
    pub vertical: u32,
    /// Columns between the two.
    pub horizontal: u32,
}

impl Share {
    /// Steps from where it is to where it belongs.
    ///
    /// ```
    /// use noyes::explain::Explanation;
    ///
    /// let board: noyes::Board = "8 1 3/4 0 2/7 6 5".parse()?;
    /// let parts = Explanation::of_boards(&board, &noyes::Board::goal(board.size()));
    /// // Tile 8 in the first corner belongs in the last row.
    /// assert_eq!(parts.shares[0].steps(), 3);
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn steps(&self) -> u32 {
        self.vertical + self.horizontal
    }
}

/// A row or a column, counted from 0.
///
/// ```
/// use noyes::explain::Line;
///
/// // Rows come before columns.
/// let mut lines = [Line::Col(0), Line::Row(2), Line::Row(1)];
/// lines.sort();
/// assert_eq!(lines, [Line::Row(1), Line::Row(2), Line::Col(0)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Line {
    /// A row.
    Row(usize),
    /// A column.
    Col(usize),
}

/// A line in which tiles that belong there block each other.
///
/// ```
/// use noyes::explain::{Explanation, Line};
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[3, 2, 1], [4, 6, 5], [7, 8, 0]])?;
/// let parts = Explanation::of(&Instance::new(&board, &Goal::BlankLast)?);
/// // Of the tiles 3, 2 and 1 only one can stay in the first row.
/// let conflict = &parts.conflicts[0];
/// assert_eq!((conflict.line, conflict.own.as_slice()), (Line::Row(0), &[3, 2, 1][..]));
/// assert_eq!(conflict.aside.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// Which line.
    pub line: Line,
    /// The tiles that stand in their own line, in the order they stand.
    pub own: Vec<Tile>,
    /// The fewest of them that must leave it and come back, two moves each.
    pub aside: Vec<Tile>,
}

/// A few tiles that need more moves together than each by itself.
///
/// ```
/// use noyes::explain::Explanation;
/// use noyes::{Board, Goal, Instance};
///
/// let rows = [[5, 1, 3, 4], [6, 2, 7, 8], [9, 10, 12, 11], [13, 14, 15, 0]];
/// let instance = Instance::new(&Board::new(&rows)?, &Goal::BlankLast)?;
/// let groups = Explanation::of(&instance).groups.unwrap();
/// // The tiles 11 and 12 are the wrong way round in their row.
/// assert_eq!(groups[1].tiles, [11, 12]);
/// assert_eq!((groups[1].extra, groups[1].by_lines), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Together {
    /// The tiles, by the cells they belong in.
    pub tiles: Vec<Tile>,
    /// Moves beyond their steps.
    pub extra: u32,
    /// How many of those their lines tell of.
    pub by_lines: u32,
}

/// A lower bound taken apart.
///
/// ```
/// use noyes::explain::Explanation;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[3, 2, 1], [4, 6, 5], [7, 8, 0]])?;
/// let parts = Explanation::of(&Instance::new(&board, &Goal::BlankLast)?);
/// assert_eq!((parts.manhattan(), parts.detours()), (6, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Every tile's part, in reading order.
    pub shares: Vec<Share>,
    /// The lines with tiles in the wrong order, rows first.
    pub conflicts: Vec<Conflict>,
    /// Disjoint groups of tiles in each other's way, where the board can be solved.
    pub groups: Option<Vec<Together>>,
    /// Exact row changes and column changes, where they can be had.
    pub walking: Option<(u32, u32)>,
}

impl Explanation {
    /// Takes the bounds of an instance apart.
    ///
    /// ```
    /// use noyes::explain::Explanation;
    /// use noyes::{Goal, Instance};
    ///
    /// let instance = Instance::new(&"8 1 3/4 0 2/7 6 5".parse()?, &Goal::BlankLast)?;
    /// let parts = Explanation::of(&instance);
    /// assert_eq!((parts.hamming(), parts.manhattan()), (5, 10));
    /// // What the exact row and column puzzles say.
    /// assert_eq!(parts.walking.map(|(rows, cols)| rows + cols), Some(10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(instance: &Instance) -> Self {
        let walking = WalkingDistance::new(instance.size(), instance.blank_home()).ok();
        Self {
            walking: walking.map(|walking| walking.parts(instance.labels())),
            groups: Some(groups(instance)),
            ..Self::of_boards(instance.board(), instance.goal())
        }
    }

    /// The same without groups and walking distance, for any two boards of one size, also for two
    /// that cannot reach each other.
    ///
    /// # Panics
    ///
    /// If the two boards are not of the same size.
    ///
    /// ```
    /// use noyes::Board;
    /// use noyes::explain::Explanation;
    ///
    /// let board: Board = "2 1/3 0".parse()?;
    /// let parts = Explanation::of_boards(&board, &Board::goal(board.size()));
    /// assert!(!board.is_solvable());
    /// assert_eq!((parts.manhattan(), parts.groups), (2, None));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn of_boards(board: &Board, goal: &Board) -> Self {
        let size = board.size();
        assert_eq!(size, goal.size(), "a board and its goal are of one size");
        let mut home = vec![0; size.cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            home[usize::from(tile)] = cell;
        }
        let shares: Vec<Share> = board
            .tiles()
            .iter()
            .enumerate()
            .filter(|(_, tile)| **tile != 0)
            .map(|(cell, &tile)| {
                let home = home[usize::from(tile)];
                Share {
                    tile,
                    cell,
                    home,
                    vertical: size.row(cell).abs_diff(size.row(home)) as u32,
                    horizontal: size.col(cell).abs_diff(size.col(home)) as u32,
                }
            })
            .collect();
        let row = |row: usize| {
            let cells = (0..size.cols()).map(move |col| row * size.cols() + col);
            (Line::Row(row), cells.collect::<Vec<usize>>())
        };
        let col = |col: usize| {
            let cells = (0..size.rows()).map(move |row| row * size.cols() + col);
            (Line::Col(col), cells.collect::<Vec<usize>>())
        };
        let lines = (0..size.rows()).map(row).chain((0..size.cols()).map(col));
        let conflicts = lines
            .filter_map(|(line, cells)| {
                let position = |cell: usize| match line {
                    Line::Row(row) => (size.row(cell) == row).then(|| size.col(cell)),
                    Line::Col(col) => (size.col(cell) == col).then(|| size.row(cell)),
                };
                let tiles = cells.iter().map(|&cell| board.tiles()[cell]);
                let own: Vec<(Tile, usize)> = tiles
                    .filter(|&tile| tile != 0)
                    .filter_map(|tile| Some((tile, position(home[usize::from(tile)])?)))
                    .collect();
                let aside = outside_longest_increase(&own);
                (!aside.is_empty()).then(|| Conflict {
                    line,
                    own: own.iter().map(|&(tile, _)| tile).collect(),
                    aside,
                })
            })
            .collect();
        Self {
            shares,
            conflicts,
            groups: None,
            walking: None,
        }
    }

    /// How many tiles are out of place.
    ///
    /// ```
    /// use noyes::Board;
    /// use noyes::explain::Explanation;
    ///
    /// let board: Board = "8 1 3/4 0 2/7 6 5".parse()?;
    /// let parts = Explanation::of_boards(&board, &Board::goal(board.size()));
    /// assert_eq!(parts.hamming(), board.hamming());
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn hamming(&self) -> u32 {
        self.shares.iter().filter(|share| share.steps() > 0).count() as u32
    }

    /// Steps of all tiles, up and down, and to the sides.
    ///
    /// ```
    /// use noyes::Board;
    /// use noyes::explain::Explanation;
    ///
    /// let board: Board = "1 2 3/4 0 6/7 5 8".parse()?;
    /// let parts = Explanation::of_boards(&board, &Board::goal(board.size()));
    /// // Tile 5 goes up, tile 8 to the left.
    /// assert_eq!(parts.manhattan_parts(), (1, 1));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn manhattan_parts(&self) -> (u32, u32) {
        let sum = |part: fn(&Share) -> u32| self.shares.iter().map(part).sum();
        (sum(|share| share.vertical), sum(|share| share.horizontal))
    }

    /// Steps of all tiles.
    ///
    /// ```
    /// use noyes::Board;
    /// use noyes::explain::Explanation;
    ///
    /// let board: Board = "8 1 3/4 0 2/7 6 5".parse()?;
    /// let parts = Explanation::of_boards(&board, &Board::goal(board.size()));
    /// assert_eq!(parts.manhattan(), board.manhattan());
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn manhattan(&self) -> u32 {
        let (vertical, horizontal) = self.manhattan_parts();
        vertical + horizontal
    }

    /// Moves that the conflicts add to the steps: two for each tile that must step aside.
    ///
    /// ```
    /// use noyes::Board;
    /// use noyes::explain::Explanation;
    ///
    /// let board: Board = "3 2 1/4 5 6/7 8 0".parse()?;
    /// let parts = Explanation::of_boards(&board, &Board::goal(board.size()));
    /// // Of the tiles 3, 2 and 1 only one can stay in its row.
    /// assert_eq!((parts.manhattan(), parts.detours()), (4, 4));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn detours(&self) -> u32 {
        let aside = self.conflicts.iter().map(|conflict| conflict.aside.len());
        2 * aside.sum::<usize>() as u32
    }

    /// Moves that groups of tiles add to the steps, the conflicts among them; none where the groups
    /// are not known.
    ///
    /// ```
    /// use noyes::explain::Explanation;
    /// use noyes::{Goal, Instance};
    ///
    /// let instance = Instance::new(&"3 2 1/4 6 5/7 8 0".parse()?, &Goal::BlankLast)?;
    /// let parts = Explanation::of(&instance);
    /// assert!(parts.extra() >= Some(parts.detours()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn extra(&self) -> Option<u32> {
        let groups = self.groups.as_ref()?;
        Some(groups.iter().map(|group| group.extra).sum())
    }
}

fn groups(instance: &Instance) -> Vec<Together> {
    let goal = instance.goal().tiles();
    let groups = Groups::of(instance).groups.into_iter();
    groups
        .map(|group| Together {
            tiles: group.labels.iter().map(|&label| goal[label]).collect(),
            extra: group.extra,
            by_lines: group.by_lines,
        })
        .collect()
}

/// The tiles outside a longest increasing subsequence of goal positions.
fn outside_longest_increase(own: &[(Tile, usize)]) -> Vec<Tile> {
    // best[i]: length of the longest run that ends at i, and the item before it.
    let mut best: Vec<(usize, Option<usize>)> = Vec::with_capacity(own.len());
    for (item, &(_, position)) in own.iter().enumerate() {
        let before = (0..item)
            .filter(|&other| own[other].1 < position)
            .max_by_key(|&other| best[other].0);
        best.push((before.map_or(1, |other| best[other].0 + 1), before));
    }
    let mut stays = vec![false; own.len()];
    let mut item = (0..own.len()).max_by_key(|&item| best[item].0);
    while let Some(here) = item {
        stays[here] = true;
        item = best[here].1;
    }
    let leaving = own.iter().zip(stays).filter(|(_, stays)| !stays);
    leaving.map(|(&(tile, _), _)| tile).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::goal::Goal;
    use crate::heuristic::HeuristicKind;
    use crate::scramble::Scrambler;

    #[test]
    fn the_parts_add_up_to_the_bounds() {
        for (rows, cols) in [(2, 2), (3, 3), (4, 4), (3, 4), (10, 10)] {
            for goal in [Goal::BlankLast, Goal::Snail] {
                let size = Size::new(rows, cols).unwrap();
                let mut scrambler = Scrambler::new(size, &goal, 5).unwrap();
                for _ in 0..10 {
                    let instance = Instance::new(&scrambler.uniform(), &goal).unwrap();
                    let parts = Explanation::of(&instance);
                    let bound = |kind: HeuristicKind| kind.bound(&instance).ok();
                    assert_eq!(Some(parts.hamming()), bound(HeuristicKind::Hamming));
                    assert_eq!(Some(parts.manhattan()), bound(HeuristicKind::Manhattan));
                    assert_eq!(
                        Some(parts.manhattan() + parts.detours()),
                        bound(HeuristicKind::LinearConflict)
                    );
                    assert_eq!(
                        parts.extra().map(|extra| parts.manhattan() + extra),
                        Some(Groups::of(&instance).bound())
                    );
                    assert_eq!(
                        parts.walking.map(|(down, across)| down + across),
                        bound(HeuristicKind::WalkingDistance)
                    );
                }
            }
        }
    }

    #[test]
    fn who_must_step_aside() {
        let board = Board::new(&[[3, 2, 1], [4, 5, 6], [7, 8, 0]]).unwrap();
        let goal = Board::goal(board.size());
        let parts = Explanation::of_boards(&board, &goal);
        assert_eq!(parts.conflicts.len(), 1);
        let conflict = &parts.conflicts[0];
        assert_eq!(conflict.line, Line::Row(0));
        assert_eq!(conflict.own, [3, 2, 1]);
        assert_eq!(conflict.aside.len(), 2);
        assert_eq!((parts.manhattan(), parts.detours()), (4, 4));
    }
}
