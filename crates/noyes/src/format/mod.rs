//! Text in and out: boards, lists of boards, and moves.
//!
//! One file a format, which reads it and, where there is a writer, writes it. Two detectors
//! choose between them and say what they understood: [`read_board`] and [`read_moves`].
//!
//! Nothing here reads a file or prints. Reading never panics, takes time in proportion to the
//! text, and ends either in a checked board or in a [`ReadError`]: one sentence with the line
//! and column, what was expected, what was found and how to mend it.
//!
//! ```
//! use noyes::format::{BoardFormat, read_board, slashes};
//!
//! let reading = read_board("3\n 8  1  3\n 4     2\n 7  6  5\n")?;
//! assert_eq!(reading.format, BoardFormat::Columns);
//! assert_eq!(slashes(&reading.board), "8 1 3/4 0 2/7 6 5");
//! # Ok::<(), noyes::format::ReadError>(())
//! ```

mod bytes;
mod columns;
mod course;
mod detect;
mod directions;
mod error;
mod grid;
mod json;
mod line;
pub mod list;
mod moves;
mod object;
mod page;
mod pddl;
mod positions;
mod rows;
mod slashes;
mod tile_moves;
mod transcript;
mod word;

pub use bytes::{read_board_bytes, text_of_bytes, with_line_feeds};
pub use detect::{BoardFormat, Reading, read_board};
pub use directions::directions;
pub use error::{Place, ReadError};
pub use json::json_rows;
pub use line::tile_line;
pub use list::is_list;
pub use moves::{MovesFormat, ReadMoves, read_moves};
pub use pddl::{pddl_domain, pddl_problem};
pub use positions::tile_positions;
pub use slashes::slashes;
pub use tile_moves::tile_moves;
pub use transcript::transcript;
