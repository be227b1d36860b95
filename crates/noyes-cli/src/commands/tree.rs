//! `noyes tree`.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::ValueEnum;
use noyes::goal::InstanceError;
use noyes::heuristic::HeuristicKind;
use noyes::search::first_steps;
use noyes::{Instance, render};

use crate::exit::Exit;
use crate::options::{GoalOption, HeuristicName, ThemeName};
use crate::{input, output};

/// Draw the game tree of the first steps of A*
///
/// A node shows its board, moves made + distance = priority, and when it was dequeued; boards
/// left out because their parent came from them are marked as the previous board.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes tree boards/puzzle04.txt
  noyes tree boards/puzzle04.txt --steps 3 --heuristic hamming
  noyes tree boards/puzzle04.txt --output tree.svg")]
pub struct Args {
    /// The board: a file, - for standard input, or the board itself in quotes
    board: String,

    /// How many nodes to dequeue
    #[arg(long, value_name = "K", default_value = "5", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    steps: u32,

    /// The distance in the priority; auto is manhattan
    #[arg(
        long,
        value_enum,
        value_name = "NAME",
        default_value = "auto",
        hide_default_value = true
    )]
    heuristic: HeuristicName,

    /// The format; by default that of the ending of --output, else text
    #[arg(long, value_enum)]
    format: Option<TreeFormat>,

    /// The colours of the picture
    #[arg(long, value_enum, value_name = "NAME", default_value = "auto")]
    theme: ThemeName,

    /// Write to a file instead of standard output, which is -
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    goal: GoalOption,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TreeFormat {
    /// Plain text
    Text,
    /// For Graphviz
    Dot,
    /// A picture
    Svg,
}

impl TreeFormat {
    /// The usual ending of its files.
    fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Dot => "dot",
            Self::Svg => "svg",
        }
    }

    /// The format that an ending stands for, if it stands for one.
    fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "svg" => Some(Self::Svg),
            "dot" | "gv" => Some(Self::Dot),
            "txt" | "text" => Some(Self::Text),
            _ => None,
        }
    }
}

pub fn run(args: Args) -> Result<Exit> {
    let format = format(&args)?;
    output::ensure_writable(args.output.as_deref())?;
    let board = input::board(&args.board, false)?;
    let goal = args.goal.read(false)?;
    let instance = match Instance::new(&board, &goal) {
        Err(InstanceError::Unsolvable(parity)) => {
            output::write(None, |out| writeln!(out, "No solution possible"))?;
            eprintln!("{parity}");
            return Ok(Exit::No);
        }
        other => other?,
    };
    if args.heuristic == HeuristicName::Pattern {
        bail!("the tree shows the A* of the course: use --heuristic hamming or manhattan");
    }
    let heuristic = args.heuristic.kind().unwrap_or(HeuristicKind::Manhattan);
    let tree = first_steps(&instance, heuristic, args.steps as usize)?;
    let text = match format {
        TreeFormat::Text => render::tree_text(&tree),
        TreeFormat::Dot => render::tree_dot(&tree),
        TreeFormat::Svg => render::tree_svg(&tree, args.theme.into()),
    };
    output::write(args.output.as_deref(), |out| out.write_all(text.as_bytes()))?;
    Ok(Exit::Done)
}

/// The format that `--format` names, else that of the file's ending. An ending of another format
/// than the one named is refused.
fn format(args: &Args) -> Result<TreeFormat> {
    let ending = args.output.as_deref().and_then(Path::extension);
    let ending = ending.map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let of_ending = ending.as_deref().and_then(TreeFormat::of_ending);
    Ok(match (args.format, of_ending, ending) {
        (Some(format), Some(other), Some(ending)) if format != other => bail!(
            "a file named .{ending} would not hold what --format asks for: name it .{}, or leave out --format",
            format.ending()
        ),
        (Some(format), ..) | (None, Some(format), _) => format,
        (None, None, None) => TreeFormat::Text,
        (None, None, Some(other)) => {
            bail!("no tree is named .{other}: name it .svg, .dot or .txt, or give --format")
        }
    })
}
