//! Nodes below each seed of a proof's frontier, at its last two bounds: what `proof_cluster` deals
//! to its workers.
//!
//! ```text
//! cargo run --release -p noyes --example subtree_sizes -- 25 > bench/records/2026-11-18-subtree-sizes.csv
//! ```
//!
//! The number is that of a 24-puzzle of Korf and Felner. The counts are exact: no transposition
//! table, and the last iteration is finished. They are the same on all machines.

use noyes::collections::by_name;
use noyes::format::list::entries;
use noyes::guard::{Guard, Silent};
use noyes::pattern::Tier;
use noyes::workers::Workers;
use noyes::{Engine, Goal, Instance};

/// The frontier of `noyes.prove`.
const SEEDS: u32 = 8192;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let number: usize = std::env::args().nth(1).unwrap_or("25".to_owned()).parse()?;
    let korf = by_name("korf50").ok_or("the collection is missing")?;
    let entry = entries(korf)
        .nth(number - 1)
        .ok_or("there is no such board")??;
    let instance = Instance::new(&entry.board, &Goal::BlankLast)?;
    let engine = Engine::new();
    let solver = engine.compound_solver(&instance, Tier::Small, &Silent)?;
    let solver = solver.ok_or("there are no tables")?;
    let guard = Guard::new(&Silent);
    let frontier = solver.lay_frontier(&instance, SEEDS, &guard)?;
    let workers = Workers::new(Workers::available());
    let (mut bound, mut before) = (frontier.bound(), Vec::new());
    loop {
        let results = workers.all().map(frontier.len() as usize, |seed| {
            let seeds = seed as u32..seed as u32 + 1;
            let task = frontier.task(Tier::Small, bound, seeds, None, true);
            let result = solver.run_task(&frontier, &task, &guard)?;
            Ok::<_, noyes::search::TaskError>((result.counts.expanded, result.solution.is_some()))
        });
        let results = results.into_iter().collect::<Result<Vec<_>, _>>()?;
        let nodes: Vec<u64> = results.iter().map(|&(nodes, _)| nodes).collect();
        eprintln!("bound {bound}: {} nodes", nodes.iter().sum::<u64>());
        if results.iter().any(|&(_, is_solved)| is_solved) {
            println!("nodes_before,nodes");
            for (before, now) in before.iter().zip(&nodes) {
                println!("{before},{now}");
            }
            return Ok(());
        }
        before = nodes;
        bound += 2;
    }
}
