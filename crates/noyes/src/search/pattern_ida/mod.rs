//! IDA* on one-bit pattern tables.

mod dive;
mod lookups;
mod node;

use self::dive::{Dive, Tally, dive};
use self::lookups::Lookups;
use self::node::Node;
use super::{Counts, Event, Finding, Guard};
use crate::board::Moves;
use crate::goal::Instance;
use crate::pattern::{Additive, Symmetry};
use crate::prune::Automaton;

/// solver
#[derive(Debug)]
pub struct PatternSolver {
    lookups: Lookups,
}

impl PatternSolver {
    /// new
    pub fn new(additive: Additive, length: usize) -> Self {
        let automaton = Automaton::new(additive.size(), length);
        Self { lookups: Lookups::new(additive, automaton) }
    }
    /// solve
    pub fn solve(&self, instance: &Instance, guard: &Guard<'_>, _threads: usize) -> Finding {
        let way = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let labels = way.labels(instance.labels());
        let (root, sums) = Node::root(&self.lookups, &labels);
        let mut bound = sums[0].max(sums[1]);
        let mut tally = Tally::default();
        let mut stack = Vec::with_capacity(1024);
        loop {
            let counts = Counts { expanded: tally.expanded, generated: tally.generated, stored: 0 };
            let _ = guard.tell(&Event::BoundRaised { bound, source: "pattern", counts: &counts });
            if bound == 0 { return Finding { moves: Some(Moves::new()), lower_bound: 0, counts, stop: None }; }
            stack.clear();
            stack.push(root.with_bound(sums, bound));
            match dive(&self.lookups, &mut stack, u64::MAX, &mut tally) {
                Dive::Found(node) => {
                    let counts = Counts { expanded: tally.expanded, generated: tally.generated, stored: 0 };
                    let moves: Moves = node.slides((bound as usize).min(64)).into();
                    return Finding { moves: Some(way.moves_back(&moves)), lower_bound: bound, counts, stop: None };
                }
                _ => bound += 2,
            }
        }
    }
}
