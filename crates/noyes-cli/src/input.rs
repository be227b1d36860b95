//! Where text comes from: a file, standard input, or the argument itself.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use noyes::format::{self, Reading};
use noyes::{Board, Goal};
use noyes_answer::{Answer, Question};
use noyes_api::Replay;

use crate::printable::printable;
use crate::{answer_file, collection, suggest};

/// What a text is expected to hold, which limits its length.
///
/// No more than the limit is read, whatever comes out of a pipe or a device.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// One board. A 127×127 board takes 100 kB.
    Board,
    /// A list of boards: ten thousand of 127×127 cells.
    Boards,
    /// A certificate: a board, its moves, and the counts of its proof.
    Certificate,
    /// A solution. The moves of a 127×127 board take 10 MB, its transcripts many times that.
    Moves,
}

impl Content {
    fn max_bytes(self) -> u64 {
        match self {
            Self::Board => 8 << 20,
            Self::Certificate => 64 << 20,
            Self::Boards | Self::Moves => 1 << 30,
        }
    }

    /// Why a longer text is refused, and what to do.
    fn remedy(self) -> &'static str {
        match self {
            Self::Board => "more than any board takes: check that it is the right file",
            Self::Certificate => "more than any certificate takes: check that it is the right file",
            Self::Boards => "more than is read at once: split the list",
            Self::Moves => "more than is read of a solution: write it as directions or tiles",
        }
    }
}

/// Reads a BOARD argument; with `verbose` it prints how the text was understood.
pub fn board(argument: &str, verbose: bool) -> Result<Board> {
    if !Path::new(argument).exists()
        && let Some(boards) = collection::boards(argument)
    {
        let [entry] = <[_; 1]>::try_from(boards?).map_err(|_| several(argument))?;
        return Ok(entry.board);
    }
    if let Some(replay) = Replay::linked(argument) {
        return Ok(replay?.board);
    }
    let Reading { board, note, .. } = match source(argument) {
        Source::Argument => format::read_board(argument).context("the board given")?,
        Source::Elsewhere => {
            let bytes = bytes(argument, Content::Board)?;
            format::read_board_bytes(&bytes).with_context(|| name(argument))?
        }
    };
    if verbose {
        eprintln!("read {}: {}", name(argument), printable(&note));
    }
    Ok(board)
}

/// Why a collection cannot be taken for one board.
fn several(argument: &str) -> anyhow::Error {
    let name = argument.split(':').next().unwrap_or(argument);
    anyhow!(
        "{argument} is a collection of boards, not one: try noyes batch {argument}, or one of its boards, such as {name}:1"
    )
}

/// Reads a MOVES argument as text.
pub fn moves(argument: &str) -> Result<String> {
    if let Some(replay) = Replay::linked(argument) {
        return Ok(replay?.moves.to_string());
    }
    match moves_file(argument)? {
        true => text(argument, Content::Moves),
        false => Ok(argument.to_owned()),
    }
}

