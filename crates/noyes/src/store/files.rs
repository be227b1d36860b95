//! A store in a folder, shared by all processes of the machine.
//!
//! # Invariants
//!
//! * A file is written under a temporary name in the same folder, synced and renamed. So under its
//!   own name it is whole or not there, whatever was killed or cut off.
//! * A writer locks its temporary file. A temporary file that can be locked belongs to a dead
//!   process; the next one that gets the right to build removes it.
//! * A file that has the bytes already is left as it is. Where locks fail two processes may build
//!   the same table, and on a network file system a file that is replaced is gone for those who
//!   have mapped it.
//! * Only plain files are opened: links, pipes and folders are refused.
//! * Files are readable for everyone whom the umask allows, so that one folder can serve a group,
//!   and writable for their owner alone.
//! * A file is marked as shared where another user may have written it: it or its folder belongs to
//!   another than this user and root, or others may write to it
//!   (docs/decisions/0011-tables-of-others.md). Only Unix tells.

use std::fs::{self, DirBuilder, DirEntry, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use memmap2::MmapOptions;
use tempfile::NamedTempFile;

use super::{Bytes, StoreError, StoreLock, TableStore};
use crate::guard::Stop;

/// The variable that names the folder of tables.
///
/// ```
/// assert_eq!(noyes::store::TABLES_ENV, "NOYES_TABLES");
/// ```
pub const TABLES_ENV: &str = "NOYES_TABLES";

/// How the names of temporary files begin.
const TEMPORARY: &str = ".building-";
/// How the names of files end whose lock is the right to build. They stay: removing one that
/// another process has just opened would give two the right.
const LOCK: &str = ".lock";
/// A temporary file younger than this may not be locked yet by the process that writes it.
const FRESH: Duration = Duration::from_secs(60);
/// Time between two tries to get a lock that another process holds.
const POLL: Duration = Duration::from_millis(20);
/// Bytes of a large page. Written by the large page, a file is kept in large pages by the system,
/// and the map of it misses less.
const PAGE: usize = 2 << 20;

/// Tables kept in a folder, which need not exist yet.
///
/// ```
/// use noyes::store::{FileStore, TableStore};
///
/// let folder = std::env::temp_dir().join(format!("noyes-example-{}", std::process::id()));
/// let store = FileStore::new(&folder);
/// store.write("a.table", &[b"some ", b"bytes"])?;
/// assert_eq!(&*store.read("a.table")?, b"some bytes");
/// std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FileStore {
    folder: PathBuf,
}

/// The folder tables are kept in unless told otherwise: what `NOYES_TABLES` names, else `noyes` in
/// the user's cache folder, else `noyes` in the temporary folder.
///
/// ```
/// use noyes::store::{FileStore, TABLES_ENV, default_folder};
///
/// let store = FileStore::new(default_folder());
/// let named = std::env::var_os(TABLES_ENV).is_some();
/// assert!(named || store.folder().ends_with("noyes"));
/// ```
pub fn default_folder() -> PathBuf {
    use etcetera::BaseStrategy;
    if let Some(folder) = std::env::var_os(TABLES_ENV).filter(|folder| !folder.is_empty()) {
        return folder.into();
    }
    match etcetera::choose_base_strategy() {
        Ok(strategy) => strategy.cache_dir().join("noyes"),
        Err(_) => std::env::temp_dir().join("noyes"),
    }
}

