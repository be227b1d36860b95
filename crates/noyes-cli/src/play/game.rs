//! The model: the state of a game. It draws nothing, reads no keys, and has no clock.

mod actions;

use std::time::Duration;

use anyhow::{Result, bail};
use noyes::board::{Direction, Tile};
use noyes::{Board, Goal, Instance, Moves, Size};

use super::action::Action;
use super::bests::Best;
use super::distance::Distance;
use super::new_board::{Difficulty, NewBoard};
use super::playback::Playback;
use super::thinker::Report;

/// The mode of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    Playing,
    Watching(Playback),
    /// The board is solved.
    Solved,
}

/// The number of moves that a hint shows.
const HINT_LENGTH: usize = 3;

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    goal: Goal,
    new_board: NewBoard,
    /// Whether the board was made, not given.
    is_random: bool,
    start: Board,
    board: Board,
    past: Vec<Direction>,
    future: Vec<Direction>,
    time: Duration,
    mode: Mode,
    /// The distance from the current board.
    distance: Distance,
    /// The distance from the start.
    start_distance: Distance,
    /// The number of the question for the solver; every new board has its own.
    question: u64,
    shows_hint: bool,
    shows_help: bool,
    /// Whether the solver made some of the moves.
    is_helped: bool,
    is_over: bool,
    /// What waits for the player's yes, because it would throw the game away.
    asked: Option<Action>,
    /// The games that were solved before this one.
    finished: Vec<Finished>,
    /// The best games of this size and difficulty, before this one.
    best: Option<Best>,
    /// Whether this game has fewer moves, and whether less time, than all before.
    is_best: (bool, bool),
}

/// A game that the player has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finished {
    pub start: Board,
    pub moves: Moves,
    pub time: Duration,
    pub is_solved: bool,
    pub is_helped: bool,
}

impl Game {
    /// A game that begins with a given board, or with a random one.
    pub fn new(goal: Goal, mut new_board: NewBoard, board: Option<Board>) -> Result<Self> {
        let is_random = board.is_none();
        let Some(start) = board.or_else(|| new_board.make(&goal)) else {
            bail!("the goal does not fit the size: leave out --goal or the size");
        };
        let instance = Instance::new(&start, &goal)?;
        let distance = Distance::initial(&instance);
        Ok(Self {
            new_board: NewBoard {
                size: start.size(),
                ..new_board
            },
            goal,
            is_random,
            board: start.clone(),
            start,
            past: Vec::new(),
            future: Vec::new(),
            time: Duration::ZERO,
            mode: if instance.is_solved() {
                Mode::Solved
            } else {
                Mode::Playing
            },
            start_distance: distance.clone(),
            distance,
            question: 1,
            shows_hint: false,
            shows_help: false,
            is_helped: false,
            is_over: false,
            asked: None,
            finished: Vec::new(),
            best: None,
            is_best: (false, false),
        })
    }

    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn size(&self) -> Size {
        self.board.size()
    }

    /// The difficulty of a random board; none for a given one.
    pub fn difficulty(&self) -> Option<Difficulty> {
        self.is_random.then_some(self.new_board.difficulty)
    }

    pub fn mode(&self) -> &Mode {
        &self.mode
    }

    pub fn moves(&self) -> usize {
        self.past.len()
    }

    pub fn time(&self) -> Duration {
        self.time
    }

    pub fn distance(&self) -> &Distance {
        &self.distance
    }

    pub fn start_distance(&self) -> &Distance {
        &self.start_distance
    }

    pub fn shows_help(&self) -> bool {
        self.shows_help
    }

    pub fn is_helped(&self) -> bool {
        self.is_helped
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// What waits for the player's yes.
    pub fn asks(&self) -> Option<Action> {
        self.asked
    }

    /// Moves a second, once there is time to divide by.
    pub fn pace(&self) -> Option<f64> {
        let seconds = self.time.as_secs_f64();
        (seconds > 0.0).then(|| self.moves() as f64 / seconds)
    }

    /// The name under which the best games are kept; none for a board that was given, and where
    /// the solver helped.
    pub fn best_key(&self) -> Option<String> {
        let difficulty = self.difficulty().filter(|_| !self.is_helped)?;
        let size = self.size();
        let goal = match &self.goal {
            Goal::BlankLast => String::new(),
            other => format!(" {}", other.name()),
        };
        Some(format!(
            "{}x{} {difficulty}{goal}",
            size.rows(),
            size.cols()
        ))
    }

    /// The best games before this one, and whether this one has fewer moves or less time.
    pub fn best(&self) -> (Option<Best>, (bool, bool)) {
        (self.best, self.is_best)
    }

    /// Tells the best games, and whether this one is better.
    pub fn set_best(&mut self, best: Option<Best>, is_best: (bool, bool)) {
        (self.best, self.is_best) = (best, is_best);
    }

    /// This game as it is now, with those before it that were solved; a game without a move is
    /// none.
    pub fn games(&self) -> Vec<Finished> {
        let mut games = self.finished.clone();
        if !self.past.is_empty() {
            games.push(Finished {
                start: self.start.clone(),
                moves: self.past.clone().into(),
                time: self.time,
                is_solved: self.mode == Mode::Solved,
                is_helped: self.is_helped,
            });
        }
        games
    }

    pub fn is_watching(&self) -> bool {
        matches!(self.mode, Mode::Watching(_))
    }

    /// The next tiles and the ways they slide, if the player wants a hint and a solution is known.
    pub fn hint(&self) -> Option<Vec<(Tile, Direction)>> {
        let best = self.distance.best.as_ref().filter(|_| self.shows_hint)?;
        let mut board = self.board.clone();
        let mut tiles = Vec::new();
        for &way in best.iter().take(HINT_LENGTH) {
            let cell = board.size().source_cell(board.blank(), way)?;
            tiles.push((board.tiles()[cell], way));
            board = board.slide(way)?;
        }
        Some(tiles)
    }

    /// The board for the solver and the number of the question, if there is one.
    pub fn question(&self) -> Option<(u64, &Board)> {
        match self.mode {
            // The player's moves are compared with the minimum of the start.
            Mode::Solved if !self.start_distance.is_final => Some((self.question, &self.start)),
            Mode::Playing if !self.distance.is_final => Some((self.question, &self.board)),
            _ => None,
        }
    }

    /// Takes a report of the solver, unless it is about another board.
    pub fn take_report(&mut self, report: Report) {
        if report.number != self.question {
            return;
        }
        if self.mode == Mode::Solved {
            self.start_distance.join(report.distance);
            return;
        }
        if self.past.is_empty() {
            self.start_distance.join(report.distance.clone());
        }
        self.distance.join(report.distance);
    }

    /// Lets time pass: the clock runs, and the playback moves on.
    pub fn tick(&mut self, passed: Duration) {
        match &mut self.mode {
            Mode::Playing if !self.past.is_empty() => self.time += passed,
            Mode::Watching(playback) => {
                for _ in 0..playback.due(passed) {
                    self.step();
                }
            }
            _ => {}
        }
    }
}
