//! The course's A* and its counts, held to a solver as a student writes it: boards, a list of nodes
//! that is searched for the least, and the rules for duplicates word for word.

use std::collections::HashSet;

use noyes::format::read_board_bytes;
use noyes::guard::{Guard, Silent, Stop};
use noyes::heuristic::HeuristicKind;
use noyes::scramble::Scrambler;
use noyes::search::{Algorithm, CourseOptions, Duplicates, QueueCounts, Queues, course};
use noyes::solve::{Engine, Limits, Request, StopReason};
use noyes::verify::verify;
use noyes::{Board, Goal, Instance, Size, Solver};

struct Node {
    board: Board,
    moves: u32,
    distance: u32,
    previous: Option<usize>,
    age: usize,
}

/// One of the two searches.
struct Student<'a> {
    goal: &'a Board,
    kind: HeuristicKind,
    duplicates: Duplicates,
    nodes: Vec<Node>,
    queue: Vec<usize>,
    counts: QueueCounts,
}

impl<'a> Student<'a> {
    fn new(board: &Board, goal: &'a Board, kind: HeuristicKind, duplicates: Duplicates) -> Self {
        let (nodes, queue) = (Vec::new(), Vec::new());
        let counts = QueueCounts::default();
        let mut student = Self {
            goal,
            kind,
            duplicates,
            nodes,
            queue,
            counts,
        };
        student.enqueue(board.clone(), 0, None);
        student
    }

    /// Tile by tile, from the words of the assignment.
    fn distance(&self, board: &Board) -> u32 {
        let tiles = (0..).zip(board.tiles()).filter(|(_, tile)| **tile != 0);
        tiles
            .map(|(cell, tile)| {
                let home = self.goal.tiles().iter().position(|other| other == tile);
                let (home, cols) = (home.unwrap(), board.cols());
                match self.kind {
                    HeuristicKind::Hamming => u32::from(home != cell),
                    _ => {
                        (home / cols).abs_diff(cell / cols) as u32
                            + (home % cols).abs_diff(cell % cols) as u32
                    }
                }
            })
            .sum()
    }

    fn enqueue(&mut self, board: Board, moves: u32, previous: Option<usize>) {
        let distance = self.distance(&board);
        // In the index a board is one node: it keeps its age when it is reached with fewer moves.
        let known = self.nodes.iter().find(|node| node.board == board);
        let known = known.filter(|_| self.duplicates == Duplicates::Index);
        let age = known.map_or(self.nodes.len(), |node| node.age);
        self.queue.push(self.nodes.len());
        self.nodes.push(Node {
            board,
            moves,
            distance,
            previous,
            age,
        });
        self.counts.enqueued += 1;
        self.counts.largest = self.counts.largest.max(self.queue.len() as u64);
    }

    fn is_refused(&self, parent: usize, board: &Board, moves: u32) -> bool {
        match self.duplicates {
            Duplicates::None => false,
            Duplicates::Previous => {
                let previous = self.nodes[parent].previous;
                previous.is_some_and(|id| self.nodes[id].board == *board)
            }
            Duplicates::Chain => {
                let path = std::iter::successors(Some(parent), |&id| self.nodes[id].previous);
                path.into_iter().any(|id| self.nodes[id].board == *board)
            }
            _ => {
                let is_known = |node: &Node| node.board == *board && node.moves <= moves;
                self.nodes.iter().any(is_known)
            }
        }
    }

    /// Dequeues a node and enqueues its neighbours; the number of moves if it is the goal.
    fn step(&mut self) -> Option<u32> {
        // Least priority, then least distance, then the newest.
        let order = |&id: &usize| {
            let node = &self.nodes[id];
            let age = usize::MAX - node.age;
            (node.moves + node.distance, node.distance, age)
        };
        let place = (0..self.queue.len()).min_by_key(|&place| order(&self.queue[place]))?;
        let id = self.queue.swap_remove(place);
        self.counts.dequeued += 1;
        let (board, moves) = (self.nodes[id].board.clone(), self.nodes[id].moves);
        let is_nearer = |node: &Node| node.board == board && node.moves < moves;
        if self.duplicates == Duplicates::Index && self.nodes.iter().any(is_nearer) {
            // A stale entry is passed over: it makes no step.
            return self.step();
        }
        if board == *self.goal {
            return Some(moves);
        }
        for neighbor in board.neighbors() {
            if !self.is_refused(id, &neighbor, moves + 1) {
                self.enqueue(neighbor, moves + 1, Some(id));
            }
        }
        None
    }

