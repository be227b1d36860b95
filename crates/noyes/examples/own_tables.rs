//! Pattern tables for a partition of your own: built, stored, and used as a bound and in a search.
//!
//! ```text
//! cargo run --release -p noyes --example own_tables
//! ```
//!
//! The 15-puzzle in five patterns of three tiles. These tables take kilobytes and are built at
//! once; patterns of seven and eight tiles take megabytes and solve much faster.

use noyes::guard::{Guard, Silent};
use noyes::heuristic::HeuristicKind;
use noyes::pattern::PatternSet;
use noyes::scramble::Scrambler;
use noyes::search::PatternSolver;
use noyes::store::{MemoryStore, TableStore};
use noyes::verify::verify;
use noyes::workers::Workers;
use noyes::{Board, Goal, Instance, Size};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = Size::new(4, 4)?;
    let goal = Board::goal(size);
    let set = PatternSet::of_tiles(
        &goal,
        &[
            &[1, 2, 3],
            &[4, 8, 12],
            &[5, 6, 7],
            &[9, 10, 11],
            &[13, 14, 15],
        ],
    )?;
    println!("tables {} bytes", set.table_bytes());

    // A MemoryStore stands for a folder: FileStore::new("tables") would find the tables again.
    let workers = Workers::new(2);
    let guard = Guard::new(&Silent).on(workers.all());
    let store = MemoryStore::new();
    let solver = PatternSolver::new(set.ensure(&store, &guard)?);
    println!("stored {}", store.names().join(", "));

    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 1)?;
    for slides in [20, 30, 40] {
        let instance = Instance::new(&scrambler.walk(slides), &Goal::BlankLast)?;
        let found = solver.solve(&instance, &guard);
        let moves = found.moves.ok_or("no limit was set")?;
        verify(instance.board(), instance.goal(), &moves)?;
        println!(
            "manhattan {:2}, tables {:2}, minimum {:2}, {} nodes: {moves}",
            HeuristicKind::Manhattan.bound(&instance)?,
            solver.bound(&instance),
            moves.len(),
            found.counts.generated
        );
    }
    Ok(())
}
