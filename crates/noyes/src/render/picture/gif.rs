//! A solution as an animated gif.
//!
//! Only the two cells of a slide change, so a frame is those two cells with a palette of its
//! own: exact colours, and a few hundred bytes a frame.

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use rustc_hash::FxHashMap;

use super::canvas::Canvas;
use super::clock::Clock;
use super::color::Rgb;
use super::{Picture, RenderError, Slid};
use crate::board::Moves;

/// More would be tens of megabytes.
const MOST_MOVES: usize = 20_000;
/// The most moves for which sliding tiles are drawn; in longer solutions they jump.
const MOST_SLIDING: usize = 250;
/// Frames of a slide.
const STEPS: usize = 4;

impl Picture<'_> {
    /// The board solving itself, over and over. At most 20,000 moves, which must be possible on the
    /// board: others are an error, and so are more pixels than a picture should have. In solutions
    /// of more than 250 moves tiles jump instead of sliding.
    ///
    /// ```
    /// # use noyes::{Board, Direction, Moves, render::Picture};
    /// let board: Board = "1 2/0 3".parse()?;
    /// let goal = Board::goal(board.size());
    /// let picture = Picture::new(&board, &goal);
    /// let gif = picture.gif(&Moves::from(vec![Direction::Left]))?;
    /// assert!(gif.starts_with(b"GIF89a"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn gif(&self, moves: &Moves) -> Result<Vec<u8>, RenderError> {
        if moves.len() > MOST_MOVES {
            return Err(RenderError::TooLong {
                moves: moves.len(),
                most: MOST_MOVES,
            });
        }
        let slides = self.slides(moves)?;
        let rows = self.board.size().rows();
        let parts = rows + slides.len();
        let mut canvas = self.canvas(self.board.tiles(), parts)?;
        let refused = |error: gif::EncodingError| RenderError::Encoder(error.to_string());
        let mut file = Vec::new();
        let (width, height) = (canvas.width as u16, canvas.height as u16);
        let mut encoder = Encoder::new(&mut file, width, height, &[]).map_err(refused)?;
        encoder.set_repeat(Repeat::Infinite).map_err(refused)?;
        let whole = (0, 0, canvas.width, canvas.height);
        let clock = Clock::new(slides.len());
        let sliding = hundredths(clock.slide() / STEPS as f64);
        encoder
            .write_frame(&frame(&canvas, whole, hundredths(clock.begin)))
            .map_err(refused)?;
        let steps = if slides.len() <= MOST_SLIDING {
            STEPS
        } else {
            1
        };
        for (number, &slid) in slides.iter().enumerate() {
            let area = self.two_cells(slid);
            for step in 1..=steps {
                self.slide(&mut canvas, slid, step as f64 / steps as f64);
                let is_last = number + 1 == slides.len() && step == steps;
                let time = match steps {
                    _ if is_last => hundredths(clock.end),
                    1 => hundredths(clock.step),
                    _ if step == steps => hundredths(clock.step) - (STEPS as u16 - 1) * sliding,
                    _ => sliding,
                };
                encoder
                    .write_frame(&frame(&canvas, area, time))
                    .map_err(refused)?;
            }
            self.tell(rows + number + 1, parts)?;
        }
        drop(encoder);
        Ok(file)
    }

    /// Draws the two cells of a slide with the tile `part` of the way.
    fn slide(&self, canvas: &mut Canvas, slid: Slid, part: f64) {
        let (left, top, wide, high) = self.two_cells(slid);
        let area = (left as f64, top as f64, wide as f64, high as f64);
        self.clear(canvas, area);
        let (from, to) = (self.corner(slid.from), self.corner(slid.to));
        let at = |a: f64, b: f64| a + (b - a) * part;
        self.put(canvas, slid.tile, (at(from.0, to.0), at(from.1, to.1)));
    }

    /// The pixels of the two cells: left, top, width, height.
    fn two_cells(&self, slid: Slid) -> (usize, usize, usize, usize) {
        let (a, b) = (self.corner(slid.from), self.corner(slid.to));
        let (left, top) = (a.0.min(b.0).floor(), a.1.min(b.1).floor());
        let right = (a.0.max(b.0) + self.cell).ceil();
        let bottom = (a.1.max(b.1) + self.cell).ceil();
        (
            left as usize,
            top as usize,
            (right - left) as usize,
            (bottom - top) as usize,
        )
    }
}

