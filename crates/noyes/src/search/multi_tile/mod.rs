//! The multi-tile metric: a row of tiles pushed at once counts one.
//!
//! # Idea
//!
//! A push takes the blank to any other cell of its row or column. In a shortest solution row
//! pushes and column pushes take turns, so after the first there are three ways on (on the 4×4
//! board), and with L pushes left, the next along a column, ⌈L/2⌉ are column pushes and ⌊L/2⌋
//! row pushes. IDA* leaves out a board that needs more of either, by two tables (see
//! `line_table`): one for column pushes, and the same for the transposed board, where row
//! pushes are column pushes.
//!
//! A column push changes only the first table's sequence and the blank's row, a row push only
//! the second's and the blank's column: a node costs one look-up.
//!
//! # Order and duplicates
//!
//! The first pushes are made breadth first, each arrangement once for either kind of next push;
//! the boards reached are searched depth first, in order on one thread, shared out on several.
//!
//! # What is known
//!
//! The deepest 8-puzzle board needs 24 pushes, the deepest 15-puzzle board 43 (Bruce Norskog).

mod line_table;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use rustc_hash::FxHashSet;

use self::line_table::{COLOURS, LineTable};
use super::{Counts, Event, Finding, Guard, Stop};
use crate::board::{Direction, Moves, Packed, Size};
use crate::goal::Instance;
use crate::pattern::Symmetry;
use crate::store::TableStore;

const SOURCE: &str = "pushes";
/// Boards wanted before the depth-first part begins.
const SEEDS: usize = 4_000;
/// Nodes between two questions to the guard.
const EVERY: u64 = 1 << 16;

/// Solves boards of one size and blank home with the fewest pushes.
#[derive(Debug)]
pub struct MultiTileSolver {
    size: Size,
    home: usize,
    /// For column pushes, and for row pushes: on the transposed board.
    tables: [Arc<LineTable>; 2],
}

/// Lines of a board pushed along: the index of its table.
const ALONG_COLUMNS: usize = 0;

/// A board on the way, in both views.
#[derive(Clone, Copy)]
struct Node {
    /// The sequence in each view.
    codes: [u32; 2],
    /// The blank's row, and its column.
    blank: [u8; 2],
    /// Which way the next push goes.
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
    pub const MOST_CELLS: usize = 16;

