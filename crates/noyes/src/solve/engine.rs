//! The engine: a value that owns everything a solve needs. Nothing in the library is process-wide.

use std::fmt;
#[cfg(feature = "files")]
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::all_shortest::{AllShortestError, all_shortest_solutions};
use super::clock::Clock;
use super::memory::{FixedMemory, MemoryProbe, SystemMemory};
use super::plan::{Inventory, QUICK_NODES};
use super::stages::run_plan;
use super::tables::{NoTables, TableSet, Tables};
use super::{Outcome, Plan, PlanError, Request, SolveError};
use crate::goal::Instance;
use crate::guard::{Guard, Observer, Stop};
use crate::search::Shortest;
use crate::store::TableStore;
use crate::workers::{Threads, Workers};

/// Solves boards. It owns a store of tables, threads, a clock, a memory probe, and the tables
/// opened
/// so far; two engines in one process share nothing but files. It can be used from any number of
/// threads at once, also from inside a foreign thread pool.
///
/// ```
/// use noyes::search::Silent;
/// use noyes::solve::{Engine, Request};
/// use noyes::{Board, Goal, Instance};
///
/// let engine = Engine::new();
/// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let plan = engine.plan(&instance, &Request::default())?;
/// let outcome = engine.solve(&instance, &plan, &Silent)?;
/// assert_eq!((outcome.length(), outcome.is_optimal()), (Some(14), true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Engine {
    tables: Arc<Tables>,
    clock: Arc<dyn Clock>,
    memory: Arc<dyn MemoryProbe>,
    /// Nodes that quick tables were searched for so far.
    quick_spent: AtomicU64,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("store", &self.tables.store)
            .field("workers", &self.tables.workers)
            .finish_non_exhaustive()
    }
}

impl Default for Engine {
    fn default() -> Self {
        Self::new()
    }
}

impl Engine {
    /// An engine with the default folder of tables and as many threads as the machine runs at once.
    pub fn new() -> Self {
        Self::builder().build()
    }

    /// An engine with other parts.
    pub fn builder() -> EngineBuilder {
        EngineBuilder::default()
    }

    /// Chooses algorithm, heuristic, tables and budget for an instance.
    ///
    /// This asks the store which tables are there; it builds and opens none.
    pub fn plan(&self, instance: &Instance, request: &Request) -> Result<Plan, PlanError> {
        Plan::choose(instance, request, self)
    }

    /// Carries out a plan, which must be made for this instance, until the solution is proven or a
    /// limit is reached. The observer is told what happens, and may say stop.
    ///
    /// The time limit counts from this call. Tables that are not there yet are built on threads of
    /// the
    /// engine; the build goes on if this call ends first, and serves the next one.
    pub fn solve(
        &self,
        instance: &Instance,
        plan: &Plan,
        observer: &dyn Observer,
    ) -> Result<Outcome, SolveError> {
        run_plan(self, instance, plan, observer)
    }

    /// Opens or builds the tables of a plan, and tells how many bytes they have. The plan's time
    /// limit
    /// is not asked; a solve of the plan finds its tables there from then on.
    ///
    /// Tables that cannot be had are no error: the search does without, as it would in its solve.
    pub fn ensure_tables(
        &self,
        instance: &Instance,
        plan: &Plan,
        observer: &dyn Observer,
    ) -> Result<usize, Stop> {
        let mut tiers: Vec<_> = plan
            .stages
            .iter()
            .filter_map(|stage| stage.tables)
            .collect();
        tiers.dedup();
        let sets = tiers.into_iter().map(|tier| TableSet::of(instance, tier));
        let sets: Vec<TableSet> = sets.collect();
        self.ensure_sets(&sets, plan.memory, observer)
    }

    /// Opens or builds sets of tables in at most `memory` bytes, and tells how many bytes they
    /// have.
    pub fn ensure_sets(
        &self,
        sets: &[TableSet],
        memory: usize,
        observer: &dyn Observer,
    ) -> Result<usize, Stop> {
        let guard = Guard::new(observer)
            .memory(memory)
            .on(self.tables.workers.all());
        let mut bytes = 0;
        for &set in sets {
            match self.tables.get(set, &guard) {
                Ok(_) => bytes += self.tables.bytes(&set),
                Err(NoTables::Stopped(stop)) => return Err(stop),
                Err(NoTables::Unavailable) => {}
            }
        }
        Ok(bytes)
    }

    /// Whether the tables of a set need not be built.
    pub fn has_tables(&self, set: &TableSet) -> bool {
        self.tables.is_there(set)
    }

    /// Bytes of the tables of a set.
    pub fn table_bytes(&self, set: &TableSet) -> usize {
        self.tables.bytes(set)
    }

    /// Bytes of memory that building a set takes at its peak, one table after the other.
    pub fn table_build_bytes(&self, set: &TableSet) -> usize {
        self.tables.build_bytes(set)
    }

    /// Bytes of memory that building a set takes at its peak on the engine's threads, where a limit
    /// allows it.
    pub fn build_peak(&self, set: &TableSet, memory: usize) -> usize {
        self.tables.build_peak(set, memory)
    }

