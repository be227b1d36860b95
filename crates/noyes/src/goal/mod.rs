//! Where the tiles belong: goals, parity, and the instance that search works on.

#[allow(clippy::module_inception)]
mod goal;
mod instance;
mod parity;

pub use goal::{Goal, GoalError, GoalKind};
pub use instance::{Instance, InstanceError};
pub use parity::Parity;
