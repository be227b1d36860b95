//! `noyes tables`.

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use noyes::guard::{Event, Guard, Observer};
use noyes::pattern::blob::{all_kept, is_sound};
use noyes::pattern::{Complete, Pattern, Table, Tier, at_once, build_bytes};
use noyes::render::chart::Unit;
use noyes::solve::{Plan, complete, has_complete, needs_compound, patterns, shelf};
use noyes::{Instance, Size};

use crate::exit::Exit;
use crate::options::{self, GoalOption, TablesName};
use crate::printable::{printable, printable_path};
use crate::progress::ProgressOption;
use crate::{interrupt, output};

/// List, build, verify or remove pattern tables
///
/// Tables are built when first needed and stored in the folder that NOYES_TABLES names, or else in
/// the user's cache folder. Large tables make the 15-puzzle several times faster; they are built by
/// this command and used automatically from then on. So are the tables for boards of 17 to 25
/// cells, which take half a minute. For the 5×5 board, --memory-limit 4GB or 12GB builds tables of
/// seven tiles for long proofs; that takes some minutes.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  noyes tables
  noyes tables build
  noyes tables build 3x5 --tables small
  noyes tables build 3x6 --memory-limit 1GB
  noyes tables build 5x5 --memory-limit 4GB
  noyes tables verify")]
pub struct Args {
    #[command(subcommand)]
    act: Option<Act>,
}

#[derive(Debug, clap::Subcommand)]
enum Act {
    /// List the tables that are built
    #[command(after_help = "Examples:\n  noyes tables list")]
    List,
    /// Build tables ahead of time
    #[command(
        after_help = "Examples:\n  noyes tables build\n  noyes tables build 3x5 --tables small"
    )]
    Build(Build),
    /// Check every table against its checksums
    #[command(after_help = "Examples:\n  noyes tables verify")]
    Verify,
    /// Remove all tables
    #[command(after_help = "Examples:\n  noyes tables remove")]
    Remove,
}

#[derive(Debug, clap::Args)]
struct Build {
    /// The size of the boards: 4 (for 4x4), or rows x columns such as 3x5
    #[arg(value_name = "SIZE", default_value = "4", value_parser = options::size)]
    size: Size,

    /// Which tables
    #[arg(long, value_enum, value_name = "NAME", default_value = "large")]
    tables: TablesName,

    /// Use no more memory than this: 500MB, 4GB
    #[arg(long, value_name = "SIZE", value_parser = options::bytes)]
    memory_limit: Option<usize>,

    #[command(flatten)]
    goal: GoalOption,

    #[command(flatten)]
    progress: ProgressOption,
}

/// The remark before a solve builds tables that take a while: their size and the time.
pub fn announcement(instance: &Instance, plan: &Plan) -> Option<String> {
    let size = instance.size();
    let tier = plan.stages.iter().find_map(|stage| stage.tables);
    let tier = tier.filter(|_| needs_compound(size))?;
    let patterns = patterns(size, instance.blank_home(), tier)?;
    if shelf().has(&patterns) {
        return None;
    }
    let all: usize = patterns.iter().map(Table::bytes).sum();
    Some(format!(
        "building {} tables first, {} in {}, about {:.0} s of processor time: they are kept",
        patterns.len(),
        file_size(all as u64),
        shelf().folder().display(),
        (all as f64 * CPU_SECONDS_A_BYTE).ceil()
    ))
}

/// A rough cost of building: 2 s for a table of six tiles on the 5×5 board.
const CPU_SECONDS_A_BYTE: f64 = 9e-8;

pub fn run(args: Args) -> Result<Exit> {
    match args.act {
        None | Some(Act::List) => list(),
        Some(Act::Build(build)) => build.run(),
        Some(Act::Verify) => verify(),
        Some(Act::Remove) => remove(),
    }
}

