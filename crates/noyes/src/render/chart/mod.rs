//! Charts of measurements: bars side by side, and growth against depth. All scales are
//! logarithmic: what is compared differs by powers of ten.
//!
//! ```
//! use noyes::render::Theme;
//! use noyes::render::chart::{Bar, BarChart, Unit, bars_svg};
//!
//! let bar = |label: &str, seconds| Bar {
//!     label: label.to_owned(),
//!     note: "57 moves, proven".to_owned(),
//!     is_finished: true,
//!     is_proven: true,
//!     values: vec![seconds],
//! };
//! let chart = BarChart {
//!     title: "One board".to_owned(),
//!     measures: vec![("Time".to_owned(), Unit::Seconds)],
//!     bars: vec![bar("ida", 12.5), bar("astar", 30.0)],
//! };
//! assert!(bars_svg(&chart, Theme::Auto).contains("astar"));
//! ```

mod bars;
mod growth;
mod scale;
mod sheet;

pub use bars::{Bar, BarChart, bars_svg};
pub use growth::{GrowthChart, Series, growth_svg};
pub use scale::Unit;
