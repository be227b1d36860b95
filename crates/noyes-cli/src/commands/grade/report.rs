//! Grades as table and csv.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::verdict::{Grade, Verdict};
use crate::output::csv_field;

pub fn table(
    out: &mut dyn Write,
    grades: &[Grade],
    counts: &BTreeMap<Verdict, usize>,
) -> io::Result<()> {
    let widest = |of: &dyn Fn(&Grade) -> usize| grades.iter().map(of).max().unwrap_or(0);
    let wide = widest(&|grade| grade.board.chars().count()).max(5);
    let mut student: Option<&str> = None;
    for grade in grades {
        if student != Some(&grade.student) {
            if student.is_some() {
                writeln!(out)?;
            }
            if !grade.student.is_empty() {
                writeln!(out, "{}", grade.student)?;
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
            grade.board,
            grade.verdict,
            number(grade.moves.map(|moves| moves as u64)),
            number(grade.pushes.map(|pushes| pushes as u64)),
            number(grade.minimum.map(u64::from)),
            grade.remark
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

/// How many boards each student has right.
fn scores(out: &mut dyn Write, grades: &[Grade]) -> io::Result<()> {
    let students = || grades.chunk_by(|a, b| a.student == b.student);
    let name = |student: &str| match student {
        "" => "(no name)".to_owned(),
        name => name.to_owned(),
    };
    let wide = students().map(|own| name(&own[0].student).chars().count());
    let wide = wide.max().unwrap_or(0);
    for own in students() {
        let right = own.iter().filter(|grade| grade.verdict.is_right()).count();
        let all = own.len();
        writeln!(
            out,
            "{:<wide$}  {right} of {all} right",
            name(&own[0].student)
        )?;
    }
    Ok(())
}

pub fn csv(out: &mut dyn Write, grades: &[Grade]) -> io::Result<()> {
    writeln!(
        out,
        "student,board,verdict,moves,pushes,minimum,lower_bound,best,line,remark"
    )?;
    for grade in grades {
        let number = |value: Option<u64>| value.map_or(String::new(), |value| value.to_string());
        let fields = [
            csv_field(&grade.student),
            csv_field(&grade.board),
            grade.verdict.to_string(),
            number(grade.moves.map(|moves| moves as u64)),
            number(grade.pushes.map(|pushes| pushes as u64)),
            number(grade.minimum.map(u64::from)),
            number(grade.lower_bound.map(u64::from)),
            number(grade.best.map(u64::from)),
            number(grade.line.map(|line| line as u64)),
            csv_field(&grade.remark),
        ];
        writeln!(out, "{}", fields.join(","))?;
    }
    Ok(())
}
