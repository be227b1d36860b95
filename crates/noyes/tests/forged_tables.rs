//! Tables that another user has forged, with right checksums, never make a minimum wrong.

#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Mutex;

use noyes::guard::{Control, Event, Guard, Observer, Silent};
use noyes::pattern::{
    CellSetCache, Pattern, Tier, blob, build, ensure_tables, known_hashes, table_format,
    verify_tables,
};
use noyes::solve::{Engine, Request, TableChoice, TableSet};
use noyes::store::{FileStore, TableStore};
use noyes::{Goal, Instance, Size};

const HEADER: usize = 4096;
const BLOCK: usize = 1 << 20;

/// Random 15-puzzles and their minima.
fn boards() -> Vec<(Instance, u32)> {
    let lines = include_str!("data/signature15.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    let read = |line: &str| {
        let mut columns = line.split('\t');
        let board = columns.next().unwrap().parse().unwrap();
        let minimum = columns.next().unwrap().parse().unwrap();
        (Instance::new(&board, &Goal::BlankLast).unwrap(), minimum)
    };
    lines.take(3).map(read).collect()
}

fn quick() -> TableSet {
    TableSet::new(Size::new(4, 4).unwrap(), 15, Tier::Quick)
}

/// A folder with the quick tables of the 4×4 board.
fn built() -> (tempfile::TempDir, FileStore) {
    let folder = tempfile::tempdir().unwrap();
    let engine = Engine::builder().folder(folder.path()).build();
    let ensured = engine.ensure_sets(&[quick()], usize::MAX, &Silent).unwrap();
    assert!(ensured.unavailable.is_empty());
    let store = FileStore::new(folder.path());
    (folder, store)
}

