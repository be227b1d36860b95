//! Pictures of boards and of solutions: svg, film strip, animation, png, gif.
//!
//! A tile is coloured by its place in the goal, row by row through the rainbow, so that order
//! shows at a glance and a large board is a picture before it is numbers.

mod animated;
pub(super) mod canvas;
mod clock;
mod color;
pub(super) mod digits;
mod gif;
#[cfg(feature = "png")]
pub(super) mod png;
mod strip;
mod svg;

use std::fmt;

use super::Theme;
use crate::board::{Board, Moves, Size, Tile};
use crate::guard::{Control, Event, Observer, Silent};

pub use color::Rgb;

/// Why a picture cannot be drawn.
///
/// ```
/// use noyes::render::{Picture, RenderError};
/// use noyes::{Board, Direction, Moves};
///
/// let goal = Board::new(&[[1, 2], [3, 0]])?;
/// let moves = Moves::from(vec![Direction::Up]);
/// let error = Picture::new(&goal, &goal).animated_svg(&moves).unwrap_err();
/// assert_eq!(error, RenderError::Blocked { number: 1 });
/// assert_eq!(error.to_string(), "move 1 cannot be made on this board: check the moves");
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RenderError {
    /// A move cannot be made.
    #[error("move {number} cannot be made on this board: check the moves")]
    Blocked {
        /// Which move, from 1.
        number: usize,
    },
    /// More moves than an animation can hold.
    #[error("{moves} moves are too many for an animation of at most {most}: draw a strip instead")]
    TooLong {
        /// How many moves there are.
        moves: usize,
        /// How many there may be.
        most: usize,
    },
    /// More pixels than a picture should have.
    #[error("a picture of {width}×{height} pixels is too large: choose smaller cells, or svg")]
    TooLarge {
        /// Pixels across.
        width: usize,
        /// Pixels down.
        height: usize,
    },
    /// The observer said stop.
    #[error("stopped before the picture was finished")]
    Stopped,
    /// The encoder refused.
    #[error("the picture cannot be encoded: {0}")]
    Encoder(String),
}

/// A board about to be drawn.
///
/// ```
/// use noyes::Board;
/// use noyes::render::{Picture, Theme};
///
/// let board = Board::new(&[[1, 2], [0, 3]])?;
/// let goal = Board::goal(board.size());
/// let picture = Picture::new(&board, &goal).theme(Theme::Dark).cell(20.0);
/// assert!(picture.svg().starts_with("<svg"));
/// # #[cfg(feature = "png")]
/// assert!(picture.png()?.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Picture<'a> {
    board: &'a Board,
    observer: &'a dyn Observer,
    /// Every tile's colour, by its number.
    colors: Vec<Rgb>,
    theme: Theme,
    cell: f64,
}

impl fmt::Debug for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut picture = f.debug_struct("Picture");
        picture.field("board", &self.board);
        picture.field("theme", &self.theme);
        picture.field("cell", &self.cell).finish_non_exhaustive()
    }
}

/// A tile's slide: which, from where, to where.
#[derive(Clone, Copy, Debug)]
struct Slid {
    tile: Tile,
    from: usize,
    to: usize,
}

