//! Tables being built, some of them at the same time: how far they are all together.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::eta;

/// The tables that were heard of.
pub struct Building {
    started: Instant,
    /// Entries done and entries in all, by name.
    tables: BTreeMap<String, (u64, u64)>,
    /// What is waited for, before anything can be done.
    waits: Option<String>,
}

impl Building {
    pub fn new() -> Self {
        Self {
            started: Instant::now(),
            tables: BTreeMap::new(),
            waits: None,
        }
    }

    pub fn learn(&mut self, name: &str, done: u64, total: u64) {
        if done == 0 {
            self.waits = Some(name.to_owned());
            return;
        }
        self.waits = None;
        match self.tables.get_mut(name) {
            Some(known) => *known = (done, total),
            None => {
                self.tables.insert(name.to_owned(), (done, total));
            }
        }
    }

    /// All tables together, which have at least so many entries.
    pub fn words(&self, entries: u64) -> String {
        self.words_after(self.started.elapsed(), entries)
    }

    fn words_after(&self, elapsed: Duration, entries: u64) -> String {
        if let Some(waits) = &self.waits {
            return waits.clone();
        }
        let (done, total) = self
            .tables
            .values()
            .fold((0, 0), |sum, table| (sum.0 + table.0, sum.1 + table.1));
        eta::words("building tables", done, total.max(entries), elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_told_together() {
        let mut building = Building::new();
        building.learn("waiting for another process", 0, 1);
        assert_eq!(building.words(0), "waiting for another process");
        building.learn("1-7", 50, 100);
        building.learn("8-15", 50, 300);
        building.learn("8-15", 110, 300);
        let words = |entries| building.words_after(Duration::from_secs(8), entries);
        assert_eq!(words(0), "building tables: 40 %, about 12 s to go");
        assert_eq!(words(400), words(0));
        assert_eq!(words(4000), "building tables: 4 %");
    }
}
