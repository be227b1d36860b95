//! `noyes man`: the manual pages, made from the same words as the help.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, Result};
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::Cli;
use crate::exit::Exit;
use crate::output;

/// Write the manual pages
///
/// Without a folder the page of noyes itself goes to standard output; with one, the page of every
/// command is written there.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes man > noyes.1
  noyes man man1")]
pub struct Args {
    /// The folder, made if it is not there
    folder: Option<PathBuf>,
}

pub fn run(args: Args) -> Result<Exit> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = args.folder else {
        let page = page(&Man::new(command))?;
        output::write(None, |out| out.write_all(page.as_bytes()))?;
        return Ok(Exit::Done);
    };
    let cannot = || format!("{} cannot be written", folder.display());
    fs::create_dir_all(&folder).with_context(cannot)?;
    pages(command, &folder)
        .with_context(cannot)
        .map(|()| Exit::Done)
}

/// Writes the page of a command and those of its own commands.
fn pages(command: Command, folder: &Path) -> io::Result<()> {
    for part in command.get_subcommands() {
        pages(part.clone(), folder)?;
    }
    let man = Man::new(command);
    fs::write(folder.join(man.get_filename()), page(&man)?)
}

/// A page, with what follows the help under the name that manuals have for it.
fn page(man: &Man) -> io::Result<String> {
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8_lossy(&page);
    Ok(page.replace("\n.SH EXTRA\nExamples:\n", "\n.SH EXAMPLES\n"))
}