/// A time as a gif counts it; browsers slow down what is quicker than 2.
fn hundredths(seconds: f64) -> u16 {
    (100.0 * seconds).round().max(2.0) as u16
}

/// A part of the canvas as a frame shown for `time` hundredths of a second.
fn frame(canvas: &Canvas, area: (usize, usize, usize, usize), time: u16) -> Frame<'static> {
    let (left, top, width, height) = area;
    let rows = (top..top + height).flat_map(|y| {
        let start = y * canvas.width + left;
        &canvas.pixels[start..start + width]
    });
    let (palette, buffer) = indexed(rows.copied());
    Frame {
        delay: time,
        dispose: DisposalMethod::Keep,
        left: left as u16,
        top: top as u16,
        width: width as u16,
        height: height as u16,
        palette: Some(palette),
        buffer: buffer.into(),
        ..Frame::default()
    }
}

/// The 256 commonest colours, and every pixel by the number of the nearest.
fn indexed(pixels: impl Iterator<Item = Rgb> + Clone) -> (Vec<u8>, Vec<u8>) {
    let mut counts: FxHashMap<Rgb, usize> = FxHashMap::default();
    for pixel in pixels.clone() {
        *counts.entry(pixel).or_default() += 1;
    }
    let mut colors: Vec<Rgb> = counts.keys().copied().collect();
    colors.sort_by_key(|color| (std::cmp::Reverse(counts[color]), *color));
    let palette_colors = &colors[..colors.len().min(256)];
    let numbers: FxHashMap<Rgb, u8> = colors
        .iter()
        .map(|&color| (color, nearest(palette_colors, color)))
        .collect();
    let palette = palette_colors
        .iter()
        .flat_map(|color| [color.0, color.1, color.2])
        .collect();
    (palette, pixels.map(|pixel| numbers[&pixel]).collect())
}

fn nearest(palette_colors: &[Rgb], color: Rgb) -> u8 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    let far = |other: &Rgb| {
        square(other.0, color.0) + square(other.1, color.1) + square(other.2, color.2)
    };
    let best = (0..palette_colors.len()).min_by_key(|&number| far(&palette_colors[number]));
    best.unwrap_or(0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Direction};

    #[test]
    fn frames_follow_the_moves() {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let goal = Board::goal(board.size());
        let ways = [
            Direction::Left,
            Direction::Up,
            Direction::Left,
            Direction::Up,
        ];
        let picture = Picture::new(&board, &goal).cell(24.0);
        let file = picture.gif(&ways.to_vec().into()).unwrap();
        let mut reader = gif::DecodeOptions::new()
            .read_info(std::io::Cursor::new(&file))
            .unwrap();
        let (mut frames, mut time) = (0, 0);
        while let Some(frame) = reader.read_next_frame().unwrap() {
            assert!(
                frames == 0 || usize::from(frame.width) * usize::from(frame.height) <= 2 * 26 * 26
            );
            frames += 1;
            time += u32::from(frame.delay);
        }
        assert_eq!(frames, 1 + 4 * STEPS);
        // The last move does not rest: the end is shown instead.
        let clock = Clock::new(4);
        let all = clock.total(4) - clock.step + clock.slide();
        assert!((f64::from(time) / 100.0 - all).abs() < 0.1, "{time}");
    }

    #[test]
    fn the_last_frame_leaves_the_goal() {
        let board = Board::new(&[[1, 2, 3], [4, 5, 6], [7, 0, 8]]).unwrap();
        let goal = Board::goal(board.size());
        let picture = Picture::new(&board, &goal).cell(24.0);
        let mut canvas = picture.canvas(board.tiles(), 3).unwrap();
        let slid = picture
            .slides(&vec![Direction::Left].into())
            .unwrap()
            .remove(0);
        picture.slide(&mut canvas, slid, 0.5);
        picture.slide(&mut canvas, slid, 1.0);
        assert_eq!(
            canvas.pixels,
            picture.canvas(goal.tiles(), 3).unwrap().pixels
        );
    }
}
