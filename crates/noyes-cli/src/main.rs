//! The command `noyes`: arguments → work → output.

mod alloc_counter;
mod answer_text;
mod args;
mod commands;
mod csv;
mod cycles;
mod eta;
mod exit;
mod input;
mod interrupt;
mod options;
mod output;
mod play;
mod printable;
mod progress;
mod review;
mod suggest;
mod truncate;

use std::process::ExitCode;

use crate::args::{Cli, Command};
use crate::exit::Exit;

fn main() -> ExitCode {
    let cli = Cli::parse_or_exit();
    let result = match cli.command {
        Command::Solve(args) => commands::solve::run(args),
        Command::Plan(args) => commands::plan::run(args),
        Command::Batch(args) => commands::batch::run(args),
        Command::Compare(args) => commands::compare::run(args),
        Command::Info(args) => commands::info::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Grade(args) => commands::grade::run(args),
        Command::Scramble(args) => commands::scramble::run(args),
        Command::Tree(args) => commands::tree::run(args),
        Command::Render(args) => commands::render::run(args),
        Command::Play(args) => commands::play::run(args),
        Command::Tables(args) => commands::tables::run(args),
        Command::Completions(args) => commands::completions::run(args),
        Command::Man(args) => commands::man::run(args),
    };
    match result {
        Ok(exit) => exit.into(),
        Err(error) if output::is_closed_pipe(&error) => Exit::Done.into(),
        Err(error) => {
            output::print_error(&error);
            Exit::Bad.into()
        }
    }
}