/// Whether a MOVES argument names a file or standard input, as opposed to being the moves.
fn moves_file(argument: &str) -> Result<bool> {
    let is_file = argument == "-" || Path::new(argument).exists();
    // Moves are letters, counts and tile numbers: a dot or a slash is the mark of a file name.
    let is_named_so =
        !argument.contains(char::is_whitespace) && argument.contains(['.', '\\', '/']);
    if !is_file && is_named_so {
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
    Ok(is_file)
}

/// Reads a MOVES argument as an answer to a question.
pub fn answer(argument: &str, question: &Question) -> Result<Answer> {
    let is_text = Replay::linked(argument).is_some() || !moves_file(argument)?;
    if is_text {
        let Question { board, goal, .. } = question;
        return Ok(Answer::read(
            &moves(argument)?,
            board,
            goal,
            question.metric,
        ));
    }
    match argument {
        "-" => answer_file::read(io::stdin().lock(), &name(argument), question),
        path => answer_file::read_file(Path::new(path), question),
    }
}

/// Reads a --goal argument: a name, or a board.
pub fn goal(argument: &str, verbose: bool) -> Result<Goal> {
    Ok(match argument {
        "blank-last" => Goal::BlankLast,
        "blank-first" => Goal::BlankFirst,
        "snail" => Goal::Snail,
        other => Goal::Board(board(other, verbose).with_context(|| {
            let names = ["blank-last", "blank-first", "snail"].map(str::to_owned);
            let near = suggest::nearest(other, names.into_iter());
            format!(
                "--goal {}{}: it is blank-last, blank-first, snail or a board",
                shortened(other),
                near.map_or(String::new(), |near| suggest::ask(&near))
            )
        })?),
    })
}

/// The whole text of a file or of standard input.
pub fn text(argument: &str, content: Content) -> Result<String> {
    let bytes = bytes(argument, content)?;
    let text = format::text_of_bytes(&bytes).with_context(|| name(argument))?;
    Ok(text.into_owned())
}

/// The whole text of a file that was found in a folder.
pub fn file_text(path: &Path, content: Content) -> Result<String> {
    let name = shortened(&path.to_string_lossy());
    let cannot = || format!("{name} cannot be read");
    let file = File::open(path).with_context(cannot)?;
    let bytes = read(file, content, &name)?;
    let text = format::text_of_bytes(&bytes).context(name)?;
    Ok(text.into_owned())
}

/// Whether a path is a file that holds a board or a list of boards.
pub fn holds_boards(path: &Path) -> bool {
    // Only a regular file is opened: a pipe would have to be waited for.
    if !path.is_file() {
        return false;
    }
    let Ok(text) = file_text(path, Content::Boards) else {
        return false;
    };
    let is_list = || format::is_list(&text) && format::list::entries(&text).any(|one| one.is_ok());
    format::read_board(&text).is_ok() || is_list()
}

/// What messages call an argument.
pub fn name(argument: &str) -> String {
    match source(argument) {
        Source::Argument => "the board given".to_owned(),
        Source::Elsewhere if argument == "-" => "standard input".to_owned(),
        Source::Elsewhere => shortened(argument),
    }
}

/// Whether an argument is itself a board.
pub fn is_board(argument: &str) -> bool {
    matches!(source(argument), Source::Argument)
}

enum Source {
    /// The argument is the board.
    Argument,
    /// The argument names a file or standard input.
    Elsewhere,
}

/// Where the board of an argument is. An existing file always counts as a file.
fn source(argument: &str) -> Source {
    if argument == "-" || Path::new(argument).exists() {
        return Source::Elsewhere;
    }
    let has_digit = argument.contains(|c: char| c.is_ascii_digit());
    let is_sign = |c: char| c.is_ascii_digit() || c.is_whitespace() || ",/[]{}()_.xX-".contains(c);
    let is_array = argument.starts_with(['[', '{', '(']);
    let has_gaps = argument.contains(char::is_whitespace) || is_array;
    if has_digit && (has_gaps || argument.chars().all(is_sign)) {
        Source::Argument
    } else {
        Source::Elsewhere
    }
}

fn bytes(argument: &str, content: Content) -> Result<Vec<u8>> {
    if argument == "-" {
        return read(io::stdin().lock(), content, &name(argument));
    }
    if argument.is_empty() {
        bail!(
            "the board is empty: give a file, - for standard input, or a board such as \"8 1 3/4 0 2/7 6 5\""
        );
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
    read(file, content, &name(argument))
}

fn read(source: impl Read, content: Content, name: &str) -> Result<Vec<u8>> {
    let most = content.max_bytes();
    let mut bytes = Vec::new();
    let cannot = || format!("{name} cannot be read");
    source
        .take(most + 1)
        .read_to_end(&mut bytes)
        .with_context(cannot)?;
    if bytes.len() as u64 > most {
        bail!("{name} is over {} MB, {}", most >> 20, content.remedy());
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

/// At most 60 characters of an argument, fit to be printed.
pub fn shortened(argument: &str) -> String {
    const MOST: usize = 60;
    match argument.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", printable(&argument[..end])),
        None => printable(argument).into_owned(),
    }
}
