//! Labels: the minimum and all optimal first moves of many boards, as networks are trained with.
//!
//! # Idea
//!
//! | Cells | How |
//! |---|---|
//! | up to 10 | one table of all labels: a lookup |
//! | 11 and 12 | the complete table: walk down, then ask it for every neighbour |
//! | 13 to 16 | IDA* with pattern tables; then one iteration for every other neighbour |
//! | more | a proof of the board, and of every other neighbour as far as it needs to go |
//!
//! Where a limit comes first, the label has what is proven and nothing else.

mod neighbors;
mod table;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

pub(super) use self::table::LabelTable;
use super::session::Session;
use super::tables::{NoTables, Ready, TableSet, has_complete, needs_compound};
use super::{BatchError, Engine, Limits, Plan, Request, SolveError, StopReason, TableChoice};
use crate::board::{Board, BoardError, DirectionSet, Size};
use crate::goal::{Goal, GoalError, Instance};
use crate::guard::{Control, Counts, Event, Guard, Observer, Stop};
use crate::pattern::{Complete, Symmetry, Tier};
use crate::search::PatternSolver;
use crate::verify::verify;

/// What is known of a board.
///
/// ```
/// use noyes::guard::Silent;
/// use noyes::solve::{Engine, Label, Request};
/// use noyes::{Goal, Size};
///
/// let engine = Engine::new();
/// let size = Size::new(2, 2)?;
/// let labeller = engine.labeller(size, &Goal::BlankLast, &Request::default(), &Silent)?;
/// let labels = labeller.label_many(&[0u8, 3, 2, 1], &Silent);
/// let Label { minimum, first_moves, .. } = labels[0].clone()?;
/// assert_eq!((minimum, first_moves.unwrap().letters()), (Some(6), "UL"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Label {
    /// The length of a shortest solution, if it is proven.
    pub minimum: Option<u32>,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// The first moves of all shortest solutions, if all are known; none for a solved board.
    pub first_moves: Option<DirectionSet>,
    /// What came before all was known.
    pub stop: Option<StopReason>,
}

impl Label {
    fn proven(minimum: u32, first_moves: DirectionSet) -> Self {
        Self {
            minimum: Some(minimum),
            lower_bound: minimum,
            first_moves: Some(first_moves),
            stop: None,
        }
    }
}

/// Why a board has no label.
///
/// ```
/// use noyes::guard::Silent;
/// use noyes::solve::{Engine, LabelError, Request};
/// use noyes::{Goal, Size};
///
/// let engine = Engine::new();
/// let size = Size::new(2, 2)?;
/// let labeller = engine.labeller(size, &Goal::BlankLast, &Request::default(), &Silent)?;
/// let labels = labeller.label_many(&[2u8, 1, 3, 0, 1, 1, 2, 0, 1], &Silent);
/// assert_eq!(labels[0], Err(LabelError::Unsolvable));
/// assert!(matches!(labels[1], Err(LabelError::Board(_))));
/// // The last board has one tile where four belong.
/// assert!(matches!(labels[2], Err(LabelError::Short { found: 1, .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabelError {
    /// The tiles are no board.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The tiles end before the board does.
    #[error("the last board has {found} tiles: a {size} board has {}", size.cells())]
    Short {
        /// How many numbers there are.
        found: usize,
        /// The size of the boards.
        size: Size,
    },
    /// The board cannot reach the goal.
    #[error("the board cannot be solved")]
    Unsolvable,
    /// The board cannot be planned for or solved.
    #[error(transparent)]
    Solve(#[from] BatchError),
}

impl From<SolveError> for LabelError {
    fn from(error: SolveError) -> Self {
        Self::Solve(error.into())
    }
}

