//! `--feedback DIR`: a text and a csv for each student.
//!
//! The text is for the student: what each answer came to, which line is meant, and how far it is
//! from the minimum.

use std::collections::HashSet;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use noyes_answer::{Quote, Verdict};

use super::grades::{self, Grade, Grades};
use super::points::shown;
use super::report;
use crate::output;
use crate::printable::{printable, printable_path};

/// Makes the folder, before anything is computed for it.
pub fn prepare(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)
        .with_context(|| format!("the folder {} cannot be made", printable_path(folder)))
}

/// Writes the files of every student; each is whole or as it was.
pub fn write(folder: &Path, grades: &Grades) -> Result<usize> {
    let mut taken = HashSet::new();
    let mut count = 0;
    for student in grades.students() {
        let name = file_name(&student[0].student, &mut taken);
        let text = folder.join(format!("{name}.txt"));
        output::write(Some(&text), |out| letter(out, grades, student))?;
        let rows = folder.join(format!("{name}.csv"));
        output::write(Some(&rows), |out| report::csv_rows(out, student.iter()))?;
        count += 1;
    }
    Ok(count)
}

/// A name for the files of a student. Two students whose names differ only in signs that a file
/// cannot have get a number.
fn file_name(student: &str, taken: &mut HashSet<String>) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_ .@+,()".contains(c);
    let name: String = student
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect();
    let name = match name.trim_start_matches('.').trim() {
        "" => "answers".to_owned(),
        // A file's name may have 255 bytes.
        name => name.chars().take(60).collect(),
    };
    let mut unique = name.clone();
    let mut number = 2;
    while !taken.insert(unique.to_lowercase()) {
        unique = format!("{name}-{number}");
        number += 1;
    }
    unique
}

/// The text for one student.
fn letter(out: &mut dyn Write, grades: &Grades, student: &[Grade]) -> io::Result<()> {
    let (right, all) = (grades::right(student.iter()), student.len());
    writeln!(
        out,
        "{}: {right} of {all} boards right",
        report::name(&student[0])
    )?;
    if grades.points.are_given {
        let most = grades.points.most() * all as f64;
        let sum = grades::sum(student.iter());
        writeln!(out, "Points: {} of {}", shown(sum), shown(most))?;
    }
    for grade in student {
        writeln!(out)?;
        write!(out, "{}: {}", printable(&grade.board), grade.verdict())?;
        if grades.points.are_given {
            let word = if grade.points == 1.0 {
                "point"
            } else {
                "points"
            };
            write!(out, " ({} {word})", shown(grade.points))?;
        }
        writeln!(out)?;
        for sentence in sentences(grade) {
            writeln!(out, "  {}", printable(&sentence))?;
        }
    }
    Ok(())
}

/// What a student can use.
fn sentences(grade: &Grade) -> Vec<String> {
    let mut sentences = Vec::new();
    let review = &grade.review;
    let moves = grade.moves().unwrap_or(0);
    match grade.verdict() {
        Verdict::Right if review.moves.is_some() => {
            sentences.push(format!(
                "Your solution has {moves} moves, and no solution has fewer."
            ));
        }
        Verdict::Solves => {
            sentences.push(format!(
                "Your solution has {moves} moves. {}.",
                capital(&review.remark)
            ));
        }
        Verdict::NotMinimal => {
            sentences.push(match (grade.minimum, grade.best) {
                (Some(minimum), _) => format!(
                    "Your solution has {moves} moves; {minimum} suffice: {}.",
                    review.remark
                ),
                (None, Some(best)) => format!(
                    "Your solution has {moves} moves; one of {best} is known: {}.",
                    review.remark
                ),
                (None, None) => format!("Your solution has {moves} moves: {}.", review.remark),
            });
            sentences.extend(grade.wasted.iter().map(|wasted| format!("{wasted}.")));
        }
        Verdict::Missing => sentences
            .push("No file of yours answers this board: name it as the board is named.".to_owned()),
        Verdict::Empty => {
            sentences.push("The file is there, but there is nothing in it.".to_owned())
        }
        _ => {
            let line = match review.line {
                Some(line) if !review.remark.contains("line ") => format!("Line {line}: "),
                _ => String::new(),
            };
            let remark = review.remark.trim_end_matches('.');
            sentences.push(match line.is_empty() {
                true => format!("{}.", capital(remark)),
                false => format!("{line}{remark}."),
            });
        }
    }
    if review.not_understood_count > 0 && review.verdict != Verdict::Missing {
        sentences.push(left_aside(
            &review.not_understood,
            review.not_understood_count,
        ));
    }
    sentences
}

/// The words of a report as the begin of a sentence.
fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

fn left_aside(quotes: &[Quote], count: usize) -> String {
    let shown: Vec<String> = quotes.iter().take(3).map(ToString::to_string).collect();
    let more = match count - shown.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("Not understood and left aside: {}{more}.", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_begins_with_a_capital_letter() {
        assert_eq!(capital("it was stopped"), "It was stopped");
        assert_eq!(capital(""), "");
    }

    #[test]
    fn names_of_files_are_plain_and_different() {
        let mut taken = HashSet::new();
        let mut name = |student: &str| file_name(student, &mut taken);
        assert_eq!(name("Anna Müller"), "Anna Müller");
        assert_eq!(name("../etc"), "_etc");
        assert_eq!(name("a/b"), "a_b");
        assert_eq!(name("a:b"), "a_b-2");
        assert_eq!(name("A_B"), "A_B-3");
        assert_eq!(name(""), "answers");
        assert_eq!(name("\u{1b}[2J"), "__2J");
    }
}
