//! Node counts, limits, and events to an observer: what all searches and builds share.
//!
//! Three words are counted the same way by every algorithm:
//!
//! * **expanded**: nodes whose neighbours were made.
//! * **generated**: nodes made, the start included; a neighbour left out because it is the board
//!   just come from is not made.
//! * **stored**: the most nodes held in memory at one moment.
//!
//! A search never prints, sleeps or reads a clock. Every few thousand nodes it asks its
//! [`Guard`], which compares the counts with the limits and tells the [`Observer`], whose answer
//! can be *stop*; a time limit is an observer that looks at a clock.
//!
//! ```
//! use noyes::guard::{Guard, Silent, Stop};
//! use noyes::heuristic::HeuristicKind;
//! use noyes::search::{Algorithm, Weight, search};
//! use noyes::{Goal, Instance};
//!
//! let instance = Instance::new(&"8 1 3/4 0 2/7 6 5".parse()?, &Goal::BlankLast)?;
//! // A search that may generate a hundred nodes.
//! let guard = Guard::new(&Silent).nodes(100);
//! let found = search(&instance, Algorithm::Bfs, HeuristicKind::Hamming, Weight::ONE, &guard)?;
//! assert_eq!((found.moves, found.stop), (None, Some(Stop::Nodes)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod event;
mod instruction_set;

pub use event::{Event, Source};
pub use instruction_set::InstructionSet;

use crate::board::Moves;
use crate::workers::Threads;

/// How much work a search has done.
///
/// ```
/// use noyes::guard::Counts;
///
/// let first = Counts { expanded: 1, generated: 3, stored: 3 };
/// let second = Counts { expanded: 2, generated: 5, stored: 2 };
/// assert_eq!(first.plus(second), Counts { expanded: 3, generated: 8, stored: 3 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Counts {
    /// Nodes whose neighbours were made.
    pub expanded: u64,
    /// Nodes made, the start included.
    pub generated: u64,
    /// Most nodes held in memory at one moment.
    pub stored: u64,
}

impl Counts {
    /// Both together, for searches that follow one another: what was stored is the larger of the
    /// two.
    ///
    /// ```
    /// use noyes::guard::Counts;
    ///
    /// let first = Counts { expanded: 1, generated: 3, stored: 3 };
    /// let second = Counts { expanded: 2, generated: 5, stored: 2 };
    /// assert_eq!(first.plus(second), Counts { expanded: 3, generated: 8, stored: 3 });
    /// ```
    pub fn plus(self, other: Self) -> Self {
        Self {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            stored: self.stored.max(other.stored),
        }
    }
}

/// What an observer answers to an event.
///
/// ```
/// use noyes::guard::{Control, Counts, Event, Guard, Observer, Stop};
///
/// struct Impatient;
///
/// impl Observer for Impatient {
///     fn on(&self, _: &Event) -> Control {
///         Control::Stop
///     }
/// }
///
/// assert_eq!(Guard::new(&Impatient).check(&Counts::default()), Err(Stop::Observer));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Go on.
    Continue,
    /// Stop as soon as possible; what was found is kept.
    Stop,
}

/// Someone told about a search's events: a progress bar, a log, a clock.
///
/// ```
/// use std::sync::atomic::{AtomicU32, Ordering};
/// use noyes::guard::{Control, Event, Observer};
///
/// /// Keeps the highest bound.
/// struct Bound(AtomicU32);
///
/// impl Observer for Bound {
///     fn on(&self, event: &Event) -> Control {
///         if let Event::BoundRaised { bound, .. } = event {
///             self.0.fetch_max(*bound, Ordering::Relaxed);
///         }
///         Control::Continue
///     }
/// }
/// ```
pub trait Observer: Sync {
    /// Takes an event and says whether to go on.
    ///
    /// It is called by the threads of the search, several at a time, and the search waits for it:
    /// it should return soon. After [`Control::Stop`] a few more events may come.
    ///
    /// ```
    /// use noyes::guard::{Control, Event, Observer};
    ///
    /// /// Stops a search after a million nodes.
    /// struct Million;
    ///
    /// impl Observer for Million {
    ///     fn on(&self, event: &Event) -> Control {
    ///         match event.counts() {
    ///             Some(counts) if counts.generated >= 1_000_000 => Control::Stop,
    ///             _ => Control::Continue,
    ///         }
    ///     }
    /// }
    ///
    /// assert_eq!(Million.on(&Event::trouble("no counts")), Control::Continue);
    /// ```
    fn on(&self, event: &Event) -> Control;
}

