//! The hot loop held against what the tables say from scratch, board by board.

use super::dive::{Tally, expand};
use super::lookups::{Lookups, Pruning};
use super::node::Node;
use super::pool::Pool;
use crate::board::{Cells, Size};
use crate::guard::{Guard, Silent};
use crate::pattern::{Additive, Pattern, build_all};
use crate::prune::Automaton;

fn additive(size: Size, home: usize, patterns: &[&[usize]]) -> Additive {
    let patterns: Vec<Pattern> = patterns
        .iter()
        .map(|homes| Pattern::new(size, home, homes).unwrap())
        .collect();
    let built = build_all(&patterns, &Guard::new(&Silent)).unwrap();
    Additive::new(built.into_iter().map(|built| built.table).collect()).unwrap()
}

/// Runs of `run` tiles, in the order of the cells times `factor`.
fn runs(size: Size, home: usize, run: usize, factor: usize) -> Additive {
    let cells = size.cells();
    let tiles: Vec<usize> = (0..cells)
        .map(|cell| cell * factor % cells)
        .filter(|&cell| cell != home)
        .collect();
    let patterns: Vec<&[usize]> = tiles.chunks(run).collect();
    additive(size, home, &patterns)
}

/// Walks at random and compares every child.
fn walk<const S: usize>(partitions: Vec<Additive>, slides: usize) {
    let size = partitions[0].size();
    let home = partitions[0].blank_home();
    assert!(Lookups::fit(&partitions));
    let lookups = Lookups::new(partitions);
    let pruning = Pruning::new(&Automaton::new(size, 2));
    let mut labels: Vec<u16> = (0..size.cells() as u16).collect();
    let mut blank = home;
    let mut random = 1u32;
    for number in 0..slides {
        let (root, sums) = Node::<S>::root(&lookups, &labels);
        let largest = sums.iter().copied().max().unwrap();
        let mut pool = Pool::new();
        let place = pool.add(&root.with_bound(&sums, largest + 2 * (number as u32 % 3)));
        let mut tally = Tally::default();
        expand(&lookups, &pruning, &mut pool, &[place], &mut tally);
        let left = largest + 2 * (number as u32 % 3);
        let mut kept = 0;
        let slides = crate::board::Direction::ALL.map(|way| size.slider(blank, way));
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
            assert_eq!(made.masks, fresh.masks);
            assert_eq!(made.perms, fresh.perms);
            assert_eq!(made.low, fresh.low);
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
    walk::<16>(vec![runs(size(5, 5), 24, 3, 1)], 400);
    walk::<32>(
        vec![runs(size(5, 5), 24, 4, 1), runs(size(5, 5), 24, 4, 7)],
        200,
    );
    walk::<16>(
        vec![runs(size(6, 3), 17, 4, 1), runs(size(6, 3), 17, 5, 5)],
        400,
    );
    walk::<16>(
        vec![runs(size(5, 4), 18, 4, 1), runs(size(5, 4), 18, 5, 3)],
        400,
    );
    walk::<16>(vec![runs(size(9, 2), 17, 4, 1)], 200);
}
