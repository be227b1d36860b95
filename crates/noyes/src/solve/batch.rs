//! Many boards with one request.
//!
//! The tables that the boards need are opened or built before the first clock starts, so that no
//! board is charged for what all of them use. Boards are then spread over the threads, each solved
//! on one of them; but long proofs come one after the other, each with all threads. The last boards
//! of a batch may use the threads that have none left.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use super::plan::Inventory;
use super::tables::{TableSet, needs_compound};
use super::{Engine, Limits, Outcome, Request, SolveError};
use crate::goal::Instance;
use crate::guard::{Control, Event, Observer, Stop};

/// Told about the boards of a batch, from several threads at once.
///
/// ```
/// use std::sync::Mutex;
/// use noyes::solve::{BatchError, BatchObserver, Engine, Outcome, Request};
/// use noyes::{Board, Goal, Instance};
///
/// /// Keeps the lengths, by board.
/// #[derive(Default)]
/// struct Lengths(Mutex<Vec<(usize, Option<u32>)>>);
///
/// impl BatchObserver for Lengths {
///     fn end(&self, board: usize, result: Result<Outcome, BatchError>) {
///         let length = result.ok().and_then(|outcome| outcome.length());
///         self.0.lock().unwrap().push((board, length));
///     }
/// }
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instances = [Instance::new(&board, &Goal::BlankLast)?];
/// let lengths = Lengths::default();
/// Engine::new().solve_many(&instances, &Request::default(), &lengths)?;
/// assert_eq!(lengths.0.into_inner().unwrap(), [(0, Some(4))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait BatchObserver: Sync {
    /// Takes an event of the tables, before the first board; the answer may be to stop all, and
    /// [`Engine::solve_many`] ends with [`Stop::Observer`]. The default goes on.
    ///
    /// ```
    /// use noyes::guard::{Control, Event};
    /// use noyes::solve::{BatchError, BatchObserver, Outcome, Request};
    ///
    /// struct Mine;
    ///
    /// impl BatchObserver for Mine {
    ///     fn on_tables(&self, event: &Event) -> Control {
    ///         if let Event::Table { name, done, total } = event {
    ///             println!("{name}: {done} of {total}");
    ///         }
    ///         Control::Continue
    ///     }
    ///
    ///     fn end(&self, _board: usize, _result: Result<Outcome, BatchError>) {}
    /// }
    ///
    /// assert_eq!(Mine.on_tables(&Event::trouble("a damaged table")), Control::Continue);
    /// ```
    fn on_tables(&self, _event: &Event) -> Control {
        Control::Continue
    }

    /// What is asked of one board, by its number from 0, given what is asked of all: its
    /// checkpoint, and where its proof goes on from. The limits of threads and memory are shares of
    /// the whole, and should stay. The default changes nothing.
    ///
    /// ```
    /// use noyes::guard::{Control, Event};
    /// use noyes::solve::{BatchError, BatchObserver, Outcome, Request};
    ///
    /// struct Mine;
    ///
    /// impl BatchObserver for Mine {
    ///     fn request(&self, board: usize, request: Request) -> Request {
    ///         let checkpoint = Some(format!("board-{board}.checkpoint").into());
    ///         Request { checkpoint, ..request }
    ///     }
    ///
    ///     fn end(&self, _board: usize, _result: Result<Outcome, BatchError>) {}
    /// }
    ///
    /// let request = Mine.request(7, Request::default());
    /// assert_eq!(request.checkpoint, Some("board-7.checkpoint".into()));
    /// ```
    fn request(&self, _board: usize, request: Request) -> Request {
        request
    }

    /// A board begins, by its number from 0; the answer may be to leave it and all that follow. The
    /// default goes on.
    ///
    /// ```
    /// use noyes::guard::{Control, Event};
    /// use noyes::solve::{BatchError, BatchObserver, Outcome, Request};
    ///
    /// struct Mine;
    ///
    /// impl BatchObserver for Mine {
    ///     fn begin(&self, board: usize) -> Control {
    ///         if board < 2 { Control::Continue } else { Control::Stop }
    ///     }
    ///
    ///     fn end(&self, _board: usize, _result: Result<Outcome, BatchError>) {}
    /// }
    ///
    /// assert_eq!((Mine.begin(1), Mine.begin(2)), (Control::Continue, Control::Stop));
    /// ```
    fn begin(&self, _board: usize) -> Control {
        Control::Continue
    }

    /// Takes an event of a board's solve; the answer may be to stop that solve, and no other. The
    /// default goes on.
    ///
    /// ```
    /// use noyes::guard::{Control, Event};
    /// use noyes::solve::{BatchError, BatchObserver, Outcome, Request};
    ///
    /// struct Mine;
    ///
    /// impl BatchObserver for Mine {
    ///     fn on(&self, _board: usize, event: &Event) -> Control {
    ///         // A solution is all that is wanted, a proof is not.
    ///         match event {
    ///             Event::Improved { .. } => Control::Stop,
    ///             _ => Control::Continue,
    ///         }
    ///     }
    ///
    ///     fn end(&self, _board: usize, _result: Result<Outcome, BatchError>) {}
    /// }
    ///
    /// assert_eq!(Mine.on(0, &Event::trouble("a damaged table")), Control::Continue);
    /// ```
    fn on(&self, _board: usize, _event: &Event) -> Control {
        Control::Continue
    }

    /// A board has ended. It is called once for each board that has begun.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    /// use noyes::solve::{BatchError, BatchObserver, Outcome};
    ///
    /// /// Counts the boards that were solved.
    /// struct Solved(AtomicUsize);
    ///
    /// impl BatchObserver for Solved {
    ///     fn end(&self, _board: usize, result: Result<Outcome, BatchError>) {
    ///         if result.is_ok_and(|outcome| outcome.is_optimal()) {
    ///             self.0.fetch_add(1, Ordering::Relaxed);
    ///         }
    ///     }
    /// }
    ///
    /// let solved = Solved(AtomicUsize::new(0));
    /// solved.end(0, Err(BatchError::Crashed));
    /// assert_eq!(solved.0.into_inner(), 0);
    /// ```
    fn end(&self, board: usize, result: Result<Outcome, BatchError>);
}

