//! The boards of a batch: from files, folders, lists and collections.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use noyes::{Board, format};

use super::own_rows;
use crate::collection;
use crate::input::{self, Content};
use crate::printable::printable_path;

/// A board to solve, or the reason why it could not be read.
#[derive(Debug)]
pub struct Entry {
    pub name: String,
    pub board: Result<Board, String>,
    pub known: Option<u32>,
}

/// All boards of all paths, in order.
pub fn gather(paths: &[String]) -> Result<Vec<Entry>> {
    let mut entries = Vec::new();
    for path in paths {
        if !Path::new(path).exists()
            && let Some(boards) = collection::boards(path)
        {
            entries.extend(boards?.into_iter().map(|one| Entry {
                name: one.name.unwrap_or_else(|| path.clone()),
                board: Ok(one.board),
                known: one.known,
            }));
        } else if Path::new(path).is_dir() {
            let files = files(Path::new(path))?;
            if files.is_empty() {
                bail!("{path} holds no .txt or .json file: give a folder of boards");
            }
            for file in files {
                let text = input::file_text(&file, Content::Boards);
                text_entries(text, &file_name(&file), &mut entries);
            }
        } else if input::is_board(path) {
            let board = input::board(path, false)?;
            entries.push(Entry {
                name: format::slashes(&board),
                board: Ok(board),
                known: None,
            });
        } else {
            let name = file_name(Path::new(path));
            text_entries(Ok(input::text(path, Content::Boards)?), &name, &mut entries);
        }
    }
    if entries.is_empty() {
        bail!(
            "there is no board in {}: give at least one",
            paths.join(", ")
        );
    }
    Ok(entries)
}

pub fn file_name(path: &Path) -> String {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

/// The files of a folder that may hold boards, sorted by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let cannot = || format!("{} cannot be read", printable_path(folder));
    let mut files = Vec::new();
    for item in fs::read_dir(folder).with_context(cannot)? {
        let path = item.with_context(cannot)?.path();
        let is_named_so = path
            .extension()
            .is_some_and(|ending| ending == "txt" || ending == "json");
        if path.is_file() && is_named_so {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

pub fn text_entries(text: Result<String>, name: &str, entries: &mut Vec<Entry>) {
    let rows = text.as_ref().ok();
    if let Some(rows) = rows.and_then(|text| own_rows::entries(text, name)) {
        entries.extend(rows);
        return;
    }
    match text {
        Ok(text) if format::is_list(&text) => list_entries(&text, name, entries),
        Ok(text) => entries.push(Entry {
            board: format::read_board(&text)
                .map(|reading| reading.board)
                .map_err(|error| error.to_string()),
            known: course_minimum(name),
            name: name.to_owned(),
        }),
        Err(error) => entries.push(Entry {
            name: name.to_owned(),
            board: Err(format!("{error:#}")),
            known: None,
        }),
    }
}

fn list_entries(list: &str, source: &str, entries: &mut Vec<Entry>) {
    for (number, line) in (1..).zip(list.lines()) {
        let place = || format!("{source}:{number}");
        match format::list::parse_line(line, number) {
            Ok(None) => {}
            Ok(Some(entry)) => entries.push(Entry {
                name: entry.name.unwrap_or_else(place),
                board: Ok(entry.board),
                known: entry.known,
            }),
            Err(error) => entries.push(Entry {
                name: place(),
                board: Err(error.to_string()),
                known: None,
            }),
        }
    }
}

/// The minimum in the file names of the course: `puzzle31.txt`, `puzzle4x4-31.txt`.
fn course_minimum(name: &str) -> Option<u32> {
    let stem = name.strip_suffix(".txt")?.strip_prefix("puzzle")?;
    let digits = match stem.split_once('-') {
        Some((size, digits)) => {
            let (rows, cols) = size.split_once('x')?;
            (rows.parse::<u32>().is_ok() && rows == cols).then_some(digits)?
        }
        None => stem,
    };
    let two_digits = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    two_digits.then(|| digits.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn minima_in_the_names_of_the_course() {
        assert_eq!(course_minimum("puzzle04.txt"), Some(4));
        assert_eq!(course_minimum("puzzle4x4-31.txt"), Some(31));
        for name in [
            "puzzle4x4-hard1.txt",
            "puzzle3x3-unsolvable.txt",
            "board21.txt",
            "puzzle4.txt",
            "puzzle123.txt",
            "puzzle4x5-22.txt",
        ] {
            assert_eq!(course_minimum(name), None, "{name}");
        }
    }
}
