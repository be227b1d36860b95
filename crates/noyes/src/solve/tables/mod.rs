//! The tables of an engine: opened or built once, then shared by all its solves.
//!
//! # Idea
//!
//! Every [`TableSet`] has an entry: empty, being built, or ready. The first solve that needs a set
//! starts a thread of the engine that opens or builds it. Every solve that needs it waits for the
//! entry, without holding a lock and asking its own guard many times a second. So a solve that
//! gives up leaves the build to the others and to the next board, unrelated sets do not wait for
//! each other, and a time limit is kept while tables are built.
//!
//! # Invariants
//!
//! * A lock is held for a few instructions: never while tables are built, nor while an observer is
//!   told anything.
//! * A build ends early only when the engine is dropped. What it had finished by then is kept.
//! * Where no thread can be started (WebAssembly), the first solve builds under its own guard.

mod build;
mod set;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
#[cfg(feature = "threads")]
use std::time::Duration;

use rustc_hash::FxHashMap;
pub use set::{TableKind, TableSet, has_complete, needs_compound};

#[cfg(feature = "threads")]
use crate::guard::{Control, Observer};
use crate::guard::{Event, Guard, Stop};
use crate::pattern::table_format::OPENING;
use crate::pattern::{
    CellSetCache, Complete, Pattern, Table, all_held_bytes, blob, build_peak, concurrent_builds,
    has_tables, stored_bytes,
};
use crate::search::{CompoundSolver, MultiTileSolver, PatternSolver};
use crate::store::TableStore;
use crate::workers::Workers;

/// Time between two questions to the guard of a solve that waits.
#[cfg(feature = "threads")]
const POLL: Duration = Duration::from_millis(10);

/// Tables ready for use.
#[derive(Clone, Debug)]
pub(super) enum Ready {
    Patterns(Arc<PatternSolver>),
    Compound(Arc<CompoundSolver>),
    Complete(Arc<Complete>),
    MultiTile(Arc<MultiTileSolver>),
}

/// Why there are no tables of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NoTables {
    /// The caller's guard ended the wait.
    Stopped(Stop),
    /// There are none for such boards, or building them failed.
    Unavailable,
}

/// One set of tables.
#[derive(Debug, Default)]
struct Entry {
    state: Mutex<State>,
    changed: Condvar,
    /// Bytes of the tables of one partition, which every plan asks for.
    bytes: OnceLock<usize>,
}

#[derive(Debug, Default)]
enum State {
    #[default]
    Empty,
    Building(Building),
    Ready(Ready, Vec<String>),
    /// The last build failed, within so many bytes of memory.
    Failed {
        memory: usize,
    },
}

/// How far a build has come.
#[derive(Clone, Debug)]
struct Building {
    name: String,
    done: u64,
    total: u64,
}

