//! The hot loop held against what the tables say from scratch, board by board.

use super::batch::NodeCounts;
use super::lookups::{Lookups, Pruning};
use super::node::Node;
use super::pool::Pool;
use super::search_below::expand;
use crate::board::{Cells, Size};
use crate::guard::{Guard, Silent};
use crate::pattern::{Compound, Pattern, build_all};
use crate::prune::Automaton;

/// Runs of so many tiles, in the order of the cells times each factor.
fn compound(size: Size, home: usize, runs: &[(usize, usize)]) -> Compound {
    let cells = size.cells();
    let partition = |&(run, factor): &(usize, usize)| -> Vec<Pattern> {
        let tiles = (0..cells).map(|cell| cell * factor % cells);
        let tiles: Vec<usize> = tiles.filter(|&cell| cell != home).collect();
        let pattern = |homes: &[usize]| Pattern::new(size, home, homes).unwrap();
        tiles.chunks(run).map(pattern).collect()
    };
    let partitions: Vec<Vec<Pattern>> = runs.iter().map(partition).collect();
    let built = build_all(&Compound::patterns(&partitions), &Guard::new(&Silent)).unwrap();
    let tables = built.into_iter().map(|built| built.table).collect();
    Compound::new(tables, &partitions).unwrap()
}

/// Walks at random and compares every child.
fn walk<const S: usize>(compound: Compound, slides: usize) {
    let (size, home) = (compound.size(), compound.blank_home());
    assert!(Lookups::fit(&compound));
    let lookups = Lookups::new(compound);
    assert!(lookups.parts.len() <= S);
    let pruning = Pruning::new(&Automaton::new(size, 2));
    let mut labels: Vec<u16> = (0..size.cells() as u16).collect();
    let mut blank = home;
    let mut random = 1u32;
    for number in 0..slides {
        let (root, sums) = Node::<S>::root(&lookups, &labels);
        let largest = sums.iter().copied().max().unwrap();
        let mut pool = Pool::new();
        let place = pool.add(&root.with_bound(&sums, largest + 2 * (number as u32 % 3)));
        let mut tally = NodeCounts::default();
        expand(&lookups, &pruning, &mut pool, &[place], &mut tally);
        let left = largest + 2 * (number as u32 % 3);
        let mut kept = 0;
        let slides = crate::board::Direction::ALL.map(|way| size.source_cell(blank, way));
        for cell in slides.into_iter().flatten() {
            let mut child = labels.clone();
            child.swap(blank, cell);
            let (fresh, sums) = Node::<S>::root(&lookups, &child);
            let alive = sums.iter().all(|&sum| sum < left);
            let made = pool
                .stack
                .iter()
                .map(|&place| pool.node(place))
                .find(|node| usize::from(node.blank) == cell);
            assert_eq!(made.is_some(), alive, "{child:?}");
            let Some(made) = made else { continue };
            kept += 1;
            let fresh = fresh.with_bound(&sums, left - 1);
            assert_eq!(
                (made.board, made.slack, made.left),
                (fresh.board, fresh.slack, fresh.left)
            );
            assert_eq!(made.words, fresh.words);
            assert_eq!(made.perms, fresh.perms);
        }
        assert_eq!(kept, pool.stack.len());
        let open: Vec<usize> = slides.into_iter().flatten().collect();
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let cell = open[(random >> 16) as usize % open.len()];
        labels.swap(blank, cell);
        blank = cell;
    }
    assert_eq!(labels.as_slice().at(blank), home);
}

#[test]
fn every_child_is_as_if_made_from_scratch() {
    let size = |rows, cols| Size::new(rows, cols).unwrap();
    walk::<16>(compound(size(5, 5), 24, &[(3, 1)]), 300);
    walk::<32>(compound(size(5, 5), 24, &[(4, 1), (4, 7)]), 150);
    walk::<64>(compound(size(5, 5), 12, &[(3, 1), (4, 3), (4, 7)]), 100);
    walk::<16>(compound(size(6, 3), 17, &[(4, 1), (5, 5)]), 300);
    walk::<16>(compound(size(5, 4), 18, &[(4, 1), (5, 3)]), 300);
    walk::<16>(compound(size(9, 2), 17, &[(4, 1)]), 200);
}
