//! First moves where there are no tables to ask: every neighbour is solved until it is decided.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::board::{Direction, DirectionSet, Moves};
use crate::goal::Instance;
use crate::guard::{Control, Event, Observer};
use crate::solve::{BatchError, Engine, Request, StopReason};

/// Stops a solve as soon as it is known whether a board has a solution of at most `most` moves.
struct Decided<'a> {
    observer: &'a dyn Observer,
    most: u32,
    is_decided: AtomicBool,
}

impl Observer for Decided<'_> {
    fn on(&self, event: &Event) -> Control {
        let is_decided = match event {
            Event::BoundRaised { bound, .. } => *bound > self.most,
            Event::Improved { length, .. } => *length <= self.most,
            _ => false,
        };
        if is_decided {
            self.is_decided.store(true, Ordering::Relaxed);
            return Control::Stop;
        }
        self.observer.on(event)
    }
}

/// All first moves of the shortest solutions of an instance, of which `solution` is one. The limits
/// of the request hold for each neighbour.
pub(super) fn first_moves(
    engine: &Engine,
    instance: &Instance,
    solution: &Moves,
    request: &Request,
    observer: &dyn Observer,
) -> Result<Result<DirectionSet, StopReason>, BatchError> {
    let mut first_moves = DirectionSet::EMPTY;
    let Some(&known) = solution.first() else {
        return Ok(Ok(first_moves));
    };
    first_moves.insert(known);
    for direction in Direction::ALL {
        let Some(board) = instance.board().slide(direction) else {
            continue;
        };
        if direction == known {
            continue;
        }
        let neighbor = Instance::unchecked(&board, instance.goal());
        let decided = Decided {
            observer,
            most: solution.len() as u32 - 1,
            is_decided: AtomicBool::new(false),
        };
        let plan = engine.plan(&neighbor, request)?;
        let outcome = engine.solve(&neighbor, &plan, &decided)?;
        let has_one = outcome
            .length()
            .is_some_and(|length| length <= decided.most);
        match outcome.stop {
            _ if has_one => first_moves.insert(direction),
            Some(stop) if !decided.is_decided.into_inner() => return Ok(Err(stop)),
            _ => {}
        }
    }
    Ok(Ok(first_moves))
}
