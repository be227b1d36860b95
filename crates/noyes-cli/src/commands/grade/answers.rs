//! The answers of the students: which student handed in which file, and which board it answers.
//!
//! | Path | Student |
//! |---|---|
//! | `anna/puzzle04.txt` | the folder |
//! | `puzzle04/anna.txt` | the file, in a folder named as the board |
//! | `puzzle04-anna.txt`, `anna_puzzle04.out` | the rest of the name |
//!
//! Answers are files of others. What is no regular file is skipped, since a pipe would have to be
//! waited for and a device has no end; so is a folder that cannot be read. Both are reported.

use std::collections::{BTreeMap, btree_map::Entry};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use noyes_answer::{Answer, Question};

use super::file_name::{Answered, answered, board_of_folder, stem};
use super::unmatched::Unmatched;
use crate::printable::printable_path;
use crate::{answer_file, suggest};

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
            let Ok(paths) = list(&path) else {
                student_named(&mut students, &name);
                unmatched.push(Unmatched::unreadable(name));
                continue;
            };
            if let Some(board) = board_of_folder(&name, boards) {
                for path in paths {
                    let file = file_name(&path);
                    let shown = format!("{name}/{file}");
                    if path.is_dir() {
                        unmatched.push(Unmatched::folder(shown));
                        continue;
                    }
                    let student = student_named(&mut students, stem(&file));
                    unmatched.extend(student.hand_in(&board, path, shown));
                }
                continue;
            }
            let student = student_named(&mut students, &name);
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

    /// The answer to the board of a number, if there is a file for it. Two files for one board are
    /// an error.
    pub fn answer(&self, board: usize, question: &Question) -> Option<Result<Answer>> {
        let files = self.files.get(&board)?;
        if let [path] = &files[..] {
            return Some(answer_file::read_file(path, question));
        }
        let names: Vec<String> = files.iter().map(|path| file_name(path)).collect();
        Some(Err(anyhow::anyhow!(
            "{} files answer this board, {}: keep one",
            files.len(),
            names.join(" and ")
        )))
    }
}
