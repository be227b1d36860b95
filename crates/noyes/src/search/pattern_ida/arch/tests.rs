//! Every vector form is held to the scalar form: the same children, the same ends, the same counts.

use super::{Arch, avx2, avx512, scalar};
use crate::board::{Board, Size};
use crate::goal::{Goal, Instance};
use crate::guard::{Guard, Silent};
use crate::pattern::{Additive, Pattern, build_all};
use crate::prune::Automaton;
use crate::scramble::Scrambler;
use crate::search::pattern_ida::child::BATCH;
use crate::search::pattern_ida::context::{Context, NodeCounts, Pruning, SearchEnd};
use crate::search::pattern_ida::node::Node;
use crate::search::pattern_ida::open_list::OpenList;
use crate::search::pattern_ida::probe_tables::ProbeTables;
use crate::search::pattern_ida::transpositions::Transpositions;

/// A partition: rows, columns, the blank's home, and the goal cells of each pattern.
type Partition = (usize, usize, usize, &'static [&'static [usize]]);

/// Patterns of one to eight tiles in every position. In the last two, both views rotate the same
/// slides.
const PARTITIONS: [Partition; 6] = [
    (
        4,
        4,
        15,
        &[&[0, 1, 4, 5, 8, 9], &[2, 3, 6, 7, 10, 11], &[12, 13, 14]],
    ),
    (
        4,
        4,
        15,
        &[&[13], &[0, 1, 4, 5, 8, 9, 12], &[2, 3, 6, 7, 10, 11, 14]],
    ),
    (
        4,
        4,
        10,
        &[&[0, 1, 4, 5, 8, 9], &[2, 3, 6, 7, 11, 15], &[12, 13, 14]],
    ),
    (3, 3, 8, &[&[0, 1, 2, 3, 4, 5, 6, 7]]),
    (4, 3, 10, &[&[0, 1, 2, 3, 4, 5, 6, 7], &[8, 9, 11]]),
    (4, 3, 10, &[&[0, 1, 2], &[3, 4, 5, 6, 7, 8, 9, 11]]),
];

/// The labels of boards after longer and longer random walks from the goal.
fn boards(size: Size, home: usize, count: usize) -> Vec<Vec<u16>> {
    let mut tiles: Vec<u32> = (1..size.cells() as u32).collect();
    tiles.insert(home, 0);
    let lines: Vec<&[u32]> = tiles.chunks(size.cols()).collect();
    let goal = Goal::Board(Board::new(&lines).unwrap());
    let mut scrambler = Scrambler::new(size, &goal, 5).unwrap();
    let board = |number| {
        let board = scrambler.walk(10 + 20 * number);
        let instance = Instance::new(&board, &goal).unwrap();
        instance.labels().to_vec()
    };
    (0..count).map(board).collect()
}

fn index_tables(size: Size, home: usize, homes: &[&[usize]]) -> ProbeTables {
    let patterns = homes
        .iter()
        .map(|homes| Pattern::new(size, home, homes).unwrap());
    let built = build_all(&patterns.collect::<Vec<_>>(), &Guard::new(&Silent)).unwrap();
    let tables = built.into_iter().map(|built| built.table).collect();
    ProbeTables::new(Additive::new(tables).unwrap())
}

/// Expands the first nodes of a batch in a vector form, and adds their children to the nodes.
type Expand<'a> =
    dyn FnMut(&[Node; BATCH], usize, &mut NodeCounts, &mut Vec<Node>) -> Option<Node> + 'a;

/// Expands the nodes below a board in both forms, layer by layer, and compares. Returns how many
/// nodes were generated.
fn compare_layers(context: Context<'_>, labels: &[u16], more: u32, expand: &mut Expand<'_>) -> u64 {
    let (root, sums) = Node::root(context.tables, labels);
    let bound = sums[0].max(sums[1]) + more;
    let mut layer = vec![root.with_bound(sums, bound)];
    let mut scalar = scalar::Expander::new();
    let mut batch = [Node::EMPTY; BATCH];
    let mut counts = [NodeCounts::default(); 2];
    for depth in 0..bound {
        let mut next = Vec::new();
        // Batches of every length: their last lanes are those that can go wrong.
        let mut length = 1 + depth as usize % BATCH;
        let mut rest = &layer[..];
        while !rest.is_empty() {
            let (some, after) = rest.split_at(rest.len().min(length));
            batch[..some.len()].copy_from_slice(some);
            let (mut these, mut those) = (Vec::new(), Vec::new());
            let [one, other] = &mut counts;
            let goal = expand(&batch, some.len(), one, &mut these);
            let mut push = |node| those.push(node);
            // SAFETY: all nodes descend from the root.
            let expected =
                unsafe { scalar.expand::<2>(context, &batch, some.len(), other, &mut push) };
            assert_eq!((goal, *one), (expected, *other));
            if goal.is_some() {
                return one.generated;
            }
            assert_eq!(these, those);
            // An empty batch, as when the transposition table has pruned all nodes.
            let none = expand(&batch, 0, one, &mut these);
            assert_eq!((none, these.len()), (None, those.len()));
            next.extend(these);
            rest = after;
            length = length % BATCH + 1;
        }
        next.truncate(3000);
        layer = next;
    }
    counts[0].generated
}

