//! Searches for mistakes: the engine against itself and the independent checker, and readers
//! against hostile text. Everything is a function of a seed, so every finding can be repeated.

pub mod corpus;
pub mod coverage;
pub mod differential;
pub mod mutate;
pub mod random;
pub mod targets;
