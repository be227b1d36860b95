//! Points for pairs of tiles that are near each other.
//!
//! Two cells are *mates* if the blank needs at most two slides from one to the other. For every two
//! mates a table has the points of every two labels on them, so it knows which tiles are in each
//! other's way, and which belong together. The points of a board are the sum over its mates. The
//! blank, which goes everywhere, is left out.
//!
//! **Stored once.** On a square board with the blank's goal in the last cell, a pair and its
//! transpose mean the same, so they share one *block*: the points of every two labels.
//!
//! **Cost.** A slide changes the pairs of one tile: at most 2 × 12 bytes are read, in two rows. So
//! that they are near each other the rows are by label and cell, and every pair is in two of them.

use super::net::LabelSlide;
use crate::board::Size;

/// The most mates of a cell.
pub(super) const MATES: usize = 12;

/// Steps from a cell to its mates, by row and column. The last six lead to later cells.
const STEPS: [(isize, isize); MATES] = [
    (-2, 0),
    (-1, -1),
    (-1, 0),
    (-1, 1),
    (0, -2),
    (0, -1),
    (0, 1),
    (0, 2),
    (1, -1),
    (1, 0),
    (1, 1),
    (2, 0),
];

/// The cell a step away, if it is on the board.
fn mate(size: Size, cell: usize, (down, right): (isize, isize)) -> Option<usize> {
    let row = size.row(cell).checked_add_signed(down)?;
    let col = size.col(cell).checked_add_signed(right)?;
    (row < size.rows() && col < size.cols()).then_some(row * size.cols() + col)
}

/// The cell mirrored along the main diagonal of a square board.
fn transposed(size: Size, cell: usize) -> usize {
    size.col(cell) * size.cols() + size.row(cell)
}

/// Two mates and their block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatePair {
    /// One of the cells.
    pub first: usize,
    /// The other cell.
    pub second: usize,
    /// The number of the block that has their points.
    pub block: usize,
    /// Whether labels are transposed before they are looked up in the block.
    pub is_transposed: bool,
}

impl MatePair {
    /// All mates of a size, each two once. Blocks are numbered in the order of their first pairs.
    pub fn all(size: Size) -> Vec<Self> {
        let mut blocks: Vec<[usize; 2]> = Vec::new();
        let mut pairs = Vec::new();
        for first in 0..size.cells() {
            for second in STEPS[6..]
                .iter()
                .filter_map(|&step| mate(size, first, step))
            {
                let mut pair = Self {
                    first,
                    second,
                    block: blocks.len(),
                    is_transposed: false,
                };
                let mirrored = [first, second].map(|cell| transposed(size, cell));
                let is_like =
                    |block: &[usize; 2]| *block == mirrored || *block == [mirrored[1], mirrored[0]];
                match blocks.iter().position(is_like) {
                    Some(block) if size.rows() == size.cols() => {
                        let [first, second] = blocks[block].map(|cell| transposed(size, cell));
                        pair = Self {
                            first,
                            second,
                            block,
                            is_transposed: true,
                        };
                    }
                    _ => blocks.push([first, second]),
                }
                pairs.push(pair);
            }
        }
        pairs
    }

    /// The number of blocks of a size.
    pub fn blocks(size: Size) -> usize {
        let last = Self::all(size).iter().map(|pair| pair.block + 1).max();
        last.unwrap_or(0)
    }

    /// Where the points of two labels on these cells are, among those of all blocks.
    pub fn index(&self, size: Size, first_label: usize, second_label: usize) -> usize {
        let label = |label| {
            if self.is_transposed {
                transposed(size, label)
            } else {
                label
            }
        };
        let cells = size.cells();
        (self.block * cells + label(first_label)) * cells + label(second_label)
    }
}

/// The points of all pairs, laid out for slides.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct PairTable {
    cells: usize,
    /// By cell. A mate that is not on the board is replaced by cell 0, and has no points.
    mates: Vec<[u8; MATES]>,
    /// By edge: the mates of the cell that a tile enters, and from the middle those of the cell
    /// that it leaves.
    edge_mates: Vec<[u8; EDGE_MATES]>,
    /// By label, cell, mate and the mate's label.
    points: Vec<i8>,
}

/// The mates of both cells of an edge, each followed by room.
pub(super) const EDGE_MATES: usize = 32;

impl PairTable {
    /// Lays out the blocks of a board with the blank's goal in the last cell.
    pub fn new(size: Size, blocks: &[i8]) -> Self {
        let cells = size.cells();
        let all_mates = |cell| STEPS.map(|step| mate(size, cell, step).unwrap_or(0) as u8);
        let mut table = Self {
            cells,
            mates: (0..cells).map(all_mates).collect(),
            edge_mates: vec![[0; EDGE_MATES]; 4 * cells],
            points: vec![0; cells * cells * MATES * cells],
        };
        for to in 0..cells {
            for from in (0..cells).filter(|&from| size.distance(from, to) == 1) {
                let mates = &mut table.edge_mates[LabelSlide::new(0, from, to).edge];
                mates[..MATES].copy_from_slice(&table.mates[to]);
                mates[EDGE_MATES / 2..][..MATES].copy_from_slice(&table.mates[from]);
            }
        }
        for pair in MatePair::all(size) {
            let (first, second) = (pair.first, pair.second);
            let to_second = STEPS.map(|step| mate(size, first, step) == Some(second));
            let to_second = to_second.iter().position(|&is_it| is_it).unwrap_or(0);
            let to_first = MATES - 1 - to_second;
            for a in 0..cells - 1 {
                for b in (0..cells - 1).filter(|&b| b != a) {
                    let points = blocks[pair.index(size, a, b)];
                    let at = table.start(a, first) + to_second * cells + b;
                    table.points[at] = points;
                    let at = table.start(b, second) + to_first * cells + a;
                    table.points[at] = points;
                }
            }
        }
        table
    }

