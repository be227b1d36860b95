//! A file that is replaced as a whole.
//!
//! The new content goes into a temporary file in the folder of the old one, is synced to the disk,
//! and takes the name of the old one by a rename. A rename happens at once or not at all. So a
//! command that is killed at any moment leaves the old content or the new one under the name,
//! never a part of it.
//!
//! On Linux the temporary file has no name while it is written ([`nameless`]), so a process that is
//! killed leaves nothing behind. A new file gets its own name at the end, in one act. Only a file
//! that replaces another needs a temporary name, for the moment before the rename. Elsewhere, and
//! on file systems without such files, it has that name from the start.
//!
//! A temporary name begins with `.noyes-` and ends in `.part`. It is removed when its replacement
//! is dropped unfinished, and by [`remove_unfinished`] when a second Ctrl-C ends the process. Only
//! a process that is killed outright leaves it behind. Its writer holds a lock on it, and the name
//! is a function of the target's, so the next process that replaces the same target finds what a
//! dead one has left, and removes it.

#[cfg(target_os = "linux")]
mod nameless;

use std::fs::{self, File, OpenOptions};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
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
    /// Nothing while the file has no name.
    temporary: Option<PathBuf>,
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
        let (file, temporary) = match create_nameless(target, old.is_some()) {
            Some(file) => (file, None),
            None => {
                let (file, path) = create_beside(target, old.is_some())?;
                (file, Some(path))
            }
        };
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
        if self.temporary.is_none() && !self.take_target_name()? {
            // A process that finds the temporary name must see that its writer is alive.
            let _ = self.file.try_lock();
            let ((), path) = take_name(&self.target, |path| give_name(&self.file, path))?;
            self.temporary = Some(path);
        }
        if let Some(temporary) = self.temporary.take() {
            // From here on the name is free for other threads, so dropping this must not remove it.
            let mut paths = unfinished();
            paths.retain(|path| *path != temporary);
            fs::rename(&temporary, &self.target).inspect_err(|_| {
                let _ = fs::remove_file(&temporary);
            })?;
        }
        // The rename itself reaches the disk with its folder. Not every system can sync one.
        let _ = File::open(folder(&self.target)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Replacement {
    /// Gives a file without a name that of its target, if that is free.
    fn take_target_name(&self) -> io::Result<bool> {
        match give_name(&self.file, &self.target) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(false),
            Err(error) => Err(error),
        }
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
        let Some(temporary) = &self.temporary else {
            return;
        };
        let mut paths = unfinished();
        if let Some(place) = paths.iter().position(|path| path == temporary) {
            paths.swap_remove(place);
            // The error that matters is the one that led here.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// An empty file without a name in the folder of `target`, where the system has such files; a
/// private one if it is to take the mode of an old file.
fn create_nameless(target: &Path, is_private: bool) -> Option<File> {
    #[cfg(target_os = "linux")]
    return nameless::create(folder(target), is_private).ok();
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (target, is_private);
        None
    }
}

/// Gives a file of [`create_nameless`] its first name.
fn give_name(file: &File, path: &Path) -> io::Result<()> {
    #[cfg(target_os = "linux")]
    return nameless::give_name(file, path);
    #[cfg(not(target_os = "linux"))]
    {
        let _ = (file, path);
        Err(io::ErrorKind::Unsupported.into())
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
    loop {
        let (file, path) = take_name(target, |path| options.open(path))?;
        // Before it was locked, another process may have taken it for one of a dead process.
        let _ = file.try_lock();
        if is_named(&file, &path) {
            return Ok((file, path));
        }
        unfinished().retain(|other| *other != path);
    }
}

/// Whether a path still leads to an open file; always true where the system cannot tell.
fn is_named(file: &File, path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let (Ok(open), Ok(named)) = (file.metadata(), fs::symlink_metadata(path)) else {
            return false;
        };
        (open.dev(), open.ino()) == (named.dev(), named.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = (file, path);
        true
    }
}

/// Removes a temporary file if its writer is dead: its lock is free.
#[cfg(unix)]
fn remove_abandoned(path: &Path) -> bool {
    // A link or a pipe under the name is none of ours.
    let is_file = fs::symlink_metadata(path).is_ok_and(|data| data.is_file());
    let opened = is_file.then(|| OpenOptions::new().write(true).open(path));
    let Some(Ok(file)) = opened else { return false };
    // While the lock is held, no other process removes the file that the path leads to.
    file.try_lock().is_ok() && is_named(&file, path) && fs::remove_file(path).is_ok()
}

/// Locks of other systems are not known to tell the dead from the living.
#[cfg(not(unix))]
fn remove_abandoned(_: &Path) -> bool {
    false
}

/// The temporary name of a target, by its number among those in use at one time.
fn temporary(target: &Path, number: usize) -> PathBuf {
    let name = target.file_name().unwrap_or_default();
    let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(name);
    folder(target).join(format!(".noyes-{hash:016x}-{number}.part"))
}

/// Takes a temporary name of `target` by an act that fails where the name is taken.
fn take_name<T>(
    target: &Path,
    mut act: impl FnMut(&Path) -> io::Result<T>,
) -> io::Result<(T, PathBuf)> {
    let mut number = 0;
    loop {
        let path = temporary(target, number);
        let mut paths = unfinished();
        match act(&path) {
            Ok(taken) => {
                paths.push(path.clone());
                return Ok((taken, path));
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {
                if !remove_abandoned(&path) {
                    number += 1;
                }
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
        let named = [&first, &second].map(|one| usize::from(one.temporary.is_some()));
        first.write_all(b"new").unwrap();
        let beside = 1 + named[0] + named[1];
        assert_eq!(
            (files(), fs::read(&path).unwrap()),
            (beside, b"old".to_vec())
        );
        drop(second);
        assert_eq!(files(), 1 + named[0]);
        first.commit().unwrap();
        assert_eq!((files(), fs::read(&path).unwrap()), (1, b"new".to_vec()));
    }

    #[test]
    fn a_named_temporary_file_goes_with_its_replacement() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("file");
        let files = || fs::read_dir(folder.path()).unwrap().count();
        let begin = || {
            let (file, path) = create_beside(&target, false).unwrap();
            Replacement {
                file,
                temporary: Some(path),
                target: target.clone(),
            }
        };
        let (one, other) = (begin(), begin());
        assert_eq!(files(), 2);
        drop(one);
        assert_eq!(files(), 1);
        other.commit().unwrap();
        assert_eq!((files(), target.exists()), (1, true));
    }

    #[cfg(unix)]
    #[test]
    fn what_a_dead_process_has_left_goes_with_the_next_write() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("file");
        fs::write(&target, "old").unwrap();
        let [dead, living] = [0, 1].map(|number| temporary(&target, number));
        fs::write(&dead, "half").unwrap();
        fs::write(&living, "half").unwrap();
        let held = File::open(&living).unwrap();
        held.lock().unwrap();
        let mut one = Replacement::begin(&target).unwrap();
        one.write_all(b"new").unwrap();
        one.commit().unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"new");
        assert!(!dead.exists() && living.exists());
        // A file that has a name from the start finds them too.
        drop(held);
        fs::write(&dead, "half").unwrap();
        let (_file, path) = create_beside(&target, false).unwrap();
        assert_eq!((&path, fs::read(&path).unwrap()), (&dead, Vec::new()));
        unfinished().retain(|other| *other != path);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_new_file_has_no_other_name_before_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("file");
        let one = Replacement::begin(&target).unwrap();
        let names = || fs::read_dir(folder.path()).unwrap().count();
        // Not every file system has files without a name.
        if one.temporary.is_none() {
            assert_eq!(names(), 0);
            assert!(one.take_target_name().unwrap());
            assert!(!one.take_target_name().unwrap());
            assert_eq!((names(), target.exists()), (1, true));
        }
    }

    /// A name that is free again after a commit may be another thread's already.
    #[test]
    fn threads_write_into_one_folder() {
        let folder = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let path = folder.path().join(format!("file{thread}"));
                scope.spawn(move || {
                    for round in 0..25 {
                        let mut one = Replacement::begin(&path).unwrap();
                        write!(one, "{thread} {round}").unwrap();
                        one.commit().unwrap();
                    }
                });
            }
        });
        let last = |thread| fs::read_to_string(folder.path().join(format!("file{thread}")));
        for thread in 0..4 {
            assert_eq!(last(thread).unwrap(), format!("{thread} 24"));
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 4);
    }
}
