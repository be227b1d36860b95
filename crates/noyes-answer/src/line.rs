//! One line of an answer: numbers, moves, or other words.

use noyes::Direction;

use crate::plan_step::planned;

/// What a line holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Nothing to read: spaces, a rule of dashes, a comment behind `#`.
    Gap,
    /// Numbers and nothing else; a sign for the blank counts as 0.
    Numbers(Vec<u32>),
    /// Directions, with or without tiles, and nothing that means something else.
    Moves(Vec<Step>),
    /// Anything else.
    Other,
}

/// A direction and the numbers before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub way: Direction,
    /// The number right before the direction: the tile, or which move it is.
    pub number: Option<u32>,
    /// Whether the line says that the blank moves.
    pub names_blank: bool,
}

/// Words that mean nothing beside a direction.
const FILLERS: [&str; 27] = [
    "move",
    "moves",
    "moved",
    "moving",
    "step",
    "steps",
    "tile",
    "tiles",
    "slide",
    "slides",
    "slid",
    "swap",
    "the",
    "to",
    "solution",
    "path",
    "directions",
    "direction",
    "actions",
    "action",
    "sequence",
    "is",
    "go",
    "goes",
    "then",
    "and",
    "number",
];

/// What the blank is called.
const BLANKS: [&str; 6] = ["blank", "empty", "space", "gap", "hole", "zero"];

enum Word {
    Number(u32),
    /// A sign for the blank: `_`, `.`, `x`.
    Sign,
    Way(Direction),
    Ways(Vec<Direction>),
    TileWay(u32, Direction),
    Filler,
    Blank,
    Unknown,
}

impl Line {
    /// Reads a line.
    pub fn read(line: &str) -> Self {
        // Nearly all lines of a transcript are numbers and spaces.
        if let Some(numbers) = plain_numbers(line) {
            return match numbers.is_empty() {
                true => Self::Gap,
                false => Self::Numbers(numbers),
            };
        }
        if line.trim_start().starts_with(['#', ';']) {
            return Self::Gap;
        }
        if let Some(step) = planned(line) {
            return Self::Moves(vec![step]);
        }
        let arrows = !line.contains(|c: char| c.is_ascii_alphabetic());
        let mut numbers = Vec::new();
        let mut steps: Vec<Step> = Vec::new();
        let (mut has_words, mut names_blank) = (false, false);
        // The numbers since the last direction.
        let mut since = 0;
        for word in words(line) {
            match read_word(word, arrows) {
                Word::Number(number) => {
                    numbers.push(number);
                    since += 1;
                }
                Word::Sign => {
                    numbers.push(0);
                    since += 1;
                }
                Word::Way(way) => {
                    let number = numbers.last().copied().filter(|_| since > 0);
                    steps.push(Step {
                        way,
                        number,
                        names_blank: false,
                    });
                    since = 0;
                }
                Word::TileWay(tile, way) => {
                    steps.push(Step {
                        way,
                        number: Some(tile),
                        names_blank: false,
                    });
                    since = 0;
                }
                Word::Ways(ways) => {
                    let step = |way| Step {
                        way,
                        number: None,
                        names_blank: false,
                    };
                    steps.extend(ways.into_iter().map(step));
                    since = 0;
                }
                Word::Filler => has_words = true,
                Word::Blank => names_blank = true,
                Word::Unknown => return Self::Other,
            }
        }
        match steps.as_mut_slice() {
            [] if numbers.is_empty() && !has_words && !names_blank => Self::Gap,
            [] if has_words || names_blank => Self::Other,
            [] => Self::Numbers(numbers),
            // "left 5": the tile stands behind.
            [only] if since == 1 && only.number.is_none() => {
                only.number = numbers.last().copied();
                only.names_blank = names_blank;
                Self::Moves(steps)
            }
            _ if since > 0 => Self::Other,
            all => {
                for step in all {
                    step.names_blank = names_blank;
                }
                Self::Moves(steps)
            }
        }
    }
}

/// The numbers of a line that has nothing but numbers and spaces.
fn plain_numbers(line: &str) -> Option<Vec<u32>> {
    let mut numbers = Vec::new();
    let mut number: Option<u32> = None;
    for byte in line.bytes() {
        match byte {
            b'0'..=b'9' => {
                let digit = u32::from(byte - b'0');
                number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            }
            b' ' | b'\t' | b'\r' => numbers.extend(number.take()),
            _ => return None,
        }
    }
    numbers.extend(number);
    Some(numbers)
}

