//! The engine: a value that owns everything a solve needs. Nothing in the library is process-wide.

use std::fmt;
#[cfg(feature = "files")]
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::all_shortest::{AllShortestError, all_shortest_solutions};
use super::clock::Clock;
use super::labels::LabelTable;
use super::memory::{FixedMemory, MemoryProbe, RecentMemory, SystemMemory};
use super::plan::{Inventory, QUICK_NODES};
use super::stages::run_plan;
use super::tables::{NoTables, Ready, TableSet, Tables, needs_compound};
use super::{Outcome, Plan, PlanError, Request, SolveError};
use crate::board::Size;
use crate::goal::Instance;
use crate::guard::{Guard, InstructionSet, Observer, Stop};
use crate::pattern::Tier;
use crate::search::beam::{Net, NetError};
use crate::search::{CompoundSolver, Shortest};
use crate::store::TableStore;
use crate::workers::{Threads, Workers};

/// Solves boards. It owns a store of tables, threads, a clock, a memory probe, and the tables
/// opened so far; two engines in one process share nothing but files. It can be used from any
/// number of threads at once, also from inside a foreign thread pool.
///
/// ```
/// use noyes::guard::Silent;
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
    memory: RecentMemory,
    instruction_set: InstructionSet,
    /// Nodes that quick tables were searched for so far.
    quick_nodes: u64,
    quick_spent: AtomicU64,
    /// Tables of labels that were asked for.
    label_tables: Mutex<Vec<Arc<LabelTable>>>,
    /// The nets that the caller gave, at most one for each size.
    nets: Mutex<Vec<Arc<Net>>>,
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
    ///
    /// ```
    /// use noyes::Engine;
    /// use noyes::workers::Workers;
    ///
    /// assert_eq!(Engine::new().threads().count(), Workers::available());
    /// ```
    pub fn new() -> Self {
        Self::builder().build()
    }

    /// An engine with other parts.
    ///
    /// ```
    /// let engine = noyes::Engine::builder().threads(1).build();
    /// assert_eq!(engine.threads().count(), 1);
    /// ```
    pub fn builder() -> EngineBuilder {
        EngineBuilder::default()
    }

    /// Chooses algorithm, heuristic, tables and budget for an instance.
    ///
    /// This asks the store which tables are there; it builds and opens none. What the request asks
    /// for and this board cannot have is an error: see [`PlanError`].
    ///
    /// ```
    /// use noyes::search::Algorithm;
    /// use noyes::solve::{Engine, Request};
    /// use noyes::{Goal, Instance};
    ///
    /// let instance = Instance::new(&"0 1 3/4 2 5/7 8 6".parse()?, &Goal::BlankLast)?;
    /// let request = Request { algorithm: Some(Algorithm::AStar), ..Request::default() };
    /// let plan = Engine::new().plan(&instance, &request)?;
    /// assert_eq!(plan.stages[0].algorithm, Algorithm::AStar);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan(&self, instance: &Instance, request: &Request) -> Result<Plan, PlanError> {
        Plan::choose(instance, request, self)
    }

    /// Carries out a plan until the solution is proven or a limit is reached. The observer is told
    /// what happens, and may say stop; it is called from several threads, and while it works the
    /// search waits.
    ///
    /// The plan must be made for an instance of this size and blank home; any other is
    /// [`SolveError::OtherPlan`].
    ///
    /// The time limit counts from this call. Tables that are not there yet are built on threads of
    /// the engine; the build goes on if this call ends first, and serves the next one.
    ///
    /// ```
    /// use noyes::guard::Silent;
    /// use noyes::solve::{Engine, Request};
    /// use noyes::{Goal, Instance};
    ///
    /// let engine = Engine::new();
    /// let instance = Instance::new(&"0 1 3/4 2 5/7 8 6".parse()?, &Goal::BlankLast)?;
    /// let plan = engine.plan(&instance, &Request::default())?;
    /// assert_eq!(engine.solve(&instance, &plan, &Silent)?.length(), Some(4));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        &self,
        instance: &Instance,
        plan: &Plan,
        observer: &dyn Observer,
    ) -> Result<Outcome, SolveError> {
        run_plan(self, instance, plan, observer)
    }

    /// Opens or builds the tables of a plan, which must be made for this instance. The plan's time
    /// limit is not asked; a solve of the plan finds its tables there from then on.
    ///
    /// Tables that cannot be had are no error: the search does without, as it would in its solve.
    /// With the plan of another instance, tables are opened that this one may not need.
    ///
    /// ```
    /// use noyes::guard::Silent;
    /// use noyes::solve::{Engine, Request};
    /// use noyes::{Board, Goal, Instance};
    ///
    /// let engine = Engine::new();
    /// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
    /// let instance = Instance::new(&board, &Goal::BlankLast)?;
    /// let plan = engine.plan(&instance, &Request::default())?;
    /// let ensured = engine.ensure_tables(&instance, &plan, &Silent)?;
    /// assert!(ensured.bytes > 0 && ensured.unavailable.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ensure_tables(
        &self,
        instance: &Instance,
        plan: &Plan,
        observer: &dyn Observer,
    ) -> Result<EnsuredSets, Stop> {
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

    /// Opens or builds sets of tables, each in at most `memory` bytes. A set that does not fit, or
    /// that the catalogue does not have, is listed in [`EnsuredSets::unavailable`]. The error is
    /// that the observer stopped it.
    ///
    /// ```
    /// # use noyes::{Engine, Size, guard::Silent, pattern::Tier};
    /// # use noyes::{solve::TableSet, store::MemoryStore};
    /// let engine = Engine::builder().store(MemoryStore::new()).build();
    /// let set = TableSet::new(Size::new(4, 3)?, 11, Tier::Quick);
    /// let ensured = engine.ensure_sets(&[set], usize::MAX, &Silent)?;
    /// assert_eq!(ensured.bytes, engine.table_bytes(&set));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn ensure_sets(
        &self,
        sets: &[TableSet],
        memory: usize,
        observer: &dyn Observer,
    ) -> Result<EnsuredSets, Stop> {
        let guard = Guard::new(observer)
            .memory(memory)
            .on(self.tables.workers.all());
        let mut ensured = EnsuredSets::default();
        for &set in sets {
            match self.tables.get(set, &guard) {
                Ok(_) => ensured.bytes += self.tables.bytes(&set),
                Err(NoTables::Stopped(stop)) => return Err(stop),
                Err(NoTables::Unavailable) => ensured.unavailable.push(set),
            }
        }
        Ok(ensured)
    }

    /// Releases the memory of all tables that are open. A solve that uses them keeps them until it
    /// ends, a build that is under way goes on, and the next solve opens what it needs again.
    ///
    /// ```
    /// use noyes::guard::Silent;
    /// use noyes::solve::{Engine, Request};
    /// use noyes::{Board, Goal, Instance};
    ///
    /// let engine = Engine::new();
    /// let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]])?;
    /// let instance = Instance::new(&board, &Goal::BlankLast)?;
    /// let plan = engine.plan(&instance, &Request::default())?;
    /// let before = engine.solve(&instance, &plan, &Silent)?.length();
    /// engine.release_tables();
    /// assert_eq!(engine.solve(&instance, &plan, &Silent)?.length(), before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn release_tables(&self) {
        self.tables.release();
    }

    /// Whether the tables of a set need not be built: they are open or stored, or so small that
    /// they are built in passing.
    ///
    /// ```
    /// # use noyes::{Engine, Size, guard::Silent, pattern::Tier};
    /// # use noyes::{solve::TableSet, store::MemoryStore};
    /// let engine = Engine::builder().store(MemoryStore::new()).build();
    /// let set = TableSet::new(Size::new(4, 3)?, 11, Tier::Quick);
    /// assert!(!engine.has_tables(&set));
    /// engine.ensure_sets(&[set], usize::MAX, &Silent)?;
    /// assert!(engine.has_tables(&set));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_tables(&self, set: &TableSet) -> bool {
        self.tables.is_there(set)
    }

    /// Whether the tables of a set are open: a solve has used them, or is free to.
    ///
    /// ```
    /// # use noyes::{Engine, Size, guard::Silent, pattern::Tier};
    /// # use noyes::{solve::TableSet, store::MemoryStore};
    /// let engine = Engine::builder().store(MemoryStore::new()).build();
    /// let set = TableSet::new(Size::new(4, 3)?, 11, Tier::Quick);
    /// engine.ensure_sets(&[set], usize::MAX, &Silent)?;
    /// assert!(engine.has_open_tables(&set));
    /// engine.release_tables();
    /// assert!(!engine.has_open_tables(&set) && engine.has_tables(&set));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_open_tables(&self, set: &TableSet) -> bool {
        self.tables.is_open(set)
    }

    /// Bytes of the tables of a set; 0 where the catalogue has none.
    ///
    /// ```
    /// # use noyes::{Engine, Size, guard::Silent, pattern::Tier};
    /// # use noyes::{solve::TableSet, store::MemoryStore};
    /// let engine = Engine::builder().store(MemoryStore::new()).build();
    /// let set = TableSet::new(Size::new(4, 3)?, 11, Tier::Quick);
    /// let large = TableSet::new(Size::new(4, 3)?, 11, Tier::Large);
    /// assert!(engine.table_bytes(&set) < engine.table_bytes(&large));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn table_bytes(&self, set: &TableSet) -> usize {
        self.tables.bytes(set)
    }

    /// Bytes of memory that building a set takes at its peak, one table after the other.
    ///
    /// ```
    /// # use noyes::{Engine, Size, guard::Silent, pattern::Tier};
    /// # use noyes::{solve::TableSet, store::MemoryStore};
    /// let engine = Engine::builder().store(MemoryStore::new()).build();
    /// let set = TableSet::new(Size::new(4, 3)?, 11, Tier::Quick);
    /// assert!(engine.table_build_bytes(&set) > engine.table_bytes(&set));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn table_build_bytes(&self, set: &TableSet) -> usize {
        self.tables.build_bytes(set)
    }

    /// Bytes of memory that building a set takes at its peak on the engine's threads, where a limit
    /// of `memory` bytes allows it: with little memory the tables are built one after the other.
    ///
    /// ```
    /// # use noyes::{Engine, Size, guard::Silent, pattern::Tier};
    /// # use noyes::{solve::TableSet, store::MemoryStore};
    /// let engine = Engine::builder().store(MemoryStore::new()).build();
    /// let set = TableSet::new(Size::new(4, 3)?, 11, Tier::Quick);
    /// assert!(engine.build_peak(&set, 0) <= engine.build_peak(&set, usize::MAX));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build_peak(&self, set: &TableSet, memory: usize) -> usize {
        self.tables.build_peak(set, memory)
    }

    /// Bytes of the tables of a set that are not in the store.
    ///
    /// ```
    /// # use noyes::{Engine, Size, guard::Silent, pattern::Tier};
    /// # use noyes::{solve::TableSet, store::MemoryStore};
    /// let engine = Engine::builder().store(MemoryStore::new()).build();
    /// let set = TableSet::new(Size::new(4, 3)?, 11, Tier::Quick);
    /// assert_eq!(engine.missing_bytes(&set), engine.table_bytes(&set));
    /// engine.ensure_sets(&[set], usize::MAX, &Silent)?;
    /// assert_eq!(engine.missing_bytes(&set), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn missing_bytes(&self, set: &TableSet) -> usize {
        self.tables.missing_bytes(set)
    }

    /// Whether the tables of a set are in the store.
    ///
    /// ```
    /// # use noyes::{Engine, Size, guard::Silent, pattern::Tier};
    /// # use noyes::{solve::TableSet, store::MemoryStore};
    /// let engine = Engine::builder().store(MemoryStore::new()).build();
    /// let set = TableSet::new(Size::new(4, 3)?, 11, Tier::Quick);
    /// assert!(!engine.is_stored(&set));
    /// engine.ensure_sets(&[set], usize::MAX, &Silent)?;
    /// assert!(engine.is_stored(&set));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_stored(&self, set: &TableSet) -> bool {
        self.tables.is_stored(set)
    }

    /// Counts the solutions of `minimum` moves, and writes out the first `limit`, each replayed.
    /// The plan's limits hold.
    ///
    /// | Argument | Contract |
    /// |---|---|
    /// | `plan` | Made for an instance of this size and blank home; any other is [`SolveError::OtherPlan`]. |
    /// | `minimum` | The proven minimum of the instance, in the plan's metric. With less the count is 0; with more, all walks of that length are counted. |
    ///
    /// ```
    /// use noyes::guard::Silent;
    /// use noyes::solve::{Engine, Request};
    /// use noyes::{Goal, Instance};
    ///
    /// let engine = Engine::new();
    /// let instance = Instance::new(&"0 3/2 1".parse()?, &Goal::BlankLast)?;
    /// let plan = engine.plan(&instance, &Request::default())?;
    /// // Three tiles go around either way; one of the two solutions is listed.
    /// let shortest = engine.all_shortest(&instance, &plan, 6, 1, &Silent)?;
    /// assert_eq!((shortest.count, shortest.solutions.len()), (2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Scores boards of a net's size with it from now on, instead of the net in the binary. Takes
    /// the bytes of the net's file, and tells the size. Bytes that are no whole net are an error.
    ///
    /// ```
    /// use noyes::Engine;
    ///
    /// assert!(Engine::new().add_net(b"not a net").is_err());
    /// ```
    pub fn add_net(&self, bytes: &[u8]) -> Result<Size, NetError> {
        let net = Net::from_bytes(bytes)?;
        let size = net.size();
        let mut nets = self.nets.lock().unwrap_or_else(PoisonError::into_inner);
        nets.retain(|other| other.size() != size);
        nets.push(Arc::new(net));
        Ok(size)
    }

    /// The net that the caller gave for a size.
    pub(super) fn net(&self, size: Size) -> Option<Arc<Net>> {
        let nets = self.nets.lock().unwrap_or_else(PoisonError::into_inner);
        nets.iter().find(|net| net.size() == size).cloned()
    }

    /// The solver of long proofs with the tables of a tier, which are opened or built now, whatever
    /// memory they take; none where the board has no such tables (it has 17 to 36 cells), or they
    /// cannot be had. The error is that the observer stopped it.
    ///
    /// It serves workers that run tasks of a proof: see [`CompoundSolver::run_task`].
    ///
    /// ```
    /// use noyes::guard::Silent;
    /// use noyes::pattern::Tier;
    /// use noyes::{Engine, Goal, Instance};
    ///
    /// // A board of nine cells has no such tables.
    /// let instance = Instance::new(&"0 1 3/4 2 5/7 8 6".parse()?, &Goal::BlankLast)?;
    /// assert!(Engine::new().compound_solver(&instance, Tier::Small, &Silent)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn compound_solver(
        &self,
        instance: &Instance,
        tier: Tier,
        observer: &dyn Observer,
    ) -> Result<Option<Arc<CompoundSolver>>, Stop> {
        if !needs_compound(instance.size()) {
            return Ok(None);
        }
        let guard = Guard::new(observer).on(self.threads());
        match self.tables.get(TableSet::of(instance, tier), &guard) {
            Ok(Ready::Compound(solver)) => Ok(Some(solver)),
            Ok(_) | Err(NoTables::Unavailable) => Ok(None),
            Err(NoTables::Stopped(stop)) => Err(stop),
        }
    }

    /// The store of tables.
    ///
    /// ```
    /// use noyes::Engine;
    /// use noyes::store::MemoryStore;
    ///
    /// let engine = Engine::builder().store(MemoryStore::new()).build();
    /// assert_eq!((engine.store().place().as_str(), engine.store().names().len()), ("memory", 0));
    /// ```
    pub fn store(&self) -> &dyn TableStore {
        &*self.tables.store
    }

    /// The threads of the engine, for work of the caller's own beside its solves.
    ///
    /// ```
    /// let engine = noyes::Engine::builder().threads(2).build();
    /// assert_eq!(engine.threads().map(3, |index| index + 1), [1, 2, 3]);
    /// ```
    pub fn threads(&self) -> Threads<'_> {
        self.tables.workers.all()
    }

    /// The most that searches use of the processor.
    ///
    /// ```
    /// use noyes::Engine;
    /// use noyes::guard::InstructionSet;
    ///
    /// assert_eq!(Engine::new().instruction_set(), InstructionSet::Avx512);
    /// ```
    pub fn instruction_set(&self) -> InstructionSet {
        self.instruction_set
    }

    /// The clock.
    ///
    /// ```
    /// let engine = noyes::Engine::new();
    /// let begun = engine.clock().now();
    /// assert!(engine.clock().now() >= begun);
    /// ```
    pub fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    pub(super) fn tables(&self) -> &Arc<Tables> {
        &self.tables
    }

    /// The labels of all boards of a size and goal cell of the blank, made once.
    pub(super) fn label_table(&self, size: Size, blank_home: usize) -> Arc<LabelTable> {
        let tables = || {
            let tables = self.label_tables.lock();
            tables.unwrap_or_else(PoisonError::into_inner)
        };
        let is_it = |table: &&Arc<LabelTable>| (table.size, table.blank_home) == (size, blank_home);
        if let Some(table) = tables().iter().find(is_it) {
            return Arc::clone(table);
        }
        // No lock is held meanwhile: of two callers at once, both make the same table.
        let table = Arc::new(LabelTable::new(size, blank_home));
        tables().push(Arc::clone(&table));
        table
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
        self.memory.available(self.clock.now())
    }

    fn threads(&self) -> usize {
        self.tables.workers.all().count()
    }

    fn quick_nodes(&self) -> u64 {
        match self.quick_spent.load(Ordering::Relaxed) < self.quick_nodes {
            true => self.quick_nodes,
            false => 0,
        }
    }
}

