//! How many boards lie 0, 1, 2, … moves from the goal.
//!
//! At once a test, a bench and an answer: the counts are published for the small puzzles.

use rustc_hash::FxHashSet;

use crate::board::{Packed, Size, SlideTable};

/// The number of boards at each distance from a goal, up to distance `depth` or the last.
///
/// `blank_home` is the goal cell of the blank. Only the two newest layers are in memory: on the 4×4
/// board each has about twice the boards of the one before.
///
/// ```
/// use noyes::Size;
/// use noyes::search::layer_counts;
///
/// assert_eq!(layer_counts(Size::new(2, 2)?, 3, 99), [1, 2, 2, 2, 2, 2, 1]);
/// assert_eq!(layer_counts(Size::new(4, 4)?, 15, 5), [1, 2, 4, 10, 24, 54]);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
///
/// # Panics
///
/// If the board has more than 25 cells, or `blank_home` is not one of them.
pub fn layer_counts(size: Size, blank_home: usize, depth: usize) -> Vec<u64> {
    assert!(
        size.cells() <= 25,
        "layers are counted on boards of up to 25 cells"
    );
    assert!(
        blank_home < size.cells(),
        "the goal cell of the blank is a cell of the board"
    );
    if size.cells() <= <u64 as Packed>::MOST_CELLS {
        count::<u64>(size, blank_home, depth)
    } else {
        count::<u128>(size, blank_home, depth)
    }
}

fn count<P: Packed>(size: Size, blank_home: usize, depth: usize) -> Vec<u64> {
    let steps = SlideTable::new(size);
    let identity: Vec<u16> = (0..size.cells() as u16).collect();
    let mut before: FxHashSet<P> = FxHashSet::default();
    let mut layer: Vec<(P, u16)> = vec![(P::pack(&identity), blank_home as u16)];
    let mut counts = Vec::new();
    while !layer.is_empty() {
        counts.push(layer.len() as u64);
        if counts.len() > depth {
            break;
        }
        let mut closed: FxHashSet<P> = FxHashSet::default();
        let mut next = Vec::new();
        for (state, blank) in &layer {
            for (_, from) in steps.slides(usize::from(*blank)) {
                let child = state.swapped(usize::from(*blank), from);
                // A slide changes the distance by exactly one: only the last layer can be reached
                // again.
                if !before.contains(&child) && closed.insert(child.clone()) {
                    next.push((child, from as u16));
                }
            }
        }
        before = layer.into_iter().map(|(state, _)| state).collect();
        layer = next;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layers(rows: usize, cols: usize, depth: usize) -> Vec<u64> {
        let size = Size::new(rows, cols).unwrap();
        layer_counts(size, size.tiles(), depth)
    }

    // Published counts: the On-Line Encyclopedia of Integer Sequences, A089473 (3×3), A089484
    // (4×4), A090036 (5×5), A151944 (deepest layers) and its cross-references for rectangles.

    #[test]
    fn two_by_two() {
        assert_eq!(layers(2, 2, 99), [1, 2, 2, 2, 2, 2, 1]);
    }

    #[test]
    fn two_by_three() {
        let expected = [
            1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1,
        ];
        assert_eq!(layers(2, 3, 99), expected);
        assert_eq!(layers(3, 2, 99), expected);
    }

    #[test]
    fn three_by_three() {
        let expected = [
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ];
        assert_eq!(layers(3, 3, 99), expected);
    }

    #[test]
    fn two_by_four() {
        let counts = layers(2, 4, 99);
        assert_eq!(counts.iter().sum::<u64>(), 20_160);
        assert_eq!(counts.len(), 37);
        assert_eq!(counts[..10], [1, 2, 3, 6, 10, 14, 19, 28, 42, 61]);
    }

    #[test]
    fn first_layers_of_four_by_four() {
        let expected = [
            1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821, 60842, 119000,
            231844,
        ];
        assert_eq!(layers(4, 4, 17), expected);
    }

    #[test]
    fn first_layers_of_five_by_five() {
        assert_eq!(
            layers(5, 5, 10),
            [1, 2, 4, 10, 26, 64, 159, 366, 862, 1904, 4538]
        );
    }
}
