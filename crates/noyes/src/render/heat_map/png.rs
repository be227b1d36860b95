//! A heat map as png, with two pixels a unit of the layout.

use super::{CELL, HeatMap, LETTER, MARGIN, TITLE, fitted, offset};
use crate::render::Theme;
use crate::render::lettering::{PITCH, Run, width};
use crate::render::picture::canvas::Canvas;
use crate::render::picture::png::encode;
use crate::render::picture::{RenderError, Rgb};

/// Pixels a unit of the layout.
const SCALE: f64 = 2.0;
/// A column of the letters' grid, in units of the layout.
const UNIT: f64 = LETTER / PITCH;
/// The same for the title.
const TITLE_UNIT: f64 = 1.9;
/// The ink on a cell.
const MARK: Rgb = Rgb(0x17, 0x20, 0x2a);

/// The colours besides those of the classes.
struct Ground {
    sheet: Rgb,
    ink: Rgb,
    soft: Rgb,
    /// The outline and the mark of what is not there.
    outline: Rgb,
    faint: Rgb,
}

fn ground(theme: Theme) -> Ground {
    match theme {
        Theme::Dark => Ground {
            sheet: Rgb(0x14, 0x18, 0x1d),
            ink: Rgb(0xe8, 0xec, 0xf0),
            soft: Rgb(0xa9, 0xb4, 0xbf),
            outline: Rgb(0x34, 0x3c, 0x45),
            faint: Rgb(0x7d, 0x88, 0x93),
        },
        Theme::Light | Theme::Auto => Ground {
            sheet: Rgb(0xff, 0xff, 0xff),
            ink: Rgb(0x1f, 0x29, 0x33),
            soft: Rgb(0x5b, 0x66, 0x72),
            outline: Rgb(0xd3, 0xd9, 0xdf),
            faint: Rgb(0x8a, 0x94, 0x9e),
        },
    }
}

/// A canvas in units of the layout.
struct Sheet {
    canvas: Canvas,
    ground: Ground,
}

impl Sheet {
    fn text(&mut self, words: &str, x: f64, y: f64, run: Run, color: Rgb) {
        let start = (x * SCALE, y * SCALE);
        self.canvas.text(words, start, UNIT * SCALE, run, color);
    }

    /// A cell, with its mark if there is one.
    fn cell(&mut self, color: Option<Rgb>, mark: Option<char>, x: f64, y: f64) {
        let mut fill = |inset: f64, color: Rgb| {
            let (x, y) = (x + inset, y + inset);
            let (wide, high) = (CELL.0 - 2.0 * inset, CELL.1 - 2.0 * inset);
            let area = (x * SCALE, y * SCALE, wide * SCALE, high * SCALE);
            self.canvas.rounded(area, (3.0 - inset) * SCALE, color);
        };
        let ink = match color {
            Some(color) => {
                fill(0.0, color);
                MARK
            }
            None => {
                fill(0.0, self.ground.outline);
                fill(1.0, self.ground.sheet);
                self.ground.faint
            }
        };
        if let Some(mark) = mark {
            let x = x + CELL.0 / 2.0 - 2.0 * UNIT;
            let y = y + CELL.1 / 2.0 + 3.0 * UNIT;
            self.text(&mark.to_string(), x, y, Run::Across, ink);
        }
    }
}

impl HeatMap {
    /// The table as a png file. It has one theme: `Auto` is light.
    ///
    /// Letters beyond those of European names are drawn as boxes; svg shows all of them. A table
    /// that would have too many pixels is [`RenderError::TooLarge`].
    ///
    /// ```
    /// # use noyes::render::{HeatMap, HeatRow, Theme};
    /// let map = HeatMap {
    ///     title: "One student".to_owned(),
    ///     columns: vec!["puzzle04".to_owned()],
    ///     column_notes: vec!["1".to_owned()],
    ///     rows: vec![HeatRow { name: "anna".to_owned(), cells: vec![0], note: "1/1".to_owned() }],
    ///     classes: Vec::new(),
    /// };
    /// let png = map.png(Theme::Light)?;
    /// assert!(png.starts_with(b"\x89PNG"));
    /// # Ok::<(), noyes::render::RenderError>(())
    /// ```
    pub fn png(&self, theme: Theme) -> Result<Vec<u8>, RenderError> {
        let layout = self.layout();
        let ground = ground(theme);
        let Ground { ink, soft, .. } = ground;
        let (wide, high) = (layout.width * SCALE, layout.height * SCALE);
        let mut sheet = Sheet {
            canvas: Canvas::new(wide as usize, high as usize, ground.sheet)?,
            ground,
        };
        let title = (MARGIN * SCALE, TITLE * SCALE);
        let unit = TITLE_UNIT * SCALE;
        sheet
            .canvas
            .text(&self.title, title, unit, Run::Across, ink);
        for (number, row) in self.rows.iter().enumerate() {
            let y = layout.top + offset(number, CELL.1) + CELL.1 / 2.0 + 3.0 * UNIT;
            let name = fitted(&row.name);
            let x = layout.left - 8.0 - width(&name, UNIT);
            sheet.text(&name, x, y, Run::Across, ink);
            let right = layout.left + offset(self.columns.len(), CELL.0) + 6.0;
            sheet.text(&row.note, right, y, Run::Across, soft);
        }
        for (number, note) in self.column_notes.iter().enumerate() {
            let middle = layout.left + offset(number, CELL.0) + CELL.0 / 2.0;
            let x = middle - width(note, UNIT) / 2.0;
            sheet.text(note, x, layout.notes, Run::Across, soft);
        }
        for (number, name) in self.columns.iter().enumerate() {
            let x = layout.left + offset(number, CELL.0) + CELL.0 / 2.0 + 3.0 * UNIT;
            sheet.text(&fitted(name), x, layout.top - 8.0, Run::Upward, ink);
        }
        for ((x, y), class) in self.cells() {
            let of = &self.classes[class];
            let mark = (class > 0).then_some(of.mark);
            sheet.cell(of.color, mark, layout.left + x, layout.top + y);
        }
        for (class, &(x, y)) in self.classes.iter().zip(&layout.legend) {
            sheet.cell(class.color, Some(class.mark), x, y - CELL.1 * 0.72);
            let x = x + CELL.0 + LETTER;
            sheet.text(&class.name, x, y, Run::Across, soft);
        }
        encode(&sheet.canvas, sheet.canvas.height.max(1), |_| Ok(()))
    }
}