    fn counts(&self) -> QueueCounts {
        let boards: HashSet<&Board> = self.nodes.iter().map(|node| &node.board).collect();
        QueueCounts {
            distinct: Some(boards.len() as u64),
            ..self.counts
        }
    }
}

/// The minimum, if the board can be solved, and the counts of both queues.
fn student(
    board: &Board,
    goal: &Board,
    kind: HeuristicKind,
    duplicates: Duplicates,
) -> (Option<u32>, Queues) {
    let mut ours = Student::new(board, goal, kind, duplicates);
    let mut twin = Student::new(&board.twin(), goal, kind, duplicates);
    let minimum = loop {
        if let Some(moves) = ours.step() {
            break Some(moves);
        }
        if twin.step().is_some() {
            break None;
        }
    };
    let queues = Queues {
        board: ours.counts(),
        twin: Some(twin.counts()),
    };
    (minimum, queues)
}

const PRIORITIES: [HeuristicKind; 2] = [HeuristicKind::Hamming, HeuristicKind::Manhattan];

fn check(board: &Board, goal: &Board, rules: &[Duplicates]) {
    for &duplicates in rules {
        for kind in PRIORITIES {
            let options = CourseOptions {
                duplicates,
                count_distinct: true,
                ..CourseOptions::default()
            };
            let ended = course(board, goal, kind, &options, &Guard::new(&Silent)).unwrap();
            let (minimum, queues) = student(board, goal, kind, duplicates);
            let name = format!("{kind}, {duplicates}, {board}");
            assert_eq!(ended.queues, queues, "{name}");
            assert_eq!(
                ended.moves.as_ref().map(|moves| moves.len() as u32),
                minimum,
                "{name}"
            );
            if let Some(moves) = ended.moves {
                verify(board, goal, &moves).unwrap();
            }
        }
    }
}

#[test]
fn counts_are_those_of_a_student_s_solver() {
    let goals = [Goal::BlankLast, Goal::BlankFirst, Goal::Snail];
    for (rows, cols, depth) in [(2, 2, 6), (2, 3, 9), (3, 3, 10), (4, 3, 9), (4, 4, 9)] {
        let size = Size::new(rows, cols).unwrap();
        for (goal, seed) in goals.iter().zip(1..) {
            let goal_board = goal.board(size).unwrap();
            let mut board = goal_board.clone();
            // A walk that does not turn back is about as far from the goal as it is long.
            let mut previous = None;
            for step in 0..depth {
                let next: Vec<Board> = board
                    .neighbors()
                    .filter(|next| Some(next) != previous.as_ref())
                    .collect();
                let place = (seed * 7 + step * step + step / 3) % next.len();
                previous = Some(std::mem::replace(&mut board, next[place].clone()));
            }
            check(&board, &goal_board, &Duplicates::ALL);
            check(&board.twin(), &goal_board, &Duplicates::ALL);
        }
    }
}

#[test]
fn boards_of_twenty_moves_that_are_enqueued_again_with_fewer() {
    let board = Board::new(&[[7, 8, 5], [4, 0, 2], [3, 6, 1]]).unwrap();
    let goal = Board::goal(board.size());
    let size = board.size();
    let mut scrambler = Scrambler::new(size, &Goal::BlankLast, 5).unwrap();
    for board in [board, scrambler.uniform(), scrambler.uniform()] {
        let options = CourseOptions {
            duplicates: Duplicates::Index,
            count_distinct: true,
            ..CourseOptions::default()
        };
        let kind = HeuristicKind::Manhattan;
        let ended = course(&board, &goal, kind, &options, &Guard::new(&Silent)).unwrap();
        assert_eq!(
            ended.queues,
            student(&board, &goal, kind, Duplicates::Index).1
        );
    }
}

fn request() -> Request {
    Request {
        algorithm: Some(Algorithm::Course),
        count_distinct: true,
        ..Request::default()
    }
}

