//! Where answers come from: files, or runs of the students' programs.

use anyhow::Result;
use noyes_answer::{Question, Review, Verdict};

use super::answers::Answers;
use super::grades::Grade;
use super::run::{Runs, Student};
use crate::printable::printable_path;
use crate::progress::Progress;

/// Where answers come from.
pub enum Source<'a> {
    Files(Answers),
    Runs(Runs<'a>, Vec<Student>),
}

impl Source<'_> {
    /// The grades of all answers, and whether the user has stopped the command before the last.
    pub fn grades(
        &self,
        questions: &[(String, Question)],
        progress: Progress,
    ) -> Result<(Vec<Grade>, bool)> {
        let mut all = Vec::new();
        match self {
            Self::Files(answers) => {
                for student in &answers.students {
                    for (number, (name, question)) in questions.iter().enumerate() {
                        let review = match student.answer(number, question) {
                            None => Review::missing("no file is named as the board"),
                            Some(Err(error)) => {
                                Review::of_trouble(Verdict::Invalid, format!("{error:#}"))
                            }
                            Some(Ok(answer)) => question.review(answer),
                        };
                        all.push(Grade::new(&student.name, name, question, review));
                    }
                }
                Ok((all, false))
            }
            Self::Runs(runs, students) => {
                let count = students.len() * questions.len();
                let progress = progress.with_parts(count, "runs");
                let (reviews, counts) = runs.reviews(students, questions, &progress)?;
                progress.finish();
                progress.remark(format_args!(
                    "{} runs made, {} were there already; results are in {}",
                    counts.made,
                    counts.stored,
                    printable_path(runs.results)
                ));
                let mut is_stopped = false;
                for (student, reviews) in students.iter().zip(reviews) {
                    for ((name, question), review) in questions.iter().zip(reviews) {
                        is_stopped |= review.is_none();
                        let review = review.unwrap_or_else(|| Review::missing("not run yet"));
                        all.push(Grade::new(&student.name, name, question, review));
                    }
                }
                Ok((all, is_stopped))
            }
        }
    }
}
