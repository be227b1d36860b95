//! Moves: the ways that tiles slide, their texts, their replay and their number.

use std::fmt;

use crate::error::CheckError;
use crate::grid::Grid;

/// The way a tile slides into the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slide {
    /// The tile goes up.
    Up,
    /// The tile goes down.
    Down,
    /// The tile goes left.
    Left,
    /// The tile goes right.
    Right,
}

impl Slide {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// The letter: U, D, L or R.
    pub fn letter(self) -> char {
        match self {
            Self::Up => 'U',
            Self::Down => 'D',
            Self::Left => 'L',
            Self::Right => 'R',
        }
    }

    /// The slide of a letter, large or small.
    pub fn of_letter(letter: char) -> Option<Self> {
        let is_it = |slide: &Self| slide.letter() == letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(is_it)
    }

    /// The slide that undoes this one.
    pub fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }
}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// What counts as one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metric {
    /// One tile.
    Single,
    /// One or more tiles of a line at once: slides in the same way in a row.
    Multi,
}

impl Metric {
    /// The number of moves in this metric.
    pub fn count(self, moves: &[Slide]) -> u64 {
        match self {
            Self::Single => moves.len() as u64,
            Self::Multi => moves.chunk_by(|one, next| one == next).count() as u64,
        }
    }

    /// The name, as the command writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Multi => "multi",
        }
    }

    /// The metric of a name.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Single, Self::Multi]
            .into_iter()
            .find(|metric| metric.name() == name)
    }
}

/// Reads moves: letters, each with a count where it repeats (`R2U2LD`), or lines of a tile and its
/// letter (`5 L`).
///
/// ```
/// use noyes_check::{parse_moves, write_moves};
///
/// assert_eq!(write_moves(&parse_moves("r2 u")?), "R2U");
/// assert_eq!(write_moves(&parse_moves("5 L\n6 U\n")?), "LU");
/// assert!(parse_moves("R2X").is_err());
/// # Ok::<(), noyes_check::CheckError>(())
/// ```
pub fn parse_moves(text: &str) -> Result<Vec<Slide>, CheckError> {
    let begins_with_tile = |line: &str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    if text.lines().any(begins_with_tile) {
        return text
            .lines()
            .filter(|line| !line.trim().is_empty())
            .map(tile_and_letter)
            .collect();
    }
    let mut moves = Vec::new();
    let mut letters = text.chars().filter(|c| !c.is_whitespace()).peekable();
    while let Some(letter) = letters.next() {
        let slide = Slide::of_letter(letter)
            .ok_or_else(|| CheckError::Moves(format!("{letter:?} is no direction")))?;
        let mut count = String::new();
        while let Some(digit) = letters.next_if(char::is_ascii_digit) {
            count.push(digit);
        }
        // A tile slides along one line, so no more than its cells.
        let count = match count.as_str() {
            "" => Some(1),
            digits => digits
                .parse()
                .ok()
                .filter(|count| (1..Grid::MOST_SIDE).contains(count)),
        };
        let count = count.ok_or_else(|| {
            let words = format!("the count after {letter} is not from 1 to 126");
            CheckError::Moves(words)
        })?;
        moves.extend(std::iter::repeat_n(slide, count));
    }
    Ok(moves)
}

/// A line such as `5 L`.
fn tile_and_letter(line: &str) -> Result<Slide, CheckError> {
    let bad = || CheckError::Moves(format!("{:?} is no tile and letter", line.trim()));
    let mut words = line.split_whitespace();
    let tile: Option<u16> = words.next().and_then(|word| word.parse().ok());
    let mut letters = words.next().unwrap_or_default().chars();
    let slide = letters.next().and_then(Slide::of_letter);
    match (tile, slide, letters.next(), words.next()) {
        (Some(1..), Some(slide), None, None) => Ok(slide),
        _ => Err(bad()),
    }
}

/// Moves as letters with counts.
pub fn write_moves(moves: &[Slide]) -> String {
    let mut text = String::new();
    for run in moves.chunk_by(|one, next| one == next) {
        text.push(run[0].letter());
        if run.len() > 1 {
            text.push_str(&run.len().to_string());
        }
    }
    text
}

/// The board that moves make of a board.
pub fn replay(board: &Grid, moves: &[Slide]) -> Result<Grid, CheckError> {
    let mut grid = board.clone();
    let mut blank = grid.place(0);
    for (number, &slide) in (1..).zip(moves) {
        if !grid.slide(&mut blank, slide) {
            return Err(CheckError::OffBoard { number, slide });
        }
    }
    Ok(grid)
}
