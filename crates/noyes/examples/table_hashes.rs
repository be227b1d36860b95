//! The hashes of the standard tables, for `src/pattern/catalogue/hashes.txt`.
//!
//! ```text
//! cargo run --release -p noyes --example table_hashes \
//!     [-- [--folder DIR] [--blank-last] [--tiers TIER,…] [SIZE…]]
//! ```
//!
//! Builds every set of tables of boards with 10 to 25 cells, for every goal cell of the blank, each
//! in a new folder, and prints the name and hash of every file as soon as it is known. With sizes,
//! tiers or `--blank-last`, only theirs. With a folder, sets that it has are read, others are built
//! there and stay. The lines are for `sort -u`. The largest set takes 8 GB of disk.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};

use noyes::guard::Silent;
use noyes::pattern::{Symmetry, Tier, known_hashes};
use noyes::solve::{Engine, TableSet};
use noyes::store::{FileStore, TableStore};
use noyes::{Board, Goal, Instance, Size};

/// Bytes of the header of a table, and of a block of it, which has a checksum of 4 bytes at the
/// end.
const TABLE_HEADER: usize = 4096;
const BLOCK: usize = 1 << 20;
/// Bytes of the header of other files.
const BLOB_HEADER: usize = 16;
/// The most cells of a board with tables for multi-tile moves.
const MOST_MULTI_TILE_CELLS: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (mut tiers, mut sizes, mut is_blank_last) = (Tier::ALL.to_vec(), Vec::new(), false);
    let mut folder: Option<PathBuf> = None;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--blank-last" => is_blank_last = true,
            "--folder" => folder = Some(arguments.next().ok_or("--folder needs a folder")?.into()),
            "--tiers" => {
                let names = arguments.next().unwrap_or_default();
                tiers.retain(|tier| names.split(',').any(|name| name == tier.name()));
            }
            size => {
                let (rows, cols) = size.split_once('x').ok_or("a size is like 4x4")?;
                sizes.push(Size::new(rows.parse()?, cols.parse()?)?);
            }
        }
    }
    if sizes.is_empty() {
        sizes = all_sizes()?;
    }
    for size in sizes {
        let is_canonical = |&home: &usize| {
            let way = Symmetry::to_canonical(size, home);
            (way.to(), way.cell(home)) == (size, home)
        };
        let homes = (0..size.cells()).filter(is_canonical);
        for home in homes.filter(|&home| !is_blank_last || home + 1 == size.cells()) {
            let mut sets: Vec<TableSet> = tiers
                .iter()
                .map(|&tier| TableSet::new(size, home, tier))
                .filter(|set| !set.files().is_empty())
                .collect();
            if size.cells() <= MOST_MULTI_TILE_CELLS {
                sets.push(multi_tile(size, home)?);
            }
            for set in sets {
                match &folder {
                    Some(folder) => print_hashes(set, folder)?,
                    None => print_hashes(set, tempfile::tempdir()?.path())?,
                }
            }
        }
    }
    Ok(())
}

/// The canonical sizes whose tables are kept.
fn all_sizes() -> Result<Vec<Size>, Box<dyn Error>> {
    let all = (2..=5).flat_map(|cols| (cols..=12).map(move |rows| (rows, cols)));
    let kept = all.filter(|&(rows, cols)| (10..=25).contains(&(rows * cols)));
    let sizes = kept.map(|(rows, cols)| Size::new(rows, cols));
    Ok(sizes.collect::<Result<_, _>>()?)
}

/// The set for multi-tile moves to a goal with the blank on a cell.
fn multi_tile(size: Size, home: usize) -> Result<TableSet, Box<dyn Error>> {
    let mut tiles: Vec<u32> = (1..size.cells() as u32).collect();
    tiles.insert(home, 0);
    let rows: Vec<&[u32]> = tiles.chunks(size.cols()).collect();
    let goal = Board::new(&rows)?;
    let instance = Instance::new(&goal.clone(), &Goal::Board(goal))?;
    Ok(TableSet::multi_tile(&instance))
}

/// Builds a set in a folder, unless it is there, and prints the hashes of all files of its size.
fn print_hashes(set: TableSet, folder: &Path) -> Result<(), Box<dyn Error>> {
    let of_size = format!("{}x{}-", set.size().rows(), set.size().cols());
    let engine = Engine::builder().folder(folder).build();
    let ensured = engine.ensure_sets(&[set], usize::MAX, &Silent)?;
    if !ensured.unavailable.is_empty() {
        return Err(format!("{set:?} could not be built").into());
    }
    let store = FileStore::new(folder);
    let mut out = std::io::stdout().lock();
    for name in store
        .names()
        .into_iter()
        .filter(|name| name.starts_with(&of_size))
    {
        let bytes = store.read(&name)?;
        let content = match name.ends_with(".table") {
            // n bytes have a checksum for every block: the length gives n.
            true => {
                let rest = bytes.len() - TABLE_HEADER;
                let blocks = rest.div_ceil(BLOCK + 4);
                &bytes[TABLE_HEADER..TABLE_HEADER + rest - 4 * blocks]
            }
            false => &bytes[BLOB_HEADER..],
        };
        let hash = known_hashes::hash(content, engine.threads(), || Ok(()))?;
        writeln!(out, "{name} {hash}")?;
    }
    Ok(())
}
