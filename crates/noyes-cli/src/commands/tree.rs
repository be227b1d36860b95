//! `noyes tree`.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::ValueEnum;
use noyes::goal::{Goal, Parity};
use noyes::heuristic::HeuristicKind;
use noyes::render;
use noyes::search::{Duplicates, TreeOptions, first_steps};

use crate::exit::Exit;
use crate::options::{DuplicatesName, GoalOption, HeuristicName, ThemeName};
use crate::{input, output};

/// Draw the game tree of the first steps of A*
///
/// A node shows its board, moves made + distance = priority, and when it was dequeued; boards that
/// were refused say why, for instance because their parent came from them. With --each the state
/// after every step is shown: what was dequeued, inserted and refused, and the priority queue in
/// order; "#5 = #0" in text and "= #0" below node 5 in pictures say that its board is that of node
/// 0 once more. Of a board that cannot be solved both trees are shown, board and twin, step by step
/// in turn as the course has it; the exit code is 1.
///
/// Equal priorities: the node with the least distance goes first, and among those the newest.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes tree boards/puzzle04.txt
  noyes tree boards/puzzle04.txt --each
  noyes tree boards/puzzle04.txt --each --duplicates none --steps 3
  noyes tree boards/puzzle04.txt --steps 3 --heuristic hamming
  noyes tree boards/puzzle04.txt --output tree.svg
  noyes tree boards/puzzle04.txt --each --output pages.svg
  noyes tree boards/puzzle04.txt --format animated --output steps.svg
  noyes tree boards/puzzle04.txt --each --format json
  noyes tree boards/unsolvable.txt --each --steps 3")]
pub struct Args {
    /// The board: a file, - for standard input, or the board itself in quotes
    board: String,

    /// How many nodes to dequeue; at most 1000 with --each, 100 in pictures of each step
    #[arg(long, value_name = "K", default_value = "5", value_parser = clap::value_parser!(u32).range(0..=10_000))]
    steps: u32,

    /// Show the state after every step, with the priority queue in order
    #[arg(long)]
    each: bool,

    /// What is refused: none, previous (as in the course), chain, index
    #[arg(long, value_enum, value_name = "RULE")]
    duplicates: Option<DuplicatesName>,

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
    /// For Graphviz; with --each a graph for every step
    Dot,
    /// A picture; with --each a page for every step, one below the other
    Svg,
    /// The pages of every step one after the other, as svg
    Animated,
    /// Nodes and steps as one JSON object
    Json,
}

impl TreeFormat {
    /// The usual ending of its files.
    fn ending(self) -> &'static str {
        match self {
            Self::Text => "txt",
            Self::Dot => "dot",
            Self::Svg | Self::Animated => "svg",
            Self::Json => "json",
        }
    }

    /// The format that an ending stands for, if it stands for one.
    fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "svg" => Some(Self::Svg),
            "dot" | "gv" => Some(Self::Dot),
            "txt" | "text" => Some(Self::Text),
            "json" => Some(Self::Json),
            _ => None,
        }
    }

    /// The most steps whose states it shows one by one.
    fn most_steps(self) -> u32 {
        match self {
            Self::Svg | Self::Animated => 100,
            Self::Text | Self::Dot | Self::Json => 1000,
        }
    }
}

/// Columns of text that does not go to a terminal.
const WIDTH: usize = 100;

pub fn run(args: Args) -> Result<Exit> {
    let format = format(&args)?;
    output::ensure_writable(args.output.as_deref())?;
    let board = input::board(&args.board, false)?;
    let goal: Goal = args.goal.read(false)?;
    let goal = goal.board(board.size())?;
    if args.heuristic == HeuristicName::Pattern {
        bail!("the tree shows the A* of the course: use --heuristic hamming or manhattan");
    }
    let heuristic = args.heuristic.kind().unwrap_or(HeuristicKind::Manhattan);
    let with_queues = args.each || matches!(format, TreeFormat::Animated | TreeFormat::Json);
    if with_queues && args.steps > format.most_steps() {
        bail!(
            "every step is shown of at most {} steps in this format: give fewer --steps",
            format.most_steps()
        );
    }
    let parity = Parity::of(&board, &goal);
    let options = TreeOptions {
        steps: args.steps as usize,
        duplicates: args.duplicates.map_or(Duplicates::Previous, |name| name.0),
        with_twin: !parity.is_solvable(),
        with_queues,
    };
    let trees = first_steps(&board, &goal, heuristic, &options)?;
    let theme = args.theme.into();
    let width = output::columns(args.output.as_deref()).unwrap_or(WIDTH);
    let mut text = match format {
        TreeFormat::Text if args.each => render::tree_steps_text(&trees, width),
        TreeFormat::Text => render::tree_text(&trees),
        TreeFormat::Dot if args.each => render::tree_steps_dot(&trees),
        TreeFormat::Dot => render::tree_dot(&trees),
        TreeFormat::Svg if args.each => render::tree_steps_svg(&trees, theme),
        TreeFormat::Svg => render::tree_svg(&trees, theme),
        TreeFormat::Animated => render::tree_animated_svg(&trees, theme),
        TreeFormat::Json => format!("{}\n", serde_json::to_string(&trees)?),
    };
    if !trees.is_solvable && format == TreeFormat::Text {
        text.push_str("No solution possible\n");
    }
    output::write(args.output.as_deref(), |out| out.write_all(text.as_bytes()))?;
    if trees.is_solvable {
        return Ok(Exit::Done);
    }
    eprintln!("{parity}");
    Ok(Exit::No)
}

/// The format that `--format` names, else that of the file's ending. An ending of another format
/// than the one named is refused.
fn format(args: &Args) -> Result<TreeFormat> {
    let ending = args.output.as_deref().and_then(Path::extension);
    let ending = ending.map(|ending| ending.to_string_lossy().to_ascii_lowercase());
    let of_ending = ending.as_deref().and_then(TreeFormat::of_ending);
    Ok(match (args.format, of_ending, ending) {
        (Some(format), Some(other), Some(ending)) if format.ending() != other.ending() => bail!(
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
