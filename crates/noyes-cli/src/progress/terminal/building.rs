//! The progress of tables that are built, several of them at the same time.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crate::eta;

/// The tables that are being built.
pub struct Building {
    started: Instant,
    /// Entries done and entries in all, by name.
    tables: BTreeMap<String, (u64, u64)>,
    /// What the build waits for before it begins.
    waiting_for: Option<String>,
}

impl Building {
    pub fn new() -> Self {
        Self {
            started: Instant::now(),
            tables: BTreeMap::new(),
            waiting_for: None,
        }
    }

    /// Takes the progress of a table; nothing done yet means that the build waits for `name`.
    pub fn update(&mut self, name: &str, done: u64, total: u64) {
        if done == 0 {
            self.waiting_for = Some(name.to_owned());
            return;
        }
        self.waiting_for = None;
        match self.tables.get_mut(name) {
            Some(known) => *known = (done, total),
            None => {
                self.tables.insert(name.to_owned(), (done, total));
            }
        }
    }

    /// The progress of all tables together, which have at least `entries` entries.
    pub fn words(&self, entries: u64) -> String {
        self.words_after(self.started.elapsed(), entries)
    }

    fn words_after(&self, elapsed: Duration, entries: u64) -> String {
        if let Some(what) = &self.waiting_for {
            return what.clone();
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
    fn the_progress_of_all_tables_is_summed() {
        let mut building = Building::new();
        building.update("waiting for another process", 0, 1);
        assert_eq!(building.words(0), "waiting for another process");
        building.update("1-7", 50, 100);
        building.update("8-15", 50, 300);
        building.update("8-15", 110, 300);
        let words = |entries| building.words_after(Duration::from_secs(8), entries);
        assert_eq!(words(0), "building tables: 40 %, about 12 s to go");
        assert_eq!(words(400), words(0));
        assert_eq!(words(4000), "building tables: 4 %");
    }
}
