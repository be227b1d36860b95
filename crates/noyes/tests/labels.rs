//! Labels against slow twins: breadth-first distances, and the list of all shortest solutions.

use noyes::board::{Direction, DirectionSet};
use noyes::guard::{Control, Event, Guard, Observer, Silent};
use noyes::scramble::Scrambler;
use noyes::search::all_shortest;
use noyes::solve::{Engine, LabelError, Limits, Request, StopReason, TableChoice};
use noyes::store::MemoryStore;
use noyes::{Board, Goal, Instance, Size};

fn engine() -> Engine {
    Engine::builder()
        .store(MemoryStore::new())
        .threads(2)
        .build()
}

/// The minimum, and the first moves of the solutions that are listed one by one.
fn slow_twin(engine: &Engine, board: &Board, goal: &Goal) -> (u32, DirectionSet) {
    let instance = Instance::new(board, goal).unwrap();
    let plan = engine.plan(&instance, &Request::default()).unwrap();
    let outcome = engine.solve(&instance, &plan, &Silent).unwrap();
    assert!(outcome.is_optimal());
    let minimum = outcome.lower_bound();
    let guard = Guard::new(&Silent);
    let shortest = all_shortest(&instance, minimum, usize::MAX, None, &guard).unwrap();
    let first = shortest.solutions.iter().filter_map(|moves| moves.first());
    (minimum, first.copied().collect())
}

fn flat(boards: &[Board]) -> Vec<u16> {
    boards
        .iter()
        .flat_map(|board| board.tiles())
        .copied()
        .collect()
}

#[test]
fn all_boards_of_the_eight_puzzle() {
    let truth = crate::truth::distances(&Board::goal(Size::new(3, 3).unwrap()));
    let boards: Vec<Board> = truth.keys().cloned().collect();
    let size = Size::new(3, 3).unwrap();
    let engine = engine();
    let request = Request::default();
    let labeller = engine
        .labeller(size, &Goal::BlankLast, &request, &Silent)
        .unwrap();
    for (board, label) in boards
        .iter()
        .zip(labeller.label_many(&flat(&boards), &Silent))
    {
        let label = label.unwrap();
        assert_eq!(label.minimum, Some(truth[board]));
        let nearer = Direction::ALL.into_iter().filter(|&direction| {
            let after = board.slide(direction);
            after.is_some_and(|after| truth[&after] < truth[board])
        });
        assert_eq!(label.first_moves, Some(nearer.collect()));
    }
    let twins: Vec<Board> = boards.iter().take(1000).map(Board::twin).collect();
    let labels = labeller.label_many(&flat(&twins), &Silent);
    assert!(
        labels
            .iter()
            .all(|label| *label == Err(LabelError::Unsolvable))
    );
}

#[test]
fn other_sizes_and_goals_agree_with_the_list_of_all_shortest_solutions() {
    let engine = engine();
    for (rows, cols, depth, goal) in [
        (2, 5, 200, Goal::BlankFirst),
        (3, 4, 24, Goal::BlankLast),
        (3, 3, 40, Goal::Snail),
        (2, 7, 24, Goal::BlankLast),
        (4, 4, 26, Goal::BlankLast),
        (4, 4, 26, Goal::BlankFirst),
        (5, 4, 16, Goal::BlankLast),
        (6, 6, 12, Goal::Snail),
    ] {
        let size = Size::new(rows, cols).unwrap();
        let solved = goal.board(size).unwrap();
        let mut scrambler = Scrambler::new(size, &goal, 1).unwrap();
        let walks = (0..3).map(|_| scrambler.walk(depth));
        let boards: Vec<Board> = walks.chain([solved]).collect();
        let request = Request {
            tables: if size.cells() > 16 {
                TableChoice::None
            } else {
                TableChoice::Small
            },
            ..Request::default()
        };
        let labeller = engine.labeller(size, &goal, &request, &Silent).unwrap();
        for (board, label) in boards
            .iter()
            .zip(labeller.label_many(&flat(&boards), &Silent))
        {
            let label = label.unwrap();
            let (minimum, first_moves) = slow_twin(&engine, board, &goal);
            let found = (label.minimum, label.first_moves);
            assert_eq!(
                found,
                (Some(minimum), Some(first_moves)),
                "{goal:?} {board}"
            );
            assert_eq!((label.lower_bound, label.stop), (minimum, None));
        }
    }
}

#[test]
fn korf_boards_have_their_published_minima() {
    let list = noyes::collections::by_name("korf100").unwrap();
    let entries: Vec<_> = noyes::format::list::entries(list).flatten().collect();
    let easy: Vec<_> = entries.iter().filter(|one| one.known <= Some(44)).collect();
    assert!(easy.len() >= 3);
    let tiles: Vec<u16> = easy
        .iter()
        .flat_map(|one| one.board.tiles())
        .copied()
        .collect();
    let size = Size::new(4, 4).unwrap();
    let engine = engine();
    let request = Request::default();
    let goal = Goal::BlankLast;
    let labeller = engine.labeller(size, &goal, &request, &Silent).unwrap();
    for (one, label) in easy.iter().zip(labeller.label_many(&tiles, &Silent)) {
        let label = label.unwrap();
        assert_eq!(label.minimum, one.known);
        for direction in Direction::ALL {
            let Some(after) = one.board.slide(direction) else {
                continue;
            };
            let nearer = labeller.label_many(after.tiles(), &Silent)[0]
                .clone()
                .unwrap();
            let is_nearer = nearer.minimum < one.known;
            assert_eq!(label.first_moves.unwrap().contains(direction), is_nearer);
        }
    }
}

#[test]
fn what_is_not_proven_is_not_claimed() {
    let engine = engine();
    let size = Size::new(4, 4).unwrap();
    let board = Scrambler::new(size, &Goal::BlankLast, 1).unwrap().uniform();
    let limits = Limits {
        nodes: Some(10),
        ..Limits::default()
    };
    let request = Request {
        limits,
        ..Request::default()
    };
    let label = |request: &Request, observer: &dyn Observer| {
        let labeller = engine.labeller(board.size(), &Goal::BlankLast, request, &Silent);
        labeller.unwrap().label_many(board.tiles(), observer)[0]
            .clone()
            .unwrap()
    };
    let stopped = label(&request, &Silent);
    assert_eq!((stopped.minimum, stopped.first_moves), (None, None));
    assert_eq!(stopped.stop, Some(StopReason::Nodes));
    assert!(stopped.lower_bound > 20);

    struct Impatient;
    impl Observer for Impatient {
        fn on(&self, _: &Event) -> Control {
            Control::Stop
        }
    }
    let interrupted = label(&Request::default(), &Impatient);
    assert_eq!(interrupted.stop, Some(StopReason::Interrupted));
    assert_eq!(interrupted.minimum, None);
}
