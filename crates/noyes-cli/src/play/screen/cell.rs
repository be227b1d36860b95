//! A cell of the screen: a character and its style.

use crossterm::style::Color;

/// One column of one line. The default is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub symbol: char,
    pub style: Style,
}

impl Default for Cell {
    fn default() -> Self {
        Self {
            symbol: ' ',
            style: Style::default(),
        }
    }
}

/// The appearance of a character. The default is the terminal's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    pub foreground: Color,
    pub background: Color,
    pub is_bold: bool,
    pub is_dim: bool,
    pub is_reversed: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            foreground: Color::Reset,
            background: Color::Reset,
            is_bold: false,
            is_dim: false,
            is_reversed: false,
        }
    }
}

impl Style {
    pub fn bold() -> Self {
        Self {
            is_bold: true,
            ..Self::default()
        }
    }

    pub fn dim() -> Self {
        Self {
            is_dim: true,
            ..Self::default()
        }
    }
}
