//! Where results go, and how errors are printed.
//!
//! Everything the command writes to a file as a whole goes through [`write`]. Only the rows of
//! `batch --resume` are appended one by one (`commands/batch/journal.rs`).
//!
//! | target | what happens |
//! |---|---|
//! | no path, `-`, `/dev/stdout` | standard output |
//! | a new file | appears when its content is whole |
//! | an existing file | is replaced as a whole and keeps its mode |
//! | a symbolic link to a file | stays; the file it leads to is replaced, in that file's folder |
//! | a symbolic link to nothing, a folder | is refused |
//! | a device, a pipe | is written to directly |

mod replacement;

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::printable::{printable, printable_path};
use crate::{interrupt, suggest};
use replacement::Replacement;
pub use replacement::remove_unfinished;

/// Whether a result goes to standard output: no file is named, or one of its names.
pub fn is_standard(path: Option<&Path>) -> bool {
    let device = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"];
    let is_name = |path: &Path| path == Path::new("-") || device.iter().any(|&it| path == it);
    path.is_none_or(is_name)
}

/// Refuses a file that cannot be written, before anything is computed for it.
pub fn ensure_writable(path: Option<&Path>) -> Result<()> {
    match path.filter(|path| !is_standard(Some(path))) {
        Some(path) => Sink::open(path).map(drop),
        None => Ok(()),
    }
}

/// Writes a result to a file, or to standard output, through one buffer.
///
/// A file has its old content until `result` has succeeded, and then the new one as a whole.
pub fn write(
    path: Option<&Path>,
    result: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let Some(path) = path.filter(|path| !is_standard(Some(path))) else {
        let cannot = || "standard output cannot be written";
        let mut out = BufWriter::new(io::stdout().lock());
        result(&mut out).with_context(cannot)?;
        return out.flush().with_context(cannot);
    };
    // An interrupt must find a handler that removes the temporary file.
    interrupt::listen();
    let cannot = || format!("{} cannot be written", printable_path(path));
    match Sink::open(path)? {
        Sink::Replaced(new) => {
            let mut out = BufWriter::new(new);
            result(&mut out).with_context(cannot)?;
            let new = out.into_inner().map_err(io::IntoInnerError::into_error);
            new.and_then(Replacement::commit).with_context(cannot)
        }
        Sink::Direct => {
            // A file that is open already keeps what others have written to it.
            let file = OpenOptions::new().append(true).open(path);
            let mut out = BufWriter::new(file.with_context(cannot)?);
            result(&mut out).with_context(cannot)?;
            out.flush().with_context(cannot)
        }
    }
}

/// How a path is written to.
enum Sink {
    /// A file, whose new content is not under its name yet.
    Replaced(Replacement),
    /// A device or a pipe.
    Direct,
}

impl Sink {
    fn open(path: &Path) -> Result<Self> {
        let cannot = || format!("{} cannot be written", printable_path(path));
        let Some(target) = target(path)? else {
            return Ok(Self::Direct);
        };
        let new = Replacement::begin(&target).with_context(cannot)?;
        Ok(Self::Replaced(new))
    }
}

/// The file that a path leads to, which may not exist yet; none if it leads to a device or a pipe.
fn target(path: &Path) -> Result<Option<PathBuf>> {
    let name = printable_path(path);
    let Ok(entry) = fs::symlink_metadata(path) else {
        let folder = path.parent().unwrap_or(Path::new(""));
        if !folder.as_os_str().is_empty() && !folder.is_dir() {
            bail!(
                "{name} cannot be written: there is no folder {}{}; make it first, or choose another",
                printable_path(folder),
                suggest::question(folder)
            );
        }
        return Ok(Some(path.to_owned()));
    };
    let Ok(led_to) = fs::metadata(path) else {
        bail!(
            "{name} cannot be written: it is a symbolic link to a file that is not there; remove it, or choose another name"
        );
    };
    if led_to.is_dir() {
        bail!("{name} cannot be written: it is a folder; give a file in it");
    }
    if !led_to.is_file() || is_open_file(path) {
        return Ok(None);
    }
    Ok(Some(match entry.is_symlink() {
        true => fs::canonicalize(path).with_context(|| format!("{name} cannot be written"))?,
        false => path.to_owned(),
    }))
}

/// Whether a path such as `/dev/stderr` or `/dev/fd/3` stands for a file that is open already.
fn is_open_file(path: &Path) -> bool {
    let link = fs::read_link(path).unwrap_or_default();
    let folder = path.parent().map(fs::canonicalize);
    let folder = folder.and_then(io::Result::ok).unwrap_or_default();
    cfg!(unix) && (link.starts_with("/proc") || folder.starts_with("/proc"))
}

/// The columns of the terminal that the result goes to; none if it goes elsewhere.
pub fn columns(path: Option<&Path>) -> Option<usize> {
    let is_seen = is_standard(path) && io::stdout().is_terminal();
    let size = || crossterm::terminal::size().ok();
    is_seen.then(size)?.map(|(columns, _)| columns.into())
}

/// Whether the terminal declares that it can only print.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|name| name == "dumb")
}

/// Whether an error only says that the reader of the output is gone.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref())
        .any(closed)
}

/// Prints an error on one line.
pub fn print_error(error: &anyhow::Error) {
    // A reader that is gone must not turn an error into a panic.
    let _ = writeln!(io::stderr(), "error: {}", printable(&format!("{error:#}")));
}