impl FileStore {
    /// The store of a folder. It is made by the first write.
    ///
    /// ```
    /// use noyes::store::{FileStore, TableStore};
    ///
    /// let store = FileStore::new(std::env::temp_dir().join("noyes-not-there"));
    /// assert!(store.names().is_empty() && !store.has("a.table"));
    /// ```
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self {
            folder: folder.into(),
        }
    }

    /// The folder.
    ///
    /// ```
    /// use std::path::Path;
    /// use noyes::store::FileStore;
    ///
    /// assert_eq!(FileStore::new("tables").folder(), Path::new("tables"));
    /// ```
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The names and bytes of temporary files that killed builds have left. The next build removes
    /// them.
    ///
    /// ```
    /// use noyes::store::FileStore;
    ///
    /// assert!(FileStore::new("/nowhere").leftovers().is_empty());
    /// ```
    pub fn leftovers(&self) -> Vec<(String, u64)> {
        let named = |path: PathBuf| {
            let name = path.file_name()?.to_str()?.to_owned();
            Some((name, fs::metadata(path).ok()?.len()))
        };
        let mut found: Vec<_> = leftovers(&self.folder, TEMPORARY, FRESH)
            .into_iter()
            .filter_map(named)
            .collect();
        found.sort_unstable();
        found
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn error(&self, name: &str, source: io::Error) -> StoreError {
        use io::ErrorKind::{NotADirectory, NotFound};
        let file = self.locate(name);
        match source.kind() {
            NotFound | NotADirectory => StoreError::Missing { file },
            _ => StoreError::Io { file, source },
        }
    }

    /// Opens a file that must be a plain one, and tells of its owner and mode.
    fn open(&self, name: &str) -> Result<(File, Metadata), StoreError> {
        let path = self.path(name);
        let not_plain = || StoreError::NotPlain {
            file: self.locate(name),
        };
        let kind = fs::symlink_metadata(&path).map_err(|error| self.error(name, error))?;
        if !kind.is_file() {
            return Err(not_plain());
        }
        let opened = plain(OpenOptions::new().read(true)).open(&path);
        let file = opened.map_err(|error| self.error(name, error))?;
        // What was opened may be another file than the one looked at before.
        let data = file.metadata().map_err(|error| self.error(name, error))?;
        if !data.is_file() {
            return Err(not_plain());
        }
        Ok((file, data))
    }

    fn open_lock(&self, name: &str) -> io::Result<File> {
        self.create_folder()?;
        let path = self.path(&format!("{name}{LOCK}"));
        match fs::symlink_metadata(&path) {
            Ok(kind) if !kind.is_file() => Err(io::Error::other("not a plain file")),
            _ => plain(&mut OpenOptions::new())
                .create(true)
                .truncate(false)
                .write(true)
                .open(path),
        }
    }

    /// Makes the folder where there is none: for all to read, for its owner to write, whatever the
    /// umask says.
    fn create_folder(&self) -> io::Result<()> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o755);
        builder.create(&self.folder)
    }

    /// Whether another user may have written a file of the folder, or can still change it.
    #[cfg(unix)]
    fn is_shared(&self, file: &Metadata) -> bool {
        use std::os::unix::fs::MetadataExt;
        let me = rustix::process::geteuid().as_raw();
        let is_own = |data: &Metadata| [0, me].contains(&data.uid()) && data.mode() & 0o022 == 0;
        !is_own(file) || !fs::metadata(&self.folder).is_ok_and(|folder| is_own(&folder))
    }

    #[cfg(not(unix))]
    fn is_shared(&self, _: &Metadata) -> bool {
        false
    }
}

/// Options that neither follow a link nor wait for the other end of a pipe.
fn plain(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed());
    }
    options
}

impl TableStore for FileStore {
    fn read(&self, name: &str) -> Result<Bytes, StoreError> {
        let (file, data) = self.open(name)?;
        // SAFETY: the map is read-only, and files here are replaced by renaming, never changed in
        // place. A process that cuts one short ends the processes that read it, not their answers.
        // What another user can change is marked as shared, and copied before it is used.
        let map = unsafe { MmapOptions::new().map(&file) };
        let map = map.map_err(|error| self.error(name, error))?;
        // Fewer misses in the page tables where the system can do it; nothing is lost where not.
        #[cfg(all(target_os = "linux", not(miri)))]
        let _ = map.advise(memmap2::Advice::HugePage);
        Ok(Bytes::mapped(map, self.is_shared(&data)))
    }