/// Why there is no labeller.
///
/// ```
/// use noyes::guard::Stop;
/// use noyes::solve::LabellerError;
///
/// let error = LabellerError::from(Stop::Observer);
/// assert_eq!(error.to_string(), "stopped before the tables were there");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LabellerError {
    /// The goal does not fit the size.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// The request cannot be planned.
    #[error(transparent)]
    Plan(#[from] super::PlanError),
    /// The observer stopped it while tables were opened or built.
    #[error("{0} before the tables were there")]
    Stopped(#[from] Stop),
}

/// How boards are labelled.
#[derive(Debug)]
enum Method {
    Lookup(Arc<LabelTable>),
    Complete(Arc<Complete>),
    Patterns(Arc<PatternSolver>, Box<Plan>),
    Proof,
}

/// Labels boards of one size and goal; see [`Engine::labeller`].
///
/// ```
/// # use noyes::{Engine, Goal, Size, guard::Silent, solve::Request};
/// # let (engine, request) = (Engine::new(), Request::default());
/// let labeller = engine.labeller(Size::new(2, 2)?, &Goal::BlankLast, &request, &Silent)?;
/// let labels = labeller.label_many(&[1u8, 2, 0, 3], &Silent);
/// assert_eq!(labels[0].clone()?.minimum, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Labeller<'a> {
    engine: &'a Engine,
    goal: Board,
    /// The goal cell of every tile.
    homes: Vec<u16>,
    /// What holds for every board.
    request: Request,
    at_a_time: usize,
    method: Method,
    wants_first_moves: bool,
}

impl Engine {
    /// A labeller for boards of a size and goal. Tables are opened or built before it is there; the
    /// observer is told of them.
    ///
    /// Of the request, the limits hold for each board, `tables` says which tables may be used, and
    /// the seed serves beams. Labels are minima of single-tile moves: algorithm, heuristic and
    /// metric are not asked for.
    ///
    /// ```
    /// use noyes::guard::Silent;
    /// use noyes::solve::{Engine, Request};
    /// use noyes::{Goal, Size};
    ///
    /// let engine = Engine::new();
    /// let size = Size::new(3, 3)?;
    /// let labeller = engine.labeller(size, &Goal::BlankLast, &Request::default(), &Silent)?;
    /// let boards: [[u8; 9]; 2] = [[8, 1, 3, 4, 0, 2, 7, 6, 5], [1, 2, 3, 4, 5, 6, 7, 0, 8]];
    /// let labels = labeller.label_many(boards.as_flattened(), &Silent);
    /// let minima: Vec<_> = labels.iter().flatten().map(|label| label.minimum).collect();
    /// assert_eq!(minima, [Some(14), Some(1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn labeller(
        &self,
        size: Size,
        goal: &Goal,
        request: &Request,
        observer: &dyn Observer,
    ) -> Result<Labeller<'_>, LabellerError> {
        let goal = goal.board(size)?;
        let mut homes = vec![0; size.cells()];
        for (cell, &tile) in (0..).zip(goal.tiles()) {
            homes[usize::from(tile)] = cell;
        }
        let threads = request.limits.threads.unwrap_or(usize::MAX);
        let threads = self.threads().at_most(threads).count();
        // A long proof has all threads; other boards are solved side by side.
        let at_a_time = if needs_compound(size) { 1 } else { threads };
        let mut limits = request.limits;
        limits.threads = Some(threads / at_a_time);
        let all = limits.search_memory(|| super::plan::Inventory::available_memory(self));
        limits.memory = Some(Limits::for_search_memory(all / at_a_time));
        let request = Request {
            tables: request.tables,
            seed: request.seed,
            optimal: true,
            quick_tables: false,
            limits,
            ..Request::default()
        };
        let method = self.label_method(&goal, &request, observer)?;
        Ok(Labeller {
            engine: self,
            goal,
            homes,
            request,
            at_a_time,
            method,
            wants_first_moves: true,
        })
    }

    fn label_method(
        &self,
        goal: &Board,
        request: &Request,
        observer: &dyn Observer,
    ) -> Result<Method, LabellerError> {
        let (size, home) = (goal.size(), goal.blank());
        if size.cells() <= table::MOST_CELLS {
            return Ok(Method::Lookup(self.label_table(size, home)));
        }
        // The tables depend on size and goal, not on the board.
        let solved = Instance::unchecked(goal, goal);
        let plan = self.plan(&solved, request)?;
        let may_use_tables = request.tables != TableChoice::None && !needs_compound(size);
        let set = match plan.tables() {
            _ if !may_use_tables => None,
            Some(_) if has_complete(size) => Some(TableSet::new(size, home, Tier::Large)),
            Some(tier) => Some(TableSet::patterns_of(&solved, tier)),
            None => None,
        };
        let Some(set) = set else {
            return Ok(Method::Proof);
        };
        let guard = Guard::new(observer).memory(plan.memory).on(self.threads());
        match self.tables().get(set, &guard) {
            Ok(Ready::Complete(table)) => Ok(Method::Complete(table)),
            Ok(Ready::Patterns(solver)) => Ok(Method::Patterns(solver, Box::new(plan))),
            Err(NoTables::Stopped(stop)) => Err(stop.into()),
            Ok(_) | Err(NoTables::Unavailable) => Ok(Method::Proof),
        }
    }
}

