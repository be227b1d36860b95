//! `noyes grade`.

mod answers;
mod feedback;
mod file_name;
mod grades;
mod json;
mod matrix;
mod picture;
mod points;
mod report;
mod run;
mod source;
mod summary;
mod unmatched;
mod wasted;

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use clap::ValueEnum;
use noyes::solve::{Engine, Limits};
use noyes_answer::Question;
use noyes_api::check::Minima;

use crate::commands::batch::gather;
use crate::exit::Exit;
use crate::options::{self, GoalOption, MetricName};
use crate::printable::{printable, printable_path};
use crate::progress::ProgressOption;
use crate::{interrupt, output};
use answers::Answers;
use grades::Grades;
use points::Points;
use run::{RunLimits, Runs};
use source::Source;

/// Grade a folder of answers against their boards, or run the students' programs
///
/// An answer is a file named as its board (puzzle04.txt, puzzle04.out). It holds what the course's
/// solver prints, tiles (5 L), letters, or words (5 left, up); other prints around them are left
/// aside. The student is the folder (anna/puzzle04.txt), or the rest of the file's name
/// (puzzle04-anna.txt, anna_puzzle04.txt), or the file in a folder named as the board
/// (puzzle04/anna.txt).
///
/// Every answer is right, solves (nothing shorter was found, and nothing is proven), not minimal,
/// reversed (the directions are the blank's), wrong, invalid (with the line), crashed, out of
/// memory, timed out, empty, or missing. "No solution possible" is right for a board that has none,
/// and so is a bare -1, null or None, with a remark, if nothing else is said. Pipes, devices and
/// folders that cannot be read are skipped with a remark. In csv, a cell that a spreadsheet would
/// take for a formula has an apostrophe before it.
///
/// With --run, a command is run for every board in the folder of every student. There is no shell:
/// spaces separate arguments, '…' and "…" hold one together, \ takes the meaning from the next
/// sign. {board} is the board's file, {student} the student's name; a command without {board} gets
/// the board on standard input. Results are stored as they come, and a run that is there already is
/// not made again. The programs run with your rights: use a container where you do not trust them.
///
/// Exits 0 if every answer is right or solves, 1 if any is not, 3 if interrupted.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  mkdir answers && noyes solve boards/puzzle04.txt > answers/puzzle04.txt
  noyes grade boards/puzzle04.txt --answers answers
  noyes grade boards/puzzle04.txt --answers answers --format csv --output grades.csv
  noyes grade boards/puzzle04.txt --answers answers --summary --points right=2,not-minimal=1
  noyes grade boards/puzzle04.txt --answers answers --matrix --output matrix.svg
  noyes grade boards/puzzle04.txt --answers answers --feedback feedback
  mkdir -p class/anna && noyes grade boards/puzzle04.txt --answers class --run 'noyes solve {board}'")]
pub struct Args {
    /// The boards: files, folders, lists
    #[arg(value_name = "BOARDS", required = true)]
    boards: Vec<String>,

    /// The folder of answers, or of one folder a student
    #[arg(long, value_name = "DIR")]
    answers: PathBuf,

