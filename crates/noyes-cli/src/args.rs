//! The arguments of the command.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue};
use clap::{Parser, Subcommand};

#[cfg(feature = "serve")]
use crate::commands::serve;
use crate::commands::{
    batch, check, compare, completions, grade, info, label, man, pddl, plan, play, render,
    scramble, solve, tables, tree,
};
use crate::input;
use crate::printable::printable;

/// Solve sliding-tile puzzles: any board from 2×2 to 127×127.
///
/// A BOARD is a file, - for standard input, or the board itself in quotes: 0 is the blank, rows are
/// split by slashes.
#[derive(Debug, Parser)]
#[command(
    name = "noyes",
    version,
    max_term_width = 100,
    after_help = "Examples:
  noyes solve boards/puzzle04.txt
  noyes solve \"8 1 3/4 0 2/7 6 5\" --format directions
  noyes scramble 4 --seed 7 | noyes solve -

Exit codes: 0 done · 1 the answer is no · 2 bad input or usage · 3 a limit stopped it first"
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

impl Cli {
    /// Parses arguments, the name of the program first; if they make no sense, says why and ends
    /// the process.
    pub fn parse_or_exit(args: impl IntoIterator<Item = OsString>) -> Self {
        Self::try_parse_from(args).unwrap_or_else(|error| printable_error(with_tip(error)).exit())
    }
}

/// Escapes what an error quotes of the arguments: a pattern of the shell may have put any file's
/// name there.
fn printable_error(mut error: clap::Error) -> clap::Error {
    let quoted: Vec<(ContextKind, String)> = error
        .context()
        .filter_map(|(kind, value)| match value {
            ContextValue::String(text) => Some((kind, printable(text).into_owned())),
            _ => None,
        })
        .collect();
    for (kind, text) in quoted {
        error.insert(kind, ContextValue::String(text));
    }
    error
}

/// Suggests the command that is probably meant where a board stands in the place of a command.
fn with_tip(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand)
        && (Path::new(word).exists() || input::is_board(word))
    {
        let (all, command) = match Path::new(word).is_dir() {
            true => ("all in it", "batch"),
            false => ("it", "solve"),
        };
        let tip = format!("to solve {all}: noyes {command} {}", input::quoted(word));
        let tips = ContextValue::StyledStrs(vec![tip.into()]);
        error.insert(ContextKind::Suggested, tips);
    }
    error
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Solve(solve::Args),
    Plan(plan::Args),
    Batch(batch::Args),
    Label(label::Args),
    Compare(compare::Args),
    Info(info::Args),
    Check(check::Args),
    Grade(grade::Args),
    Scramble(scramble::Args),
    Tree(tree::Args),
    Render(render::Args),
    Pddl(pddl::Args),
    Play(play::Args),
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    Tables(tables::Args),
    Completions(completions::Args),
    Man(man::Args),
}
