//! Bar charts that compare algorithms.

use std::fmt::Write;

use super::super::theme::{Rule, Theme, escaped};
use super::scale::{LogScale, Unit};
use super::sheet::{MARGIN, Sheet};

/// One contestant.
///
/// ```
/// use noyes::render::Theme;
/// use noyes::render::chart::{Bar, BarChart, Unit, bars_svg};
///
/// let bar = Bar {
///     label: "ida".to_owned(),
///     note: "stopped at 2 GB".to_owned(),
///     is_finished: false,
///     is_proven: false,
///     values: vec![12.5],
/// };
/// let measures = vec![("Time".to_owned(), Unit::Seconds)];
/// let chart = BarChart { title: String::new(), measures, bars: vec![bar] };
/// assert!(bars_svg(&chart, Theme::Light).contains("stopped at 2 GB"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// Its name.
    pub label: String,
    /// What it came to: "57 moves, proven", "stopped at 2 GB".
    pub note: String,
    /// Whether it came to its end by itself, and not by a limit.
    pub is_finished: bool,
    /// Whether its answer is proven minimal.
    pub is_proven: bool,
    /// What it took, in the order of the chart's measures.
    pub values: Vec<f64>,
}

/// Contestants and what was measured.
///
/// ```
/// use noyes::render::Theme;
/// use noyes::render::chart::{BarChart, Unit, bars_svg};
///
/// let chart = BarChart {
///     title: "A* & IDA*".to_owned(),
///     measures: vec![("Time".to_owned(), Unit::Seconds)],
///     bars: Vec::new(),
/// };
/// assert!(bars_svg(&chart, Theme::Auto).contains("A* &amp; IDA*"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    /// The title.
    pub title: String,
    /// Name and unit of each measure; every one gets a panel.
    pub measures: Vec<(String, Unit)>,
    /// The contestants, from the top.
    pub bars: Vec<Bar>,
}

const LABELS: f64 = 250.0;
const PANEL: f64 = 250.0;
const VALUE: f64 = 62.0;
const PITCH: f64 = 34.0;
const TOP: f64 = 92.0;

const FIXED: &str = ".name { font-size: 13px; font-weight: 600; text-anchor: end; }
.note { font-size: 11px; text-anchor: end; }
.value { font-size: 11px; }
.halo { stroke-width: 5; stroke-linejoin: round; paint-order: stroke; }
.tick { font-size: 10px; text-anchor: middle; }
.stopped { stroke-width: 1; stroke-dasharray: 3 3; }
";

/// What is written over a grid line has the sheet's colour around it.
const RULES: [Rule; 4] = [
    (".halo", "stroke:#ffffff", "stroke:#14181d"),
    (".proven", "fill:#2f74c0", "fill:#5fa3e8"),
    (".unproven", "fill:#d9902f", "fill:#e3a857"),
    (
        ".stopped",
        "fill:#e4e8ec;stroke:#8a94a0",
        "fill:#262d35;stroke:#8a94a0",
    ),
];