/// Changes the bits of a table, and makes all checksums right.
fn forge(store: &FileStore, name: &str, change: impl Fn(usize, u8) -> u8) {
    let mut bytes = store.read(name).unwrap().to_vec();
    let rest = bytes.len() - HEADER;
    let end = bytes.len() - 4 * rest.div_ceil(BLOCK + 4);
    for (place, byte) in bytes[HEADER..end].iter_mut().enumerate() {
        *byte = change(place, *byte);
    }
    let sums: Vec<u8> = bytes[HEADER..end]
        .chunks(BLOCK)
        .flat_map(|block| crc32fast::hash(block).to_le_bytes())
        .collect();
    bytes[end..].copy_from_slice(&sums);
    bytes[32..36].copy_from_slice(&crc32fast::hash(&sums).to_le_bytes());
    let header = crc32fast::hash(&bytes[..36]).to_le_bytes();
    bytes[36..40].copy_from_slice(&header);
    store.write(name, &[&bytes]).unwrap();
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// What an engine says of trouble.
#[derive(Default)]
struct Troubles(Mutex<Vec<String>>);

impl Observer for Troubles {
    fn on(&self, event: &Event) -> Control {
        if let Event::Trouble { .. } = event {
            self.0.lock().unwrap().push(format!("{event:?}"));
        }
        Control::Continue
    }
}

/// Solves the boards with the tables of a folder: all minima must come out. Returns what was told.
fn all_minima(folder: &Path, tables: TableChoice) -> Vec<String> {
    let engine = Engine::builder().folder(folder).threads(2).build();
    let troubles = Troubles::default();
    for (instance, minimum) in boards() {
        let request = Request {
            tables,
            quick_tables: false,
            optimal: true,
            ..Request::default()
        };
        let plan = engine.plan(&instance, &request).unwrap();
        let outcome = engine.solve(&instance, &plan, &troubles).unwrap();
        assert_eq!(outcome.length(), Some(minimum));
        assert!(outcome.is_optimal());
    }
    troubles.0.into_inner().unwrap()
}

#[test]
fn the_known_hashes_are_those_of_what_is_built() {
    let (_folder, store) = built();
    let names = store.names();
    assert_eq!(names.len(), quick().files().len() + 1, "with an automaton");
    for name in &names {
        assert!(known_hashes::of(name).is_some(), "{name}");
        if let Some(blob) = blob::name_in(name) {
            assert!(blob::verify(&store, blob), "{name}");
        }
    }
    for (name, found) in verify_tables(&store, &Guard::new(&Silent)).unwrap() {
        found.unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

#[test]
fn a_forged_table_in_a_shared_folder_is_built_again() {
    let choice = TableChoice::Tier(Tier::Quick);
    // The folder, then the files, can be written by others.
    for (folder_mode, file_mode) in [(0o777, 0o644), (0o755, 0o666)] {
        let (folder, store) = built();
        let noise = |place: usize, byte: u8| byte ^ (place as u8).wrapping_mul(37);
        let forgeries: [&dyn Fn(usize, u8) -> u8; 3] = [&|_, _| 0, &|_, byte| !byte, &noise];
        for (name, forgery) in quick().files().iter().zip(forgeries) {
            forge(&store, name, forgery);
            set_mode(&folder.path().join(name), file_mode);
        }
        set_mode(folder.path(), folder_mode);
        // A check finds them.
        let checked = verify_tables(&store, &Guard::new(&Silent)).unwrap();
        assert_eq!(
            checked.iter().filter(|(_, found)| found.is_err()).count(),
            3
        );
        let told = all_minima(folder.path(), choice);
        assert_eq!(told.len(), 3, "{told:?}");
        assert!(
            told.iter()
                .all(|words| words.contains("its hash is another")),
            "{told:?}"
        );
        // They were replaced: from now on nothing is told.
        assert_eq!(all_minima(folder.path(), choice), Vec::<String>::new());
    }
}

#[test]
fn a_forged_automaton_in_a_shared_folder_is_made_again() {
    let (folder, store) = built();
    let names = store.names();
    let automaton = names.iter().find_map(|name| blob::name_in(name)).unwrap();
    // One state, which refuses to slide left.
    let refusing = [0u16, 0, 0, 0].map(u16::to_le_bytes).concat();
    for refused in 0..4 {
        let mut bytes = refusing.clone();
        bytes[2 * refused..2 * refused + 2].fill(0xff);
        blob::write(&store, automaton, &bytes).unwrap();
        assert!(!blob::verify(&store, automaton));
        set_mode(folder.path(), 0o777);
        all_minima(folder.path(), TableChoice::Tier(Tier::Quick));
        set_mode(folder.path(), 0o755);
    }
}

/// The tables of own partitions have no known hash.
#[test]
fn an_unknown_table_in_a_shared_folder_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let store = FileStore::new(folder.path());
    let size = Size::new(4, 4).unwrap();
    let patterns = [Pattern::new(size, 15, &[0, 5, 10]).unwrap()];
    let (sets, guard) = (CellSetCache::default(), Guard::new(&Silent));
    let right = build(&patterns[0], &guard).unwrap().table;
    let ensured = || ensure_tables(&store, &patterns, &sets, &guard).unwrap();
    assert_eq!(ensured().built.len(), 1);
    let name = table_format::file_name(&patterns[0]);
    forge(&store, &name, |_, byte| !byte);
    let forged = store.read(&name).unwrap().to_vec();
    set_mode(folder.path(), 0o777);
    for _ in 0..2 {
        let ensured = ensured();
        assert_eq!(ensured.tables[0].bits(), right.bits());
        let told: Vec<String> = ensured.warnings.iter().map(ToString::to_string).collect();
        assert!(
            told.len() == 1 && told[0].contains("chmod go-w"),
            "{told:?}"
        );
        assert_eq!(*store.read(&name).unwrap(), forged, "left as it was");
    }
}

/// Another user may change a file after it was checked.
#[test]
fn what_is_shared_is_copied_before_it_is_used() {
    let (folder, store) = built();
    set_mode(folder.path(), 0o777);
    let pattern = quick().patterns().remove(0);
    let sets = CellSetCache::default().of(&pattern);
    let table = table_format::open(&store, &pattern, sets, &Guard::new(&Silent)).unwrap();
    let before = table.bits().to_vec();
    let path = folder.path().join(table_format::file_name(&pattern));
    let length = fs::metadata(&path).unwrap().len() as usize;
    fs::write(&path, vec![0xff; length]).unwrap();
    assert_eq!(table.bits(), before);
}
