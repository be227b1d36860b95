//! Greedy best-first search and weighted IDA*, held to the same searches as a student writes them:
//! boards, lists, maps, and nothing packed. Neither claims a minimum, so what holds them is that
//! they make the same moves and the same nodes.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use noyes::guard::{Finding, Guard, Silent};
use noyes::heuristic::HeuristicKind;
use noyes::scramble::Scrambler;
use noyes::search::{Algorithm, Weight, search};
use noyes::{Board, Direction, Goal, Instance, Size};

/// What a search by hand comes back with.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    moves: Vec<Direction>,
    expanded: u64,
    generated: u64,
}

fn neighbors(board: &Board) -> impl Iterator<Item = (Direction, Board)> {
    let slide = |way| board.slide(way).map(|next| (way, next));
    Direction::ALL.into_iter().filter_map(slide)
}

struct Node {
    board: Board,
    moves: u32,
    previous: Option<(usize, Direction)>,
}

/// The board nearest to the goal goes first, and of those equally near the newest.
fn greedy(start: &Board) -> Found {
    let mut nodes = vec![Node {
        board: start.clone(),
        moves: 0,
        previous: None,
    }];
    let mut number: HashMap<Board, usize> = HashMap::from([(start.clone(), 0)]);
    let mut queue = vec![0];
    let (mut expanded, mut generated) = (0, 1);
    loop {
        let order = |&id: &usize| (nodes[id].board.manhattan(), Reverse(id));
        let place = (0..queue.len()).min_by_key(|&place| order(&queue[place]));
        let id = queue.swap_remove(place.unwrap());
        let previous = nodes[id].previous;
        if nodes[id].board.is_goal() {
            let path = std::iter::successors(previous, |&(id, _)| nodes[id].previous);
            let mut moves: Vec<Direction> = path.map(|(_, way)| way).collect();
            moves.reverse();
            return Found {
                moves,
                expanded,
                generated,
            };
        }
        expanded += 1;
        let (board, moves) = (nodes[id].board.clone(), nodes[id].moves + 1);
        for (way, next) in neighbors(&board) {
            if previous.is_some_and(|(before, _)| nodes[before].board == next) {
                continue;
            }
            generated += 1;
            let previous = Some((id, way));
            match number.get(&next) {
                // A shorter path to a known board is taken; its place in the queue does not change.
                Some(&known) if nodes[known].moves > moves => {
                    (nodes[known].moves, nodes[known].previous) = (moves, previous);
                }
                Some(_) => {}
                None => {
                    number.insert(next.clone(), nodes.len());
                    queue.push(nodes.len());
                    nodes.push(Node {
                        board: next,
                        moves,
                        previous,
                    });
                }
            }
        }
    }
}

/// Depth-first below a rising threshold, with a set of visited boards and a map of fewest moves.
fn weighted_ida(start: &Board, weight: u64) -> Found {
    let priority =
        |board: &Board, moves: usize| moves as u64 + weight * u64::from(board.manhattan());
    let mut threshold = priority(start, 0);
    let (mut expanded, mut generated) = (0, 0);
    loop {
        let mut visited: HashSet<Board> = HashSet::new();
        let mut fewest: HashMap<Board, usize> = HashMap::new();
        let mut stack = vec![(start.clone(), Vec::<Direction>::new())];
        let mut beyond = u64::MAX;
        generated += 1;
        while let Some((board, path)) = stack.pop() {
            let is_stale = fewest.get(&board).is_some_and(|&moves| moves < path.len());
            if is_stale || !visited.insert(board.clone()) {
                continue;
            }
            if board.is_goal() {
                return Found {
                    moves: path,
                    expanded,
                    generated,
                };
            }
            expanded += 1;
            let last = path.last().copied();
            let mut next_boards = Vec::new();
            for (way, next) in neighbors(&board) {
                if last.is_some_and(|last| last.opposite() == way) {
                    continue;
                }
                generated += 1;
                let moves = path.len() + 1;
                let is_shorter = fewest.get(&next).is_none_or(|&fewest| moves < fewest);
                if visited.contains(&next) || !is_shorter {
                    continue;
                }
                if priority(&next, moves) > threshold {
                    beyond = beyond.min(priority(&next, moves));
                    continue;
                }
                fewest.insert(next.clone(), moves);
                let path: Vec<Direction> = path.iter().copied().chain([way]).collect();
                next_boards.push((next, path));
            }
            // The last on the stack is visited first: the nearest, straight on among equals.
            next_boards.sort_by_key(|(next, path)| {
                let is_straight = last.is_some() && path.last().copied() == last;
                (Reverse(next.manhattan()), is_straight)
            });
            stack.extend(next_boards);
        }
        threshold = beyond;
    }
}

fn searched(board: &Board, algorithm: Algorithm, weight: Weight) -> Found {
    let instance = Instance::new(board, &Goal::BlankLast).unwrap();
    let guard = Guard::new(&Silent);
    let kind = HeuristicKind::Manhattan;
    let found: Finding = search(&instance, algorithm, kind, weight, &guard).unwrap();
    Found {
        moves: found.moves.unwrap().to_vec(),
        expanded: found.counts.expanded,
        generated: found.counts.generated,
    }
}

/// Random boards of a size.
fn boards(rows: usize, cols: usize, count: usize) -> Vec<Board> {
    let size = Size::new(rows, cols).unwrap();
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 11).unwrap();
    (0..count).map(|_| scrambler.uniform()).collect()
}

#[test]
fn greedy_search_makes_the_same_nodes() {
    let sizes = [(2, 3, 20), (3, 3, 40), (3, 4, 6), (4, 4, 3)];
    for (rows, cols, count) in sizes {
        for board in boards(rows, cols, count) {
            let found = searched(&board, Algorithm::Greedy, Weight::CLASSIC);
            assert_eq!(found, greedy(&board), "{board}");
        }
    }
}

#[test]
fn weighted_ida_makes_the_same_nodes() {
    let sizes = [
        (2, 3, 1, 20),
        (3, 3, 1, 10),
        (3, 3, 2, 30),
        (3, 4, 6, 10),
        (4, 4, 8, 3),
    ];
    for (rows, cols, weight, count) in sizes {
        let exact = Weight::new(weight as f64).unwrap();
        for board in boards(rows, cols, count) {
            let found = searched(&board, Algorithm::WeightedIda, exact);
            assert_eq!(found, weighted_ida(&board, weight), "{board}");
        }
    }
    // The weight that grows with the board is 1 on 3×3.
    for board in boards(3, 3, 5) {
        let found = searched(&board, Algorithm::WeightedIda, Weight::SIZE);
        assert_eq!(found, weighted_ida(&board, 1), "{board}");
    }
}