    /// Time for finding the minimum of each board; with --run, the time of each run
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = options::duration)]
    time_limit: Duration,

    /// What counts as one move: single (one tile), multi (several tiles of a line at once; proven
    /// up to 16 cells, and near the goal on larger boards)
    #[arg(long, value_enum, value_name = "NAME", default_value = "single")]
    metric: MetricName,

    /// Points for each verdict, such as right=2,not-minimal=1; by default 1 for right and solves
    #[arg(long, value_name = "POINTS")]
    points: Option<Points>,

    /// The class in a page: each board and each student
    #[arg(long, help_heading = "Output", conflicts_with = "matrix")]
    summary: bool,

    /// Students × boards, as text, csv, json, svg or png
    #[arg(long, help_heading = "Output")]
    matrix: bool,

    /// Write a text and a csv for each student into this folder
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    feedback: Option<PathBuf>,

    /// The format of the grades; by default that of the ending of --output, else table
    #[arg(long, value_enum, help_heading = "Output")]
    format: Option<GradeFormat>,

    /// The colours of a picture
    #[arg(
        long,
        value_enum,
        value_name = "NAME",
        default_value = "auto",
        help_heading = "Output"
    )]
    theme: options::ThemeName,

    /// Write the grades to a file instead of standard output, which is -
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,

    /// Run this command for every board in the folder of every student
    #[arg(long, value_name = "COMMAND", help_heading = "Running programs")]
    run: Option<String>,

    /// Where the results of runs are stored; by default the folder of answers with -results behind
    /// its name
    #[arg(
        long,
        value_name = "DIR",
        help_heading = "Running programs",
        requires = "run"
    )]
    results: Option<PathBuf>,

    /// Make all runs again, also those whose results are stored
    #[arg(long, help_heading = "Running programs", requires = "run")]
    fresh: bool,

    /// The memory of each run: 500MB, 2GB
    #[arg(long, value_name = "SIZE", help_heading = "Running programs", requires = "run", value_parser = options::bytes)]
    memory_limit: Option<usize>,

    /// How many programs run at the same time; by default one for each core
    #[arg(long, value_name = "N", help_heading = "Running programs", requires = "run", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    #[command(flatten)]
    goal: GoalOption,

    #[command(flatten)]
    progress: ProgressOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum GradeFormat {
    /// For people
    #[value(alias = "text")]
    Table,
    /// Comma-separated values
    Csv,
    /// Every answer and every student; with --matrix also the picture
    Json,
    /// The matrix as a picture, scalable
    Svg,
    /// The matrix as a picture, in pixels
    Png,
}

/// The least time for finding a minimum where programs are run, whose own limit may be short.
const LEAST_MINIMUM_TIME: Duration = Duration::from_secs(10);
/// The most time for finding the first wasted move of an answer.
const WASTED_TIME: Duration = Duration::from_secs(2);

pub fn run(args: Args) -> Result<Exit> {
    let goal = args.goal.read(false)?;
    let format = format(&args)?;
    output::ensure_writable(args.output.as_deref())?;
    if let Some(folder) = &args.feedback {
        feedback::prepare(folder)?;
    }
    let entries = gather::gather(&args.boards)?;
    let names: Vec<&str> = entries.iter().map(|entry| &*entry.name).collect();
    let results = args
        .results
        .clone()
        .unwrap_or_else(|| beside(&args.answers));
    let runs = args.run.as_deref().map(|command| Runs {
        command,
        results: &results,
        limits: RunLimits {
            time: args.time_limit,
            memory: args.memory_limit,
        },
        threads: args.threads.map_or_else(cores, usize::from),
        is_fresh: args.fresh,
    });
    let source = match runs {
        Some(runs) => {
            runs.check()?;
            Source::Runs(runs, run::students(&args.answers)?)
        }
        None => Source::Files(Answers::find(&args.answers, &names)?),
    };
    interrupt::listen();
    let engine = Engine::new();
    let minima = Minima {
        engine: &engine,
        goal: &goal,
        metric: args.metric.metric(),
        limits: within(match source {
            Source::Runs(..) => args.time_limit.max(LEAST_MINIMUM_TIME),
            Source::Files(_) => args.time_limit,
        }),
    };
    let total = entries.len();
    let progress = args.progress.begin().with_parts(total, "boards");
    let mut questions: Vec<(String, Question)> = Vec::new();
    for (number, entry) in entries.into_iter().enumerate() {
        let board = match entry.board {
            Ok(board) => board,
            Err(why) => bail!("{}: {why}", printable(&entry.name)),
        };
        let part = progress.board(number, &entry.name);
        let question = minima.question(board, &part)?;
        drop(part);
        // Answers are not graded against a solve that was interrupted.
        if interrupt::is_requested() {
            break;
        }
        questions.push((entry.name, question));
    }
    progress.finish();
    let (mut all, is_stopped) = source.grades(&questions, args.progress.begin())?;
    let is_stopped = is_stopped || questions.len() < total;
    if args.feedback.is_some() {
        let minima = Minima {
            limits: within(WASTED_TIME),
            ..minima
        };
        wasted::add(&mut all, &questions, &minima);
    }
    let grades = Grades::new(all, args.points.unwrap_or_default());
    let bytes = match format {
        GradeFormat::Svg => picture::heat_map(&grades)
            .svg(args.theme.into())
            .into_bytes(),
        GradeFormat::Png => picture::heat_map(&grades).png(args.theme.into())?,
        GradeFormat::Json => {
            let map = args.matrix.then(|| picture::heat_map(&grades));
            let matrix = map.map(|map| map.svg(args.theme.into()));
            format!("{}\n", json::report(&grades, matrix)).into_bytes()
        }
        GradeFormat::Table | GradeFormat::Csv => Vec::new(),
    };
    output::write(args.output.as_deref(), |out| match format {
        GradeFormat::Table if args.matrix => matrix::table(out, &grades),
        GradeFormat::Table if args.summary => summary::table(out, &grades),
        GradeFormat::Table => report::table(out, &grades),
        GradeFormat::Csv if args.matrix => matrix::csv_rows(out, &grades),
        GradeFormat::Csv if args.summary => summary::csv_rows(out, &grades),
        GradeFormat::Csv => report::csv_rows(out, grades.all().iter()),
        GradeFormat::Json | GradeFormat::Svg | GradeFormat::Png => out.write_all(&bytes),
    })?;
    if let Some(folder) = &args.feedback {
        let count = feedback::write(folder, &grades)?;
        progress.remark(format_args!(
            "feedback for {count} {} is in {}",
            if count == 1 { "student" } else { "students" },
            printable_path(folder)
        ));
    }
    if let Source::Files(answers) = &source {
        for remark in unmatched::remarks(&answers.unmatched) {
            progress.remark(remark);
        }
    }
    if is_stopped {
        let graded = questions.len();
        progress.remark(match source {
            Source::Runs(..) => {
                "interrupted: the same command goes on where this one stopped".into()
            }
            Source::Files(_) => format!("interrupted: {graded} of {total} boards were graded"),
        });
        return Ok(Exit::Limit);
    }
    Ok(match grades.is_all_right() {
        true => Exit::Done,
        false => Exit::No,
    })
}

