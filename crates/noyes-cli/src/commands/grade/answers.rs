//! The answers of the students: which file answers which board.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::{input, nearby};

/// A student and the files handed in.
#[derive(Debug)]
pub struct Student {
    /// The folder's name; empty if there is only one student.
    pub name: String,
    files: Vec<PathBuf>,
}

/// One student a folder within `folder`, or one for `folder` itself.
pub fn students(folder: &Path) -> Result<Vec<Student>> {
    if !folder.is_dir() {
        bail!(
            "{} is no folder{}: give the folder of the answers",
            folder.display(),
            nearby::question(folder)
        );
    }
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) =
        listed(folder)?.into_iter().partition(|path| path.is_dir());
    let mut students = Vec::new();
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        students.push(Student {
            name: name.into_owned(),
            files: listed(&folder)?,
        });
    }
    if students.is_empty() || !files.is_empty() {
        let name = String::new();
        students.insert(0, Student { name, files });
    }
    Ok(students)
}

/// What is in a folder, by name, without hidden files.
fn listed(folder: &Path) -> Result<Vec<PathBuf>> {
    let cannot = || format!("{} cannot be read", folder.display());
    let mut paths = Vec::new();
    for item in fs::read_dir(folder).with_context(cannot)? {
        let item = item.with_context(cannot)?;
        if !item.file_name().to_string_lossy().starts_with('.') {
            paths.push(item.path());
        }
    }
    paths.sort();
    Ok(paths)
}

impl Student {
    /// The text that answers a board, if there is a file for it.
    pub fn answer(&self, board: &str) -> Option<Result<String>> {
        let rank = |path: &&PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            likeness(&name, board)
        };
        let best = self.files.iter().filter(|path| path.is_file());
        let best = best.filter(|path| rank(path) > 0).max_by_key(rank)?;
        Some(input::text(&best.to_string_lossy()))
    }
}

/// How surely a file of this name answers the board of that name; 0 for not at all.
fn likeness(file: &str, board: &str) -> u8 {
    let stem = |name: &str| name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let (file_stem, board_stem) = (stem(file), stem(board));
    let is_longer = |rest: &str| rest.starts_with(['-', '_', ' ']);
    if file == board {
        3
    } else if file_stem == board_stem {
        2
    } else {
        let rest = file_stem.strip_prefix(&board_stem);
        let more = rest.is_some_and(|rest| {
            // puzzle4x4-05 is a board of its own, not an answer to puzzle4x4.
            is_longer(rest) && !rest[1..].starts_with(|c: char| c.is_ascii_digit())
        });
        u8::from(more)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_find_their_boards() {
        assert_eq!(likeness("puzzle04.txt", "puzzle04.txt"), 3);
        assert_eq!(likeness("Puzzle04.out", "puzzle04.txt"), 2);
        assert_eq!(likeness("puzzle04.txt.out", "puzzle04.txt"), 2);
        assert_eq!(likeness("puzzle04-solution.txt", "puzzle04.txt"), 1);
        assert_eq!(likeness("puzzle4x4-05.txt", "puzzle4x4.txt"), 0);
        assert_eq!(likeness("puzzle041.txt", "puzzle04.txt"), 0);
        assert_eq!(likeness("readme.txt", "puzzle04.txt"), 0);
    }
}
