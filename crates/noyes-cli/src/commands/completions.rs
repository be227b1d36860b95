//! `noyes completions`.

use anyhow::Result;
use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::args::Cli;
use crate::exit::Exit;
use crate::output;

/// Print the completions for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes completions bash > ~/.local/share/bash-completion/completions/noyes
  noyes completions zsh > ~/.zfunc/_noyes
  noyes completions fish > ~/.config/fish/completions/noyes.fish")]
pub struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub fn run(args: Args) -> Result<Exit> {
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "noyes", &mut script);
    output::write(None, |out| out.write_all(&script))?;
    Ok(Exit::Done)
}