impl<'a> Picture<'a> {
    /// A picture of a board on its way to a goal of the same size, which gives the tiles their
    /// colours. With a goal of another size the colours mean nothing.
    ///
    /// ```
    /// use noyes::Board;
    /// use noyes::render::Picture;
    ///
    /// let board: Board = "1 2/0 3".parse()?;
    /// let svg = Picture::new(&board, &Board::goal(board.size())).svg();
    /// assert!(svg.ends_with("</svg>\n"));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    pub fn new(board: &'a Board, goal: &Board) -> Self {
        let size = board.size();
        let mut colors = vec![Rgb::default(); size.cells()];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            if let Some(color) = colors.get_mut(usize::from(tile)) {
                *color = Rgb::of_home(size, cell);
            }
        }
        Self {
            board,
            observer: &Silent,
            colors,
            theme: Theme::Auto,
            cell: usual_cell(size),
        }
    }

    /// The same in a theme. Pixels cannot ask: in png and gif, auto is light.
    ///
    /// ```
    /// use noyes::render::Theme;
    /// # use noyes::{Board, Direction, Moves, render::Picture};
    /// let board: Board = "1 2/0 3".parse()?;
    /// let goal = Board::goal(board.size());
    /// let picture = Picture::new(&board, &goal);
    /// assert_ne!(picture.clone().theme(Theme::Dark).svg(), picture.theme(Theme::Light).svg());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// The same with cells of another size, in pixels: from 4 to 1000, what is outside is taken for
    /// the nearer end. With what is no number the picture cannot be shown.
    ///
    /// ```
    /// # use noyes::{Board, Direction, Moves, render::Picture};
    /// let board: Board = "1 2/0 3".parse()?;
    /// let goal = Board::goal(board.size());
    /// let picture = Picture::new(&board, &goal);
    /// // As small as it may be.
    /// assert_eq!(picture.clone().cell(0.0).svg(), picture.cell(4.0).svg());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn cell(self, cell: f64) -> Self {
        Self {
            cell: cell.clamp(4.0, 1000.0),
            ..self
        }
    }

    /// The same with someone told how far it is, for pixels take time. If the observer says stop,
    /// the picture is [`RenderError::Stopped`].
    ///
    /// ```
    /// use noyes::guard::Silent;
    /// # use noyes::{Board, Direction, Moves, render::Picture};
    /// let board: Board = "1 2/0 3".parse()?;
    /// let goal = Board::goal(board.size());
    /// let picture = Picture::new(&board, &goal);
    /// assert!(picture.watched_by(&Silent).gif(&Moves::new()).is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn watched_by(self, observer: &'a dyn Observer) -> Self {
        Self { observer, ..self }
    }

    /// Tells how many parts of all are done.
    fn tell(&self, done: usize, total: usize) -> Result<(), RenderError> {
        let (done, total) = (done as u64, total as u64);
        match self.observer.on(&Event::Drawn { done, total }) {
            Control::Continue => Ok(()),
            Control::Stop => Err(RenderError::Stopped),
        }
    }

    /// Space around the tiles.
    fn margin(&self) -> f64 {
        (self.cell * 0.14).round()
    }

    /// Width and height, margins included.
    fn extent(&self) -> (f64, f64) {
        let size = self.board.size();
        let side = |lines: usize| lines as f64 * self.cell + 2.0 * self.margin();
        (side(size.cols()), side(size.rows()))
    }

    /// Where a cell begins.
    fn corner(&self, cell: usize) -> (f64, f64) {
        let size = self.board.size();
        let at = |line: usize| self.margin() + line as f64 * self.cell;
        (at(size.col(cell)), at(size.row(cell)))
    }

    /// Half the gap between tiles.
    fn gap(&self) -> f64 {
        (self.cell * 0.03).max(0.5)
    }

    /// The height of the digits of a tile, for glyphs `wide` times as wide as high.
    fn digit_height(&self, wide: f64) -> f64 {
        let digits = self.board.size().tiles().to_string().len() as f64;
        (self.cell * 0.80 / (digits * wide)).min(self.cell * 0.42)
    }

    /// Replays moves as slides of tiles.
    fn slides(&self, moves: &Moves) -> Result<Vec<Slid>, RenderError> {
        let size = self.board.size();
        let mut tiles = self.board.tiles().to_vec();
        let mut blank = self.board.blank();
        let slide = |(number, &way)| {
            let blocked = RenderError::Blocked { number };
            let from = size.source_cell(blank, way).ok_or(blocked)?;
            let (tile, to) = (tiles[from], blank);
            tiles.swap(from, to);
            blank = from;
            Ok(Slid { tile, from, to })
        };
        (1..).zip(moves.iter()).map(slide).collect()
    }
}

/// Cells large enough to read and small enough for a screen.
fn usual_cell(size: Size) -> f64 {
    match size.rows().max(size.cols()) {
        0..=5 => 72.0,
        6..=8 => 56.0,
        9..=20 => 42.0,
        _ => 36.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Direction;
    use std::sync::Mutex;

    /// Hears how far a picture is, and stops it there if asked to.
    struct Listener {
        heard: Mutex<Vec<(u64, u64)>>,
        most: u64,
    }

    impl Observer for Listener {
        fn on(&self, event: &Event) -> Control {
            let &Event::Drawn { done, total } = event else {
                return Control::Continue;
            };
            self.heard.lock().unwrap().push((done, total));
            if done < self.most {
                Control::Continue
            } else {
                Control::Stop
            }
        }
    }

    #[test]
    fn pixels_are_told_and_can_be_stopped() {
        let board = Board::goal(Size::new(3, 5).unwrap());
        let moves = Moves::from(vec![Direction::Down, Direction::Right]);
        for (gif, total) in [(false, 6), (true, 5)] {
            for most in [2, 4, u64::MAX] {
                let listener = Listener {
                    heard: Mutex::default(),
                    most,
                };
                let picture = Picture::new(&board, &board).watched_by(&listener);
                let drawn = match gif {
                    true => picture.gif(&moves),
                    false => picture.png(),
                };
                let is_stopped = drawn == Err(RenderError::Stopped);
                assert_eq!(is_stopped, most < total);
                let heard = listener.heard.into_inner().unwrap();
                let all: Vec<_> = (1..=total.min(most)).map(|done| (done, total)).collect();
                assert_eq!(heard, all);
            }
        }
    }

    #[test]
    fn moves_that_cannot_be_made_are_told() {
        let board = Board::goal(Size::new(3, 3).unwrap());
        let picture = Picture::new(&board, &board);
        let moves = Moves::from(vec![Direction::Down, Direction::Right, Direction::Right]);
        assert_eq!(picture.slides(&moves).unwrap().len(), 3);
        let moves = Moves::from(vec![Direction::Down, Direction::Left]);
        let error = picture.slides(&moves).unwrap_err();
        assert_eq!(error, RenderError::Blocked { number: 2 });
    }
}
