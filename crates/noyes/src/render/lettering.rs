//! Letters as strokes, for pictures in pixels: a few lines each, drawn at any size.
//!
//! A letter is written on a grid of 5 columns and 9 rows. Row 0 is the top of capitals, row 2 that
//! of small letters, row 6 the line they stand on, and row 8 the bottom of descenders. `06 20 46`
//! is a line through three points, column before row; a comma ends it.

use super::picture::Rgb;
use super::picture::canvas::Canvas;
use super::picture::digits::Point;

/// How far the next letter begins, in columns of the grid.
pub(super) const PITCH: f64 = 5.6;
/// Half of a stroke's thickness, in columns.
const STROKE: f64 = 0.42;

const LETTERS: &[(char, &str)] = &[
    ('A', "06 20 46,14 34"),
    ('B', "00 06 36 45 44 33 03,00 30 41 42 33"),
    ('C', "41 30 10 01 05 16 36 45"),
    ('D', "00 06 26 44 42 20 00"),
    ('E', "40 00 06 46,03 33"),
    ('F', "40 00 06,03 33"),
    ('G', "41 30 10 01 05 16 36 45 43 23"),
    ('H', "00 06,40 46,03 43"),
    ('I', "10 30,20 26,16 36"),
    ('J', "40 45 36 16 05"),
    ('K', "00 06,40 03 46"),
    ('L', "00 06 46"),
    ('M', "06 00 23 40 46"),
    ('N', "06 00 46 40"),
    ('O', "10 30 41 45 36 16 05 01 10"),
    ('P', "06 00 30 41 42 33 03"),
    ('Q', "10 30 41 45 36 16 05 01 10,24 46"),
    ('R', "06 00 30 41 42 33 03,23 46"),
    ('S', "41 30 10 01 02 13 33 44 45 36 16 05"),
    ('T', "00 40,20 26"),
    ('U', "00 05 16 36 45 40"),
    ('V', "00 26 40"),
    ('W', "00 16 22 36 40"),
    ('X', "00 46,40 06"),
    ('Y', "00 23 40,23 26"),
    ('Z', "00 40 06 46"),
    ('a', "12 32 43 46,44 14 05 16 36 45"),
    ('b', "00 06,03 12 32 43 45 36 16 05"),
    ('c', "43 32 12 03 05 16 36 45"),
    ('d', "40 46,43 32 12 03 05 16 36 45"),
    ('e', "04 44 43 32 12 03 05 16 36 45"),
    ('f', "40 30 21 26,02 32"),
    ('g', "42 47 38 18 07,43 32 12 03 05 16 36 45"),
    ('h', "00 06,03 12 32 43 46"),
    ('i', "12 22 26,16 36,20 20"),
    ('j', "12 22 27 18 08,20 20"),
    ('k', "00 06,42 04 46"),
    ('l', "10 20 26,16 36"),
    ('m', "06 02,03 12 23 26,23 32 43 46"),
    ('n', "06 02,03 12 32 43 46"),
    ('o', "12 32 43 45 36 16 05 03 12"),
    ('p', "02 08,03 12 32 43 45 36 16 05"),
    ('q', "42 48,43 32 12 03 05 16 36 45"),
    ('r', "02 12 16,06 26,13 22 42"),
    ('s', "42 12 03 14 34 45 36 06"),
    ('t', "20 25 36 46,02 42"),
    ('u', "02 05 16 36 45 42,45 46"),
    ('v', "02 26 42"),
    ('w', "02 16 23 36 42"),
    ('x', "02 46,42 06"),
    ('y', "02 26,42 26 18 08"),
    ('z', "02 42 06 46"),
    ('0', "10 30 41 45 36 16 05 01 10"),
    ('1', "11 20 26,16 36"),
    ('2', "01 10 30 41 42 06 46"),
    ('3', "01 10 30 41 42 33 44 45 36 16 05,13 33"),
    ('4', "36 30 04 44"),
    ('5', "40 00 02 32 43 45 36 16 05"),
    ('6', "30 10 01 05 16 36 45 44 33 03"),
    ('7', "00 40 16"),
    ('8', "10 30 41 42 33 13 02 01 10,13 04 05 16 36 45 44 33"),
    ('9', "43 13 02 01 10 30 41 45 36 16"),
    (' ', ""),
    ('-', "13 33"),
    ('_', "07 47"),
    ('.', "26 26"),
    (',', "25 17"),
    (':', "23 23,26 26"),
    ('(', "30 12 14 36"),
    (')', "10 32 34 16"),
    ('/', "40 06"),
    ('+', "21 25,03 43"),
    ('?', "01 10 30 41 42 23 24,26 26"),
    ('#', "10 16,30 36,02 42,04 44"),
    ('@', "34 32 12 14 34 43 41 30 10 01 05 16 36"),
    ('\'', "20 21"),
    ('&', "46 02 01 10 20 21 03 05 16 26 44"),
    ('=', "02 42,04 44"),
    ('*', "21 25,02 44,04 42"),
    ('!', "20 24,26 26"),
    ('|', "20 26"),
    ('[', "30 10 16 36"),
    (']', "10 30 36 16"),
    ('…', "06 06,26 26,46 46"),
    ('×', "13 35,33 15"),
];

