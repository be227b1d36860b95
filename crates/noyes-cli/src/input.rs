//! Where text comes from: a file, standard input, or the argument itself.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use noyes::format::{self, Reading};
use noyes::{Board, Goal, collections};

use crate::suggest;

/// No board is longer than this, by far: a 127×127 board takes 100 kB.
const MOST_BYTES: u64 = 8 << 20;

/// Reads a BOARD argument; with `verbose` it tells what it understood.
pub fn board(argument: &str, verbose: bool) -> Result<Board> {
    let Reading { board, note, .. } = match source(argument) {
        Source::Here => format::read_board(argument).context("the board given")?,
        Source::Elsewhere => {
            let bytes = bytes(argument)?;
            format::read_board_bytes(&bytes).with_context(|| name(argument))?
        }
    };
    if verbose {
        eprintln!("read {}: {note}", name(argument));
    }
    Ok(board)
}

/// Reads a MOVES argument as text.
pub fn moves(argument: &str) -> Result<String> {
    let is_file = argument == "-" || Path::new(argument).exists();
    // Moves are letters, counts and tile numbers: whatever has none of the marks of a file name.
    if !is_file && !argument.contains(['.', '\\']) && !argument.contains('/') {
        return Ok(argument.to_owned());
    }
    if !is_file {
        bail!(
            "there is no file {}{}: give a file, - for standard input, or the moves themselves, such as R2U2LD",
            shortened(argument),
            suggest::question(Path::new(argument))
        );
    }
    if Path::new(argument).is_dir() {
        bail!(
            "{} is a folder, not moves: give a file in it",
            shortened(argument)
        );
    }
    text(argument)
}

/// Reads a --goal argument: a name, or a board.
pub fn goal(argument: &str, verbose: bool) -> Result<Goal> {
    Ok(match argument {
        "blank-last" => Goal::BlankLast,
        "blank-first" => Goal::BlankFirst,
        "snail" => Goal::Snail,
        other => Goal::Board(board(other, verbose).with_context(|| {
            format!(
                "--goal {}: it is blank-last, blank-first, snail or a board",
                shortened(other)
            )
        })?),
    })
}

/// The whole text of a file or of standard input.
pub fn text(argument: &str) -> Result<String> {
    let bytes = bytes(argument)?;
    let text = format::text_of_bytes(&bytes).with_context(|| name(argument))?;
    Ok(text.into_owned())
}

/// What messages call an argument.
pub fn name(argument: &str) -> String {
    match source(argument) {
        Source::Here => "the board given".to_owned(),
        Source::Elsewhere if argument == "-" => "standard input".to_owned(),
        Source::Elsewhere => shortened(argument),
    }
}

/// Whether an argument is itself a board.
pub fn is_board(argument: &str) -> bool {
    matches!(source(argument), Source::Here)
}

enum Source {
    Here,
    Elsewhere,
}

/// Whether an argument is itself the board. A file that exists is always taken for a file.
fn source(argument: &str) -> Source {
    if argument == "-" || Path::new(argument).exists() {
        return Source::Elsewhere;
    }
    let has_digit = argument.contains(|c: char| c.is_ascii_digit());
    let board_signs = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",/[]_.xX-".contains(c);
    let looks_so = argument.contains(char::is_whitespace) || argument.starts_with('[');
    if has_digit && (looks_so || argument.chars().all(board_signs)) {
        Source::Here
    } else {
        Source::Elsewhere
    }
}

fn bytes(argument: &str) -> Result<Vec<u8>> {
    if argument == "-" {
        return read(io::stdin().lock(), argument);
    }
    if argument.is_empty() {
        bail!(
            "the board is empty: give a file, - for standard input, or a board such as \"8 1 3/4 0 2/7 6 5\""
        );
    }
    if let Some(name) = argument.strip_prefix('@')
        && collections::by_name(name).is_some()
    {
        bail!("{argument} is a collection of boards, not one: try noyes batch {argument}");
    }
    let path = Path::new(argument);
    if path.is_dir() {
        bail!(
            "{0} is a folder, not a board: give a file in it, or try noyes batch {0}",
            shortened(argument)
        );
    }
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => bail!(
            "there is no file {}{}: give a file, - for standard input, or the board itself in quotes, such as \"8 1 3/4 0 2/7 6 5\"",
            shortened(argument),
            suggest::question(path)
        ),
        Err(error) => bail!("{} cannot be read: {error}", shortened(argument)),
    };
    read(file, argument)
}

fn read(source: impl Read, argument: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let cannot = || format!("{} cannot be read", name(argument));
    source
        .take(MOST_BYTES + 1)
        .read_to_end(&mut bytes)
        .with_context(cannot)?;
    if bytes.len() as u64 > MOST_BYTES {
        bail!(
            "{} is over {} MB, more than any board takes: check that it is the right file",
            name(argument),
            MOST_BYTES >> 20
        );
    }
    Ok(bytes)
}

/// An argument as it can be typed again, where that is simple.
pub fn quoted(argument: &str) -> String {
    match argument.contains(char::is_whitespace) {
        true => format!("\"{}\"", shortened(argument)),
        false => shortened(argument),
    }
}

/// At most 60 characters of an argument, with nothing in it that could upset a terminal.
pub fn shortened(argument: &str) -> String {
    let clean: String = argument
        .chars()
        .take(60)
        .flat_map(char::escape_debug)
        .collect();
    if argument.chars().count() > 60 {
        format!("{clean}…")
    } else {
        clean
    }
}
