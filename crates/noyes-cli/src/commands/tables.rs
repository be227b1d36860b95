//! `noyes tables`.

use std::time::Instant;

use anyhow::{Context, Result, bail};
use noyes::guard::{Guard, Silent, Stop};
use noyes::pattern::{Pattern, Tier, blob, has_tables, list_tables, verify_tables};
use noyes::render::chart::Unit;
use noyes::solve::{Engine, Estimate, Plan, TableKind, TableSet, needs_compound};
use noyes::store::{FileStore, TableStore, default_folder};
use noyes::{Instance, Size};

use crate::exit::Exit;
use crate::options::{self, GoalOption, TablesName};
use crate::printable::printable;
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

/// What to say before a solve builds tables that take a while: what that will cost.
pub fn announcement(engine: &Engine, instance: &Instance, plan: &Plan) -> Option<String> {
    let improvements = plan.stages.iter().filter_map(|stage| stage.improvement);
    let mut beside_beams = improvements.filter_map(|improvement| improvement.proof_tables);
    let tier = plan.tables().or_else(|| beside_beams.next());
    let tier = tier.filter(|_| needs_compound(instance.size()))?;
    let set = TableSet::of(instance, tier);
    if engine.has_tables(&set) {
        return None;
    }
    let bytes = engine.table_bytes(&set);
    Some(format!(
        "building {} tables first, {} in {}, about {:.0} s of processor time: they are kept",
        set.patterns().len(),
        file_size(bytes as u64),
        engine.store().place(),
        Estimate::build_seconds(bytes).ceil()
    ))
}

pub fn run(args: Args) -> Result<Exit> {
    match args.act {
        None | Some(Act::List) => list(),
        Some(Act::Build(build)) => build.run(),
        Some(Act::Verify) => verify(),
        Some(Act::Remove) => remove(),
    }
}

fn list() -> Result<Exit> {
    let store = store();
    let (tables, blobs) = (list_tables(&store), blobs(&store));
    output::write(None, |out| {
        writeln!(out, "{}", store.folder().display())?;
        for (file, pattern) in &tables {
            let size = file_size(bytes(&store, file));
            match pattern {
                Ok(pattern) => writeln!(out, "  {size:>9}  {}", words(pattern))?,
                Err(error) => writeln!(out, "  {size:>9}  {}", printable(&error.to_string()))?,
            }
        }
        for (file, name) in &blobs {
            writeln!(
                out,
                "  {:>9}  {}",
                file_size(bytes(&store, file)),
                printable(name)
            )?;
        }
        let files = tables.iter().map(|(file, _)| file);
        let files = files.chain(blobs.iter().map(|(file, _)| file));
        let total: u64 = files.map(|file| bytes(&store, file)).sum();
        let count = tables.len() + blobs.len();
        writeln!(out, "{count} tables, {}", file_size(total))?;
        let leftovers = store.leftovers();
        if !leftovers.is_empty() {
            let bytes = leftovers.iter().map(|(_, bytes)| bytes).sum();
            writeln!(
                out,
                "{} files of builds that were cut off, {}: the next build removes them",
                leftovers.len(),
                file_size(bytes)
            )?;
        }
        Ok(())
    })?;
    Ok(Exit::Done)
}

/// The store that the commands use.
fn store() -> FileStore {
    FileStore::new(default_folder())
}

/// The files of tables that are not of a pattern, with the names of their tables.
fn blobs(store: &FileStore) -> Vec<(String, String)> {
    let blob = |file: String| Some((file.clone(), blob::name_in(&file)?.to_owned()));
    store.names().into_iter().filter_map(blob).collect()
}

