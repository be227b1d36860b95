//! The drawing surface of the game: a grid of styled cells, text and borders on it, and a renderer
//! that shows it on a terminal.
//!
//! Every character that is drawn takes one column. The game's own words, numbers, arrows and lines
//! all do, so a cell holds one `char` and no width is ever computed.

mod border;
mod cell;
mod grid;
mod line;
mod rect;
mod renderer;

pub use cell::Style;
pub use grid::Grid;
pub use line::{Line, draw_wrapped};
pub use rect::Rect;
pub use renderer::Renderer;
