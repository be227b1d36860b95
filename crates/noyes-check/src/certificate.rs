//! Certificates: what a solve proved, in a form that can be checked without the engine.
//!
//! A certificate is one JSON object; docs/book/certificates.md describes every field. What it says
//! of the solution is replayed here. What it says of the lower bound can only be proven by a
//! search: here it is compared with everything that is known without one.

use serde::{Deserialize, Serialize};

use crate::error::CheckError;
use crate::goal::Goal;
use crate::grid::Grid;
use crate::moves::{Metric, parse_moves, replay};

/// What a solve proved.
///
/// ```
/// use noyes_check::Certificate;
///
/// let text = r#"{"certificate":1,"program":"noyes 0.1.0","rows":2,"cols":2,"tiles":[1,0,3,2],
///     "goal":"blank-last","goal_tiles":[1,2,3,0],"solvable":true,"metric":"single",
///     "directions":"U","length":1,"lower_bound":1,"optimal":true,"algorithm":"ida",
///     "heuristic":"manhattan","tables":[],"bounds":[],"expanded":1,"generated":2,"threads":1}"#;
/// let checked = Certificate::read(text)?.check()?;
/// assert_eq!((checked.moves.len(), checked.board.to_string().as_str()), (1, "1 0/3 2"));
/// assert!(Certificate::read(&text.replace("\"U\"", "\"L\""))?.check().is_err());
/// # Ok::<(), noyes_check::CheckError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// The version of this form: 1.
    pub certificate: u32,
    /// The program that wrote it, with its version.
    pub program: String,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// The tiles, row by row, 0 for the blank.
    pub tiles: Vec<u16>,
    /// The name of the goal: `blank-last`, `blank-first`, `snail` or `custom`.
    pub goal: String,
    /// The goal, row by row.
    pub goal_tiles: Vec<u16>,
    /// Whether the board can reach the goal.
    pub solvable: bool,
    /// What counts as one move: `single` or `multi`.
    pub metric: String,
    /// The slides as letters; none of a board that cannot be solved, or if none were found.
    pub directions: Option<String>,
    /// The number of moves.
    pub length: Option<u64>,
    /// No solution is shorter than this.
    pub lower_bound: Option<u64>,
    /// Whether the solution is minimal, that is as long as the bound.
    pub optimal: bool,
    /// The algorithm that found the solution.
    pub algorithm: String,
    /// What guided it.
    pub heuristic: String,
    /// The files of the tables that it used.
    pub tables: Vec<TableUsed>,
    /// The work after which each bound was proven.
    pub bounds: Vec<BoundCounts>,
    /// Nodes expanded in all.
    pub expanded: u64,
    /// Nodes generated in all.
    pub generated: u64,
    /// Threads used.
    pub threads: usize,
}

/// A table that a search used.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct TableUsed {
    /// The name of its file.
    pub name: String,
    /// The length of its file.
    pub bytes: u64,
    /// The CRC-32 of its file, as eight hexadecimal digits.
    pub crc32: String,
}

/// The work that had been done when a bound was proven.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BoundCounts {
    /// No solution is shorter than this.
    pub bound: u64,
    /// Nodes expanded until then.
    pub expanded: u64,
    /// Nodes generated until then.
    pub generated: u64,
}

/// A certificate whose solution was replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The board.
    pub board: Grid,
    /// The goal.
    pub goal: Grid,
    /// What counts as one move.
    pub metric: Metric,
    /// The solution, empty if there is none.
    pub moves: Vec<crate::moves::Slide>,
    /// Whether there is one.
    pub is_solved: bool,
}

impl Certificate {
    /// The version of this form.
    pub const VERSION: u32 = 1;
    /// The name of a goal that has none of its own.
    pub const CUSTOM: &'static str = "custom";

    /// A certificate that `program` begins: the board, the goal, and by parity whether the one can
    /// become the other. What the solve found is for the caller to fill in; the certificate of a
    /// board that can be solved does not check without a lower bound.
    ///
    /// ```
    /// use noyes_check::{Certificate, Goal};
    ///
    /// let board = "1 0/3 2".parse()?;
    /// let certificate = Certificate {
    ///     directions: Some("U".to_owned()),
    ///     length: Some(1),
    ///     lower_bound: Some(1),
    ///     optimal: true,
    ///     ..Certificate::new("my solver 1.0", &board, &Goal::BlankLast.grid(2, 2))
    /// };
    /// certificate.check()?;
    /// # Ok::<(), noyes_check::CheckError>(())
    /// ```
    pub fn new(program: &str, board: &Grid, goal: &Grid) -> Self {
        let (rows, cols) = (board.rows(), board.cols());
        let named = Goal::ALL
            .into_iter()
            .find(|named| named.grid(rows, cols) == *goal);
        Self {
            certificate: Self::VERSION,
            program: program.to_owned(),
            rows,
            cols,
            tiles: board.tiles().to_vec(),
            goal: named.map_or(Self::CUSTOM, Goal::name).to_owned(),
            goal_tiles: goal.tiles().to_vec(),
            solvable: board.can_become(goal),
            metric: Metric::Single.name().to_owned(),
            directions: None,
            length: None,
            lower_bound: None,
            optimal: false,
            algorithm: String::new(),
            heuristic: String::new(),
            tables: Vec::new(),
            bounds: Vec::new(),
            expanded: 0,
            generated: 0,
            threads: 1,
        }
    }

