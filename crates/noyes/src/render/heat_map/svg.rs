//! A heat map as svg.

use std::fmt::Write;

use super::{CELL, HeatMap, LETTER, MARGIN, TITLE, fitted, offset};
use crate::render::theme::{Theme, escaped, open};

const FIXED: &str = ".title { font-size: 19px; font-weight: 600; }
.name { font-size: 13px; }
.mark { font-size: 12px; font-weight: 600; text-anchor: middle; fill: #17202a; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
";

impl HeatMap {
    /// The table as svg.
    pub fn svg(&self, theme: Theme) -> String {
        let layout = self.layout();
        let mut fixed = FIXED.to_owned();
        // Writing to a string cannot fail, here and below.
        for (number, class) in self.classes.iter().enumerate() {
            let _ = writeln!(fixed, ".c{number} {{ fill: {} }}", class.color);
        }
        let mut svg = open(layout.width, layout.height, &theme.style(&fixed, &[]));
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
            cell(&mut svg, class, x, y);
            if class > 0 {
                mark(&mut svg, self.classes[class].mark, x, y);
            }
        }
        for (number, (class, &(x, y))) in self.classes.iter().zip(&layout.legend).enumerate() {
            cell(&mut svg, number, x, y - CELL.1 * 0.72);
            mark(&mut svg, class.mark, x, y - CELL.1 * 0.72);
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

fn cell(svg: &mut String, class: usize, x: f64, y: f64) {
    let (wide, high) = CELL;
    let _ = writeln!(
        svg,
        "<rect class=\"c{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide}\" height=\"{high}\" rx=\"3\"/>"
    );
}

fn mark(svg: &mut String, mark: char, x: f64, y: f64) {
    let _ = writeln!(
        svg,
        "<text class=\"mark\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
        x + CELL.0 / 2.0,
        y + CELL.1 * 0.73,
        escaped(&mark.to_string())
    );
}
