//! The reference implementation: the same search, recursive and safe.
//!
//! It walks the same tree as the hot loop, with the same bound and automaton, and looks up every
//! distance from its bit alone. Tests compare the two. Boards whose tables do not fit the forms of
//! the hot loop are solved here.

use crate::board::{Direction, Moves, Size};
use crate::guard::{Counts, Event, Finding, Guard, Source, Stop};
use crate::pattern::{Additive, Symmetry};
use crate::prune::Automaton;

/// Nodes expanded between two checks of the guard.
const CHECK_INTERVAL: u64 = 1 << 12;

struct Search<'a> {
    additive: &'a Additive,
    automaton: &'a Automaton,
    guard: &'a Guard<'a>,
    size: Size,
    counts: Counts,
    path: Vec<Direction>,
}

/// A board in one view: its labels there, and the distance of each pattern.
#[derive(Clone)]
struct BoardView {
    labels: Vec<u16>,
    distances: Vec<u32>,
}

impl BoardView {
    fn sum(&self) -> u32 {
        self.distances.iter().sum()
    }
}

/// Solves a labelled board with canonical tables.
pub(super) fn solve(
    additive: &Additive,
    automaton: &Automaton,
    labels: &[u16],
    guard: &Guard<'_>,
) -> Finding {
    let (views, blank) = board_views(additive, labels);
    let mut bound = views.iter().map(BoardView::sum).max().unwrap_or(0);
    let mut search = Search {
        additive,
        automaton,
        guard,
        size: additive.size(),
        counts: Counts {
            generated: 1,
            ..Counts::default()
        },
        path: Vec::new(),
    };
    loop {
        let raised = Event::BoundRaised {
            bound,
            source: Source::PatternIda,
            counts: search.counts,
        };
        let told = guard.tell(&raised);
        match told.and_then(|()| search.below(&views, blank, Automaton::START, bound)) {
            Ok(false) => bound += 2,
            end => {
                return Finding {
                    moves: end.is_ok().then(|| Moves::from(search.path)),
                    lower_bound: bound,
                    counts: search.counts,
                    stop: end.err(),
                };
            }
        }
    }
}

/// Whether a labelled board has a solution of exactly `bound` moves; see
/// [`super::PatternSolver::first_moves`].
pub(super) fn has_solution(
    additive: &Additive,
    automaton: &Automaton,
    labels: &[u16],
    bound: u32,
    counts: &mut Counts,
    guard: &Guard<'_>,
) -> Result<bool, Stop> {
    let (views, blank) = board_views(additive, labels);
    if views.iter().any(|view| view.sum() > bound) {
        return Ok(false);
    }
    let mut search = Search {
        additive,
        automaton,
        guard,
        size: additive.size(),
        counts: *counts,
        path: Vec::new(),
    };
    let found = search.below(&views, blank, Automaton::START, bound);
    *counts = search.counts;
    found
}

/// A labelled board in every view, and the cell of its blank.
fn board_views(additive: &Additive, labels: &[u16]) -> (Vec<BoardView>, usize) {
    let home = additive.blank_home() as u16;
    let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
    let board_view = |view: &Symmetry| {
        let labels = view.labels(labels);
        let distances = additive.distances(&labels);
        BoardView { labels, distances }
    };
    (additive.views().iter().map(board_view).collect(), blank)
}

impl Search<'_> {
    /// Whether there is a solution of `moves_left` moves below a board; its slides are then on the
    /// path.
    fn below(
        &mut self,
        views: &[BoardView],
        blank: usize,
        state: u16,
        moves_left: u32,
    ) -> Result<bool, Stop> {
        if moves_left == 0 {
            return Ok(true);
        }
        self.counts.expanded += 1;
        if self.counts.expanded.is_multiple_of(CHECK_INTERVAL) {
            self.guard.check(&self.counts)?;
        }
        for direction in Direction::ALL {
            let Some(cell) = self.size.source_cell(blank, direction) else {
                continue;
            };
            let Some(next) = self.automaton.next(state, direction) else {
                continue;
            };
            self.counts.generated += 1;
            let children: Vec<BoardView> = views
                .iter()
                .zip(self.additive.views())
                .map(|(board, view)| self.child(board, view.cell(blank), view.cell(cell)))
                .collect();
            if children.iter().any(|child| child.sum() > moves_left - 1) {
                continue;
            }
            self.path.push(direction);
            if self.below(&children, cell, next, moves_left - 1)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    /// The board after the tile on `cell` has slid to `blank`. One distance changes, by one.
    fn child(&self, parent: &BoardView, blank: usize, cell: usize) -> BoardView {
        let mut child = parent.clone();
        child.labels.swap(blank, cell);
        let label = usize::from(child.labels[blank]);
        for (table, distance) in self.additive.tables().iter().zip(&mut child.distances) {
            if table.pattern().has(label) {
                let bit = table.bit(table.state(&child.labels), cell);
                let rises = bit == ((*distance + 1) >> 1 & 1 == 1);
                *distance = if rises { *distance + 1 } else { *distance - 1 };
            }
        }
        child
    }
}
