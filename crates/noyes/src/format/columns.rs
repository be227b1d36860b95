//! Rows of aligned columns in which the blank is an empty place.
//!
//! ```text
//! 3
//!  8  1  3
//!  4     2
//!  7  6  5
//! ```
//!
//! Only the row with the blank is short, by one word. The full rows show where each column is:
//! the span from its leftmost to its rightmost character. Numbers in a column are aligned on
//! one side or the other, so every number of the short row overlaps the span of its own
//! column, and no other; the span that is left over is the blank's. That holds for any width,
//! either alignment and tabs. Where it does not hold, the blank's place is not guessed.

use super::course::SizeLine;
use super::detect::{Attempt, BoardFormat, Reading};
use super::error::{Place, ReadError};
use super::grid;
use super::page::Page;
use super::word::{Kind, Word};
use crate::board::Size;

/// Reads the text if exactly one row is one word short and no blank is written.
pub(super) fn read(page: &Page<'_>, size_line: Option<SizeLine<'_>>) -> Attempt {
    let (rows, cols, taken) = match size_line {
        Some(line) => {
            let size = line.size().ok()?;
            (size.rows(), size.cols(), 1)
        }
        None => {
            let longest = page.lines().map(<[Word<'_>]>::len).max()?;
            (page.line_count(), longest, 0)
        }
    };
    let lines = || page.lines().skip(taken);
    let blank_written = lines().flatten().any(|word| word.tile() == Ok(0));
    let short = lines().position(|line| line.len() + 1 == cols)?;
    let full = |(row, line): (usize, &[Word<'_>])| row == short || line.len() == cols;
    let fits = page.line_count() == rows + taken && lines().enumerate().all(full);
    let sides = Size::MIN..=Size::MAX;
    if blank_written || !fits || !sides.contains(&cols) || !sides.contains(&rows) {
        return None;
    }
    let how = match taken {
        0 => "a line a row, in columns, no size given",
        _ => "the size, then the tiles in columns",
    };
    let rows: Vec<&[Word<'_>]> = lines().collect();
    Some(with_blank(&rows, short, cols, how))
}

fn with_blank(
    rows: &[&[Word<'_>]],
    short: usize,
    cols: usize,
    how: &str,
) -> Result<Reading, ReadError> {
    let Some(gap) = gap(rows, short, cols) else {
        return Err(ReadError::unexpected(
            rows[short].first().map_or(Place::START, |word| word.place),
            format!("{cols} tiles in row {}", short + 1),
            format!(
                "{}, and columns that do not show where the blank is",
                cols - 1
            ),
            "write the blank as 0",
        ));
    };
    let line = rows[short];
    // The blank is told of at the column where the next word, or the line's end, is.
    let place = match (line.get(gap), line.last()) {
        (Some(next), _) => next.place,
        (None, Some(last)) => Place {
            col: last.place.col + last.text.chars().count(),
            ..last.place
        },
        (None, None) => Place::START,
    };
    let blank = Word {
        text: "",
        kind: Kind::Blank,
        place,
        at: 0,
        end: 0,
    };
    let mut words: Vec<Word<'_>> = rows.concat();
    words.insert(short * cols + gap, blank);
    grid::read(&grid::cut(&words, cols), BoardFormat::Columns, how)
}

/// The column of the short row that has no word, if the full rows show it.
fn gap(rows: &[&[Word<'_>]], short: usize, cols: usize) -> Option<usize> {
    let full = || (0..).zip(rows).filter(|&(row, _)| row != short);
    let spans: Vec<(usize, usize)> = (0..cols)
        .map(|col| {
            let words = || full().filter_map(|(_, line)| line.get(col));
            let from = words().map(|word| word.at).min()?;
            let to = words().map(|word| word.end).max()?;
            Some((from, to))
        })
        .collect::<Option<_>>()?;
    if spans.windows(2).any(|pair| pair[0].1 > pair[1].0) {
        return None;
    }
    let overlaps = |word: &Word<'_>, span: (usize, usize)| word.at < span.1 && span.0 < word.end;
    let line = rows[short];
    // Words before the gap stand in their own column, words behind it one further.
    let gap = (0..line.len())
        .find(|&col| !overlaps(&line[col], spans[col]))
        .unwrap_or(line.len());
    let alone = |(index, word): (usize, &Word<'_>)| {
        let own = if index < gap { index } else { index + 1 };
        (0..cols).all(|col| overlaps(word, spans[col]) == (col == own))
    };
    line.iter().enumerate().all(alone).then_some(gap)
}

#[cfg(test)]
mod tests {
    use crate::format::{BoardFormat, read_board, slashes};

    fn reads(text: &str, board: &str) {
        let reading = read_board(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(slashes(&reading.board), board, "{text:?}");
        assert_eq!(reading.format, BoardFormat::Columns, "{text:?}");
    }

    #[test]
    fn the_blank_at_either_end_and_between() {
        reads("3\n 4  1  2\n    5  3\n 7  8  6\n", "4 1 2/0 5 3/7 8 6");
        reads("3\n 1  2  3\n 4  6  8\n 7  5   \n", "1 2 3/4 6 8/7 5 0");
        reads("3\n 1  2  3\n 4  6  8\n 7  5", "1 2 3/4 6 8/7 5 0");
        reads("3\n 8  5\n 1  6  2\n 4  7  3\n", "8 5 0/1 6 2/4 7 3");
        reads("2\n    1\n 2  3", "0 1/2 3");
        reads("2\n 1\n 2  3", "1 0/2 3");
    }

    #[test]
    fn other_widths_alignments_and_tabs() {
        reads("3\n4 1 2\n  5 3\n7 8 6\n", "4 1 2/0 5 3/7 8 6");
        reads(
            "3 4\n1  10 3  4\n5  6     7\n11 2  9  8\n",
            "1 10 3 4/5 6 0 7/11 2 9 8",
        );
        reads("4\t1\t2\n\t5\t3\n7\t8\t6\n", "4 1 2/0 5 3/7 8 6");
    }

    #[test]
    fn columns_that_do_not_line_up_are_not_guessed() {
        for text in [
            "4\n1 2 3 4\n5 6 7 8\n9 10 11\n13 14 15 12\n",
            "3\n1 2 3\n 4 5\n7 8 6\n",
        ] {
            let error = read_board(text).unwrap_err().to_string();
            assert!(error.contains("write the blank as 0"), "{error}");
        }
    }
}
