//! The actions of a player, whatever the key.

use noyes::board::Direction;

/// An action of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    Slide(Direction),
    /// Slide the tile of a cell, and all tiles between it and the blank.
    SlideLine(usize),
    Undo,
    Redo,
    StartOver,
    New,
    Resize {
        longer: bool,
    },
    Difficulty,
    Hint,
    /// Solve the board and play the solution back; while it plays, stop.
    Watch,
    Pause,
    Step,
    StepBack,
    Faster,
    Slower,
    /// Stop the playback.
    Leave,
    Help,
    /// Stop the process until it is continued.
    Suspend,
    Quit,
    /// Quit without a question.
    QuitNow,
    /// The answers to a question.
    Yes,
    No,
}
