//! A heuristic of your own in A* and IDA*, beside the built-in ones.
//!
//! ```text
//! cargo run --release -p noyes --example own_heuristic
//! ```
//!
//! Gaschnig's heuristic (1979) relaxes the puzzle: any tile may jump into the blank. The fewest
//! jumps are a lower bound on the slides. It is admissible and consistent, above Hamming distance
//! and mostly below Manhattan distance: the searches find the same lengths and expand different
//! numbers of nodes.

use noyes::board::{Cells, Size};
use noyes::guard::{Guard, Silent};
use noyes::heuristic::{Heuristic, HeuristicKind, Slide};
use noyes::scramble::Scrambler;
use noyes::search::{Algorithm, Weight, search, search_with};
use noyes::{Goal, Instance};

/// The fewest jumps into the blank that solve a board.
#[derive(Debug)]
struct Gaschnig {
    size: Size,
    blank_home: usize,
}

impl Gaschnig {
    /// Each cycle of the permutation with k tiles out of place costs k jumps if the blank is in it,
    /// and k + 1 if not: one more to bring the blank in.
    fn jumps<C: Cells + ?Sized>(&self, cells: &C) -> u32 {
        let mut visited = vec![false; self.size.cells()];
        let mut jumps = 0;
        for first in 0..self.size.cells() {
            let (mut cell, mut length, mut has_blank) = (first, 0, false);
            while !visited[cell] {
                visited[cell] = true;
                has_blank |= cells.at(cell) == self.blank_home;
                length += 1;
                cell = cells.at(cell);
            }
            if length > 1 {
                jumps += if has_blank { length - 1 } else { length + 1 };
            }
        }
        jumps
    }
}

impl Heuristic for Gaschnig {
    /// The value itself: it is computed anew for each node.
    type Memo = u32;

    fn start<C: Cells + ?Sized>(&self, cells: &C) -> u32 {
        self.jumps(cells)
    }

    fn step<C: Cells + ?Sized>(&self, _memo: u32, _slide: Slide, after: &C) -> u32 {
        self.jumps(after)
    }

    fn value(&self, memo: u32) -> u32 {
        memo
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let size = Size::new(3, 3)?;
    let guard = Guard::new(&Silent);
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 1)?;
    println!("moves   A*, expanded nodes:  hamming  gaschnig  manhattan");
    for _ in 0..5 {
        let instance = Instance::new(&scrambler.uniform(), &Goal::BlankLast)?;
        let own = Gaschnig {
            size,
            blank_home: instance.blank_home(),
        };
        let found = search_with(&instance, &own, Algorithm::AStar, Weight::ONE, &guard)?;
        let named = |kind| search(&instance, Algorithm::AStar, kind, Weight::ONE, &guard);
        let hamming = named(HeuristicKind::Hamming)?;
        let manhattan = named(HeuristicKind::Manhattan)?;
        let deepening = search_with(&instance, &own, Algorithm::Ida, Weight::ONE, &guard)?;
        assert_eq!(found.lower_bound, manhattan.lower_bound);
        assert_eq!(found.lower_bound, deepening.lower_bound);
        println!(
            "{:5}   {:20}  {:7}  {:8}  {:9}",
            found.lower_bound,
            "",
            hamming.counts.expanded,
            found.counts.expanded,
            manhattan.counts.expanded
        );
    }
    Ok(())
}
