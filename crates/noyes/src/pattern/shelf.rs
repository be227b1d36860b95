//! The folder that tables are kept in.
//!
//! Tables are built when first wanted and kept. Two processes that start together build once: the
//! second waits for the first one's lock and then finds the files. A file that does not check is
//! reported and built again; where the folder cannot be written, tables are built into memory
//! and everything still works.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::prelude::*;

use super::file::{self, FileError};
use super::{Additive, Built, Pattern, PatternError, Table, build, build_bytes};
use crate::guard::{Event, Guard, Stop};

/// The variable that names the folder.
pub const VARIABLE: &str = "NOYES_TABLES";

/// A folder of tables.
#[derive(Clone, Debug)]
pub struct Shelf {
    folder: PathBuf,
}

/// Tables taken from a shelf.
#[derive(Debug)]
pub struct Taken {
    /// The tables, ready for use.
    pub additive: Additive,
    /// The patterns whose tables had to be built.
    pub built: Vec<Pattern>,
    /// What was wrong with files that were there, or with writing new ones.
    pub troubles: Vec<FileError>,
}

/// Tables taken from a shelf one by one.
#[derive(Debug)]
pub struct Fetched {
    /// The tables, in the order of their patterns.
    pub tables: Vec<Table>,
    /// The patterns whose tables had to be built.
    pub built: Vec<Pattern>,
    /// What was wrong with files that were there, or with writing new ones.
    pub troubles: Vec<FileError>,
}

/// Why there are no tables.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShelfError {
    /// Building was stopped.
    #[error("building the tables: {0}")]
    Stopped(#[from] Stop),
    /// The patterns do not make a partition.
    #[error(transparent)]
    Pattern(#[from] PatternError),
}

/// The folder tables are kept in unless told otherwise: what `NOYES_TABLES` names, else `noyes`
/// in the user's cache folder, else `noyes` in the temporary folder.
pub fn default_folder() -> PathBuf {
    use etcetera::BaseStrategy;
    if let Some(folder) = std::env::var_os(VARIABLE).filter(|folder| !folder.is_empty()) {
        return folder.into();
    }
    match etcetera::choose_base_strategy() {
        Ok(strategy) => strategy.cache_dir().join("noyes"),
        Err(_) => std::env::temp_dir().join("noyes"),
    }
}

/// Bytes of a table that is not held while others are built, but mapped from its file afterwards.
const LARGE: usize = 100_000_000;

/// How many of these tables are built at a time: as many as there are threads and memory for, at
/// least one.
pub fn at_once(patterns: &[Pattern], memory: usize) -> usize {
    let most = patterns.iter().map(build_bytes).max().unwrap_or(0).max(1);
    (memory / most).clamp(1, rayon::current_num_threads().max(1))
}

impl Shelf {
    /// The shelf of a folder, which need not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a pattern's table.
    pub fn path(&self, pattern: &Pattern) -> PathBuf {
        self.folder.join(format!("{pattern}.table"))
    }

    /// Opens and checks a table that is there.
    pub fn open(&self, pattern: &Pattern) -> Result<Table, FileError> {
        file::open(pattern, &self.path(pattern))
    }

    /// Whether files for all these patterns are there, by their headers; whether they are sound, [`Shelf::open`]
    /// tells.
    pub fn has(&self, patterns: &[Pattern]) -> bool {
        let is_there = |pattern: &Pattern| {
            file::pattern(&self.path(pattern)).is_ok_and(|found| found == *pattern)
        };
        patterns.iter().all(is_there)
    }

    /// How large the files for these patterns are together.
    pub fn bytes(&self, patterns: &[Pattern]) -> usize {
        let length = |pattern| fs::metadata(self.path(pattern)).map_or(0, |file| file.len());
        patterns.iter().map(length).sum::<u64>() as usize
    }

    /// The tables of a partition: from their files, or built and kept.
    pub fn take(&self, patterns: &[Pattern], guard: &Guard<'_>) -> Result<Taken, ShelfError> {
        super::check_partition(patterns)?;
        let fetched = self.fetch(patterns, guard)?;
        Ok(Taken {
            additive: Additive::new(fetched.tables)?,
            built: fetched.built,
            troubles: fetched.troubles,
        })
    }

    /// The tables of any patterns: from their files, or built and kept, as many at a time as
    /// there are threads, so that what is finished when building is stopped is not lost.
    pub fn fetch(&self, patterns: &[Pattern], guard: &Guard<'_>) -> Result<Fetched, Stop> {
        let mut troubles = Vec::new();
        // Side by side: every byte of them is checked.
        let opened = patterns.par_iter().map(|pattern| self.open(pattern).ok());
        let mut tables: Vec<Option<Table>> = opened.collect();
        let mut built = Vec::new();
        if tables.iter().any(Option::is_none) {
            let lock = self.lock(guard, &mut troubles)?;
            for (pattern, slot) in patterns.iter().zip(&mut tables) {
                if slot.is_some() {
                    continue;
                }
                // Someone else may have built it while we waited.
                match self.open(pattern) {
                    Ok(table) => *slot = Some(table),
                    Err(error) => {
                        if !error.is_missing() {
                            troubles.push(error);
                        }
                        built.push(pattern.clone());
                    }
                }
            }
            // As many at a time as there are threads and memory for, each written by the thread
            // that built it.
            let mut fresh = Vec::with_capacity(built.len());
            for some in built.chunks(at_once(&built, guard.memory_limit())) {
                let some = some.par_iter().map(|pattern| {
                    let table = build(pattern, guard)?.table;
                    let kept = match lock {
                        Some(_) => file::write(&table, &self.path(pattern)),
                        None => Ok(()),
                    };
                    // A large one is taken from its file, once there is no more to build.
                    let is_large = kept.is_ok() && lock.is_some() && table.bits().len() > LARGE;
                    Ok(((!is_large).then_some(table), kept))
                });
                for (table, kept) in some.collect::<Result<Vec<_>, Stop>>()? {
                    fresh.push(table);
                    troubles.extend(kept.err());
                }
            }
            let mut fresh = fresh.into_iter();
            for (pattern, slot) in patterns.iter().zip(&mut tables) {
                if slot.is_some() {
                    continue;
                }
                let table = fresh.next().flatten();
                *slot = Some(match table.map_or_else(|| self.open(pattern), Ok) {
                    Ok(table) => table,
                    // Whoever took the file away meanwhile cannot have what is needed now.
                    Err(error) => {
                        troubles.push(error);
                        build(pattern, guard)?.table
                    }
                });
            }
        }
        Ok(Fetched {
            tables: tables.into_iter().flatten().collect(),
            built,
            troubles,
        })
    }

    /// The table files in the folder, with the pattern or what is wrong with the header.
    pub fn list(&self) -> Vec<(PathBuf, Result<Pattern, FileError>)> {
        let Ok(entries) = fs::read_dir(&self.folder) else {
            return Vec::new();
        };
        let mut paths: Vec<PathBuf> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| {
                path.extension()
                    .is_some_and(|extension| extension == "table")
            })
            .collect();
        paths.sort();
        paths
            .into_iter()
            .map(|path| (path.clone(), file::pattern(&path)))
            .collect()
    }

    /// Checks every table file in the folder.
    pub fn verify(&self) -> Vec<(PathBuf, Result<Pattern, FileError>)> {
        let paths = self.list().into_iter().map(|(path, _)| path);
        paths
            .map(|path| (path.clone(), file::verify(&path)))
            .collect()
    }

    /// Removes every table file in the folder, and how many there were.
    pub fn remove(&self) -> std::io::Result<usize> {
        let paths = self.list();
        for (path, _) in &paths {
            fs::remove_file(path)?;
        }
        Ok(paths.len())
    }

    /// Waits for the right to build; none if the folder cannot be written.
    fn lock(&self, guard: &Guard<'_>, troubles: &mut Vec<FileError>) -> Result<Option<File>, Stop> {
        let path = self.folder.join("lock");
        let file = fs::create_dir_all(&self.folder).and_then(|()| File::create(&path));
        let file = match file {
            Ok(file) => file,
            Err(source) => {
                troubles.push(FileError::Io { path, source });
                return Ok(None);
            }
        };
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Some(file)),
                Err(TryLockError::Error(source)) => {
                    troubles.push(FileError::Io { path, source });
                    return Ok(None);
                }
                Err(TryLockError::WouldBlock) => {
                    guard.tell(&Event::Table {
                        name: "waiting for another process",
                        done: 0,
                        total: 1,
                    })?;
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
        }
    }
}

