//! Charts of the library for values that Python has.

use noyes::render::Theme;
use noyes::render::chart::{Bar, BarChart, Unit, bars_svg};
use pyo3::prelude::*;

use crate::board::value_error;

/// A bar: label, note, whether it ended by itself, whether its answer is proven, and its values.
type PyBar = (String, String, bool, bool, Vec<f64>);

/// Bars on logarithmic scales as svg, a panel for each measure: its name, and `count`, `seconds` or
/// `bytes`.
#[pyfunction]
pub fn bar_chart(
    title: String,
    measures: Vec<(String, String)>,
    bars: Vec<PyBar>,
    theme: &str,
) -> PyResult<String> {
    let unit = |(name, unit): (String, String)| {
        let unit = match &*unit {
            "count" => Unit::Count,
            "seconds" => Unit::Seconds,
            "bytes" => Unit::Bytes,
            other => return Err(value_error(format!("there is no unit {other:?}"))),
        };
        Ok((name, unit))
    };
    let measures: Vec<(String, Unit)> = measures.into_iter().map(unit).collect::<PyResult<_>>()?;
    let bar = |(label, note, is_finished, is_proven, values): PyBar| Bar {
        label,
        note,
        is_finished,
        is_proven,
        values,
    };
    if bars.iter().any(|bar| bar.4.len() != measures.len()) {
        return Err(value_error("every bar needs a value for each measure"));
    }
    let theme = match theme {
        "auto" => Theme::Auto,
        "light" => Theme::Light,
        "dark" => Theme::Dark,
        other => {
            let words = format!("there is no theme {other:?}: choose auto, light or dark");
            return Err(value_error(words));
        }
    };
    let chart = BarChart {
        title,
        measures,
        bars: bars.into_iter().map(bar).collect(),
    };
    Ok(bars_svg(&chart, theme))
}
