//! Files without a name (`O_TMPFILE`): they vanish with the process that holds them.
//!
//! Not every file system has them; then [`create`] fails, and a named file has to do.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, OFlags, linkat};

/// Creates an empty file in a folder; a private one if it is to take another mode.
pub fn create(folder: &Path, is_private: bool) -> io::Result<File> {
    let file = OpenOptions::new()
        .write(true)
        .mode(if is_private { 0o600 } else { 0o666 })
        .custom_flags(OFlags::TMPFILE.bits() as i32)
        .open(folder)?;
    // The name is given through /proc, which a container may not have.
    std::fs::symlink_metadata(by_number(&file))?;
    Ok(file)
}

/// Gives the file a name that nothing has.
pub fn give_name(file: &File, path: &Path) -> io::Result<()> {
    Ok(linkat(
        CWD,
        by_number(file),
        CWD,
        path,
        AtFlags::SYMLINK_FOLLOW,
    )?)
}

fn by_number(file: &File) -> String {
    format!("/proc/self/fd/{}", file.as_raw_fd())
}
