//! Two A* searches in lockstep, on the board and on its twin: exactly one reaches the goal.
//!
//! The course's way to tell whether a board can be solved, without knowing about parity.

use super::astar::{AStar, Duplicates, Step};
use super::{Counts, Finding, Guard, Stop, Weight};
use crate::board::{Board, Moves, Packed};
use crate::goal::Instance;
use crate::heuristic::Heuristic;

/// The result of a lockstep search.
///
/// [`search`](super::search()) hands it out as a [`Finding`]:
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{Algorithm, Weight, search};
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let (kind, guard) = (HeuristicKind::Manhattan, Guard::new(&Silent));
/// let found = search(&instance, Algorithm::Lockstep, kind, Weight::ONE, &guard)?;
/// assert_eq!((found.moves.map(|moves| moves.len()), found.stop), (Some(4), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Lockstep {
    /// The solution of the board; none if its twin was the one solved.
    pub moves: Option<Moves>,
    /// Work of both searches together.
    pub counts: Counts,
    /// Insertions into both queues.
    pub insertions: u64,
    /// Deletions from both queues.
    pub deletions: u64,
    /// No solution of the board is shorter than this.
    pub lower_bound: u32,
    /// Why it ended early, if it did: then `moves` says nothing about solvability.
    pub stop: Option<Stop>,
}

impl From<Lockstep> for Finding {
    fn from(ended: Lockstep) -> Self {
        Self {
            moves: ended.moves,
            lower_bound: ended.lower_bound,
            counts: ended.counts,
            stop: ended.stop,
        }
    }
}

/// Searches `board`, and its twin as well if `with_twin`, a step each in turn.
///
/// Without the twin the board must be solvable: otherwise the search does not end.
pub(crate) fn lockstep<H: Heuristic, P: Packed>(
    board: &Board,
    goal: &Board,
    heuristic: &H,
    with_twin: bool,
    duplicates: Duplicates,
    guard: &Guard<'_>,
) -> Lockstep {
    let twin = with_twin.then(|| Instance::unchecked(&board.twin(), goal));
    let board = Instance::unchecked(board, goal);
    let mut ended = Lockstep {
        moves: None,
        counts: Counts::default(),
        insertions: 0,
        deletions: 0,
        lower_bound: heuristic.value(heuristic.start(board.labels())),
        stop: None,
    };
    let start = |instance| AStar::<H, P>::new(instance, heuristic, Weight::ONE, duplicates, guard);
    let (mut ours, mut other) = match (start(&board), twin.as_ref().map(start).transpose()) {
        (Ok(ours), Ok(other)) => (ours, other),
        (Err(stop), _) | (_, Err(stop)) => {
            ended.stop = Some(stop);
            return ended;
        }
    };
    match race(&mut ours, other.as_mut(), guard) {
        Ok(moves) => ended.moves = moves,
        Err(stop) => ended.stop = Some(stop),
    }
    let (counts, deletions) = other.map_or((Counts::default(), 0), |o| (o.counts, o.deletions));
    ended.counts = Counts {
        stored: ours.counts.stored + counts.stored,
        ..ours.counts.plus(counts)
    };
    ended.insertions = ended.counts.stored;
    ended.deletions = ours.deletions + deletions;
    ended.lower_bound = ours.lower_bound();
    ended
}

/// Steps both until one has the goal: its moves if it is ours, none if it is the other.
fn race<H: Heuristic, P: Packed>(
    ours: &mut AStar<'_, H, P>,
    mut other: Option<&mut AStar<'_, H, P>>,
    guard: &Guard<'_>,
) -> Result<Option<Moves>, Stop> {
    loop {
        if ours.counts.expanded.is_multiple_of(1024) {
            let theirs = other
                .as_ref()
                .map_or(Counts::default(), |other| other.counts);
            guard.check(&ours.counts.plus(theirs))?;
        }
        // Each may use what the other leaves of the memory.
        let others = other.as_ref().map_or(0, |other| other.bytes());
        match ours.step(&guard.less_memory(others))? {
            Step::Goal(id) => return Ok(Some(ours.path(id))),
            Step::Expanded(_) => {}
            Step::Exhausted => return Ok(None),
        }
        if let Some(other) = &mut other {
            match other.step(&guard.less_memory(ours.bytes()))? {
                Step::Goal(_) => return Ok(None),
                Step::Expanded(_) | Step::Exhausted => {}
            }
        }
    }
}
