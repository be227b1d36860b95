//! The answers of the students: who handed in which file, and which board it answers.
//!
//! A file answers the board it is named after. In a student's folder whatever else the name says
//! means nothing; in the folder of all, what follows the board's name is the student.

use std::collections::{BTreeMap, btree_map::Entry};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::unmatched::Stray;
use crate::{input, suggest};

/// What was handed in.
#[derive(Debug)]
pub struct Answers {
    /// By name; an empty one for files that name no student.
    pub students: Vec<Student>,
    /// What answers no board.
    pub strays: Vec<Stray>,
}

/// A student and the files handed in.
#[derive(Debug, Default)]
pub struct Student {
    pub name: String,
    /// By the board's number.
    files: BTreeMap<usize, Vec<PathBuf>>,
}

impl Answers {
    /// Looks for the answers to `boards` in `folder` and in the folders of students in it.
    pub fn find(folder: &Path, boards: &[&str]) -> Result<Self> {
        if !folder.is_dir() {
            bail!(
                "{} is no folder{}: give the folder of the answers",
                folder.display(),
                suggest::question(folder)
            );
        }
        let mut students: BTreeMap<String, Student> = BTreeMap::new();
        let mut strays = Vec::new();
        for path in listed(folder)? {
            let name = file_name(&path);
            if !path.is_dir() {
                match answered(&name, boards) {
                    Some(Answered { boards, student }) => {
                        own(&mut students, &student).hand_in(&boards, path);
                    }
                    None => strays.push(Stray::file(name.clone(), &name, boards)),
                }
                continue;
            }
            let student = own(&mut students, &name);
            for path in listed(&path)? {
                let file = file_name(&path);
                let shown = format!("{name}/{file}");
                if path.is_dir() {
                    strays.push(Stray::folder(shown));
                } else if let Some(Answered { boards, .. }) = answered(&file, boards) {
                    student.hand_in(&boards, path);
                } else {
                    strays.push(Stray::file(shown, &file, boards));
                }
            }
        }
        if students.is_empty() {
            own(&mut students, "");
        }
        Ok(Self {
            students: students.into_values().collect(),
            strays,
        })
    }
}

/// The student of that name, who may be new.
fn own<'a>(students: &'a mut BTreeMap<String, Student>, name: &str) -> &'a mut Student {
    match students.entry(name.to_owned()) {
        Entry::Occupied(old) => old.into_mut(),
        Entry::Vacant(new) => new.insert(Student {
            name: name.to_owned(),
            ..Student::default()
        }),
    }
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

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

impl Student {
    fn hand_in(&mut self, boards: &[usize], path: PathBuf) {
        for &board in boards {
            self.files.entry(board).or_default().push(path.clone());
        }
    }

    /// The text that answers the board of that number, if there is a file for it. Which of two
    /// files counts is not for this program to say.
    pub fn answer(&self, board: usize) -> Option<Result<String>> {
        let files = self.files.get(&board)?;
        if let [path] = &files[..] {
            return Some(input::text(&path.to_string_lossy()));
        }
        let names: Vec<String> = files.iter().map(|path| file_name(path)).collect();
        Some(Err(anyhow::anyhow!(
            "{} files answer this board, {}: keep one",
            files.len(),
            names.join(" and ")
        )))
    }
}

/// What a file's name says.
struct Answered {
    /// The numbers of the boards it answers: one, unless several have that name.
    boards: Vec<usize>,
    /// What follows the board's name.
    student: String,
}

fn answered(file: &str, boards: &[&str]) -> Option<Answered> {
    let likenesses: Vec<_> = boards.iter().map(|board| likeness(file, board)).collect();
    let (best, student) = (*likenesses.iter().max()?)?;
    let alike = |&board: &usize| likenesses[board].is_some_and(|(rank, _)| rank == best);
    Some(Answered {
        boards: (0..boards.len()).filter(alike).collect(),
        student: student.to_owned(),
    })
}

/// How surely a file of this name answers the board of that name, in letters that agree, and what
/// its name says beyond that; none if it answers another.
fn likeness<'a>(file: &'a str, board: &str) -> Option<(usize, &'a str)> {
    let (own, wanted) = (stem(file), stem(board));
    if file == board {
        return Some((usize::MAX, ""));
    }
    let (head, rest) = own.split_at_checked(wanted.len())?;
    let is_apart = || {
        // puzzle4x4-05 is a board of its own, not an answer to puzzle4x4.
        rest.starts_with(['-', '_', ' ']) && !rest[1..].starts_with(|c: char| c.is_ascii_digit())
    };
    let is_meant = head.eq_ignore_ascii_case(wanted) && (rest.is_empty() || is_apart());
    is_meant.then(|| (head.len(), rest.get(1..).unwrap_or_default()))
}

/// A file's name up to its first dot.
pub fn stem(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_find_their_boards() {
        let of = |file| likeness(file, "puzzle04.txt").map(|(_, student)| student);
        assert_eq!(of("puzzle04.txt"), Some(""));
        assert_eq!(of("Puzzle04.out"), Some(""));
        assert_eq!(of("puzzle04.txt.out"), Some(""));
        assert_eq!(of("puzzle04-Anna.txt"), Some("Anna"));
        assert_eq!(of("puzzle04_cy.out"), Some("cy"));
        assert_eq!(of("puzzle041.txt"), None);
        assert_eq!(of("readme.txt"), None);
        assert_eq!(likeness("puzzle4x4-05.txt", "puzzle4x4.txt"), None);
    }

    #[test]
    fn a_file_answers_the_board_that_is_most_like_it() {
        let boards = [
            "puzzle4x4.txt",
            "puzzle4x4-hard1.txt",
            "puzzle4x4-hard1.json",
        ];
        let of = |file| {
            let Answered { boards, student } = answered(file, &boards).unwrap();
            (boards, student)
        };
        assert_eq!(of("puzzle4x4-hard1.txt"), (vec![1], String::new()));
        assert_eq!(of("puzzle4x4-hard1.out"), (vec![1, 2], String::new()));
        assert_eq!(of("puzzle4x4-hard1-bob"), (vec![1, 2], "bob".to_owned()));
        assert_eq!(of("puzzle4x4-bob.txt"), (vec![0], "bob".to_owned()));
    }
}