    fn write(&self, name: &str, parts: &[&[u8]]) -> Result<(), StoreError> {
        let path = self.path(name);
        let write = || {
            self.create_folder()?;
            let file = write_beside(&path, TEMPORARY, parts)?;
            if has_bytes(&path, parts) {
                return Ok(());
            }
            rename(file, &path)
        };
        write().map_err(|source| StoreError::Io {
            file: self.locate(name),
            source,
        })
    }

    fn remove(&self, name: &str) -> Result<(), StoreError> {
        fs::remove_file(self.path(name)).map_err(|error| self.error(name, error))
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut names: Vec<String> = names.filter(|name| !name.starts_with('.')).collect();
        names.retain(|name| !name.ends_with(LOCK));
        names.sort_unstable();
        names
    }

    fn lock(
        &self,
        name: &str,
        waiting: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<Option<StoreLock>, Stop> {
        let Ok(file) = self.open_lock(name) else {
            return Ok(None);
        };
        loop {
            match file.try_lock() {
                Ok(()) => {
                    remove_leftovers(&self.folder, TEMPORARY, FRESH);
                    return Ok(Some(StoreLock::new(file)));
                }
                // Some network file systems have no locks: two processes may build the same.
                Err(TryLockError::Error(_)) => return Ok(None),
                Err(TryLockError::WouldBlock) => {
                    waiting()?;
                    std::thread::sleep(POLL);
                }
            }
        }
    }

    fn locate(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn place(&self) -> String {
        self.folder.display().to_string()
    }

    fn has(&self, name: &str) -> bool {
        fs::symlink_metadata(self.path(name)).is_ok_and(|kind| kind.is_file())
    }
}

/// The temporary files of dead processes in a folder: those whose lock is free, whose names begin
/// with `temporary`, and which are older than `fresh`.
fn leftovers(folder: &Path, temporary: &str, fresh: Duration) -> Vec<PathBuf> {
    let is_leftover = |entry: &DirEntry| {
        let is_temporary = entry
            .file_name()
            .to_str()
            .is_some_and(|name| name.starts_with(temporary));
        let is_plain = entry.file_type().is_ok_and(|kind| kind.is_file());
        let modified = entry.metadata().and_then(|data| data.modified());
        let is_old = modified.is_ok_and(|then| then.elapsed().is_ok_and(|age| age >= fresh));
        is_temporary
            && is_plain
            && is_old
            && plain(OpenOptions::new().read(true))
                .open(entry.path())
                .is_ok_and(|file| file.try_lock().is_ok())
    };
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let found = entries.filter(is_leftover).map(|entry| entry.path());
    found.collect()
}

/// Removes the temporary files of dead processes from a folder: those whose lock is free, whose
/// names begin with `temporary`, and which are older than `fresh`.
pub(crate) fn remove_leftovers(folder: &Path, temporary: &str, fresh: Duration) {
    for path in leftovers(folder, temporary, fresh) {
        // What cannot be removed now is tried again the next time.
        let _ = fs::remove_file(path);
    }
}

/// Writes a file: whole, or not at all. Its folder must exist, or it is an error; an older file of
/// that name is replaced.
///
/// The bytes are written under a temporary name in the same folder that begins with `temporary`,
/// synced and renamed. That beginning must be that of a file's name, without separators of folders.
///
/// ```
/// use noyes::store::write_whole;
///
/// let path = std::env::temp_dir().join(format!("noyes-whole-{}", std::process::id()));
/// write_whole(&path, ".writing-", b"all of it")?;
/// assert_eq!(std::fs::read(&path)?, b"all of it");
/// std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_whole(path: &Path, temporary: &str, bytes: &[u8]) -> io::Result<()> {
    rename(write_beside(path, temporary, &[bytes])?, path)
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Writes a file to disk, under a temporary name in the folder of `path`.
fn write_beside(path: &Path, temporary: &str, parts: &[&[u8]]) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(temporary);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o644));
    }
    let mut file = builder.tempfile_in(folder_of(path))?;
    // Where files cannot be locked, leftovers stay; the file itself is as good.
    let _ = file.as_file().try_lock();
    let mut page = Vec::with_capacity(PAGE.min(parts.iter().map(|part| part.len()).sum()));
    for part in parts {
        let mut rest = *part;
        while !rest.is_empty() {
            let (now, after) = rest.split_at(rest.len().min(PAGE - page.len()));
            page.extend_from_slice(now);
            rest = after;
            if page.len() == PAGE {
                file.write_all(&page)?;
                page.clear();
            }
        }
    }
    file.write_all(&page)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Gives a file its own name.
