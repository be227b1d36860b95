//! The hot loop is held against nodes made from scratch, board by board, and the forms for other
//! instruction sets against the scalar form.

use super::arch;
use super::expand::NodeCounts;
use super::node::Node;
use super::pool::Pool;
use super::probe_tables::ProbeTables;
use super::pruning::Pruning;
use super::word::{Narrow, Wide, Word};
use super::{CompoundSolver, TaskError};
use crate::board::{Board, Cells, Size};
use crate::goal::{Goal, Instance};
use crate::guard::{Guard, InstructionSet, Silent};
use crate::pattern::{CellSetCache, Compound, Pattern, Table, Tier, build_all};
use crate::prune::Automaton;

/// Partitions into runs of tiles, each in the order of the cells times a factor.
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

/// Compares all children along a random walk.
fn walk<W: Word, const S: usize>(compound: Compound, slides: usize) {
    let (size, home) = (compound.size(), compound.blank_home());
    assert!(ProbeTables::<W>::fit(&compound));
    let probe_tables = ProbeTables::<W>::new(compound);
    assert!(probe_tables.projections.len() <= S);
    let pruning = Pruning::new(&Automaton::new(size, 2));
    let mut labels: Vec<u16> = (0..size.cells() as u16).collect();
    let mut blank = home;
    let mut random = 1u32;
    for number in 0..slides {
        let (root, sums) = Node::<W, S>::root(&probe_tables, &labels);
        let largest = sums.iter().copied().max().unwrap();
        let mut pool = Pool::new();
        let slot = pool.add(&root.with_bound(&sums, largest + 2 * (number as u32 % 3)));
        let mut counts = NodeCounts::default();
        arch::expand(
            InstructionSet::default(),
            &probe_tables,
            &pruning,
            &mut pool,
            &[slot],
            &mut counts,
        );
        let left = largest + 2 * (number as u32 % 3);
        let mut made_count = 0;
        let slides = crate::board::Direction::ALL.map(|way| size.source_cell(blank, way));
        for cell in slides.into_iter().flatten() {
            let mut child = labels.clone();
            child.swap(blank, cell);
            let (fresh, sums) = Node::<W, S>::root(&probe_tables, &child);
            let survives = sums.iter().all(|&sum| sum < left);
            let made = pool
                .stack
                .iter()
                .map(|&slot| pool.node(slot))
                .find(|node| usize::from(node.blank) == cell);
            assert_eq!(made.is_some(), survives, "{child:?}");
            let Some(made) = made else { continue };
            made_count += 1;
            let fresh = fresh.with_bound(&sums, left - 1);
            assert_eq!(
                (made.board, made.slack, made.left),
                (fresh.board, fresh.slack, fresh.left)
            );
            assert_eq!(made.words, fresh.words);
            assert_eq!(made.perms, fresh.perms);
        }
        assert_eq!(made_count, pool.stack.len());
        let open: Vec<usize> = slides.into_iter().flatten().collect();
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let cell = open[(random >> 16) as usize % open.len()];
        labels.swap(blank, cell);
        blank = cell;
    }
    assert_eq!(labels.as_slice().at(blank), home);
}

#[test]
fn each_child_is_as_if_made_from_scratch() {
    let size = |rows, cols| Size::new(rows, cols).unwrap();
    walk::<Narrow, 16>(compound(size(5, 5), 24, &[(3, 1)]), 300);
    walk::<Narrow, 32>(compound(size(5, 5), 24, &[(4, 1), (4, 7)]), 150);
    walk::<Narrow, 64>(compound(size(5, 5), 12, &[(3, 1), (4, 3), (4, 7)]), 100);
    walk::<Narrow, 16>(compound(size(6, 3), 17, &[(4, 1), (5, 5)]), 300);
    walk::<Narrow, 16>(compound(size(5, 4), 18, &[(4, 1), (5, 3)]), 300);
    walk::<Narrow, 16>(compound(size(9, 2), 17, &[(4, 1)]), 200);
    walk::<Wide, 32>(compound(size(6, 6), 35, &[(3, 1)]), 200);
    walk::<Wide, 32>(compound(size(6, 5), 29, &[(3, 1), (4, 7)]), 200);
    walk::<Wide, 32>(compound(size(6, 5), 17, &[(4, 1)]), 200);
    walk::<Wide, 32>(compound(size(18, 2), 35, &[(3, 1)]), 200);
    walk::<Wide, 32>(compound(size(12, 3), 34, &[(3, 1)]), 200);
    // A board that would fit into narrow words.
    walk::<Wide, 32>(compound(size(5, 5), 24, &[(3, 1)]), 200);
}

