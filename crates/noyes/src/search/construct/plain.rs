//! Filling what is left of a board at once, for a guard that has said stop.
//!
//! It is the filling of `fill.rs` without its searches. A tile is carried down the slope of its
//! open cost (`carry.rs`): of the three next states the one is taken whose open cost is less by
//! just what it costs. Where no wall is near, that cost is exact, so there always is one; beside a
//! wall the search does the rest. The blank walks along one axis and then along the other. Of the
//! ways to close a line the first that succeeds is taken.
//!
//! **Cost.** Some operations a slide. At 127×127 there are some five million slides where nothing
//! was swept before, and under two million where all was.

use super::carry::{Carrier, open_cost, turns};
use super::fill::Line;
use super::last_rectangle::{is_small, solve_last_rectangle};
use super::nearest_line;
use super::outer_lines::without_line;
use super::partial_board::{PartialBoard, direction_to};
use super::tile_pair::TilePair;
use crate::board::{Direction, Rectangle};

/// Solves a board whose cells outside the open rectangle are done.
pub(super) fn finish_plainly(board: &mut PartialBoard, mut open: Rectangle, blank_home: usize) {
    let mut carrier = Carrier::new(board.tiles.size);
    while !is_small(open) {
        let Some(line) = nearest_line(board, open, blank_home) else {
            break;
        };
        fill(&line, board, &mut carrier);
        open = without_line(open, line.inward);
    }
    solve_last_rectangle(board);
}

/// Brings the tiles of a line home, one after the other and the last two together.
fn fill(line: &Line, board: &mut PartialBoard, carrier: &mut Carrier) {
    let [cells @ .., first, second] = &line.cells[..] else {
        return;
    };
    for &home in cells {
        carry(carrier, board, home);
        board.done[home] = true;
    }
    let pair = TilePair {
        first: *first,
        second: *second,
        inward: line.inward,
    };
    pair.close_at_once(carrier, board);
}

/// Carries a tile home.
fn carry(carrier: &mut Carrier, board: &mut PartialBoard, home: usize) {
    let size = board.tiles.size;
    let mut tile = board.cell_of(home);
    if tile == home {
        return;
    }
    let cost = |(cell, side)| {
        size.distance(board.tiles.blank, cell) as u32 + open_cost(size, tile, side, home)
    };
    let sides = Direction::ALL.into_iter();
    let sides = sides.filter_map(|side| Some((board.beside(tile, side)?, side)));
    let nearest = sides.min_by_key(|&side| cost(side));
    let is_beside = nearest.is_some_and(|(cell, _)| walk(board, cell, tile));
    let Some((_, mut side)) = nearest.filter(|_| is_beside) else {
        return search(carrier, board, home);
    };
    while tile != home {
        let blank = board.tiles.blank;
        debug_assert_eq!(board.beside(tile, side), Some(blank));
        let left = open_cost(size, tile, side, home);
        if 1 + open_cost(size, blank, side.opposite(), home) == left {
            board.slide(side);
            (tile, side) = (blank, side.opposite());
            continue;
        }
        let around = turns(side).into_iter().find_map(|turn| {
            let is_nearer = 2 + open_cost(size, tile, turn, home) == left;
            let way = [board.beside(blank, turn)?, board.beside(tile, turn)?];
            is_nearer.then_some((way, turn))
        });
        let Some((way, turn)) = around else {
            return search(carrier, board, home);
        };
        board.follow(way);
        side = turn;
    }
}

/// Carries a tile home past walls.
fn search(carrier: &mut Carrier, board: &mut PartialBoard, home: usize) {
    let carried = carrier.carry(board, home, home);
    debug_assert!(carried, "the way to a line's end is open");
}

/// Moves the blank to a cell, along one axis and then along the other, around a tile and the cells
/// that are done. False if it cannot go so, and then it has not moved.
fn walk(board: &mut PartialBoard, target: usize, tile: usize) -> bool {
    let (size, blank) = (board.tiles.size, board.tiles.blank);
    let corners = [
        size.row(target) * size.cols() + size.col(blank),
        size.row(blank) * size.cols() + size.col(target),
    ];
    let is_free = |cell: &usize| *cell != tile && !board.done[*cell];
    let way = corners.into_iter().find(|&corner| {
        let mut cells = line(blank, corner, size.cols()).chain(line(corner, target, size.cols()));
        cells.all(|cell| is_free(&cell))
    });
    let Some(corner) = way else { return false };
    for end in [corner, target] {
        if board.tiles.blank == end {
            continue;
        }
        let next = line(board.tiles.blank, end, size.cols()).next();
        let Some(next) = next else { continue };
        // The tiles slide against the blank's way.
        let direction = direction_to(size, next, board.tiles.blank);
        while board.tiles.blank != end {
            board.slide(direction);
        }
    }
    true
}

/// The cells from one to another of the same row or column, without the first.
fn line(from: usize, to: usize, cols: usize) -> impl Iterator<Item = usize> {
    let step = if from / cols == to / cols { 1 } else { cols };
    let count = from.abs_diff(to) / step;
    (1..=count).map(move |number| match to > from {
        true => from + number * step,
        false => from - number * step,
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::super::{construct, construct_always};
    use crate::board::Size;
    use crate::goal::{Goal, Instance};
    use crate::guard::{Control, Event, Guard, Observer, Stop};
    use crate::scramble::Scrambler;
    use crate::verify::verify;

    /// Says stop at a question.
    struct StopAt {
        asked: AtomicUsize,
        last: usize,
    }

    impl Observer for StopAt {
        fn on(&self, _: &Event) -> Control {
            match self.asked.fetch_add(1, Ordering::Relaxed) < self.last {
                true => Control::Continue,
                false => Control::Stop,
            }
        }
    }

    #[test]
    fn a_stop_at_any_question_leaves_a_solution() {
        for (rows, cols) in [(21, 20), (4, 101), (30, 14)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
                let board = Scrambler::new(size, &goal, 7).unwrap().uniform();
                let instance = Instance::new(&board, &goal).unwrap();
                let mut lengths = Vec::new();
                for last in [0, 40, 160, usize::MAX] {
                    let asked = AtomicUsize::new(0);
                    let observer = StopAt { asked, last };
                    let found = construct_always(&instance, &Guard::new(&observer));
                    let moves = found.moves.unwrap();
                    verify(&board, instance.goal(), &moves).unwrap();
                    assert_eq!(found.stop, (last < usize::MAX).then_some(Stop::Observer));
                    lengths.push(moves.len());
                }
                // What was swept before the stop is not lost.
                assert!(lengths[2] <= lengths[0], "{rows}x{cols}: {lengths:?}");
                let usual = construct(&instance, &Guard::new(&crate::guard::Silent));
                assert_eq!(lengths[3], usual.moves.unwrap().len());
            }
        }
    }

    /// The largest board, from the start and in the middle.
    #[test]
    fn the_largest_board_is_filled_after_a_stop() {
        let size = Size::new(127, 127).unwrap();
        let board = Scrambler::new(size, &Goal::BlankLast, 1).unwrap().uniform();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        for last in [0, 300] {
            let asked = AtomicUsize::new(0);
            let found = construct_always(&instance, &Guard::new(&StopAt { asked, last }));
            let moves = found.moves.unwrap();
            verify(&board, instance.goal(), &moves).unwrap();
            // Filling takes about four times the Manhattan distance.
            assert!(moves.len() < 5 * found.lower_bound as usize);
        }
    }
}