fn rename(file: NamedTempFile, path: &Path) -> io::Result<()> {
    file.persist(path).map_err(|error| error.error)?;
    // The rename itself is on disk once the folder is.
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Whether a plain file has these bytes.
fn has_bytes(path: &Path, parts: &[&[u8]]) -> bool {
    let length: usize = parts.iter().map(|part| part.len()).sum();
    let is_as_long =
        fs::symlink_metadata(path).is_ok_and(|data| data.is_file() && data.len() == length as u64);
    if !is_as_long {
        return false;
    }
    let Ok(mut file) = File::open(path) else {
        return false;
    };
    let mut read = vec![0; PAGE.min(length)];
    parts
        .iter()
        .flat_map(|part| part.chunks(PAGE))
        .all(|bytes| {
            let read = &mut read[..bytes.len()];
            file.read_exact(read).is_ok() && read == bytes
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store() -> (tempfile::TempDir, FileStore) {
        let folder = tempfile::tempdir().unwrap();
        let store = FileStore::new(folder.path().join("deep/er"));
        (folder, store)
    }

    #[test]
    fn written_read_replaced_and_removed() {
        let (_folder, store) = store();
        assert!(matches!(store.read("a"), Err(StoreError::Missing { .. })));
        store.write("a", &[b"2", b"3"]).unwrap();
        let old = store.read("a").unwrap();
        let long = vec![7; PAGE + 1];
        store.write("a", &[b"4", &long]).unwrap();
        assert_eq!(&*old, b"23");
        assert_eq!(*store.read("a").unwrap(), [&b"4"[..], &long].concat());
        assert_eq!(store.names(), ["a"]);
        store.remove("a").unwrap();
        assert!(!store.has("a"));
    }

    /// Who has mapped a file on a network file system keeps it.
    #[cfg(unix)]
    #[test]
    fn a_file_that_has_the_bytes_already_is_not_replaced() {
        use std::os::unix::fs::MetadataExt;
        let (_folder, store) = store();
        let file = |name| fs::metadata(store.path(name)).unwrap().ino();
        let long = vec![b'7'; PAGE + 1];
        store.write("a", &[b"4", &long]).unwrap();
        let first = file("a");
        store.write("a", &[b"4", &long]).unwrap();
        store.write("a", &[b"47", &long[1..]]).unwrap();
        assert_eq!(file("a"), first);
        // As long, with one other byte at the end: this one is damaged.
        let damaged = [&b"4"[..], &long[..PAGE], b"8"].concat();
        fs::write(store.path("a"), &damaged).unwrap();
        store.write("a", &[b"4", &long]).unwrap();
        assert_ne!(file("a"), first);
        assert_eq!(*store.read("a").unwrap(), [&b"4"[..], &long].concat());
        // Nothing is left of the writes.
        assert_eq!(fs::read_dir(store.folder()).unwrap().count(), 1);
    }

    #[test]
    fn one_process_builds_at_a_time_and_clears_what_dead_ones_left() {
        let (_folder, store) = store();
        store.write("a", &[b"1"]).unwrap();
        let dead = store.path(".building-dead");
        fs::write(&dead, "half").unwrap();
        let fresh = store.path(".building-fresh");
        fs::write(&fresh, "half").unwrap();
        let long_ago = std::time::SystemTime::now() - 2 * FRESH;
        File::options()
            .write(true)
            .open(&dead)
            .unwrap()
            .set_modified(long_ago)
            .unwrap();
        let living = store.path(".building-living");
        let file = File::create(&living).unwrap();
        file.set_modified(long_ago).unwrap();
        file.try_lock().unwrap();
        assert_eq!(store.leftovers(), [(".building-dead".to_owned(), 4)]);
        let lock = store.lock("4x4", &mut || Ok(())).unwrap();
        assert!(lock.is_some());
        assert_eq!(store.leftovers(), []);
        assert!(!dead.exists() && living.exists() && fresh.exists());
        // Another store of the same folder waits, and may be stopped.
        let other = FileStore::new(store.folder());
        let mut asked = 0;
        let mut waiting = || {
            asked += 1;
            if asked < 3 {
                Ok(())
            } else {
                Err(Stop::Observer)
            }
        };
        assert!(matches!(
            other.lock("4x4", &mut waiting),
            Err(Stop::Observer)
        ));
        // What goes by another name is built meanwhile.
        assert!(
            other
                .lock("3x4", &mut || Err(Stop::Observer))
                .unwrap()
                .is_some()
        );
        drop(lock);
        assert!(
            other
                .lock("4x4", &mut || Err(Stop::Observer))
                .unwrap()
                .is_some()
        );
    }

    #[cfg(unix)]
    #[test]
    fn links_are_refused_and_files_are_for_the_group() {
        use std::os::unix::fs::{MetadataExt, symlink};
        let (_folder, store) = store();
        store.write("a", &[b"1"]).unwrap();
        fs::write(store.path("usual"), "").unwrap();
        let mode = |name| fs::metadata(store.path(name)).unwrap().mode();
        assert_eq!(mode("a"), mode("usual") & !0o022, "the umask decides");
        symlink(store.path("a"), store.path("b")).unwrap();
        assert!(matches!(store.read("b"), Err(StoreError::NotPlain { .. })));
        symlink(store.path("a"), store.path("4x4.lock")).unwrap();
        assert!(store.lock("4x4", &mut || Ok(())).unwrap().is_none());
        assert_eq!(&*store.read("a").unwrap(), b"1");
    }

    #[cfg(unix)]
    #[test]
    fn what_others_may_have_written_is_shared() {
        use std::os::unix::fs::PermissionsExt;
        let (_folder, store) = store();
        store.write("a", &[b"1"]).unwrap();
        let is_shared = || store.read("a").unwrap().is_shared();
        let set = |path: &Path, mode| {
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        };
        assert!(!is_shared(), "a folder of its own making");
        for (folder, file) in [
            (0o775, 0o644),
            (0o1777, 0o644),
            (0o755, 0o664),
            (0o755, 0o646),
        ] {
            set(store.folder(), folder);
            set(&store.path("a"), file);
            assert!(is_shared(), "{folder:o} {file:o}");
        }
        set(store.folder(), 0o755);
        set(&store.path("a"), 0o644);
        assert!(!is_shared());
        // Only root can make a file of another user.
        if rustix::process::geteuid().is_root() {
            std::os::unix::fs::chown(store.path("a"), Some(12345), None).unwrap();
            assert!(is_shared(), "a file of another user");
            std::os::unix::fs::chown(store.path("a"), Some(0), None).unwrap();
            std::os::unix::fs::chown(store.folder(), Some(12345), None).unwrap();
            assert!(is_shared(), "a folder of another user");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "in the way").unwrap();
        let store = FileStore::new(&path);
        assert!(matches!(
            store.write("a", &[b"1"]),
            Err(StoreError::Io { .. })
        ));
        assert!(store.lock("4x4", &mut || Ok(())).unwrap().is_none());
        assert!(store.names().is_empty());
    }
}
