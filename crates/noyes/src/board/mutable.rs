//! A board of labels whose tiles slide in place.
//!
//! Searches that keep one board, and do and undo slides on it, share this form; so do readers and
//! writers of moves, with tiles for labels. A slide costs three stores, whatever the size of the
//! board.

use super::{Direction, Size, SlideTable};

/// A board of labels, with both directions of the permutation side by side.
///
/// A label is the goal cell of its tile. The fields are open to the searches, which have loops of
/// their own; they keep the invariant that `labels` and `cells` are inverse to each other, the
/// blank left out: where the blank is says `blank` alone.
#[derive(Clone, Debug)]
pub(crate) struct MutableBoard {
    pub size: Size,
    pub slide_table: SlideTable,
    /// The label in each cell.
    pub labels: Vec<u16>,
    /// The cell of each label. The entry of the blank's label is not kept up to date.
    pub cells: Vec<u16>,
    /// The cell of the blank.
    pub blank: usize,
    /// The label of the blank, which is its goal cell.
    pub blank_label: u16,
}

impl MutableBoard {
    /// The board with these labels, which are a permutation, and the blank at cell `blank`.
    pub fn new(size: Size, labels: &[u16], blank: usize) -> Self {
        let mut cells = vec![0; labels.len()];
        for (cell, &label) in labels.iter().enumerate() {
            cells[usize::from(label)] = cell as u16;
        }
        Self {
            size,
            slide_table: SlideTable::new(size),
            labels: labels.to_vec(),
            cells,
            blank,
            blank_label: labels[blank],
        }
    }

    /// The cell of a tile, given by its label.
    #[inline(always)]
    pub fn cell_of(&self, label: usize) -> usize {
        usize::from(self.cells[label])
    }

    /// The cell whose tile would slide in a direction, if there is one.
    #[inline(always)]
    pub fn source_cell(&self, direction: Direction) -> Option<usize> {
        self.slide_table.source_cell(self.blank, direction)
    }

    /// Slides the tile in `from`, which must be beside the blank.
    #[inline(always)]
    pub fn slide_from(&mut self, from: usize) {
        let label = self.labels[from];
        self.cells[usize::from(label)] = self.blank as u16;
        self.labels[self.blank] = label;
        self.labels[from] = self.blank_label;
        self.blank = from;
    }

    /// Whether every label is in its own cell.
    pub fn is_goal(&self) -> bool {
        (0..).zip(&self.labels).all(|(cell, &label)| cell == label)
    }

    /// Slides in a direction, in which there must be a tile.
    #[inline(always)]
    pub fn slide(&mut self, direction: Direction) {
        let from = self.source_cell(direction);
        debug_assert!(from.is_some(), "no tile slides {direction}");
        if let Some(from) = from {
            self.slide_from(from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    #[test]
    fn slides_and_their_opposites_restore_the_board() {
        let size = Size::new(3, 3).unwrap();
        let labels: Vec<u16> = (0..9).collect();
        let mut board = MutableBoard::new(size, &labels, 8);
        let path = [Down, Right, Up, Right, Down, Left];
        for by in path {
            board.slide(by);
            for (cell, &label) in board.labels.iter().enumerate() {
                let is_blank = cell == board.blank;
                assert_eq!(is_blank, label == board.blank_label);
                assert!(is_blank || board.cell_of(usize::from(label)) == cell);
            }
        }
        assert!(!board.is_goal());
        for by in path.into_iter().rev() {
            board.slide(by.opposite());
        }
        assert_eq!((&board.labels, board.blank), (&labels, 8));
        assert!(board.is_goal());
    }
}
