//! Where the tiles belong: goals, parity, and the instance that search works on.
//!
//! ```
//! use noyes::goal::{Goal, Instance, InstanceError};
//!
//! let board = "1 2/0 3".parse()?;
//! assert!(Instance::new(&board, &Goal::BlankLast).is_ok());
//! let first = Instance::new(&board, &Goal::BlankFirst);
//! assert!(matches!(first, Err(InstanceError::Unsolvable(_))));
//! # Ok::<(), noyes::format::ReadError>(())
//! ```

#[allow(clippy::module_inception)]
mod goal;
mod instance;
mod parity;

pub use goal::{Goal, GoalError, GoalKind};
pub use instance::{Instance, InstanceError};
pub use parity::Parity;
