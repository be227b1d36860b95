//! Growth: what a search takes, against how deep the solution lies.

use std::fmt::Write;

use super::super::theme::{Rule, Theme, escaped};
use super::scale::{LogScale, Unit};
use super::sheet::{MARGIN, Sheet};

/// One algorithm's measurements.
///
/// ```
/// use noyes::render::Theme;
/// use noyes::render::chart::{GrowthChart, Series, Unit, growth_svg};
///
/// // Two boards of depth 10 and 20, and one that a limit stopped.
/// let series = Series {
///     label: "ida".to_owned(),
///     points: vec![(10, vec![150.0]), (20, vec![9_000.0])],
///     stopped: vec![(30, vec![1e6])],
/// };
/// let measures = vec![("Nodes".to_owned(), Unit::Count)];
/// let (title, note) = ("Growth".to_owned(), String::new());
/// let chart = GrowthChart { title, measures, series: vec![series], note };
/// assert_eq!(growth_svg(&chart, Theme::Light).matches("<circle class=\"hollow").count(), 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name.
    pub label: String,
    /// Depth, and what it took in the order of the chart's measures; one point a board.
    pub points: Vec<(u32, Vec<f64>)>,
    /// The same for runs that a limit stopped: they would have taken more.
    pub stopped: Vec<(u32, Vec<f64>)>,
}

impl Series {
    fn all(&self) -> impl Iterator<Item = &(u32, Vec<f64>)> {
        self.points.iter().chain(&self.stopped)
    }
}

/// Algorithms and what was measured.
///
/// ```
/// use noyes::render::Theme;
/// use noyes::render::chart::{GrowthChart, Unit, growth_svg};
///
/// let chart = GrowthChart {
///     title: "Growth".to_owned(),
///     measures: vec![("Memory".to_owned(), Unit::Bytes)],
///     series: Vec::new(),
///     note: "8-puzzles".to_owned(),
/// };
/// assert!(growth_svg(&chart, Theme::Dark).contains(">8-puzzles<"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct GrowthChart {
    /// The title.
    pub title: String,
    /// Name and unit of each measure; every one gets a panel.
    pub measures: Vec<(String, Unit)>,
    /// The algorithms.
    pub series: Vec<Series>,
    /// What else is to be said, below; may be empty.
    pub note: String,
}

const PANEL: f64 = 400.0;
const TALL: f64 = 320.0;
const GAP: f64 = 70.0;
const TOP: f64 = 84.0;
const LEGEND: f64 = 220.0;
const COLORS: usize = 10;
const LINE: f64 = 17.0;

const FIXED: &str = ".tick { font-size: 10px; }
.name { font-size: 12px; }
.path { fill: none !important; stroke-width: 2; stroke-linejoin: round; }
.dot { stroke: none !important; }
.hollow { fill: none !important; stroke-width: 1.3; }
";

/// Colours that stay apart in the light, in the dark and for most eyes.
const RULES: [Rule; COLORS] = [
    (
        ".s0",
        "stroke:#2f74c0;fill:#2f74c0",
        "stroke:#5fa3e8;fill:#5fa3e8",
    ),
    (
        ".s1",
        "stroke:#d2691e;fill:#d2691e",
        "stroke:#f0a060;fill:#f0a060",
    ),
    (
        ".s2",
        "stroke:#2e8b57;fill:#2e8b57",
        "stroke:#62c48d;fill:#62c48d",
    ),
    (
        ".s3",
        "stroke:#b03060;fill:#b03060",
        "stroke:#ee7ba6;fill:#ee7ba6",
    ),
    (
        ".s4",
        "stroke:#6a4fb3;fill:#6a4fb3",
        "stroke:#a893ea;fill:#a893ea",
    ),
    (
        ".s5",
        "stroke:#8c7a12;fill:#8c7a12",
        "stroke:#d8c65a;fill:#d8c65a",
    ),
    (
        ".s6",
        "stroke:#178a94;fill:#178a94",
        "stroke:#5ecdd6;fill:#5ecdd6",
    ),
    (
        ".s7",
        "stroke:#7a5230;fill:#7a5230",
        "stroke:#c99c74;fill:#c99c74",
    ),
    (
        ".s8",
        "stroke:#c0392b;fill:#c0392b",
        "stroke:#f08377;fill:#f08377",
    ),
    (
        ".s9",
        "stroke:#55606b;fill:#55606b",
        "stroke:#b4bfca;fill:#b4bfca",
    ),
];

