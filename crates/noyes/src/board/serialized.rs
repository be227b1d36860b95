//! The serialised forms of the board's words, behind the feature `serde`.
//!
//! ```text
//! Size        [rows, columns]
//! Board       rows of tiles, 0 for the blank: [[1, 2, 3], [4, 0, 5]]
//! Direction   the letter of the tile's slide: "U", "L", "R" or "D"
//! Moves       a letter for each slide: "ULLD"
//! ```
//!
//! What is read is checked: a text that is not a board does not become one.

use std::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Board, Direction, Moves, Size};

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.rows() as u8, self.cols() as u8].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [rows, cols] = <[u8; 2]>::deserialize(deserializer)?;
        Self::new(rows.into(), cols.into()).map_err(D::Error::custom)
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.tiles().chunks(self.cols()))
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Rows;
        impl<'de> Visitor<'de> for Rows {
            type Value = Vec<Vec<u32>>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "rows of tiles")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut rows: A) -> Result<Self::Value, A::Error> {
                let mut read = Vec::new();
                while let Some(row) = rows.next_element()? {
                    if read.len() == Size::MAX {
                        return Err(A::Error::custom("a board has at most 127 rows"));
                    }
                    read.push(row);
                }
                Ok(read)
            }
        }
        let rows = deserializer.deserialize_seq(Rows)?;
        Self::new(&rows).map_err(D::Error::custom)
    }
}

impl Serialize for Direction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Direction {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let letter = char::deserialize(deserializer)?;
        Self::from_letter(letter).ok_or_else(|| unknown(letter))
    }
}

impl Serialize for Moves {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Moves {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Letters;
        impl Visitor<'_> for Letters {
            type Value = Moves;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "letters U, L, R and D, each with a count if it is not 1")
            }

            fn visit_str<E: Error>(self, letters: &str) -> Result<Moves, E> {
                let mut moves = Moves::new();
                let mut rest = letters.chars().peekable();
                while let Some(letter) = rest.next() {
                    let direction =
                        Direction::from_letter(letter).ok_or_else(|| unknown(letter))?;
                    let mut count = 0;
                    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
                        count = 10 * count + digit.to_digit(10).unwrap_or(0);
                        // No blank goes further in one direction.
                        if count > 127 {
                            return Err(E::custom("more than 127 slides in one direction"));
                        }
                    }
                    (0..count.max(1)).for_each(|_| moves.push(direction));
                }
                Ok(moves)
            }
        }
        deserializer.deserialize_str(Letters)
    }
}

fn unknown<E: Error>(letter: char) -> E {
    E::custom(format_args!(
        "{letter:?} is no direction: use U, L, R or D, the way the tile slides"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let board = Board::new(&[[1, 2, 3], [4, 0, 5]]).unwrap();
        let text = serde_json::to_string(&board).unwrap();
        assert_eq!(text, "[[1,2,3],[4,0,5]]");
        assert_eq!(serde_json::from_str::<Board>(&text).unwrap(), board);
        let size = serde_json::to_string(&board.size()).unwrap();
        assert_eq!(size, "[2,3]");
        assert_eq!(serde_json::from_str::<Size>(&size).unwrap(), board.size());
        let moves = Moves::from(Direction::ALL.to_vec());
        let text = serde_json::to_string(&moves).unwrap();
        assert_eq!(text, "\"ULRD\"");
        assert_eq!(serde_json::from_str::<Moves>(&text).unwrap(), moves);
        for direction in Direction::ALL {
            let text = serde_json::to_string(&direction).unwrap();
            assert_eq!(serde_json::from_str::<Direction>(&text).unwrap(), direction);
        }
    }

    #[test]
    fn what_is_no_board_is_refused() {
        for text in [
            "[]",
            "[[0]]",
            "[[1,2],[3,3]]",
            "[[1,2],[3]]",
            "[[1,2],[3,4]]",
            "7",
        ] {
            assert!(serde_json::from_str::<Board>(text).is_err(), "{text}");
        }
        let tall = format!("[{}]", vec!["[1,2]"; 200].join(","));
        assert!(serde_json::from_str::<Board>(&tall).is_err());
        assert!(serde_json::from_str::<Size>("[1,5]").is_err());
        assert!(serde_json::from_str::<Moves>("\"ULX\"").is_err());
        assert!(serde_json::from_str::<Direction>("\"\"").is_err());
    }
}
