//! Beams, Euler beams and the improvement of solutions: solutions are right, runs are repeatable,
//! and more nodes never make a solution longer.
//!
//! The lengths are those of the shipped nets.
#![cfg(feature = "nets")]

use std::sync::Arc;
use std::time::Duration;

use noyes::guard::{Counts, Guard, Silent};
use noyes::scramble::Scrambler;
use noyes::search::Algorithm;
use noyes::search::beam::{
    Beam, BeamOptions, CanonicalInstance, Evaluation, Net, Task, WidthSchedule,
};
use noyes::search::euler_beam::{EulerBeamOptions, euler_beam};
use noyes::solve::{Engine, Limits, Request};
use noyes::verify::verify;
use noyes::workers::Workers;
use noyes::{Goal, Instance, Moves, Size};

fn instance(rows: usize, cols: usize, goal: &Goal, seed: u64) -> Instance {
    let size = Size::new(rows, cols).unwrap();
    let board = Scrambler::new(size, goal, seed).unwrap().uniform();
    Instance::new(&board, goal).unwrap()
}

fn beam(instance: &Instance, width: usize, threads: usize) -> Option<Moves> {
    let canonical = CanonicalInstance::new(instance);
    let evaluation = Evaluation::best(instance.size(), canonical.blank_home);
    let mut beam = Beam::new(evaluation);
    let task = Task {
        width,
        below: 1000,
        salt: 1,
    };
    let workers = Workers::new(threads);
    let guard = Guard::new(&Silent).on(workers.all());
    let mut counts = Counts::default();
    let found = beam.run(&canonical.labels, task, &guard, &mut counts, &mut |_| {});
    found.unwrap().map(|moves| canonical.restore(&moves))
}

#[test]
fn a_beam_solves_every_shape_and_goal() {
    for (rows, cols) in [(3, 3), (5, 5), (4, 6), (6, 6)] {
        for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
            let instance = instance(rows, cols, &goal, 3);
            let moves = beam(&instance, 600, 1).unwrap();
            assert_eq!(verify(instance.board(), instance.goal(), &moves), Ok(()));
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let instance = instance(5, 5, &Goal::BlankLast, 8);
    let one = beam(&instance, 5000, 1).unwrap();
    assert_eq!(beam(&instance, 5000, 2).unwrap(), one);
    assert_eq!(beam(&instance, 5000, 3).unwrap(), one);
}

#[test]
fn a_net_can_come_from_outside() {
    let instance = instance(5, 5, &Goal::BlankFirst, 4);
    let shipped = Net::shipped(instance.size()).unwrap();
    let net = Arc::new(Net::from_bytes(&shipped.to_bytes()).unwrap());
    let found = |net: Option<Arc<Net>>| {
        let options = BeamOptions { seed: 1, net };
        let mut schedule = WidthSchedule::new(&instance, options).unwrap();
        let guard = Guard::new(&Silent);
        let width = schedule.width();
        let found = schedule.next_beam(width, 1000, &guard, &mut Counts::default());
        found.unwrap().unwrap()
    };
    assert_eq!(found(Some(net.clone())), found(None));
    // A net of another size is not used.
    let other = Net::shipped(Size::new(6, 6).unwrap()).unwrap();
    assert_eq!(found(Some(Arc::new(other))), found(None));
}

#[test]
fn a_beam_is_near_the_minimum_and_never_below() {
    let list = include_str!("../data/korf50.txt").lines();
    let (mut moves, mut minima) = (0, 0);
    for line in list.filter(|line| !line.starts_with('#')).step_by(10) {
        let (tiles, minimum) = line.split_once('=').unwrap();
        let minimum: usize = minimum.trim().parse().unwrap();
        let tiles: Vec<u32> = tiles
            .split_whitespace()
            .skip(1)
            .map(|tile| tile.parse().unwrap())
            .collect();
        let rows: Vec<&[u32]> = tiles.chunks(5).collect();
        let board = noyes::Board::new(&rows).unwrap();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let found = beam(&instance, 4000, 2).unwrap();
        assert_eq!(verify(&board, instance.goal(), &found), Ok(()));
        assert!(found.len() >= minimum);
        moves += found.len();
        minima += minimum;
    }
    assert!(moves * 100 <= minima * 108, "{moves} for {minima}");
}

#[test]
fn an_euler_beam_solves_every_shape_and_goal() {
    let options = EulerBeamOptions {
        width: 20,
        line_width: 60,
        ..EulerBeamOptions::default()
    };
    for (rows, cols) in [(2, 2), (2, 12), (9, 3), (4, 4), (11, 11), (7, 16)] {
        for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
            let instance = instance(rows, cols, &goal, 5);
            let mut counts = Counts::default();
            let guard = Guard::new(&Silent);
            let moves = euler_beam(&instance, &options, &guard, &mut counts).unwrap();
            assert_eq!(verify(instance.board(), instance.goal(), &moves), Ok(()));
        }
    }
}