#[test]
fn the_engine_gives_the_counts_of_the_solver() {
    let engine = Engine::new();
    let mut scrambler = Scrambler::new(Size::new(3, 3).unwrap(), &Goal::BlankLast, 1).unwrap();
    for _ in 0..20 {
        let board = scrambler.uniform();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let plan = engine.plan(&instance, &request()).unwrap();
        let outcome = engine.solve(&instance, &plan, &Silent).unwrap();
        let solver = Solver::new(&board);
        assert_eq!(
            outcome.length().map(|length| length as usize),
            solver.moves()
        );
        assert!(outcome.is_optimal());
        let (queues, theirs) = (outcome.queues.unwrap(), solver.queues());
        assert_eq!(queues.enqueued(), solver.insertions());
        assert_eq!(queues.dequeued(), solver.deletions());
        assert_eq!(queues.board.largest, theirs.board.largest);
        // The twin of the twin is the board: the roles of the queues change.
        let twin = engine
            .refute(&board.twin(), &Goal::BlankLast, &request(), &Silent)
            .unwrap();
        assert_eq!((twin.decided_by(), twin.stop), ("course", None));
        let unsolvable = Solver::new(&board.twin());
        assert_eq!(twin.queues.unwrap().enqueued(), unsolvable.insertions());
        assert_eq!(twin.queues.unwrap().dequeued(), unsolvable.deletions());
    }
}

/// Compares the engine with the solver on the boards of the course that it finishes within so many
/// nodes: how many those are. None where the boards do not lie beside the project.
fn check_course_boards(nodes: u64) -> Option<usize> {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/instances/course150"
    );
    let Ok(files) = std::fs::read_dir(folder) else {
        println!("skipped: there is no folder shared/instances beside the project");
        return None;
    };
    let engine = Engine::new();
    let limits = Limits {
        nodes: Some(nodes),
        ..Limits::default()
    };
    let request = Request {
        limits,
        count_distinct: false,
        ..request()
    };
    let mut finished = 0;
    for file in files {
        let path = file.unwrap().path();
        let board = read_board_bytes(&std::fs::read(&path).unwrap())
            .unwrap()
            .board;
        let (queues, stop) = match Instance::new(&board, &Goal::BlankLast) {
            Ok(instance) => {
                let plan = engine.plan(&instance, &request).unwrap();
                let outcome = engine.solve(&instance, &plan, &Silent).unwrap();
                (outcome.queues, outcome.stop)
            }
            Err(_) => {
                let refutation = engine.refute(&board, &Goal::BlankLast, &request, &Silent);
                let refutation = refutation.unwrap();
                (refutation.queues, refutation.stop)
            }
        };
        if stop.is_some() {
            continue;
        }
        assert_eq!(
            queues,
            Some(Solver::new(&board).queues()),
            "{}",
            path.display()
        );
        finished += 1;
    }
    Some(finished)
}

#[test]
fn counts_of_the_course_s_boards_are_those_of_the_solver() {
    let finished = check_course_boards(100_000);
    assert!(
        finished.is_none_or(|finished| finished > 90),
        "{finished:?}"
    );
}

#[test]
#[ignore = "takes minutes, and some gigabytes"]
fn counts_of_all_the_course_s_boards() {
    let finished = check_course_boards(50_000_000);
    assert!(
        finished.is_none_or(|finished| finished > 135),
        "{finished:?}"
    );
}

#[test]
fn a_limit_decides_nothing() {
    let board = Board::new(&[[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 15, 14, 0]]);
    // Far from the goal, and its twin as well.
    let mut board = board.unwrap();
    for step in 0..400 {
        let next: Vec<Board> = board.neighbors().collect();
        board = next[(step * step + step / 3) % next.len()].clone();
    }
    let engine = Engine::new();
    let limits = Limits {
        nodes: Some(20_000),
        ..Limits::default()
    };
    let request = Request {
        limits,
        ..request()
    };
    let stopped = engine
        .refute(&board, &Goal::BlankLast, &request, &Silent)
        .unwrap();
    assert_eq!(stopped.stop, Some(StopReason::Nodes));
    assert_eq!((stopped.decided_by(), stopped.algorithm), ("parity", None));
    let queues = stopped.queues.unwrap();
    assert!(queues.enqueued() >= 20_000 && queues.board.distinct.is_some());
    let goal = Board::goal(board.size());
    let guard = Guard::new(&Silent).memory(1_000_000);
    let kind = HeuristicKind::Manhattan;
    let ended = course(&board, &goal, kind, &CourseOptions::default(), &guard).unwrap();
    assert_eq!((ended.moves, ended.stop), (None, Some(Stop::Memory)));
}
