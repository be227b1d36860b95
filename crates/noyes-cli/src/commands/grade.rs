//! `noyes grade`.

mod answers;
mod report;
mod unmatched;
mod verdict;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use noyes::goal::{InstanceError, Parity};
use noyes::search::Observer;
use noyes::solve::{Engine, Outcome};
use noyes::{Board, Goal, Instance};

use crate::commands::batch::gather;
use crate::exit::Exit;
use crate::options::{self, GoalOption};
use crate::printable::printable;
use crate::progress::ProgressOption;
use crate::review::Review;
use crate::{interrupt, output};
use answers::Answers;
use verdict::{Grade, Verdict};

/// Grade a folder of answers against their boards
///
/// An answer is a file named as its board (puzzle04.txt, puzzle04.out) and holds a transcript of
/// boards, tiles (5 L), or letters. Folders within the answers are students, one each; where all
/// answers are in one folder, what follows the board's name is the student (puzzle04-anna.txt).
/// Every answer is right, not minimal, wrong (with the reason), invalid (with the line), or
/// missing; "No solution possible" is right for a board that has none. Where the time does not
/// suffice to prove the minimum, "solves" is an answer that may be minimal: none shorter was found.
/// Pipes, devices and folders that cannot be read are skipped with a remark. In csv, a cell that a
/// spreadsheet would take for a formula has an apostrophe before it.
///
/// Exits 0 if every answer is right or solves, 1 if any is not, 3 if interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mkdir answers && noyes solve boards/puzzle04.txt > answers/puzzle04.txt
  noyes grade boards/puzzle04.txt --answers answers
  noyes grade boards/puzzle04.txt --answers answers --format csv --output grades.csv")]
pub struct Args {
    /// The boards: files, folders, lists
    #[arg(value_name = "BOARDS", required = true)]
    boards: Vec<String>,

    /// The folder of answers, or of one folder a student
    #[arg(long, value_name = "DIR")]
    answers: PathBuf,

    /// Time for finding the minimum of each board
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = options::duration)]
    time_limit: Duration,

    /// The format of the grades
    #[arg(long, value_enum, default_value = "table")]
    format: GradeFormat,

    /// Write the grades to a file instead of standard output, which is -
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    goal: GoalOption,

    #[command(flatten)]
    progress: ProgressOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GradeFormat {
    /// For people, with a summary
    Table,
    /// Comma-separated values
    Csv,
}

/// A board and what its answers are compared with.
struct Question {
    name: String,
    board: Board,
    goal: Board,
    key: Key,
}

/// The right answer, as far as it is known.
enum Key {
    Unsolvable(Parity),
    Solved(Outcome),
}

impl Question {
    /// Solves a board within a time limit.
    fn new(
        engine: &Engine,
        entry: gather::Entry,
        goal: &Goal,
        time: Duration,
        observer: &dyn Observer,
    ) -> Result<Self> {
        let board = match entry.board {
            Ok(board) => board,
            Err(why) => bail!("{}: {why}", printable(&entry.name)),
        };
        let key = match Instance::new(&board, goal) {
            Err(InstanceError::Unsolvable(parity)) => Key::Unsolvable(parity),
            Err(error) => return Err(error.into()),
            Ok(_) => {
                let review = Review { engine, goal, time };
                Key::Solved(review.outcome(&board, observer)?)
            }
        };
        Ok(Self {
            name: entry.name,
            goal: goal.board(board.size())?,
            board,
            key,
        })
    }
}

pub fn run(args: Args) -> Result<Exit> {
    let goal = args.goal.read(false)?;
    output::ensure_writable(args.output.as_deref())?;
    let entries = gather::gather(&args.boards)?;
    let names: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
    let answers = Answers::find(&args.answers, &names)?;
    interrupt::listen();
    let total = entries.len();
    let progress = args.progress.begin().with_parts(total, "boards");
    let mut grades: Vec<Grade> = Vec::new();
    let engine = Engine::new();
    let mut graded = 0;
    for (number, entry) in entries.into_iter().enumerate() {
        let part = progress.board(number, &entry.name);
        let question = Question::new(&engine, entry, &goal, args.time_limit, &part)?;
        drop(part);
        // Answers are not graded against a solve that was interrupted.
        if interrupt::is_requested() {
            break;
        }
        graded += 1;
        for student in &answers.students {
            grades.push(Grade {
                student: student.name.clone(),
                board: question.name.clone(),
                ..verdict::grade(&question, student.answer(number))
            });
        }
    }
    progress.finish();
    // Sorted by student; the boards of a student keep their order.
    grades.sort_by(|a, b| a.student.cmp(&b.student));
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    for grade in &grades {
        *counts.entry(grade.verdict).or_default() += 1;
    }
    output::write(args.output.as_deref(), |out| match args.format {
        GradeFormat::Table => report::table(out, &grades, &counts),
        GradeFormat::Csv => report::csv_rows(out, &grades),
    })?;
    for remark in unmatched::remarks(&answers.unmatched) {
        progress.remark(remark);
    }
    if graded < total {
        progress.remark(format_args!(
            "interrupted: {graded} of {total} boards were graded"
        ));
        return Ok(Exit::Limit);
    }
    Ok(if grades.iter().all(|grade| grade.verdict.is_right()) {
        Exit::Done
    } else {
        Exit::No
    })
}
