//! All shortest solutions: how many there are, and which.
//!
//! # Idea
//!
//! The shortest solutions of a board form a graph with far fewer boards than paths: a 15-puzzle may
//! have thousands of solutions through a few hundred boards. So boards are found, not paths:
//!
//! 1. Forward, depth by depth: each board that can be reached in g moves and whose bound is at most
//!    the minimum − g, once. Nothing is pruned for being reached in another order, as the
//!    duplicate-move automaton would do, because that is what is counted here.
//! 2. Backward: the number of paths from a board to the goal is the sum over its neighbours one
//!    deeper; the goal has one. Boards without a path are removed.
//! 3. The number at the start is the answer. The solutions are listed in the order of
//!    [`Direction::ALL`], along boards that have a path.
//!
//! # Invariants
//!
//! A slide changes the true distance by exactly one, so a board on a shortest solution is at one
//! depth only.
//!
//! # Cost
//!
//! A stored board takes about 60 bytes. With the small tables of the 4×4 board few are stored, with
//! computed bounds many more. The guard is polled every few thousand boards.

use rustc_hash::FxHashMap;

use super::{Counts, Guard, PatternSolver, Stop};
use crate::board::{Direction, Moves, Packed, Size, with_packed};
use crate::goal::Instance;
use crate::heuristic::{ChosenHeuristic, Heuristic, HeuristicError, HeuristicKind, Slide};
use crate::pattern::Symmetry;

/// The shortest solutions of a board.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::search::{Shortest, all_shortest};
/// use noyes::{Board, Goal, Instance};
///
/// let instance = Instance::new(&Board::new(&[[0, 3], [2, 1]])?, &Goal::BlankLast)?;
/// // All are counted, and one is listed.
/// let shortest = all_shortest(&instance, 6, 1, None, &Guard::new(&Silent))?;
/// let Shortest { count, solutions, .. } = shortest;
/// assert_eq!((count, solutions.len(), solutions[0].len()), (2, 1, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Shortest {
    /// How many there are; `u128::MAX` stands for that many or more.
    pub count: u128,
    /// The first of them, at most `limit`, in the order of [`Direction::ALL`].
    pub solutions: Vec<Moves>,
    /// The work done.
    pub counts: Counts,
}

/// Why the shortest solutions are not known.
///
/// ```
/// use noyes::guard::Stop;
/// use noyes::search::ShortestError;
///
/// let error = ShortestError::from(Stop::Nodes);
/// assert_eq!(error, ShortestError::Stopped(Stop::Nodes));
/// assert!(error.to_string().ends_with("before all shortest solutions were known"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ShortestError {
    /// A limit came first.
    #[error("{0} before all shortest solutions were known")]
    Stopped(#[from] Stop),
    /// The heuristic does not fit this board.
    #[error(transparent)]
    Heuristic(#[from] HeuristicError),
}

/// Counts all shortest solutions and lists the first of them.
///
/// | Argument | Contract |
/// |---|---|
/// | `minimum` | The proven minimum of the instance. With less the count is 0; with more, all walks of exactly that length are counted, also those that undo slides. |
/// | `limit` | The most solutions to list. All are counted. |
/// | `tables` | The bound, if they serve the instance and it has at most 16 cells; otherwise the bound is computed. |
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::search::all_shortest;
/// use noyes::{Board, Goal, Instance};
///
/// // Three tiles go around either way.
/// let instance = Instance::new(&Board::new(&[[0, 3], [2, 1]])?, &Goal::BlankLast)?;
/// let shortest = all_shortest(&instance, 6, 10, None, &Guard::new(&Silent))?;
/// assert_eq!((shortest.count, shortest.solutions.len()), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn all_shortest(
    instance: &Instance,
    minimum: u32,
    limit: usize,
    tables: Option<&PatternSolver>,
    guard: &Guard<'_>,
) -> Result<Shortest, ShortestError> {
    let cells = instance.size().cells();
    if let Some(solver) = tables.filter(|solver| cells <= u64::MOST_CELLS && solver.fits(instance))
    {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let job = Job {
            size: way.to(),
            home: way.cell(instance.blank_home()),
            labels: way.labels(instance.labels()),
            minimum,
            limit,
            guard,
        };
        let mut shortest = job.run::<u64, _>(&FromTables(solver))?;
        for moves in &mut shortest.solutions {
            *moves = way.moves_back(moves);
        }
        return Ok(shortest);
    }
    let job = Job {
        size: instance.size(),
        home: instance.blank_home(),
        labels: instance.labels().to_vec(),
        minimum,
        limit,
        guard,
    };
    let strongest = HeuristicKind::strongest(job.size);
    match strongest.choose(job.size, job.home, guard) {
        Ok(ChosenHeuristic::Tiles(heuristic)) => {
            let bound = FromHeuristic(heuristic);
            with_packed!(cells, P => job.run::<P, _>(&bound))
        }
        Ok(ChosenHeuristic::Walking(heuristic)) => job.run::<u64, _>(&FromHeuristic(*heuristic)),
        Err(HeuristicError::Stopped(stop)) => Err(ShortestError::Stopped(stop)),
        Err(other) => Err(ShortestError::Heuristic(other)),
    }
}

