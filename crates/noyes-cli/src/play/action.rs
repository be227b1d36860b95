//! What a player can do, whatever the key.

use noyes::board::Direction;

/// What a player can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Slide(Direction),
    /// Push the tile of a cell, and all between it and the blank.
    Push(usize),
    Undo,
    Redo,
    StartOver,
    New,
    Resize {
        longer: bool,
    },
    Difficulty,
    Hint,
    Terminal,
    Pause,
    Step,
    StepBack,
    Faster,
    Slower,
    Leave,
    Help,
    /// Leave the terminal to others for a while.
    StepAside,
    Quit,
}