/// Builds several tables at the same time on the threads of the current rayon pool.
pub fn build_all(patterns: &[Pattern], guard: &Guard<'_>) -> Result<Vec<Built>, Stop> {
    patterns
        .par_iter()
        .map(|pattern| build(pattern, guard))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::guard::Silent;

    fn partition() -> Vec<Pattern> {
        let size = Size::new(3, 3).unwrap();
        [[0, 1, 2, 3], [4, 5, 6, 7]]
            .iter()
            .map(|homes| Pattern::new(size, 8, homes).unwrap())
            .collect()
    }

    #[test]
    fn built_once_kept_and_rebuilt_when_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let shelf = Shelf::new(folder.path().join("deep/er"));
        let guard = Guard::new(&Silent);
        let first = shelf.take(&partition(), &guard).unwrap();
        assert_eq!((first.built.len(), first.troubles.len()), (2, 0));
        assert!(shelf.has(&partition()));
        assert!(shelf.take(&partition(), &guard).unwrap().built.is_empty());
        assert_eq!(shelf.list().len(), 2);

        let path = shelf.path(&partition()[1]);
        let mut bytes = fs::read(&path).unwrap();
        bytes[4100] ^= 1;
        fs::write(&path, bytes).unwrap();
        assert_eq!(
            shelf
                .verify()
                .iter()
                .filter(|(_, found)| found.is_err())
                .count(),
            1
        );
        let again = shelf.take(&partition(), &guard).unwrap();
        assert_eq!((again.built.len(), again.troubles.len()), (1, 1));
        assert!(shelf.verify().iter().all(|(_, found)| found.is_ok()));
        assert_eq!(shelf.remove().unwrap(), 2);
    }

    #[test]
    fn two_at_once_build_once() {
        let folder = tempfile::tempdir().unwrap();
        let take = || {
            let shelf = Shelf::new(folder.path());
            shelf
                .take(&partition(), &Guard::new(&Silent))
                .unwrap()
                .built
                .len()
        };
        let (mine, theirs) = std::thread::scope(|scope| {
            let other = scope.spawn(take);
            (take(), other.join().unwrap())
        });
        assert_eq!(mine + theirs, 2);
    }

    #[test]
    fn a_folder_that_cannot_be_written_does_not_stop_anyone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "in the way").unwrap();
        let taken = Shelf::new(path)
            .take(&partition(), &Guard::new(&Silent))
            .unwrap();
        assert_eq!((taken.built.len(), taken.troubles.len()), (2, 1));
    }
}
