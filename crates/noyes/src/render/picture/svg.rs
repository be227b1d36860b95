//! A board as a scalable picture.

use std::fmt::Write;

use super::super::theme::open;
use super::Picture;
use crate::board::Tile;

/// What svg pictures of boards share. Digits of the usual fonts are about 0.6 as wide as the
/// font is high.
pub(super) const DIGIT_WIDTH: f64 = 0.6;

impl Picture<'_> {
    /// The board as svg.
    ///
    /// ```
    /// # use noyes::{Board, Direction, Moves, render::Picture};
    /// let board: Board = "1 2/0 3".parse()?;
    /// let goal = Board::goal(board.size());
    /// let picture = Picture::new(&board, &goal);
    /// assert!(picture.svg().starts_with("<svg"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn svg(&self) -> String {
        let (width, height) = self.extent();
        let style = self.theme.style(&self.fixed_style(), &[]);
        let mut svg = open(width, height, &style);
        self.frame(&mut svg);
        for (cell, &tile) in self.board.tiles().iter().enumerate() {
            if tile != 0 {
                let (x, y) = self.corner(cell);
                self.tile(&mut svg, tile, x, y);
            }
        }
        svg.push_str("</svg>\n");
        svg
    }

    pub(super) fn fixed_style(&self) -> String {
        let height = self.digit_height(DIGIT_WIDTH);
        format!(
            ".frame {{ stroke-width: {:.2}; }}\n.number {{ font-size: {height:.2}px; font-weight: 600; text-anchor: middle; }}\n",
            (self.cell * 0.02).max(0.75)
        )
    }

    /// The tray the tiles lie in.
    pub(super) fn frame(&self, svg: &mut String) {
        let (width, height) = self.extent();
        let inset = self.margin() * 0.45;
        // Writing to a string cannot fail.
        let _ = writeln!(
            svg,
            "<rect class=\"frame\" x=\"{inset:.2}\" y=\"{inset:.2}\" width=\"{:.2}\" height=\"{:.2}\" rx=\"{:.2}\"/>",
            width - 2.0 * inset,
            height - 2.0 * inset,
            self.cell * 0.15
        );
    }

    /// A tile whose cell begins at (x, y).
    pub(super) fn tile(&self, svg: &mut String, tile: Tile, x: f64, y: f64) {
        let gap = self.gap();
        let side = self.cell - 2.0 * gap;
        let base = y + self.cell / 2.0 + 0.355 * self.digit_height(DIGIT_WIDTH);
        let _ = writeln!(
            svg,
            "<rect x=\"{:.2}\" y=\"{:.2}\" width=\"{side:.2}\" height=\"{side:.2}\" rx=\"{:.2}\" fill=\"{}\"/><text class=\"number\" x=\"{:.2}\" y=\"{base:.2}\">{tile}</text>",
            x + gap,
            y + gap,
            self.cell * 0.12,
            self.colors[usize::from(tile)],
            x + self.cell / 2.0,
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::board::{Board, Size};
    use crate::render::{Picture, Theme};

    #[test]
    fn every_tile_is_there_and_the_blank_is_not() {
        for (rows, cols) in [(2, 2), (3, 5), (127, 127)] {
            let board = Board::goal(Size::new(rows, cols).unwrap());
            let svg = Picture::new(&board, &board).theme(Theme::Light).svg();
            assert_eq!(svg.matches("class=\"number\"").count(), rows * cols - 1);
            assert!(!svg.contains(">0</text>"));
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
        }
    }
}