/// The observer that ignores everything.
///
/// ```
/// use noyes::guard::{Control, Event, Observer, Silent};
///
/// assert_eq!(Silent.on(&Event::trouble("a table is damaged")), Control::Continue);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {
    fn on(&self, _: &Event) -> Control {
        Control::Continue
    }
}

/// Why a search ended before it had its answer.
///
/// ```
/// use noyes::guard::{Guard, Silent, Stop};
///
/// let stop = Guard::new(&Silent).memory(1000).check_memory(1001).unwrap_err();
/// assert_eq!(stop, Stop::Memory);
/// assert_eq!(stop.to_string(), "the memory limit was reached");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stop {
    /// The node limit was reached.
    #[error("the node limit was reached")]
    Nodes,
    /// The next growth would have passed the memory limit.
    #[error("the memory limit was reached")]
    Memory,
    /// The bound passed the longest path that the search can hold.
    #[error("the bound passed the longest solution that this proof can hold")]
    Depth,
    /// The observer said stop: a time limit, or the user.
    #[error("stopped")]
    Observer,
}

/// The limits of a search and its observer.
///
/// ```
/// use noyes::guard::{Counts, Guard, Silent, Stop};
///
/// let guard = Guard::new(&Silent).nodes(1000).memory(1_000_000);
/// let counts = Counts { generated: 1000, ..Counts::default() };
/// assert_eq!(guard.check(&counts), Err(Stop::Nodes));
/// assert_eq!(guard.check_memory(2_000_000), Err(Stop::Memory));
/// ```
#[derive(Clone, Copy)]
pub struct Guard<'a> {
    observer: &'a dyn Observer,
    node_limit: u64,
    memory_limit: usize,
    threads: Threads<'a>,
    instruction_set: InstructionSet,
}

impl std::fmt::Debug for Guard<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guard")
            .field("node_limit", &self.node_limit)
            .field("memory_limit", &self.memory_limit)
            .finish_non_exhaustive()
    }
}

impl<'a> Guard<'a> {
    /// A guard with an observer, no limits, and the calling thread alone.
    ///
    /// ```
    /// use noyes::guard::{Counts, Guard, Silent};
    ///
    /// let counts = Counts { generated: 1 << 40, ..Counts::default() };
    /// assert_eq!(Guard::new(&Silent).check(&counts), Ok(()));
    /// ```
    pub fn new(observer: &'a dyn Observer) -> Self {
        Self {
            observer,
            node_limit: u64::MAX,
            memory_limit: usize::MAX,
            threads: Threads::ONE,
            instruction_set: InstructionSet::default(),
        }
    }

    /// Allows the work to use these threads beside the calling one, which is all it has without.
    ///
    /// ```
    /// use noyes::guard::{Guard, Silent};
    /// use noyes::workers::Workers;
    ///
    /// let workers = Workers::new(2);
    /// assert_eq!(Guard::new(&Silent).on(workers.all()).threads().count(), 2);
    /// ```
    pub fn on(mut self, threads: Threads<'a>) -> Self {
        self.threads = threads;
        self
    }

