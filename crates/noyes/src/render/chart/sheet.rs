//! What every chart has: a sheet with a title, and a heading above each panel.

use std::fmt::Write;

use super::super::theme::{Rule, Theme, escaped, open};

/// The empty border.
pub const MARGIN: f64 = 24.0;

const FIXED: &str = ".title { font-size: 19px; font-weight: 600; }
.head { font-size: 13px; font-weight: 600; }
.line { stroke-width: 1; }
";

/// A sheet that is being drawn on.
pub struct Sheet {
    pub svg: String,
}

impl Sheet {
    pub fn new(
        (width, height): (f64, f64),
        title: &str,
        theme: Theme,
        fixed: &str,
        rules: &[Rule],
    ) -> Self {
        let style = theme.style(&format!("{FIXED}{fixed}"), rules);
        let mut svg = open(width, height, &style);
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            svg,
            "<text class=\"title ink\" x=\"{MARGIN}\" y=\"38\">{}</text>",
            escaped(title)
        );
        Self { svg }
    }

    /// The heading of a panel whose top left corner is here; every scale is logarithmic.
    pub fn head(&mut self, name: &str, left: f64, top: f64) {
        let _ = writeln!(
            self.svg,
            "<text class=\"head ink\" x=\"{left}\" y=\"{}\">{} <tspan class=\"soft\" font-weight=\"400\">(log scale)</tspan></text>",
            top - 16.0,
            escaped(name)
        );
    }

    pub fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}
