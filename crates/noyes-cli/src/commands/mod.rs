//! One file a subcommand.

pub mod batch;
pub mod check;
pub mod compare;
pub mod completions;
pub mod grade;
pub mod info;
pub mod label;
pub mod man;
pub mod pddl;
pub mod plan;
pub mod play;
pub mod render;
pub mod scramble;
#[cfg(feature = "serve")]
pub mod serve;
pub mod solve;
pub mod tables;
pub mod tree;
