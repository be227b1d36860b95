//! A file that is replaced as a whole.
//!
//! The new content goes into a temporary file in the folder of the old one, is synced to the disk,
//! and takes the name of the old one by a rename. A rename happens at once or not at all. So a
//! command that is killed at any moment leaves the old content or the new one under the name,
//! never a part of it.
//!
//! A temporary file is removed when its replacement is dropped unfinished, and by
//! [`remove_unfinished`] when a second Ctrl-C ends the process. Only a process that is killed
//! outright leaves one behind: its name begins with `.noyes-` and ends in `.part`.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The temporary files of this process.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes every temporary file, for a process that ends at once.
///
/// The lock is never given back, so that no other temporary file appears before the end.
pub fn remove_unfinished() {
    let paths = unfinished();
    for path in paths.iter() {
        // The process ends: an error could not be handled any more.
        let _ = fs::remove_file(path);
    }
    std::mem::forget(paths);
}

/// The new content of a file, under a temporary name until it is committed.
#[derive(Debug)]
pub struct Replacement {
    file: File,
    temporary: PathBuf,
    target: PathBuf,
}

impl Replacement {
    /// Begins new content for `target`, which is no symbolic link.
    ///
    /// An existing file passes its mode on, and its owner where the system permits that. It must be
    /// open for writing: a rename alone would replace a file that is protected against it.
    pub fn begin(target: &Path) -> io::Result<Self> {
        let old = match OpenOptions::new().write(true).open(target) {
            Ok(file) => Some(file.metadata()?),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let (file, temporary) = create_beside(target, old.is_some())?;
        let replacement = Self {
            file,
            temporary,
            target: target.to_owned(),
        };
        if let Some(old) = old {
            #[cfg(unix)]
            {
                use std::os::unix::fs::{MetadataExt, fchown};
                let _ = fchown(&replacement.file, Some(old.uid()), Some(old.gid()));
            }
            replacement.file.set_permissions(old.permissions())?;
        }
        Ok(replacement)
    }

    /// Puts the new content in the place of the old.
    pub fn commit(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.file.sync_all()?;
        {
            let mut paths = unfinished();
            fs::rename(&self.temporary, &self.target)?;
            paths.retain(|path| *path != self.temporary);
        }
        // The rename itself reaches the disk with its folder. Not every system can sync one.
        let _ = File::open(folder(&self.target)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        let mut paths = unfinished();
        if let Some(place) = paths.iter().position(|path| *path == self.temporary) {
            paths.swap_remove(place);
            // The error that matters is the one that led here.
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// Creates an empty file of a new name in the folder of `target`; a private one if it is to take
/// the mode of an old file.
fn create_beside(target: &Path, is_private: bool) -> io::Result<(File, PathBuf)> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if is_private {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    #[cfg(not(unix))]
    let _ = is_private;
    let process = std::process::id();
    let mut number = 0;
    loop {
        let path = folder(target).join(format!(".noyes-{process}-{number}.part"));
        let mut paths = unfinished();
        match options.open(&path) {
            Ok(file) => {
                paths.push(path.clone());
                return Ok((file, path));
            }
            // Another process of that number was killed here once.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {
                number += 1;
            }
            Err(error) => return Err(error),
        }
    }
}

/// The folder that a path names a file in.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_appears_with_the_commit_and_not_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "old").unwrap();
        let files = || fs::read_dir(folder.path()).unwrap().count();
        let mut first = Replacement::begin(&path).unwrap();
        let second = Replacement::begin(&path).unwrap();
        first.write_all(b"new").unwrap();
        assert_eq!((files(), fs::read(&path).unwrap()), (3, b"old".to_vec()));
        drop(second);
        assert_eq!(files(), 2);
        first.commit().unwrap();
        assert_eq!((files(), fs::read(&path).unwrap()), (1, b"new".to_vec()));
    }
}
