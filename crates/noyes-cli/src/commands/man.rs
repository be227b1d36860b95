//! `noyes man`: the manual pages, made from the same words as the help.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::CommandFactory;
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
    let command = Cli::command();
    let Some(folder) = args.folder else {
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        output::write(None, |out| out.write_all(&page))?;
        return Ok(Exit::Done);
    };
    let cannot = || format!("{} cannot be written", folder.display());
    fs::create_dir_all(&folder).with_context(cannot)?;
    clap_mangen::generate_to(command, &folder).with_context(cannot)?;
    Ok(Exit::Done)
}