/// Draws bars on logarithmic scales, a panel a measure.
///
/// Every bar must have a value for each measure of the chart; with fewer it panics.
///
/// ```
/// use noyes::render::Theme;
/// use noyes::render::chart::{Bar, BarChart, Unit, bars_svg};
///
/// let (title, label, note) = ("One board".into(), "astar".into(), "57 moves, proven".into());
/// let bar = Bar { label, note, is_finished: true, is_proven: true, values: vec![12_300.0] };
/// let measures = vec![("Nodes".into(), Unit::Count)];
/// let svg = bars_svg(&BarChart { title, measures, bars: vec![bar] }, Theme::Light);
/// assert!(svg.starts_with("<svg") && svg.contains(">12.3k<"));
/// ```
pub fn bars_svg(chart: &BarChart, theme: Theme) -> String {
    let rows = chart.bars.len() as f64;
    let width = MARGIN * 2.0 + LABELS + chart.measures.len() as f64 * PANEL;
    let bottom = TOP + rows * PITCH;
    let height = bottom + 66.0;
    let mut sheet = Sheet::new((width, height), &chart.title, theme, FIXED, &RULES);
    for (measure, (name, unit)) in chart.measures.iter().enumerate() {
        let x = MARGIN + LABELS + measure as f64 * PANEL;
        let room = PANEL - VALUE - 14.0;
        let scale = LogScale::over(chart.bars.iter().map(|bar| bar.values[measure]));
        sheet.head(name, x, TOP);
        for tick in scale.ticks(4) {
            let at = x + room * scale.place(tick);
            let _ = writeln!(
                sheet.svg,
                "<line class=\"line\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{}\" y2=\"{bottom}\"/><text class=\"tick soft\" x=\"{at:.1}\" y=\"{}\">{}</text>",
                TOP - 6.0,
                bottom + 15.0,
                unit.label(tick)
            );
        }
        for (row, bar) in chart.bars.iter().enumerate() {
            let y = TOP + row as f64 * PITCH;
            let value = bar.values[measure];
            // Even the least is seen.
            let long = (room * scale.place(value)).max(2.0);
            let class = match (bar.is_finished, bar.is_proven) {
                (false, _) => "stopped",
                (true, true) => "proven",
                (true, false) => "unproven",
            };
            let _ = writeln!(
                sheet.svg,
                "<rect class=\"{class}\" x=\"{x}\" y=\"{}\" width=\"{long:.1}\" height=\"{}\" rx=\"3\"/><text class=\"value halo soft\" x=\"{:.1}\" y=\"{}\">{}</text>",
                y + 5.0,
                PITCH - 12.0,
                x + long + 6.0,
                y + PITCH / 2.0 + 3.0,
                unit.label(value)
            );
        }
    }
    for (row, bar) in chart.bars.iter().enumerate() {
        let y = TOP + row as f64 * PITCH;
        let x = MARGIN + LABELS - 12.0;
        let _ = writeln!(
            sheet.svg,
            "<text class=\"name ink\" x=\"{x}\" y=\"{}\">{}</text><text class=\"note soft\" x=\"{x}\" y=\"{}\">{}</text>",
            y + 15.0,
            escaped(&bar.label),
            y + 28.0,
            escaped(&bar.note)
        );
    }
    legend(&mut sheet.svg, bottom + 44.0);
    sheet.finish()
}

fn legend(svg: &mut String, y: f64) {
    let mut x = MARGIN + LABELS;
    for (class, words) in [
        ("proven", "minimum proven"),
        ("unproven", "solved, not proven"),
        ("stopped", "stopped by a limit"),
    ] {
        let _ = writeln!(
            svg,
            "<rect class=\"{class}\" x=\"{x}\" y=\"{}\" width=\"14\" height=\"11\" rx=\"3\"/><text class=\"value soft\" x=\"{}\" y=\"{y}\">{words}</text>",
            y - 10.0,
            x + 20.0
        );
        x += 50.0 + words.len() as f64 * 6.2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contestant_is_drawn_in_every_panel() {
        let bar = |label: &str, is_finished| Bar {
            label: label.to_owned(),
            note: "a < b".to_owned(),
            is_finished,
            is_proven: true,
            values: vec![10.0, 0.5],
        };
        let chart = BarChart {
            title: "A & B".to_owned(),
            measures: vec![
                ("nodes".to_owned(), Unit::Count),
                ("time".to_owned(), Unit::Seconds),
            ],
            bars: vec![bar("one", true), bar("two", false)],
        };
        let svg = bars_svg(&chart, Theme::Auto);
        assert_eq!(svg.matches("class=\"name ink\"").count(), 2);
        assert_eq!(svg.matches("<rect class=\"stopped\"").count(), 3);
        assert!(svg.contains("A &amp; B") && svg.contains("a &lt; b"));
        assert!(svg.contains("prefers-color-scheme: dark"));
        assert_eq!(svg.matches("(log scale)").count(), 2);
        assert_eq!(svg.matches("class=\"value halo soft\"").count(), 4);
    }
}
