//! A solution as a film strip: board after board, the tile just slid outlined.

use std::fmt::Write;

use super::super::theme::{Rule, open};
use super::{Picture, RenderError};
use crate::board::{Moves, Tile};

const RULES: [Rule; 1] = [(
    ".slid",
    "stroke:#1f2933;stroke-width:2",
    "stroke:#ffffff;stroke-width:2",
)];

/// The sheet grows down rather than wider than this.
const WIDEST: f64 = 1100.0;
const GAP: f64 = 20.0;
const CAPTION: f64 = 24.0;

impl Picture<'_> {
    /// The boards of a solution side by side, at most `most` of them, evenly chosen; the first and
    /// the last are always there, so that fewer than 2 count as 2. A move that cannot be made is
    /// [`RenderError::Blocked`].
    ///
    /// ```
    /// # use noyes::{Board, Direction, Moves, render::Picture};
    /// let board: Board = "1 2/0 3".parse()?;
    /// let goal = Board::goal(board.size());
    /// let picture = Picture::new(&board, &goal);
    /// let strip = picture.strip_svg(&Moves::from(vec![Direction::Left]), 10)?;
    /// assert!(strip.contains("start") && strip.contains("1: 3 L"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn strip_svg(&self, moves: &Moves, most: usize) -> Result<String, RenderError> {
        let slides = self.slides(moves)?;
        let shown = chosen(slides.len() + 1, most.max(2));
        let (wide, high) = self.extent();
        let across = ((WIDEST - GAP) / (wide + GAP)).floor().max(1.0);
        let across = (across as usize).min(shown.len());
        let down = shown.len().div_ceil(across);
        let width = GAP + across as f64 * (wide + GAP);
        let height = GAP + down as f64 * (high + CAPTION + GAP);
        let fixed = format!(
            "{}.caption {{ font-size: 13px; text-anchor: middle; }}\n.slid {{ fill: none; }}\n",
            self.fixed_style()
        );
        let mut svg = open(width, height, &self.theme.style(&fixed, &RULES));
        let mut tiles = self.board.tiles().to_vec();
        let mut made = 0;
        for (place, &moves_made) in shown.iter().enumerate() {
            for slid in &slides[made..moves_made] {
                tiles.swap(slid.from, slid.to);
            }
            made = moves_made;
            let x = GAP + (place % across) as f64 * (wide + GAP);
            let y = GAP + (place / across) as f64 * (high + CAPTION + GAP);
            // Writing to a string cannot fail.
            let _ = writeln!(svg, "<g transform=\"translate({x:.2} {y:.2})\">");
            self.frame(&mut svg);
            self.tiles(&mut svg, &tiles);
            let caption = match made.checked_sub(1).map(|last| slides[last]) {
                None => "start".to_owned(),
                Some(slid) => {
                    let (x, y) = self.corner(slid.to);
                    let gap = self.gap();
                    let side = self.cell - 2.0 * gap;
                    let _ = writeln!(
                        svg,
                        "<rect class=\"slid\" x=\"{:.2}\" y=\"{:.2}\" width=\"{side:.2}\" height=\"{side:.2}\" rx=\"{:.2}\"/>",
                        x + gap,
                        y + gap,
                        self.cell * 0.12
                    );
                    format!("{made}: {} {}", slid.tile, moves[made - 1])
                }
            };
            let _ = writeln!(
                svg,
                "<text class=\"caption soft\" x=\"{:.2}\" y=\"{:.2}\">{caption}</text></g>",
                wide / 2.0,
                high + 16.0
            );
        }
        svg.push_str("</svg>\n");
        Ok(svg)
    }

    fn tiles(&self, svg: &mut String, tiles: &[Tile]) {
        for (cell, &tile) in tiles.iter().enumerate().filter(|(_, tile)| **tile != 0) {
            let (x, y) = self.corner(cell);
            self.tile(svg, tile, x, y);
        }
    }
}

/// At most `most` of the numbers below `count`, evenly, with the first and the last.
fn chosen(count: usize, most: usize) -> Vec<usize> {
    if count <= most {
        return (0..count).collect();
    }
    (0..most)
        .map(|place| place * (count - 1) / (most - 1))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Direction};

    #[test]
    fn a_frame_a_board_and_no_more_than_asked() {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let goal = Board::goal(board.size());
        let moves = Moves::from(vec![
            Direction::Left,
            Direction::Up,
            Direction::Left,
            Direction::Up,
        ]);
        let picture = Picture::new(&board, &goal);
        let all = picture.strip_svg(&moves, 60).unwrap();
        assert_eq!(all.matches("class=\"frame\"").count(), 5);
        assert!(all.contains(">4: 6 U<"));
        let few = picture.strip_svg(&moves, 3).unwrap();
        assert_eq!(few.matches("class=\"frame\"").count(), 3);
    }

    #[test]
    fn the_ends_are_always_chosen() {
        assert_eq!(chosen(5, 10), [0, 1, 2, 3, 4]);
        assert_eq!(chosen(101, 3), [0, 50, 100]);
        assert_eq!(chosen(8, 3), [0, 3, 7]);
    }
}