/// Why a board of a batch has no outcome.
///
/// ```
/// use noyes::solve::{BatchError, PlanError, SolveError};
///
/// assert_eq!(BatchError::from(PlanError::Pattern), BatchError::Plan(PlanError::Pattern));
/// // The words are those of the error inside.
/// let (inside, outside) = (SolveError::OtherPlan, BatchError::Solve(SolveError::OtherPlan));
/// assert_eq!(outside.to_string(), inside.to_string());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// The request cannot be planned for this board.
    #[error(transparent)]
    Plan(#[from] super::PlanError),
    /// The solve failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The solver panicked, which is a mistake in noyes; the other boards go on.
    #[error("the solver crashed; please report this board")]
    Crashed,
}

/// The observer of one board.
struct Board<'a>(&'a dyn BatchObserver, usize);

impl Observer for Board<'_> {
    fn on(&self, event: &Event) -> Control {
        self.0.on(self.1, event)
    }
}

/// The observer of the tables.
struct OfTables<'a>(&'a dyn BatchObserver);

impl Observer for OfTables<'_> {
    fn on(&self, event: &Event) -> Control {
        self.0.on_tables(event)
    }
}

impl Engine {
    /// Solves many boards with one request, whose limits hold for each board. The observer is
    /// handed every result as it comes; on one thread they come in order. The boards may be of any
    /// sizes and goals.
    ///
    /// The memory limit is for all of them: boards solved side by side get a share each. The
    /// request's `from`, `checkpoint` and `resume` belong to one board and are left out; the
    /// observer gives each board its own ([`BatchObserver::request`]). The error is that the
    /// observer stopped it while tables were opened or built.
    ///
    /// ```
    /// use std::sync::Mutex;
    /// use noyes::solve::{BatchError, BatchObserver, Engine, Outcome, Request};
    /// use noyes::{Goal, Instance};
    ///
    /// struct Lengths(Mutex<[Option<u32>; 2]>);
    ///
    /// impl BatchObserver for Lengths {
    ///     fn end(&self, board: usize, result: Result<Outcome, BatchError>) {
    ///         self.0.lock().unwrap()[board] = result.ok().and_then(|outcome| outcome.length());
    ///     }
    /// }
    ///
    /// let boards = ["1 2/0 3", "0 1 3/4 2 5/7 8 6"].map(str::parse);
    /// let [small, large] = boards.map(|board| Instance::new(&board.unwrap(), &Goal::BlankLast));
    /// let lengths = Lengths(Mutex::default());
    /// Engine::new().solve_many(&[small?, large?], &Request::default(), &lengths)?;
    /// assert_eq!(lengths.0.into_inner().unwrap(), [Some(1), Some(4)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_many(
        &self,
        instances: &[Instance],
        request: &Request,
        observer: &dyn BatchObserver,
    ) -> Result<(), Stop> {
        let threads = request.limits.threads.unwrap_or(usize::MAX);
        let threads = self.threads().at_most(threads);
        let is_long = |instance: &Instance| needs_compound(instance.size());
        let at_a_time = match request.optimal && instances.iter().any(is_long) {
            true => 1,
            false => threads.count().min(instances.len()).max(1),
        };
        let mut each = Request {
            // These belong to one board.
            from: None,
            resume: None,
            checkpoint: None,
            ..request.clone()
        };
        each.limits.threads = Some((threads.count() / at_a_time).max(1));
        // What one board may store, the overhead of the process taken off once.
        let all = request.limits.search_memory(|| self.available_memory());
        each.limits.memory = Some(Limits::for_search_memory(all / at_a_time));
        self.prepare(instances, &mut each, observer)?;
        let is_over = AtomicBool::new(false);
        threads.at_most(at_a_time).run(instances.len(), |board| {
            if is_over.load(Ordering::Relaxed) {
                return;
            }
            if observer.begin(board) == Control::Stop {
                is_over.store(true, Ordering::Relaxed);
                return;
            }
            let mut own = observer.request(board, each.clone());
            // Boards after this one are fewer than the other threads: those that find none help.
            if instances.len() - board < at_a_time {
                own.limits.threads = Some(threads.count());
            }
            let solve = || self.solve_one(&instances[board], &own, &Board(observer, board));
            let result = catch_unwind(AssertUnwindSafe(solve));
            observer.end(board, result.unwrap_or(Err(BatchError::Crashed)));
        });
        match is_over.into_inner() {
            true => Err(Stop::Observer),
            false => Ok(()),
        }
    }

    fn solve_one(
        &self,
        instance: &Instance,
        request: &Request,
        observer: &dyn Observer,
    ) -> Result<Outcome, BatchError> {
        let plan = self.plan(instance, request)?;
        Ok(self.solve(instance, &plan, observer)?)
    }

    /// Opens or builds the tables that the boards need.
    ///
    /// Quick tables shorten the wait for one board; several boards get the small ones at once.
    fn prepare(
        &self,
        instances: &[Instance],
        request: &mut Request,
        observer: &dyn BatchObserver,
    ) -> Result<(), Stop> {
        request.quick_tables &= instances.len() < MANY;
        let mut sets: Vec<TableSet> = Vec::new();
        let mut memory = 0;
        // The tables of a plan depend on the size and the goal cell of the blank alone.
        let mut planned = HashSet::new();
        for instance in instances {
            if !planned.insert((instance.size(), instance.blank_home())) {
                continue;
            }
            // What cannot be planned is told when it is that board's turn.
            let Ok(plan) = self.plan(instance, request) else {
                continue;
            };
            memory = plan.memory;
            let tiers = plan.stages.iter().filter_map(|stage| stage.tables);
            for set in tiers.map(|tier| TableSet::of(instance, tier)) {
                if !sets.contains(&set) {
                    sets.push(set);
                }
            }
        }
        self.ensure_sets(&sets, memory, &OfTables(observer))?;
        Ok(())
    }
}

/// Boards from which on the small tables are worth the second that building them takes.
const MANY: usize = 4;
