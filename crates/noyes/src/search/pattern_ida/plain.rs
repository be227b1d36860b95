//! The same search, written to be read: recursive, safe, without views kept in step.
//!
//! It walks the same tree as the hot loop with the same bound and automaton, looking up every
//! distance from its bit alone. Tests hold the two against each other, and boards whose tables
//! do not fit the hot loop's forms are solved here.

use crate::board::{Direction, Moves, Size};
use crate::pattern::{Additive, Symmetry};
use crate::prune::Automaton;
use crate::search::{Counts, Event, Finding, Guard, Stop};

/// How often the guard is asked.
const EVERY: u64 = 1 << 12;

struct Plain<'a> {
    additive: &'a Additive,
    automaton: &'a Automaton,
    guard: &'a Guard<'a>,
    size: Size,
    counts: Counts,
    path: Vec<Direction>,
}

/// A board in one view: its labels there and the distance of each pattern.
#[derive(Clone)]
struct Seen {
    labels: Vec<u16>,
    distances: Vec<u32>,
}

/// Solves a labelled board with canonical tables.
pub(super) fn solve(
    additive: &Additive,
    automaton: &Automaton,
    labels: &[u16],
    guard: &Guard<'_>,
) -> Finding {
    let home = additive.blank_home() as u16;
    let blank = labels.iter().position(|&label| label == home).unwrap_or(0);
    let look = |view: &Symmetry| {
        let labels = view.labels(labels);
        let distances = additive.distances(&labels);
        Seen { labels, distances }
    };
    let seen: Vec<Seen> = additive.views().iter().map(look).collect();
    let sum = |seen: &Seen| seen.distances.iter().sum::<u32>();
    let mut bound = seen.iter().map(sum).max().unwrap_or(0);
    let mut plain = Plain {
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
            source: super::SOURCE,
            counts: &plain.counts,
        };
        let told = guard.tell(&raised);
        match told.and_then(|()| plain.search(&seen, blank, Automaton::START, bound)) {
            Ok(false) => bound += 2,
            end => {
                return Finding {
                    moves: end.is_ok().then(|| Moves::from(plain.path)),
                    lower_bound: bound,
                    counts: plain.counts,
                    stop: end.err(),
                };
            }
        }
    }
}

impl Plain<'_> {
    /// Whether a solution of `left` moves was found; its slides are then on the path.
    fn search(&mut self, seen: &[Seen], blank: usize, state: u16, left: u32) -> Result<bool, Stop> {
        if left == 0 {
            return Ok(true);
        }
        self.counts.expanded += 1;
        if self.counts.expanded.is_multiple_of(EVERY) {
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
            let children: Vec<Seen> = seen
                .iter()
                .zip(self.additive.views())
                .map(|(seen, view)| self.slid(seen, view.cell(blank), view.cell(cell)))
                .collect();
            let far = |seen: &Seen| seen.distances.iter().sum::<u32>() > left - 1;
            if children.iter().any(far) {
                continue;
            }
            self.path.push(direction);
            if self.search(&children, cell, next, left - 1)? {
                return Ok(true);
            }
            self.path.pop();
        }
        Ok(false)
    }

    /// The board after the tile on `cell` slid to `blank`: one distance changes, by one.
    fn slid(&self, seen: &Seen, blank: usize, cell: usize) -> Seen {
        let mut child = seen.clone();
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