/// Sets of tables that were asked for: what is there, and what could not be had.
///
/// ```
/// use noyes::pattern::Tier;
/// use noyes::guard::Silent;
/// use noyes::solve::{Engine, TableSet};
/// use noyes::store::MemoryStore;
/// use noyes::Size;
///
/// let engine = Engine::builder().store(MemoryStore::new()).build();
/// let set = TableSet::new(Size::new(3, 4)?, 11, Tier::Small);
/// let ensured = engine.ensure_sets(&[set], 1000, &Silent)?;
/// assert_eq!((ensured.bytes, ensured.unavailable), (0, vec![set])); // 1000 bytes are too few
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EnsuredSets {
    /// Bytes of the sets that are open now.
    pub bytes: usize,
    /// The sets that could not be had: they do not fit the memory, or there are none for such
    /// boards.
    pub unavailable: Vec<TableSet>,
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
    memory: Option<RecentMemory>,
    instruction_set: InstructionSet,
    quick_nodes: Option<u64>,
}

impl EngineBuilder {
    /// Keeps tables in this folder, which is made when it is needed; without it, in
    /// [`crate::store::default_folder`]. Several processes may share a folder.
    ///
    /// ```
    /// let folder = std::env::temp_dir().join("noyes-tables");
    /// let engine = noyes::Engine::builder().folder(&folder).build();
    /// assert_eq!(engine.store().place(), folder.display().to_string());
    /// ```
    #[cfg(feature = "files")]
    pub fn folder(self, folder: impl Into<PathBuf>) -> Self {
        self.store(crate::store::FileStore::new(folder))
    }

