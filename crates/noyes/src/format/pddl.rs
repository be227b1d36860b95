//! PDDL: a board and its goal as a problem for planners.
//!
//! The planning domain definition language of McDermott et al. (1998), with typing. There is one
//! action for each direction, so that a plan reads as directions and tiles: `(left t5 c1-2 c1-1)`.
//! A tile is `t` with its number, a cell `c` with its row and column from 1.

use std::fmt::Write;

use crate::board::{Board, Direction, Size, Tile};

/// The domain: it is the same for every board.
///
/// ```
/// assert!(noyes::format::pddl_domain().contains("(:action left"));
/// ```
pub fn pddl_domain() -> String {
    let mut text = String::from(
        "(define (domain sliding-tiles)\n  (:requirements :strips :typing)\n  \
         (:types tile cell)\n  (:predicates\n    (at ?tile - tile ?cell - cell)\n    \
         (blank ?cell - cell)\n    (right-of ?one ?other - cell)\n    \
         (below ?one ?other - cell))\n",
    );
    for direction in Direction::ALL {
        // The cell to which the tile slides is beside the cell from which it comes.
        let beside = match direction {
            Direction::Left => "(right-of ?from ?to)",
            Direction::Right => "(right-of ?to ?from)",
            Direction::Up => "(below ?from ?to)",
            Direction::Down => "(below ?to ?from)",
        };
        let name = name(direction);
        // Writing into a string cannot fail.
        let _ = write!(
            text,
            "  (:action {name}\n    :parameters (?tile - tile ?from ?to - cell)\n    \
             :precondition (and (at ?tile ?from) (blank ?to) {beside})\n    \
             :effect (and (at ?tile ?to) (blank ?from)\n      \
             (not (at ?tile ?from)) (not (blank ?to))))\n"
        );
    }
    text.push_str(")\n");
    text
}

/// The problem of a board and its goal.
///
/// | Argument | Contract |
/// |---|---|
/// | `goal` | A board of the same size. One of another size gives a problem that has no plan. |
///
/// ```
/// use noyes::{Board, Goal};
/// use noyes::format::pddl_problem;
///
/// let board: Board = "1 2/0 3".parse()?;
/// let problem = pddl_problem(&board, &Goal::BlankLast.board(board.size())?);
/// assert!(problem.contains("(at t3 c2-2)") && problem.contains("(blank c2-1)"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pddl_problem(board: &Board, goal: &Board) -> String {
    let size = board.size();
    let tiles: Vec<String> = (1..=size.tiles()).map(|tile| format!("t{tile}")).collect();
    let cell_names: Vec<String> = (0..size.cells())
        .map(|cell| cell_name(size, cell))
        .collect();
    let mut beside = Vec::new();
    for cell in 0..size.cells() {
        let here = &cell_names[cell];
        if size.col(cell) + 1 < size.cols() {
            beside.push(format!("(right-of {} {here})", cell_names[cell + 1]));
        }
        if size.row(cell) + 1 < size.rows() {
            let below = &cell_names[cell + size.cols()];
            beside.push(format!("(below {below} {here})"));
        }
    }
    format!(
        "(define (problem board-{rows}x{cols})\n  (:domain sliding-tiles)\n  (:objects\n    {tiles} - tile\n    \
         {cells} - cell)\n  (:init\n    {beside}\n    {start})\n  (:goal (and\n    {goal})))\n",
        rows = size.rows(),
        cols = size.cols(),
        tiles = tiles.join(" "),
        cells = cell_names.join(" "),
        beside = beside.join("\n    "),
        start = places(board).join("\n    "),
        goal = places(goal).join("\n    "),
    )
}

/// Where each tile and the blank are.
fn places(board: &Board) -> Vec<String> {
    let size = board.size();
    let place = |(cell, &tile): (usize, &Tile)| match tile {
        0 => format!("(blank {})", cell_name(size, cell)),
        _ => format!("(at t{tile} {})", cell_name(size, cell)),
    };
    board.tiles().iter().enumerate().map(place).collect()
}

fn cell_name(size: Size, cell: usize) -> String {
    format!("c{}-{}", size.row(cell) + 1, size.col(cell) + 1)
}

fn name(direction: Direction) -> &'static str {
    match direction {
        Direction::Up => "up",
        Direction::Left => "left",
        Direction::Right => "right",
        Direction::Down => "down",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_has_all_tiles_cells_and_neighbours() {
        let board: Board = "1 2 3/4 0 5".parse().unwrap();
        let goal: Board = "1 2 3/4 5 0".parse().unwrap();
        let text = pddl_problem(&board, &goal);
        assert_eq!(text.matches("right-of").count(), 4);
        assert_eq!(text.matches("(below").count(), 3);
        assert_eq!(text.matches("(at t").count(), 10);
        assert!(text.contains("t1 t2 t3 t4 t5 - tile"));
        assert!(text.contains("(right-of c2-3 c2-2)") && text.contains("(below c2-1 c1-1)"));
        let (init, goal) = text.split_once(":goal").unwrap();
        assert!(init.contains("(blank c2-2)") && init.contains("(at t5 c2-3)"));
        assert!(goal.contains("(blank c2-3)") && goal.contains("(at t5 c2-2)"));
        for text in [text.as_str(), &pddl_domain()] {
            assert_eq!(text.matches('(').count(), text.matches(')').count());
        }
    }
}
