//! The grades as JSON: the fields of the csv for each answer, and a line for each student.
//!
//! Names and remarks are text of others, as they are: JSON has them escaped.

use noyes_answer::Verdict;
use serde_json::{Value, json};

use super::grades::{self, Grade, Grades};

/// All grades. With the picture of the matrix, if there is one.
pub fn report(grades: &Grades, matrix: Option<String>) -> Value {
    let answers: Vec<Value> = grades.all().iter().map(answer).collect();
    let students: Vec<Value> = grades.students().map(student).collect();
    let mut report = json!({"schema": 1, "answers": answers, "students": students});
    if let Some(svg) = matrix {
        report["matrix"] = Value::String(svg);
    }
    report
}

fn answer(grade: &Grade) -> Value {
    let moves = grade.review.moves.as_ref();
    let letters = moves.map(|moves| moves.iter().map(|one| one.letter()).collect::<String>());
    json!({
        "student": grade.student,
        "board": grade.board,
        "verdict": grade.verdict().name(),
        "right": grade.verdict().is_right(),
        "moves": grade.moves(),
        "pushes": grade.multi_tile_moves(),
        "minimum": grade.minimum,
        "lower_bound": grade.lower_bound,
        "best": grade.best,
        "line": grade.review.line,
        "remark": grade.review.remark,
        "wasted": grade.wasted,
        "points": grade.points,
        "solution": letters,
    })
}

fn student(grades: &[Grade]) -> Value {
    let verdicts = Verdict::ALL.into_iter().filter_map(|verdict| {
        let is_so = |grade: &&Grade| grade.verdict() == verdict;
        let count = grades.iter().filter(is_so).count();
        (count > 0).then(|| (verdict.name(), count.into()))
    });
    json!({
        "student": grades[0].student,
        "answers": grades.len(),
        "right": grades::right(grades.iter()),
        "points": grades::sum(grades.iter()),
        "verdicts": Value::Object(verdicts.collect()),
    })
}
