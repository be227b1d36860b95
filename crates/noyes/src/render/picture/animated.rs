//! A solution as an animated svg: tiles slide, hold at the end, and begin again.
//!
//! Every tile that moves is given its own key times (SMIL), so that the file grows by a few
//! dozen bytes a move, whatever the board's size.

use std::fmt::Write;

use super::super::theme::{Rule, open};
use super::clock::Clock;
use super::{Picture, RenderError, Slid};
use crate::board::Moves;

const RULES: [Rule; 1] = [(".progress", "fill:#2f74c0", "fill:#5fa3e8")];

/// More would stutter in any viewer.
const MOST_MOVES: usize = 50_000;

/// A clock whose times are parts of the whole, as key times are.
struct Dial {
    clock: Clock,
    total: f64,
}

impl Dial {
    fn new(moves: usize) -> Self {
        let clock = Clock::new(moves);
        let total = clock.total(moves);
        Self { clock, total }
    }

    /// When a move begins and ends.
    fn span(&self, number: usize) -> (f64, f64) {
        let start = self.clock.start(number);
        (
            start / self.total,
            (start + self.clock.slide()) / self.total,
        )
    }
}

impl Picture<'_> {
    /// The board solving itself, over and over. At most 50,000 moves, which must be possible on the
    /// board: others are an error.
    ///
    /// ```
    /// # use noyes::{Board, Direction, Moves, render::Picture};
    /// let board: Board = "1 2/0 3".parse()?;
    /// let goal = Board::goal(board.size());
    /// let picture = Picture::new(&board, &goal);
    /// let moves = Moves::from(vec![Direction::Left]);
    /// assert!(picture.animated_svg(&moves)?.contains("<animate"));
    /// assert!(picture.animated_svg(&Moves::from(vec![Direction::Right])).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn animated_svg(&self, moves: &Moves) -> Result<String, RenderError> {
        if moves.len() > MOST_MOVES {
            return Err(RenderError::TooLong {
                moves: moves.len(),
                most: MOST_MOVES,
            });
        }
        let slides = self.slides(moves)?;
        let dial = Dial::new(slides.len());
        let (width, height) = self.extent();
        let style = self.theme.style(&self.fixed_style(), &RULES);
        let mut svg = open(width, height, &style);
        self.frame(&mut svg);
        // The slides of every tile, in order.
        let mut own: Vec<Vec<(usize, Slid)>> = vec![Vec::new(); self.board.size().cells()];
        for (number, &slid) in slides.iter().enumerate() {
            own[usize::from(slid.tile)].push((number, slid));
        }
        for (cell, &tile) in self.board.tiles().iter().enumerate() {
            if tile == 0 {
                continue;
            }
            let (x, y) = self.corner(cell);
            // Writing to a string cannot fail.
            let _ = write!(svg, "<g transform=\"translate({x:.1} {y:.1})\">");
            self.tile(&mut svg, tile, 0.0, 0.0);
            self.motion(&mut svg, cell, &own[usize::from(tile)], &dial);
            svg.push_str("</g>\n");
        }
        self.progress(&mut svg, &dial);
        svg.push_str("</svg>\n");
        Ok(svg)
    }

    fn motion(&self, svg: &mut String, start: usize, slides: &[(usize, Slid)], dial: &Dial) {
        if slides.is_empty() {
            return;
        }
        let mut times = String::from("0");
        let (x, y) = self.corner(start);
        let mut values = format!("{x:.1} {y:.1}");
        for &(number, slid) in slides {
            let (from, to) = (self.corner(slid.from), self.corner(slid.to));
            let (begins, ends) = dial.span(number);
            let _ = write!(times, ";{begins:.6};{ends:.6}");
            let _ = write!(
                values,
                ";{:.1} {:.1};{:.1} {:.1}",
                from.0, from.1, to.0, to.1
            );
        }
        let last = values.rsplit(';').next().unwrap_or_default();
        let _ = write!(
            svg,
            "<animateTransform attributeName=\"transform\" type=\"translate\" dur=\"{:.2}s\" repeatCount=\"indefinite\" keyTimes=\"{times};1\" values=\"{values};{last}\"/>",
            dial.total
        );
    }

    /// A thin line that grows from start to goal.
    fn progress(&self, svg: &mut String, dial: &Dial) {
        let (width, height) = self.extent();
        let thick = (self.margin() * 0.3).max(2.0);
        let (begins, _) = dial.span(0);
        let ends = 1.0 - dial.clock.end / dial.total;
        let _ = writeln!(
            svg,
            "<rect class=\"progress\" x=\"0\" y=\"{:.1}\" width=\"0\" height=\"{thick:.1}\"><animate attributeName=\"width\" dur=\"{:.2}s\" repeatCount=\"indefinite\" keyTimes=\"0;{begins:.6};{ends:.6};1\" values=\"0;0;{width};{width}\"/></rect>",
            height - thick,
            dial.total
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Direction};

    #[test]
    fn only_tiles_that_move_are_animated_and_times_never_fall() {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let goal = Board::goal(board.size());
        let ways = [
            Direction::Left,
            Direction::Up,
            Direction::Left,
            Direction::Up,
        ];
        let svg = Picture::new(&board, &goal)
            .animated_svg(&ways.to_vec().into())
            .unwrap();
        assert_eq!(svg.matches("<animateTransform").count(), 4);
        for part in svg.split("keyTimes=\"").skip(1) {
            let times = part.split('"').next().unwrap();
            let times: Vec<f64> = times.split(';').map(|time| time.parse().unwrap()).collect();
            assert!(times.windows(2).all(|pair| pair[0] <= pair[1]), "{times:?}");
            assert_eq!((times[0], times[times.len() - 1]), (0.0, 1.0));
        }
    }

    #[test]
    fn no_moves_are_a_still_picture() {
        let goal = Board::goal(crate::Size::new(3, 3).unwrap());
        let svg = Picture::new(&goal, &goal)
            .animated_svg(&Moves::new())
            .unwrap();
        assert!(!svg.contains("<animateTransform"));
    }
}
