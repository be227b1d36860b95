//! What can be wrong with a request, in the form of RFC 9457.

use std::fmt;

use noyes::format::ReadError;
use noyes::goal::{GoalError, InstanceError};
use noyes::solve::{PlanError, RefuteError, SolveError};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// The kinds of problems.
///
/// ```
/// use noyes_api::ProblemKind;
///
/// assert_eq!(ProblemKind::Unsolvable.uri(), "urn:noyes:problem:unsolvable");
/// assert_eq!(ProblemKind::Unsolvable.status(), 422);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemKind {
    /// The request is not the JSON object that it should be.
    Request,
    /// A text in the request cannot be read: a board, moves, a goal.
    Unreadable,
    /// A value is not one of those allowed, or does not fit the others.
    Value,
    /// The board cannot be solved, and the answer needs a solution.
    Unsolvable,
    /// More was asked for than the door allows.
    TooMuch,
    /// There is no such thing.
    NotFound,
    /// A limit ended the work before there was an answer.
    Stopped,
    /// A mistake in noyes.
    Internal,
}

impl ProblemKind {
    fn name_title_status(self) -> (&'static str, &'static str, u16) {
        match self {
            Self::Request => (
                "urn:noyes:problem:request",
                "The request is not understood",
                400,
            ),
            Self::Unreadable => (
                "urn:noyes:problem:unreadable",
                "The text cannot be read",
                422,
            ),
            Self::Value => ("urn:noyes:problem:value", "A value does not fit", 422),
            Self::Unsolvable => {
                let title = "The board cannot be solved";
                ("urn:noyes:problem:unsolvable", title, 422)
            }
            Self::TooMuch => (
                "urn:noyes:problem:too-much",
                "More than is allowed here",
                422,
            ),
            Self::NotFound => ("urn:noyes:problem:not-found", "There is no such thing", 404),
            Self::Stopped => {
                let title = "Stopped before there was an answer";
                ("urn:noyes:problem:stopped", title, 422)
            }
            Self::Internal => ("urn:noyes:problem:internal", "A mistake in noyes", 500),
        }
    }

    /// The URI that identifies the kind.
    pub fn uri(self) -> &'static str {
        self.name_title_status().0
    }

    /// The kind in a few words.
    pub fn title(self) -> &'static str {
        self.name_title_status().1
    }

    /// The HTTP status of the kind.
    pub fn status(self) -> u16 {
        self.name_title_status().2
    }
}

/// Why a request gets no answer: an object of RFC 9457 with the place and the remedy.
///
/// ```
/// use noyes::format::read_board;
/// use noyes_api::Problem;
///
/// let problem = Problem::from(read_board("1 2/3 three").unwrap_err()).about("board");
/// assert_eq!((problem.line, problem.column), (Some(1), Some(7)));
/// assert!(problem.to_string().starts_with("line 1, column 7: expected"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The kind, which has the members `type`, `title` and `status`.
    pub kind: ProblemKind,
    /// What is wrong, as a sentence.
    pub detail: String,
    /// The field of the request that it is about.
    pub field: Option<&'static str>,
    /// The line of the text in that field, from 1; without a field, of the request.
    pub line: Option<usize>,
    /// The column in that line, from 1, in characters.
    pub column: Option<usize>,
    /// How to mend it, where the sentence leaves that open or tells it among other things.
    pub remedy: Option<String>,
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        object.serialize_entry("type", self.kind.uri())?;
        object.serialize_entry("title", self.kind.title())?;
        object.serialize_entry("status", &self.kind.status())?;
        object.serialize_entry("detail", &self.detail)?;
        if let Some(field) = self.field {
            object.serialize_entry("field", field)?;
        }
        if let Some(line) = self.line {
            object.serialize_entry("line", &line)?;
        }
        if let Some(column) = self.column {
            object.serialize_entry("column", &column)?;
        }
        if let Some(remedy) = &self.remedy {
            object.serialize_entry("remedy", remedy)?;
        }
        object.end()
    }
}

impl Problem {
    /// A problem of a kind.
    pub fn new(kind: ProblemKind, detail: impl fmt::Display) -> Self {
        Self {
            kind,
            detail: detail.to_string(),
            field: None,
            line: None,
            column: None,
            remedy: None,
        }
    }

    /// The HTTP status.
    pub fn status(&self) -> u16 {
        self.kind.status()
    }

    /// The same with the field that it is about.
    #[must_use]
    pub fn about(self, field: &'static str) -> Self {
        let field = Some(field);
        Self { field, ..self }
    }

    /// The same with a remedy.
    #[must_use]
    pub fn mended_by(self, remedy: impl Into<String>) -> Self {
        let remedy = Some(remedy.into());
        Self { remedy, ..self }
    }

    /// The problem as JSON on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Problem {}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Self {
        let remedy = match &error {
            ReadError::Empty => "write for example 1 2 3/4 5 6/7 8 0".to_owned(),
            ReadError::NotText { .. } => "save the file as plain text in UTF-8".to_owned(),
            ReadError::Unexpected { remedy, .. } => remedy.clone(),
            ReadError::NotSquare { remedy, .. } => (*remedy).to_owned(),
            ReadError::NotOneSlide { .. } => "write every board of the way, in order".to_owned(),
            _ => "give every tile from 1 to the last once, and one blank (0)".to_owned(),
        };
        let place = error.place();
        Self {
            line: place.map(|place| place.line),
            column: place.map(|place| place.col),
            ..Self::new(ProblemKind::Unreadable, error).mended_by(remedy)
        }
    }
}

impl From<GoalError> for Problem {
    fn from(error: GoalError) -> Self {
        Self::new(ProblemKind::Value, error).about("goal")
    }
}

impl From<InstanceError> for Problem {
    fn from(error: InstanceError) -> Self {
        match error {
            InstanceError::Unsolvable(_) => Self::new(ProblemKind::Unsolvable, error)
                .about("board")
                .mended_by("exchange two tiles, or choose another goal"),
            error => Self::new(ProblemKind::Value, error).about("goal"),
        }
    }
}

impl From<PlanError> for Problem {
    fn from(error: PlanError) -> Self {
        Self::new(ProblemKind::Value, error)
    }
}

impl From<SolveError> for Problem {
    fn from(error: SolveError) -> Self {
        let kind = match error {
            SolveError::Search(_) => ProblemKind::Value,
            SolveError::Given(_) => ProblemKind::Value,
            _ => ProblemKind::Internal,
        };
        Self::new(kind, error)
    }
}

impl From<RefuteError> for Problem {
    fn from(error: RefuteError) -> Self {
        match error {
            RefuteError::Goal(error) => error.into(),
            RefuteError::Plan(error) => error.into(),
            RefuteError::Search(error) => Self::new(ProblemKind::Value, error),
            error => Self::new(ProblemKind::Internal, error),
        }
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        let place = (error.line() > 0).then(|| (error.line(), error.column()));
        Self {
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column.max(1)),
            ..Self::new(ProblemKind::Request, error)
        }
    }
}
