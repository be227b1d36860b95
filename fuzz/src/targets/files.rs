//! Files that others may have written: tables, also with forged checksums, other kept files, nets
//! and checkpoints.

use std::sync::{Arc, OnceLock};

use noyes::guard::{Guard, Silent};
use noyes::pattern::{Additive, CellSetCache, CellSets, Pattern, Table};
use noyes::pattern::{blob, build, table_format};
use noyes::prune::Automaton;
use noyes::search::PatternSolver;
use noyes::search::beam::Net;
use noyes::solve::Checkpoint;
use noyes::store::{MemoryStore, TableStore};
use noyes::workers::Threads;
use noyes::{Board, Direction, Goal, Instance, Size};

/// The two patterns of a partition of the 8-puzzle.
fn patterns() -> [Pattern; 2] {
    let size = Size::new(3, 3).expect("a size");
    [[0, 1, 2, 3], [4, 5, 6, 7]].map(|homes| Pattern::new(size, 8, &homes).expect("a pattern"))
}

/// The tables of the two patterns, built once.
fn built() -> &'static [Table; 2] {
    static BUILT: OnceLock<[Table; 2]> = OnceLock::new();
    BUILT.get_or_init(|| {
        patterns().map(|pattern| {
            let built = build(&pattern, &Guard::new(&Silent));
            built.expect("no limit").table
        })
    })
}

/// The cell sets of both patterns, ranked once.
fn sets() -> Arc<CellSets> {
    static SETS: OnceLock<Arc<CellSets>> = OnceLock::new();
    let sets = SETS.get_or_init(|| CellSetCache::default().of(&patterns()[0]));
    Arc::clone(sets)
}

/// The bytes of the first table.
pub fn table_seeds() -> Vec<Vec<u8>> {
    let [first, _] = patterns();
    let store = MemoryStore::new();
    table_format::write(&store, &built()[0], Threads::ONE).expect("memory is writable");
    let name = table_format::file_name(&first);
    vec![store.read(&name).expect("just written").to_vec()]
}

fn opened(bytes: &[u8]) -> Option<Table> {
    let [first, _] = patterns();
    let store = MemoryStore::new();
    let name = table_format::file_name(&first);
    store.write(&name, &[bytes]).expect("memory is writable");
    let _ = table_format::verify(&store, &name, &Guard::new(&Silent));
    table_format::open(&store, &first, sets(), &Guard::new(&Silent)).ok()
}

/// A table that was changed is refused, unless the change is where nothing is read.
pub fn table(bytes: &[u8]) {
    if let Some(table) = opened(bytes) {
        assert_eq!(
            table.bits(),
            built()[0].bits(),
            "a changed table was opened"
        );
    }
}

/// A table with wrong bits and right checksums: the search ends, and does not panic.
pub fn forged_table(bytes: &[u8]) {
    const HEADER: usize = 4096;
    static WHOLE: OnceLock<Vec<u8>> = OnceLock::new();
    let mut forged = WHOLE.get_or_init(|| table_seeds().remove(0)).clone();
    let length = forged.len() - HEADER - 4;
    for (place, byte) in forged[HEADER..HEADER + length].iter_mut().enumerate() {
        *byte = *bytes.get(HEADER + place).unwrap_or(byte);
    }
    let sum = crc32fast::hash(&forged[HEADER..HEADER + length]).to_le_bytes();
    forged[HEADER + length..].copy_from_slice(&sum);
    let sums = crc32fast::hash(&sum).to_le_bytes();
    forged[32..36].copy_from_slice(&sums);
    let header = crc32fast::hash(&forged[..36]).to_le_bytes();
    forged[36..40].copy_from_slice(&header);
    let table = opened(&forged).expect("its checksums are right");
    let additive = Additive::new(vec![table, built()[1].clone()]).expect("a partition");
    let solver = PatternSolver::new(additive);
    for tiles in [[8, 1, 3, 4, 0, 2, 7, 6, 5], [8, 6, 7, 2, 5, 4, 3, 0, 1]] {
        let rows: Vec<&[u32]> = tiles.chunks(3).collect();
        let board = Board::new(&rows).expect("a board");
        let instance = Instance::new(&board, &Goal::BlankLast).expect("solvable");
        // What it finds may be wrong: the engine replays every solution before it takes it.
        let _ = solver.solve(&instance, &Guard::new(&Silent).nodes(20_000));
    }
}

