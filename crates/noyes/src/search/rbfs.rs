//! Recursive best-first search: best-first order in the memory of one path.
//!
//! # Idea
//!
//! The search goes down the best child of each board, as long as that child is no worse than the
//! best alternative anywhere on the path. When it is worse, the search goes back, and the parent
//! keeps the child's value: the least priority below it that has not been searched. So the search
//! switches between branches in best-first order, and forgets and regenerates what lies below.
//!
//! # Invariants
//!
//! * A stored value F is a lower bound of every solution below the child: its own priority, or what
//!   was backed up from its children, or what its parent's value already says.
//! * A board is entered only if its F is the least of all open ones, so the first goal entered is
//!   reached by a shortest path. The least F at the root is a proven lower bound, and never falls.
//!
//! # Cost
//!
//! Memory for the boards of one path and their neighbours. Boards are regenerated when the search
//! comes back to a branch; with a consistent heuristic and moves of equal cost it generates about
//! as many as IDA*.
//!
//! # What it is for
//!
//! Best-first order without a queue, which also holds where priorities fall along a path. On these
//! puzzles `ida` is faster.
//!
//! # Citation
//!
//! Korf, "Linear-space best-first search", Artificial Intelligence 62 (1993).

use super::memo_after::memo_after;
use super::{Counts, Event, Finding, Guard, Source, Stop};
use crate::board::{Direction, Moves, MutableBoard};
use crate::goal::Instance;
use crate::heuristic::Heuristic;

/// A neighbour of a board of the path.
#[derive(Clone, Copy, Debug)]
struct Child<M> {
    /// The stored value: no solution below is shorter.
    value: u32,
    /// Moves + distance, without what was learned below.
    priority: u32,
    memo: M,
    from: u16,
    by: Direction,
}

/// A board of the path.
#[derive(Debug)]
struct Frame {
    /// Where its neighbours begin in the list of all neighbours of the path.
    first: usize,
    /// The search goes back when the best neighbour is above this.
    bound: u32,
    /// The blank's cell before the slide that led here, or the current one at the start.
    back: usize,
    /// The neighbour that is being searched.
    current: usize,
}

struct Rbfs<'a, H: Heuristic> {
    heuristic: &'a H,
    board: MutableBoard,
    path: Vec<Frame>,
    children: Vec<Child<H::Memo>>,
    counts: Counts,
    bound: u32,
}

/// Runs recursive best-first search to its end or its limit.
pub(super) fn rbfs<H: Heuristic>(instance: &Instance, heuristic: &H, guard: &Guard<'_>) -> Finding {
    let mut search = Rbfs {
        heuristic,
        board: MutableBoard::new(instance.size(), instance.labels(), instance.blank()),
        path: Vec::new(),
        children: Vec::new(),
        counts: Counts::default(),
        bound: heuristic.value(heuristic.start(instance.labels())),
    };
    let (moves, stop) = match search.run(heuristic.start(instance.labels()), guard) {
        Ok(moves) => (moves, None),
        Err(stop) => (None, Some(stop)),
    };
    Finding {
        lower_bound: moves
            .as_ref()
            .map_or(search.bound, |moves| moves.len() as u32),
        moves,
        counts: search.counts,
        stop,
    }
}

impl<H: Heuristic> Rbfs<'_, H> {
    fn run(&mut self, memo: H::Memo, guard: &Guard<'_>) -> Result<Option<Moves>, Stop> {
        self.counts.generated = 1;
        if self.board.is_goal() {
            return Ok(Some(Moves::default()));
        }
        let (start, blank) = (self.bound, self.board.blank);
        self.enter(memo, (start, start), u32::MAX, blank, guard)?;
        loop {
            let depth = self.path.len();
            let Frame { first, bound, .. } = self.path[depth - 1];
            let (best, alternative) = self.best(first);
            let value = self
                .children
                .get(best)
                .map_or(u32::MAX, |child| child.value);
            if depth == 1 {
                if value == u32::MAX {
                    return Ok(None);
                }
                self.raise(value, guard)?;
            } else if value > bound || value == u32::MAX {
                self.go_back(value);
                continue;
            }
            self.path[depth - 1].current = best;
            let (child, back) = (self.children[best], self.board.blank);
            self.board.slide_from(usize::from(child.from));
            let is_goal = child.priority == depth as u32 && self.board.is_goal();
            if is_goal {
                let slides = self
                    .path
                    .iter()
                    .map(|frame| self.children[frame.current].by);
                return Ok(Some(slides.collect()));
            }
            let values = (child.value, child.priority);
            self.enter(child.memo, values, bound.min(alternative), back, guard)?;
        }
    }

    /// The best neighbour from `first` on, and the value of the second best.
    fn best(&self, first: usize) -> (usize, u32) {
        let (mut best, mut least, mut second) = (usize::MAX, u32::MAX, u32::MAX);
        for (index, child) in self.children.iter().enumerate().skip(first) {
            if child.value < least {
                (best, second, least) = (index, least, child.value);
            } else {
                second = second.min(child.value);
            }
        }
        (best, second)
    }

    /// Adds the current board to the path, with its neighbours. `values` are its stored value and
    /// its priority.
    fn enter(
        &mut self,
        memo: H::Memo,
        values: (u32, u32),
        bound: u32,
        back: usize,
        guard: &Guard<'_>,
    ) -> Result<(), Stop> {
        self.counts.expanded += 1;
        if self.counts.expanded.is_multiple_of(4096) {
            guard.check(&self.counts)?;
            let children = self.children.capacity() * size_of::<Child<H::Memo>>();
            guard.check_memory(children + self.path.capacity() * size_of::<Frame>())?;
        }
        let (value, priority) = values;
        let moves = self.path.len() as u32 + 1;
        self.path.push(Frame {
            first: self.children.len(),
            bound,
            back,
            current: usize::MAX,
        });
        for direction in Direction::ALL {
            let from = self.board.source_cell(direction);
            let Some(from) = from.filter(|&from| from != back) else {
                continue;
            };
            self.counts.generated += 1;
            let memo = memo_after(self.heuristic, memo, &mut self.board, from);
            let own = moves + self.heuristic.value(memo);
            // What was backed up to a board holds for its neighbours too. Before that, their own
            // priority is all there is.
            let inherited = if priority < value { value } else { 0 };
            self.children.push(Child {
                value: own.max(inherited),
                priority: own,
                memo,
                from: from as u16,
                by: direction,
            });
        }
        let held = self.children.len() as u64 + 1;
        self.counts.stored = self.counts.stored.max(held);
        Ok(())
    }

    /// Takes the last board from the path, and gives its value to the one before it.
    fn go_back(&mut self, value: u32) {
        if let Some(frame) = self.path.pop() {
            self.children.truncate(frame.first);
            self.board.slide_from(frame.back);
        }
        if let Some(parent) = self.path.last() {
            self.children[parent.current].value = value;
        }
    }

    fn raise(&mut self, value: u32, guard: &Guard<'_>) -> Result<(), Stop> {
        if value <= self.bound {
            return Ok(());
        }
        self.bound = value;
        guard.tell(&Event::BoundRaised {
            bound: value,
            source: Source::Rbfs,
            counts: self.counts,
        })
    }
}
