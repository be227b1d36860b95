//! The matrix as a picture.

use noyes::render::{HeatClass, HeatMap, HeatRow, Rgb};
use noyes_answer::Verdict;

use super::grades::{self, Grades};
use super::{matrix, report};
use crate::printable::printable;

/// The matrix with a colour for each verdict.
pub fn heat_map(grades: &Grades) -> HeatMap {
    let mut verdicts = matrix::verdicts(grades);
    // The first class has no marks in its cells: it is that of right answers, even if there is
    // none.
    if verdicts.first() != Some(&Verdict::Right) {
        verdicts.insert(0, Verdict::Right);
    }
    let class = |verdict: Verdict| verdicts.iter().position(|&one| one == verdict);
    let boards = matrix::short_names(&grades.boards());
    let right = |board| grades::right(grades.of_board(board)).to_string();
    let (students, all) = (grades.students().count(), grades.all());
    HeatMap {
        title: format!(
            "{students} students × {} boards: {} of {} answers right",
            boards.len(),
            grades::right(all.iter()),
            all.len()
        ),
        column_notes: (0..boards.len()).map(right).collect(),
        columns: boards
            .iter()
            .map(|name| printable(name).into_owned())
            .collect(),
        rows: grades
            .students()
            .map(|student| HeatRow {
                name: report::name(&student[0]),
                cells: student
                    .iter()
                    .filter_map(|one| class(one.verdict()))
                    .collect(),
                note: matrix::score(grades, student),
            })
            .collect(),
        classes: verdicts
            .iter()
            .map(|&verdict| HeatClass {
                name: verdict.to_string(),
                mark: matrix::mark(verdict),
                color: color(verdict),
            })
            .collect(),
    }
}

/// Light enough for dark ink, on either theme; none for what was not handed in.
fn color(verdict: Verdict) -> Option<Rgb> {
    Some(match verdict {
        Verdict::Missing => return None,
        Verdict::Right => Rgb(0x7f, 0xc9, 0xa6),
        Verdict::Solves => Rgb(0xb9, 0xe2, 0xcd),
        Verdict::NotMinimal => Rgb(0xf4, 0xd9, 0x6b),
        Verdict::Reversed => Rgb(0xf1, 0xb1, 0x6c),
        Verdict::Wrong => Rgb(0xec, 0x7c, 0x74),
        Verdict::Invalid => Rgb(0xe3, 0xa0, 0xc4),
        Verdict::Crashed => Rgb(0xc0, 0x97, 0xdd),
        Verdict::OutOfMemory => Rgb(0x9f, 0x9f, 0xe6),
        Verdict::TimedOut => Rgb(0x86, 0xb6, 0xe8),
        Verdict::Empty => Rgb(0xb5, 0xbe, 0xc7),
        _ => Rgb(0xd9, 0xde, 0xe3),
    })
}
