//! Additive groups of a few tiles, chosen for one board.
//!
//! # Idea
//!
//! Forget all tiles but a few: they slide one step at a time, never two into one cell, and slides
//! of other tiles cost nothing. The fewest slides that bring those few home are never above the
//! slides they make in any solution. Of disjoint groups no slide is counted twice, so their sum is
//! a bound. A tile by itself needs its Manhattan distance, so what matters of a group is its
//! *extra*: what its tiles need beyond that because they block each other.
//!
//! ```text
//! bound = Manhattan + Σ extra of disjoint groups
//! ```
//!
//! The groups are found on the board, not fixed beforehand:
//!
//! 1. **Line conflicts** (`line_conflicts.rs`): tiles reversed in their own row or column, directly
//!    or through others. The extra of a group is at least twice its tiles that must leave their
//!    lines, so the sum is at least linear conflict.
//! 2. **Blocked groups** (`blocked_groups.rs`): few tiles in few cells, which line conflicts do not
//!    see: a cell whose neighbours are all home while its own tile is not; tiles that rotate within
//!    a block. They are tried one by one. One that shares tiles with groups already chosen is
//!    joined
//!    with them, and stays if that raises the sum.
//!
//! The extra of a group is found by search (`extra.rs`). Two tiles have an extra only if they are
//! reversed in a line, so no other pairs are tried. The blank's cell does not matter here: it is
//! one of the cells that cost nothing.
//!
//! # Cost
//!
//! The states searched are counted and limited, so that the largest board takes less than a tenth
//! of a second. It is no heuristic for the nodes of a search, which would have to choose at each
//! node.
//!
//! # Citation
//!
//! Korf & Taylor, "Finding optimal solutions to the twenty-four puzzle", AAAI 1996; Felner, Korf &
//! Hanan, "Additive pattern database heuristics", JAIR 22, 2004.

mod blocked_groups;
mod extra;
mod line_conflicts;

use crate::board::Size;
use crate::goal::Instance;

/// The most tiles of a group whose extra is searched for. Groups of more tiles have the extra of
/// their line conflicts.
const MOST_TILES: usize = 7;
/// The most states searched for one group, and for all groups of a board.
const MOST_STATES: usize = 3_000;
const MOST_STATES_IN_ALL: usize = 300_000;

/// Tiles that need more slides together than each by itself.
///
/// ```
/// use noyes::heuristic::Groups;
/// use noyes::{Board, Goal, Instance};
///
/// let rows = [[5, 1, 3, 4], [6, 2, 7, 8], [9, 10, 12, 11], [13, 14, 15, 0]];
/// let instance = Instance::new(&Board::new(&rows)?, &Goal::BlankLast)?;
/// // The tiles 11 and 12, whose labels are 10 and 11, are the wrong way round in their row.
/// let group = &Groups::of(&instance).groups[1];
/// assert_eq!(group.labels, [10, 11]);
/// assert_eq!((group.extra, group.by_lines), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Group {
    /// The labels of the tiles, smallest first.
    pub labels: Vec<usize>,
    /// Slides beyond their Manhattan distance.
    pub extra: u32,
    /// How many of those linear conflict counts: two for each tile that must leave its goal line.
    pub by_lines: u32,
}

/// The disjoint groups of a board.
///
/// ```
/// use noyes::heuristic::Groups;
/// use noyes::{Board, Goal, Instance};
///
/// // The tiles 1, 2, 6 and 5 rotate within a block: one of them must leave it.
/// let rows = [[5, 1, 3, 4], [6, 2, 7, 8], [9, 10, 12, 11], [13, 14, 15, 0]];
/// let instance = Instance::new(&Board::new(&rows)?, &Goal::BlankLast)?;
/// let groups = Groups::of(&instance);
/// assert!(groups.groups[0].extra >= 2 && groups.groups[0].by_lines == 0);
/// assert!(groups.bound() >= 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Groups {
    /// Those with an extra, by their smallest label.
    pub groups: Vec<Group>,
    manhattan: u32,
}

