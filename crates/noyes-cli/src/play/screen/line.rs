//! Lines of styled text, and paragraphs of them that are wrapped between words.

use super::cell::{Cell, Style};
use super::grid::Grid;
use super::rect::Rect;

/// A line of text whose parts may differ in style. The default is an empty line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    cells: Vec<Cell>,
}

impl Line {
    pub fn new(text: &str, style: Style) -> Self {
        Self::default().and(text, style)
    }

    /// The line with more text at its end.
    pub fn and(mut self, text: &str, style: Style) -> Self {
        let cells = text.chars().map(|symbol| Cell { symbol, style });
        self.cells.extend(cells);
        self
    }

    /// The rows of at most `width` columns that show the line. A row ends with a whole word unless
    /// the word is wider than a row. The spaces between two rows are left out; those at the
    /// beginning of the line stay.
    fn rows(&self, width: usize) -> Vec<&[Cell]> {
        let mut rows = Vec::new();
        if width == 0 {
            return rows;
        }
        // The current row, and the start of the next word.
        let (mut start, mut end) = (0, 0);
        let mut word_start = 0;
        for word in self.cells.split(|cell| cell.symbol == ' ') {
            let word_end = word_start + word.len();
            if !word.is_empty() {
                if word_end - start > width {
                    if end > start {
                        rows.push(&self.cells[start..end]);
                    }
                    start = word_start;
                }
                while word_end - start > width {
                    rows.push(&self.cells[start..start + width]);
                    start += width;
                }
                end = word_end;
            }
            word_start = word_end + 1;
        }
        rows.push(&self.cells[start..end]);
        rows
    }
}

/// Draws lines from the top of an area, wrapped to its width. Rows below the area are left out.
pub fn draw_wrapped(grid: &mut Grid, area: Rect, lines: &[Line]) {
    let rows = lines
        .iter()
        .flat_map(|line| line.rows(usize::from(area.width)));
    for (index, row) in (0..area.height).zip(rows) {
        grid.draw(area.line(index), row.iter().copied());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wrap(text: &str, width: usize) -> Vec<String> {
        let line = Line::new(text, Style::default());
        let text = |row: &[Cell]| row.iter().map(|cell| cell.symbol).collect();
        line.rows(width).into_iter().map(text).collect()
    }

    #[test]
    fn lines_are_wrapped_between_words() {
        assert_eq!(wrap("make it larger", 20), ["make it larger"]);
        assert_eq!(wrap("make it larger", 13), ["make it", "larger"]);
        assert_eq!(wrap("make it larger", 7), ["make it", "larger"]);
        assert_eq!(wrap("make it larger", 6), ["make", "it", "larger"]);
        assert_eq!(wrap("", 6), [""]);
        assert_eq!(wrap("make", 0), [""; 0]);
    }

    #[test]
    fn a_wide_word_is_broken_and_the_next_one_follows_its_end() {
        assert_eq!(wrap("it larger is", 4), ["it", "larg", "er", "is"]);
        assert_eq!(wrap("it larger is", 5), ["it", "large", "r is"]);
        assert_eq!(wrap("it is", 1), ["i", "t", "i", "s"]);
    }

    #[test]
    fn spaces_stay_at_the_beginning_and_inside_a_row() {
        assert_eq!(wrap("  12 ←", 10), ["  12 ←"]);
        assert_eq!(wrap("a    b", 10), ["a    b"]);
        assert_eq!(wrap("a    b", 3), ["a", "b"]);
    }

    #[test]
    fn rows_keep_their_styles_and_end_with_the_area() {
        let mut grid = Grid::new(6, 4);
        let lines = [
            Line::new("to ", Style::dim()).and("go 4", Style::bold()),
            Line::new("left out", Style::default()),
        ];
        let area = Rect {
            x: 1,
            y: 1,
            width: 5,
            height: 2,
        };
        draw_wrapped(&mut grid, area, &lines);
        assert_eq!(grid.text(), "      \n to go\n 4    \n      \n");
        let rows: Vec<&[Cell]> = grid.lines().collect();
        assert_eq!(rows[1][1].style, Style::dim());
        assert_eq!(rows[1][4].style, Style::bold());
        assert_eq!(rows[2][1].style, Style::bold());
    }
}