/// The format that `--format` names, else that of the file's ending.
fn format(args: &Args) -> Result<GradeFormat> {
    let ending = args.output.as_deref().and_then(Path::extension);
    let ending = ending.map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let named = match ending.as_deref() {
        Some("csv") => Some(GradeFormat::Csv),
        Some("json") => Some(GradeFormat::Json),
        Some("svg") => Some(GradeFormat::Svg),
        Some("png") => Some(GradeFormat::Png),
        _ => None,
    };
    let other = ["pdf", "jpg", "jpeg", "gif", "html", "xls", "xlsx", "ods"];
    let format = match (args.format, named) {
        (None, None)
            if ending
                .as_deref()
                .is_some_and(|ending| other.contains(&ending)) =>
        {
            bail!(
                "no grades are named .{}: name the file .txt, .csv, .json, .svg or .png, or give --format",
                ending.unwrap_or_default()
            )
        }
        (Some(format), Some(named)) if format != named => bail!(
            "a file named .{} would not hold what --format asks for: leave out --format, or name it otherwise",
            ending.unwrap_or_default()
        ),
        (format, named) => format.or(named).unwrap_or(GradeFormat::Table),
    };
    if matches!(format, GradeFormat::Svg | GradeFormat::Png) && !args.matrix {
        bail!("only the matrix is a picture: add --matrix");
    }
    let is_shown = output::is_standard(args.output.as_deref()) && std::io::stdout().is_terminal();
    if format == GradeFormat::Png && is_shown {
        bail!("a terminal cannot show this picture: give --output FILE, or send it into a file");
    }
    Ok(format)
}

/// The folder for results beside a folder of answers.
fn beside(answers: &Path) -> PathBuf {
    let whole = std::fs::canonicalize(answers).unwrap_or_else(|_| answers.to_owned());
    let mut name = whole.file_name().unwrap_or_default().to_owned();
    name.push("-results");
    whole.with_file_name(name)
}

fn within(time: Duration) -> Limits {
    Limits {
        time: Some(time),
        ..Limits::default()
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
