//! Solves the boards of a batch and hands their rows on.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use noyes::board::Metric;
use noyes::goal::InstanceError;
use noyes::guard::{Control, Event, Observer};
use noyes::solve::{
    BatchError, BatchObserver, Checkpoint, CheckpointError, Engine, Outcome, Request,
    needs_compound,
};
use noyes::{Goal, Instance};
use noyes_api::SolveAnswer;

use super::gather::Entry;
use super::row::{Row, RowState};
use crate::commands::solve::resume;
use crate::interrupt;
use crate::progress::{Part, Progress};

/// What all boards share.
pub struct Job<'a> {
    pub engine: &'a Engine,
    pub entries: &'a [Entry],
    pub goal: &'a Goal,
    pub request: &'a Request,
    pub progress: &'a Progress,
    /// The folder of the checkpoints, if long proofs are kept.
    pub checkpoints: Option<&'a Path>,
    /// Whether rows are handed on as soon as they are known, in any order.
    pub at_once: bool,
}

/// Takes the row of a board, which its place names.
pub type Take<'a> = dyn FnMut(usize, Row) -> std::io::Result<()> + 'a;

/// A board that is to be solved, or to be shown to be unsolvable.
enum Task {
    Solve(Box<Instance>),
    Refute,
}

impl Job<'_> {
    /// Solves all entries but those that are done, and hands the rows on, in the input's order
    /// unless they are wanted at once.
    pub fn run(&self, is_done: impl Fn(usize) -> bool, take: &mut Take<'_>) -> std::io::Result<()> {
        let (mut instances, mut places) = (Vec::new(), Vec::new());
        let mut unsolvable = Vec::new();
        // Of every entry: not known yet, or its row, or nothing to hand on.
        let mut waiting: Vec<Option<Option<Row>>> = Vec::with_capacity(self.entries.len());
        for (place, entry) in self.entries.iter().enumerate() {
            if is_done(place) {
                waiting.push(Some(None));
                continue;
            }
            waiting.push(None);
            match task(entry, self.goal) {
                Ok(Task::Solve(instance)) => {
                    instances.push(*instance);
                    places.push(place);
                }
                Ok(Task::Refute) => unsolvable.push(place),
                Err(why) => {
                    drop(self.progress.board(place, &entry.name));
                    waiting[place] = Some(Some(self.row(place, RowState::Unreadable { why })));
                }
            }
        }
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            let solving = Solving {
                job: self,
                instances: &instances,
                places: &places,
                parts: instances.iter().map(|_| Mutex::default()).collect(),
                earlier: instances.iter().map(|_| Mutex::default()).collect(),
                results: Mutex::new(sender),
            };
            let instances = &instances;
            scope.spawn(move || {
                for place in unsolvable {
                    solving.refute(place);
                }
                // What was not begun has no row: that is told by their number.
                let _ = self.engine.solve_many(instances, self.request, &solving);
            });
            let mut done = 0;
            let mut in_order = |waiting: &mut Vec<Option<Option<Row>>>, take: &mut Take<'_>| {
                while let Some(row) = waiting.get_mut(done).and_then(Option::take) {
                    if let Some(row) = row {
                        self.hand_on(done, row, take)?;
                    }
                    done += 1;
                }
                Ok::<(), std::io::Error>(())
            };
            in_order(&mut waiting, take)?;
            for (place, state) in receiver {
                waiting[place] = Some(Some(self.row(place, state)));
                if !self.at_once {
                    in_order(&mut waiting, take)?;
                    continue;
                }
                if let Some(row) = waiting[place].replace(None).flatten() {
                    self.hand_on(place, row, take)?;
                }
            }
            // After an interrupt, rows that were finished out of order are results too.
            let rest = waiting.into_iter().enumerate();
            let mut rest = rest.filter_map(|(place, row)| Some((place, row.flatten()?)));
            rest.try_for_each(|(place, row)| take(place, row))
        })
    }

    fn hand_on(&self, place: usize, row: Row, take: &mut Take<'_>) -> std::io::Result<()> {
        // Without a reader the boards still under way are not needed.
        let taken = self.progress.suspend(|| take(place, row));
        taken.inspect_err(|_| interrupt::request())
    }

    fn row(&self, place: usize, state: RowState) -> Row {
        let entry = &self.entries[place];
        Row {
            name: entry.name.clone(),
            board: entry.board.as_ref().ok().cloned(),
            known: known(entry, self.request),
            state,
        }
    }
}

