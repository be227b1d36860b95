//! What every part of the hot loop is given, and what it counts.

use super::node::Node;
use super::probe_tables::ProbeTables;
use crate::prune::Automaton;

/// The automaton, and for each of its states the slides that it allows, as a mask of directions.
#[derive(Debug)]
pub(super) struct Pruning {
    pub automaton: Automaton,
    pub allowed: Box<[u8]>,
}

impl Pruning {
    pub fn new(automaton: Automaton) -> Self {
        let allowed = automaton.table().iter().map(|next| {
            let is_allowed = |&d: &usize| next[d] != u16::MAX;
            (0..4).filter(is_allowed).fold(0u8, |mask, d| mask | 1 << d)
        });
        Self {
            allowed: allowed.collect(),
            automaton,
        }
    }
}

/// The tables of a search.
///
/// # Reachable nodes
///
/// A node is *reachable* in a context if it is a [`Node::root`] of the context's tables in the
/// start state of the automaton, or if it was made by an expansion of a reachable node in the same
/// context. Its masks, digits and states are then those of a real board, and every index computed
/// from them lies inside its table. The `unsafe` functions of the hot loop ask for reachable nodes
/// and do not check them again.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub tables: &'a ProbeTables,
    pub pruning: &'a Pruning,
}

/// The work that a part of a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct NodeCounts {
    pub expanded: u64,
    pub generated: u64,
}

/// How a search below open nodes ended.
#[derive(Debug)]
pub(super) enum SearchEnd {
    /// Everything below them is searched, without a solution.
    Exhausted,
    /// A goal.
    Found(Box<Node>),
    /// The allowance is used up, and nodes are left in the open list.
    Paused,
}