    fn start(&self, label: usize, cell: usize) -> usize {
        (label * self.cells + cell) * MATES * self.cells
    }

    /// The points of a tile's pairs, if it were at `cell`. What the board has at that cell, and
    /// where it has the tile, is ignored.
    #[inline(always)]
    pub fn points_at(&self, board: &[u8], label: usize, cell: usize) -> i32 {
        let start = self.start(label, cell);
        let points = &self.points[start..start + MATES * self.cells];
        let mates = &self.mates[cell];
        let mut sum = 0;
        for (step, &mate) in mates.iter().enumerate() {
            let label = usize::from(board[usize::from(mate)]);
            sum += i32::from(points[step * self.cells + label]);
        }
        sum
    }

    /// What a slide adds to the points of a board, which is as before the slide.
    #[inline(always)]
    pub fn change(&self, board: &[u8], slide: &LabelSlide) -> i32 {
        self.points_at(board, slide.label, slide.to)
            - self.points_at(board, slide.label, slide.from)
    }

    /// The mates of a cell, and the points of a label there by mate and the mate's label: what
    /// [`PairTable::points_at`] reads.
    ///
    /// # Safety
    ///
    /// The size has `cells` cells, and label and cell are less.
    #[inline(always)]
    pub unsafe fn row_unchecked(
        &self,
        label: usize,
        cell: usize,
        cells: usize,
    ) -> (&[u8; MATES], *const i8) {
        debug_assert!(cells == self.cells && label < cells && cell < cells);
        let start = (label * cells + cell) * MATES * cells;
        // SAFETY: the caller's.
        unsafe {
            (
                self.mates.get_unchecked(cell),
                self.points.as_ptr().add(start),
            )
        }
    }

    /// The mates of both cells of an edge.
    #[inline(always)]
    pub fn edge_mates(&self) -> &[[u8; EDGE_MATES]] {
        &self.edge_mates
    }

    /// The points of a board.
    pub fn points(&self, board: &[u8]) -> i32 {
        let labels = board.iter().enumerate();
        let points = labels.map(|(cell, &label)| self.points_at(board, usize::from(label), cell));
        // Every pair is in the rows of both of its tiles.
        points.sum::<i32>() / 2
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::beam::net::tests::some_net;

    /// The points of a board by the definition: two tiles at most two cells apart are a pair.
    fn slow_points(size: Size, blocks: &[i8], board: &[u8]) -> i32 {
        let blank = size.cells() as u8 - 1;
        let mut points = 0;
        for x in 0..size.cells() {
            for y in x + 1..size.cells() {
                if size.distance(x, y) > 2 || board[x] == blank || board[y] == blank {
                    continue;
                }
                let pairs = MatePair::all(size);
                let is_it =
                    |pair: &&MatePair| [[x, y], [y, x]].contains(&[pair.first, pair.second]);
                let mut found = pairs.iter().filter(is_it);
                let pair = found.next().unwrap();
                assert_eq!(found.next(), None);
                let (a, b) = (board[pair.first], board[pair.second]);
                points += i32::from(blocks[pair.index(size, a.into(), b.into())]);
            }
        }
        points
    }

    fn boards(cells: usize) -> impl Iterator<Item = Vec<u8>> {
        [5, 7, 11]
            .map(move |step| (0..cells).map(|cell| (cell * step % cells) as u8).collect())
            .into_iter()
    }

    #[test]
    fn the_table_agrees_with_the_definition() {
        for (rows, cols) in [(3, 4), (4, 4), (6, 6)] {
            let size = Size::new(rows, cols).unwrap();
            let net = some_net(size, 16);
            let blocks = &net.parameters().pairs;
            let table = PairTable::new(size, blocks);
            for board in boards(size.cells()) {
                assert_eq!(table.points(&board), slow_points(size, blocks, &board));
            }
        }
    }

    #[test]
    fn a_board_and_its_transpose_have_the_same_points() {
        let size = Size::new(6, 6).unwrap();
        assert_eq!(
            (MatePair::all(size).len(), MatePair::blocks(size)),
            (158, 84)
        );
        // Pairs that are their own transposes are stored in full: make them symmetric first.
        let mut blocks = some_net(size, 16).parameters().pairs.clone();
        for pair in MatePair::all(size) {
            let mirrored = [pair.first, pair.second].map(|cell| transposed(size, cell));
            let swaps = mirrored == [pair.second, pair.first];
            if swaps || mirrored == [pair.first, pair.second] {
                for a in 0..36 {
                    for b in 0..36 {
                        let [a2, b2] = [a, b].map(|label| transposed(size, label));
                        let (a2, b2) = if swaps { (b2, a2) } else { (a2, b2) };
                        let points = blocks[pair.index(size, a, b)];
                        blocks[pair.index(size, a2, b2)] = points;
                    }
                }
            }
        }
        let table = PairTable::new(size, &blocks);
        for board in boards(36) {
            let mirror = |cell: usize| transposed(size, cell);
            let other = (0..36).map(|cell| mirror(board[mirror(cell)].into()) as u8);
            let other: Vec<u8> = other.collect();
            assert_eq!(table.points(&board), table.points(&other));
        }
    }
}