/// The known minimum of a board. It counts single tiles.
pub fn known(entry: &Entry, request: &Request) -> Option<u32> {
    entry.known.filter(|_| request.metric == Metric::Single)
}

/// What is to be done with an entry; else why it cannot be read.
fn task(entry: &Entry, goal: &Goal) -> Result<Task, String> {
    let board = entry.board.as_ref().map_err(String::clone)?;
    match Instance::new(board, goal) {
        Ok(instance) => Ok(Task::Solve(Box::new(instance))),
        Err(InstanceError::Unsolvable(_)) => Ok(Task::Refute),
        Err(error) => Err(error.to_string()),
    }
}

/// The observer of a batch: tells the progress of each board, and sends its end.
struct Solving<'a> {
    job: &'a Job<'a>,
    instances: &'a [Instance],
    /// The entry of each board.
    places: &'a [usize],
    /// The progress of boards under way.
    parts: Vec<Mutex<Option<Part<'a>>>>,
    /// The time that went into the proof of a board before this process.
    earlier: Vec<Mutex<Duration>>,
    results: Mutex<mpsc::Sender<(usize, RowState)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Solving<'_> {
    fn send(&self, place: usize, state: RowState) {
        // Without a receiver the batch was interrupted.
        let _ = lock(&self.results).send((place, state));
    }

    /// Decides a board that cannot be solved, as the algorithm that was asked for does.
    fn refute(&self, place: usize) {
        let job = self.job;
        let Ok(board) = &job.entries[place].board else {
            return;
        };
        if interrupt::is_requested() {
            return;
        }
        let part = job.progress.board(place, &job.entries[place].name);
        let refuted = job.engine.refute(board, job.goal, job.request, &part);
        drop(part);
        self.send(
            place,
            match refuted {
                Ok(refutation) => {
                    let answer = SolveAnswer::refuted(board, job.goal.name(), &refutation);
                    RowState::Ended(Box::new(answer))
                }
                Err(error) => RowState::Unreadable {
                    why: error.to_string(),
                },
            },
        );
    }
}

impl BatchObserver for Solving<'_> {
    fn on_tables(&self, event: &Event) -> Control {
        self.job.progress.on(event)
    }

    fn request(&self, board: usize, request: Request) -> Request {
        let instance = &self.instances[board];
        let Some(folder) = self.job.checkpoints else {
            return request;
        };
        if !needs_compound(instance.size()) {
            return request;
        }
        let path = folder.join(Checkpoint::name(instance));
        let asked = Request {
            checkpoint: Some(path.clone()),
            ..request
        };
        let is_it =
            |old: &Checkpoint| (&old.board, &old.goal) == (instance.board(), instance.goal());
        match Checkpoint::read(&path) {
            Ok(old) if is_it(&old) => {
                *lock(&self.earlier[board]) = old.elapsed;
                resume::request(old, asked, None)
            }
            Err(error @ CheckpointError::Damaged { .. }) => {
                self.job.progress.remark(error);
                asked
            }
            _ => asked,
        }
    }

    fn begin(&self, board: usize) -> Control {
        if interrupt::is_requested() {
            return Control::Stop;
        }
        let place = self.places[board];
        let part = self
            .job
            .progress
            .board(place, &self.job.entries[place].name);
        *lock(&self.parts[board]) = Some(part);
        Control::Continue
    }

    fn on(&self, board: usize, event: &Event) -> Control {
        match &*lock(&self.parts[board]) {
            Some(part) => part.on(event),
            None => Control::Continue,
        }
    }

    fn end(&self, board: usize, result: Result<Outcome, BatchError>) {
        lock(&self.parts[board]).take();
        let state = match result {
            Ok(mut outcome) => {
                outcome.elapsed += *lock(&self.earlier[board]);
                let answer = SolveAnswer::new(&self.instances[board], &outcome);
                RowState::Ended(Box::new(answer))
            }
            Err(error) => RowState::Failed {
                why: error.to_string(),
            },
        };
        self.send(self.places[board], state);
    }
}