/// The words of a line: what stands between spaces, commas, colons, brackets and bars.
fn words(line: &str) -> impl Iterator<Item = &str> {
    let is_gap = |c: char| c.is_whitespace() || ",;:|[](){}\"'=/│┃║\u{feff}".contains(c);
    let is_rule = |word: &str| word.chars().all(|c| "-=>*+~─━═┌┐└┘├┤┬┴┼".contains(c));
    line.split(is_gap)
        .map(|word| match word.strip_suffix(['.', '!']) {
            Some(rest) if !rest.is_empty() => rest,
            _ => word,
        })
        .filter(move |word| !word.is_empty() && !is_rule(word))
}

fn read_word(word: &str, arrows: bool) -> Word {
    if let Ok(number) = word.trim_start_matches('#').parse::<u32>() {
        return Word::Number(number);
    }
    if matches!(word, "_" | "." | "x" | "X") {
        return Word::Sign;
    }
    let lower = word.to_ascii_lowercase();
    if let Some(way) = way(&lower, arrows) {
        return Word::Way(way);
    }
    if let Some(ways) = letters(word) {
        return Word::Ways(ways);
    }
    let digits = lower.bytes().take_while(u8::is_ascii_digit).count();
    if let (Ok(tile), Some(way)) = (lower[..digits].parse(), way(&lower[digits..], false)) {
        return Word::TileWay(tile, way);
    }
    if BLANKS.contains(&lower.as_str()) {
        Word::Blank
    } else if FILLERS.contains(&lower.as_str()) {
        Word::Filler
    } else {
        Word::Unknown
    }
}

pub(crate) fn way(word: &str, arrows: bool) -> Option<Direction> {
    Some(match word {
        "u" | "up" => Direction::Up,
        "d" | "down" => Direction::Down,
        "l" | "left" => Direction::Left,
        "r" | "right" => Direction::Right,
        "↑" if arrows => Direction::Up,
        "↓" if arrows => Direction::Down,
        "←" if arrows => Direction::Left,
        "→" if arrows => Direction::Right,
        _ => return None,
    })
}

/// The directions of letters with counts: `LULU`, `R2U2LD`.
fn letters(word: &str) -> Option<Vec<Direction>> {
    let mut ways = Vec::new();
    let mut chars = word.chars().peekable();
    while let Some(letter) = chars.next() {
        let way = Direction::from_letter(letter)?;
        let mut count = 0;
        while let Some(digit) = chars.next_if(char::is_ascii_digit) {
            count = count * 10 + digit.to_digit(10)?;
            // Longer than any run on any board.
            if count > 126 {
                return None;
            }
        }
        ways.extend(std::iter::repeat_n(way, count.max(1) as usize));
    }
    (!ways.is_empty()).then_some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The steps of a line as `5L` or `L`, with `!` where the blank is named.
    fn steps(line: &str) -> String {
        match Line::read(line) {
            Line::Moves(steps) => {
                let shown = steps.iter().map(|step| {
                    let number = step
                        .number
                        .map_or(String::new(), |number| number.to_string());
                    let mark = if step.names_blank { "!" } else { "" };
                    format!("{number}{}{mark}", step.way)
                });
                shown.collect::<Vec<_>>().join(" ")
            }
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn directions_are_read_in_every_spelling() {
        for (line, wanted) in [
            ("left", "L"),
            ("UP", "U"),
            ("1 left", "1L"),
            ("move 5 up", "5U"),
            ("Move 1: 5 up", "5U"),
            ("Step 3. Tile 7 slides Down", "7D"),
            ("5 L", "5L"),
            ("5L 6U", "5L 6U"),
            ("left 5", "5L"),
            ("LULU", "L U L U"),
            ("Solution: L,U,L,U", "L U L U"),
            ("['left', 'up']", "L U"),
            ("left -> up -> left", "L U L"),
            ("R2U", "R R U"),
            ("← ↑", "L U"),
            ("blank right", "R!"),
            ("1 left, 2 up", "1L 2U"),
        ] {
            assert_eq!(steps(line), wanted, "{line}");
        }
    }

    #[test]
    fn other_lines_are_not_taken_for_moves() {
        assert_eq!(Line::read(""), Line::Gap);
        assert_eq!(Line::read("-----"), Line::Gap);
        assert_eq!(Line::read("# left"), Line::Gap);
        assert_eq!(Line::read(" 1  0 3\r"), Line::Numbers(vec![1, 0, 3]));
        assert_eq!(Line::read("| 1 | _ | 3 |"), Line::Numbers(vec![1, 0, 3]));
        assert_eq!(
            Line::read("[[1, 0], [2, 3]]"),
            Line::Numbers(vec![1, 0, 2, 3])
        );
        for line in [
            "Done",
            "Reading file…",
            "Moves: 4",
            "time left 5 ms",
            "2 X 5",
            "5 left 3",
        ] {
            let read = Line::read(line);
            assert!(
                matches!(read, Line::Other | Line::Numbers(_)),
                "{line}: {read:?}"
            );
        }
        assert_eq!(Line::read("99999999999"), Line::Numbers(vec![u32::MAX]));
    }
}