    /// Keeps tables in this store. It must give back what was written: tables have checksums, and
    /// one that was changed is built again.
    ///
    /// ```
    /// use noyes::store::MemoryStore;
    ///
    /// let engine = noyes::Engine::builder().store(MemoryStore::new()).build();
    /// assert!(engine.store().is_in_memory());
    /// ```
    pub fn store(mut self, store: impl TableStore + 'static) -> Self {
        self.store = Some(Arc::new(store));
        self
    }

    /// Uses this number of threads; without it, what the machine runs at once. 0 counts as 1, and
    /// more than [`Workers::MOST`] as that. The thread that calls a solve is one of them.
    ///
    /// ```
    /// let engine = noyes::Engine::builder().threads(0).build();
    /// assert_eq!(engine.threads().count(), 1);
    /// ```
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// Lets searches use at most these instructions of the processor; without it, the best that it
    /// has. Answers do not depend on it, nor do node counts on one thread.
    ///
    /// ```
    /// use noyes::Engine;
    /// use noyes::guard::InstructionSet;
    ///
    /// let engine = Engine::builder().instruction_set(InstructionSet::Baseline).build();
    /// assert_eq!(engine.instruction_set(), InstructionSet::Baseline);
    /// ```
    pub fn instruction_set(mut self, most: InstructionSet) -> Self {
        self.instruction_set = most;
        self
    }

