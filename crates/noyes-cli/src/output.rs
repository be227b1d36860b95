//! Where results go, and how complaints look.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::suggest;

/// Refuses a file in a folder that is not there, before anything is worked out for it.
pub fn expect(path: Option<&Path>) -> Result<()> {
    let folder = path.and_then(Path::parent);
    match (path, folder) {
        (Some(path), Some(folder)) if !folder.as_os_str().is_empty() && !folder.is_dir() => bail!(
            "{} cannot be written: there is no folder {}{}; make it first, or choose another",
            path.display(),
            folder.display(),
            suggest::question(folder)
        ),
        _ => Ok(()),
    }
}

/// Writes a result to a file, or to standard output, through one buffer.
pub fn write(
    path: Option<&Path>,
    result: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let Some(path) = path else {
        let cannot = || "standard output cannot be written";
        let mut out = BufWriter::new(io::stdout().lock());
        result(&mut out).with_context(cannot)?;
        return out.flush().with_context(cannot);
    };
    expect(Some(path))?;
    let cannot = || format!("{} cannot be written", path.display());
    let mut out = BufWriter::new(File::create(path).with_context(cannot)?);
    result(&mut out).with_context(cannot)?;
    out.flush().with_context(cannot)
}

/// Writes a whole file under a name of its own and gives it the right one at the end: whoever
/// looks sees the old file or the new one, never half of it. What is no plain file, such as a
/// device or a link, is written to where it is.
pub fn write_whole(path: Option<&Path>, bytes: &[u8]) -> Result<()> {
    let is_plain = |path: &&Path| fs::symlink_metadata(path).map_or(true, |data| data.is_file());
    let Some(path) = path.filter(is_plain) else {
        return write(path, |out| out.write_all(bytes));
    };
    expect(Some(path))?;
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // The error that matters is the one at hand.
        let _ = fs::remove_file(&part);
    }
    written.with_context(|| format!("{} cannot be written", path.display()))
}

/// How many columns a line of the result has room for, where that has an end: on a terminal.
pub fn room(path: Option<&Path>) -> Option<usize> {
    let is_seen = path.is_none() && io::stdout().is_terminal();
    let size = || ratatui::crossterm::terminal::size().ok();
    is_seen.then(size)?.map(|(columns, _)| columns.into())
}

/// Whether the terminal says of itself that it can only print.
pub fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|name| name == "dumb")
}

/// Whether an error only says that nobody reads the output any more.
pub fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let closed = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref())
        .any(closed)
}

/// Says what went wrong, on one line.
pub fn complain(error: &anyhow::Error) {
    // A reader that is gone must not turn a complaint into a panic.
    let _ = writeln!(io::stderr(), "error: {error:#}");
}

/// A field of comma-separated values, in quotes where it needs them.
pub fn csv_field(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
