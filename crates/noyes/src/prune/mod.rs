//! What a search may leave out without losing a shortest solution.

mod automaton;
mod forbidden_words;

pub use automaton::Automaton;
