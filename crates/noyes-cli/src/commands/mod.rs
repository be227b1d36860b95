//! One file a subcommand.

pub mod batch;
pub mod check;
pub mod completions;
pub mod info;
pub mod scramble;
pub mod solve;
pub mod tables;
pub mod tree;
