//! The words of one board's text, line by line.

use std::ops::Range;

use super::error::{Place, ReadError};
use super::word::{Word, Words};
use crate::board::Size;

/// More words than the largest board can be written with, size and slashes included. Reading
/// stops here, so that a huge text costs no more than a huge board; a page this full is never
/// a board.
const MOST_WORDS: usize = Size::MAX * (Size::MAX + 1) + 3;

/// Numbers, blanks and slashes, in lines; lines without any are left out.
#[derive(Debug)]
pub(super) struct Page<'a> {
    words: Vec<Word<'a>>,
    lines: Vec<Range<usize>>,
    end: Place,
}

impl<'a> Page<'a> {
    /// Lays out the words, and refuses what can be no part of a board.
    pub fn new(mut words: Words<'a>) -> Result<Self, ReadError> {
        let mut page = Self {
            words: Vec::new(),
            lines: Vec::new(),
            end: words.place(),
        };
        for word in words.by_ref().take(MOST_WORDS) {
            if !word.is_mark("/") {
                word.tile()?;
            }
            let index = page.words.len();
            match page.words.last() {
                Some(last) if last.place.line == word.place.line => {
                    if let Some(line) = page.lines.last_mut() {
                        line.end = index + 1;
                    }
                }
                _ => page.lines.push(index..index + 1),
            }
            page.words.push(word);
        }
        page.end = words.place();
        if page.words.is_empty() {
            return Err(ReadError::Empty);
        }
        Ok(page)
    }

    /// All words in order. There is at least one.
    pub fn words(&self) -> &[Word<'a>] {
        &self.words
    }

    /// How many lines have words.
    pub fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The words of the lines that have any.
    pub fn lines(&self) -> impl Iterator<Item = &[Word<'a>]> + Clone {
        self.lines.iter().map(|line| &self.words[line.clone()])
    }

    /// The words of the first line.
    pub fn first_line(&self) -> &[Word<'a>] {
        self.lines
            .first()
            .map_or(&[], |line| &self.words[line.clone()])
    }

    /// Where reading ended.
    pub fn end(&self) -> Place {
        self.end
    }

    /// Whether there may be more words than were taken.
    pub fn is_full(&self) -> bool {
        self.words.len() >= MOST_WORDS
    }

    /// The number of words in a line, if all lines have the same.
    pub fn even_lines(&self) -> Option<usize> {
        let width = self.first_line().len();
        self.lines()
            .all(|line| line.len() == width)
            .then_some(width)
    }
}
