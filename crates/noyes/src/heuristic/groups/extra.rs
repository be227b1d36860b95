//! The extra of a few tiles: what they need beyond their Manhattan distance, all others forgotten.
//!
//! # Idea
//!
//! A slide of one of them brings it a step nearer home or a step away. So the slides needed are
//! their Manhattan distance and twice the slides away, and the search goes by those: all
//! arrangements that are reached without a slide away, depth first, then with one, then with two.
//!
//! # Cost
//!
//! Where the tiles do not block each other, the first path comes home. Where they do, the
//! arrangements on shortest paths are few. When the states run out, what has been searched is
//! proven all the same.

use rustc_hash::FxHashSet;

use crate::board::Size;

/// Bits for a cell, in a state of up to eight tiles.
const BITS: u32 = 14;
const MASK: u128 = (1 << BITS) - 1;

/// The extra of tiles given by cell and home, as far as `most` states prove it, and the states it
/// took.
pub(super) fn extra(size: Size, tiles: &[(usize, usize)], most: usize) -> (u32, usize) {
    debug_assert!(tiles.len() as u32 * BITS <= u128::BITS);
    let pack = |cell: fn(&(usize, usize)) -> usize| {
        let cells = tiles.iter().map(cell).enumerate();
        cells.fold(0, |state, (k, cell)| {
            state | (cell as u128) << (BITS * k as u32)
        })
    };
    let (start, goal) = (pack(|tile| tile.0), pack(|tile| tile.1));
    let cols = size.cols();
    let mut seen = FxHashSet::default();
    let mut level = vec![start];
    let mut away = 0;
    loop {
        let mut next = Vec::new();
        while let Some(state) = level.pop() {
            if state == goal {
                return (2 * away, seen.len());
            }
            if !seen.insert(state) {
                continue;
            }
            if seen.len() > most {
                return (2 * away, most);
            }
            for (k, &(_, home)) in tiles.iter().enumerate() {
                let shift = BITS * k as u32;
                let cell = (state >> shift & MASK) as usize;
                let (row, col) = (cell / cols, cell % cols);
                let slides = [
                    (row > 0, cell.wrapping_sub(cols), row > home / cols),
                    (row + 1 < size.rows(), cell + cols, row < home / cols),
                    (col > 0, cell.wrapping_sub(1), col > home % cols),
                    (col + 1 < cols, cell + 1, col < home % cols),
                ];
                for (_, to, is_nearer) in slides.into_iter().filter(|slide| slide.0) {
                    let holds = |other: u32| (state >> (BITS * other) & MASK) as usize == to;
                    if (0..tiles.len() as u32).any(holds) {
                        continue;
                    }
                    let after = state ^ ((cell ^ to) as u128) << shift;
                    if is_nearer {
                        level.push(after);
                    } else {
                        next.push(after);
                    }
                }
            }
        }
        if next.is_empty() {
            // Not on any board with a free cell for each pair of neighbours; and nothing to add.
            return (2 * away, seen.len());
        }
        away += 1;
        level = next;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{HashMap, VecDeque};

    use rand::{Rng, SeedableRng, seq::SliceRandom};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Slides needed, by plain breadth-first search.
    fn slides(size: Size, tiles: &[(usize, usize)]) -> u32 {
        let start: Vec<usize> = tiles.iter().map(|tile| tile.0).collect();
        let goal: Vec<usize> = tiles.iter().map(|tile| tile.1).collect();
        let mut depth = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start]);
        while let Some(state) = queue.pop_front() {
            let here = depth[&state];
            if state == goal {
                return here;
            }
            for tile in 0..state.len() {
                for to in 0..size.cells() {
                    if size.distance(to, state[tile]) == 1 && !state.contains(&to) {
                        let mut after = state.clone();
                        after[tile] = to;
                        depth.entry(after.clone()).or_insert_with(|| {
                            queue.push_back(after);
                            here + 1
                        });
                    }
                }
            }
        }
        unreachable!("few tiles can reach every arrangement of them");
    }

    #[test]
    fn the_extra_is_what_plain_search_finds() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut extras = [0; 5];
        for (rows, cols, most) in [(3, 3, 5), (2, 5, 4), (4, 3, 4), (4, 4, 3)] {
            let size = Size::new(rows, cols).unwrap();
            for _ in 0..150 {
                let count = random.random_range(2..=most);
                let mut from: Vec<usize> = (0..size.cells()).collect();
                from.shuffle(&mut random);
                // Now and then they belong where others of them are: more of them are in the way.
                let mut home = from.clone();
                if random.random() {
                    home.truncate(count);
                }
                home.shuffle(&mut random);
                let tiles: Vec<(usize, usize)> = from.into_iter().zip(home).take(count).collect();
                let steps: usize = tiles.iter().map(|&(a, b)| size.distance(a, b)).sum();
                let (found, _) = extra(size, &tiles, usize::MAX);
                assert_eq!(found + steps as u32, slides(size, &tiles), "{tiles:?}");
                extras[(found as usize / 2).min(4)] += 1;
                // With few states the answer may be less, never more.
                assert!(extra(size, &tiles, 10).0 <= found);
            }
        }
        assert!(extras[..3].iter().all(|&count| count > 5), "{extras:?}");
    }
}