    /// The tables for boards that are alike to those of this size and blank home; large ones
    /// are kept in a store, if one is given.
    ///
    /// # Panics
    ///
    /// If the board has more than [`MultiTileSolver::MOST_CELLS`] cells.
    pub fn new(
        size: Size,
        blank_home: usize,
        store: Option<&dyn TableStore>,
        guard: &Guard<'_>,
    ) -> Result<Self, Stop> {
        assert!(size.cells() <= Self::MOST_CELLS, "the board is too large");
        let way = Symmetry::to_canonical(size, blank_home);
        let (size, home) = (way.to(), way.cell(blank_home));
        let turned = |cell: usize| size.col(cell) * size.rows() + size.row(cell);
        let build = |size: Size, home| {
            let table = LineTable::take(size, home, colours(size, home), store, guard)?;
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

    /// Whether the tables serve this board and goal.
    pub fn fits(&self, instance: &Instance) -> bool {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        (way.to(), way.cell(instance.blank_home())) == (self.size, self.home)
    }

    /// Solves a board that [`MultiTileSolver::fits`] with the fewest pushes, on the guard's threads. The finding's bound counts pushes; its moves are slides.
    pub fn solve(&self, instance: &Instance, guard: &Guard<'_>) -> Finding {
        assert!(self.fits(instance), "the tables are for other boards");
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let labels = way.labels(instance.labels());
        let mut finding = self.search(&labels, guard);
        finding.moves = finding.moves.map(|moves| way.moves_back(&moves));
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

    /// Lines the blank can be on along a way.
    fn lines(&self, way: usize) -> usize {
        if way == ALONG_COLUMNS {
            self.size.rows()
        } else {
            self.size.cols()
        }
    }

    #[inline]
    fn pushed(&self, node: Node, to: usize) -> Node {
        let way = usize::from(node.next);
        let (from, across) = (
            usize::from(node.blank[way]),
            usize::from(node.blank[1 - way]),
        );
        let mut child = node;
        child.codes[way] = self.tables[way].pushed(node.codes[way], across, from, to);
        child.blank[way] = to as u8;
        child.next = 1 - node.next;
        child
    }

    /// Pushes still needed at least of a way.
    #[inline]
    fn pushes(&self, node: &Node, way: usize) -> u32 {
        self.tables[way].pushes(node.codes[way], usize::from(node.blank[way]))
    }

    /// Whether a node with so many pushes left may lead to the goal.
    fn may(&self, node: &Node, left: u32) -> bool {
        let next = usize::from(node.next);
        self.pushes(node, next) <= left.div_ceil(2) && self.pushes(node, 1 - next) <= left / 2
    }

    fn search(&self, labels: &[u16], guard: &Guard<'_>) -> Finding {
        let mut counts = Counts {
            generated: 1,
            ..Counts::default()
        };
        let seeds = self.seeds(labels, &mut counts);
        let depth = seeds.first().map_or(0, |seed| seed.path.len()) as u32;
        let mut bound = 0;
        loop {
            let roots = [0, 1].map(|next| self.root(labels, next));
            while !roots.iter().any(|root| self.may(root, bound)) {
                bound += 1;
            }
            let raised = Event::BoundRaised {
                bound,
                source: SOURCE,
                counts: &counts,
            };
            if let Err(stop) = guard.tell(&raised).and_then(|()| guard.check(&counts)) {
                return ended(None, bound, counts, Some(stop));
            }
            let crew = Crew {
                solver: self,
                labels,
                guard,
                over: AtomicBool::new(false),
                generated: AtomicU64::new(counts.generated),
                expanded: AtomicU64::new(counts.expanded),
                end: Mutex::new((None, None)),
            };
            if bound <= depth || seeds.is_empty() {
                for root in roots {
                    crew.dive(root, &[], bound);
                }
            } else {
                guard.threads().run(seeds.len(), |number| {
                    let seed = &seeds[number];
                    crew.dive(seed.node, &seed.path, bound - depth);
                });
            }
            counts.generated = crew.generated.into_inner();
            counts.expanded = crew.expanded.into_inner();
            let (moves, stop) = crew.end.into_inner().unwrap_or_default();
            if moves.is_some() || stop.is_some() {
                let stop = stop.filter(|_| moves.is_none());
                return ended(moves, bound, counts, stop);
            }
            bound += 1;
        }
    }

    /// A seed one push later.
    fn grown(&self, seed: &Seed, to: usize) -> Seed {
        let way = usize::from(seed.node.next);
        let step = if way == ALONG_COLUMNS {
            self.size.cols()
        } else {
            1
        };
        let [row, col] = seed.node.blank.map(usize::from);
        let mut blank = row * self.size.cols() + col;
        let mut board = seed.board;
        let mut line = usize::from(seed.node.blank[way]);
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
        let mut path = seed.path.clone();
        path.push((seed.node.next, to as u8));
        Seed {
            node: self.pushed(seed.node, to),
            board,
            path,
        }
    }

    /// The boards after so many pushes that there are enough of them, each once for a next way.
    fn seeds(&self, labels: &[u16], counts: &mut Counts) -> Vec<Seed> {
        let root = |next| Seed {
            node: self.root(labels, next),
            board: u64::pack(labels),
            path: Vec::new(),
        };
        let mut layer = vec![root(0), root(1)];
        // Colours do not tell boards apart: what was seen is the whole arrangement.
        let mut seen: FxHashSet<(u64, u8)> = layer
            .iter()
            .map(|seed| (seed.board, seed.node.next))
            .collect();
        while layer.len() < SEEDS {
            let mut next = Vec::new();
            for seed in &layer {
                for to in 0..self.lines(usize::from(seed.node.next)) {
                    if to == usize::from(seed.node.blank[usize::from(seed.node.next)]) {
                        continue;
                    }
                    let child = self.grown(seed, to);
                    counts.generated += 1;
                    if seen.insert((child.board, child.node.next)) {
                        next.push(child);
                    }
                }
            }
            counts.expanded += layer.len() as u64;
            // Everything was seen: only tiny boards come here, and they are searched from the start.
            if next.is_empty() {
                return Vec::new();
            }
            layer = next;
        }
        layer
    }
}

/// A board to begin with and the pushes that led there: way, and line gone to.
struct Seed {
    node: Node,
    board: u64,
    path: Vec<(u8, u8)>,
}

fn ended(moves: Option<Moves>, bound: u32, counts: Counts, stop: Option<Stop>) -> Finding {
    Finding {
        moves,
        lower_bound: bound,
        counts,
        stop,
    }
}

/// What the threads of an iteration share.
struct Crew<'a> {
    solver: &'a MultiTileSolver,
    labels: &'a [u16],
    guard: &'a Guard<'a>,
    over: AtomicBool,
    expanded: AtomicU64,
    generated: AtomicU64,
    end: Mutex<(Option<Moves>, Option<Stop>)>,
}

impl Crew<'_> {
    /// Searches below a seed unless someone is done.
    fn dive(&self, node: Node, path: &[(u8, u8)], left: u32) {
        if self.over.load(Ordering::Relaxed) || !self.solver.may(&node, left) {
            return;
        }
        let mut diver = Diver {
            crew: self,
            path: path.to_vec(),
            expanded: 0,
            generated: 0,
        };
        let end = diver.deeper(node, left);
        self.count(&mut diver.expanded, &mut diver.generated);
        match end {
            Ok(Some(moves)) => self.finish(Some(moves), None),
            Err(stop) => self.finish(None, stop),
            Ok(None) => {}
        }
    }

    fn count(&self, expanded: &mut u64, generated: &mut u64) -> Counts {
        let add = |total: &AtomicU64, more: &mut u64| {
            total.fetch_add(*more, Ordering::Relaxed) + std::mem::take(more)
        };
        Counts {
            expanded: add(&self.expanded, expanded),
            generated: add(&self.generated, generated),
            stored: 0,
        }
    }

    fn finish(&self, moves: Option<Moves>, stop: Option<Stop>) {
        self.over.store(true, Ordering::Relaxed);
        if let Ok(mut end) = self.end.lock() {
            end.0 = end.0.take().or(moves);
            end.1 = end.1.or(stop);
        }
    }
}

struct Diver<'a> {
    crew: &'a Crew<'a>,
    path: Vec<(u8, u8)>,
    expanded: u64,
    generated: u64,
}

