//! Borders with rounded corners.

use super::cell::Style;
use super::grid::Grid;
use super::rect::Rect;

impl Grid {
    /// Draws a border on the outermost cells of an area of at least 2×2 cells.
    pub fn draw_border(&mut self, area: Rect, style: Style) {
        let bar = "─".repeat(usize::from(area.width.saturating_sub(2)));
        let last = area.height.saturating_sub(1);
        self.write(area.line(0), &format!("╭{bar}╮"), style);
        for index in 1..last {
            let line = area.line(index);
            self.write(line, "│", style);
            self.write_right(line, "│", style);
        }
        self.write(area.line(last), &format!("╰{bar}╯"), style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_border_leaves_the_inside_as_it_is() {
        let mut grid = Grid::new(6, 4);
        for index in 0..4 {
            grid.write(grid.area().line(index), "xxxxxx", Style::default());
        }
        let area = Rect {
            x: 1,
            y: 0,
            width: 4,
            height: 3,
        };
        grid.draw_border(area, Style::default());
        assert_eq!(grid.text(), "x╭──╮x\nx│xx│x\nx╰──╯x\nxxxxxx\n");
    }
}
