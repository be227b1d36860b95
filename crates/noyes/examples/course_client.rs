//! The test client of the Princeton assignment "8 Puzzle": reads a board from a file and prints a
//! shortest solution as the assignment does.
//!
//! ```text
//! cargo run --release -p noyes --example course_client -- boards/puzzle04.txt
//! ```
//!
//! The board may be in any format that noyes reads; the assignment's is n, then the n² tiles.

use std::process::ExitCode;

use noyes::{Board, Solver};

fn main() -> ExitCode {
    let Some(file) = std::env::args().nth(1) else {
        eprintln!("usage: course_client FILE");
        return ExitCode::from(2);
    };
    match client(&file) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What the assignment's client prints for the board in a file.
fn client(file: &str) -> Result<String, Box<dyn std::error::Error>> {
    let board: Board = std::fs::read_to_string(file)?.parse()?;
    let solver = Solver::new(&board);
    let (Some(moves), Some(boards)) = (solver.moves(), solver.solution()) else {
        return Ok("No solution possible\n".to_owned());
    };
    let boards: Vec<String> = boards.map(|board| format!("{board}\n")).collect();
    Ok(format!(
        "Minimum number of moves = {moves}\n{}",
        boards.concat()
    ))
}
