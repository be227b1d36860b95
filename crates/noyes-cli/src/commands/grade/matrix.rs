//! `--matrix`: students × boards, as text and csv.

use std::io::{self, Write};

use noyes_answer::Verdict;

use super::grades::{self, Grade, Grades};
use super::points::shown;
use super::report::{self, width};
use crate::csv;
use crate::printable::printable;

/// The letter of a verdict in the matrix.
pub fn mark(verdict: Verdict) -> char {
    match verdict {
        Verdict::Right => '+',
        Verdict::Solves => 's',
        Verdict::NotMinimal => 'n',
        Verdict::Reversed => 'r',
        Verdict::Wrong => 'W',
        Verdict::Invalid => '?',
        Verdict::Crashed => 'X',
        Verdict::OutOfMemory => 'M',
        Verdict::TimedOut => 'T',
        Verdict::Empty => 'e',
        _ => '.',
    }
}

/// A mark a cell, the names of the boards written downwards above their columns.
pub fn table(out: &mut dyn Write, grades: &Grades) -> io::Result<()> {
    let names: Vec<Vec<char>> = short_names(&grades.boards())
        .iter()
        .map(|name| printable(name).chars().collect())
        .collect();
    let wide = grades
        .students()
        .map(|grades| width(&report::name(&grades[0])));
    let wide = wide.max().unwrap_or(0);
    let high = names.iter().map(Vec::len).max().unwrap_or(0);
    for line in 0..high {
        let letters = names.iter().map(|name| {
            // Names end right above their column.
            let at = (line + name.len()).checked_sub(high);
            at.and_then(|at| name.get(at)).copied().unwrap_or(' ')
        });
        let row: Vec<String> = letters.map(String::from).collect();
        writeln!(
            out,
            "{}",
            format!("{:wide$}  {}", "", row.join(" ")).trim_end()
        )?;
    }
    for student in grades.students() {
        let marks = student
            .iter()
            .map(|grade| mark(grade.verdict()).to_string());
        writeln!(
            out,
            "{:<wide$}  {}  {}",
            report::name(&student[0]),
            marks.collect::<Vec<_>>().join(" "),
            score(grades, student)
        )?;
    }
    writeln!(out, "\n{}", legend(grades).join("  "))
}

/// The right answers of a student, or the points if they are given.
pub fn score(grades: &Grades, student: &[Grade]) -> String {
    match grades.points.are_given {
        true => {
            let most = grades.points.most() * student.len() as f64;
            format!("{}/{}", shown(grades::sum(student.iter())), shown(most))
        }
        false => format!("{}/{}", grades::right(student.iter()), student.len()),
    }
}

/// The marks that occur, with their meaning.
fn legend(grades: &Grades) -> Vec<String> {
    verdicts(grades)
        .into_iter()
        .map(|verdict| format!("{} {verdict}", mark(verdict)))
        .collect()
}

/// The verdicts that occur, best first.
pub fn verdicts(grades: &Grades) -> Vec<Verdict> {
    let occurs = |verdict: &Verdict| grades.all().iter().any(|grade| grade.verdict() == *verdict);
    Verdict::ALL.into_iter().filter(occurs).collect()
}

/// The names of boards without the ending that all of them have.
pub fn short_names(boards: &[&str]) -> Vec<String> {
    let ending = |name: &str| name.rfind('.').map(|at| name[at..].to_owned());
    let first = boards.first().and_then(|name| ending(name));
    let is_shared = boards.iter().all(|name| ending(name) == first);
    let short = |name: &&str| match (&first, is_shared) {
        (Some(ending), true) => name
            .strip_suffix(ending.as_str())
            .unwrap_or(name)
            .to_owned(),
        _ => (*name).to_owned(),
    };
    boards.iter().map(short).collect()
}

/// A line for each student, a column for each board, and the score.
pub fn csv_rows(out: &mut dyn Write, grades: &Grades) -> io::Result<()> {
    let boards: Vec<String> = grades.boards().iter().map(|name| csv::cell(name)).collect();
    writeln!(out, "student,{},right,points", boards.join(","))?;
    for student in grades.students() {
        let verdicts: Vec<String> = student
            .iter()
            .map(|one| one.verdict().to_string())
            .collect();
        writeln!(
            out,
            "{},{},{},{}",
            csv::cell(&student[0].student),
            verdicts.join(","),
            grades::right(student.iter()),
            shown(grades::sum(student.iter()))
        )?;
    }
    Ok(())
}