fn list() -> Result<Exit> {
    let shelf = shelf();
    let files = shelf.list();
    output::write(None, |out| {
        writeln!(out, "{}", shelf.folder().display())?;
        for (path, pattern) in &files {
            let size = file_size(bytes(path));
            match pattern {
                Ok(pattern) => writeln!(out, "  {size:>9}  {}", words(pattern))?,
                Err(error) => writeln!(out, "  {size:>9}  {}", printable(&error.to_string()))?,
            }
        }
        let others = all_kept(shelf.folder());
        for path in &others {
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            writeln!(out, "  {:>9}  {}", file_size(bytes(path)), printable(&name))?;
        }
        let total: u64 = files.iter().map(|(path, _)| bytes(path)).sum();
        let total = total + others.iter().map(|path| bytes(path)).sum::<u64>();
        let count = files.len() + others.len();
        writeln!(out, "{count} tables, {}", file_size(total))
    })?;
    Ok(Exit::Done)
}

impl Build {
    fn run(&self) -> Result<Exit> {
        let home = self.goal.read(false)?.board(self.size)?.blank();
        let tier = match self.tables {
            TablesName::Small => Tier::Small,
            TablesName::Large => self.largest(home)?,
            TablesName::None => {
                bail!("there is nothing to build for --tables none: use small or large")
            }
        };
        if tier == Tier::Large && has_complete(self.size) {
            return self.complete(home);
        }
        let Some(patterns) = patterns(self.size, home, tier) else {
            bail!(
                "there are no pattern tables for a {} board: they are for up to {} cells",
                self.size,
                Pattern::MOST_CELLS
            );
        };
        let shelf = shelf();
        let all: usize = patterns.iter().map(Table::bytes).sum();
        let together = at_once(&patterns, self.memory_limit.unwrap_or(usize::MAX));
        let mut needs: Vec<usize> = patterns.iter().map(build_bytes).collect();
        needs.sort_unstable_by(|one, other| other.cmp(one));
        let need: usize = needs.iter().take(together).sum();
        let progress = self.progress.begin();
        progress.remark(format_args!(
            "{} {} tables of the {} board, {} in {}; building takes up to {} of memory and about {:.0} s of processor time",
            patterns.len(),
            tier.name(),
            self.size,
            file_size(all as u64),
            shelf.folder().display(),
            file_size(need as u64),
            (all as f64 * CPU_SECONDS_A_BYTE).ceil()
        ));
        let is_missing = |pattern: &&Pattern| !shelf.has(std::slice::from_ref(*pattern));
        let missing: usize = patterns.iter().filter(is_missing).map(Table::bytes).sum();
        // An entry is a bit.
        progress.set_entries(8 * missing as u64);
        interrupt::listen();
        let started = Instant::now();
        let guard = Guard::new(&progress).memory(self.memory_limit.unwrap_or(usize::MAX));
        let taken = shelf.fetch(&patterns, &guard);
        progress.finish();
        let taken = match taken {
            Err(stop) => {
                progress.remark(format_args!(
                    "building ended early: {stop}; tables finished before are kept"
                ));
                return Ok(Exit::Limit);
            }
            Ok(taken) => taken,
        };
        for trouble in &taken.troubles {
            progress.on(&Event::Trouble(&trouble.to_string()));
        }
        let total: u64 = patterns
            .iter()
            .map(|pattern| bytes(&shelf.path(pattern)))
            .sum();
        output::write(None, |out| match taken.built.len() {
            0 => writeln!(out, "all there already, {}", file_size(total)),
            built => writeln!(
                out,
                "built {built} of {} tables in {:.1} s, {} in all",
                patterns.len(),
                started.elapsed().as_secs_f64(),
                file_size(total)
            ),
        })?;
        Ok(Exit::Done)
    }
}

