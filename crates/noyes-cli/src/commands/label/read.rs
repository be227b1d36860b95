//! The boards to be labelled, as blocks. Lists are read as a stream, so that any number of boards
//! fits in memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};
use noyes::format::{self, list};

use super::block::{Block, Item};
use super::npy;
use crate::commands::batch::gather::{self, Entry};
use crate::input;
use crate::printable::printable_path;

/// Bytes that are read at once, and looked at to tell a list from one board.
const CHUNK: usize = 1 << 20;

/// Takes a block that is full or ends; false if no more is wanted.
pub type Take<'a> = dyn FnMut(&mut Block) -> Result<bool> + 'a;

/// Reads all boards of all arguments.
pub fn blocks(arguments: &[String], take: &mut Take<'_>) -> Result<()> {
    for argument in arguments {
        let goes_on = match open(argument)? {
            Some(source) => stream(source, argument, take)?,
            None => entries(gather::gather(std::slice::from_ref(argument))?, take)?,
        };
        if !goes_on {
            break;
        }
    }
    Ok(())
}

/// The bytes of an argument that is a file or standard input; none for any other.
fn open(argument: &str) -> Result<Option<Box<dyn Read>>> {
    if argument == "-" {
        return Ok(Some(Box::new(io::stdin().lock())));
    }
    let path = Path::new(argument);
    if !path.is_file() {
        return Ok(None);
    }
    let cannot = || format!("{} cannot be read", printable_path(path));
    Ok(Some(Box::new(File::open(path).with_context(cannot)?)))
}

/// Reads a stream: an array, a list, or one board.
fn stream(source: Box<dyn Read>, argument: &str, take: &mut Take<'_>) -> Result<bool> {
    let mut source = BufReader::with_capacity(CHUNK, source);
    let name = match argument {
        "-" => "-".to_owned(),
        path => gather::file_name(Path::new(path)),
    };
    let cannot = || format!("{} cannot be read", input::name(argument));
    // A pipe hands over a line or two at first: enough to tell one board from a list.
    let mut head = Vec::new();
    while head.len() < CHUNK {
        let more = source.fill_buf().with_context(cannot)?;
        if more.is_empty() {
            break;
        }
        let length = more.len();
        head.extend_from_slice(more);
        source.consume(length);
        if head.iter().filter(|&&byte| byte == b'\n').count() > ENOUGH_LINES {
            break;
        }
    }
    if head.starts_with(npy::MAGIC) {
        let mut source = head.chain(source);
        return npy::read(&mut source, &name, take).with_context(|| input::name(argument));
    }
    let whole = head
        .iter()
        .rposition(|&byte| byte == b'\n')
        .unwrap_or(head.len());
    // Lines that end with a carriage return alone are not cut here.
    let has_lines = whole < head.len() || !head.contains(&b'\r');
    let is_list = has_lines && str::from_utf8(&head[..whole]).is_ok_and(format::is_list);
    if is_list {
        return lines(head.chain(source), name, take).with_context(cannot);
    }
    let mut bytes = head;
    let rest = source.take(MOST_BYTES);
    rest.chain(io::empty())
        .read_to_end(&mut bytes)
        .with_context(cannot)?;
    let text = format::text_of_bytes(&bytes).with_context(|| input::name(argument))?;
    let mut found = Vec::new();
    gather::text_entries(Ok(text.into_owned()), &name, &mut found);
    entries(found, take)
}

/// Lines after which a text shows what it is.
const ENOUGH_LINES: usize = 200;
/// More than this is no single board.
const MOST_BYTES: u64 = 1 << 30;

/// Reads a list line by line.
fn lines(source: impl Read, name: String, take: &mut Take<'_>) -> Result<bool> {
    let mut source = BufReader::with_capacity(CHUNK, source);
    let mut block = Block::of(name);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if source.read_until(b'\n', &mut line)? == 0 {
            break;
        }
        let content = line.strip_suffix(b"\n").unwrap_or(&line);
        if !block.push_line(content, number) {
            let text = String::from_utf8_lossy(content);
            match list::parse_line(&text, number) {
                Ok(None) => continue,
                Ok(Some(entry)) => {
                    if !block.fits(entry.board.size()) && !take(&mut block)? {
                        return Ok(false);
                    }
                    block.push_board(&entry.board, number, entry.name, entry.known);
                }
                Err(error) => block.push(Item::Unreadable {
                    number,
                    why: error.to_string(),
                }),
            }
        }
        if block.is_full() && !take(&mut block)? {
            return Ok(false);
        }
    }
    take(&mut block)
}

/// Labels boards that are in memory.
fn entries(entries: Vec<Entry>, take: &mut Take<'_>) -> Result<bool> {
    let mut block = Block::default();
    for (number, entry) in (1..).zip(entries) {
        match entry.board {
            Ok(board) => {
                let is_over = block.is_full() || !block.fits(board.size());
                if is_over && !take(&mut block)? {
                    return Ok(false);
                }
                block.push_board(&board, number, Some(entry.name), entry.known);
            }
            Err(why) => bail!("{}: {why}", entry.name),
        }
    }
    take(&mut block)
}
