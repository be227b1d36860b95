//! A set of directions.

use std::fmt;

use super::Direction;

/// Some of the four directions, such as all first moves of the shortest solutions of a board.
///
/// ```
/// use noyes::Direction;
/// use noyes::board::DirectionSet;
///
/// let both: DirectionSet = [Direction::Left, Direction::Up].into_iter().collect();
/// assert!(both.contains(Direction::Up) && !both.contains(Direction::Down));
/// // The letters are in the order of `Direction::ALL`, and bit k stands for its direction k.
/// assert_eq!((both.to_string().as_str(), both.bits(), both.len()), ("UL", 0b0011, 2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// No direction.
    ///
    /// ```
    /// use noyes::board::DirectionSet;
    ///
    /// assert_eq!(DirectionSet::EMPTY, DirectionSet::default());
    /// ```
    pub const EMPTY: Self = Self(0);

    /// The set with these bits: 1 for up, 2 for left, 4 for right, 8 for down. Other bits are
    /// left out.
    ///
    /// ```
    /// use noyes::Direction;
    /// use noyes::board::DirectionSet;
    ///
    /// let set = DirectionSet::from_bits(0b1001);
    /// assert!(set.contains(Direction::Up) && set.contains(Direction::Down) && set.len() == 2);
    /// assert_eq!(DirectionSet::from_bits(0b1001_0000), DirectionSet::EMPTY);
    /// ```
    pub fn from_bits(bits: u8) -> Self {
        Self(bits & 0b1111)
    }

    /// The bits: 1 for up, 2 for left, 4 for right, 8 for down.
    ///
    /// ```
    /// use noyes::Direction;
    /// use noyes::board::DirectionSet;
    ///
    /// let set: DirectionSet = [Direction::Right, Direction::Up].into_iter().collect();
    /// assert_eq!(set.bits(), 0b0101);
    /// ```
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Adds a direction. One that is in the set already changes nothing.
    ///
    /// ```
    /// use noyes::Direction;
    /// use noyes::board::DirectionSet;
    ///
    /// let mut set = DirectionSet::EMPTY;
    /// set.insert(Direction::Left);
    /// set.insert(Direction::Left);
    /// assert_eq!(set.len(), 1);
    /// ```
    pub fn insert(&mut self, direction: Direction) {
        self.0 |= 1 << direction as u8;
    }

    /// Whether the direction is in the set.
    ///
    /// ```
    /// use noyes::Direction;
    /// use noyes::board::DirectionSet;
    ///
    /// assert!(DirectionSet::from_bits(2).contains(Direction::Left));
    /// assert!(!DirectionSet::from_bits(2).contains(Direction::Up));
    /// ```
    pub fn contains(self, direction: Direction) -> bool {
        self.0 >> direction as u8 & 1 == 1
    }

    /// How many directions there are.
    ///
    /// ```
    /// assert_eq!(noyes::board::DirectionSet::from_bits(0b1011).len(), 3);
    /// ```
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    ///
    /// ```
    /// use noyes::board::DirectionSet;
    ///
    /// assert!(DirectionSet::EMPTY.is_empty());
    /// assert!(!DirectionSet::from_bits(1).is_empty());
    /// ```
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The directions, in the order of [`Direction::ALL`].
    ///
    /// ```
    /// use noyes::Direction;
    /// use noyes::board::DirectionSet;
    ///
    /// let set = DirectionSet::from_bits(0b1010);
    /// assert!(set.iter().eq([Direction::Left, Direction::Down]));
    /// ```
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        let all = Direction::ALL.into_iter();
        all.filter(move |&direction| self.contains(direction))
    }

    /// The letters of the set, in the order of [`Direction::ALL`]: `UL`.
    ///
    /// ```
    /// use noyes::board::DirectionSet;
    ///
    /// assert_eq!(DirectionSet::from_bits(0b0110).letters(), "LR");
    /// assert_eq!(DirectionSet::EMPTY.letters(), "");
    /// ```
    pub fn letters(self) -> &'static str {
        const LETTERS: [&str; 16] = [
            "", "U", "L", "UL", "R", "UR", "LR", "ULR", "D", "UD", "LD", "ULD", "RD", "URD", "LRD",
            "ULRD",
        ];
        LETTERS[usize::from(self.0)]
    }
}

impl FromIterator<Direction> for DirectionSet {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        let mut set = Self::EMPTY;
        directions.into_iter().for_each(|one| set.insert(one));
        set
    }
}

impl fmt::Display for DirectionSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.letters())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_the_directions() {
        for bits in 0..16 {
            let set = DirectionSet::from_bits(bits);
            let letters: String = set.iter().map(Direction::letter).collect();
            assert_eq!(set.letters(), letters);
            assert_eq!((set.len(), set.is_empty()), (letters.len(), bits == 0));
            assert_eq!(set.iter().collect::<DirectionSet>(), set);
        }
    }
}
