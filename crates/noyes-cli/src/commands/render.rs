//! `noyes render`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::ValueEnum;
use noyes::board::Metric;
use noyes::goal::InstanceError;
use noyes::render::{Picture, RenderError};
use noyes::solve::{Engine, Request};
use noyes::{Board, Instance, Moves};
use noyes_answer::Answer;

use crate::exit::Exit;
use crate::options::{GoalOption, ThemeName};
use crate::progress::{Progress, ProgressOption};
use crate::{input, interrupt, output};

/// Draw a board, or a solution as film strip or animation
///
/// The ending of --output chooses the kind of picture if --format is not given, and must fit it
/// otherwise. Where a solution is to be drawn and no MOVES are given, the board is solved first, as
/// noyes solve would.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes render boards/random4.txt --output board.svg
  noyes render boards/random10.txt --output board.png --theme dark
  noyes render boards/puzzle04.txt LULU --format strip --output strip.svg
  noyes render boards/puzzle04.txt --format animated --output solution.svg
  noyes render boards/puzzle04.txt --output solution.gif")]
pub struct Args {
    /// The board: a file, - for standard input, or the board itself in quotes
    board: String,

    /// The moves: a file, - for standard input, or the moves themselves; solved for if not given
    moves: Option<String>,

    /// The kind of picture; by default that of the ending of --output, else svg, or animated with
    /// MOVES
    #[arg(long, value_enum)]
    format: Option<PictureFormat>,

    /// Write to a file instead of standard output, which is -
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The colours
    #[arg(long, value_enum, value_name = "NAME", default_value = "auto")]
    theme: ThemeName,

    /// The side of a cell in pixels; by default it depends on the board's size
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u16).range(4..=1000))]
    cell: Option<u16>,

    /// The most boards in a strip; more are thinned out evenly
    #[arg(long, value_name = "N", default_value = "60", value_parser = clap::value_parser!(u32).range(2..=10_000))]
    frames: u32,

    #[command(flatten)]
    goal: GoalOption,

    #[command(flatten)]
    progress: ProgressOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PictureFormat {
    /// The board, scalable
    Svg,
    /// The board, in pixels
    Png,
    /// The solution, board after board, scalable
    Strip,
    /// The solution, moving, scalable
    Animated,
    /// The solution, moving, in pixels
    Gif,
}

impl PictureFormat {
    /// Whether it shows a solution, not one board.
    fn shows_moves(self) -> bool {
        matches!(self, Self::Strip | Self::Animated | Self::Gif)
    }

    /// The ending of its files.
    fn ending(self) -> &'static str {
        match self {
            Self::Svg | Self::Strip | Self::Animated => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
        }
    }
}

pub fn run(args: Args) -> Result<Exit> {
    let board = input::board(&args.board, false)?;
    let goal = args.goal.read(false)?;
    let goal_board = goal.board(board.size())?;
    let format = format(&args)?;
    output::ensure_writable(args.output.as_deref())?;
    let is_binary = matches!(format, PictureFormat::Png | PictureFormat::Gif);
    let is_standard = output::is_standard(args.output.as_deref());
    if is_binary && is_standard && std::io::stdout().is_terminal() {
        bail!("a terminal cannot show this picture: give --output FILE, or send it into a file");
    }
    let progress = args.progress.begin();
    if args.moves.is_some() && !format.shows_moves() {
        progress.remark(
            "this picture shows one board: for the moves, give --format strip, animated or gif",
        );
    }
    interrupt::listen();
    let picture = Picture::new(&board, &goal_board).watched_by(&progress);
    let mut picture = picture.theme(args.theme.into());
    if let Some(cell) = args.cell {
        picture = picture.cell(f64::from(cell));
    } else if format == PictureFormat::Strip && board.size().fits_in(5) {
        picture = picture.cell(36.0);
    }
    let moves = match &args.moves {
        _ if !format.shows_moves() => Moves::new(),
        Some(argument) => given_moves(argument, &board, &goal_board)?,
        None => match Instance::new(&board, &goal) {
            Err(error @ InstanceError::Unsolvable(_)) => {
                progress.remark(error);
                return Ok(Exit::No);
            }
            instance => solution(&instance?, &progress)?,
        },
    };
    let drawn = match format {
        PictureFormat::Svg => Ok(picture.svg().into_bytes()),
        PictureFormat::Png => picture.png(),
        PictureFormat::Strip => picture
            .strip_svg(&moves, args.frames as usize)
            .map(String::into_bytes),
        PictureFormat::Animated => picture.animated_svg(&moves).map(String::into_bytes),
        PictureFormat::Gif => picture.gif(&moves),
    };
    progress.finish();
    let bytes = match drawn {
        Err(error @ RenderError::Stopped) => {
            progress.remark(error);
            return Ok(Exit::Limit);
        }
        drawn => drawn?,
    };
    output::write(args.output.as_deref(), |out| out.write_all(&bytes))?;
    Ok(Exit::Done)
}

/// Endings that say what kind of picture a file holds.
const PICTURE_ENDINGS: [&str; 11] = [
    "svg", "png", "gif", "jpg", "jpeg", "webp", "avif", "bmp", "tif", "tiff", "pdf",
];

/// The format that `--format` names, else that of the file's ending, else that of what there is to
/// draw. An ending of another format than the one named is refused.
fn format(args: &Args) -> Result<PictureFormat> {
    let has_moves = args.moves.is_some();
    let ending = args.output.as_deref().and_then(Path::extension);
    let ending = ending.map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    Ok(match (args.format, ending.as_deref()) {
        (Some(format), Some(ending))
            if ending != format.ending() && PICTURE_ENDINGS.contains(&ending) =>
        {
            bail!(
                "a file named .{ending} would not hold what --format asks for: name it .{}, or leave out --format",
                format.ending()
            )
        }
        (Some(format), _) => format,
        (None, Some("png")) => PictureFormat::Png,
        (None, Some("gif")) => PictureFormat::Gif,
        (None, Some("svg") | None) if has_moves => PictureFormat::Animated,
        (None, Some("svg") | None) => PictureFormat::Svg,
        (None, Some(other)) => {
            bail!("no picture is named .{other}: name it .svg, .png or .gif, or give --format")
        }
    })
}

/// The moves given. Letters of the blank are understood where they solve the board; moves that do
/// not solve it are drawn too.
fn given_moves(argument: &str, board: &Board, goal: &Board) -> Result<Moves> {
    let text = input::moves(argument)?;
    match Answer::read(&text, board, goal, Metric::Single).solution {
        Ok(solution) => Ok(solution.moves),
        Err(_) => Ok(noyes::format::read_moves(&text, board)?.moves),
    }
}

/// The best solution that a solve finds.
fn solution(instance: &Instance, progress: &Progress) -> Result<Moves> {
    let engine = Engine::new();
    let plan = engine.plan(instance, &Request::default())?;
    let outcome = engine.solve(instance, &plan, progress)?;
    // A user who stopped the search wants a picture of its best solution.
    interrupt::forget();
    match outcome.moves() {
        Some(moves) => Ok(moves.clone()),
        None => bail!("no solution was found in time: give the moves"),
    }
}
