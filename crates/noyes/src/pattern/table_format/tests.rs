use std::sync::atomic::{AtomicUsize, Ordering};

use super::*;
use crate::guard::{Control, Observer};
use crate::guard::{Event, Silent, Stop};
use crate::pattern::build;
use crate::store::MemoryStore;

fn built(size: Size, homes: &[usize]) -> Table {
    let pattern = Pattern::new(size, size.cells() - 1, homes).unwrap();
    build(&pattern, &Guard::new(&Silent)).unwrap().table
}

fn opened(store: &MemoryStore, pattern: &Pattern) -> Result<Table, TableError> {
    let sets = CellSets::new(pattern.size(), pattern.tiles());
    open(store, pattern, Arc::new(sets), &Guard::new(&Silent))
}

#[test]
fn only_sorted_rows_have_a_new_version() {
    for (side, is_old) in [(4, true), (5, false)] {
        let table = built(Size::new(side, side).unwrap(), &[0, 1]);
        let store = MemoryStore::new();
        write(&store, &table, Threads::ONE).unwrap();
        let name = file_name(table.pattern());
        let mut bytes = store.read(&name).unwrap().to_vec();
        bytes[8] = 1;
        let sum = crc32(&bytes[..SIGNED]);
        bytes[SIGNED..SIGNED + 4].copy_from_slice(&sum.to_le_bytes());
        store.write(&name, &[&bytes]).unwrap();
        let opened = opened(&store, table.pattern());
        assert_eq!(
            matches!(opened, Err(TableError::Version { found: 1, .. })),
            is_old
        );
        assert_eq!(opened.is_ok(), !is_old);
    }
}

#[test]
fn a_table_has_the_same_checksum_built_and_opened() {
    let table = built(Size::new(4, 4).unwrap(), &[0, 1, 2, 3, 4]);
    let other = built(Size::new(4, 4).unwrap(), &[0, 1, 2, 3, 5]);
    let store = MemoryStore::new();
    write(&store, &table, Threads::ONE).unwrap();
    let opened = opened(&store, table.pattern()).unwrap();
    assert!(opened.header().is_some() && table.header().is_none());
    let sum = |table| content_checksum(table, Threads::ONE);
    assert_eq!(sum(&opened), sum(&table));
    assert_ne!(sum(&other), sum(&table));
}

/// Says stop after so many events.
struct StopAfter(AtomicUsize);

impl Observer for StopAfter {
    fn on(&self, _: &Event) -> Control {
        match self.0.fetch_sub(1, Ordering::Relaxed) {
            1 => Control::Stop,
            _ => Control::Continue,
        }
    }
}

#[test]
fn opening_a_large_table_can_be_stopped_in_between() {
    let table = built(Size::new(4, 4).unwrap(), &[0, 1, 2, 3, 4, 5, 6]);
    let store = MemoryStore::new();
    write(&store, &table, Threads::ONE).unwrap();
    let blocks = table.bits().len().div_ceil(BLOCK);
    let open = |events| {
        let sets = CellSets::new(table.pattern().size(), table.pattern().tiles());
        let observer = StopAfter(AtomicUsize::new(events));
        let opened = open(
            &store,
            table.pattern(),
            Arc::new(sets),
            &Guard::new(&observer),
        );
        (opened, observer.0.into_inner())
    };
    let (opened, left) = open(3);
    assert!(matches!(opened, Err(TableError::Stopped(Stop::Observer))));
    assert_eq!(left, 0, "nothing was checked after the stop");
    let observer = StopAfter(AtomicUsize::new(3));
    let verified = verify(&store, &file_name(table.pattern()), &Guard::new(&observer));
    assert!(matches!(verified, Err(TableError::Stopped(Stop::Observer))));
    assert_eq!(observer.0.into_inner(), 0);
    let (opened, left) = open(1000);
    assert_eq!(opened.unwrap().bits(), table.bits());
    assert_eq!(left, 1000 - blocks, "the guard is asked for each block");
}

#[test]
fn whole_files_open_and_broken_ones_do_not() {
    let size = Size::new(3, 3).unwrap();
    let table = built(size, &[0, 1, 2, 4]);
    let pattern = table.pattern();
    let store = MemoryStore::new();
    write(&store, &table, Threads::ONE).unwrap();
    let name = file_name(pattern);
    assert_eq!(opened(&store, pattern).unwrap().bits(), table.bits());
    let check = || verify(&store, &name, &Guard::new(&Silent));
    assert_eq!(check().unwrap(), *pattern);
    let whole = store.read(&name).unwrap().to_vec();
    let other = Pattern::new(size, 8, &[0, 1, 2, 5]).unwrap();
    store.write(&file_name(&other), &[&whole]).unwrap();
    let error = opened(&store, &other).unwrap_err();
    assert!(matches!(error, TableError::OtherPattern { .. }));

    let refuses = |bytes: &[u8]| {
        store.write(&name, &[bytes]).unwrap();
        assert!(opened(&store, pattern).is_err());
        check().unwrap_err()
    };
    let middle = whole.len() / 2 + HEADER / 2;
    for place in [8, 12, 14, 16, 24, 32, 36, HEADER, middle, whole.len() - 1] {
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        refuses(&bytes);
    }
    for length in [1, 8, 100, HEADER, whole.len() - 1] {
        refuses(&whole[..length]);
    }
    let longer = [&whole[..], &[0]].concat();
    assert!(matches!(refuses(&longer), TableError::Length { .. }));
    let text = refuses(b"hello, I am text");
    assert!(matches!(text, TableError::Foreign { .. }));
    store.remove(&name).unwrap();
    assert!(opened(&store, pattern).unwrap_err().is_missing());
}