impl Building {
    /// Files are opened and checked before anything is built.
    fn opening() -> Self {
        Self {
            name: OPENING.to_owned(),
            done: 0,
            total: 1,
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// See the module documentation.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) store: Arc<dyn TableStore>,
    pub(super) workers: Workers,
    pub(super) sets: CellSetCache,
    entries: Mutex<FxHashMap<TableSet, Arc<Entry>>>,
    is_closing: AtomicBool,
    #[cfg(feature = "threads")]
    builders: Mutex<Vec<std::thread::JoinHandle<()>>>,
}

impl Tables {
    pub(super) fn new(store: Arc<dyn TableStore>, workers: Workers) -> Self {
        Self {
            store,
            workers,
            sets: CellSetCache::default(),
            entries: Mutex::default(),
            is_closing: AtomicBool::new(false),
            #[cfg(feature = "threads")]
            builders: Mutex::default(),
        }
    }

    /// Whether the tables of a set need not be built: they are in the store, or so small that
    /// building them takes no time. Whether the files are sound shows when they are opened.
    pub(super) fn is_there(&self, set: &TableSet) -> bool {
        !set.is_kept() || self.is_open(set) || self.is_stored(set)
    }

    /// Whether the tables of a set are open.
    pub(super) fn is_open(&self, set: &TableSet) -> bool {
        let entry = lock(&self.entries).get(set).cloned();
        entry.is_some_and(|entry| matches!(*lock(&entry.state), State::Ready(..)))
    }

    /// Whether the tables of a set are in the store.
    pub(super) fn is_stored(&self, set: &TableSet) -> bool {
        match set.kind() {
            TableKind::Complete => {
                let name = Complete::name(set.size(), set.blank_home());
                blob::is_there(&*self.store, &name)
            }
            TableKind::MultiTile => false,
            _ => {
                let patterns = set.patterns();
                !patterns.is_empty() && has_tables(&*self.store, &patterns)
            }
        }
    }

    /// Bytes of the tables of a set that are not in the store.
    pub(super) fn missing_bytes(&self, set: &TableSet) -> usize {
        if set.kind() == TableKind::Complete {
            return if self.is_stored(set) {
                0
            } else {
                self.bytes(set)
            };
        }
        let patterns = set.patterns();
        let missing = patterns
            .iter()
            .filter(|pattern| !has_tables(&*self.store, std::slice::from_ref(*pattern)));
        missing
            .map(|pattern| Table::bytes(pattern, &self.sets.of(pattern)))
            .fold(0, usize::saturating_add)
    }

    /// Bytes of memory that building a set takes at its peak, where a limit allows it.
    pub(super) fn build_peak(&self, set: &TableSet, memory: usize) -> usize {
        if set.kind() == TableKind::Complete {
            return self.build_bytes(set);
        }
        let patterns = set.patterns();
        let threads = self.workers.all().count();
        let memory = memory.saturating_sub(all_held_bytes(&patterns, &self.sets));
        let together = concurrent_builds(&patterns, &self.sets, memory, threads);
        build_peak(&patterns, &self.sets, together)
    }

    /// Bytes of the tables of a set.
    pub(super) fn bytes(&self, set: &TableSet) -> usize {
        match set.kind() {
            TableKind::Complete => Complete::bytes(set.size()),
            _ if !needs_compound(set.size()) => {
                let entry = self.entry(*set);
                *entry.bytes.get_or_init(|| self.bytes_of(&set.patterns()))
            }
            _ => {
                let patterns = set.patterns();
                // Ranking the sets of seven tiles takes longer than asking the files.
                if has_tables(&*self.store, &patterns) {
                    return stored_bytes(&*self.store, &patterns);
                }
                self.bytes_of(&patterns)
            }
        }
    }

    /// Bytes of the tables of some patterns.
    fn bytes_of(&self, patterns: &[Pattern]) -> usize {
        let bytes = |pattern| Table::bytes(pattern, &self.sets.of(pattern));
        patterns.iter().map(bytes).fold(0, usize::saturating_add)
    }

    /// Bytes of memory that building the tables of a set takes at its peak, one after the other.
    pub(super) fn build_bytes(&self, set: &TableSet) -> usize {
        match set.kind() {
            TableKind::Complete => 3 * Complete::bytes(set.size()),
            _ => build_peak(&set.patterns(), &self.sets, 1),
        }
    }

    fn entry(&self, set: TableSet) -> Arc<Entry> {
        Arc::clone(lock(&self.entries).entry(set).or_default())
    }

    /// The tables of a set, as soon as they are there.
    ///
    /// The guard is told how far the build has come, and may end the wait, not the build. Its
    /// memory limit is that of the build, if this call starts it.
    pub(super) fn get(
        self: &Arc<Self>,
        set: TableSet,
        guard: &Guard<'_>,
    ) -> Result<Ready, NoTables> {
        let entry = self.entry(set);
        let memory = guard.memory_limit();
        let mut has_waited = false;
        loop {
            let mut state = lock(&entry.state);
            match &mut *state {
                State::Ready(ready, warnings) => {
                    let (ready, warnings) = (ready.clone(), std::mem::take(warnings));
                    drop(state);
                    for warning in warnings {
                        guard
                            .tell(&Event::trouble(warning))
                            .map_err(NoTables::Stopped)?;
                    }
                    return Ok(ready);
                }
                // A solve that waited for this failed build repeats it only with a larger memory
                // limit. A solve that arrives later always repeats it.
                State::Failed { memory: tried } if has_waited && memory <= *tried => {
                    return Err(NoTables::Unavailable);
                }
                State::Empty | State::Failed { .. } => {
                    *state = State::Building(Building::opening());
                    drop(state);
                    has_waited = true;
                    self.start(set, &entry, guard)?;
                }
                State::Building(building) => {
                    let event = Event::Table {
                        name: building.name.clone(),
                        done: building.done,
                        total: building.total,
                    };
                    has_waited = true;
                    entry.wait(state);
                    guard.tell(&event).map_err(NoTables::Stopped)?;
                }
            }
        }
    }

    /// Starts a thread that builds, or builds here and now where none can be had.
    fn start(
        self: &Arc<Self>,
        set: TableSet,
        entry: &Arc<Entry>,
        guard: &Guard<'_>,
    ) -> Result<(), NoTables> {
        #[cfg(feature = "threads")]
        {
            let (tables, slot) = (Arc::clone(self), Arc::clone(entry));
            let memory = guard.memory_limit();
            let builder = move || {
                let observer = Builder {
                    tables: &tables,
                    entry: &slot,
                };
                let guard = Guard::new(&observer)
                    .memory(memory)
                    .on(tables.workers.all());
                let _unwinding = FinishOnUnwind(&slot, memory);
                slot.finish(tables.build(set, &guard), memory);
            };
            let thread = std::thread::Builder::new().name("noyes-tables".to_owned());
            if let Ok(thread) = thread.spawn(builder) {
                let mut builders = lock(&self.builders);
                builders.retain(|builder| !builder.is_finished());
                builders.push(thread);
                return Ok(());
            }
        }
        let _unwinding = FinishOnUnwind(entry, guard.memory_limit());
        let built = self.build(set, &guard.on(self.workers.all()));
        let stopped = match &built {
            Err(NoTables::Stopped(stop)) => Some(*stop),
            _ => None,
        };
        entry.finish(built, guard.memory_limit());
        stopped.map_or(Ok(()), |stop| Err(NoTables::Stopped(stop)))
    }

    /// Forgets the tables that are open. Who uses them keeps them; builds go on.
    pub(super) fn release(&self) {
        let entries: Vec<Arc<Entry>> = lock(&self.entries).values().cloned().collect();
        for entry in entries {
            let mut state = lock(&entry.state);
            if matches!(*state, State::Ready(..)) {
                let released = std::mem::take(&mut *state);
                // Unmapping gigabytes takes a while.
                drop(state);
                drop(released);
            }
        }
        self.sets.clear();
    }

    /// Ends all builds and waits for their threads.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
        #[cfg(feature = "threads")]
        for builder in std::mem::take(&mut *lock(&self.builders)) {
            // It caught its panics, and told them.
            let _ = builder.join();
        }
    }
}

impl Entry {
    /// Ends a build within so much memory and wakes the solves that wait for it.
    fn finish(&self, built: Result<(Ready, Vec<String>), NoTables>, memory: usize) {
        *lock(&self.state) = match built {
            Ok((ready, warnings)) => State::Ready(ready, warnings),
            Err(NoTables::Stopped(_)) => State::Empty,
            Err(NoTables::Unavailable) => State::Failed { memory },
        };
        self.changed.notify_all();
    }