/// The cells of the tiles, both ways.
#[derive(Debug)]
struct Floor<'a> {
    size: Size,
    blank_home: usize,
    labels: &'a [u16],
    /// The cell of each label.
    cells: Vec<usize>,
}

impl Floor<'_> {
    /// Whether a label is a tile's and the tile is home.
    fn is_home(&self, label: usize) -> bool {
        label != self.blank_home && self.cells[label] == label
    }

    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (cols, cells) = (self.size.cols(), self.size.cells());
        let col = cell % cols;
        [
            (cell >= cols).then(|| cell - cols),
            (col > 0).then(|| cell - 1),
            (col + 1 < cols).then(|| cell + 1),
            (cell + cols < cells).then(|| cell + cols),
        ]
        .into_iter()
        .flatten()
    }
}

impl Groups {
    /// The groups of an instance's board.
    ///
    /// ```
    /// use noyes::heuristic::Groups;
    /// use noyes::{Goal, Instance};
    ///
    /// let board = "1 2 3 4/5 6 8 7/9 10 12 11/13 14 15 0".parse()?;
    /// let groups = Groups::of(&Instance::new(&board, &Goal::BlankLast)?).groups;
    /// // The tiles 7 and 8, and 11 and 12, are the wrong way round: more moves than their steps.
    /// assert!(!groups.is_empty() && groups.iter().all(|group| group.extra >= 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(instance: &Instance) -> Self {
        let (size, labels) = (instance.size(), instance.labels());
        let mut cells = vec![0; labels.len()];
        for (cell, &label) in labels.iter().enumerate() {
            cells[usize::from(label)] = cell;
        }
        let tiles = (0..cells.len()).filter(|&label| label != instance.blank_home());
        let manhattan = tiles.map(|label| size.distance(label, cells[label]) as u32);
        let manhattan = manhattan.sum();
        let floor = Floor {
            size,
            blank_home: instance.blank_home(),
            labels,
            cells,
        };
        let mut choice = Choice::new(&floor);
        for labels in line_conflicts::reversed(&floor) {
            choice.offer(labels);
        }
        for labels in blocked_groups::blocked_groups(&floor) {
            choice.offer(labels);
        }
        let mut groups = choice.groups;
        groups.retain(|group| group.extra > 0);
        groups.sort_by_key(|group| group.labels[0]);
        Self { groups, manhattan }
    }

    /// A lower bound on the moves of any solution.
    ///
    /// ```
    /// use noyes::heuristic::{Groups, HeuristicKind};
    /// use noyes::{Goal, Instance};
    ///
    /// let instance = Instance::new(&"3 2 1/4 6 5/7 8 0".parse()?, &Goal::BlankLast)?;
    /// let linear_conflict = HeuristicKind::LinearConflict.bound(&instance)?;
    /// assert!(Groups::of(&instance).bound() >= linear_conflict);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn bound(&self) -> u32 {
        self.manhattan + self.groups.iter().map(|group| group.extra).sum::<u32>()
    }
}

/// Disjoint groups, and the states left to find better ones.
struct Choice<'a> {
    floor: &'a Floor<'a>,
    groups: Vec<Group>,
    /// The group of each label.
    group_of: Vec<Option<usize>>,
    states_left: usize,
}

impl<'a> Choice<'a> {
    fn new(floor: &'a Floor<'a>) -> Self {
        Self {
            floor,
            groups: Vec::new(),
            group_of: vec![None; floor.cells.len()],
            states_left: MOST_STATES_IN_ALL,
        }
    }

