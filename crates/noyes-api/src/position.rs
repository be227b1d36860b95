//! The board and the goal of a request.

use noyes::format::{read_board, read_moves};
use noyes::goal::InstanceError;
use noyes::{Board, Goal, Instance, Size};

use crate::written::{BoardText, Written};
use crate::{Caps, Problem, ProblemKind, names, quantity};

/// A board, its goal, and how the text of the board was understood.
///
/// ```
/// use noyes_api::{BoardText, Caps, Position};
///
/// let board = BoardText::from("3\n0 1 3\n4 2 5\n7 8 6\n");
/// let position = Position::read(Some(&board), None, &Caps::NONE)?;
/// assert_eq!(position.note, "a 3×3 board; n, then the tiles; blank written 0");
/// assert!(position.instance()?.is_some());
/// # Ok::<(), noyes_api::Problem>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The board.
    pub board: Board,
    /// The goal.
    pub goal: Goal,
    /// What was understood.
    pub note: String,
}

impl Position {
    /// Reads a board and its goal.
    pub fn read(
        board: Option<&BoardText>,
        goal: Option<&BoardText>,
        caps: &Caps,
    ) -> Result<Self, Problem> {
        let board = board.ok_or_else(|| missing("board"))?;
        let read = read_board(&board.0).map_err(|error| Problem::from(error).about("board"))?;
        caps.check_size(read.board.size())?;
        let position = Self {
            board: read.board,
            goal: read_goal(goal)?,
            note: read.note,
        };
        position.goal_board()?;
        Ok(position)
    }

    /// Reads a board, or makes one by the moves of a scramble from the goal of a size, 4×4 if none
    /// is given.
    pub fn read_or_scramble(
        board: Option<&BoardText>,
        scramble: Option<&str>,
        size: Option<&Written>,
        goal: Option<&BoardText>,
        caps: &Caps,
    ) -> Result<Self, Problem> {
        let Some(scramble) = scramble else {
            if size.is_some() {
                let words = "the size is that of a scramble: leave it out, or give a scramble";
                return Err(wrong("size")(words.to_owned()));
            }
            return Self::read(board, goal, caps);
        };
        if board.is_some() {
            let words = "a request has a board or a scramble, not both: leave one out";
            return Err(Problem::new(ProblemKind::Value, words).about("scramble"));
        }
        let size = read_size(size.unwrap_or(&Written::from("4")), caps)?;
        let goal = read_goal(goal)?;
        let mut board = goal.board(size)?;
        let moves = read_moves(scramble, &board);
        let moves = moves
            .map_err(|error| Problem::from(error).about("scramble"))?
            .moves;
        for (number, &way) in (1..).zip(moves.iter()) {
            board = board.slide(way).ok_or_else(|| {
                let words =
                    format!("move {number} of the scramble cannot be made on a {size} board");
                Problem::new(ProblemKind::Value, words)
                    .about("scramble")
                    .mended_by("write the way the tile slides, from the solved board")
            })?;
        }
        Ok(Self {
            note: format!("a {size} board; {} slides from the goal", moves.len()),
            board,
            goal,
        })
    }

    /// The goal as a board of the same size.
    pub fn goal_board(&self) -> Result<Board, Problem> {
        Ok(self.goal.board(self.board.size())?)
    }

    /// The instance; none if the board cannot be solved.
    pub fn instance(&self) -> Result<Option<Instance>, Problem> {
        match Instance::new(&self.board, &self.goal) {
            Ok(instance) => Ok(Some(instance)),
            Err(InstanceError::Unsolvable(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// The problem of a field that must be there.
pub(crate) fn missing(field: &'static str) -> Problem {
    let words = format!("the request has no {field:?}");
    Problem::new(ProblemKind::Value, words)
        .about(field)
        .mended_by(format!("add the field {field:?}"))
}

/// The problem of a value, with the sentence that says what is wrong.
pub(crate) fn wrong(field: &'static str) -> impl Fn(String) -> Problem {
    move |words| Problem::new(ProblemKind::Value, words).about(field)
}

/// Reads the size of a board to be made.
pub(crate) fn read_size(size: &Written, caps: &Caps) -> Result<Size, Problem> {
    let size = quantity::size(&size.0).map_err(wrong("size"))?;
    caps.check_size(size)?;
    Ok(size)
}

/// Reads a goal: a name or a board; without one, the course's.
pub(crate) fn read_goal(goal: Option<&BoardText>) -> Result<Goal, Problem> {
    let Some(BoardText(text)) = goal else {
        return Ok(Goal::BlankLast);
    };
    Ok(match text.trim() {
        "blank-last" => Goal::BlankLast,
        "blank-first" => Goal::BlankFirst,
        "snail" => Goal::Snail,
        name if name.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            let words = names::unknown("goal", name, names::GOALS.into_iter());
            return Err(wrong("goal")(words).mended_by("give a name or a board"));
        }
        _ => Goal::Board(
            read_board(text)
                .map_err(|error| Problem::from(error).about("goal"))?
                .board,
        ),
    })
}
