//! The bound of additive groups is never above the truth, and never below linear conflict.

use crate::truth::distances;
use noyes::guard::{Guard, Silent};
use noyes::heuristic::{Groups, HeuristicKind};
use noyes::scramble::Scrambler;
use noyes::search::construct;
use noyes::{Board, Goal, Instance, Size};
use rayon::prelude::*;

/// Checks one board; returns by how much groups surpass linear conflict.
fn check(board: &Board, goal: &Goal, distance: u32) -> u32 {
    let instance = Instance::new(board, goal).unwrap();
    let bound = Groups::of(&instance).bound();
    let conflict = HeuristicKind::LinearConflict.bound(&instance).unwrap();
    assert!(bound <= distance, "{board}: {bound} above {distance}");
    assert!(bound >= conflict, "{board}: {bound} below {conflict}");
    assert_eq!(bound % 2, distance % 2, "{board}");
    bound - conflict
}

#[test]
fn all_boards_of_the_eight_puzzle() {
    let size = Size::new(3, 3).unwrap();
    let table = distances(&Goal::BlankLast.board(size).unwrap());
    assert_eq!(table.len(), 181_440);
    let more = table
        .par_iter()
        .filter(|&(board, &distance)| check(board, &Goal::BlankLast, distance) > 0);
    // Groups see what lines do not on many boards, or there would be no need of them.
    assert!(more.count() > 40_000);
}

#[test]
fn all_boards_of_small_rectangles() {
    for (rows, cols, goal) in [
        (2, 2, Goal::BlankLast),
        (2, 3, Goal::Snail),
        (3, 2, Goal::BlankFirst),
        (2, 4, Goal::BlankLast),
        (4, 2, Goal::Snail),
    ] {
        let size = Size::new(rows, cols).unwrap();
        for (board, distance) in distances(&goal.board(size).unwrap()) {
            check(&board, &goal, distance);
        }
    }
}

/// Boards of a collection with their known minima.
fn known(text: &str, cols: usize) -> impl Iterator<Item = (Board, u32)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(move |line| {
        let (tiles, minimum) = line.split_once('=').unwrap();
        let tiles: Vec<u32> = tiles
            .split_whitespace()
            .skip(1)
            .map(|word| word.parse().unwrap())
            .collect();
        let rows: Vec<&[u32]> = tiles.chunks(cols).collect();
        (Board::new(&rows).unwrap(), minimum.trim().parse().unwrap())
    })
}

#[test]
fn published_minima_of_korf() {
    for (text, cols, count) in [
        (include_str!("../data/korf100.txt"), 4, 100),
        (include_str!("../data/korf50.txt"), 5, 50),
    ] {
        let boards = known(text, cols);
        let more = boards.map(|(board, minimum)| check(&board, &Goal::BlankLast, minimum));
        assert_eq!(more.count(), count);
    }
}

#[test]
fn no_solution_is_shorter() {
    for (rows, cols, seed) in [(3, 7, 1), (6, 6, 2), (9, 5, 3), (20, 20, 4), (127, 127, 5)] {
        let size = Size::new(rows, cols).unwrap();
        let mut scrambler = Scrambler::new(size, &Goal::BlankLast, seed).unwrap();
        // Near the goal bounds and solutions are close to each other.
        for board in [scrambler.uniform(), scrambler.walk(40), scrambler.walk(200)] {
            let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
            let found = construct(&instance, &Guard::new(&Silent));
            let length = found.moves.unwrap().len() as u32;
            check(&board, &Goal::BlankLast, length);
        }
    }
}
