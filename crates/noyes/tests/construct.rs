//! The constructive solver solves every board of every rectangle and every goal.

use noyes::guard::{Control, Event, Guard, Observer, Silent, Stop};
use noyes::scramble::Scrambler;
use noyes::search::construct;
use noyes::verify::verify;
use noyes::{Board, Goal, Instance, Size};

/// Solves a board and replays the solution. Returns its length and the Manhattan distance.
fn solve(board: &Board, goal: &Goal) -> (usize, usize) {
    let instance = Instance::new(board, goal).unwrap();
    let finding = construct(&instance, &Guard::new(&Silent));
    let moves = finding
        .moves
        .unwrap_or_else(|| panic!("no solution of {board:?}"));
    if let Err(error) = verify(board, instance.goal(), &moves) {
        panic!("{board:?} to {:?}: {error}", instance.goal());
    }
    assert_eq!(finding.stop, None);
    assert!(moves.len() >= finding.lower_bound as usize);
    assert_eq!(moves.without_undoing(), moves);
    (moves.len(), finding.lower_bound as usize)
}

fn uniform(rows: usize, cols: usize, goal: &Goal, seed: u64) -> Board {
    let size = Size::new(rows, cols).unwrap();
    Scrambler::new(size, goal, seed).unwrap().uniform()
}

/// The three named goals and a random one.
fn goals(rows: usize, cols: usize, seed: u64) -> [Goal; 4] {
    let random = uniform(rows, cols, &Goal::BlankLast, seed ^ 0x5EED);
    [
        Goal::BlankLast,
        Goal::BlankFirst,
        Goal::Snail,
        Goal::Board(random),
    ]
}

/// Every arrangement of 0, 1, … below `cells`.
fn permutations(cells: u32) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for next in 0..cells {
        let grown = all.iter().flat_map(|shorter: &Vec<u32>| {
            (0..=shorter.len()).map(move |at| {
                let mut longer = shorter.clone();
                longer.insert(at, next);
                longer
            })
        });
        all = grown.collect();
    }
    all
}

#[test]
fn every_board_of_the_smallest_sizes_for_every_blank_home() {
    for (rows, cols) in [(2usize, 2usize), (2, 3), (3, 2)] {
        let cells = rows * cols;
        let boards: Vec<Board> = permutations(cells as u32)
            .iter()
            .map(|tiles| Board::new(&tiles.chunks(cols).collect::<Vec<_>>()).unwrap())
            .collect();
        for home in 0..cells {
            let mut tiles: Vec<u32> = (1..cells as u32).collect();
            tiles.insert(home, 0);
            let goal = Goal::Board(Board::new(&tiles.chunks(cols).collect::<Vec<_>>()).unwrap());
            let solvable = |board: &&Board| Instance::new(board, &goal).is_ok();
            let solvable: Vec<&Board> = boards.iter().filter(solvable).collect();
            assert_eq!(solvable.len(), boards.len() / 2);
            for board in solvable {
                solve(board, &goal);
            }
        }
    }
}

#[test]
fn random_boards_of_every_small_rectangle() {
    for rows in 2..=8 {
        for cols in 2..=8 {
            for seed in 0..8 {
                for goal in goals(rows, cols, seed) {
                    solve(&uniform(rows, cols, &goal, seed), &goal);
                }
            }
        }
    }
}

#[test]
fn every_blank_home() {
    for (rows, cols) in [(4, 4), (4, 5), (5, 4), (2, 6), (6, 2), (3, 5), (6, 6)] {
        for home in 0..rows * cols {
            let mut tiles: Vec<u32> = (1..(rows * cols) as u32).collect();
            tiles.insert(home, 0);
            let goal = Goal::Board(Board::new(&tiles.chunks(cols).collect::<Vec<_>>()).unwrap());
            for seed in 0..6 {
                solve(&uniform(rows, cols, &goal, seed), &goal);
            }
        }
    }
}

#[test]
fn thin_boards() {
    for long in [9, 10, 16, 31, 64, 100, 126, 127] {
        for (rows, cols) in [
            (2, long),
            (long, 2),
            (3, long),
            (long, 3),
            (4, long),
            (long, 5),
        ] {
            for goal in goals(rows, cols, long as u64) {
                solve(&uniform(rows, cols, &goal, long as u64), &goal);
            }
        }
    }
}

#[test]
fn boards_near_their_goal() {
    for (rows, cols) in [(3, 4), (5, 5), (7, 9), (20, 20)] {
        for slides in 0..40 {
            for goal in goals(rows, cols, slides) {
                let size = Size::new(rows, cols).unwrap();
                let board = Scrambler::new(size, &goal, slides)
                    .unwrap()
                    .walk(slides as usize);
                let (moves, _) = solve(&board, &goal);
                assert!(slides > 0 || moves == 0);
            }
        }
    }
}

#[test]
fn large_boards_within_their_ratio() {
    for (n, ratio) in [(10, 2.4), (30, 1.95), (127, 1.6)] {
        let (mut moves, mut manhattan) = (0, 0);
        for seed in 1..=3 {
            let (found, bound) = solve(&uniform(n, n, &Goal::BlankLast, seed), &Goal::BlankLast);
            (moves, manhattan) = (moves + found, manhattan + bound);
        }
        assert!(
            moves as f64 <= ratio * manhattan as f64,
            "{n}: {moves} / {manhattan}"
        );
    }
    solve(&uniform(127, 127, &Goal::Snail, 1), &Goal::Snail);
    solve(&uniform(60, 90, &Goal::BlankFirst, 1), &Goal::BlankFirst);
}

struct Impatient;

impl Observer for Impatient {
    fn on(&self, _: &Event) -> Control {
        Control::Stop
    }
}

#[test]
fn the_guard_is_obeyed() {
    let board = uniform(30, 30, &Goal::BlankLast, 1);
    let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
    let stopped = construct(&instance, &Guard::new(&Impatient));
    assert_eq!((stopped.moves, stopped.stop), (None, Some(Stop::Observer)));
    let limited = construct(&instance, &Guard::new(&Silent).nodes(5_000));
    assert_eq!((limited.moves, limited.stop), (None, Some(Stop::Nodes)));
    assert!(limited.counts.generated >= 5_000);
    assert_eq!(limited.lower_bound, board.manhattan());
}
