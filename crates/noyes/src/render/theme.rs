//! Light and dark: how every picture is coloured.

use std::fmt::Write;

/// The colours of a picture.
///
/// ```
/// use noyes::Board;
/// use noyes::render::{Picture, Theme};
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// let picture = Picture::new(&board, &board);
/// let asks = |theme| picture.clone().theme(theme).svg().contains("prefers-color-scheme");
/// assert!(asks(Theme::Auto) && !asks(Theme::Dark));
/// assert_eq!(Theme::default(), Theme::Auto);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark ink on white.
    Light,
    /// Light ink on near black.
    Dark,
    /// Whatever the reader's device prefers; light where it does not say.
    #[default]
    Auto,
}

/// The style of a class of shapes: selector, light theme, dark theme.
pub(super) type Rule = (&'static str, &'static str, &'static str);

/// The classes every picture shares.
const SHARED: [Rule; 7] = [
    (".sheet", "fill:#ffffff", "fill:#14181d"),
    (".ink", "fill:#1f2933", "fill:#e8ecf0"),
    (".soft", "fill:#5b6672", "fill:#a9b4bf"),
    (".line", "stroke:#c9d0d7", "stroke:#3a444f"),
    (".edge", "stroke:#8a94a0", "stroke:#8a94a0"),
    (
        ".frame",
        "fill:#eef1f4;stroke:#5b6672",
        "fill:#20262d;stroke:#8a94a0",
    ),
    (".number", "fill:#17202a", "fill:#17202a"),
];

impl Theme {
    /// The style element of a picture: `fixed` for both, then the shared classes and `rules`.
    pub(super) fn style(self, fixed: &str, rules: &[Rule]) -> String {
        let mut style = format!(
            "<style>\ntext {{ font-family: system-ui, -apple-system, \"Segoe UI\", Helvetica, Arial, sans-serif; }}\n{fixed}"
        );
        let all = || SHARED.iter().chain(rules);
        // Writing to a string cannot fail.
        for (selector, light, dark) in all() {
            let style_of = if self == Self::Dark { dark } else { light };
            let _ = writeln!(style, "{selector} {{ {style_of} }}");
        }
        if self == Self::Auto {
            style.push_str("@media (prefers-color-scheme: dark) {\n");
            for (selector, _, dark) in all() {
                let _ = writeln!(style, "{selector} {{ {dark} }}");
            }
            style.push_str("}\n");
        }
        style.push_str("</style>\n");
        style
    }
}

/// Opens a picture of a size, with its style and its sheet.
pub(super) fn open(width: f64, height: f64, style: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n{style}<rect class=\"sheet\" width=\"100%\" height=\"100%\"/>\n"
    )
}

/// Text that is safe between tags.
pub(super) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn auto_asks_the_device_and_the_others_do_not() {
        let asks = |theme: Theme| theme.style("", &[]).contains("prefers-color-scheme");
        assert!(asks(Theme::Auto));
        assert!(!asks(Theme::Light) && !asks(Theme::Dark));
        assert!(Theme::Dark.style("", &[]).contains("#14181d"));
    }
}
