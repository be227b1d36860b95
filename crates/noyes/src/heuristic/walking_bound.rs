//! Walking distance of one board, found by search, with the tiles that must leave their lines.
//!
//! # Idea
//!
//! [`WalkingDistance`](super::WalkingDistance) solves the whole puzzle of an axis beforehand, which
//! a 5×5 board makes too large. For one board a search suffices. And it can ask for more: tiles
//! that stand in their own line in the wrong order cannot all stay there, so some tiles of line g,
//! `demand[g]` of them at least, must leave it once (linear conflict). Every solution of the board
//! is a solution of the small puzzle in which, for each g, tiles of line g leave line g at least
//! `demand[g]` times. The shortest of those is the bound. It is at least walking distance and at
//! least linear conflict, and what the blank must walk for a tile to leave is in it.
//!
//! # Search
//!
//! A* on the states of the axis, each with the demands that are still open. The heuristic is linear
//! conflict: the steps of the tiles to their lines, plus two for each open demand. A move changes
//! it by exactly one, so f rises by 0 or by 2, the open nodes are two stacks, and the first time a
//! state is expanded is the best. When the search is stopped, f is still a bound.
//!
//! # Cost
//!
//! Most random boards gain nothing over linear conflict, so a search ends after
//! [`FIRST_STATES`] states if the bound has not risen by then. Boards with order in them gain
//! much. The reversed 5×5 board, `0 24 23 … 1`:
//!
//! | Bound | Value |
//! |---|---|
//! | Manhattan | 112 |
//! | linear conflict | 128 |
//! | walking distance | 140 |
//! | this | 144, with 1.8 million states |
//!
//! # Citation
//!
//! Ken'ichiro Takahashi, walking distance (2002). Demands as a side condition of walking distance:
//! M. Spiegel, github.com/mspiegel/A087725 (2026), there one line at a time from a table.

use rustc_hash::FxHashSet;

use super::line_counts::LineCounts;
use super::linear_conflict::LinearConflict;
use crate::board::Size;
use crate::goal::Instance;
use crate::guard::{Counts, Guard, Stop};

/// States of an axis after which the search goes on only if the bound has risen by
/// [`WORTHWHILE`].
const FIRST_STATES: usize = 20_000;
const WORTHWHILE: u32 = 4;
/// The most states of an axis.
const MOST_STATES: usize = 3_000_000;
/// States between two checks of the guard.
const CHECK_INTERVAL: usize = 1 << 12;

/// A lower bound of one board: the fewest vertical slides, and the fewest horizontal ones.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::heuristic::WalkingBound;
/// use noyes::{Board, Goal, Instance};
///
/// // The first row is turned round. Two of its tiles must leave it, for which the blank must
/// // come up and go back.
/// let board = Board::new(&[[2, 3, 1, 4, 5], [6, 7, 8, 9, 10], [11, 12, 13, 14, 15],
///     [16, 17, 18, 19, 20], [21, 22, 23, 24, 0]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let bound = WalkingBound::of(&instance, &Guard::new(&Silent)).unwrap();
/// assert_eq!((bound.vertical, bound.horizontal), (8, 10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WalkingBound {
    /// Slides from row to row.
    pub vertical: u32,
    /// Slides from column to column.
    pub horizontal: u32,
}

