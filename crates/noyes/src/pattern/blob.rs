//! Bytes kept in the folder of tables, for tables that are not of a pattern.
//!
//! ```text
//! offset   bytes
//! 0        8       "NOYESKEP"
//! 8        4       version, 1
//! 12       4       CRC-32 of the bytes and the file's own name
//! 16       …       the bytes
//! ```
//!
//! Written under a temporary name, synced and renamed; read whole and checked every time. A file that
//! does not check is as good as none: it is built and written again. Two processes that start
//! together may both build; the second to finish replaces equal bytes.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const MAGIC: [u8; 8] = *b"NOYESKEP";
const VERSION: u32 = 1;
const HEADER: usize = 16;
/// How the names of such files end.
const ENDING: &str = "kept";

fn path(folder: &Path, name: &str) -> PathBuf {
    folder.join(format!("{name}.{ENDING}"))
}

fn sum(name: &str, bytes: &[u8]) -> [u8; 4] {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(name.as_bytes());
    hasher.update(bytes);
    hasher.finalize().to_le_bytes()
}

/// The bytes kept under a name, if they are there and sound.
pub fn kept(folder: &Path, name: &str) -> Option<Vec<u8>> {
    let mut file = fs::read(path(folder, name)).ok()?;
    let sound = file.len() >= HEADER
        && file[..8] == MAGIC
        && file[8..12] == VERSION.to_le_bytes()
        && file[12..HEADER] == sum(name, &file[HEADER..]);
    sound.then(|| file.split_off(HEADER))
}

/// Whether there is a file of this name; whether it is sound, [`kept`] tells.
pub fn is_kept(folder: &Path, name: &str) -> bool {
    path(folder, name).is_file()
}

/// Keeps bytes under a name: whole, or not at all.
pub fn keep(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let mut file = tempfile::Builder::new()
        .prefix(".building-")
        .tempfile_in(folder)?;
    file.write_all(&MAGIC)?;
    file.write_all(&VERSION.to_le_bytes())?;
    file.write_all(&sum(name, bytes))?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path(folder, name))
        .map_err(|error| error.error)?;
    Ok(())
}

/// Whether a kept file is what it was when it was written.
pub fn is_sound(path: &Path) -> bool {
    let parts = (
        path.parent(),
        path.file_stem().and_then(|name| name.to_str()),
    );
    let (Some(folder), Some(name)) = parts else {
        return false;
    };
    kept(folder, name).is_some()
}

/// The files kept in a folder.
pub fn all_kept(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|ending| ending == ENDING))
        .collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_and_refused() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("deep");
        assert_eq!(kept(&folder, "a"), None);
        keep(&folder, "a", &[1, 2, 3]).unwrap();
        assert_eq!(kept(&folder, "a"), Some(vec![1, 2, 3]));
        assert_eq!(all_kept(&folder).len(), 1);
        assert!(is_sound(&path(&folder, "a")));
        fs::rename(path(&folder, "a"), path(&folder, "b")).unwrap();
        assert_eq!(kept(&folder, "b"), None);
        assert!(!is_sound(&path(&folder, "b")));
        keep(&folder, "b", &[1, 2, 3]).unwrap();
        let mut bytes = fs::read(path(&folder, "b")).unwrap();
        for place in 0..bytes.len() {
            bytes[place] ^= 16;
            fs::write(path(&folder, "b"), &bytes).unwrap();
            assert_eq!(kept(&folder, "b"), None, "{place}");
            bytes[place] ^= 16;
        }
    }
}