impl Build {
    fn run(&self) -> Result<Exit> {
        let home = self.goal.read(false)?.board(self.size)?.blank();
        let engine = Engine::new();
        let tier = match self.tables {
            TablesName::Small => Tier::Small,
            TablesName::Large => self.largest(&engine, home)?,
            TablesName::None => {
                bail!("there is nothing to build for --tables none: use small or large")
            }
        };
        let set = TableSet::new(self.size, home, tier);
        let patterns = set.patterns();
        let is_complete = set.kind() == TableKind::Complete;
        if patterns.is_empty() && !is_complete {
            bail!(
                "there are no pattern tables for a {} board: they are for up to {} cells",
                self.size,
                Pattern::MOST_CELLS
            );
        }
        if !set.is_kept() {
            output::write(None, |out| {
                let size = self.size;
                writeln!(
                    out,
                    "nothing to keep: tables of a {size} board are built in an instant"
                )
            })?;
            return Ok(Exit::Done);
        }
        let memory = self.memory_limit.unwrap_or(usize::MAX);
        let bytes = engine.table_bytes(&set);
        let progress = self.progress.begin();
        let what = match is_complete {
            true => format!("the complete table of the {} board", self.size),
            false => format!(
                "{} {} tables of the {} board",
                patterns.len(),
                tier.name(),
                self.size
            ),
        };
        progress.remark(format_args!(
            "{what}, {} in {}; building takes up to {} of memory and about {:.0} s of processor time",
            file_size(bytes as u64),
            engine.store().place(),
            file_size(engine.build_peak(&set, memory) as u64),
            Estimate::build_seconds(bytes).ceil()
        ));
        // An entry is a bit.
        progress.set_entries(8 * engine.missing_bytes(&set) as u64);
        interrupt::listen();
        let started = Instant::now();
        let missing = patterns
            .iter()
            .filter(|pattern| !has_tables(engine.store(), std::slice::from_ref(*pattern)))
            .count();
        let built = engine.ensure_sets(&[set], memory, &progress);
        progress.finish();
        match built {
            Err(stop) => {
                progress.remark(format_args!(
                    "building ended early: {stop}; tables finished before are kept"
                ));
                return Ok(Exit::Limit);
            }
            Ok(ensured) if !ensured.unavailable.is_empty() => bail!(
                "the tables cannot be built in {}: raise --memory-limit",
                file_size(memory as u64)
            ),
            Ok(_) if !engine.is_stored(&set) => bail!(
                "the tables were built and could not be written to {}: make room, or choose another folder with NOYES_TABLES",
                engine.store().place()
            ),
            Ok(_) => {}
        }
        let seconds = started.elapsed().as_secs_f64();
        output::write(None, |out| match missing {
            _ if is_complete => writeln!(out, "complete table ready in {seconds:.1} s"),
            0 => writeln!(out, "all there already, {}", file_size(bytes as u64)),
            missing => writeln!(
                out,
                "built {missing} of {} tables in {seconds:.1} s, {} in all",
                patterns.len(),
                file_size(bytes as u64)
            ),
        })?;
        Ok(Exit::Done)
    }

    /// The largest tables of a board of more than 16 cells that the memory limit has room for;
    /// smaller boards have one large kind.
    fn largest(&self, engine: &Engine, home: usize) -> Result<Tier> {
        let Some(limit) = self.memory_limit.filter(|_| needs_compound(self.size)) else {
            return Ok(Tier::Large);
        };
        let fits = |tier: &Tier| {
            let set = TableSet::new(self.size, home, *tier);
            let most = engine.table_bytes(&set).max(engine.table_build_bytes(&set));
            !set.patterns().is_empty() && most <= limit
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
}

fn verify() -> Result<Exit> {
    let store = store();
    let engine = Engine::new();
    let guard = Guard::new(&Silent).on(engine.threads());
    let tables = verify_tables(&store, &guard)?;
    let blobs = blobs(&store);
    let blobs: Vec<_> = blobs
        .iter()
        .map(|(_, name)| (name, blob::verify(&store, name)))
        .collect();
    let bad = tables.iter().filter(|(_, found)| found.is_err()).count()
        + blobs.iter().filter(|(_, sound)| !sound).count();
    output::write(None, |out| {
        for (_, found) in &tables {
            match found {
                Ok(pattern) => writeln!(out, "sound    {}", words(pattern))?,
                Err(error) => writeln!(out, "damaged  {}", printable(&error.to_string()))?,
            }
        }
        for (name, sound) in &blobs {
            let word = if *sound { "sound  " } else { "damaged" };
            writeln!(out, "{word}  {}", printable(name))?;
        }
        let count = tables.len() + blobs.len();
        writeln!(out, "{count} tables, {bad} damaged")?;
        if bad > 0 {
            writeln!(
                out,
                "damaged tables are built again when they are next needed; remove those with another hash"
            )?;
        }
        Ok(())
    })?;
    Ok(if bad > 0 { Exit::No } else { Exit::Done })
}

fn remove() -> Result<Exit> {
    let store = store();
    let tables = list_tables(&store).into_iter().map(|(file, _)| file);
    let files: Vec<String> = tables
        .chain(blobs(&store).into_iter().map(|(file, _)| file))
        .collect();
    for file in &files {
        store
            .remove(file)
            .with_context(|| format!("{} cannot be emptied", store.folder().display()))?;
    }
    // The right to build comes with clearing what dead processes left.
    let _ = store.lock("remove", &mut || Err(Stop::Observer));
    output::write(None, |out| writeln!(out, "removed {} tables", files.len()))?;
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

fn bytes(store: &FileStore, file: &str) -> u64 {
    store.read(file).map_or(0, |bytes| bytes.len() as u64)
}

fn file_size(bytes: u64) -> String {
    Unit::Bytes.label(bytes as f64)
}
