//! Solves in the background: always the latest question, telling what it knows as it learns it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use noyes::search::{Control, Event, Observer};
use noyes::solve::{Engine, Limits, Request, needs_compound};
use noyes::{Board, Goal, Instance, Moves, Size};

use super::distance::Distance;

/// News about a question.
#[derive(Clone, Debug)]
pub struct Report {
    /// The question's number.
    pub number: u64,
    pub distance: Distance,
}

/// A thread that solves.
pub struct Thinker {
    latest: Arc<AtomicU64>,
    questions: Sender<(u64, Board)>,
    reports: Receiver<Report>,
}

/// Enough for the hardest 4×4; larger boards are given an interval.
const TIME: Duration = Duration::from_secs(120);
/// Not enough for tables to be built that take half a minute and the disk.
const DEEP_TIME: Duration = Duration::from_secs(60);
const MEMORY: usize = 1_000_000_000;

impl Thinker {
    pub fn start(goal: Goal) -> Self {
        let latest = Arc::new(AtomicU64::new(0));
        let (questions, asked) = channel::<(u64, Board)>();
        let (told, reports) = channel();
        let newest = Arc::clone(&latest);
        thread::spawn(move || {
            let engine = Engine::new();
            for (number, board) in asked {
                let told = told.clone();
                answer(&engine, &board, &goal, number, &newest, &told);
            }
        });
        Self {
            latest,
            questions,
            reports,
        }
    }

    /// Drops whatever is being thought about for another board.
    pub fn ask(&self, number: u64, board: &Board) {
        if self.latest.swap(number, Ordering::Relaxed) != number {
            // A thinker that is gone leaves the game playable.
            let _ = self.questions.send((number, board.clone()));
        }
    }

    /// What was learnt since the last look.
    pub fn reports(&self) -> impl Iterator<Item = Report> + '_ {
        self.reports.try_iter()
    }
}

/// Stops when a newer question is there, and passes on what is learnt.
struct Listener<'a> {
    number: u64,
    latest: &'a AtomicU64,
    told: &'a Sender<Report>,
}

impl Listener<'_> {
    fn is_old(&self) -> bool {
        self.latest.load(Ordering::Relaxed) != self.number
    }

    fn tell(&self, lower: u32, best: Option<&Moves>, is_final: bool) {
        let distance = Distance {
            lower,
            best: best.cloned(),
            is_final,
        };
        let _ = self.told.send(Report {
            number: self.number,
            distance,
        });
    }
}

impl Observer for Listener<'_> {
    fn on(&self, event: &Event<'_>) -> Control {
        match *event {
            Event::BoundRaised { bound, .. } => self.tell(bound, None, false),
            Event::Improved { moves, .. } => self.tell(0, Some(moves), false),
            _ => {}
        }
        if self.is_old() {
            Control::Stop
        } else {
            Control::Continue
        }
    }
}

/// A proof, where that is quick; on boards that want large tables for one, short solutions soon.
fn request(size: Size) -> Request {
    let needs_compound = needs_compound(size);
    Request {
        optimal: !needs_compound,
        limits: Limits {
            time: Some(if needs_compound { DEEP_TIME } else { TIME }),
            memory: Some(MEMORY),
            ..Limits::default()
        },
        ..Request::default()
    }
}

/// Solves one board, telling as it goes.
pub fn answer(
    engine: &Engine,
    board: &Board,
    goal: &Goal,
    number: u64,
    latest: &AtomicU64,
    told: &Sender<Report>,
) {
    let listener = Listener {
        number,
        latest,
        told,
    };
    let Ok(instance) = Instance::new(board, goal) else {
        return;
    };
    if listener.is_old() {
        return;
    }
    let Ok(plan) = engine.plan(&instance, &request(board.size())) else {
        return;
    };
    if let Ok(outcome) = engine.solve(&instance, &plan, &listener) {
        listener.tell(outcome.lower_bound(), outcome.moves(), true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyes::search::Algorithm;

    /// Whether the first search after a solution is in hand is one for short ones.
    fn shortens_first(side: usize) -> bool {
        let size = Size::new(side, side).unwrap();
        let board = Board::goal(size).neighbors().next().unwrap();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let plan = Engine::new().plan(&instance, &request(size)).unwrap();
        plan.stages[1].algorithm == Algorithm::Beam
    }

    #[test]
    fn a_player_does_not_wait_for_large_tables() {
        assert!(shortens_first(5));
        assert!(!shortens_first(4));
    }
}
