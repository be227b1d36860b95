//! What a slide changes whatever the rest of the board: tabulated by edge and label.
//!
//! An *edge* is the blank's cell with the direction of a slide into it, so it determines both cells
//! of the slide.
//!
//! ```text
//! bits  9 … 2   the blank's cell, which the tile enters
//! bits  1 … 0   the direction of the slide
//! ```

use super::evaluation::Evaluation;
use super::net::LabelSlide;
use super::shard::ZobristKeys;
use crate::board::{Direction, SlideTable};

/// What a slide adds to the base score, but for pairs, tuples and line conflicts.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    /// Points of the tile.
    pub points: i32,
    /// Manhattan distance: 1 or −1.
    pub bound: i8,
    /// 1 if the tile enters its goal line, −1 if it leaves it, 0 if it does neither. Only then do
    /// line conflicts change.
    pub enters: i8,
    /// The tile's goal line then: its row, or behind all rows its column.
    pub line: u8,
    /// The tile's place in that line.
    pub place: u8,
}

/// The table of an evaluation.
#[derive(Debug)]
pub(super) struct SlideSteps {
    /// By edge: the cell that the tile leaves; the blank's own if there is no such slide.
    pub sources: Vec<u8>,
    /// By the blank's cell and the slide that led there (4: none): the directions of the slides
    /// from there but the one back, and how many there are.
    pub onward: Vec<([u8; 4], usize)>,
    /// By edge and label: what a slide changes in the hash.
    pub keys: Vec<u64>,
    /// By edge and label.
    pub steps: Vec<Step>,
}

impl SlideSteps {
    pub fn new(evaluation: &Evaluation, slide_table: &SlideTable, keys: &ZobristKeys) -> Self {
        let cells = evaluation.size().cells();
        let mut table = Self {
            sources: Vec::with_capacity(4 * cells),
            onward: Vec::with_capacity(5 * cells),
            keys: vec![0; 4 * cells * cells],
            steps: vec![Step::default(); 4 * cells * cells],
        };
        for to in 0..cells {
            for by in Direction::ALL {
                let from = slide_table.source_cell(to, by);
                table.sources.push(from.unwrap_or(to) as u8);
                let Some(from) = from else { continue };
                for label in 0..cells {
                    let slide = LabelSlide::new(label, from, to);
                    let at = slide.edge * cells + label;
                    table.keys[at] = keys.of(label, from) ^ keys.of(label, to);
                    table.steps[at] = evaluation.step(&slide);
                }
            }
            for before in 0..5 {
                let mut onward = [0; 4];
                let mut count = 0;
                for (by, _) in slide_table.slides(to) {
                    // Opposite directions add up to 3: the slide would undo the last one.
                    if by as u8 + before != 3 {
                        onward[count] = by as u8;
                        count += 1;
                    }
                }
                table.onward.push((onward, count));
            }
        }
        table
    }
}
