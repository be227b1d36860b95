//! The grades as a table and as csv.
//!
//! Names and remarks are text of others: both have them escaped.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::verdict::{Grade, Verdict};
use crate::csv;
use crate::printable::printable;

pub fn table(
    out: &mut dyn Write,
    grades: &[Grade],
    counts: &BTreeMap<Verdict, usize>,
) -> io::Result<()> {
    let widest = |of: &dyn Fn(&Grade) -> usize| grades.iter().map(of).max().unwrap_or(0);
    let wide = widest(&|grade| printable(&grade.board).chars().count()).max(5);
    let mut student: Option<&str> = None;
    for grade in grades {
        if student != Some(&grade.student) {
            if student.is_some() {
                writeln!(out)?;
            }
            if !grade.student.is_empty() {
                writeln!(out, "{}", printable(&grade.student))?;
            }
            writeln!(
                out,
                "{:<wide$}  {:<11} {:>6} {:>6} {:>7}",
                "board", "verdict", "moves", "pushes", "minimum"
            )?;
            student = Some(&grade.student);
        }
        let number = |value: Option<u64>| value.map_or(String::new(), |value| value.to_string());
        let line = format!(
            "{:<wide$}  {:<11} {:>6} {:>6} {:>7}  {}",
            printable(&grade.board),
            grade.verdict,
            number(grade.moves.map(|moves| moves as u64)),
            number(grade.multi_tile_moves.map(|moves| moves as u64)),
            number(grade.minimum.map(u64::from)),
            printable(&grade.remark)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    let words: Vec<String> = counts
        .iter()
        .map(|(verdict, count)| format!("{verdict} {count}"))
        .collect();
    let noun = if grades.len() == 1 {
        "answer"
    } else {
        "answers"
    };
    writeln!(out, "\n{} {noun}: {}", grades.len(), words.join(", "))?;
    scores(out, grades)
}

/// Writes how many boards each student has right.
fn scores(out: &mut dyn Write, grades: &[Grade]) -> io::Result<()> {
    let students = || grades.chunk_by(|a, b| a.student == b.student);
    let name = |student: &str| match student {
        "" => "(no name)".to_owned(),
        name => printable(name).into_owned(),
    };
    let wide = students().map(|grades| name(&grades[0].student).chars().count());
    let wide = wide.max().unwrap_or(0);
    for grades in students() {
        let is_right = |grade: &&Grade| grade.verdict.is_right();
        let (right, all) = (grades.iter().filter(is_right).count(), grades.len());
        writeln!(
            out,
            "{:<wide$}  {right} of {all} right",
            name(&grades[0].student)
        )?;
    }
    Ok(())
}

pub fn csv_rows(out: &mut dyn Write, grades: &[Grade]) -> io::Result<()> {
    writeln!(
        out,
        "student,board,verdict,moves,pushes,minimum,lower_bound,best,line,remark"
    )?;
    for grade in grades {
        let number = |value: Option<u64>| value.map_or(String::new(), |value| value.to_string());
        let fields = [
            csv::cell(&grade.student),
            csv::cell(&grade.board),
            grade.verdict.to_string(),
            number(grade.moves.map(|moves| moves as u64)),
            number(grade.multi_tile_moves.map(|moves| moves as u64)),
            number(grade.minimum.map(u64::from)),
            number(grade.lower_bound.map(u64::from)),
            number(grade.best.map(u64::from)),
            number(grade.line.map(|line| line as u64)),
            csv::cell(&grade.remark),
        ];
        writeln!(out, "{}", fields.join(","))?;
    }
    Ok(())
}
