//! What can be wrong with a board, moves or a certificate.

use crate::moves::Slide;

/// Why a text is refused, or why what it says is not so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The text is no board.
    #[error(
        "not a board: {0}; a board is its rows, as in \"8 1 3/4 0 2/7 6 5\", every number from 0 once"
    )]
    Board(String),
    /// The text is no sequence of moves.
    #[error(
        "not a sequence of moves: {0}; moves are letters U D L R with counts, as in R2U2LD, or lines such as \"5 L\""
    )]
    Moves(String),
    /// A slide leaves the board.
    #[error("move {number} ({slide}) cannot be made: no tile stands there to slide that way")]
    OffBoard {
        /// The number of the move, from 1.
        number: usize,
        /// The move.
        slide: Slide,
    },
    /// The text is no certificate.
    #[error("not a certificate of noyes: {0}")]
    Format(String),
    /// What the certificate says is not so.
    #[error("the certificate is false: {0}")]
    False(String),
}
