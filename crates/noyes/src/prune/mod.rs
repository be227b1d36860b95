//! What a search may leave out without losing a shortest solution.
//!
//! ```
//! use noyes::prune::Automaton;
//! use noyes::{Direction, Size};
//!
//! let automaton = Automaton::new(Size::new(4, 4)?, 12);
//! let read = |slides: &str| {
//!     let mut slides = slides.chars().filter_map(Direction::from_letter);
//!     slides.try_fold(Automaton::START, |state, slide| automaton.next(state, slide))
//! };
//! // Six slides around a square one way lead where six the other way do: one of the two is enough.
//! assert!(read("ULDRUL").is_some() != read("LURDLU").is_some());
//! # Ok::<(), noyes::board::BoardError>(())
//! ```

mod automaton;
mod forbidden_words;

pub use automaton::Automaton;
