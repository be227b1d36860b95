//! What a search may leave out without losing a shortest solution.

mod automaton;

pub use automaton::Automaton;