/// If the blank potential is not computed at the best leaf, the wider beam takes 1.59 × Manhattan.
#[test]
fn a_wider_euler_beam_finds_a_shorter_solution() {
    let (mut slides, mut manhattan) = ([0; 2], 0);
    for seed in 1..=2 {
        let instance = instance(24, 20, &Goal::BlankLast, seed);
        manhattan += instance.board().manhattan() as usize;
        for (slides, width) in slides.iter_mut().zip([12, 200]) {
            let options = EulerBeamOptions {
                width,
                line_width: 400,
                ..EulerBeamOptions::default()
            };
            let mut counts = Counts::default();
            let moves = euler_beam(&instance, &options, &Guard::new(&Silent), &mut counts).unwrap();
            assert_eq!(verify(instance.board(), instance.goal(), &moves), Ok(()));
            *slides += moves.len();
        }
    }
    let [narrow, wide] = slides;
    assert!(wide < narrow, "{wide} {narrow}");
    assert!(100 * wide < 157 * manhattan, "{wide} of {manhattan}");
}

#[test]
fn an_euler_beam_is_much_shorter_than_a_construction() {
    let instance = instance(16, 16, &Goal::BlankLast, 1);
    let options = EulerBeamOptions {
        width: 30,
        line_width: 100,
        ..EulerBeamOptions::default()
    };
    let mut counts = Counts::default();
    let moves = euler_beam(&instance, &options, &Guard::new(&Silent), &mut counts).unwrap();
    let manhattan = instance.board().manhattan() as usize;
    assert!(
        moves.len() * 10 < manhattan * 19,
        "{} of {manhattan}",
        moves.len()
    );
}

fn solved(instance: &Instance, nodes: u64, from: Option<Moves>) -> Moves {
    solved_on(1, instance, nodes, from)
}

fn solved_on(threads: usize, instance: &Instance, nodes: u64, from: Option<Moves>) -> Moves {
    let request = Request {
        algorithm: Some(Algorithm::Beam),
        from,
        limits: Limits {
            nodes: Some(nodes),
            // Nodes are to end it, on the slowest machine too.
            time: Some(Duration::from_secs(3600)),
            threads: Some(threads),
            ..Limits::default()
        },
        ..Request::default()
    };
    let engine = Engine::builder()
        .threads(request.limits.threads.unwrap_or(1))
        .build();
    let plan = engine.plan(instance, &request).unwrap();
    let outcome = engine.solve(instance, &plan, &Silent).unwrap();
    let moves = outcome.moves().unwrap().clone();
    assert!(outcome.lower_bound() as usize <= moves.len());
    assert_eq!(verify(instance.board(), instance.goal(), &moves), Ok(()));
    moves
}

#[test]
fn more_nodes_never_make_a_solution_longer() {
    for (rows, cols) in [(5, 5), (8, 8), (12, 12)] {
        let instance = instance(rows, cols, &Goal::BlankLast, 2);
        let mut best = usize::MAX;
        for nodes in [1, 100_000, 1_000_000] {
            let moves = solved(&instance, nodes, None);
            assert_eq!(moves, solved(&instance, nodes, None));
            assert!(moves.len() <= best);
            best = moves.len();
        }
    }
}

#[test]
fn more_nodes_never_make_a_solution_longer_on_two_threads() {
    for (rows, cols) in [(6, 6), (20, 20)] {
        let instance = instance(rows, cols, &Goal::BlankLast, 3);
        let mut best = usize::MAX;
        for nodes in [1, 500_000, 3_000_000] {
            let moves = solved_on(2, &instance, nodes, None);
            assert_eq!(moves, solved_on(2, &instance, nodes, None));
            assert!(moves.len() <= best);
            best = moves.len();
        }
    }
}

#[test]
fn the_search_starts_from_a_given_solution() {
    let instance = instance(6, 6, &Goal::BlankLast, 2);
    let good = beam(&instance, 2000, 1).unwrap();
    let moves = solved(&instance, 1, Some(good.clone()));
    assert!(moves.len() <= good.len());
}
