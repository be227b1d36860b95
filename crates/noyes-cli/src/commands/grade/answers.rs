//! The answers of the students: which student handed in which file, and which board it answers.
//!
//! A file answers the board that its name begins with. In a student's folder the rest of the name
//! is ignored; in a folder shared by all students the rest of the name is the student.
//!
//! Answers are files of others. What is no regular file is skipped, since a pipe would have to be
//! waited for and a device has no end; so is a folder that cannot be read. Both are reported.

use std::collections::{BTreeMap, btree_map::Entry};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::unmatched::Unmatched;
use crate::input::{self, Content};
use crate::printable::printable_path;
use crate::suggest;

/// What was handed in.
#[derive(Debug)]
pub struct Answers {
    /// Sorted by name; the name is empty for files that name no student.
    pub students: Vec<Student>,
    /// Files and folders that are not used.
    pub unmatched: Vec<Unmatched>,
}

/// A student and the files handed in.
#[derive(Debug, Default)]
pub struct Student {
    pub name: String,
    /// The files that answer a board, by its number.
    files: BTreeMap<usize, Vec<PathBuf>>,
}

impl Answers {
    /// Finds the answers to `boards` in `folder` and in the folders of students in it.
    pub fn find(folder: &Path, boards: &[&str]) -> Result<Self> {
        if !folder.is_dir() {
            bail!(
                "{} is no folder{}: give the folder of the answers",
                printable_path(folder),
                suggest::question(folder)
            );
        }
        let mut students: BTreeMap<String, Student> = BTreeMap::new();
        let mut unmatched = Vec::new();
        for path in list(folder)? {
            let name = file_name(&path);
            if !path.is_dir() {
                match answered(&name, boards) {
                    Some(Answered { boards, student }) => {
                        let student = student_named(&mut students, &student);
                        unmatched.extend(student.hand_in(&boards, path, name));
                    }
                    None => unmatched.push(Unmatched::file(name.clone(), &name, boards)),
                }
                continue;
            }
            let student = student_named(&mut students, &name);
            let paths = match list(&path) {
                Ok(paths) => paths,
                Err(_) => {
                    unmatched.push(Unmatched::unreadable(name));
                    continue;
                }
            };
            for path in paths {
                let file = file_name(&path);
                let shown = format!("{name}/{file}");
                if path.is_dir() {
                    unmatched.push(Unmatched::folder(shown));
                } else if let Some(Answered { boards, .. }) = answered(&file, boards) {
                    unmatched.extend(student.hand_in(&boards, path, shown));
                } else {
                    unmatched.push(Unmatched::file(shown, &file, boards));
                }
            }
        }
        if students.is_empty() {
            student_named(&mut students, "");
        }
        Ok(Self {
            students: students.into_values().collect(),
            unmatched,
        })
    }
}

/// The student of a name, who is added if new.
fn student_named<'a>(students: &'a mut BTreeMap<String, Student>, name: &str) -> &'a mut Student {
    match students.entry(name.to_owned()) {
        Entry::Occupied(old) => old.into_mut(),
        Entry::Vacant(new) => new.insert(Student {
            name: name.to_owned(),
            ..Student::default()
        }),
    }
}

/// The files and folders in a folder, sorted by name, without hidden ones.
fn list(folder: &Path) -> Result<Vec<PathBuf>> {
    let cannot = || format!("{} cannot be read", printable_path(folder));
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
    /// Adds a file that answers some boards; gives it back as not used if it is no regular file.
    fn hand_in(&mut self, boards: &[usize], path: PathBuf, shown: String) -> Option<Unmatched> {
        if !path.is_file() {
            return Some(Unmatched::not_a_file(shown));
        }
        for &board in boards {
            self.files.entry(board).or_default().push(path.clone());
        }
        None
    }

    /// The text that answers the board of a number, if there is a file for it. Two files for one
    /// board are an error.
    pub fn answer(&self, board: usize) -> Option<Result<String>> {
        let files = self.files.get(&board)?;
        if let [path] = &files[..] {
            return Some(input::file_text(path, Content::Moves));
        }
        let names: Vec<String> = files.iter().map(|path| file_name(path)).collect();
        Some(Err(anyhow::anyhow!(
            "{} files answer this board, {}: keep one",
            files.len(),
            names.join(" and ")
        )))
    }
}

/// What the name of a file says.
struct Answered {
    /// The numbers of the boards it answers: several if they have the same name.
    boards: Vec<usize>,
    /// What follows the board's name.
    student: String,
}

fn answered(file: &str, boards: &[&str]) -> Option<Answered> {
    let matches: Vec<_> = boards.iter().map(|board| name_match(file, board)).collect();
    let (best, student) = (*matches.iter().max()?)?;
    let is_best = |&board: &usize| matches[board].is_some_and(|(length, _)| length == best);
    Some(Answered {
        boards: (0..boards.len()).filter(is_best).collect(),
        student: student.to_owned(),
    })
}

/// Compares the name of a file with the name of a board: how many letters agree, and the rest of
/// the file's name; none if the file does not answer the board.
fn name_match<'a>(file: &'a str, board: &str) -> Option<(usize, &'a str)> {
    let (name, wanted) = (stem(file), stem(board));
    if file == board {
        return Some((usize::MAX, ""));
    }
    let (head, rest) = name.split_at_checked(wanted.len())?;
    let is_suffix = || {
        // puzzle4x4-05 is a board of its own, not an answer to puzzle4x4.
        rest.starts_with(['-', '_', ' ']) && !rest[1..].starts_with(|c: char| c.is_ascii_digit())
    };
    let is_match = head.eq_ignore_ascii_case(wanted) && (rest.is_empty() || is_suffix());
    is_match.then(|| (head.len(), rest.get(1..).unwrap_or_default()))
}

/// The name of a file up to its first dot.
pub fn stem(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_match_names_of_boards() {
        let of = |file| name_match(file, "puzzle04.txt").map(|(_, student)| student);
        assert_eq!(of("puzzle04.txt"), Some(""));
        assert_eq!(of("Puzzle04.out"), Some(""));
        assert_eq!(of("puzzle04.txt.out"), Some(""));
        assert_eq!(of("puzzle04-Anna.txt"), Some("Anna"));
        assert_eq!(of("puzzle04_cy.out"), Some("cy"));
        assert_eq!(of("puzzle041.txt"), None);
        assert_eq!(of("readme.txt"), None);
        assert_eq!(name_match("puzzle4x4-05.txt", "puzzle4x4.txt"), None);
    }

    #[test]
    fn a_file_answers_the_board_with_the_longest_match() {
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
