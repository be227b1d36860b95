//! What the exit code says.

use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done.
    Done = 0,
    /// The answer is no: unsolvable, or a solution that does not check.
    No = 1,
    /// Bad input or usage.
    Bad = 2,
    /// A limit stopped it before what was asked for was proven.
    Limit = 3,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
