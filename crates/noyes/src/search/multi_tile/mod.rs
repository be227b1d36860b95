//! The multi-tile metric: tiles of one line that slide together count as one move.
//!
//! # Idea
//!
//! A multi-tile move takes the blank to any other cell of its row or column. In a shortest
//! solution row moves and column moves alternate: two on the same line, one after the other,
//! would be one. So after the first move there are three ways on (on the 4×4 board). With L moves
//! left, the next along a column, ⌈L/2⌉ are column moves and ⌊L/2⌋ are row moves. IDA* prunes a
//! node that needs more of either, by two tables (see `line_table`): one for column moves, and one
//! for column moves of the transposed board, which are the row moves.
//!
//! # Invariants
//!
//! A column move changes only the first table's sequence and the blank's row; a row move changes
//! only the second's and the blank's column. The tables see tiles by colour alone, so a path of
//! the right length is replayed on the real labels before it counts as a solution.
//!
//! # Order and duplicates
//!
//! The first moves are made breadth first, each arrangement once for either kind of next move.
//! The boards reached are searched depth first: in order on one thread, shared out on several.
//!
//! # Larger boards
//!
//! Boards of more than 16 cells have no such tables. They get solutions from a beam that goes
//! forward by whole moves (`beam`) and from windows over a path (`windows`), a bound from the
//! slides that either kind of move must make (`slide_bound`), and a proof by breadth-first search
//! from both ends where the goal is near (`both_ends`).
//!
//! # Cost
//!
//! A node costs one table lookup. The tables of the 4×4 board take 19 MB and two to four seconds
//! of CPU time.
//!
//! # Known maxima
//!
//! ```text
//! 8-puzzle     24 multi-tile moves
//! 15-puzzle    43 multi-tile moves     (Bruce Norskog)
//! ```

mod all_shortest;
mod beam;
mod both_ends;
mod frontier;
mod iteration;
mod line_move;
mod line_table;
mod slide_bound;
mod windows;

use std::sync::Arc;

pub(crate) use self::beam::MultiTileBeam;
use self::iteration::SharedIteration;
use self::line_table::{COLOURS, LineTable};
pub(crate) use self::slide_bound::SlideBound;
pub(crate) use self::windows::{prove_multi_tile, shorten_multi_tile};
use super::{Counts, Event, Finding, Guard, Source, Stop};
use crate::board::{Moves, Packed, Size};
use crate::goal::Instance;
use crate::pattern::Symmetry;
use crate::store::TableStore;

/// Solves boards of one size and blank home with the fewest multi-tile moves.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::search::MultiTileSolver;
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 2], [4, 5, 3], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let guard = Guard::new(&Silent);
/// let solver = MultiTileSolver::new(board.size(), instance.blank_home(), None, &guard)?;
/// let finding = solver.solve(&instance, &guard);
/// // Two tiles slide left, then two slide up: two moves of this metric, four slides.
/// assert_eq!(finding.lower_bound, 2);
/// assert_eq!(finding.moves.map(|moves| moves.len()), Some(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct MultiTileSolver {
    size: Size,
    home: usize,
    /// For column moves, and, on the transposed board, for row moves.
    tables: [Arc<LineTable>; 2],
}

/// The index of column moves in [`MultiTileSolver::tables`] and in [`Node`]; row moves have 1.
const COLUMN_MOVES: usize = 0;

/// A board on the path, in both views.
#[derive(Clone, Copy)]
struct Node {
    /// The sequence in each view.
    codes: [u32; 2],
    /// The blank's row, and its column.
    blank: [u8; 2],
    /// The kind of the next move: column or row.
    next: u8,
}

/// The colours of the 4×4 board with its blank last; any other is coloured by rows.
const BLOCKS: [u8; 16] = [0, 0, 1, 1, 2, 2, 1, 1, 2, 2, 3, 3, 2, 3, 3, 3];

/// A colour for every goal cell.
fn colours(size: Size, home: usize) -> Vec<u8> {
    if (size.rows(), size.cols(), home) == (4, 4, 15) {
        return BLOCKS.to_vec();
    }
    let colour = |cell| {
        let row = size.row(cell);
        let lines = size.rows();
        let colour = if lines > COLOURS {
            row * COLOURS / lines
        } else {
            row
        };
        colour as u8
    };
    (0..size.cells()).map(colour).collect()
}