/// A lower bound updated slide by slide, on labels written out.
trait Bound {
    type Memo: Clone;
    fn start(&self, labels: &[u16]) -> Self::Memo;
    fn step(&self, memo: &Self::Memo, slide: Slide, after: &[u16]) -> Self::Memo;
    fn value(&self, memo: &Self::Memo) -> u32;
}

struct FromHeuristic<H>(H);

impl<H: Heuristic> Bound for FromHeuristic<H> {
    type Memo = H::Memo;
    fn start(&self, labels: &[u16]) -> H::Memo {
        self.0.start(labels)
    }
    fn step(&self, memo: &H::Memo, slide: Slide, after: &[u16]) -> H::Memo {
        self.0.step(*memo, slide, after)
    }
    fn value(&self, memo: &H::Memo) -> u32 {
        self.0.value(*memo)
    }
}

/// The sums of additive tables, in each view. A slide changes one distance of a view by one, and a
/// bit tells whether up or down.
struct FromTables<'a>(&'a PatternSolver);

impl Bound for FromTables<'_> {
    /// The distance in each table and view.
    type Memo = Box<[u8]>;

    fn start(&self, labels: &[u16]) -> Box<[u8]> {
        let additive = self.0.additive();
        let views = additive.views().iter();
        let distances = views.flat_map(|view| additive.distances(&view.labels(labels)));
        distances.map(|distance| distance as u8).collect()
    }

    fn step(&self, memo: &Box<[u8]>, slide: Slide, after: &[u16]) -> Box<[u8]> {
        let additive = self.0.additive();
        let mut memo = memo.clone();
        let tables = additive.tables();
        for (view, distances) in additive.views().iter().zip(memo.chunks_mut(tables.len())) {
            let label = view.cell(slide.label);
            for (table, distance) in tables.iter().zip(distances) {
                if table.pattern().has(label) {
                    let bit = table.bit(table.state(&view.labels(after)), view.cell(slide.from));
                    // Wrapping: the bits of a wrong table may lead anywhere.
                    let (up, down) = (distance.wrapping_add(1), distance.wrapping_sub(1));
                    *distance = if bit == (up >> 1 & 1 == 1) { up } else { down };
                }
            }
        }
        memo
    }

    fn value(&self, memo: &Box<[u8]>) -> u32 {
        let sum = |view: &[u8]| view.iter().map(|&distance| u32::from(distance)).sum();
        let tables = self.0.additive().tables().len();
        memo.chunks(tables).map(sum).max().unwrap_or(0)
    }
}

/// What is asked for, on the canonical board where tables are used.
struct Job<'a, 'g> {
    size: Size,
    home: usize,
    labels: Vec<u16>,
    minimum: u32,
    limit: usize,
    guard: &'a Guard<'g>,
}

/// The boards of one depth: where the blank is, and the ways on to the goal.
type Layer<P> = FxHashMap<P, (u16, u128)>;

impl Job<'_, '_> {
    fn run<P: Packed, B: Bound>(&self, bound: &B) -> Result<Shortest, ShortestError> {
        let (mut layers, counts) = self.forward::<P, B>(bound)?;
        self.backward(&mut layers);
        let start = P::pack(&self.labels);
        let count = layers[0].get(&start).map_or(0, |&(_, ways)| ways);
        let mut solutions = Vec::new();
        if count > 0 {
            self.walk(&layers, &start, &mut Moves::new(), &mut solutions);
        }
        Ok(Shortest {
            count,
            solutions,
            counts,
        })
    }

