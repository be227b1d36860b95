//! The grid: the cells of one frame.

use super::cell::{Cell, Style};
use super::rect::Rect;

/// The cells of a screen, line by line. What is drawn replaces what was there; what lies outside
/// the area or outside the grid is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    width: u16,
    height: u16,
    cells: Vec<Cell>,
}

impl Grid {
    /// An empty grid.
    pub fn new(width: u16, height: u16) -> Self {
        let count = usize::from(width) * usize::from(height);
        Self {
            width,
            height,
            cells: vec![Cell::default(); count],
        }
    }

    /// The whole grid.
    pub fn area(&self) -> Rect {
        Rect {
            x: 0,
            y: 0,
            width: self.width,
            height: self.height,
        }
    }

    /// The lines, from top to bottom.
    pub fn lines(&self) -> impl Iterator<Item = &[Cell]> {
        // A grid without columns has no cells, but a chunk must have a length.
        self.cells.chunks(usize::from(self.width).max(1))
    }

    /// Draws cells on the first line of an area.
    pub fn draw(&mut self, area: Rect, cells: impl IntoIterator<Item = Cell>) {
        if area.height == 0 || area.y >= self.height {
            return;
        }
        let start = usize::from(area.y) * usize::from(self.width);
        let left = area.x.min(self.width);
        let right = area.right().min(self.width);
        let line = &mut self.cells[start + usize::from(left)..start + usize::from(right)];
        for (place, cell) in line.iter_mut().zip(cells) {
            *place = cell;
        }
    }

    /// Writes a text on the first line of an area.
    pub fn write(&mut self, area: Rect, text: &str, style: Style) {
        self.draw(area, text.chars().map(|symbol| Cell { symbol, style }));
    }

    /// Writes a text at the right end of the first line of an area. If the area is narrower than
    /// the text, the end of the text is shown.
    pub fn write_right(&mut self, area: Rect, text: &str, style: Style) {
        let length = text.chars().count();
        let width = usize::from(area.width);
        let indent = width.saturating_sub(length) as u16;
        let place = Rect {
            x: area.x + indent,
            width: area.width - indent,
            ..area
        };
        let shown = text.chars().skip(length.saturating_sub(width));
        self.draw(place, shown.map(|symbol| Cell { symbol, style }));
    }

    /// Empties an area.
    pub fn clear(&mut self, area: Rect) {
        for index in 0..area.height {
            self.draw(area.line(index), std::iter::repeat(Cell::default()));
        }
    }

    /// The characters, one line of text for each line.
    #[cfg(test)]
    pub fn text(&self) -> String {
        let text = |line: &[Cell]| line.iter().map(|cell| cell.symbol).collect::<String>();
        self.lines().map(|line| text(line) + "\n").collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(x: u16, y: u16, width: u16, height: u16) -> Rect {
        Rect {
            x,
            y,
            width,
            height,
        }
    }

    #[test]
    fn text_is_clipped_to_its_area_and_to_the_grid() {
        let mut grid = Grid::new(6, 3);
        let plain = Style::default();
        grid.write(rect(1, 0, 2, 1), "abc", plain);
        grid.write(rect(4, 1, 9, 1), "abc", plain);
        grid.write(rect(9, 1, 9, 1), "abc", plain);
        grid.write(rect(0, 3, 6, 1), "abc", plain);
        grid.write(rect(0, 2, 6, 2).line(2), "abc", plain);
        grid.write_right(rect(0, 2, 5, 1), "abc", plain);
        assert_eq!(grid.text(), " ab   \n    ab\n  abc \n");
        grid.write_right(rect(2, 2, 2, 1), "xyz", plain);
        grid.clear(rect(2, 0, 4, 2));
        assert_eq!(grid.text(), " a    \n      \n  yzc \n");
    }

    #[test]
    fn what_is_drawn_replaces_the_style_too() {
        let mut grid = Grid::new(3, 1);
        grid.write(grid.area(), "abc", Style::bold());
        grid.write(grid.area(), "d", Style::dim());
        let styles: Vec<Style> = grid.lines().flatten().map(|cell| cell.style).collect();
        assert_eq!(styles, [Style::dim(), Style::bold(), Style::bold()]);
    }

    #[test]
    fn an_empty_grid_takes_anything() {
        for (width, height) in [(0, 0), (0, 5), (5, 0)] {
            let mut grid = Grid::new(width, height);
            grid.write(rect(0, 0, 5, 5), "abc", Style::default());
            grid.clear(rect(0, 0, 5, 5));
            assert_eq!(grid.text(), "");
        }
    }
}
