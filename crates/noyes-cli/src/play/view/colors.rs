//! The colours of the terminal, and the tiles' colours in them.

use crossterm::style::Color;
use noyes::render::Rgb;

/// The colours that the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colors {
    /// Any colour.
    True,
    /// The 256 of the usual palette.
    Palette,
    /// None: tiles are drawn as boxes, in bold or reversed.
    None,
}

impl Colors {
    /// The colours that the environment variables declare.
    pub fn of_environment() -> Self {
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        Self::of(
            &variable("NO_COLOR"),
            &variable("COLORTERM"),
            &variable("TERM"),
        )
    }

    fn of(no_color: &str, color_term: &str, term: &str) -> Self {
        if !no_color.is_empty() {
            Self::None
        } else if ["truecolor", "24bit"].contains(&color_term) {
            Self::True
        } else if term.contains("256") || term.contains("kitty") || term.contains("alacritty") {
            Self::Palette
        } else {
            Self::None
        }
    }

    /// The nearest colour that the terminal can show.
    pub fn nearest(self, color: Rgb) -> Color {
        let Rgb(red, green, blue) = color;
        match self {
            Self::True => Color::Rgb {
                r: red,
                g: green,
                b: blue,
            },
            Self::Palette => {
                // The colour cube of the palette has six levels: 0, 95, 135, 175, 215, 255.
                let step = |value: u8| match value {
                    0..48 => 0,
                    48..115 => 1,
                    _ => (value - 35) / 40,
                };
                Color::AnsiValue(16 + 36 * step(red) + 6 * step(green) + step(blue))
            }
            Self::None => Color::Reset,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_decides() {
        assert_eq!(Colors::of("1", "truecolor", "xterm-256color"), Colors::None);
        assert_eq!(Colors::of("", "truecolor", "xterm"), Colors::True);
        assert_eq!(Colors::of("", "", "screen-256color"), Colors::Palette);
        assert_eq!(Colors::of("", "", "dumb"), Colors::None);
    }

    #[test]
    fn corners_of_the_palette() {
        assert_eq!(Colors::Palette.nearest(Rgb(0, 0, 0)), Color::AnsiValue(16));
        assert_eq!(
            Colors::Palette.nearest(Rgb(255, 255, 255)),
            Color::AnsiValue(231)
        );
    }
}
