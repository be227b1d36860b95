//! A heat map as svg.

use std::fmt::Write;

use super::{CELL, HeatClass, HeatMap, LETTER, MARGIN, TITLE, fitted, offset};
use crate::render::theme::{Rule, Theme, escaped, open};

const FIXED: &str = ".title { font-size: 19px; font-weight: 600; }
.name { font-size: 13px; }
.mark, .faint { font-size: 12px; font-weight: 600; text-anchor: middle; }
.mark { fill: #17202a; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
";

/// What is not there: an outline that stands back.
const THEMED: [Rule; 2] = [
    (
        ".absent",
        "fill:none;stroke:#d3d9df",
        "fill:none;stroke:#343c45",
    ),
    (".faint", "fill:#8a949e", "fill:#7d8893"),
];

impl HeatMap {
    /// The table as svg.
    ///
    /// ```
    /// # use noyes::render::{HeatMap, HeatRow, Theme};
    /// let map = HeatMap {
    ///     title: "One student".to_owned(),
    ///     columns: vec!["puzzle04".to_owned()],
    ///     column_notes: vec!["1".to_owned()],
    ///     rows: vec![HeatRow { name: "anna".to_owned(), cells: vec![0], note: "1/1".to_owned() }],
    ///     classes: Vec::new(),
    /// };
    /// assert!(map.svg(Theme::Light).contains("One student"));
    /// ```
    pub fn svg(&self, theme: Theme) -> String {
        let layout = self.layout();
        let mut fixed = FIXED.to_owned();
        // Writing to a string cannot fail, here and below.
        for (number, class) in self.classes.iter().enumerate() {
            if let Some(color) = class.color {
                let _ = writeln!(fixed, ".c{number} {{ fill: {color} }}");
            }
        }
        let style = theme.style(&fixed, &THEMED);
        let mut svg = open(layout.width, layout.height, &style);
        let mut text = |class: &str, x: f64, y: f64, words: &str| {
            let words = escaped(words);
            let _ = writeln!(
                svg,
                "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>"
            );
        };
        text("title ink", MARGIN, TITLE, &self.title);
        for (number, row) in self.rows.iter().enumerate() {
            let y = layout.top + offset(number, CELL.1) + CELL.1 * 0.72;
            text("name ink end", layout.left - 8.0, y, &fitted(&row.name));
            let right = layout.left + offset(self.columns.len(), CELL.0) + 6.0;
            text("name soft", right, y, &row.note);
        }
        for (number, note) in self.column_notes.iter().enumerate() {
            let x = layout.left + offset(number, CELL.0) + CELL.0 / 2.0;
            text("name soft middle", x, layout.notes, note);
        }
        for (number, name) in self.columns.iter().enumerate() {
            let x = layout.left + offset(number, CELL.0) + CELL.0 / 2.0 + 5.0;
            let y = layout.top - 8.0;
            let _ = writeln!(
                svg,
                "<text class=\"name ink\" transform=\"translate({x:.1} {y:.1}) rotate(-90)\">{}</text>",
                escaped(&fitted(name))
            );
        }
        for ((x, y), class) in self.cells() {
            let (x, y) = (layout.left + x, layout.top + y);
            cell(&mut svg, class, &self.classes[class], x, y);
            if class > 0 {
                mark(&mut svg, &self.classes[class], x, y);
            }
        }
        for (number, (class, &(x, y))) in self.classes.iter().zip(&layout.legend).enumerate() {
            cell(&mut svg, number, class, x, y - CELL.1 * 0.72);
            mark(&mut svg, class, x, y - CELL.1 * 0.72);
            let _ = writeln!(
                svg,
                "<text class=\"name soft\" x=\"{:.1}\" y=\"{y:.1}\">{}</text>",
                x + CELL.0 + LETTER,
                escaped(&class.name)
            );
        }
        svg.push_str("</svg>\n");
        svg
    }
}

fn cell(svg: &mut String, number: usize, class: &HeatClass, x: f64, y: f64) {
    let (wide, high) = CELL;
    let class = match class.color {
        Some(_) => format!("c{number}"),
        None => "absent".to_owned(),
    };
    let _ = writeln!(
        svg,
        "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide}\" height=\"{high}\" rx=\"3\"/>"
    );
}

fn mark(svg: &mut String, class: &HeatClass, x: f64, y: f64) {
    let ink = match class.color {
        Some(_) => "mark",
        None => "faint",
    };
    let _ = writeln!(
        svg,
        "<text class=\"{ink}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        x + CELL.0 / 2.0,
        y + CELL.1 * 0.73,
        escaped(&class.mark.to_string())
    );
}