    /// The threads that the work may use.
    ///
    /// ```
    /// use noyes::guard::{Guard, Silent};
    ///
    /// assert_eq!(Guard::new(&Silent).threads().count(), 1);
    /// ```
    pub fn threads(&self) -> Threads<'a> {
        self.threads
    }

    /// Lets hot loops use at most these instructions of the processor. Answers and node counts on
    /// one thread do not depend on it.
    ///
    /// ```
    /// use noyes::guard::{Guard, InstructionSet, Silent};
    ///
    /// let guard = Guard::new(&Silent).with_instruction_set(InstructionSet::Baseline);
    /// assert_eq!(guard.instruction_set(), InstructionSet::Baseline);
    /// ```
    pub fn with_instruction_set(mut self, most: InstructionSet) -> Self {
        self.instruction_set = most;
        self
    }

    /// The most that hot loops may use of the processor.
    ///
    /// ```
    /// use noyes::guard::{Guard, InstructionSet, Silent};
    ///
    /// assert_eq!(Guard::new(&Silent).instruction_set(), InstructionSet::Avx512);
    /// ```
    pub fn instruction_set(&self) -> InstructionSet {
        self.instruction_set
    }

    /// Allows at most `nodes` generated nodes. As a search asks every few thousand nodes, it may
    /// pass the limit by that many; with 0 it stops at its first question.
    ///
    /// ```
    /// use noyes::guard::{Counts, Guard, Silent, Stop};
    ///
    /// let guard = Guard::new(&Silent).nodes(10);
    /// let counts = |generated| Counts { generated, ..Counts::default() };
    /// assert_eq!(guard.check(&counts(9)), Ok(()));
    /// assert_eq!(guard.check(&counts(10)), Err(Stop::Nodes));
    /// ```
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.node_limit = nodes;
        self
    }

    /// Allows at most `bytes` of memory for what a search stores. Tables are not counted.
    ///
    /// ```
    /// use noyes::guard::{Guard, Silent, Stop};
    ///
    /// let guard = Guard::new(&Silent).memory(1 << 20);
    /// assert_eq!(guard.check_memory(1 << 20), Ok(()));
    /// assert_eq!(guard.check_memory((1 << 20) + 1), Err(Stop::Memory));
    /// ```
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory_limit = bytes;
        self
    }

    /// The bytes a search may store; `usize::MAX` where there is no limit.
    ///
    /// ```
    /// use noyes::guard::{Guard, Silent};
    ///
    /// assert_eq!(Guard::new(&Silent).memory(1000).memory_limit(), 1000);
    /// assert_eq!(Guard::new(&Silent).memory_limit(), usize::MAX);
    /// ```
    pub fn memory_limit(&self) -> usize {
        self.memory_limit
    }

    /// The same guard with `bytes` less of memory, for a search that shares it with another. More
    /// bytes than the limit leave 0.
    ///
    /// ```
    /// use noyes::guard::{Guard, Silent};
    ///
    /// let guard = Guard::new(&Silent).memory(1000);
    /// assert_eq!(guard.less_memory(400).memory_limit(), 600);
    /// assert_eq!(guard.less_memory(2000).memory_limit(), 0);
    /// ```
    pub fn less_memory(mut self, bytes: usize) -> Self {
        self.memory_limit = self.memory_limit.saturating_sub(bytes);
        self
    }

    /// The same guard for a part of the work that counts its nodes from 0: at most `nodes`
    /// generated nodes, and no more than the limit leaves after `spent` of them elsewhere.
    ///
    /// ```
    /// use noyes::guard::{Counts, Guard, Silent, Stop};
    ///
    /// // 100 nodes in all, 70 are spent: a part that may have 50 gets 30.
    /// let part = Guard::new(&Silent).nodes(100).part(70, 50);
    /// let counts = Counts { generated: 30, ..Counts::default() };
    /// assert_eq!(part.check(&counts), Err(Stop::Nodes));
    /// ```
    pub fn part(mut self, spent: u64, nodes: u64) -> Self {
        self.node_limit = self.node_limit.saturating_sub(spent).min(nodes);
        self
    }

    /// The same guard with another observer.
    pub(crate) fn told_to<'b>(&self, observer: &'b dyn Observer) -> Guard<'b>
    where
        'a: 'b,
    {
        Guard { observer, ..*self }
    }

    /// The same guard for one of `parts` that work side by side and go on counting from `spent`
    /// nodes: each may generate its share of what is left. So what each does under a node limit
    /// does not depend on how fast the others are. No parts count as one.
    ///
    /// ```
    /// use noyes::guard::{Counts, Guard, Silent, Stop};
    ///
    /// // 60 of 100 nodes are left for four: each goes on from 40 to 55.
    /// let share = Guard::new(&Silent).nodes(100).share(40, 4);
    /// let counts = |generated| Counts { generated, ..Counts::default() };
    /// assert_eq!(share.check(&counts(54)), Ok(()));
    /// assert_eq!(share.check(&counts(55)), Err(Stop::Nodes));
    /// ```
    pub fn share(mut self, spent: u64, parts: u64) -> Self {
        if self.node_limit < u64::MAX {
            let left = self.node_limit.saturating_sub(spent);
            self.node_limit = spent + left / parts.max(1);
        }
        self
    }

    /// To be asked every few thousand nodes: a limit is kept as exactly as this is asked often.
    /// `counts` are those of the whole search so far, not those since the last question.
    ///
    /// ```
    /// use noyes::guard::{Counts, Guard, Silent, Stop};
    ///
    /// let guard = Guard::new(&Silent).nodes(2000);
    /// let mut counts = Counts::default();
    /// let stop = loop {
    ///     counts.generated += 1000; // a thousand nodes of work
    ///     if let Err(stop) = guard.check(&counts) {
    ///         break stop;
    ///     }
    /// };
    /// assert_eq!((stop, counts.generated), (Stop::Nodes, 2000));
    /// ```
    pub fn check(&self, counts: &Counts) -> Result<(), Stop> {
        self.check_nodes(counts)?;
        self.tell(&Event::Progress { counts: *counts })
    }

    /// The node limit alone, for work that tells its progress by events of its own. `counts` are
    /// those of the whole search.
    ///
    /// ```
    /// use noyes::guard::{Counts, Guard, Silent, Stop};
    ///
    /// let counts = Counts { generated: 5, ..Counts::default() };
    /// assert_eq!(Guard::new(&Silent).nodes(5).check_nodes(&counts), Err(Stop::Nodes));
    /// ```
    pub fn check_nodes(&self, counts: &Counts) -> Result<(), Stop> {
        if counts.generated >= self.node_limit {
            Err(Stop::Nodes)
        } else {
            Ok(())
        }
    }

    /// To be asked before memory grows to `bytes` in all, that is with what is held already.
    ///
    /// ```
    /// use noyes::guard::{Guard, Silent, Stop};
    ///
    /// let guard = Guard::new(&Silent).memory(1000);
    /// // 600 bytes are held, and a list of 600 more is wanted.
    /// assert_eq!(guard.check_memory(600 + 600), Err(Stop::Memory));
    /// ```
    pub fn check_memory(&self, bytes: usize) -> Result<(), Stop> {
        if bytes > self.memory_limit {
            Err(Stop::Memory)
        } else {
            Ok(())
        }
    }

    /// Passes an event to the observer. If it answers [`Control::Stop`], this is
    /// [`Stop::Observer`], and the search should end.
    ///
    /// ```
    /// use noyes::guard::{Event, Guard, Silent};
    ///
    /// let event = Event::Table { name: "7-8".to_owned(), done: 1, total: 2 };
    /// assert_eq!(Guard::new(&Silent).tell(&event), Ok(()));
    /// ```
    pub fn tell(&self, event: &Event) -> Result<(), Stop> {
        match self.observer.on(event) {
            Control::Continue => Ok(()),
            Control::Stop => Err(Stop::Observer),
        }
    }
}

/// What a search came back with.
///
/// ```
/// use noyes::guard::{Guard, Silent};
/// use noyes::heuristic::{ComputedHeuristic, Manhattan};
/// use noyes::search::{Algorithm, Weight, search_with};
/// use noyes::{Board, Goal, Instance};
///
/// let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]])?;
/// let instance = Instance::new(&board, &Goal::BlankLast)?;
/// let manhattan = Manhattan::new(instance.size(), instance.blank_home())?;
/// let guard = Guard::new(&Silent);
/// let finding = search_with(&instance, &manhattan, Algorithm::AStar, Weight::ONE, &guard)?;
/// assert_eq!(finding.moves.map(|moves| moves.to_string()).as_deref(), Some("LULU"));
/// assert_eq!((finding.lower_bound, finding.stop), (4, None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The solution, if one was found.
    pub moves: Option<Moves>,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// The work done.
    pub counts: Counts,
    /// Why the search ended early, if it did.
    pub stop: Option<Stop>,
}