    /// Waits until the state changes, or for a moment.
    #[cfg(feature = "threads")]
    fn wait(&self, state: MutexGuard<'_, State>) {
        let waited = self.changed.wait_timeout(state, POLL);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
    }

    /// With one thread only a build on this very thread can be under way: an observer that was told
    /// of it asks for the same tables, and must stop by itself.
    #[cfg(not(feature = "threads"))]
    fn wait(&self, state: MutexGuard<'_, State>) {
        drop(state);
    }
}

/// Ends a build that panics, so that no solve waits for it for ever.
struct FinishOnUnwind<'a>(&'a Entry, usize);

impl Drop for FinishOnUnwind<'_> {
    fn drop(&mut self) {
        if matches!(*lock(&self.0.state), State::Building(_)) {
            self.0.finish(Err(NoTables::Unavailable), self.1);
        }
    }
}

/// The observer of a build: publishes how far it has come, and stops it when the engine goes.
#[cfg(feature = "threads")]
struct Builder<'a> {
    tables: &'a Tables,
    entry: &'a Entry,
}

#[cfg(feature = "threads")]
impl Observer for Builder<'_> {
    fn on(&self, event: &Event) -> Control {
        if let Event::Table { name, done, total } = event {
            let mut state = lock(&self.entry.state);
            if let State::Building(building) = &mut *state {
                building.name.clear();
                building.name.push_str(name);
                (building.done, building.total) = (*done, *total);
            }
        }
        match self.tables.is_closing.load(Ordering::Relaxed) {
            true => Control::Stop,
            false => Control::Continue,
        }
    }
}