impl WalkingBound {
    /// Whether the states of a size fit into a word: at most six rows and columns.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::heuristic::WalkingBound;
    ///
    /// assert!(WalkingBound::fits(Size::new(6, 6)?) && !WalkingBound::fits(Size::new(2, 7)?));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn fits(size: Size) -> bool {
        size.rows().max(size.cols()) <= LineCounts::MOST_LINES
    }

    /// The bound of a board; none for sizes that do not [fit](WalkingBound::fits).
    ///
    /// If the guard says stop, the bound is what was proven by then. It is asked every few thousand
    /// states, with node counts of 0, so that its node limit does not apply.
    ///
    /// ```
    /// use noyes::guard::{Guard, Silent};
    /// use noyes::heuristic::WalkingBound;
    /// use noyes::{Goal, Instance};
    ///
    /// let instance = Instance::new(&"8 1 3/4 0 2/7 6 5".parse()?, &Goal::BlankLast)?;
    /// let bound = WalkingBound::of(&instance, &Guard::new(&Silent)).unwrap();
    /// assert_eq!((bound.vertical, bound.horizontal), (5, 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(instance: &Instance, guard: &Guard<'_>) -> Option<Self> {
        let size = instance.size();
        if !Self::fits(size) {
            return None;
        }
        let (labels, home) = (instance.labels(), instance.blank_home());
        let conflicts = LinearConflict::of(size, home);
        let tiles = || {
            let cells = labels.iter().enumerate();
            cells.map(|(cell, &label)| (cell, usize::from(label)))
        };
        let tiles = || tiles().filter(|&(_, label)| label != home);
        let rows = Axis {
            counts: LineCounts::new(size.rows(), size.cols()),
            demands: (0..size.rows())
                .map(|row| conflicts.aside_in_row(labels, row))
                .collect(),
        };
        let cols = Axis {
            counts: LineCounts::new(size.cols(), size.rows()),
            demands: (0..size.cols())
                .map(|col| conflicts.aside_in_col(labels, col))
                .collect(),
        };
        let in_rows = tiles().map(|(cell, label)| (size.row(cell), size.row(label)));
        let in_cols = tiles().map(|(cell, label)| (size.col(cell), size.col(label)));
        let blank = instance.blank();
        Some(Self {
            vertical: rows.fewest(in_rows, size.row(blank), guard),
            horizontal: cols.fewest(in_cols, size.col(blank), guard),
        })
    }

    /// A lower bound on the moves of any solution.
    ///
    /// ```
    /// use noyes::guard::{Guard, Silent};
    /// use noyes::heuristic::WalkingBound;
    /// use noyes::{Goal, Instance};
    ///
    /// let instance = Instance::new(&"8 1 3/4 0 2/7 6 5".parse()?, &Goal::BlankLast)?;
    /// let bound = WalkingBound::of(&instance, &Guard::new(&Silent)).unwrap();
    /// assert_eq!(bound.total(), bound.vertical + bound.horizontal);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn total(&self) -> u32 {
        self.vertical + self.horizontal
    }
}

/// The small puzzle along one axis, and what a board demands of it.
///
/// A node is one word: the state, the open demands, and the heuristic's value.
///
/// ```text
/// bits 0..93    the state
///     93..111   the open demands, three bits a line
///    111..120   h
/// ```
struct Axis {
    counts: LineCounts,
    /// How many tiles of each line must leave it.
    demands: Vec<u32>,
}

const DEMAND_BITS: u32 = 3;
const H_SHIFT: u32 = LineCounts::END + DEMAND_BITS * LineCounts::MOST_LINES as u32;
const H_BITS: u32 = 9;

impl Axis {
    /// One open demand of a line.
    fn demand(line: usize) -> u128 {
        1 << (LineCounts::END + DEMAND_BITS * line as u32)
    }

    fn is_open(node: u128, line: usize) -> bool {
        let shift = LineCounts::END + DEMAND_BITS * line as u32;
        node >> shift & ((1 << DEMAND_BITS) - 1) > 0
    }

    fn h(node: u128) -> u32 {
        (node >> H_SHIFT & ((1 << H_BITS) - 1)) as u32
    }

    /// The fewest moves of the axis, or a lower bound of them where the search ends early. Tiles
    /// are given by line and goal line.
    fn fewest(
        &self,
        tiles: impl Iterator<Item = (usize, usize)> + Clone,
        blank: usize,
        guard: &Guard<'_>,
    ) -> u32 {
        let steps = tiles
            .clone()
            .map(|(line, belongs)| line.abs_diff(belongs) as u32);
        let first = steps.sum::<u32>() + 2 * self.demands.iter().sum::<u32>();
        let demands = self.demands.iter().enumerate();
        let open = demands.map(|(line, &count)| Self::demand(line) * u128::from(count));
        let state = self.counts.state(tiles, blank);
        let start = state + open.sum::<u128>() + (u128::from(first) << H_SHIFT);
        let mut search = Search {
            seen: FxHashSet::default(),
            open: vec![start],
            next: Vec::new(),
            f: first,
        };
        while let Some(node) = search.pop() {
            if Self::h(node) == 0 {
                break;
            }
            let states = search.seen.len();
            let is_long = states == FIRST_STATES && search.f < first + WORTHWHILE;
            let must_stop = states.is_multiple_of(CHECK_INTERVAL) && search.check(guard).is_err();
            if is_long || must_stop || states == MOST_STATES {
                break;
            }
            self.expand(node, &mut search);
        }
        search.f
    }

