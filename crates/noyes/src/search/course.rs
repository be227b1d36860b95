//! A* as the assignment of the Princeton course has it, with the counts of its queues.
//!
//! # Idea
//!
//! A search node is a board, the moves made and the previous node. A minimum priority queue holds
//! the nodes by moves + distance. There is no closed set: only the board of the previous node is
//! refused, so that a board may be enqueued on many paths. Two queues, of the board and of its
//! twin, are served in turn, the board's first. Exactly one of the two reaches the goal, and it is
//! recognised when it is dequeued.
//!
//! # Cost
//!
//! | Heuristic | Memory for a node, in the queue or not | for an entry of the queue |
//! |---|---|---|
//! | any, up to 16 cells | 24 bytes | 16 bytes |
//!
//! docs/book/course.md says how the counts are made, and why those of other solvers differ.

use super::lockstep::BestFirst;
use super::{Counts, Duplicates, Guard, Lockstep, Queues, SearchError, Source, Weight};
use crate::board::{Board, Packed, with_packed};
use crate::goal::Instance;
use crate::heuristic::{ChosenHeuristic, Heuristic, HeuristicError, HeuristicKind};

/// How [`course`] searches; the default is what the assignment asks for.
///
/// ```
/// use noyes::search::{CourseOptions, Duplicates};
///
/// let options = CourseOptions::default();
/// assert!(options.with_twin && options.duplicates == Duplicates::Previous);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CourseOptions {
    /// Which boards are refused.
    pub duplicates: Duplicates,
    /// Whether the twin is searched too, so that an unsolvable board is recognised.
    pub with_twin: bool,
    /// Whether the different boards among those enqueued are counted when the search has ended,
    /// which takes time and memory of its own.
    pub count_distinct: bool,
}

impl Default for CourseOptions {
    fn default() -> Self {
        Self {
            duplicates: Duplicates::Previous,
            with_twin: true,
            count_distinct: false,
        }
    }
}

/// Searches a board, and its twin if the options say so, by A* on priority queues.
///
/// | Argument | Contract |
/// |---|---|
/// | `board`, `goal` | Of one size; the board need not be solvable. |
/// | `heuristic` | The distance in the priority. The course has Hamming and Manhattan. |
/// | `options` | Without the twin the board must be solvable, or a limit must be set: otherwise the search ends only when the memory does. |
/// | `guard` | A limit that is reached ends the search: then [`Lockstep::stop`] says which, and `moves` says nothing about solvability. |
///
/// # Panics
///
/// If the board and the goal are not of one size.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{CourseOptions, course};
/// use noyes::Board;
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let options = CourseOptions { count_distinct: true, ..CourseOptions::default() };
/// let (goal, guard) = (Board::goal(board.size()), Guard::new(&Silent));
/// let ended = course(&board, &goal, HeuristicKind::Manhattan, &options, &guard)?;
/// let queue = ended.queues.board;
/// assert_eq!((queue.enqueued, queue.dequeued, queue.distinct), (10, 5, Some(10)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn course(
    board: &Board,
    goal: &Board,
    heuristic: HeuristicKind,
    options: &CourseOptions,
    guard: &Guard<'_>,
) -> Result<Lockstep, SearchError> {
    assert_eq!(
        board.size(),
        goal.size(),
        "a board and its goal are of one size"
    );
    let search = BestFirst {
        weight: Weight::ONE,
        duplicates: options.duplicates,
        count_distinct: options.count_distinct,
        source: match options.with_twin {
            true => Source::Course,
            false => Source::AStar,
        },
    };
    let twin = options
        .with_twin
        .then(|| Instance::unchecked(&board.twin(), goal));
    let board = Instance::unchecked(board, goal);
    let (size, blank_home) = (board.size(), goal.blank());
    Ok(match heuristic.choose(size, blank_home, guard) {
        Ok(ChosenHeuristic::Tiles(heuristic)) => with_packed!(size.cells(), P => {
            run::<_, P>(search, &board, twin.as_ref(), &heuristic, guard)
        }),
        Ok(ChosenHeuristic::Walking(heuristic)) => {
            run::<_, u64>(search, &board, twin.as_ref(), &*heuristic, guard)
        }
        // A limit is an outcome, not an error: the cheap bound is all there is.
        Err(HeuristicError::Stopped(stop)) => Lockstep {
            moves: None,
            counts: Counts::default(),
            queues: Queues::default(),
            lower_bound: HeuristicKind::LinearConflict.bound(&board)?,
            stop: Some(stop),
        },
        Err(error) => return Err(error.into()),
    })
}

fn run<H: Heuristic, P: Packed>(
    search: BestFirst,
    board: &Instance,
    twin: Option<&Instance>,
    heuristic: &H,
    guard: &Guard<'_>,
) -> Lockstep {
    search.run::<H, P>(
        board,
        twin,
        heuristic,
        &guard.less_memory(heuristic.bytes()),
    )
}
