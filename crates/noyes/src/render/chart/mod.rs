//! Charts of measurements: bars side by side, and growth against depth. All scales are
//! logarithmic: what is compared differs by powers of ten.

mod bars;
mod growth;
mod scale;
mod sheet;

pub use bars::{Bar, BarChart, bars_svg};
pub use growth::{GrowthChart, Series, growth_svg};
pub use scale::Unit;
