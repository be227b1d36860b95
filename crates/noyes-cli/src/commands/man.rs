//! `noyes man`: the manual pages, made from the help texts.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, Result};
use clap::{Command, CommandFactory};
use clap_mangen::Man;

use crate::args::Cli;
use crate::exit::Exit;
use crate::output;
use crate::printable::printable_path;

/// Write the manual pages
///
/// Without a folder the page of noyes itself goes to standard output; with one, the page of every
/// command is written there.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes man > noyes.1
  noyes man man1")]
pub struct Args {
    /// The folder for the pages, created if it does not exist
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
    let cannot = || format!("{} cannot be made", printable_path(&folder));
    fs::create_dir_all(&folder).with_context(cannot)?;
    write_pages(command, &folder)?;
    Ok(Exit::Done)
}

/// Writes the page of a command and those of its subcommands.
fn write_pages(command: Command, folder: &Path) -> Result<()> {
    for part in command.get_subcommands() {
        write_pages(part.clone(), folder)?;
    }
    let man = Man::new(command);
    let page = page(&man)?;
    let path = folder.join(man.get_filename());
    output::write(Some(&path), |out| out.write_all(page.as_bytes()))
}

/// A page. The examples, which clap puts under EXTRA, get the heading that manuals use.
fn page(man: &Man) -> io::Result<String> {
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8_lossy(&page);
    Ok(page.replace("\n.SH EXTRA\nExamples:\n", "\n.SH EXAMPLES\n"))
}
