//! The command `noyes`: arguments → work → output.
//!
//! It is a library so that the Python package has the same command: `main.rs` only calls it.

mod alloc_counter;
mod answer_file;
mod args;
mod collection;
mod commands;
mod csv;
mod eta;
mod exit;
mod input;
mod interrupt;
mod options;
mod output;
mod play;
mod printable;
mod progress;
mod suggest;
mod truncate;

use std::ffi::OsString;

use crate::args::{Cli, Command};
pub use crate::exit::Exit;

/// Runs the command with these arguments, the name of the program first. Arguments that make no
/// sense, and requests for help, end the process.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let cli = Cli::parse_or_exit(args);
    let result = match cli.command {
        Command::Solve(args) => commands::solve::run(args),
        Command::Plan(args) => commands::plan::run(args),
        Command::Batch(args) => commands::batch::run(args),
        Command::Label(args) => commands::label::run(args),
        Command::Compare(args) => commands::compare::run(args),
        Command::Info(args) => commands::info::run(args),
        Command::Check(args) => commands::check::run(args),
        Command::Grade(args) => commands::grade::run(args),
        Command::Scramble(args) => commands::scramble::run(args),
        Command::Tree(args) => commands::tree::run(args),
        Command::Render(args) => commands::render::run(args),
        Command::Pddl(args) => commands::pddl::run(args),
        Command::Play(args) => commands::play::run(args),
        #[cfg(feature = "serve")]
        Command::Serve(args) => commands::serve::run(args),
        Command::Tables(args) => commands::tables::run(args),
        Command::Completions(args) => commands::completions::run(args),
        Command::Man(args) => commands::man::run(args),
    };
    match result {
        Ok(exit) => exit,
        Err(error) if output::is_closed_pipe(&error) => Exit::Done,
        Err(error) => {
            output::print_error(&error);
            Exit::Bad
        }
    }
}
