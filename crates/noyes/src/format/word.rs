//! The words of a text and where they stand.
//!
//! A word is a run of characters between gaps; spaces and, in plain text, commas are gaps, and
//! `#` begins a comment that lasts to the end of its line. Marks (`/`, or the brackets of JSON)
//! are words of their own wherever they stand.

use super::error::{Place, ReadError, quoted};
use crate::board::Size;

/// What a word says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A number; those beyond `u32` come out as its largest.
    Number(u32),
    /// One of the signs for the blank: `_`, `.`, `x`, `X`, `B`.
    Blank,
    /// A mark of the format, one character.
    Mark,
    /// Anything else.
    Other,
}

/// A word and its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub text: &'a str,
    pub kind: Kind,
    pub place: Place,
    /// Where its first character appears on a screen with tab stops every 8 columns, from 0.
    pub at: usize,
    /// Where its last character ends, likewise.
    pub end: usize,
}

impl Word<'_> {
    /// The number, if it is one.
    pub fn number(&self) -> Option<u32> {
        match self.kind {
            Kind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The tile the word names, 0 for the blank.
    pub fn tile(&self) -> Result<u32, ReadError> {
        match self.kind {
            Kind::Number(number) => Ok(number),
            Kind::Blank => Ok(0),
            Kind::Mark | Kind::Other => Err(self.no_tile()),
        }
    }

    /// Whether it is the mark `mark`.
    pub fn is_mark(&self, mark: &str) -> bool {
        self.kind == Kind::Mark && self.text == mark
    }

    fn no_tile(&self) -> ReadError {
        if self.text.contains('\0') {
            return ReadError::NotText {
                place: self.place,
                found: "a zero byte".to_owned(),
            };
        }
        let remedy = if self.text.starts_with(['-', '−']) {
            "tiles are numbered from 1 upwards"
        } else if self.text.starts_with(['"', '\'']) {
            "write the numbers without quotes"
        } else {
            "write tiles as whole numbers and put remarks behind #"
        };
        let expected = "a tile's number or the blank (0, _, ., x or B)";
        ReadError::unexpected(self.place, expected, quoted(self.text), remedy)
    }

    /// The error of a number too large for any board, if this is one.
    pub fn check_range(&self) -> Result<(), ReadError> {
        const LARGEST: usize = Size::MAX * Size::MAX - 1;
        match self.kind {
            Kind::Number(number) if number as usize > LARGEST => Err(ReadError::unexpected(
                self.place,
                format!("a tile's number, at most {LARGEST} on any board"),
                quoted(self.text),
                "check whether a space is missing",
            )),
            _ => Ok(()),
        }
    }
}

/// The words of a text, in order.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    rest: &'a str,
    marks: &'static str,
    place: Place,
    at: usize,
}

impl<'a> Words<'a> {
    /// The words of plain text that begins at `place` of the user's text.
    pub fn plain(text: &'a str, place: Place) -> Self {
        Self::with_marks(text, place, "/")
    }

    /// The words of JSON, and of arrays as programs write them.
    pub fn json(text: &'a str, place: Place) -> Self {
        Self::with_marks(text, place, "[],{}():;")
    }

    fn with_marks(text: &'a str, place: Place, marks: &'static str) -> Self {
        Self {
            rest: text,
            marks,
            place,
            at: place.col - 1,
        }
    }

    /// Where the next character stands; after the last word, where the text ends.
    pub fn place(&self) -> Place {
        self.place
    }

    fn is_gap(&self, c: char) -> bool {
        c.is_whitespace() || c == ',' && !self.marks.contains(',')
    }

    /// Passes over spaces, line ends and comments.
    fn skip_gaps(&mut self) {
        let mut comment = false;
        for (offset, c) in self.rest.char_indices() {
            comment = (comment || c == '#') && c != '\n';
            if !comment && !self.is_gap(c) {
                self.rest = &self.rest[offset..];
                return;
            }
            self.place.col += 1;
            self.at = match c {
                '\t' => (self.at / 8 + 1) * 8,
                _ => self.at + 1,
            };
            if c == '\n' {
                self.place = Place {
                    line: self.place.line + 1,
                    col: 1,
                };
                self.at = 0;
            }
        }
        self.rest = "";
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        self.skip_gaps();
        let first = self.rest.chars().next()?;
        let is_mark = self.marks.contains(first);
        let ends = |c: char| self.is_gap(c) || c == '#' || self.marks.contains(c);
        let length = match is_mark {
            true => first.len_utf8(),
            false => self.rest.find(ends).unwrap_or(self.rest.len()),
        };
        let (text, rest) = self.rest.split_at(length);
        let kind = if is_mark { Kind::Mark } else { kind(text) };
        let wide = text.chars().count();
        let word = Word {
            text,
            kind,
            place: self.place,
            at: self.at,
            end: self.at + wide,
        };
        self.rest = rest;
        self.place.col += wide;
        self.at += wide;
        Some(word)
    }
}

/// What a word without marks says.
pub(super) fn kind(text: &str) -> Kind {
    if matches!(text, "_" | "." | "x" | "X" | "B") {
        Kind::Blank
    } else if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        Kind::Number(text.parse().unwrap_or(u32::MAX))
    } else {
        Kind::Other
    }
}

/// The text without the mark some editors put before it.
pub(super) fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Vec<(&str, usize, usize)> {
        Words::plain(text, Place::START)
            .map(|word| (word.text, word.place.line, word.place.col))
            .collect()
    }

    #[test]
    fn words_know_their_places() {
        assert_eq!(
            seen(" 8,1 #x 3\r\n\n  _/12"),
            [
                ("8", 1, 2),
                ("1", 1, 4),
                ("_", 3, 3),
                ("/", 3, 4),
                ("12", 3, 5)
            ]
        );
        assert_eq!(seen("12#rest"), [("12", 1, 1)]);
        assert_eq!(seen("# only\n#comments"), []);
    }

    #[test]
    fn tabs_count_as_stops_on_the_screen_and_as_one_column_in_messages() {
        let word = Words::plain("1\t2", Place::START).nth(1).unwrap();
        assert_eq!((word.place.col, word.at, word.end), (3, 8, 9));
    }

    #[test]
    fn numbers_never_overflow() {
        assert_eq!(kind("99999999999999999999"), Kind::Number(u32::MAX));
        assert_eq!(kind("007"), Kind::Number(7));
        assert_eq!(kind("-7"), Kind::Other);
        assert_eq!(kind("1.5"), Kind::Other);
    }
}