/// What stands for a letter that is not here.
const BOX: &str = "00 40 46 06 00";

/// Letters with marks, drawn without: the picture in pixels is for a first look.
const MARKED: &[(&str, char)] = &[
    ("ÀÁÂÃÄÅĀĂĄ", 'A'),
    ("ÇĆČ", 'C'),
    ("ĎĐ", 'D'),
    ("ÈÉÊËĒĘĚ", 'E'),
    ("ĞĢ", 'G'),
    ("ÌÍÎÏĪİ", 'I'),
    ("ŁĽ", 'L'),
    ("ÑŃŇ", 'N'),
    ("ÒÓÔÕÖØŌŐ", 'O'),
    ("ŘŔ", 'R'),
    ("ŚŞŠȘ", 'S'),
    ("ŢŤȚ", 'T'),
    ("ÙÚÛÜŪŮŰ", 'U'),
    ("ÝŸ", 'Y'),
    ("ŹŻŽ", 'Z'),
    ("àáâãäåāăą", 'a'),
    ("çćč", 'c'),
    ("ďđ", 'd'),
    ("èéêëēęě", 'e'),
    ("ğģ", 'g'),
    ("ìíîïīı", 'i'),
    ("łľ", 'l'),
    ("ñńň", 'n'),
    ("òóôõöøōő", 'o'),
    ("řŕ", 'r'),
    ("śşšșß", 's'),
    ("ţťț", 't'),
    ("ùúûüūůű", 'u'),
    ("ýÿ", 'y'),
    ("źżž", 'z'),
];

/// The strokes of a letter, in columns and rows of the grid.
fn strokes(letter: char) -> Vec<Vec<Point>> {
    let plain = MARKED.iter().find(|(all, _)| all.contains(letter));
    let letter = plain.map_or(letter, |&(_, plain)| plain);
    let known = LETTERS.iter().find(|&&(one, _)| one == letter);
    let lines = known.map_or(BOX, |&(_, lines)| lines).split(',');
    let point = |text: &str| {
        let mut digits = text.bytes().map(|digit| f64::from(digit - b'0'));
        Some((digits.next()?, digits.next()?))
    };
    let lines = lines.map(|line| {
        line.split_whitespace()
            .filter_map(point)
            .collect::<Vec<_>>()
    });
    lines.filter(|line: &Vec<Point>| !line.is_empty()).collect()
}

/// Which way a text runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Run {
    /// From left to right.
    Across,
    /// From the bottom to the top.
    Upward,
}

impl Canvas {
    /// A text that begins at a point on the line it stands on; `unit` is a column of the grid in
    /// pixels, so that capitals are six units high.
    pub(super) fn text(&mut self, text: &str, start: Point, unit: f64, run: Run, color: Rgb) {
        for (place, letter) in text.chars().enumerate() {
            let along = place as f64 * PITCH;
            let placed = |(x, y): Point| match run {
                Run::Across => (start.0 + (along + x) * unit, start.1 + (y - 6.0) * unit),
                Run::Upward => (start.0 + (y - 6.0) * unit, start.1 - (along + x) * unit),
            };
            let lines: Vec<Vec<Point>> = strokes(letter)
                .into_iter()
                .map(|line| line.into_iter().map(placed).collect())
                .collect();
            self.strokes(&lines, (STROKE * unit).max(0.45), color);
        }
    }
}

/// How wide a text is.
pub(super) fn width(text: &str, unit: f64) -> f64 {
    text.chars().count() as f64 * PITCH * unit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_is_on_the_grid() {
        for &(letter, _) in LETTERS {
            for line in strokes(letter) {
                assert!(line.len() >= 2, "{letter}");
                let is_on = |&(x, y): &Point| (0.0..=4.0).contains(&x) && (0.0..=8.0).contains(&y);
                assert!(line.iter().all(is_on), "{letter}");
            }
        }
        assert_eq!(strokes('ü'), strokes('u'));
        assert_eq!(strokes('字'), strokes('\u{1}'));
        for (all, plain) in MARKED {
            assert!(LETTERS.iter().any(|(one, _)| one == plain), "{all}");
        }
    }
}
