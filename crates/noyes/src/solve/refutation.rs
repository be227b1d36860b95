//! Boards that cannot be solved: what decides it, and what that took.
//!
//! Parity decides at once, and it is what every algorithm but one relies on. The course's A* does
//! not know about parity: it searches the board and its twin in lockstep, and the board is
//! unsolvable when the twin reaches the goal. A limit may come first; then the search has decided
//! nothing, and parity tells.

use std::time::Duration;

use super::deadline::Deadline;
use super::plan::{Inventory, heuristic_of};
use super::{Engine, Guide, PlanError, Request, StopReason};
use crate::board::{Board, Metric};
use crate::goal::{Goal, GoalError, Parity};
use crate::guard::{Control, Counts, Event, Guard, Observer};
use crate::search::{Algorithm, CourseOptions, Duplicates, Queues, SearchError, course};

/// How it was decided that a board cannot be solved.
///
/// ```
/// use noyes::guard::Silent;
/// use noyes::search::Algorithm;
/// use noyes::solve::{Engine, Request};
/// use noyes::{Board, Goal};
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]])?;
/// let (engine, goal) = (Engine::new(), Goal::BlankLast);
/// let at_once = engine.refute(&board, &goal, &Request::default(), &Silent)?;
/// assert_eq!((at_once.decided_by(), at_once.queues), ("parity", None));
/// let course = Request { algorithm: Some(Algorithm::Course), ..Request::default() };
/// let searched = engine.refute(&board, &goal, &course, &Silent)?;
/// assert_eq!(searched.decided_by(), "course");
/// assert!(searched.queues.is_some_and(|queues| queues.dequeued() > 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Refutation {
    /// The parity, with its reason.
    pub parity: Parity,
    /// The algorithm that decided; none if parity did.
    pub algorithm: Option<Algorithm>,
    /// What guided the search, if there was one.
    pub heuristic: Guide,
    /// The work of the search.
    pub counts: Counts,
    /// The queues of the board and of its twin, if they were searched.
    pub queues: Option<Queues>,
    /// What stopped the search before it had decided.
    pub stop: Option<StopReason>,
    /// Time spent.
    pub elapsed: Duration,
}

impl Refutation {
    /// What decided, by name: `parity` or the algorithm.
    ///
    /// ```
    /// use noyes::guard::Silent;
    /// use noyes::solve::{Engine, Request};
    /// use noyes::Goal;
    ///
    /// let board = "2 1/3 0".parse()?;
    /// let refuted = Engine::new().refute(&board, &Goal::BlankLast, &Request::default(), &Silent)?;
    /// assert_eq!(refuted.decided_by(), "parity");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decided_by(&self) -> &'static str {
        self.algorithm.map_or("parity", Algorithm::name)
    }
}

/// Why there is no refutation.
///
/// ```
/// use noyes::guard::Silent;
/// use noyes::solve::{Engine, RefuteError, Request};
/// use noyes::{Board, Goal};
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 6], [7, 0, 8]])?;
/// let refused = Engine::new().refute(&board, &Goal::BlankLast, &Request::default(), &Silent);
/// assert_eq!(refused.err(), Some(RefuteError::Solvable));
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RefuteError {
    /// The board can be solved.
    #[error("the board can be solved: plan and solve it instead")]
    Solvable,
    /// The goal does not fit the board.
    #[error(transparent)]
    Goal(#[from] GoalError),
    /// The request cannot be carried out.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The search cannot be started.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The search solved a board that parity calls unsolvable: a mistake in noyes.
    #[error("course solved a board that parity calls unsolvable; please report this board")]
    Contradiction,
}

/// The observer of a search on two queues.
struct Watched<'a> {
    observer: &'a dyn Observer,
    deadline: &'a Deadline<'a>,
}

impl Observer for Watched<'_> {
    fn on(&self, event: &Event) -> Control {
        let answer = match event {
            // A bound of a board without a solution means nothing.
            Event::BoundRaised { counts, .. } => {
                self.observer.on(&Event::Progress { counts: *counts })
            }
            event => self.observer.on(event),
        };
        self.deadline.or_stop(answer, || Duration::ZERO)
    }
}

impl Engine {
    /// Decides a board that cannot be solved: by parity, or by the search on board and twin if the
    /// request asks for [`Algorithm::Course`], whose limits hold.
    ///
    /// A board that can be solved is an error: [`Instance::new`](crate::Instance::new) tells which
    /// it is. So are a goal of another size, and a request that this search cannot carry out.
    ///
    /// ```
    /// use noyes::guard::Silent;
    /// use noyes::search::Algorithm;
    /// use noyes::solve::{Engine, Request};
    /// use noyes::Goal;
    ///
    /// let board = "2 1/3 0".parse()?;
    /// let request = Request { algorithm: Some(Algorithm::Course), ..Request::default() };
    /// let refuted = Engine::new().refute(&board, &Goal::BlankLast, &request, &Silent)?;
    /// // The twin has reached the goal.
    /// assert_eq!((refuted.decided_by(), refuted.stop), ("course", None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn refute(
        &self,
        board: &Board,
        goal: &Goal,
        request: &Request,
        observer: &dyn Observer,
    ) -> Result<Refutation, RefuteError> {
        let goal = goal.board(board.size())?;
        let parity = Parity::of(board, &goal);
        if parity.is_solvable() {
            return Err(RefuteError::Solvable);
        }
        let by_parity = Refutation {
            parity,
            algorithm: None,
            heuristic: Guide::None,
            counts: Counts::default(),
            queues: None,
            stop: None,
            elapsed: Duration::ZERO,
        };
        if request.algorithm != Some(Algorithm::Course) {
            return Ok(by_parity);
        }
        if request.metric == Metric::Multi {
            return Err(PlanError::Multi.into());
        }
        let heuristic = heuristic_of(request, Algorithm::Course, board.size())?;
        let options = CourseOptions {
            duplicates: request.duplicates.unwrap_or(Duplicates::Previous),
            with_twin: true,
            count_distinct: request.count_distinct,
        };
        let limits = request.limits;
        let deadline = Deadline::start(self, limits.time);
        let watched = Watched {
            observer,
            deadline: &deadline,
        };
        let guard = Guard::new(&watched)
            .nodes(limits.nodes.unwrap_or(u64::MAX))
            .memory(limits.search_memory(|| self.available_memory()));
        let ended = course(board, &goal, heuristic, &options, &guard)?;
        if ended.moves.is_some() {
            return Err(RefuteError::Contradiction);
        }
        Ok(Refutation {
            // What a limit has stopped has decided nothing.
            algorithm: ended.stop.is_none().then_some(Algorithm::Course),
            heuristic: Guide::Heuristic(heuristic),
            counts: ended.counts,
            queues: Some(ended.queues),
            stop: ended.stop.map(|stop| deadline.reason(stop)),
            elapsed: deadline.elapsed(),
            ..by_parity
        })
    }
}