    /// Bytes of the tables of a set that are not in the store.
    pub fn missing_bytes(&self, set: &TableSet) -> usize {
        self.tables.missing_bytes(set)
    }

    /// Whether the tables of a set are in the store.
    pub fn is_stored(&self, set: &TableSet) -> bool {
        self.tables.is_stored(set)
    }

    /// Counts the solutions of `minimum` moves, which must be the proven minimum of the instance in
    /// single tiles, and writes out the first `limit`, each replayed. The plan's limits hold.
    pub fn all_shortest(
        &self,
        instance: &Instance,
        plan: &Plan,
        minimum: u32,
        limit: usize,
        observer: &dyn Observer,
    ) -> Result<Shortest, AllShortestError> {
        all_shortest_solutions(self, instance, plan, minimum, limit, observer)
    }

    /// The store of tables.
    pub fn store(&self) -> &dyn TableStore {
        &*self.tables.store
    }

    /// The threads of the engine, for work of the caller's own beside its solves.
    pub fn threads(&self) -> Threads<'_> {
        self.tables.workers.all()
    }

    /// The clock.
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    pub(super) fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// The threads that a plan may use.
    pub(super) fn threads_of(&self, plan: &Plan) -> Threads<'_> {
        self.threads().at_most(plan.threads)
    }

    /// Counts nodes that quick tables were searched for.
    pub(super) fn spend_quick_nodes(&self, nodes: u64) {
        self.quick_spent.fetch_add(nodes, Ordering::Relaxed);
    }
}

impl Drop for Engine {
    /// Ends builds that are under way; what they had finished is kept.
    fn drop(&mut self) {
        self.tables.close();
    }
}

impl Inventory for Engine {
    fn is_there(&self, set: &TableSet) -> bool {
        self.tables.is_there(set)
    }

    fn is_open(&self, set: &TableSet) -> bool {
        self.tables.is_open(set)
    }

    fn bytes(&self, set: &TableSet) -> usize {
        self.tables.bytes(set)
    }

    fn build_bytes(&self, set: &TableSet) -> usize {
        self.tables.build_bytes(set)
    }

    fn available_memory(&self) -> usize {
        self.memory.available()
    }

    fn threads(&self) -> usize {
        self.tables.workers.all().count()
    }

    fn quick_nodes_left(&self) -> u64 {
        QUICK_NODES.saturating_sub(self.quick_spent.load(Ordering::Relaxed))
    }
}

/// The parts of an engine, each with a default.
///
/// ```
/// use noyes::solve::Engine;
/// use noyes::store::MemoryStore;
///
/// let engine = Engine::builder()
///     .store(MemoryStore::new())
///     .threads(2)
///     .memory(1_000_000_000)
///     .build();
/// assert_eq!(engine.threads().count(), 2);
/// ```
#[derive(Debug, Default)]
#[must_use]
pub struct EngineBuilder {
    store: Option<Arc<dyn TableStore>>,
    threads: Option<usize>,
    clock: Option<Arc<dyn Clock>>,
    memory: Option<Arc<dyn MemoryProbe>>,
}

impl EngineBuilder {
    /// Keeps tables in this folder; without it, in [`crate::store::default_folder`].
    #[cfg(feature = "files")]
    pub fn folder(self, folder: impl Into<PathBuf>) -> Self {
        self.store(crate::store::FileStore::new(folder))
    }

    /// Keeps tables in this store.
    pub fn store(mut self, store: impl TableStore + 'static) -> Self {
        self.store = Some(Arc::new(store));
        self
    }

    /// Uses this number of threads, at least one; without it, what the machine runs at once.
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Lets searches without a memory limit of their own plan with this number of bytes; without
    /// it,
    /// with what the machine has left.
    pub fn memory(self, bytes: usize) -> Self {
        self.memory_probe(FixedMemory(bytes))
    }

    /// Asks this probe how much memory is left.
    pub fn memory_probe(mut self, probe: impl MemoryProbe + 'static) -> Self {
        self.memory = Some(Arc::new(probe));
        self
    }

    /// Reads this clock; without it, the system's.
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Some(Arc::new(clock));
        self
    }

    /// The engine. No thread is started and no file opened before it is needed.
    pub fn build(self) -> Engine {
        let workers = Workers::new(self.threads.unwrap_or_else(Workers::available));
        Engine {
            tables: Arc::new(Tables::new(
                self.store.unwrap_or_else(default_store),
                workers,
            )),
            clock: self.clock.unwrap_or_else(default_clock),
            memory: self.memory.unwrap_or_else(|| Arc::new(SystemMemory)),
            quick_spent: AtomicU64::new(0),
        }
    }
}

fn default_store() -> Arc<dyn TableStore> {
    #[cfg(feature = "files")]
    return Arc::new(crate::store::FileStore::new(crate::store::default_folder()));
    #[cfg(not(feature = "files"))]
    Arc::new(crate::store::MemoryStore::new())
}

fn default_clock() -> Arc<dyn Clock> {
    #[cfg(not(target_family = "wasm"))]
    return Arc::new(super::clock::SystemClock::new());
    #[cfg(target_family = "wasm")]
    Arc::new(super::clock::StoppedClock)
}
