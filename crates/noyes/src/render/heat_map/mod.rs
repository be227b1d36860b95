//! Rows × columns of classes as a picture: a class of students and their boards, for example.
//!
//! A cell has the colour of its class and, except for the first class, its letter, so that it can
//! be read without colours. Every fifth row and column is set apart, to lead the eye.

#[cfg(feature = "png")]
mod png;
mod svg;

use super::picture::Rgb;

/// A table of classes.
///
/// ```
/// use noyes::render::{HeatClass, HeatMap, HeatRow, Rgb, Theme};
///
/// let class = |name: &str, mark, color| HeatClass { name: name.to_owned(), mark, color: Some(color) };
/// let map = HeatMap {
///     title: "One student".to_owned(),
///     columns: vec!["puzzle04".to_owned()],
///     column_notes: vec!["1".to_owned()],
///     rows: vec![HeatRow { name: "anna".to_owned(), cells: vec![0], note: "1/1".to_owned() }],
///     classes: vec![class("right", '+', Rgb(123, 200, 164))],
/// };
/// let svg = map.svg(Theme::Auto);
/// assert!(svg.starts_with("<svg") && svg.contains("anna") && svg.contains("puzzle04"));
/// assert!(map.png(Theme::Dark)?.starts_with(b"\x89PNG"));
/// # Ok::<(), noyes::render::RenderError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatMap {
    /// The title.
    pub title: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// What stands below each column.
    pub column_notes: Vec<String>,
    /// The rows, from the top.
    pub rows: Vec<HeatRow>,
    /// The classes, in the order of the legend.
    pub classes: Vec<HeatClass>,
}

/// A row of a table.
///
/// ```
/// use noyes::render::HeatRow;
///
/// let row = HeatRow { name: "anna".to_owned(), cells: vec![0, 2], note: "1/2".to_owned() };
/// assert_eq!(row.cells.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatRow {
    /// Its name.
    pub name: String,
    /// The class of each cell, by number. A number beyond the classes leaves the cell empty.
    pub cells: Vec<usize>,
    /// What stands behind it.
    pub note: String,
}

/// A class of cells.
///
/// ```
/// use noyes::render::{HeatClass, Rgb};
///
/// let color = Some(Rgb(229, 115, 115));
/// let class = HeatClass { name: "wrong".to_owned(), mark: 'W', color };
/// assert_eq!(class.color.map(|color| color.to_string()).as_deref(), Some("#e57373"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeatClass {
    /// Its name, for the legend.
    pub name: String,
    /// The letter in its cells; the first class has it in the legend only.
    pub mark: char,
    /// The colour of its cells, light enough for dark ink. Without one a cell is an outline: for
    /// what is not there, so that it stands back on a light and on a dark sheet.
    pub color: Option<Rgb>,
}

/// The most letters of a name.
const MOST_LETTERS: usize = 28;
/// The empty border.
const MARGIN: f64 = 24.0;
/// Where the title stands.
const TITLE: f64 = 40.0;
const CELL: (f64, f64) = (22.0, 19.0);
/// Between two cells, and more after every fifth.
const GAP: f64 = 2.0;
const FIFTH: f64 = 4.0;
/// The width of a letter.
const LETTER: f64 = 8.0;
const LEGEND_LINE: f64 = 22.0;

/// Where everything stands.
struct Layout {
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// The line of the notes below the columns.
    notes: f64,
    /// The corner of each entry of the legend.
    legend: Vec<(f64, f64)>,
}

/// A name that fits.
fn fitted(name: &str) -> String {
    match name.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// Where the cell of a number begins.
fn offset(number: usize, side: f64) -> f64 {
    number as f64 * (side + GAP) + (number / 5) as f64 * FIFTH
}

impl HeatMap {
    fn layout(&self) -> Layout {
        let longest = |names: &mut dyn Iterator<Item = &String>| {
            let letters = names.map(|name| fitted(name).chars().count()).max();
            letters.unwrap_or(0) as f64 * LETTER
        };
        let labels = longest(&mut self.rows.iter().map(|row| &row.name));
        let heads = longest(&mut self.columns.iter());
        let notes = longest(&mut self.rows.iter().map(|row| &row.note));
        let left = MARGIN + labels + 10.0;
        let top = TITLE + 24.0 + heads + 8.0;
        let right = left + offset(self.columns.len(), CELL.0) + 8.0 + notes + MARGIN;
        let title = MARGIN * 2.0 + self.title.chars().count() as f64 * 11.0;
        let width = right.max(title).max(320.0).ceil();
        let bottom = top + offset(self.rows.len(), CELL.1);
        let mut legend = Vec::new();
        let (mut x, mut y) = (MARGIN, bottom + 44.0);
        for class in &self.classes {
            let wide = 26.0 + (class.name.chars().count() + 2) as f64 * LETTER;
            if x + wide > width - MARGIN && x > MARGIN {
                x = MARGIN;
                y += LEGEND_LINE;
            }
            legend.push((x, y));
            x += wide;
        }
        Layout {
            left,
            top,
            width,
            height: (y + LEGEND_LINE + MARGIN / 2.0).ceil(),
            notes: bottom + 16.0,
            legend,
        }
    }

    /// The corner of every cell that has a class, and the class's number.
    fn cells(&self) -> impl Iterator<Item = ((f64, f64), usize)> + '_ {
        let is_known = |class: &usize| *class < self.classes.len();
        let rows = self.rows.iter().enumerate();
        rows.flat_map(move |(row, of_row)| {
            let cells = of_row.cells.iter().copied().enumerate();
            let cells = cells.filter(move |(_, class)| is_known(class));
            cells.map(move |(col, class)| ((offset(col, CELL.0), offset(row, CELL.1)), class))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::Theme;

    #[test]
    fn every_cell_is_drawn_once() {
        let class = |name: &str, mark| HeatClass {
            name: name.to_owned(),
            mark,
            color: (mark != 'M').then_some(Rgb(200, 210, 220)),
        };
        let map = HeatMap {
            title: "A & B".to_owned(),
            columns: vec!["<one>".to_owned(), "two".to_owned()],
            column_notes: vec!["1".to_owned(), "0".to_owned()],
            rows: (0..7)
                .map(|row| HeatRow {
                    name: format!("student {row}"),
                    cells: vec![
                        0,
                        if row == 0 {
                            9
                        } else if row == 1 {
                            2
                        } else {
                            1
                        },
                    ],
                    note: "1/2".to_owned(),
                })
                .collect(),
            classes: vec![
                class("right", '+'),
                class("wrong", 'W'),
                class("missing", 'M'),
            ],
        };
        let svg = map.svg(Theme::Light);
        assert_eq!(svg.matches("<rect class=\"c").count(), 12 + 2);
        assert_eq!(svg.matches("<rect class=\"absent\"").count(), 1 + 1);
        assert_eq!(svg.matches(">W</text>").count(), 5 + 1);
        assert_eq!(svg.matches(">M</text>").count(), 1 + 1);
        assert_eq!(svg.matches(">+</text>").count(), 1);
        assert!(svg.contains("A &amp; B") && svg.contains("&lt;one&gt;"));
        let png = map.png(Theme::Light).unwrap();
        let reader = ::png::Decoder::new(std::io::Cursor::new(&png));
        let reader = reader.read_info().unwrap();
        let layout = map.layout();
        let wanted = (2.0 * layout.width, 2.0 * layout.height);
        let found = (reader.info().width, reader.info().height);
        assert_eq!((f64::from(found.0), f64::from(found.1)), wanted);
    }
}
