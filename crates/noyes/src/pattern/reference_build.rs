//! The slow twin of the build, for tests: a dictionary, filled by plain breadth-first search.
//!
//! A state is the cell of every pattern tile and of the blank. Slides of pattern tiles cost one,
//! others nothing; states at no cost go to the front of the queue.

use std::collections::{HashMap, HashSet, VecDeque};

use super::{Pattern, build};
use crate::board::{Direction, Size};
use crate::guard::{Guard, Silent};

/// The distance of every (cells of the tiles, cell of the blank).
fn distances(pattern: &Pattern) -> HashMap<(Vec<usize>, usize), u32> {
    let start = (pattern.homes().collect::<Vec<_>>(), pattern.blank_home());
    let mut found = HashMap::new();
    let mut queue = VecDeque::from([(start, 0)]);
    while let Some(((tiles, blank), cost)) = queue.pop_front() {
        if found.contains_key(&(tiles.clone(), blank)) {
            continue;
        }
        found.insert((tiles.clone(), blank), cost);
        for direction in Direction::ALL {
            let Some(cell) = pattern.size().source_cell(blank, direction) else {
                continue;
            };
            match tiles.iter().position(|&tile| tile == cell) {
                None => queue.push_front(((tiles.clone(), cell), cost)),
                Some(tile) => {
                    let mut slid = tiles.clone();
                    slid[tile] = blank;
                    queue.push_back(((slid, cell), cost + 1));
                }
            }
        }
    }
    found
}

fn compare(rows: usize, cols: usize, blank_home: usize, homes: &[usize]) {
    let size = Size::new(rows, cols).unwrap();
    let pattern = Pattern::new(size, blank_home, homes).unwrap();
    let built = build(&pattern, &Guard::new(&Silent)).unwrap();
    let tiles: Vec<usize> = pattern.homes().collect();
    let mut layers: Vec<HashSet<(usize, u32)>> = Vec::new();
    for ((cells, blank), distance) in distances(&pattern) {
        let mut labels = vec![u16::MAX; size.cells()];
        for (&cell, &label) in cells.iter().zip(&tiles) {
            labels[cell] = label as u16;
        }
        for label in &mut labels {
            // Any label outside the pattern will do for the rest.
            if *label == u16::MAX {
                *label = blank_home as u16;
            }
        }
        assert_eq!(built.table.distance(&labels, blank), distance, "{pattern}");
        let state = built.table.state(&labels);
        assert_eq!(built.table.bit(state, blank), distance >> 1 & 1 == 1);
        let row = built.table.sets().row(state.mask, blank);
        layers.resize(layers.len().max(distance as usize + 1), HashSet::new());
        layers[distance as usize].insert((row, state.perm));
    }
    let counted: Vec<u64> = layers.iter().map(|layer| layer.len() as u64).collect();
    assert_eq!(built.layers, counted, "{pattern}");
}

#[test]
fn tables_agree_with_the_dictionary_on_every_state() {
    compare(3, 3, 8, &[0, 1, 2, 3]);
    compare(3, 3, 4, &[0, 5, 7]);
    compare(3, 3, 1, &[0, 2, 8, 6]);
    compare(2, 4, 7, &[0, 1, 4]);
    compare(4, 2, 3, &[0, 1, 4, 6, 7]);
    compare(3, 4, 11, &[0, 6, 9]);
    compare(4, 3, 5, &[1, 2, 10]);
    compare(4, 4, 15, &[0, 1, 4]);
    compare(4, 4, 10, &[5, 9, 14]);
    compare(2, 3, 5, &[0, 1, 2, 3, 4]);
}

#[test]
fn the_whole_eight_puzzle_is_one_pattern() {
    let size = Size::new(3, 3).unwrap();
    let pattern = Pattern::new(size, 8, &[0, 1, 2, 3, 4, 5, 6, 7]).unwrap();
    let layers = build(&pattern, &Guard::new(&Silent)).unwrap().layers;
    assert_eq!(layers.iter().sum::<u64>(), 181_440);
    assert_eq!((layers.len(), layers[31]), (32, 2));
    assert_eq!(layers[..7], [1, 2, 4, 8, 16, 20, 39]);
}
