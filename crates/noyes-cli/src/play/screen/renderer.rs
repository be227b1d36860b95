//! The renderer: shows grids on a terminal.
//!
//! It remembers the grid that the terminal shows and writes only the cells that changed. The first
//! grid, and any of another size than the last, is drawn on a cleared screen. A grid that is shown
//! already costs no output.

use std::io::{self, Write};

use crossterm::cursor::MoveTo;
use crossterm::queue;
use crossterm::style::{Attribute, Color, Colors, Print, SetAttribute, SetColors};
use crossterm::terminal::{Clear, ClearType};

use super::cell::Style;
use super::grid::Grid;

/// Shows one grid after the other. The default renderer does not know what the terminal shows.
#[derive(Debug, Default)]
pub struct Renderer {
    shown: Option<Grid>,
}

impl Renderer {
    /// Shows a grid. After an error the next grid is drawn on a cleared screen.
    pub fn show(&mut self, grid: Grid, terminal: &mut impl Write) -> io::Result<()> {
        let shown = match self.shown.take() {
            Some(shown) if shown.area() == grid.area() => shown,
            _ => {
                queue!(terminal, Clear(ClearType::All))?;
                Grid::new(grid.area().width, grid.area().height)
            }
        };
        let mut cursor = None;
        let mut style = Style::default();
        for (y, (old, new)) in (0..).zip(shown.lines().zip(grid.lines())) {
            for (x, (old, new)) in (0..).zip(old.iter().zip(new)) {
                if old == new {
                    continue;
                }
                if cursor != Some((x, y)) {
                    queue!(terminal, MoveTo(x, y))?;
                }
                if style != new.style {
                    style = new.style;
                    set_style(style, terminal)?;
                }
                queue!(terminal, Print(new.symbol))?;
                cursor = Some((x + 1, y));
            }
        }
        if style != Style::default() {
            set_style(Style::default(), terminal)?;
        }
        terminal.flush()?;
        self.shown = Some(grid);
        Ok(())
    }
}

/// Replaces the style of what is printed next.
fn set_style(style: Style, terminal: &mut impl Write) -> io::Result<()> {
    queue!(terminal, SetAttribute(Attribute::Reset))?;
    let attributes = [
        (style.is_bold, Attribute::Bold),
        (style.is_dim, Attribute::Dim),
        (style.is_reversed, Attribute::Reverse),
    ];
    for (is_set, attribute) in attributes {
        if is_set {
            queue!(terminal, SetAttribute(attribute))?;
        }
    }
    if (style.foreground, style.background) != (Color::Reset, Color::Reset) {
        let colors = Colors::new(style.foreground, style.background);
        queue!(terminal, SetColors(colors))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(lines: &[&str], style: Style) -> Grid {
        let width = lines[0].chars().count() as u16;
        let mut grid = Grid::new(width, lines.len() as u16);
        for (index, line) in (0..).zip(lines) {
            grid.write(grid.area().line(index), line, style);
        }
        grid
    }

    /// What a renderer writes for a grid.
    fn show(renderer: &mut Renderer, grid: Grid) -> String {
        let mut written = Vec::new();
        renderer.show(grid, &mut written).unwrap();
        String::from_utf8(written).unwrap()
    }

    #[test]
    fn only_changed_cells_are_written() {
        let mut renderer = Renderer::default();
        let plain = Style::default();
        let first = grid(&["abc", "d f"], plain);
        assert_eq!(
            show(&mut renderer, first.clone()),
            "\x1b[2J\x1b[1;1Habc\x1b[2;1Hd\x1b[2;3Hf"
        );
        assert_eq!(show(&mut renderer, first), "");
        let second = grid(&["abX", "YZ "], plain);
        assert_eq!(show(&mut renderer, second), "\x1b[1;3HX\x1b[2;1HYZ ");
    }

    #[test]
    fn another_size_is_drawn_on_a_cleared_screen() {
        let mut renderer = Renderer::default();
        let plain = Style::default();
        show(&mut renderer, grid(&["abc", "def"], plain));
        assert_eq!(
            show(&mut renderer, grid(&["ab"], plain)),
            "\x1b[2J\x1b[1;1Hab"
        );
    }

    #[test]
    fn a_style_is_set_once_and_reset_at_the_end() {
        let mut renderer = Renderer::default();
        show(&mut renderer, Grid::new(2, 1));
        assert_eq!(
            show(&mut renderer, grid(&["ab"], Style::bold())),
            "\x1b[1;1H\x1b[0m\x1b[1mab\x1b[0m"
        );
        // The same characters in another style.
        let style = Style {
            is_reversed: true,
            ..Style::dim()
        };
        assert_eq!(
            show(&mut renderer, grid(&["ab"], style)),
            "\x1b[1;1H\x1b[0m\x1b[2m\x1b[7mab\x1b[0m"
        );
    }

    #[test]
    fn after_an_error_everything_is_drawn_again() {
        let mut renderer = Renderer::default();
        let first = grid(&["ab"], Style::default());
        let whole = show(&mut renderer, first.clone());
        let mut no_room = [0; 2];
        let second = grid(&["cd"], Style::default());
        assert!(renderer.show(second, &mut &mut no_room[..]).is_err());
        assert_eq!(show(&mut renderer, first), whole);
    }
}
