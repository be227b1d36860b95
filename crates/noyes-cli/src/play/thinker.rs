//! A solver in the background: it works on the latest question and reports every better interval.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use noyes::guard::{Control, Event, Observer};
use noyes::solve::{Engine, Limits, Request, needs_compound};
use noyes::{Board, Goal, Instance, Moves, Size};

use super::distance::Distance;

/// A better interval for a question.
#[derive(Clone, Debug)]
pub struct Report {
    /// The question's number.
    pub number: u64,
    pub distance: Distance,
}

/// A thread that solves the latest question.
pub struct Thinker {
    latest: Arc<AtomicU64>,
    questions: Sender<(u64, Board)>,
    reports: Receiver<Report>,
}

/// The time limit: enough for the hardest 4×4; larger boards get an interval.
const TIME: Duration = Duration::from_secs(120);
/// The time limit for boards that need several partitions: too short for building their tables,
/// which would take half a minute and disk space.
const COMPOUND_TIME: Duration = Duration::from_secs(60);
const MEMORY: usize = 1_000_000_000;

impl Thinker {
    pub fn start(goal: Goal) -> Self {
        let latest = Arc::new(AtomicU64::new(0));
        let (questions, asked) = channel::<(u64, Board)>();
        let (sender, reports) = channel();
        let newest = Arc::clone(&latest);
        thread::spawn(move || {
            let engine = Engine::new();
            for (number, board) in asked {
                answer(&engine, &board, &goal, number, &newest, &sender);
            }
        });
        Self {
            latest,
            questions,
            reports,
        }
    }

    /// Asks about a board; the search for an earlier one stops.
    pub fn ask(&self, number: u64, board: &Board) {
        if self.latest.swap(number, Ordering::Relaxed) != number {
            // The game is playable without the solver.
            let _ = self.questions.send((number, board.clone()));
        }
    }

    /// The reports since the last call.
    pub fn reports(&self) -> impl Iterator<Item = Report> + '_ {
        self.reports.try_iter()
    }
}

/// Stops the search when there is a newer question, and sends reports.
struct Listener<'a> {
    number: u64,
    latest: &'a AtomicU64,
    reports: &'a Sender<Report>,
}

impl Listener<'_> {
    fn is_old(&self) -> bool {
        self.latest.load(Ordering::Relaxed) != self.number
    }

    fn report(&self, lower: u32, best: Option<&Moves>, is_final: bool) {
        let distance = Distance {
            lower,
            best: best.cloned(),
            is_final,
        };
        let _ = self.reports.send(Report {
            number: self.number,
            distance,
        });
    }
}

impl Observer for Listener<'_> {
    fn on(&self, event: &Event) -> Control {
        match event {
            Event::BoundRaised { bound, .. } => self.report(*bound, None, false),
            Event::Improved { moves, .. } => self.report(0, Some(moves), false),
            _ => {}
        }
        if self.is_old() {
            Control::Stop
        } else {
            Control::Continue
        }
    }
}

/// Asks for a proof where that is quick. On boards that need large tables for a proof, short
/// solutions come first.
fn request(size: Size) -> Request {
    let needs_compound = needs_compound(size);
    Request {
        optimal: !needs_compound,
        limits: Limits {
            time: Some(if needs_compound { COMPOUND_TIME } else { TIME }),
            memory: Some(MEMORY),
            ..Limits::default()
        },
        ..Request::default()
    }
}

/// Solves one board and sends reports meanwhile.
pub fn answer(
    engine: &Engine,
    board: &Board,
    goal: &Goal,
    number: u64,
    latest: &AtomicU64,
    reports: &Sender<Report>,
) {
    let listener = Listener {
        number,
        latest,
        reports,
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
        listener.report(outcome.lower_bound(), outcome.moves(), true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyes::search::Algorithm;

    /// Whether the search after the first solution is a beam search.
    fn has_beam_first(side: usize) -> bool {
        let size = Size::new(side, side).unwrap();
        let board = Board::goal(size).neighbors().next().unwrap();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let plan = Engine::new().plan(&instance, &request(size)).unwrap();
        plan.stages[1].algorithm == Algorithm::Beam
    }

    #[test]
    fn large_boards_do_not_wait_for_tables() {
        assert!(has_beam_first(5));
        assert!(!has_beam_first(4));
    }
}
