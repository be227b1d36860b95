//! The way a tile slides.

use std::fmt;

/// The way the **tile** slides; the blank goes the opposite way.
///
/// ```
/// use noyes::Direction;
///
/// assert_eq!(Direction::from_letter('U'), Some(Direction::Up));
/// assert_eq!(Direction::Up.opposite(), Direction::Down);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// The tile below the blank slides up.
    Up = 0,
    /// The tile right of the blank slides left.
    Left = 1,
    /// The tile left of the blank slides right.
    Right = 2,
    /// The tile above the blank slides down.
    Down = 3,
}

impl Direction {
    /// All four, in the order searches try them.
    ///
    /// ```
    /// use noyes::Direction;
    ///
    /// let letters: String = Direction::ALL.iter().map(|direction| direction.letter()).collect();
    /// assert_eq!(letters, "ULRD");
    /// ```
    pub const ALL: [Self; 4] = [Self::Up, Self::Left, Self::Right, Self::Down];

    /// The slide that undoes this one.
    ///
    /// ```
    /// use noyes::{Board, Direction};
    ///
    /// let board: Board = "1 2/0 3".parse()?;
    /// let there = board.slide(Direction::Left).unwrap();
    /// assert_eq!(there.slide(Direction::Left.opposite()), Some(board));
    /// # Ok::<(), noyes::format::ReadError>(())
    /// ```
    #[inline]
    pub fn opposite(self) -> Self {
        Self::ALL[3 - self as usize]
    }

    /// `U`, `L`, `R` or `D`.
    ///
    /// ```
    /// assert_eq!(noyes::Direction::Right.letter(), 'R');
    /// ```
    pub fn letter(self) -> char {
        ['U', 'L', 'R', 'D'][self as usize]
    }

    /// Reads `U`, `L`, `R` or `D` in either case; any other letter is none.
    ///
    /// ```
    /// use noyes::Direction;
    ///
    /// assert_eq!(Direction::from_letter('d'), Some(Direction::Down));
    /// assert_eq!(Direction::from_letter('x'), None);
    /// ```
    pub fn from_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            'U' => Some(Self::Up),
            'L' => Some(Self::Left),
            'R' => Some(Self::Right),
            'D' => Some(Self::Down),
            _ => None,
        }
    }

    /// The same slide on the board mirrored along its main diagonal.
    ///
    /// ```
    /// use noyes::Direction;
    ///
    /// assert_eq!(Direction::Up.transposed(), Direction::Left);
    /// assert_eq!(Direction::Right.transposed(), Direction::Down);
    /// ```
    pub fn transposed(self) -> Self {
        match self {
            Self::Up => Self::Left,
            Self::Left => Self::Up,
            Self::Right => Self::Down,
            Self::Down => Self::Right,
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_opposites() {
        for direction in Direction::ALL {
            assert_eq!(Direction::from_letter(direction.letter()), Some(direction));
            assert_eq!(direction.opposite().opposite(), direction);
            assert_ne!(direction.opposite(), direction);
            assert_eq!(direction.transposed().transposed(), direction);
        }
        assert_eq!(Direction::Up.opposite(), Direction::Down);
        assert_eq!(Direction::Left.opposite(), Direction::Right);
        assert_eq!(Direction::from_letter('x'), None);
    }
}
