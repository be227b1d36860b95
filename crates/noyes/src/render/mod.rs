//! Pictures of boards, solutions, trees and measurements. Knows nothing of search.
//!
//! ```
//! use noyes::Board;
//! use noyes::render::Picture;
//!
//! let board: Board = "1 2/0 3".parse()?;
//! let svg = Picture::new(&board, &Board::goal(board.size())).svg();
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), noyes::format::ReadError>(())
//! ```

pub mod chart;
mod heat_map;
#[cfg(feature = "png")]
mod lettering;
mod picture;
mod theme;
mod tree_dot;
mod tree_nodes;
mod tree_steps_svg;
mod tree_steps_text;
mod tree_svg;
mod tree_text;

pub use heat_map::{HeatClass, HeatMap, HeatRow};
pub use picture::{Picture, RenderError, Rgb};
pub use theme::Theme;
pub use tree_dot::{tree_dot, tree_steps_dot};
pub use tree_steps_svg::{tree_animated_svg, tree_steps_svg};
pub use tree_steps_text::tree_steps_text;
pub use tree_svg::tree_svg;
pub use tree_text::tree_text;
