//! The labels of all boards of a small size in one table.
//!
//! # Idea
//!
//! Every arrangement of the labels, the blank's included, is a permutation of the cells. Its rank
//! in lexicographic order is the index of its entry: the minimum and the first moves of all
//! shortest solutions. Breadth-first search from the goal fills both: a board of layer d + 1 is
//! next to one or more of layer d, and each of these slides, undone, is an optimal first move.
//! Arrangements that are not reached cannot be solved.
//!
//! # Cost
//!
//! Two bytes an arrangement, solvable or not. A lookup takes a bit count for each cell.
//!
//! | Cells | Bytes |
//! |---|---|
//! | 9 | 726 kB |
//! | 10 | 7 MB |

use crate::board::{Direction, DirectionSet, Size};

/// The most cells of a board that has such a table.
pub(super) const MOST_CELLS: usize = 10;

/// The entry of an arrangement that cannot be solved.
const UNSOLVABLE: u16 = u16::MAX;

/// See the module documentation.
#[derive(Debug)]
pub(in crate::solve) struct LabelTable {
    pub size: Size,
    pub blank_home: usize,
    /// By rank: the minimum in the low byte, the bits of the first moves in the high one.
    entries: Vec<u16>,
}

/// A board of the search: its labels and the cell of the blank.
type State = ([u8; MOST_CELLS], usize);

impl LabelTable {
    /// The table of a size of at most [`MOST_CELLS`] cells, and of the blank's goal cell.
    pub fn new(size: Size, blank_home: usize) -> Self {
        let cells = size.cells();
        debug_assert!(cells <= MOST_CELLS);
        let mut entries = vec![UNSOLVABLE; (1..=cells).product()];
        let mut goal = [0; MOST_CELLS];
        for (cell, label) in goal.iter_mut().zip(0..cells as u8) {
            *cell = label;
        }
        entries[0] = 0;
        let mut layer: Vec<State> = vec![(goal, blank_home)];
        for minimum in 1.. {
            let mut next = Vec::new();
            for (labels, blank) in layer {
                for direction in Direction::ALL {
                    let Some(cell) = size.source_cell(blank, direction) else {
                        continue;
                    };
                    let mut child = labels;
                    child.swap(blank, cell);
                    let ranked = rank(child[..cells].iter().map(|&label| usize::from(label)));
                    let entry = &mut entries[ranked.unwrap_or(0)];
                    if *entry == UNSOLVABLE {
                        *entry = minimum;
                        next.push((child, cell));
                    }
                    if *entry & 0xFF == minimum {
                        *entry |= 1 << (8 + direction.opposite() as u16);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        Self {
            size,
            blank_home,
            entries,
        }
    }

    /// The minimum and the first moves of labels that are a permutation; none where they are not,
    /// and nothing inside where the board cannot be solved.
    #[inline]
    pub fn get(&self, labels: impl Iterator<Item = usize>) -> Option<Option<(u32, DirectionSet)>> {
        let entry = self.entries[rank(labels).filter(|&rank| rank < self.entries.len())?];
        Some((entry != UNSOLVABLE).then(|| {
            let first_moves = DirectionSet::from_bits((entry >> 8) as u8);
            (u32::from(entry & 0xFF), first_moves)
        }))
    }
}

/// The rank of a permutation of 0, 1, … in lexicographic order; none if a number is there twice.
///
/// The numbers must be below 32.
#[inline]
fn rank(labels: impl Iterator<Item = usize>) -> Option<usize> {
    // The factors of Horner's rule depend on how many digits there are: those come first.
    let (mut seen, mut rank, mut count) = (0u32, 0usize, 0usize);
    let mut digits = [0u8; MOST_CELLS];
    for label in labels {
        let bit = 1u32 << label;
        if seen & bit != 0 || count == MOST_CELLS {
            return None;
        }
        // Labels below this one that are still to come.
        digits[count] = (label as u32 - (seen & (bit - 1)).count_ones()) as u8;
        seen |= bit;
        count += 1;
    }
    for (place, &digit) in digits[..count].iter().enumerate() {
        rank = rank * (count - place) + usize::from(digit);
    }
    Some(rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::permutation;
    use crate::search::layer_counts;

    #[test]
    fn ranks_are_those_of_the_slow_twin() {
        for (number, k) in (0..720).map(|number| (number, 6)) {
            let labels = permutation::unrank(number, k);
            assert_eq!(rank(labels.iter().map(|&label| label.into())), Some(number));
        }
        assert_eq!(rank([0, 1, 1].into_iter()), None);
    }

    #[test]
    fn as_many_boards_at_every_distance_as_are_published() {
        for (rows, cols, home) in [(2, 2, 3), (2, 3, 1), (3, 3, 8), (3, 3, 4), (2, 4, 0)] {
            let size = Size::new(rows, cols).unwrap();
            let table = LabelTable::new(size, home);
            let mut layers = vec![0u64; layer_counts(size, home, 99).len()];
            for &entry in table.entries.iter().filter(|&&entry| entry != UNSOLVABLE) {
                layers[usize::from(entry & 0xFF)] += 1;
            }
            assert_eq!(layers, layer_counts(size, home, 99), "{size} {home}");
        }
    }

    #[test]
    fn first_moves_are_the_slides_to_nearer_boards() {
        let size = Size::new(3, 3).unwrap();
        let table = LabelTable::new(size, 8);
        let at = |labels: &[u8]| table.get(labels.iter().map(|&label| label.into()));
        for number in (0..362_880).step_by(97) {
            let mut labels = permutation::unrank(number, 9);
            let Some(Some((minimum, first_moves))) = at(&labels) else {
                continue;
            };
            let blank = labels.iter().position(|&label| label == 8).unwrap();
            for direction in Direction::ALL {
                let nearer = size.source_cell(blank, direction).is_some_and(|cell| {
                    labels.swap(blank, cell);
                    let after = at(&labels).flatten().unwrap().0;
                    labels.swap(blank, cell);
                    after + 1 == minimum
                });
                assert_eq!(first_moves.contains(direction), nearer, "{labels:?}");
            }
        }
    }
}
