//! What counts as one move.

use super::Moves;

/// What counts as one move.
///
/// ```
/// use noyes::board::{Direction::{Left, Up}, Metric, Moves};
///
/// let moves = Moves::from(vec![Left, Left, Up]);
/// assert_eq!(Metric::Single.length(&moves), 3);
/// assert_eq!(Metric::Multi.length(&moves), 2);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// The slide of one tile.
    #[default]
    Single,
    /// The slide of any number of adjacent tiles along one line.
    Multi,
}

impl Metric {
    /// The name as the command writes it: `single` or `multi`.
    ///
    /// ```
    /// use noyes::board::Metric;
    ///
    /// assert_eq!(Metric::Multi.name(), "multi");
    /// assert_eq!(Metric::default().to_string(), "single");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Multi => "multi",
        }
    }

    /// How many moves a sequence of slides is. The slides need fit no board.
    ///
    /// ```
    /// use noyes::Moves;
    /// use noyes::board::{Direction::Left, Metric};
    ///
    /// // Three tiles of one row slide left, one by one or together.
    /// let moves = Moves::from(vec![Left, Left, Left]);
    /// assert_eq!((Metric::Single.length(&moves), Metric::Multi.length(&moves)), (3, 1));
    /// ```
    pub fn length(self, moves: &Moves) -> u32 {
        match self {
            Self::Single => moves.len() as u32,
            Self::Multi => moves.multi_tile_moves() as u32,
        }
    }
}

display_name!(Metric);