/// A checkpoint is whole or refused: with the checksum of another only its own text is read. Where
/// the checksum was made right, what is read is written and read back the same.
pub fn checkpoint(bytes: &[u8]) {
    static WHOLE: OnceLock<Option<Checkpoint>> = OnceLock::new();
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let whole = WHOLE.get_or_init(|| {
        let seeds = checkpoint_seeds();
        Checkpoint::from_text(&String::from_utf8_lossy(&seeds[0]))
    });
    assert!(whole.is_some(), "the seed is a checkpoint");
    let read = Checkpoint::from_text(text);
    assert!(
        read.is_none() || read == *whole,
        "a changed checkpoint was read"
    );
    let line = text.lines().next().unwrap_or_default();
    let repaired = format!("{line}\n{:08x}\n", crc32fast::hash(line.as_bytes()));
    for text in [text, &repaired] {
        if let Some(read) = Checkpoint::from_text(text) {
            let again = Checkpoint::from_text(&read.to_text()).expect("its own text");
            // Of thousands of years the last digits of the seconds are lost.
            let difference = again.elapsed.abs_diff(read.elapsed);
            assert!(difference <= read.elapsed / 1_000_000_000, "{text:?}");
            let elapsed = read.elapsed;
            assert_eq!(Checkpoint { elapsed, ..again }, read, "{text:?}");
        }
    }
}

pub fn checkpoint_seeds() -> Vec<Vec<u8>> {
    vec![include_bytes!("../../corpus/24-puzzle.checkpoint").to_vec()]
}

/// Bytes that are kept under a name are read as they were written, or not at all.
pub fn blob(bytes: &[u8]) {
    let store = MemoryStore::new();
    store
        .write("3x4-words.kept", &[bytes])
        .expect("memory is writable");
    if let Some(read) = blob::read(&store, "3x4-words") {
        let whole = blob_seeds().remove(0);
        assert_eq!(read, whole[16..], "a changed file was read");
    }
    // Whatever the checksum says, an automaton leads only to states that it has.
    if let Some(automaton) = Automaton::from_bytes(bytes) {
        assert_eq!(automaton.to_bytes(), bytes);
        for state in 0..automaton.states() {
            for direction in Direction::ALL {
                let after = automaton.next(state as u16, direction);
                assert!(after.is_none_or(|after| usize::from(after) < automaton.states()));
            }
        }
    }
}

pub fn blob_seeds() -> Vec<Vec<u8>> {
    static SEEDS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    let seeds = SEEDS.get_or_init(|| {
        let automaton = Automaton::new(Size::new(3, 4).expect("a size"), 6).to_bytes();
        let store = MemoryStore::new();
        blob::write(&store, "3x4-words", &automaton).expect("memory is writable");
        let whole = store.read("3x4-words.kept").expect("just written");
        vec![whole.to_vec(), automaton]
    });
    seeds.clone()
}

/// A net is read or refused.
pub fn net(bytes: &[u8]) {
    if let Ok(net) = Net::from_bytes(bytes) {
        assert_eq!(net.to_bytes(), bytes);
    }
}

/// A net of a 3×3 board, and its beginning.
pub fn net_seeds() -> Vec<Vec<u8>> {
    const CELLS: usize = 9;
    const UNITS: usize = 16;
    let numbers = 2 * (CELLS * CELLS + 2 * UNITS) + CELLS * CELLS * UNITS;
    let mut whole = b"NYNET1\x03\x03\x10\0\x07\0".to_vec();
    whole.extend((0..numbers).map(|number| number as u8));
    vec![whole.clone(), whole[..200].to_vec()]
}
