//! Writes the checkpoints of a proof while it runs.
//!
//! Without a file of the caller's, proofs of more than a minute are kept in the store of tables,
//! and the checkpoint is removed when the proof is complete. Where a checkpoint cannot be written,
//! the proof goes on and the observer is warned, at once and again at the end.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Checkpoint;
use crate::board::Moves;
use crate::guard::{Event, Observer, Stop};
use crate::pattern::Tier;
use crate::search::ProofState;
use crate::solve::session::Session;

/// Time between two checkpoints.
const EVERY: Duration = Duration::from_secs(1);
/// Proofs that take longer are kept without asking.
const UNASKED: Duration = Duration::from_secs(60);

/// Where a checkpoint is written.
enum Place {
    /// A file that the caller named.
    File(PathBuf),
    /// A name in the store of tables.
    Store(String),
}

/// Writes the checkpoints of one proof.
pub(in crate::solve) struct Checkpointer<'a> {
    session: &'a Session<'a>,
    place: Place,
    /// Whether there is one at the place already, which this proof goes on from.
    is_resumed: bool,
    state: Mutex<State>,
}

struct State {
    checkpoint: Checkpoint,
    /// When one was last tried to be written.
    tried: Option<Duration>,
    /// Whether one is there.
    is_there: bool,
    /// Why the last one could not be written.
    error: Option<String>,
}