impl Diver<'_> {
    /// A solution of exactly `left` more pushes. An error without a stop is someone else's end.
    fn deeper(&mut self, node: Node, left: u32) -> Result<Option<Moves>, Option<Stop>> {
        if left == 0 {
            return Ok(self.solution());
        }
        self.expanded += 1;
        if self.expanded == EVERY {
            let counts = self.crew.count(&mut self.expanded, &mut self.generated);
            if self.crew.over.load(Ordering::Relaxed) {
                return Err(None);
            }
            self.crew.guard.check(&counts).map_err(Some)?;
        }
        let solver = self.crew.solver;
        let way = usize::from(node.next);
        // After this push the other way is next: of this way half of the rest is left, rounded down.
        let most = (left - 1) / 2;
        for to in 0..solver.lines(way) {
            if to == usize::from(node.blank[way]) {
                continue;
            }
            let child = solver.pushed(node, to);
            self.generated += 1;
            if solver.pushes(&child, way) > most {
                continue;
            }
            self.path.push((node.next, to as u8));
            if let Some(moves) = self.deeper(child, left - 1)? {
                return Ok(Some(moves));
            }
            self.path.pop();
        }
        Ok(None)
    }

    /// The path as slides, if it really leads home: colours alone do not tell.
    fn solution(&self) -> Option<Moves> {
        let size = self.crew.solver.size;
        let home = self.crew.solver.home;
        let mut labels = self.crew.labels.to_vec();
        let mut blank = labels
            .iter()
            .position(|&label| usize::from(label) == home)?;
        let mut moves = Moves::new();
        for &(way, to) in &self.path {
            let along_columns = usize::from(way) == ALONG_COLUMNS;
            loop {
                let line = if along_columns {
                    size.row(blank)
                } else {
                    size.col(blank)
                };
                let direction = match (line.cmp(&usize::from(to)), along_columns) {
                    (std::cmp::Ordering::Equal, _) => break,
                    (std::cmp::Ordering::Less, true) => Direction::Up,
                    (std::cmp::Ordering::Greater, true) => Direction::Down,
                    (std::cmp::Ordering::Less, false) => Direction::Left,
                    (std::cmp::Ordering::Greater, false) => Direction::Right,
                };
                let cell = size.slider(blank, direction)?;
                labels.swap(blank, cell);
                blank = cell;
                moves.push(direction);
            }
        }
        let solved = labels.iter().copied().eq(0..labels.len() as u16);
        solved.then_some(moves)
    }
}