    /// Reads a certificate. Its form is checked, not yet what it says.
    pub fn read(text: &str) -> Result<Self, CheckError> {
        let read: Self =
            serde_json::from_str(text).map_err(|error| CheckError::Format(error.to_string()))?;
        if read.certificate != Self::VERSION {
            let words = format!(
                "it has version {} and this program reads version {}",
                read.certificate,
                Self::VERSION
            );
            return Err(CheckError::Format(words));
        }
        Ok(read)
    }

    /// The certificate as JSON on one line.
    pub fn to_json(&self) -> String {
        // Numbers, texts and lists of them can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Replays the solution and compares all that can be compared without a search.
    pub fn check(&self) -> Result<Checked, CheckError> {
        let board = Grid::new(self.rows, self.cols, self.tiles.clone())?;
        let goal = Grid::new(self.rows, self.cols, self.goal_tiles.clone())?;
        let metric = Metric::named(&self.metric);
        let metric =
            metric.ok_or_else(|| CheckError::Format("metric is single or multi".to_owned()))?;
        let is = |is_so: bool, words: &str| match is_so {
            true => Ok(()),
            false => Err(CheckError::False(words.to_owned())),
        };
        match Goal::named(&self.goal) {
            Some(named) => is(
                named.grid(self.rows, self.cols) == goal,
                "its goal is not the arrangement of that name",
            )?,
            None if self.goal == Self::CUSTOM => {}
            None => return Err(CheckError::Format("the name of its goal".to_owned())),
        }
        is(
            board.can_become(&goal) == self.solvable,
            "the parity of the board says otherwise on whether it can be solved",
        )?;
        let is_solved = self.directions.is_some();
        is(
            is_solved == self.length.is_some() && (self.solvable || !is_solved),
            "solvable, directions and length contradict each other",
        )?;
        is(
            self.solvable == self.lower_bound.is_some(),
            "a solvable board has a lower bound, and no other",
        )?;
        is(
            self.optimal == (is_solved && self.length == self.lower_bound),
            "optimal means that the length is the lower bound",
        )?;
        let mut moves = Vec::new();
        if let Some(directions) = &self.directions {
            moves = parse_moves(directions)?;
            is(
                replay(&board, &moves)? == goal,
                "the moves do not lead to the goal",
            )?;
            is(
                Some(metric.count(&moves)) == self.length,
                "the moves are not as many as it says",
            )?;
        }
        if let (Some(length), Some(bound)) = (self.length, self.lower_bound) {
            is(bound <= length, "the lower bound is above the length")?;
        }
        self.check_bounds(&board, &goal, metric)?;
        Ok(Checked {
            board,
            goal,
            metric,
            moves,
            is_solved,
        })
    }

    /// Bounds rise, counts do not fall, and none is above the last.
    fn check_bounds(&self, board: &Grid, goal: &Grid, metric: Metric) -> Result<(), CheckError> {
        let false_because = |words: &str| Err(CheckError::False(words.to_owned()));
        for pair in self.bounds.windows(2) {
            let (one, next) = (&pair[0], &pair[1]);
            let rises = one.bound < next.bound;
            if !rises || one.expanded > next.expanded || one.generated > next.generated {
                return false_because("its bounds do not rise with the work");
            }
        }
        if let Some(last) = self.bounds.last()
            && (Some(last.bound) > self.lower_bound
                || last.expanded > self.expanded
                || last.generated > self.generated)
        {
            return false_because("the work of its bounds is more than all");
        }
        // Every solution in single tiles has the parity of the blank's way home.
        let ((row, col), (goal_row, goal_col)) = (board.place(0), goal.place(0));
        let way = (row.abs_diff(goal_row) + col.abs_diff(goal_col)) as u64;
        if metric == Metric::Single
            && let Some(bound) = self.lower_bound
            && bound % 2 != way % 2
        {
            return false_because("the lower bound has the wrong parity");
        }
        Ok(())
    }
}
