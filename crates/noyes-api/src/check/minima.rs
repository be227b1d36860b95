//! The minima that answers are compared with, and the first move that is wasted.

use std::fmt;

use noyes::board::{Direction, Metric};
use noyes::goal::InstanceError;
use noyes::guard::{Control, Event, Observer};
use noyes::solve::{Engine, Limits, Outcome, Request};
use noyes::{Board, Goal, Instance, Moves};
use noyes_answer::{Known, Question};

use crate::Problem;

/// Gives an observer to each search for a minimum.
pub trait Searches {
    /// The observer of the search for the minimum, or of the one after so many moves.
    fn observer(&self, after: Option<usize>) -> Box<dyn Observer + '_>;
}

/// One observer for all searches.
#[derive(Clone, Copy)]
pub struct OneObserver<'a>(pub &'a dyn Observer);

impl fmt::Debug for OneObserver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OneObserver")
    }
}

impl Observer for OneObserver<'_> {
    fn on(&self, event: &Event) -> Control {
        self.0.on(event)
    }
}

impl Searches for OneObserver<'_> {
    fn observer(&self, _: Option<usize>) -> Box<dyn Observer + '_> {
        Box::new(*self)
    }
}

/// Finds the minima that solutions are compared with.
#[derive(Debug)]
pub struct Minima<'a> {
    /// The engine that finds them.
    pub engine: &'a Engine,
    /// The goal of the boards.
    pub goal: &'a Goal,
    /// What counts as one move.
    pub metric: Metric,
    /// What each search may spend.
    pub limits: Limits,
}

impl Minima<'_> {
    /// A board as a question, with what is known of its minimum.
    pub fn question(&self, board: Board, observer: &dyn Observer) -> Result<Question, Problem> {
        let known = match Instance::new(&board, self.goal) {
            Err(InstanceError::Unsolvable(parity)) => Known::Unsolvable(parity),
            Err(error) => return Err(error.into()),
            Ok(_) => {
                let outcome = self.outcome(&board, observer)?;
                Known::Solvable {
                    lower_bound: outcome.lower_bound(),
                    best: outcome.length(),
                }
            }
        };
        let goal = self.goal.board(board.size()).map_err(InstanceError::from)?;
        Ok(Question {
            goal,
            board,
            metric: self.metric,
            known,
        })
    }

    /// The outcome of a solve within the limits.
    pub fn outcome(&self, board: &Board, observer: &dyn Observer) -> Result<Outcome, Problem> {
        let instance = Instance::new(board, self.goal)?;
        let request = Request {
            metric: self.metric,
            limits: self.limits,
            ..Request::default()
        };
        let plan = self.engine.plan(&instance, &request)?;
        Ok(self.engine.solve(&instance, &plan, observer)?)
    }

    /// The first move that is not on any shortest path, if the minima along the path can be proven
    /// within the limits.
    ///
    /// The sum of the moves made and the moves still needed never falls along a path, so a binary
    /// search finds its first rise. This takes one solve for each halving.
    pub fn first_wasted(
        &self,
        board: &Board,
        moves: &Moves,
        minimum: u32,
        searches: &dyn Searches,
    ) -> Option<Wasted> {
        let runs = self.moves_of(moves);
        let slide = |board: &mut Board, &(way, count): &(Direction, usize)| {
            let before = board.clone();
            for _ in 0..count {
                *board = board.slide(way)?;
            }
            Some(before)
        };
        // The board before each move.
        let boards: Vec<Board> = runs.iter().scan(board.clone(), slide).collect();
        // No move is wasted among the first `good` moves; one is among the first `bad`.
        let (mut good, mut bad) = (0, runs.len());
        while bad - good > 1 {
            let middle = good + (bad - good) / 2;
            let observer = searches.observer(Some(middle));
            let outcome = self.outcome(&boards[middle], &*observer).ok()?;
            let left = outcome.length().filter(|_| outcome.is_optimal())?;
            if middle as u32 + left == minimum {
                good = middle;
            } else {
                bad = middle;
            }
        }
        let before = boards.get(bad.checked_sub(1)?)?;
        let (way, tiles) = runs[bad - 1];
        let cell = before.size().source_cell(before.blank(), way)?;
        Some(Wasted {
            number: bad,
            tile: before.tiles()[cell],
            way,
            tiles,
        })
    }

    /// The moves that the metric counts: their direction, and how many tiles slide.
    fn moves_of(&self, moves: &Moves) -> Vec<(Direction, usize)> {
        match self.metric {
            Metric::Single => moves.iter().map(|&way| (way, 1)).collect(),
            Metric::Multi => moves.runs().collect(),
        }
    }
}

/// A move that is on no shortest path. Displayed as `number 2 (3 L)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wasted {
    /// Which move, from 1.
    pub number: usize,
    /// The tile that slides first.
    pub tile: u16,
    /// The way it slides.
    pub way: Direction,
    /// How many tiles slide.
    pub tiles: usize,
}

impl fmt::Display for Wasted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            number,
            tile,
            way,
            tiles,
        } = self;
        match tiles {
            1 => write!(f, "number {number} ({tile} {way})"),
            _ => write!(f, "number {number} ({way}{tiles}, tile {tile} first)"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noyes::format::read_moves;
    use noyes::guard::Silent;

    #[test]
    fn the_first_wasted_move_is_found() {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let found = |moves: &str, metric, minimum| {
            let minima = Minima {
                engine: &Engine::new(),
                goal: &Goal::BlankLast,
                metric,
                limits: Limits::default(),
            };
            let moves = read_moves(moves, &board).unwrap().moves;
            minima
                .first_wasted(&board, &moves, minimum, &OneObserver(&Silent))
                .unwrap()
                .to_string()
        };
        // 1 L, then 3 L and back, then the rest.
        assert_eq!(found("LLRULU", Metric::Single, 4), "number 2 (3 L)");
        assert_eq!(found("UDLULU", Metric::Single, 4), "number 1 (4 U)");
        // Two tiles slide left as one move, where one should.
        assert_eq!(
            found("LLRULU", Metric::Multi, 4),
            "number 1 (L2, tile 1 first)"
        );
    }
}