    fn forward<P: Packed, B: Bound>(&self, bound: &B) -> Result<(Vec<Layer<P>>, Counts), Stop> {
        let cells = self.size.cells();
        let each = size_of::<(P, (u16, u128))>() + P::heap_bytes(cells) + 8;
        let home = self.home as u16;
        let blank = |labels: &[u16]| labels.iter().position(|&label| label == home).unwrap_or(0);
        let mut counts = Counts {
            generated: 1,
            ..Counts::default()
        };
        let start = blank(&self.labels);
        let mut layers: Vec<Layer<P>> = vec![Layer::default()];
        layers[0].insert(P::pack(&self.labels), (start as u16, 0));
        let mut newest = vec![(P::pack(&self.labels), start, bound.start(&self.labels))];
        let mut labels = vec![0u16; cells];
        for depth in 1..=self.minimum {
            let mut layer: Layer<P> = Layer::default();
            let mut next = Vec::new();
            for (board, blank, memo) in &newest {
                counts.expanded += 1;
                if counts.expanded.is_multiple_of(1 << 12) {
                    self.guard.check(&counts)?;
                    let stored = counts.stored as usize + layer.len();
                    self.guard.check_memory(stored.saturating_mul(2 * each))?;
                }
                for (cell, label) in labels.iter_mut().enumerate() {
                    *label = board.at(cell) as u16;
                }
                for direction in Direction::ALL {
                    let Some(cell) = self.size.source_cell(*blank, direction) else {
                        continue;
                    };
                    counts.generated += 1;
                    let child = board.swapped(*blank, cell);
                    if layer.contains_key(&child) {
                        continue;
                    }
                    labels.swap(*blank, cell);
                    let slide = Slide {
                        label: usize::from(labels[*blank]),
                        from: cell,
                        to: *blank,
                    };
                    let memo = bound.step(memo, slide, &labels);
                    labels.swap(*blank, cell);
                    if bound.value(&memo) <= self.minimum - depth {
                        layer.insert(child.clone(), (cell as u16, 0));
                        next.push((child, cell, memo));
                    }
                }
            }
            counts.stored += layer.len() as u64;
            layers.push(layer);
            newest = next;
        }
        Ok((layers, counts))
    }

    fn backward<P: Packed>(&self, layers: &mut [Layer<P>]) {
        let identity: Vec<u16> = (0..self.labels.len() as u16).collect();
        if let Some(last) = layers.last_mut() {
            let goal = P::pack(&identity);
            last.retain(|board, _| *board == goal);
            for (_, ways) in last.values_mut() {
                *ways = 1;
            }
        }
        for depth in (0..layers.len() - 1).rev() {
            let (before, after) = layers.split_at_mut(depth + 1);
            before[depth].retain(|board, (blank, ways)| {
                let blank = usize::from(*blank);
                for direction in Direction::ALL {
                    if let Some(cell) = self.size.source_cell(blank, direction)
                        && let Some((_, more)) = after[0].get(&board.swapped(blank, cell))
                    {
                        *ways = ways.saturating_add(*more);
                    }
                }
                *ways > 0
            });
        }
    }

    /// Writes out solutions from a board that has a way on, until there are enough.
    fn walk<P: Packed>(
        &self,
        layers: &[Layer<P>],
        board: &P,
        path: &mut Moves,
        solutions: &mut Vec<Moves>,
    ) {
        if solutions.len() >= self.limit {
            return;
        }
        let Some((layer, deeper)) = layers.split_first() else {
            return;
        };
        if deeper.is_empty() {
            solutions.push(path.clone());
            return;
        }
        let blank = usize::from(layer[board].0);
        for direction in Direction::ALL {
            let Some(cell) = self.size.source_cell(blank, direction) else {
                continue;
            };
            let child = board.swapped(blank, cell);
            if deeper[0].contains_key(&child) {
                path.push(direction);
                self.walk(deeper, &child, path, solutions);
                path.pop();
            }
        }
    }
}
