//! The slides from each cell of the blank that do not undo the last one, tabulated.
//!
//! # Idea
//!
//! A depth-first search asks for the next slide of a node about as often as it makes a node. A row
//! of this table lists them without those that leave the board, and without the one that leads
//! back.

use crate::board::{Direction, Size};

/// A slide: the cell that the tile leaves, and the direction in which it goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) from: u16,
    pub(super) by: Direction,
}

/// The slides possible with the blank at a cell, after a last slide.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// The cell of the blank.
    pub(super) blank: u16,
    /// How many nodes are two slides ahead.
    pub(super) two_ahead: u8,
    len: u8,
    ways: [Way; 4],
}

impl Row {
    /// The slides in order.
    #[inline]
    pub(super) fn ways(&self) -> &[Way] {
        &self.ways[..usize::from(self.len) & 7]
    }
}

/// A row for each cell of the blank and each last slide.
#[derive(Debug)]
pub(super) struct Ways {
    /// By cell: after a slide in each direction, and at the start.
    rows: Box<[[Row; 5]]>,
}

impl Ways {
    const START: usize = 4;

    /// Tabulates the slides of a size, in an order of directions.
    pub(super) fn new(size: Size, order: [Direction; 4]) -> Self {
        let row = |blank: usize, last: Option<Direction>| {
            let mut row = Row {
                blank: blank as u16,
                two_ahead: 0,
                len: 0,
                ways: [Way {
                    from: 0,
                    by: Direction::Up,
                }; 4],
            };
            for by in order.into_iter().filter(|by| Some(by.opposite()) != last) {
                if let Some(from) = size.source_cell(blank, by) {
                    row.ways[usize::from(row.len)] = Way {
                        from: from as u16,
                        by,
                    };
                    row.len += 1;
                }
            }
            row
        };
        let rows = (0..size.cells()).map(|blank| {
            let mut rows = [row(blank, None); 5];
            for last in Direction::ALL {
                rows[last as usize] = row(blank, Some(last));
            }
            rows
        });
        let mut ways = Self {
            rows: rows.collect(),
        };
        for blank in 0..size.cells() {
            for last in 0..5 {
                let row = ways.rows[blank][last];
                let ahead = row.ways().iter().map(|&way| ways.after(way).len);
                ways.rows[blank][last].two_ahead = ahead.sum();
            }
        }
        ways
    }

    /// The slides from the start, whose blank is at a cell.
    pub(super) fn at_start(&self, blank: usize) -> &Row {
        &self.rows[blank][Self::START]
    }

    /// The slides after one of a row.
    #[inline]
    pub(super) fn after(&self, way: Way) -> &Row {
        &self.rows[usize::from(way.from)][way.by as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_way_leads_back_or_off_the_board() {
        let size = Size::new(3, 4).unwrap();
        let ways = Ways::new(size, Direction::ALL);
        for blank in 0..size.cells() {
            let start = ways.at_start(blank);
            let neighbours = Direction::ALL.map(|by| size.source_cell(blank, by));
            assert_eq!(start.ways().len(), neighbours.iter().flatten().count());
            for &way in start.ways() {
                assert_eq!(size.source_cell(blank, way.by), Some(usize::from(way.from)));
                let next = ways.after(way);
                assert_eq!(next.blank, way.from);
                assert!(next.ways().iter().all(|on| usize::from(on.from) != blank));
                let all = ways.at_start(usize::from(way.from)).ways().len();
                assert_eq!(next.ways().len(), all - 1);
            }
            let two_ahead = start.ways().iter().map(|&way| ways.after(way).ways().len());
            assert_eq!(usize::from(start.two_ahead), two_ahead.sum::<usize>());
        }
    }

    #[test]
    fn ways_keep_the_order() {
        let mut order = Direction::ALL;
        order.reverse();
        let ways = Ways::new(Size::new(3, 3).unwrap(), order);
        let listed: Vec<Direction> = ways.at_start(4).ways().iter().map(|w| w.by).collect();
        assert_eq!(listed, order);
    }
}