impl<'a> Checkpointer<'a> {
    pub(in crate::solve) fn new(session: &'a Session<'a>) -> Self {
        let (instance, plan) = (session.instance, session.plan);
        Self {
            session,
            is_resumed: plan.checkpoint.is_some() && plan.resume.is_some(),
            place: match &plan.checkpoint {
                Some(path) => Place::File(path.clone()),
                None => Place::Store(Checkpoint::name(instance)),
            },
            state: Mutex::new(State {
                checkpoint: Checkpoint {
                    board: instance.board().clone(),
                    goal: instance.goal().clone(),
                    tier: Tier::Large,
                    count_full: plan.count_full,
                    best: session.best(),
                    elapsed: Duration::ZERO,
                    state: ProofState::default(),
                },
                tried: None,
                is_there: false,
                error: None,
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables that the search goes on with.
    pub(in crate::solve) fn uses(&self, tier: Tier) {
        self.state().checkpoint.tier = tier;
    }

    /// The best solution by now.
    pub(in crate::solve) fn improved(&self, best: Option<Moves>) {
        self.state().checkpoint.best = best;
    }

    /// Writes how far the proof has come, if it is time.
    pub(in crate::solve) fn keep(&self, proof: &ProofState) {
        let now = self.session.elapsed();
        // Another thread is writing; the next part is soon done.
        let Ok(mut state) = self.state.try_lock() else {
            return;
        };
        state.checkpoint.state.clone_from(proof);
        let is_asked = matches!(self.place, Place::File(_));
        let is_due = match state.tried {
            Some(tried) => now.saturating_sub(tried) >= EVERY,
            None => is_asked || now >= UNASKED,
        };
        if is_due {
            state.tried = Some(now);
            let is_new = state.error.is_none();
            self.write(&mut state);
            let warning = state.error.clone().filter(|_| is_new);
            drop(state);
            self.warn(warning);
        }
    }

    fn write(&self, state: &mut State) {
        let earlier = self.session.plan.resume.as_ref();
        let earlier = earlier.map_or(Duration::ZERO, |old| old.elapsed);
        state.checkpoint.elapsed = earlier + self.session.elapsed();
        let written = match &self.place {
            #[cfg(feature = "files")]
            Place::File(path) => {
                let written = state.checkpoint.write(path);
                written.map_err(|error| format!("{}: {error}", path.display()))
            }
            #[cfg(not(feature = "files"))]
            Place::File(path) => Err(format!("{}: files are switched off", path.display())),
            Place::Store(name) => {
                let text = state.checkpoint.to_text();
                let store = &self.session.engine.tables().store;
                let written = store.write(name, &[text.as_bytes()]);
                written.map_err(|error| error.to_string())
            }
        };
        state.is_there |= written.is_ok();
        state.error = written.err();
    }

    fn warn(&self, error: Option<String>) {
        if let Some(error) = error {
            let words = format!("the checkpoint cannot be written, the proof is not safe: {error}");
            // Whether to stop is asked often enough elsewhere.
            let _ = self.session.on(&Event::trouble(words));
        }
    }

    /// Writes a last time what was stopped; removes what is done.
    pub(in crate::solve) fn finish(&self, stop: Option<Stop>) {
        let mut state = self.state();
        #[cfg(feature = "files")]
        if let Place::File(path) = &self.place {
            Checkpoint::remove_leftovers(path);
        }
        if stop.is_none() {
            if state.is_there || self.is_resumed {
                match &self.place {
                    Place::File(path) => {
                        let _ = std::fs::remove_file(path);
                    }
                    Place::Store(name) => {
                        let _ = self.session.engine.tables().store.remove(name);
                    }
                }
            }
            return;
        }
        if state.tried.is_some() {
            self.write(&mut state);
        }
        let error = state.error.take();
        drop(state);
        self.warn(error);
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::goal::{Goal, Instance};
    use crate::guard::{Control, Silent};
    use crate::solve::{Engine, Request};
    use crate::store::MemoryStore;

    fn instance() -> Instance {
        let board = Board::new(&[[1, 2, 3], [4, 0, 5]]).unwrap();
        Instance::new(&board, &Goal::BlankLast).unwrap()
    }

    fn engine() -> Engine {
        Engine::builder().store(MemoryStore::new()).build()
    }

    #[test]
    fn what_is_resumed_goes_when_it_is_done_and_only_then() {
        let instance = instance();
        let old = Checkpoint {
            board: instance.board().clone(),
            goal: instance.goal().clone(),
            tier: Tier::Small,
            count_full: false,
            best: None,
            elapsed: Duration::ZERO,
            state: ProofState {
                bound: 1,
                ..ProofState::default()
            },
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.checkpoint");
        old.write(&path).unwrap();
        // What a killed process has left of this proof, and what a living one writes of another.
        let left = folder.path().join(".a.checkpoint-x");
        let other = folder.path().join(".b.checkpoint-x");
        for path in [&left, &other] {
            std::fs::write(path, "half").unwrap();
        }
        let request = Request {
            checkpoint: Some(path.clone()),
            resume: Some(old.clone()),
            ..Request::default()
        };
        let engine = engine();
        let plan = engine.plan(&instance, &request).unwrap();
        let session = Session::start(&engine, &instance, &plan, &Silent);
        // Stopped before it has come further than the old one: that stays as it was.
        let checkpointer = Checkpointer::new(&session);
        checkpointer.finish(Some(Stop::Nodes));
        assert_eq!(Checkpoint::read(&path).unwrap(), old);
        checkpointer.finish(None);
        assert!(!path.exists() && !left.exists() && other.exists());
    }

    #[test]
    fn a_checkpoint_that_cannot_be_written_is_told_at_once_and_at_the_end() {
        #[derive(Default)]
        struct Warnings(Mutex<usize>);
        impl Observer for Warnings {
            fn on(&self, event: &Event) -> Control {
                if matches!(event, Event::Trouble { .. }) {
                    *self.0.lock().unwrap() += 1;
                }
                Control::Continue
            }
        }
        let folder = tempfile::tempdir().unwrap();
        let (engine, instance, warnings) = (engine(), instance(), Warnings::default());
        let request = Request {
            // A folder cannot be replaced by a file.
            checkpoint: Some(folder.path().to_owned()),
            ..Request::default()
        };
        let plan = engine.plan(&instance, &request).unwrap();
        let session = Session::start(&engine, &instance, &plan, &warnings);
        let checkpointer = Checkpointer::new(&session);
        checkpointer.keep(&ProofState::default());
        checkpointer.keep(&ProofState::default());
        assert_eq!(*warnings.0.lock().unwrap(), 1);
        checkpointer.finish(Some(Stop::Nodes));
        assert_eq!(*warnings.0.lock().unwrap(), 2);
    }
}
