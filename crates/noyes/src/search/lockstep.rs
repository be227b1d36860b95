//! A* on one board, or on a board and its twin in lockstep: exactly one of the two reaches the
//! goal.
//!
//! The second is the course's way to tell whether a board can be solved, without knowing about
//! parity. The board makes its step first.

use super::astar::{AStar, Step};
use super::{Counts, Duplicates, Event, Finding, Guard, Queues, Source, Stop, Weight};
use crate::board::{Moves, Packed};
use crate::goal::Instance;
use crate::heuristic::Heuristic;

/// The result of A* on a board, or on a board and its twin.
///
/// [`course`](super::course()) hands it out:
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::heuristic::HeuristicKind;
/// use noyes::search::{CourseOptions, course};
/// use noyes::Board;
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]])?;
/// let (goal, guard) = (Board::goal(board.size()), Guard::new(&Silent));
/// let options = CourseOptions::default();
/// let ended = course(&board, &goal, HeuristicKind::Manhattan, &options, &guard)?;
/// // The twin has reached the goal, so the board cannot.
/// assert_eq!((ended.moves, ended.stop), (None, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Lockstep {
    /// The solution of the board; none if its twin was the one solved.
    pub moves: Option<Moves>,
    /// Work of both searches together.
    pub counts: Counts,
    /// The operations on both queues.
    pub queues: Queues,
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

/// How A* runs, besides its heuristic.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestFirst {
    pub(crate) weight: Weight,
    pub(crate) duplicates: Duplicates,
    /// Whether the different boards among the nodes are counted in the end.
    pub(crate) count_distinct: bool,
    /// What its events say they come from.
    pub(crate) source: Source,
}

impl BestFirst {
    /// Searches `board`, and its twin as well if there is one, a step each in turn.
    ///
    /// Without the twin the board must be solvable: otherwise only a limit, or an index that has
    /// all boards, ends the search.
    pub(crate) fn run<H: Heuristic, P: Packed>(
        self,
        board: &Instance,
        twin: Option<&Instance>,
        heuristic: &H,
        guard: &Guard<'_>,
    ) -> Lockstep {
        let mut ended = Lockstep {
            moves: None,
            counts: Counts::default(),
            queues: Queues::default(),
            lower_bound: heuristic.value(heuristic.start(board.labels())),
            stop: None,
        };
        let start =
            |instance| AStar::<H, P>::new(instance, heuristic, self.weight, self.duplicates, guard);
        let (mut ours, mut other) = match (start(board), twin.map(start).transpose()) {
            (Ok(ours), Ok(other)) => (ours, other),
            (Err(stop), _) | (_, Err(stop)) => {
                ended.stop = Some(stop);
                return ended;
            }
        };
        match self.race(&mut ours, other.as_mut(), guard) {
            Ok(moves) => ended.moves = moves,
            Err(stop) => ended.stop = Some(stop),
        }
        ended.lower_bound = match &ended.moves {
            Some(moves) => self.weight.least(moves.len() as u32),
            None => 0,
        };
        ended.lower_bound = ended.lower_bound.max(ours.lower_bound());
        if self.count_distinct {
            count_distinct(&mut ours, other.as_mut(), guard);
        }
        let counts = other
            .as_ref()
            .map_or(Counts::default(), |other| other.counts);
        ended.counts = Counts {
            stored: ours.counts.stored + counts.stored,
            ..ours.counts.plus(counts)
        };
        ended.queues = Queues {
            board: ours.queue_counts,
            twin: other.map(|other| other.queue_counts),
        };
        ended
    }

    /// Steps both until one has the goal: its moves if it is ours, none if it is the other.
    fn race<H: Heuristic, P: Packed>(
        self,
        ours: &mut AStar<'_, H, P>,
        mut other: Option<&mut AStar<'_, H, P>>,
        guard: &Guard<'_>,
    ) -> Result<Option<Moves>, Stop> {
        let mut told = ours.lower_bound();
        loop {
            if ours.nodes.is_to_ask(ours.counts.expanded) {
                let theirs = other
                    .as_ref()
                    .map_or(Counts::default(), |other| other.counts);
                let counts = ours.counts.plus(theirs);
                guard.check(&counts)?;
                if ours.lower_bound() > told {
                    told = ours.lower_bound();
                    guard.tell(&Event::BoundRaised {
                        bound: told,
                        source: self.source,
                        counts,
                    })?;
                }
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
}

/// Counts the different boards of both, unless time or memory runs out.
fn count_distinct<H: Heuristic, P: Packed>(
    ours: &mut AStar<'_, H, P>,
    other: Option<&mut AStar<'_, H, P>>,
    guard: &Guard<'_>,
) {
    // What cannot be counted stays unknown: the search itself has ended.
    let _ = match other {
        None => ours.count_distinct(guard, 0),
        Some(other) => ours
            .count_distinct(guard, other.bytes())
            .and_then(|()| other.count_distinct(guard, ours.bytes())),
    };
}
