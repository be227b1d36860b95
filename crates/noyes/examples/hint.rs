//! The next best move of a board.
//!
//! ```sh
//! cargo run --release -p noyes --example hint -- "8 1 3/4 0 2/7 6 5"
//! ```

use std::error::Error;

use noyes::format::read_board;
use noyes::{Goal, Instance};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1);
    let board = read_board(text.as_deref().unwrap_or("8 1 3/4 0 2/7 6 5"))?.board;
    let outcome = noyes::solve(&Instance::new(&board, &Goal::BlankLast)?)?;
    let moves = outcome.moves().ok_or("no solution was found in time")?;
    match moves.first() {
        None => println!("The board is solved."),
        Some(direction) => println!(
            "Slide a tile {direction}: {} of {} moves are then left.",
            moves.len() - 1,
            moves.len()
        ),
    }
    if !outcome.is_optimal() {
        println!("The minimum is at least {}.", outcome.lower_bound());
    }
    Ok(())
}
