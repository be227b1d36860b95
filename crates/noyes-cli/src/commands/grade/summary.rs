//! `--summary`: the class in a page.

use std::io::{self, Write};

use noyes_answer::Verdict;

use super::grades::{self, Grade, Grades};
use super::points::shown;
use super::report::{self, width};
use crate::csv;
use crate::printable::printable;

pub fn table(out: &mut dyn Write, grades: &Grades) -> io::Result<()> {
    let (students, boards) = (grades.students().count(), grades.boards());
    let all = grades.all();
    let (right, count) = (grades::right(all.iter()), all.len());
    writeln!(
        out,
        "{students} {}, {} {}: {right} of {count} answers right ({} %)",
        plural("student", students),
        boards.len(),
        plural("board", boards.len()),
        (100 * right).checked_div(count).unwrap_or(0)
    )?;
    writeln!(out, "{}\n", grades::counted(all.iter()))?;
    let wide = boards.iter().map(|board| width(board)).max().unwrap_or(0);
    for (number, board) in boards.iter().enumerate() {
        let of_board: Vec<_> = grades.of_board(number).collect();
        let right = grades::right(of_board.iter().copied());
        let words = grades::counted(of_board.iter().copied());
        writeln!(
            out,
            "{:<wide$}  {right:>3} of {students} right   {words}",
            printable(board)
        )?;
    }
    writeln!(out)?;
    report::scores(out, grades)
}

/// One line for each student.
pub fn csv_rows(out: &mut dyn Write, grades: &Grades) -> io::Result<()> {
    let names = Verdict::ALL.map(|verdict| verdict.name().replace('-', "_"));
    writeln!(out, "student,boards,points,{}", names.join(","))?;
    for student in grades.students() {
        let counts = Verdict::ALL.map(|verdict| {
            let is_so = |grade: &&Grade| grade.verdict() == verdict;
            student.iter().filter(is_so).count().to_string()
        });
        writeln!(
            out,
            "{},{},{},{}",
            csv::cell(&student[0].student),
            student.len(),
            shown(grades::sum(student.iter())),
            counts.join(",")
        )?;
    }
    Ok(())
}

fn plural(noun: &str, count: usize) -> String {
    match count {
        1 => noun.to_owned(),
        _ => format!("{noun}s"),
    }
}
