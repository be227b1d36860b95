//! Which rows of a table lead to which, by slides of pattern tiles.
//!
//! A slide changes the colour (row + column, odd or even) of one pattern tile. So rows are in two
//! classes by the parity of their cells' colours, and every edge leads from one class to the other.

use crate::guard::Stop;
use crate::pattern::cell_sets::{CellSets, beside};
use crate::pattern::permutation::Rotation;

/// Rows sorted into the two classes.
pub(super) struct Order {
    /// The rows of each class.
    pub rows: [Vec<u32>; 2],
    /// The class of each row and its number there.
    pub of_row: Vec<(usize, usize)>,
}

impl Order {
    pub fn new(sets: &CellSets) -> Self {
        let size = sets.size();
        let odd_cells = (0..size.cells())
            .filter(|&cell| (size.row(cell) + size.col(cell)) % 2 == 1)
            .fold(0u64, |mask, cell| mask | 1 << cell);
        let mut rows = [Vec::new(), Vec::new()];
        let mut of_row = Vec::with_capacity(sets.rows());
        for row in 0..sets.rows() {
            let class = (sets.masks(row).0 & odd_cells).count_ones() as usize % 2;
            of_row.push((class, rows[class].len()));
            rows[class].push(row as u32);
        }
        Self { rows, of_row }
    }
}

/// For every row of a class, the rows of the other class it pulls from.
pub(super) struct Edges {
    /// Where the edges of each row begin, and where the last ones end.
    pub starts: Vec<u32>,
    /// The other row's number in its class, and how the slide rotates the permutation.
    pub edges: Vec<(u32, Option<Rotation>)>,
}

/// Rows between two questions to the guard.
const ASKING: usize = 4096;

impl Edges {
    /// `ask` may end the work.
    pub fn new(
        sets: &CellSets,
        order: &Order,
        class: usize,
        ask: impl Fn() -> Result<(), Stop>,
    ) -> Result<Self, Stop> {
        let size = sets.size();
        let mut starts = vec![0];
        let mut edges = Vec::new();
        for (number, &row) in order.rows[class].iter().enumerate() {
            if number % ASKING == 0 {
                ask()?;
            }
            let (mask, region) = sets.masks(row as usize);
            for free in (0..size.cells()).filter(|cell| region >> cell & 1 == 1) {
                let mut tiles = beside(size, free) & mask;
                while tiles != 0 {
                    let cell = tiles.trailing_zeros() as usize;
                    tiles &= tiles - 1;
                    let other = sets.row(mask ^ (1 << cell | 1 << free), cell);
                    edges.push((order.of_row[other].1 as u32, back(mask, cell, free)));
                }
            }
            starts.push(edges.len() as u32);
        }
        Ok(Self { starts, edges })
    }
}

/// The rotation that brings the tile on `free` back to `cell`.
fn back(mask: u64, cell: usize, free: usize) -> Option<Rotation> {
    let (first, last) = (cell.min(free), cell.max(free));
    let below = (1u64 << first) - 1;
    let between = ((1u64 << last) - 1) & !below & !(1 << first);
    let past = (mask & between).count_ones() as usize;
    (past > 0).then(|| Rotation {
        place: (mask & below).count_ones() as usize,
        past,
        forward: cell > free,
    })
}