impl Labeller<'_> {
    /// The same labeller without first moves, which is two to three times as fast from 13 cells
    /// on: the label of a board whose minimum is proven has none. On smaller boards they cost
    /// nothing, and are there all the same.
    ///
    /// ```
    /// # use noyes::{Engine, Goal, Size, guard::Silent, solve::Request};
    /// # let (engine, request) = (Engine::new(), Request::default());
    /// let labeller = engine.labeller(Size::new(2, 2)?, &Goal::BlankLast, &request, &Silent)?;
    /// let label = labeller.without_first_moves().label_many(&[1u8, 2, 0, 3], &Silent).remove(0)?;
    /// assert_eq!(label.minimum, Some(1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn without_first_moves(mut self) -> Self {
        self.wants_first_moves = false;
        self
    }

    /// The size of the boards.
    ///
    /// ```
    /// # use noyes::{Engine, Goal, Size, guard::Silent, solve::Request};
    /// # let (engine, request) = (Engine::new(), Request::default());
    /// let labeller = engine.labeller(Size::new(2, 2)?, &Goal::BlankLast, &request, &Silent)?;
    /// assert_eq!(labeller.size(), Size::new(2, 2)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn size(&self) -> Size {
        self.goal.size()
    }

    /// Labels many boards on the threads of the engine. The labels are in the order of the boards.
    ///
    /// | Argument | Contract |
    /// |---|---|
    /// | `tiles` | The boards one after the other, each in reading order, 0 for the blank. What is no board has an error in its place. |
    /// | `observer` | Told of the progress of every board, from several threads at once. Once its answer is to stop, the labels of all boards that are left say that they were interrupted. |
    ///
    /// ```
    /// # use noyes::{Engine, Goal, Size, guard::Silent, solve::Request};
    /// # let (engine, request) = (Engine::new(), Request::default());
    /// let labeller = engine.labeller(Size::new(2, 2)?, &Goal::BlankLast, &request, &Silent)?;
    /// // Two boards, and three tiles of a third.
    /// let labels = labeller.label_many(&[1u8, 2, 0, 3, 0, 3, 2, 1, 1, 2, 3], &Silent);
    /// let minima: Vec<_> = labels.iter().flatten().map(|label| label.minimum).collect();
    /// assert_eq!(minima, [Some(1), Some(6)]);
    /// assert!(labels[2].is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn label_many<T: Copy + Into<u16> + Sync>(
        &self,
        tiles: &[T],
        observer: &dyn Observer,
    ) -> Vec<Result<Label, LabelError>> {
        let cells = self.size().cells();
        let count = tiles.len().div_ceil(cells);
        let board = |number: usize| &tiles[number * cells..tiles.len().min((number + 1) * cells)];
        let relay = Relay {
            observer,
            is_stopped: AtomicBool::new(false),
        };
        let threads = self.engine.threads().at_most(self.at_a_time);
        let mut labels = vec![Err(LabelError::Unsolvable); count];
        let at_once = match self.method {
            Method::Lookup(_) => LOOKUPS_AT_ONCE,
            _ => 1,
        };
        threads.for_each_chunk(&mut labels, at_once, |chunk, labels| {
            // A lookup tells nothing by itself.
            relay.on(&Event::Progress {
                counts: Counts::default(),
            });
            for (number, label) in (chunk * at_once..).zip(labels) {
                *label = match relay.is_stopped.load(Ordering::Relaxed) {
                    true => Ok(stopped(0, StopReason::Interrupted)),
                    false => self.label(board(number), &relay),
                };
            }
        });
        labels
    }

    /// Labels one board.
    fn label<T: Copy + Into<u16>>(
        &self,
        tiles: &[T],
        observer: &dyn Observer,
    ) -> Result<Label, LabelError> {
        let size = self.size();
        if tiles.len() != size.cells() {
            let found = tiles.len();
            return Err(LabelError::Short { found, size });
        }
        if let Method::Lookup(table) = &self.method {
            let last = self.homes.len() - 1;
            let mut is_in_range = true;
            let labels = tiles.iter().map(|&tile| {
                let tile = usize::from(tile.into());
                is_in_range &= tile <= last;
                usize::from(self.homes[tile.min(last)])
            });
            match table.get(labels) {
                Some(Some((minimum, first_moves))) if is_in_range => {
                    return Ok(Label::proven(minimum, first_moves));
                }
                Some(None) if is_in_range => return Err(LabelError::Unsolvable),
                // What is wrong with it is told below.
                _ => {}
            }
        }
        let board = board(size, tiles)?;
        if !crate::goal::Parity::allows(&board, &self.goal) {
            return Err(LabelError::Unsolvable);
        }
        let instance = Instance::unchecked(&board, &self.goal);
        match &self.method {
            Method::Complete(table) => match self.walk_down(&instance, table) {
                Some(label) => Ok(label),
                None => self.prove(&instance, observer),
            },
            Method::Patterns(solver, plan) => self.search(&instance, solver, plan, observer),
            Method::Lookup(_) | Method::Proof => self.prove(&instance, observer),
        }
    }

    /// The label from a complete table; none if the table is wrong.
    fn walk_down(&self, instance: &Instance, table: &Complete) -> Option<Label> {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let labels = way.labels(instance.labels());
        let moves = way.moves_back(&table.solve(&labels)?);
        verify(instance.board(), instance.goal(), &moves).ok()?;
        let first_moves = table.first_moves(&labels).iter();
        let first_moves = first_moves.map(|direction| way.direction_back(direction));
        Some(Label::proven(moves.len() as u32, first_moves.collect()))
    }

    /// The label from IDA* with pattern tables.
    fn search(
        &self,
        instance: &Instance,
        solver: &PatternSolver,
        plan: &Plan,
        observer: &dyn Observer,
    ) -> Result<Label, LabelError> {
        let session = Session::start(self.engine, instance, plan, observer);
        let guard = session.guard(plan.nodes.unwrap_or(u64::MAX));
        let finding = solver.solve(instance, &guard);
        session.absorb(&finding)?;
        let bound = session.state().interval.lower_bound();
        if let Some(stop) = finding.stop {
            return Ok(stopped(bound, session.reason(stop)));
        }
        let mut label = minimum_only(bound);
        if let Some(moves) = finding.moves.filter(|_| self.wants_first_moves) {
            let mut counts = finding.counts;
            match solver.first_moves(instance, &moves, &mut counts, &guard) {
                Ok(first_moves) => label.first_moves = Some(first_moves),
                Err(stop) => label.stop = Some(session.reason(stop)),
            }
        }
        Ok(label)
    }

    /// The label by a solve of the board, and of its neighbours.
    fn prove(&self, instance: &Instance, observer: &dyn Observer) -> Result<Label, LabelError> {
        let plan = self.engine.plan(instance, &self.request);
        let plan = plan.map_err(BatchError::from)?;
        let outcome = self.engine.solve(instance, &plan, observer)?;
        let (Some(moves), true) = (outcome.moves(), outcome.is_optimal()) else {
            let reason = outcome.stop.unwrap_or(StopReason::Interrupted);
            return Ok(stopped(outcome.lower_bound(), reason));
        };
        let mut label = minimum_only(outcome.lower_bound());
        if self.wants_first_moves {
            let request = &self.request;
            match neighbors::first_moves(self.engine, instance, moves, request, observer)? {
                Ok(first_moves) => label.first_moves = Some(first_moves),
                Err(stop) => label.stop = Some(stop),
            }
        }
        Ok(label)
    }
}

/// Boards that a thread looks up before it takes the next ones.
const LOOKUPS_AT_ONCE: usize = 1 << 12;

/// Passes events on and remembers that the answer was to stop.
struct Relay<'a> {
    observer: &'a dyn Observer,
    is_stopped: AtomicBool,
}

impl Observer for Relay<'_> {
    fn on(&self, event: &Event) -> Control {
        let control = self.observer.on(event);
        if control == Control::Stop {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        control
    }
}

fn stopped(lower_bound: u32, reason: StopReason) -> Label {
    Label {
        minimum: None,
        lower_bound,
        first_moves: None,
        stop: Some(reason),
    }
}

fn minimum_only(minimum: u32) -> Label {
    Label {
        minimum: Some(minimum),
        lower_bound: minimum,
        first_moves: None,
        stop: None,
    }
}

/// The board of a size whose tiles these are.
fn board<T: Copy + Into<u16>>(size: Size, tiles: &[T]) -> Result<Board, BoardError> {
    let tiles: Vec<u32> = tiles.iter().map(|&tile| u32::from(tile.into())).collect();
    let rows: Vec<&[u32]> = tiles.chunks(size.cols()).collect();
    Board::new(&rows)
}
