//! The program `noyes`.

use std::process::ExitCode;

fn main() -> ExitCode {
    noyes_cli::run(std::env::args_os()).into()
}