impl Build {
    /// The largest tables of a board of more than 16 cells that fit the memory limit; smaller
    /// boards have one kind of large tables.
    fn largest(&self, home: usize) -> Result<Tier> {
        let Some(limit) = self.memory_limit.filter(|_| needs_compound(self.size)) else {
            return Ok(Tier::Large);
        };
        let fits = |tier: &Tier| {
            let patterns = patterns(self.size, home, *tier).unwrap_or_default();
            let all: usize = patterns.iter().map(Table::bytes).sum();
            let most = patterns.iter().map(build_bytes).max().unwrap_or(0);
            !patterns.is_empty() && all.max(most) <= limit
        };
        match Tier::ALL.into_iter().rev().find(fits) {
            Some(tier) => Ok(tier),
            None => bail!(
                "no tables of a {} board can be built in {}: raise --memory-limit",
                self.size,
                file_size(limit as u64)
            ),
        }
    }

    /// Builds the complete table of a board that has one; with it no search is needed.
    fn complete(&self, home: usize) -> Result<Exit> {
        let bytes = Complete::bytes(self.size) as u64;
        let progress = self.progress.begin();
        progress.remark(format_args!(
            "the complete table of the {} board, {}, in {}; building takes up to {} of memory",
            self.size,
            file_size(bytes),
            shelf().folder().display(),
            file_size(3 * bytes)
        ));
        interrupt::listen();
        let started = Instant::now();
        let guard = Guard::new(&progress).memory(self.memory_limit.unwrap_or(usize::MAX));
        let taken = complete(self.size, home, &guard);
        progress.finish();
        if let Err(stop) = taken {
            progress.remark(format_args!("building ended early: {stop}"));
            return Ok(Exit::Limit);
        }
        let seconds = started.elapsed().as_secs_f64();
        output::write(None, |out| {
            writeln!(out, "complete table ready in {seconds:.1} s")
        })?;
        Ok(Exit::Done)
    }
}

fn verify() -> Result<Exit> {
    let checked = shelf().verify();
    let others = all_kept(shelf().folder());
    let others: Vec<_> = others.iter().map(|path| (path, is_sound(path))).collect();
    let bad = checked.iter().filter(|(_, found)| found.is_err()).count()
        + others.iter().filter(|(_, sound)| !sound).count();
    output::write(None, |out| {
        for (path, found) in &checked {
            match found {
                Ok(pattern) => writeln!(out, "sound    {}", words(pattern))?,
                Err(error) => writeln!(out, "damaged  {}: {error}", printable_path(path))?,
            }
        }
        for (path, sound) in &others {
            let word = if *sound { "sound  " } else { "damaged" };
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            writeln!(out, "{word}  {}", printable(&name))?;
        }
        let count = checked.len() + others.len();
        writeln!(out, "{count} tables, {bad} damaged")?;
        if bad > 0 {
            writeln!(
                out,
                "damaged tables are built again when they are next needed"
            )?;
        }
        Ok(())
    })?;
    Ok(if bad > 0 { Exit::No } else { Exit::Done })
}

fn remove() -> Result<Exit> {
    let shelf = shelf();
    let others = || -> std::io::Result<usize> {
        let paths = all_kept(shelf.folder());
        paths.iter().try_for_each(fs::remove_file)?;
        Ok(paths.len())
    };
    let removed = shelf
        .remove()
        .and_then(|removed| Ok(removed + others()?))
        .with_context(|| format!("{} cannot be emptied", shelf.folder().display()))?;
    output::write(None, |out| writeln!(out, "removed {removed} tables"))?;
    Ok(Exit::Done)
}

/// A pattern in words: the board, the goal's blank, the tiles.
fn words(pattern: &Pattern) -> String {
    let tiles: Vec<String> = pattern.homes().map(|cell| (cell + 1).to_string()).collect();
    let size = pattern.size();
    format!(
        "{}x{} board, blank home in cell {}, tiles of cells {}",
        size.rows(),
        size.cols(),
        pattern.blank_home() + 1,
        tiles.join(" ")
    )
}

fn bytes(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |data| data.len())
}

fn file_size(bytes: u64) -> String {
    Unit::Bytes.label(bytes as f64)
}
