//! The columns of the comparison, as many as fit the terminal.

use std::borrow::Cow;
use std::fmt::Display;
use std::ops::Range;

/// The headings of the columns behind the name, with their widths.
const HEADS: [(&str, usize); 9] = [
    ("moves", 6),
    ("proven", 6),
    ("expanded", 8),
    ("generated", 9),
    ("stored", 7),
    ("memory", 7),
    ("time", 7),
    ("nodes ×", 7),
    ("time ×", 7),
];
const MOVES: usize = 0;
const PROVEN: usize = 1;
/// The first of the columns that compare with the first row.
const RATIOS: usize = 7;
/// The width of a remark such as "stopped at 500 ms".
const REMARK: usize = 18;
/// The columns that are left out of a narrow table, in this order.
const LEFT_OUT: [usize; 4] = [2, 4, 7, PROVEN];

/// The cells of a row behind the name, in the order of `HEADS`.
pub type Cells = [String; 9];

/// The columns that are shown.
#[derive(Debug, Default)]
pub struct Columns {
    /// The width of the names.
    pub name: usize,
    is_shown: [bool; 9],
}

impl Columns {
    /// As many columns as fit beside the names; all of them without a maximal width.
    pub fn fitting<T: Display>(names: impl Iterator<Item = T>, max_width: Option<usize>) -> Self {
        let name = names.map(|name| name.to_string().len()).max().unwrap_or(0);
        let mut columns = Self {
            name: name.max("algorithm".len()),
            is_shown: [true; 9],
        };
        for place in LEFT_OUT {
            if max_width.is_none_or(|max| columns.width() <= max) {
                break;
            }
            columns.is_shown[place] = false;
        }
        columns
    }

    /// Whether no column is left out.
    pub fn are_all(&self) -> bool {
        self.is_shown == [true; 9]
    }

    pub fn heads(&self) -> impl Iterator<Item = (&'static str, usize)> + '_ {
        let shown = HEADS.iter().zip(self.is_shown).filter(|(_, shown)| *shown);
        shown.map(|(head, _)| *head)
    }

    /// The cells shown, with their widths. Without the column for proofs, an unproven length is
    /// marked with `≤`: the minimum is at most that.
    pub fn chosen<'a>(
        &'a self,
        cells: &'a Cells,
    ) -> impl Iterator<Item = (Cow<'a, str>, usize)> + 'a {
        let is_bound = !self.is_shown[PROVEN] && cells[PROVEN] == "no";
        let text = move |place: usize| match place {
            MOVES if is_bound => Cow::Owned(format!("≤{}", cells[MOVES])),
            _ => Cow::Borrowed(cells[place].as_str()),
        };
        (0..HEADS.len())
            .filter(|&place| self.is_shown[place])
            .map(move |place| (text(place), HEADS[place].1))
    }

    /// The width of the widest row: a remark takes the place of the two ratios.
    fn width(&self) -> usize {
        let wide = |places: Range<usize>| -> usize {
            let shown = places.filter(|&place| self.is_shown[place]);
            shown.map(|place| 1 + HEADS[place].1).sum()
        };
        self.name + wide(0..RATIOS) + wide(RATIOS..HEADS.len()).max(REMARK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_narrow_terminal_has_fewer_columns_and_marks_unproven_lengths() {
        let name = "bidirectional linear-conflict";
        let all = Columns::fitting([name].iter(), None);
        assert_eq!(all.heads().count(), 9);
        assert!(all.are_all());
        let narrow = Columns::fitting([name].iter(), Some(80));
        assert!(narrow.width() <= 80 && !narrow.are_all());
        let heads: Vec<&str> = narrow.heads().map(|(head, _)| head).collect();
        assert_eq!(heads, ["moves", "generated", "memory", "time", "time ×"]);
        let cells = |proven: &str| {
            let mut cells = Cells::default();
            cells[MOVES] = "55".to_owned();
            cells[PROVEN] = proven.to_owned();
            cells
        };
        assert_eq!(narrow.chosen(&cells("yes")).next().unwrap().0, "55");
        assert_eq!(narrow.chosen(&cells("no")).next().unwrap().0, "≤55");
        assert_eq!(all.chosen(&cells("no")).next().unwrap().0, "55");
    }
}