/// Compares a vector form with the scalar form on boards of all partitions.
fn compare_forms(layers: impl Fn(Context<'_>, &[u16], u32) -> u64) {
    let mut generated = 0;
    for (rows, cols, home, homes) in PARTITIONS {
        let size = Size::new(rows, cols).unwrap();
        let tables = index_tables(size, home, homes);
        assert_eq!(tables.views(), 2);
        let pruning = Pruning::new(Automaton::new(size, 10));
        let context = Context {
            tables: &tables,
            pruning: &pruning,
        };
        for (number, labels) in boards(size, home, 12).iter().enumerate() {
            generated += layers(context, labels, 2 * (number as u32 % 4));
        }
    }
    assert!(generated > 100_000, "{generated}");
}

#[test]
fn avx512_makes_the_children_that_the_scalar_form_makes() {
    if avx512::Detected::new().is_none() {
        eprintln!("not tested: this processor has no AVX-512");
        return;
    }
    compare_forms(|context, labels, more| {
        let mut vector = avx512::Expander::new();
        // SAFETY: AVX-512 was detected, and all nodes descend from the root.
        compare_layers(
            context,
            labels,
            more,
            &mut |batch, count, counts, nodes| unsafe {
                vector.expand(context, batch, count, counts, nodes)
            },
        )
    });
}

#[test]
fn avx2_makes_the_children_that_the_scalar_form_makes() {
    if avx2::Detected::new().is_none() {
        eprintln!("not tested: this processor has no AVX2");
        return;
    }
    compare_forms(|context, labels, more| {
        let mut vector = avx2::Expander::new(context);
        // SAFETY: AVX2 was detected, and all nodes descend from the root.
        compare_layers(
            context,
            labels,
            more,
            &mut |batch, count, counts, nodes| unsafe {
                vector.expand(context, batch, count, counts, nodes)
            },
        )
    });
}

/// The vector forms that this processor has.
fn vector_forms() -> Vec<Arch> {
    let avx512 = avx512::Detected::new().map(Arch::Avx512);
    let avx2 = avx2::Detected::new().map(Arch::Avx2);
    avx512.into_iter().chain(avx2).collect()
}

/// Whole searches in every form: with and without the stack of the open list, with and without a
/// transposition table.
#[test]
fn searches_end_alike_in_all_forms() {
    let (rows, cols, home, homes) = PARTITIONS[0];
    let size = Size::new(rows, cols).unwrap();
    let tables = index_tables(size, home, homes);
    let pruning = Pruning::new(Automaton::new(size, 12));
    let context = Context {
        tables: &tables,
        pruning: &pruning,
    };
    let mut most = 0;
    for (number, labels) in boards(size, home, 26).iter().enumerate().skip(18) {
        let (root, sums) = Node::root(&tables, labels);
        let mut bound = sums[0].max(sums[1]);
        loop {
            let search = |arch: Arch| {
                let transpositions = (number % 2 == 1).then(|| {
                    Transpositions::new(&Guard::new(&Silent), bound).expect("there is memory")
                });
                let mut open = OpenList::default();
                open.push(&root.with_bound(sums, bound));
                let mut counts = NodeCounts::default();
                // SAFETY: the root is that of these tables, which were made for this processor.
                let end = unsafe {
                    let transpositions = transpositions.as_ref();
                    arch.search_below(context, transpositions, &mut open, 400_000, &mut counts)
                };
                let found = match end {
                    SearchEnd::Found(node) => Some(*node),
                    SearchEnd::Exhausted | SearchEnd::Paused => None,
                };
                (found, counts)
            };
            let (found, counts) = search(Arch::Scalar);
            for arch in vector_forms() {
                assert_eq!(search(arch), (found, counts), "{arch:?}");
            }
            most = most.max(counts.expanded);
            if found.is_some() || counts.expanded >= 400_000 {
                break;
            }
            bound += 2;
        }
    }
    assert!(most > 100_000, "{most}: no search used the stack");
}
