//! The first wasted move of an answer.

use noyes::guard::Silent;
use noyes_answer::{Question, Verdict};
use noyes_api::check::{Cycle, Minima, OneObserver};

use super::grades::Grade;
use crate::interrupt;

/// Finds the first wasted move of every solution that is not minimal, for the feedback.
pub fn add(grades: &mut [Grade], questions: &[(String, Question)], minima: &Minima<'_>) {
    // No line for each of the many short searches.
    let silent = OneObserver(&Silent);
    for (grade, (_, question)) in grades.iter_mut().zip(questions.iter().cycle()) {
        let Some(moves) = &grade.review.moves else {
            continue;
        };
        if grade.verdict() != Verdict::NotMinimal || interrupt::is_requested() {
            continue;
        }
        let is_small = question.board.size().cells() <= 16;
        let wasted = grade
            .minimum
            .filter(|_| is_small)
            .and_then(|minimum| minima.first_wasted(&question.board, moves, minimum, &silent));
        grade.wasted = match wasted {
            Some(wasted) => Some(format!("The first wasted move is {wasted}")),
            None => Cycle::find(&question.board, moves, &Silent).map(|Cycle { first, last }| {
                format!("Slides {first} to {last} lead back to the same board")
            }),
        };
    }
}
