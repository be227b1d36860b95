//! The grades as a table and as csv.
//!
//! Names and remarks are text of others: both have them escaped.

use std::io::{self, Write};

use super::grades::{self, Grade, Grades};
use super::points::shown;
use crate::csv;
use crate::printable::printable;

pub fn table(out: &mut dyn Write, grades: &Grades) -> io::Result<()> {
    let wide = grades.all().iter().map(|grade| width(&grade.board)).max();
    let wide = wide.unwrap_or(0).max(5);
    for (number, student) in grades.students().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        let name = &student[0].student;
        if !name.is_empty() {
            writeln!(out, "{}", printable(name))?;
        }
        writeln!(
            out,
            "{:<wide$}  {:<13} {:>6} {:>6} {:>7}",
            "board", "verdict", "moves", "pushes", "minimum"
        )?;
        for grade in student {
            let line = format!(
                "{:<wide$}  {:<13} {:>6} {:>6} {:>7}  {}",
                printable(&grade.board),
                grade.verdict(),
                number_or_none(grade.moves()),
                number_or_none(grade.multi_tile_moves()),
                number_or_none(grade.minimum),
                printable(&grade.review.remark)
            );
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    totals(out, grades)
}

/// Writes how often each verdict was given, and the score of each student.
fn totals(out: &mut dyn Write, grades: &Grades) -> io::Result<()> {
    let all = grades.all();
    let noun = if all.len() == 1 { "answer" } else { "answers" };
    writeln!(
        out,
        "\n{} {noun}: {}",
        all.len(),
        grades::counted(all.iter())
    )?;
    scores(out, grades)
}

/// Writes how many boards each student has right, and the points.
pub fn scores(out: &mut dyn Write, grades: &Grades) -> io::Result<()> {
    let wide = grades.students().map(|grades| width(&name(&grades[0])));
    let wide = wide.max().unwrap_or(0);
    for student in grades.students() {
        let (right, all) = (grades::right(student.iter()), student.len());
        write!(out, "{:<wide$}  {right} of {all} right", name(&student[0]))?;
        if grades.points.are_given {
            let most = grades.points.most() * all as f64;
            let sum = grades::sum(student.iter());
            write!(out, ", {} of {} points", shown(sum), shown(most))?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The name of a student, as people read it.
pub fn name(grade: &Grade) -> String {
    match &*grade.student {
        "" => "(no name)".to_owned(),
        name => printable(name).into_owned(),
    }
}

/// How many columns a name takes.
pub fn width(name: &str) -> usize {
    printable(name).chars().count()
}

fn number_or_none<T: ToString>(value: Option<T>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

pub fn csv_rows<'a>(
    out: &mut dyn Write,
    grades: impl Iterator<Item = &'a Grade>,
) -> io::Result<()> {
    writeln!(
        out,
        "student,board,verdict,moves,pushes,minimum,lower_bound,best,line,remark,points"
    )?;
    for grade in grades {
        let fields = [
            csv::cell(&grade.student),
            csv::cell(&grade.board),
            grade.verdict().to_string(),
            number_or_none(grade.moves()),
            number_or_none(grade.multi_tile_moves()),
            number_or_none(grade.minimum),
            number_or_none(grade.lower_bound),
            number_or_none(grade.best),
            number_or_none(grade.review.line),
            csv::cell(&grade.review.remark),
            shown(grade.points),
        ];
        writeln!(out, "{}", fields.join(","))?;
    }
    Ok(())
}
