//! Personal bests: the fewest moves and the shortest time for each size and difficulty, in a small
//! file of the data folder.
//!
//! The file is written beside and renamed, after every solved game. One that cannot be read is set
//! aside under another name and told, never overwritten.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde_json::{Value, json};

use crate::output;
use crate::printable::printable_path;

/// Names the folder of the file, instead of the system's data folder.
pub const DATA_ENV: &str = "NOYES_DATA";

/// The best games of one size and difficulty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Best {
    pub moves: usize,
    pub time: Duration,
}

/// The best games of the player.
#[derive(Debug, Default)]
pub struct Bests {
    /// None if nothing is stored.
    path: Option<PathBuf>,
    bests: BTreeMap<String, Best>,
}

impl Bests {
    /// The file in the data folder.
    pub fn default_path() -> Option<PathBuf> {
        use etcetera::BaseStrategy;
        let named = std::env::var_os(DATA_ENV).filter(|folder| !folder.is_empty());
        let folder = named.map(PathBuf::from).or_else(|| {
            let strategy = etcetera::choose_base_strategy().ok()?;
            Some(strategy.data_dir().join("noyes"))
        })?;
        Some(folder.join("bests.json"))
    }

    /// Reads the file, if there is one. A damaged one is set aside: the words say where.
    pub fn read(path: PathBuf) -> (Self, Option<String>) {
        let mut bests = Self {
            path: Some(path.clone()),
            bests: BTreeMap::new(),
        };
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return (bests, None),
            Err(_) => String::new(),
        };
        if let Some(read) = parse(&text) {
            bests.bests = read;
            return (bests, None);
        }
        let aside = path.with_extension("json.damaged");
        let words = match fs::rename(&path, &aside) {
            Ok(()) => format!(
                "the personal bests in {} cannot be read: the file is now {}",
                printable_path(&path),
                printable_path(&aside)
            ),
            Err(error) => {
                bests.path = None;
                format!(
                    "the personal bests in {} cannot be read, and new ones are not stored: {error}",
                    printable_path(&path)
                )
            }
        };
        (bests, Some(words))
    }

    pub fn of(&self, key: &str) -> Option<Best> {
        self.bests.get(key).copied()
    }

    /// Takes a solved game. Returns whether it has fewer moves, and whether less time, than all
    /// before.
    pub fn take(&mut self, key: &str, game: Best) -> io::Result<(bool, bool)> {
        let old = self.of(key);
        let fewer = old.is_none_or(|old| game.moves < old.moves);
        let faster = old.is_none_or(|old| game.time < old.time);
        if fewer || faster {
            let best = Best {
                moves: old.map_or(game.moves, |old| old.moves.min(game.moves)),
                time: old.map_or(game.time, |old| old.time.min(game.time)),
            };
            self.bests.insert(key.to_owned(), best);
            if let Some(path) = &self.path {
                self.write(path)?;
            }
        }
        Ok((fewer, faster))
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let best = |(key, best): (&String, &Best)| {
            let value = json!({"moves": best.moves, "seconds": best.time.as_secs_f64()});
            (key.clone(), value)
        };
        let bests: serde_json::Map<String, Value> = self.bests.iter().map(best).collect();
        let text = json!({"schema": 1, "bests": bests});
        output::write(Some(path), |out| writeln!(out, "{text}")).map_err(io::Error::other)
    }
}

fn parse(text: &str) -> Option<BTreeMap<String, Best>> {
    let value: Value = serde_json::from_str(text).ok()?;
    if value["schema"] != 1 {
        return None;
    }
    let best = |(key, value): (&String, &Value)| {
        let best = Best {
            moves: value["moves"].as_u64()?.try_into().ok()?,
            time: Duration::try_from_secs_f64(value["seconds"].as_f64()?).ok()?,
        };
        Some((key.clone(), best))
    };
    value["bests"].as_object()?.iter().map(best).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(moves: usize, seconds: u64) -> Best {
        Best {
            moves,
            time: Duration::from_secs(seconds),
        }
    }

    #[test]
    fn the_best_of_each_kind_is_kept_in_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("bests.json");
        let (mut bests, told) = Bests::read(path.clone());
        assert_eq!((told, bests.of("4x4 hard")), (None, None));
        assert_eq!(bests.take("4x4 hard", game(90, 60)).unwrap(), (true, true));
        assert_eq!(bests.take("4x4 hard", game(80, 70)).unwrap(), (true, false));
        assert_eq!(bests.take("4x4 hard", game(99, 50)).unwrap(), (false, true));
        assert_eq!(
            bests.take("4x4 hard", game(99, 99)).unwrap(),
            (false, false)
        );
        bests.take("3x3 easy", game(8, 1)).unwrap();
        let (again, told) = Bests::read(path);
        assert_eq!(told, None);
        assert_eq!(again.of("4x4 hard"), Some(game(80, 50)));
        assert_eq!(again.of("3x3 easy"), Some(game(8, 1)));
    }

    #[test]
    fn a_damaged_file_is_set_aside_and_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bests.json");
        fs::write(&path, "{\"schema\":1,\"bests\":{\"4x4 ha").unwrap();
        let (mut bests, told) = Bests::read(path.clone());
        assert!(told.unwrap().contains("bests.json.damaged"));
        assert!(folder.path().join("bests.json.damaged").exists() && !path.exists());
        bests.take("4x4 hard", game(90, 60)).unwrap();
        assert!(path.exists());
    }
}
