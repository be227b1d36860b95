//! Files of the cache folder: tables, also with forged checksums, and checkpoints.

use std::sync::Arc;

use noyes::guard::{Guard, Silent};
use noyes::pattern::{Additive, CellSetCache, Pattern, Table, build, table_format};
use noyes::search::PatternSolver;
use noyes::solve::Checkpoint;
use noyes::store::{MemoryStore, TableStore};
use noyes::workers::Threads;
use noyes::{Board, Goal, Instance, Size};

/// The two patterns of a partition of the 8-puzzle.
fn patterns() -> [Pattern; 2] {
    let size = Size::new(3, 3).expect("a size");
    [[0, 1, 2, 3], [4, 5, 6, 7]].map(|homes| Pattern::new(size, 8, &homes).expect("a pattern"))
}

fn built(pattern: &Pattern) -> Table {
    build(pattern, &Guard::new(&Silent))
        .expect("no limit")
        .table
}

/// The bytes of the first table.
pub fn table_seeds() -> Vec<Vec<u8>> {
    let [first, _] = patterns();
    let store = MemoryStore::new();
    table_format::write(&store, &built(&first), Threads::ONE).expect("memory is writable");
    let name = table_format::file_name(&first);
    vec![store.read(&name).expect("just written").to_vec()]
}

fn opened(bytes: &[u8]) -> Option<Table> {
    let [first, _] = patterns();
    let store = MemoryStore::new();
    let name = table_format::file_name(&first);
    store.write(&name, &[bytes]).expect("memory is writable");
    let sets = CellSetCache::default().of(&first);
    let _ = table_format::verify(&store, &name, &Guard::new(&Silent));
    table_format::open(&store, &first, Arc::clone(&sets), &Guard::new(&Silent)).ok()
}

/// A table that was changed is refused, unless the change is where nothing is read.
pub fn table(bytes: &[u8]) {
    if let Some(table) = opened(bytes) {
        let [first, _] = patterns();
        assert_eq!(
            table.bits(),
            built(&first).bits(),
            "a changed table was opened"
        );
    }
}

/// A table with wrong bits and right checksums: the search ends, and does not panic.
pub fn forged_table(bytes: &[u8]) {
    const HEADER: usize = 4096;
    let whole = table_seeds().remove(0);
    let length = whole.len() - HEADER - 4;
    let mut forged = whole;
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
    let [_, second] = patterns();
    let additive = Additive::new(vec![table, built(&second)]).expect("a partition");
    let solver = PatternSolver::new(additive);
    for tiles in [[8, 1, 3, 4, 0, 2, 7, 6, 5], [8, 6, 7, 2, 5, 4, 3, 0, 1]] {
        let rows: Vec<&[u32]> = tiles.chunks(3).collect();
        let board = Board::new(&rows).expect("a board");
        let instance = Instance::new(&board, &Goal::BlankLast).expect("solvable");
        // What it finds may be wrong: the engine replays every solution before it takes it.
        let _ = solver.solve(&instance, &Guard::new(&Silent).nodes(20_000));
    }
}

/// A checkpoint is whole or refused.
pub fn checkpoint(bytes: &[u8]) {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    for repaired in [false, true] {
        let mut text = bytes.to_vec();
        if repaired {
            let end = text.iter().position(|&byte| byte == b'\n');
            text.truncate(end.unwrap_or(text.len()));
            let sum = format!("\n{:08x}\n", crc32fast::hash(&text));
            text.extend_from_slice(sum.as_bytes());
        }
        std::fs::write(file.path(), &text).expect("a temporary file is writable");
        if let Ok(read) = Checkpoint::read(file.path()) {
            read.write(file.path())
                .expect("a temporary file is writable");
            Checkpoint::read(file.path()).expect("its own text");
        }
    }
}

pub fn checkpoint_seeds() -> Vec<Vec<u8>> {
    vec![include_bytes!("../../corpus/24-puzzle.checkpoint").to_vec()]
}
