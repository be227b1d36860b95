//! The grade of one answer, and of all.

use noyes::board::Metric;
use noyes_answer::{Known, Question, Review, Verdict};

use super::points::Points;

/// The grade of one answer.
#[derive(Clone, Debug)]
pub struct Grade {
    pub student: String,
    pub board: String,
    pub review: Review,
    pub points: f64,
    /// The minimum, if it is proven.
    pub minimum: Option<u32>,
    pub lower_bound: Option<u32>,
    /// The length of the shortest solution found.
    pub best: Option<u32>,
    pub metric: Metric,
    /// The first wasted move, where it was looked for.
    pub wasted: Option<String>,
}

impl Grade {
    pub fn new(student: &str, board: &str, question: &Question, review: Review) -> Self {
        let (lower_bound, best) = match question.known {
            Known::Unsolvable(_) => (None, None),
            Known::Solvable { lower_bound, best } => (Some(lower_bound), best),
        };
        Self {
            student: student.to_owned(),
            board: board.to_owned(),
            points: 0.0,
            minimum: question.known.minimum(),
            lower_bound,
            best,
            metric: question.metric,
            review,
            wasted: None,
        }
    }

    pub fn verdict(&self) -> Verdict {
        self.review.verdict
    }

    /// The number of moves of the answer, as the metric counts them.
    pub fn moves(&self) -> Option<u32> {
        let moves = self.review.moves.as_ref()?;
        Some(self.metric.length(moves))
    }

    /// The moves where sliding several tiles of a line at once counts as one.
    pub fn multi_tile_moves(&self) -> Option<usize> {
        let moves = self.review.moves.as_ref()?;
        Some(moves.multi_tile_moves())
    }
}

/// The grades of all answers: students by name, and the boards of each in their order.
#[derive(Debug)]
pub struct Grades {
    all: Vec<Grade>,
    pub points: Points,
}

impl Grades {
    pub fn new(mut all: Vec<Grade>, points: Points) -> Self {
        for grade in &mut all {
            grade.points = points.of(grade.verdict());
        }
        // The sort is stable: the boards of a student keep their order.
        all.sort_by(|a, b| a.student.cmp(&b.student));
        Self { all, points }
    }

    pub fn all(&self) -> &[Grade] {
        &self.all
    }

    /// The grades of each student.
    pub fn students(&self) -> impl Iterator<Item = &[Grade]> {
        self.all.chunk_by(|a, b| a.student == b.student)
    }

    /// The names of the boards, in order.
    pub fn boards(&self) -> Vec<&str> {
        let first = self.students().next().unwrap_or_default();
        first.iter().map(|grade| &*grade.board).collect()
    }

    /// The grades of a board, by the number of the board.
    pub fn of_board(&self, board: usize) -> impl Iterator<Item = &Grade> {
        self.students().filter_map(move |grades| grades.get(board))
    }

    pub fn is_all_right(&self) -> bool {
        self.all.iter().all(|grade| grade.verdict().is_right())
    }
}

/// How many grades have each verdict, best first: `right 3, wrong 1`.
pub fn counted<'a>(grades: impl Iterator<Item = &'a Grade> + Clone) -> String {
    let words = Verdict::ALL.into_iter().filter_map(|verdict| {
        let count = grades
            .clone()
            .filter(|grade| grade.verdict() == verdict)
            .count();
        (count > 0).then(|| format!("{verdict} {count}"))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// How many grades are right.
pub fn right<'a>(grades: impl Iterator<Item = &'a Grade>) -> usize {
    grades.filter(|grade| grade.verdict().is_right()).count()
}

/// The sum of points.
pub fn sum<'a>(grades: impl Iterator<Item = &'a Grade>) -> f64 {
    grades.map(|grade| grade.points).sum()
}
