//! A sequence of slides.

use std::fmt::{self, Write as _};
use std::iter::Copied;
use std::ops::Deref;
use std::slice;

use super::Direction;

/// A sequence of slides. Displayed as `R2U2LD`: a letter a slide, and a count where it repeats.
///
/// ```
/// use noyes::board::{Direction::{Left, Up}, Moves};
///
/// let moves = Moves::from(vec![Left, Left, Up]);
/// assert_eq!((moves.to_string(), moves.len()), ("L2U".to_owned(), 3));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves(Vec<Direction>);

impl Moves {
    /// No moves.
    ///
    /// ```
    /// assert!(noyes::Moves::new().is_empty());
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a slide. Whether it can be made on a board is not checked: that is for
    /// [`verify`](crate::verify::verify).
    ///
    /// ```
    /// use noyes::{Direction, Moves};
    ///
    /// let mut moves = Moves::new();
    /// moves.push(Direction::Up);
    /// moves.push(Direction::Left);
    /// assert_eq!(moves.to_string(), "UL");
    /// ```
    pub fn push(&mut self, direction: Direction) {
        self.0.push(direction);
    }

    /// The same moves without pairs that undo each other, applied until none is left.
    ///
    /// ```
    /// use noyes::Moves;
    /// use noyes::board::Direction::{Down, Left, Right, Up};
    ///
    /// // Left and right undo each other, and then up and down do.
    /// let moves = Moves::from(vec![Up, Left, Right, Down, Left]);
    /// assert_eq!(moves.without_undoing().to_string(), "L");
    /// ```
    pub fn without_undoing(&self) -> Self {
        let mut rest: Vec<Direction> = Vec::with_capacity(self.len());
        for &direction in &self.0 {
            if rest.last() == Some(&direction.opposite()) {
                rest.pop();
            } else {
                rest.push(direction);
            }
        }
        Self(rest)
    }

    /// Removes and returns the last slide, if there is one.
    ///
    /// ```
    /// use noyes::{Direction, Moves};
    ///
    /// let mut moves = Moves::from(vec![Direction::Up]);
    /// assert_eq!(moves.pop(), Some(Direction::Up));
    /// assert_eq!(moves.pop(), None);
    /// ```
    pub fn pop(&mut self) -> Option<Direction> {
        self.0.pop()
    }

    /// How many multi-tile moves they are: tiles of one line that slide together count as one, so
    /// this is the number of runs of equal slides.
    ///
    /// ```
    /// # use noyes::board::{Direction::{Left, Up}, Moves};
    /// assert_eq!(Moves::from(vec![Left, Left, Up, Left]).multi_tile_moves(), 3);
    /// ```
    pub fn multi_tile_moves(&self) -> usize {
        let turns = self.0.windows(2).filter(|pair| pair[0] != pair[1]);
        usize::from(!self.0.is_empty()) + turns.count()
    }

    /// The runs of equal slides, in order: a direction and how often it follows itself.
    ///
    /// ```
    /// use noyes::Moves;
    /// use noyes::board::Direction::{Left, Up};
    ///
    /// let moves = Moves::from(vec![Left, Left, Up]);
    /// assert!(moves.runs().eq([(Left, 2), (Up, 1)]));
    /// ```
    pub fn runs(&self) -> impl Iterator<Item = (Direction, usize)> + '_ {
        self.0
            .chunk_by(|a, b| a == b)
            .map(|run| (run[0], run.len()))
    }
}

impl Deref for Moves {
    type Target = [Direction];

    fn deref(&self) -> &[Direction] {
        &self.0
    }
}

impl From<Vec<Direction>> for Moves {
    fn from(directions: Vec<Direction>) -> Self {
        Self(directions)
    }
}

impl From<Moves> for Vec<Direction> {
    fn from(moves: Moves) -> Self {
        moves.0
    }
}

impl FromIterator<Direction> for Moves {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        Self(directions.into_iter().collect())
    }
}

/// ```
/// use noyes::{Board, Direction, Moves};
///
/// let mut board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
/// for direction in &Moves::from(vec![Direction::Left, Direction::Up]) {
///     board = board.slide(direction).expect("these slides can be made");
/// }
/// assert_eq!(board.to_string(), "3\n 1  2  3 \n 4  0  5 \n 7  8  6 \n");
/// # Ok::<(), noyes::format::ReadError>(())
/// ```
impl<'a> IntoIterator for &'a Moves {
    type Item = Direction;
    type IntoIter = Copied<slice::Iter<'a, Direction>>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter().copied()
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Millions of letters, one by one, take a formatter a while: it gets them by the page.
        const PAGE: usize = 4096;
        let mut page = String::with_capacity(PAGE);
        for (direction, count) in self.runs() {
            page.push(direction.letter());
            match count {
                1 => {}
                2..=9 => page.push(char::from(b'0' + count as u8)),
                _ => write!(page, "{count}")?,
            }
            if page.len() + 32 > PAGE {
                f.write_str(&page)?;
                page.clear();
            }
        }
        f.write_str(&page)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    #[test]
    fn display_counts_repeats() {
        let moves = Moves::from(vec![Right, Right, Up, Up, Left, Down]);
        assert_eq!(moves.to_string(), "R2U2LD");
        assert_eq!(Moves::new().to_string(), "");
    }

    #[test]
    fn undoing_pairs_vanish_from_the_inside_out() {
        let moves = Moves::from(vec![Up, Left, Right, Down, Left]);
        assert_eq!(moves.without_undoing(), Moves::from(vec![Left]));
    }
}