/// Bits that no search reads fill a line up to a whole word: with another one the frontier is the
/// same, and only the checksum tells.
#[test]
fn a_task_is_refused_where_a_table_has_another_bit() {
    let board = Board::new(&[[8, 1, 3], [4, 0, 2], [7, 6, 5]]).unwrap();
    let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
    let solver = |is_changed: bool| {
        let compound = compound(board.size(), 8, &[(4, 1)]);
        let partitions = [compound
            .tables()
            .iter()
            .map(|table| table.pattern().clone())];
        let partitions = partitions.map(Iterator::collect::<Vec<_>>);
        let mut tables = compound.tables().to_vec();
        if is_changed {
            let pattern = tables[1].pattern().clone();
            let (words, _) = tables[1].bits().as_chunks::<8>();
            let mut words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
            assert_ne!(
                tables[1].sets().rows() % 64,
                0,
                "the last bit is that of no state"
            );
            *words.last_mut().unwrap() ^= 1 << 63;
            let sets = CellSetCache::default().of(&pattern);
            tables[1] = Table::from_words(pattern, sets, words);
        }
        CompoundSolver::new(Compound::new(tables, &partitions).unwrap())
    };
    let guard = Guard::new(&Silent);
    let lay = |solver: &CompoundSolver| solver.lay_frontier(&instance, 4, &guard).unwrap();
    let (driver, same, other) = (solver(false), solver(false), solver(true));
    let frontier = lay(&driver);
    let task = frontier.task(Tier::Small, frontier.bound(), 0..frontier.len(), None, true);
    assert_eq!(lay(&same).counts(), lay(&other).counts());
    assert!(same.run_task(&lay(&same), &task, &guard).is_ok());
    assert_eq!(
        other.run_task(&lay(&other), &task, &guard),
        Err(TaskError::Frontier {
            expected: frontier.signature(),
            found: lay(&other).signature(),
        })
    );
}

#[cfg(target_arch = "x86_64")]
#[test]
fn the_avx2_form_is_the_scalar_form() {
    if arch::avx2::is_available() {
        compare_forms::<Narrow>(Size::new(5, 5).unwrap());
        compare_forms::<Wide>(Size::new(6, 5).unwrap());
    }
}

/// The whole search below the start, in slices, with the stack compared after each.
#[cfg(target_arch = "x86_64")]
fn compare_forms<W: Word>(size: Size) {
    let cells = size.cells();
    let probe_tables = ProbeTables::<W>::new(compound(size, cells - 1, &[(4, 1), (4, 7)]));
    let pruning = Pruning::new(&Automaton::new(size, 8));
    let mut labels: Vec<u16> = (0..cells as u16).collect();
    let mut blank = cells - 1;
    for number in 0..60usize {
        let open = crate::board::Direction::ALL.map(|way| size.source_cell(blank, way));
        let open: Vec<usize> = open.into_iter().flatten().collect();
        let cell = open[(number * number / 3 + number / 7) % open.len()];
        labels.swap(blank, cell);
        blank = cell;
    }
    let (root, sums) = Node::<W, 32>::root(&probe_tables, &labels);
    let root = root.with_bound(&sums, sums.iter().max().unwrap() + 12);
    let start = || {
        let mut pool = Pool::new();
        let slot = pool.add(&root);
        pool.stack.push(slot);
        (pool, NodeCounts::default())
    };
    let ((mut pool, mut counts), (mut other_pool, mut other_counts)) = (start(), start());
    for _ in 0..200 {
        let end =
            arch::scalar::search_below(&probe_tables, &pruning, None, &mut pool, 40, &mut counts);
        // SAFETY: the features are there.
        let other_end = unsafe {
            arch::avx2::search_below(
                &probe_tables,
                &pruning,
                None,
                &mut other_pool,
                40,
                &mut other_counts,
            )
        };
        assert_eq!((end, counts), (other_end, other_counts));
        assert_eq!(pool.stack, other_pool.stack);
        for &slot in &pool.stack {
            let (node, other) = (pool.node(slot), other_pool.node(slot));
            assert_eq!(
                (node.board, node.slack, node.path),
                (other.board, other.slack, other.path)
            );
            assert_eq!((node.words, node.perms), (other.words, other.perms));
        }
        pool.drop_goals();
        other_pool.drop_goals();
    }
    assert!(counts.expanded > 1000, "{counts:?}");
}
