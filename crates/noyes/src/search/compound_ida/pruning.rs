//! The duplicate-move automaton as the search below the frontier uses it.

use crate::board::Direction;
use crate::prune::Automaton;

/// The automaton, extended by four states for seeds: there the automaton starts afresh, and only
/// the last slide must not be undone (see `astar_frontier`).
#[derive(Debug)]
pub(super) struct Pruning {
    /// By state and direction; `u16::MAX` where the automaton prunes.
    pub next: Box<[[u16; 4]]>,
    /// The directions that each state allows, a bit each.
    pub allowed: Box<[u8]>,
    /// The first of the four states.
    first_seed_state: u16,
}

impl Pruning {
    pub fn new(automaton: &Automaton) -> Self {
        let mut next = automaton.table().to_vec();
        let first_seed_state = next.len();
        assert!(first_seed_state + 4 < usize::from(u16::MAX));
        for direction in Direction::ALL {
            let mut after = next[usize::from(Automaton::START)];
            after[direction.opposite() as usize] = u16::MAX;
            next.push(after);
        }
        let allowed = |next: &[u16; 4]| {
            let allowed = |&d: &usize| next[d] != u16::MAX;
            (0..4).filter(allowed).fold(0u8, |mask, d| mask | 1 << d)
        };
        Self {
            allowed: next.iter().map(allowed).collect(),
            next: next.into(),
            first_seed_state: first_seed_state as u16,
        }
    }

    /// The state that forbids nothing but to undo a slide.
    pub fn seed_state(&self, last_slide: Direction) -> u16 {
        self.first_seed_state + last_slide as u16
    }
}