    /// Lets searches without a memory limit of their own plan with this number of bytes; without
    /// it, with what the machine has left.
    ///
    /// ```
    /// use noyes::solve::Request;
    /// use noyes::{Engine, Goal, Instance};
    ///
    /// let engine = Engine::builder().memory(100_000_000).build();
    /// let instance = Instance::new(&"1 2/0 3".parse()?, &Goal::BlankLast)?;
    /// // A quarter is left to the rest of the program.
    /// assert_eq!(engine.plan(&instance, &Request::default())?.memory, 75_000_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn memory(self, bytes: usize) -> Self {
        self.memory_probe(FixedMemory(bytes))
    }

    /// Asks this probe how much memory is left when a plan without a memory limit is made, at most ten
    /// times a second.
    ///
    /// ```
    /// use noyes::Engine;
    /// use noyes::solve::SystemMemory;
    ///
    /// let engine = Engine::builder().memory_probe(SystemMemory).build();
    /// ```
    pub fn memory_probe(mut self, probe: impl MemoryProbe + 'static) -> Self {
        self.memory = Some(RecentMemory::new(probe));
        self
    }

    /// Searches with quick tables for as many nodes before it builds the small ones; without it,
    /// for three million. Where building is slow, more of them are sooner done than a build.
    ///
    /// ```
    /// use noyes::solve::Request;
    /// use noyes::store::MemoryStore;
    /// use noyes::{Engine, Goal, Instance};
    ///
    /// let engine = Engine::builder().store(MemoryStore::new()).quick_nodes(20_000_000).build();
    /// let board = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0".parse()?;
    /// let plan = engine.plan(&Instance::new(&board, &Goal::BlankLast)?, &Request::default())?;
    /// assert_eq!(plan.stages[0].nodes, Some(20_000_000));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn quick_nodes(mut self, nodes: u64) -> Self {
        self.quick_nodes = Some(nodes);
        self
    }

    /// Reads this clock; without it, the system's. It must never go backwards, and it is read many
    /// times a second from several threads. With a clock that stands still no time limit is
    /// reached.
    ///
    /// ```
    /// use std::time::Duration;
    /// use noyes::Engine;
    /// use noyes::solve::StoppedClock;
    ///
    /// let engine = Engine::builder().clock(StoppedClock).build();
    /// assert_eq!(engine.clock().now(), Duration::ZERO);
    /// ```
    pub fn clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Some(Arc::new(clock));
        self
    }

    /// The engine. No thread is started and no file opened before it is needed.
    ///
    /// ```
    /// use noyes::store::MemoryStore;
    ///
    /// let engine = noyes::Engine::builder().store(MemoryStore::new()).threads(2).build();
    /// assert!(engine.store().names().is_empty());
    /// ```
    pub fn build(self) -> Engine {
        let workers = Workers::new(self.threads.unwrap_or_else(Workers::available));
        Engine {
            tables: Arc::new(Tables::new(
                self.store.unwrap_or_else(default_store),
                workers,
            )),
            clock: self.clock.unwrap_or_else(default_clock),
            memory: self
                .memory
                .unwrap_or_else(|| RecentMemory::new(SystemMemory)),
            instruction_set: self.instruction_set,
            quick_nodes: self.quick_nodes.unwrap_or(QUICK_NODES),
            quick_spent: AtomicU64::new(0),
            label_tables: Mutex::default(),
            nets: Mutex::default(),
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