impl MultiTileSolver {
    /// The most cells of a board that can be solved.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::search::MultiTileSolver;
    ///
    /// assert_eq!(Size::new(4, 4)?.cells(), MultiTileSolver::MOST_CELLS);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub const MOST_CELLS: usize = 16;

    /// The tables for boards of this size and blank home, and for their mirror images. A large
    /// table is read from `store`, or built on the guard's threads and written there; without a
    /// store it is built. The guard stops a build within one level of its breadth-first search.
    ///
    /// # Panics
    ///
    /// If the board has more than [`MultiTileSolver::MOST_CELLS`] cells, or `blank_home` is not one
    /// of them.
    ///
    /// ```
    /// # use noyes::{Goal, Instance, Size};
    /// # use noyes::{guard::{Guard, Silent}, search::MultiTileSolver};
    /// let guard = Guard::new(&Silent);
    /// let solver = MultiTileSolver::new(Size::new(2, 3)?, 5, None, &guard)?;
    /// assert!(solver.fits(&Instance::new(&"1 2 3/0 4 5".parse()?, &Goal::BlankLast)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        size: Size,
        blank_home: usize,
        store: Option<&dyn TableStore>,
        guard: &Guard<'_>,
    ) -> Result<Self, Stop> {
        assert!(size.cells() <= Self::MOST_CELLS, "the board is too large");
        let symmetry = Symmetry::to_canonical(size, blank_home);
        let (size, home) = (symmetry.to(), symmetry.cell(blank_home));
        let turned = |cell: usize| size.col(cell) * size.rows() + size.row(cell);
        let build = |size: Size, home| {
            let table = LineTable::ensure(size, home, colours(size, home), store, guard)?;
            Ok(Arc::new(table))
        };
        let first = build(size, home)?;
        let second = if size.is_square() && turned(home) == home {
            Arc::clone(&first)
        } else {
            build(size.transposed(), turned(home))?
        };
        Ok(Self {
            size,
            home,
            tables: [first, second],
        })
    }

    /// Whether the tables serve this board and goal: they have its size and goal cell of the blank,
    /// or it is a mirror image of a board that has.
    ///
    /// ```
    /// # use noyes::{Goal, Instance, Size};
    /// # use noyes::{guard::{Guard, Silent}, search::MultiTileSolver};
    /// let guard = Guard::new(&Silent);
    /// let solver = MultiTileSolver::new(Size::new(2, 3)?, 5, None, &guard)?;
    /// assert!(solver.fits(&Instance::new(&"1 2/3 4/0 5".parse()?, &Goal::BlankLast)?));
    /// assert!(!solver.fits(&Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fits(&self, instance: &Instance) -> bool {
        let symmetry = Symmetry::to_canonical(instance.size(), instance.blank_home());
        (symmetry.to(), symmetry.cell(instance.blank_home())) == (self.size, self.home)
    }

    /// Solves a board with the fewest multi-tile moves, on the guard's threads.
    ///
    /// The finding's bound counts multi-tile moves; its moves are single slides.
    ///
    /// # Panics
    ///
    /// If the instance is not one that [`MultiTileSolver::fits`].
    ///
    /// ```
    /// # use noyes::{Goal, Instance, Size};
    /// # use noyes::{guard::{Guard, Silent}, search::MultiTileSolver};
    /// let guard = Guard::new(&Silent);
    /// let solver = MultiTileSolver::new(Size::new(2, 3)?, 5, None, &guard)?;
    /// // Two tiles of one row slide left together.
    /// let instance = Instance::new(&"1 2 3/0 4 5".parse()?, &Goal::BlankLast)?;
    /// let found = solver.solve(&instance, &guard);
    /// assert_eq!((found.lower_bound, found.moves.map(|moves| moves.len())), (1, Some(2)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&self, instance: &Instance, guard: &Guard<'_>) -> Finding {
        assert!(self.fits(instance), "the tables are for other boards");
        let symmetry = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let labels = symmetry.labels(instance.labels());
        let mut finding = self.search(&labels, guard);
        finding.moves = finding.moves.map(|moves| symmetry.moves_back(&moves));
        finding
    }

    fn root(&self, labels: &[u16], next: u8) -> Node {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let turned = |cell: usize| (self.size.col(cell) * rows + self.size.row(cell)) as u16;
        let transposed: Vec<u16> = (0..labels.len())
            .map(|cell| {
                let here = cell % rows * cols + cell / rows;
                turned(usize::from(labels[here]))
            })
            .collect();
        let home = self.home as u16;
        let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
        Node {
            codes: [
                self.tables[0].code(labels),
                self.tables[1].code(&transposed),
            ],
            blank: [self.size.row(blank) as u8, self.size.col(blank) as u8],
            next,
        }
    }

    /// How many lines the blank can reach by moves of a kind.
    fn lines(&self, kind: usize) -> usize {
        if kind == COLUMN_MOVES {
            self.size.rows()
        } else {
            self.size.cols()
        }
    }

    #[inline]
    fn moved(&self, node: Node, to: usize) -> Node {
        let kind = usize::from(node.next);
        let (from, across) = (
            usize::from(node.blank[kind]),
            usize::from(node.blank[1 - kind]),
        );
        let mut child = node;
        child.codes[kind] = self.tables[kind].moved(node.codes[kind], across, from, to);
        child.blank[kind] = to as u8;
        child.next = 1 - node.next;
        child
    }

    /// The board of a node after its next move, which takes the blank to the line `to`.
    fn slid(&self, mut board: u64, node: &Node, to: usize) -> u64 {
        let kind = usize::from(node.next);
        let step = if kind == COLUMN_MOVES {
            self.size.cols()
        } else {
            1
        };
        let [row, col] = node.blank.map(usize::from);
        let mut blank = row * self.size.cols() + col;
        let mut line = usize::from(node.blank[kind]);
        while line != to {
            let cell = if line < to {
                blank + step
            } else {
                blank - step
            };
            board = board.swapped(blank, cell);
            blank = cell;
            line = if line < to { line + 1 } else { line - 1 };
        }
        board
    }

    /// A lower bound on the moves of a kind that are still needed.
    #[inline]
    fn bound(&self, node: &Node, kind: usize) -> u32 {
        self.tables[kind].bound(node.codes[kind], usize::from(node.blank[kind]))
    }

    /// Whether the goal may be reached from a node with `left` moves.
    fn may_reach(&self, node: &Node, left: u32) -> bool {
        let next = usize::from(node.next);
        self.bound(node, next) <= left.div_ceil(2) && self.bound(node, 1 - next) <= left / 2
    }

    fn search(&self, labels: &[u16], guard: &Guard<'_>) -> Finding {
        let mut counts = Counts {
            generated: 1,
            ..Counts::default()
        };
        let frontier = self.frontier(labels, &mut counts);
        let depth = frontier.first().map_or(0, |first| first.path.len()) as u32;
        let mut bound = 0;
        loop {
            let roots = [0, 1].map(|next| self.root(labels, next));
            while !roots.iter().any(|root| self.may_reach(root, bound)) {
                bound += 1;
            }
            let raised = Event::BoundRaised {
                bound,
                source: Source::MultiTile,
                counts,
            };
            if let Err(stop) = guard.tell(&raised).and_then(|()| guard.check(&counts)) {
                return ended(None, bound, counts, Some(stop));
            }
            let iteration = SharedIteration::new(self, labels, guard, counts);
            if bound <= depth || frontier.is_empty() {
                for root in roots {
                    iteration.search_below(root, &[], bound);
                }
            } else {
                guard.threads().run(frontier.len(), |number| {
                    let below = &frontier[number];
                    iteration.search_below(below.node, &below.path, bound - depth);
                });
            }
            let (moves, stop, all) = iteration.end();
            counts = all;
            if moves.is_some() || stop.is_some() {
                let stop = stop.filter(|_| moves.is_none());
                return ended(moves, bound, counts, stop);
            }
            bound += 1;
        }
    }
}

fn ended(moves: Option<Moves>, bound: u32, counts: Counts, stop: Option<Stop>) -> Finding {
    Finding {
        moves,
        lower_bound: bound,
        counts,
        stop,
    }
}