/// What the signs mean, said in the picture.
const SIGNS: &str = "filled dot: a board; hollow dot: stopped by a limit, would have taken more; line: geometric mean of the filled dots";

/// Draws a dot a board, hollow where a limit stopped it, and a line through the geometric mean of
/// every depth.
///
/// Every point must have a value for each measure of the chart; with fewer it panics.
///
/// ```
/// use noyes::render::Theme;
/// use noyes::render::chart::{GrowthChart, Series, Unit, growth_svg};
///
/// let points = vec![(10, vec![150.0]), (20, vec![9_000.0])];
/// let series = vec![Series { label: "ida".into(), points, stopped: Vec::new() }];
/// let measures = vec![("Nodes".into(), Unit::Count)];
/// let (title, note) = ("Growth".into(), String::new());
/// let svg = growth_svg(&GrowthChart { title, measures, series, note }, Theme::Light);
/// assert!(svg.starts_with("<svg") && svg.contains(">ida<"));
/// ```
pub fn growth_svg(chart: &GrowthChart, theme: Theme) -> String {
    let panels = chart.measures.len() as f64;
    let width = MARGIN * 2.0 + panels * (PANEL + GAP) + LEGEND;
    let listed = 30.0 + chart.series.len() as f64 * 22.0;
    let lines = 1.0 + f64::from(u8::from(!chart.note.is_empty()));
    let below = TOP + TALL + 64.0;
    let height = (below + lines * LINE).max(TOP + listed) + 8.0;
    let mut sheet = Sheet::new((width, height), &chart.title, theme, FIXED, &RULES);
    let depths = || {
        let points = chart.series.iter().flat_map(Series::all);
        points.map(|&(depth, _)| depth)
    };
    let across = Across {
        least: depths().min().unwrap_or(0),
        most: depths().max().unwrap_or(1),
    };
    for (measure, (name, unit)) in chart.measures.iter().enumerate() {
        let left = MARGIN + GAP + measure as f64 * (PANEL + GAP);
        sheet.head(name, left, TOP);
        panel(&mut sheet.svg, chart, &across, measure, *unit, left);
    }
    let x = MARGIN + panels * (PANEL + GAP) + 48.0;
    for (number, series) in chart.series.iter().enumerate() {
        let y = TOP + 14.0 + number as f64 * 22.0;
        let (color, dash) = line_style(number);
        let _ = writeln!(
            sheet.svg,
            "<path class=\"path s{color}\"{dash} d=\"M{x} {} h22\"/><circle class=\"dot s{color}\" cx=\"{}\" cy=\"{}\" r=\"3\"/><text class=\"name ink\" x=\"{}\" y=\"{y}\">{}</text>",
            y - 4.0,
            x + 11.0,
            y - 4.0,
            x + 30.0,
            escaped(&series.label)
        );
    }
    for (number, words) in [SIGNS, &chart.note].into_iter().enumerate() {
        let _ = writeln!(
            sheet.svg,
            "<text class=\"name soft\" x=\"{}\" y=\"{}\">{}</text>",
            MARGIN + GAP,
            below + number as f64 * LINE,
            escaped(words)
        );
    }
    sheet.finish()
}

/// Colour and dashes of a series: after the last colour the first comes again, dashed.
fn line_style(number: usize) -> (usize, &'static str) {
    let dash = if number < COLORS {
        ""
    } else {
        " stroke-dasharray=\"5 4\""
    };
    (number % COLORS, dash)
}

/// The axis of depths, linear.
struct Across {
    least: u32,
    most: u32,
}

impl Across {
    fn place(&self, depth: u32) -> f64 {
        f64::from(depth - self.least) / f64::from((self.most - self.least).max(1))
    }

    fn ticks(&self) -> impl Iterator<Item = u32> + use<> {
        let span = self.most - self.least;
        let step = [1, 2, 5, 10, 20, 50, 100, 200, 500]
            .into_iter()
            .find(|step| span / step <= 10)
            .unwrap_or(1000);
        let (least, most) = (self.least, self.most);
        (least.div_ceil(step) * step..=most).step_by(step as usize)
    }
}