    /// Adds a group, joined with those it shares tiles with, if that raises the sum.
    fn offer(&mut self, labels: Vec<usize>) {
        let mut shared: Vec<usize> = labels.iter().filter_map(|&l| self.group_of[l]).collect();
        shared.sort_unstable();
        shared.dedup();
        let mut joined = labels;
        for &group in &shared {
            joined.extend(&self.groups[group].labels);
        }
        joined.sort_unstable();
        joined.dedup();
        let (extra, by_lines) = self.extra(&joined);
        let before: u32 = shared.iter().map(|&group| self.groups[group].extra).sum();
        if extra <= before {
            return;
        }
        for &group in &shared {
            self.groups[group].extra = 0;
        }
        for &label in &joined {
            self.group_of[label] = Some(self.groups.len());
        }
        self.groups.push(Group {
            labels: joined,
            extra,
            by_lines,
        });
    }

    /// The extra of a group as far as it is proven, and how much of it linear conflict counts.
    fn extra(&mut self, labels: &[usize]) -> (u32, u32) {
        let by_lines = 2 * line_conflicts::leaving(self.floor, labels);
        if labels.len() < 3 || labels.len() > MOST_TILES {
            return (by_lines, by_lines);
        }
        let tiles: Vec<(usize, usize)> = labels
            .iter()
            .map(|&label| (self.floor.cells[label], label))
            .collect();
        let most = MOST_STATES.min(self.states_left);
        let (extra, states) = extra::extra(self.floor.size, &tiles, most);
        self.states_left -= states;
        (by_lines.max(extra), by_lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::goal::Goal;
    use crate::heuristic::HeuristicKind;
    use crate::scramble::Scrambler;

    fn groups(rows: &[&[u32]]) -> Groups {
        let board = Board::new(rows).unwrap();
        Groups::of(&Instance::new(&board, &Goal::BlankLast).unwrap())
    }

    #[test]
    fn a_corner_closed_in_by_tiles_that_are_home() {
        // 2 and 4 are home, 1 is not: one of the two must make way, which no line shows.
        let found = groups(&[&[6, 2, 5], &[4, 3, 1], &[7, 8, 0]]);
        let corner = |group: &&Group| [0, 1, 3].iter().all(|label| group.labels.contains(label));
        let corner = found.groups.iter().find(corner).unwrap();
        assert!(corner.extra > corner.by_lines);
    }

    #[test]
    fn tiles_that_turn_around_in_a_block() {
        // Each of 1, 2, 6 and 5 belongs in the next cell: one of them must leave the block.
        let found = groups(&[
            &[5, 1, 3, 4],
            &[6, 2, 7, 8],
            &[9, 10, 12, 11],
            &[13, 14, 15, 0],
        ]);
        let block = &found.groups[0];
        assert!(
            [0, 1, 4, 5]
                .iter()
                .all(|label| block.labels.contains(label))
        );
        assert_eq!(block.by_lines, 0);
        assert!(block.extra >= 2);
        assert!(found.bound() >= 4 + 2 + 2 + 2);
    }

    #[test]
    fn never_below_linear_conflict_and_disjoint() {
        for (rows, cols) in [(2, 7), (5, 5), (6, 4), (11, 9), (30, 30)] {
            for goal in [Goal::BlankLast, Goal::Snail] {
                let size = Size::new(rows, cols).unwrap();
                let mut scrambler = Scrambler::new(size, &goal, 7).unwrap();
                for walk in [0, 20, 60] {
                    let board = if walk == 0 {
                        scrambler.uniform()
                    } else {
                        scrambler.walk(walk)
                    };
                    let instance = Instance::new(&board, &goal).unwrap();
                    let found = Groups::of(&instance);
                    let conflict = HeuristicKind::LinearConflict.bound(&instance).unwrap();
                    assert!(found.bound() >= conflict, "{board}");
                    assert_eq!(found.bound() % 2, conflict % 2);
                    let mut labels: Vec<usize> =
                        found.groups.iter().flat_map(|g| g.labels.clone()).collect();
                    let count = labels.len();
                    labels.sort_unstable();
                    labels.dedup();
                    assert_eq!(labels.len(), count);
                    assert!(!labels.contains(&instance.blank_home()));
                }
            }
        }
    }
}
