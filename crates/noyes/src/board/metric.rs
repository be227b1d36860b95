//! What counts as one move.

use std::fmt;

use super::Moves;

/// What counts as one move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Every tile that slides.
    #[default]
    Single,
    /// Every push, however many tiles of a line it takes along.
    Multi,
}

impl Metric {
    /// The name as the command writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Multi => "multi",
        }
    }

    /// How many moves a sequence of slides is.
    pub fn length(self, moves: &Moves) -> u32 {
        match self {
            Self::Single => moves.len() as u32,
            Self::Multi => moves.multi_tile_moves() as u32,
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