fn panel(
    svg: &mut String,
    chart: &GrowthChart,
    across: &Across,
    measure: usize,
    unit: Unit,
    left: f64,
) {
    let points = chart.series.iter().flat_map(Series::all);
    let scale = LogScale::over(points.map(|(_, values)| values[measure]));
    let bottom = TOP + TALL;
    let place_x = |depth: u32| left + PANEL * (0.02 + 0.96 * across.place(depth));
    let place_y = |value: f64| bottom - TALL * scale.place(value);
    for tick in scale.ticks(10) {
        let y = place_y(tick);
        let _ = writeln!(
            svg,
            "<line class=\"line\" x1=\"{left}\" x2=\"{}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/><text class=\"tick soft\" text-anchor=\"end\" x=\"{}\" y=\"{:.1}\">{}</text>",
            left + PANEL,
            left - 8.0,
            y + 3.5,
            unit.label(tick)
        );
    }
    for tick in across.ticks() {
        let _ = writeln!(
            svg,
            "<text class=\"tick soft\" text-anchor=\"middle\" x=\"{:.1}\" y=\"{}\">{tick}</text>",
            place_x(tick),
            bottom + 18.0
        );
    }
    let _ = writeln!(
        svg,
        "<text class=\"tick soft\" text-anchor=\"middle\" x=\"{}\" y=\"{}\">moves of the solution</text>",
        left + PANEL / 2.0,
        bottom + 38.0
    );
    for (number, series) in chart.series.iter().enumerate() {
        let (color, dash) = line_style(number);
        for (number, (depth, values)) in series.all().enumerate() {
            let (class, style) = if number < series.points.len() {
                ("dot", " opacity=\"0.55\"")
            } else {
                ("hollow", "")
            };
            let _ = writeln!(
                svg,
                "<circle class=\"{class} s{color}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.5\"{style}/>",
                place_x(*depth),
                place_y(values[measure])
            );
        }
        let line: Vec<String> = means(series, measure)
            .map(|(depth, mean)| format!("{:.1} {:.1}", place_x(depth), place_y(mean)))
            .collect();
        if line.len() > 1 {
            let _ = writeln!(
                svg,
                "<path class=\"path s{color}\"{dash} d=\"M{}\"/>",
                line.join(" L")
            );
        }
    }
}

/// Every depth of a series and the geometric mean of a measure there, shallowest first.
fn means(series: &Series, measure: usize) -> impl Iterator<Item = (u32, f64)> {
    let mut sums = std::collections::BTreeMap::<u32, (f64, f64)>::new();
    for (depth, values) in &series.points {
        let (logs, count) = sums.entry(*depth).or_default();
        *logs += values[measure].max(f64::MIN_POSITIVE).ln();
        *count += 1.0;
    }
    sums.into_iter()
        .map(|(depth, (logs, count))| (depth, (logs / count).exp()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_a_board_and_a_line_an_algorithm() {
        let chart = GrowthChart {
            title: "growth".to_owned(),
            measures: vec![("nodes".to_owned(), Unit::Count)],
            series: vec![Series {
                label: "astar".to_owned(),
                points: vec![(4, vec![10.0]), (4, vec![1000.0]), (20, vec![5e4])],
                stopped: vec![(22, vec![1e6])],
            }],
            note: "1 < 2".to_owned(),
        };
        let svg = growth_svg(&chart, Theme::Light);
        assert_eq!(svg.matches("opacity=\"0.55\"").count(), 3);
        assert_eq!(svg.matches("<circle class=\"hollow s0\"").count(), 1);
        assert!(svg.contains("geometric mean") && svg.contains("1 &lt; 2"));
        assert_eq!(svg.matches("<path class=\"path s0\" d=\"M").count(), 2);
        let means: Vec<(u32, f64)> = means(&chart.series[0], 0).collect();
        assert!((means[0].1 - 100.0).abs() < 1e-9);
        assert_eq!(means.len(), 2);
    }

    #[test]
    fn nothing_measured_is_an_empty_chart() {
        let chart = GrowthChart {
            title: String::new(),
            measures: vec![("time".to_owned(), Unit::Seconds)],
            series: Vec::new(),
            note: String::new(),
        };
        assert!(growth_svg(&chart, Theme::Dark).ends_with("</svg>\n"));
    }
}