    fn expand(&self, node: u128, search: &mut Search) {
        let into = self.counts.blank(node);
        for side in 0..2 {
            let Some(from) = self.counts.beside(into, side) else {
                continue;
            };
            for belongs in 0..self.counts.lines() {
                let Some(moved) = self.counts.moved(node, from, into, belongs) else {
                    continue;
                };
                // One step farther or nearer; a demand that is met takes two off.
                if from == belongs && Self::is_open(node, belongs) {
                    search
                        .open
                        .push(moved - Self::demand(belongs) - (1 << H_SHIFT));
                } else if into.abs_diff(belongs) < from.abs_diff(belongs) {
                    search.open.push(moved - (1 << H_SHIFT));
                } else {
                    search.next.push(moved + (1 << H_SHIFT));
                }
            }
        }
    }
}

/// The nodes of A*.
struct Search {
    /// Nodes that were expanded.
    seen: FxHashSet<u128>,
    /// Nodes of the least f, and those of f + 2.
    open: Vec<u128>,
    next: Vec<u128>,
    f: u32,
}

impl Search {
    /// The next node that is new. There is always one until the goal is found.
    fn pop(&mut self) -> Option<u128> {
        loop {
            if self.open.is_empty() {
                std::mem::swap(&mut self.open, &mut self.next);
                self.f += 2;
            }
            let node = self.open.pop()?;
            if self.seen.insert(node) {
                return Some(node);
            }
        }
    }

    fn check(&self, guard: &Guard<'_>) -> Result<(), Stop> {
        guard.check(&Counts::default())?;
        // A growing collection holds its old and its doubled memory for a moment.
        let nodes = self.seen.capacity() + self.open.capacity() + self.next.capacity();
        guard.check_memory(3 * nodes * size_of::<u128>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::goal::Goal;
    use crate::guard::Silent;
    use crate::heuristic::{ComputedHeuristic, HeuristicKind, WalkingDistance};
    use crate::scramble::Scrambler;

    fn bound(instance: &Instance) -> WalkingBound {
        WalkingBound::of(instance, &Guard::new(&Silent)).unwrap()
    }

    #[test]
    fn the_reversed_24_puzzle() {
        let tiles: Vec<u32> = [0].into_iter().chain((1..25).rev()).collect();
        let rows: Vec<&[u32]> = tiles.chunks(5).collect();
        let instance = Instance::new(&Board::new(&rows).unwrap(), &Goal::BlankLast).unwrap();
        let found = bound(&instance);
        assert_eq!((found.vertical, found.horizontal), (72, 72));
        let conflicts = HeuristicKind::LinearConflict.bound(&instance);
        assert_eq!(conflicts, Ok(128));
        // Stopped early, it is still no less than linear conflict.
        let little = Guard::new(&Silent).memory(1 << 20);
        let early = WalkingBound::of(&instance, &little).unwrap().total();
        assert!((128..144).contains(&early), "{early}");
    }

    #[test]
    fn at_least_walking_distance_and_linear_conflict() {
        for (rows, cols) in [(2, 3), (3, 3), (3, 4), (4, 4)] {
            for goal in [Goal::BlankLast, Goal::Snail] {
                let size = Size::new(rows, cols).unwrap();
                let mut scrambler = Scrambler::new(size, &goal, 3).unwrap();
                for _ in 0..50 {
                    let board = scrambler.uniform();
                    let instance = Instance::new(&board, &goal).unwrap();
                    let walking = WalkingDistance::new(size, instance.blank_home()).unwrap();
                    let (vertical, horizontal) = walking.parts(instance.labels());
                    let found = bound(&instance);
                    assert!(found.vertical >= vertical && found.horizontal >= horizontal);
                    let conflicts = HeuristicKind::LinearConflict.bound(&instance).unwrap();
                    assert!(found.total() >= conflicts, "{board}");
                    assert_eq!((found.total() - conflicts) % 2, 0);
                    // Without demands it is walking distance.
                    if HeuristicKind::Manhattan.bound(&instance).unwrap() == conflicts {
                        assert_eq!((found.vertical, found.horizontal), (vertical, horizontal));
                    }
                }
            }
        }
    }

    #[test]
    fn sizes_that_do_not_fit_are_refused() {
        for (rows, cols, fits) in [(6, 6, true), (2, 6, true), (7, 2, false), (2, 7, false)] {
            assert_eq!(WalkingBound::fits(Size::new(rows, cols).unwrap()), fits);
        }
    }
}
