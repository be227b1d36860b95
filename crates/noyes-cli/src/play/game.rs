//! The model: what is on the table and what the player can do to it. No drawing, no keys, no
//! clock of its own.

use std::time::Duration;

use anyhow::{Result, bail};
use noyes::board::{Direction, Tile};
use noyes::{Board, Goal, Instance, Size};

use super::action::Action;
use super::distance::Distance;
use super::new_board::{Difficulty, NewBoard};
use super::playback::Playback;
use super::thinker::Report;

/// What is going on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mode {
    Playing,
    Watching(Playback),
    /// The goal is reached.
    Solved,
}

/// So many tiles of a hint are shown.
const HINTED: usize = 3;

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    goal: Goal,
    deal: NewBoard,
    is_dealt: bool,
    start: Board,
    board: Board,
    past: Vec<Direction>,
    future: Vec<Direction>,
    time: Duration,
    mode: Mode,
    /// From the board now.
    distance: Distance,
    /// From the start.
    start_distance: Distance,
    /// Changes with every board that wants thinking about.
    question: u64,
    shows_hint: bool,
    shows_help: bool,
    /// Whether the solver made some of the moves.
    is_helped: bool,
    is_over: bool,
}

impl Game {
    /// A game that begins with a given board, or with a dealt one.
    pub fn new(goal: Goal, mut deal: NewBoard, board: Option<Board>) -> Result<Self> {
        let is_dealt = board.is_none();
        let Some(start) = board.or_else(|| deal.board(&goal)) else {
            bail!("the goal does not fit the size: leave out --goal or the size");
        };
        let instance = Instance::new(&start, &goal)?;
        let distance = Distance::at_once(&instance);
        Ok(Self {
            deal: NewBoard {
                size: start.size(),
                ..deal
            },
            goal,
            is_dealt,
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

    /// How hard the board was dealt; none for a board that was given.
    pub fn difficulty(&self) -> Option<Difficulty> {
        self.is_dealt.then_some(self.deal.difficulty)
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

    pub fn is_watching(&self) -> bool {
        matches!(self.mode, Mode::Watching(_))
    }

    /// The tiles of the hint and the ways they slide, if one is wanted and known.
    pub fn hint(&self) -> Option<Vec<(Tile, Direction)>> {
        let best = self.distance.best.as_ref().filter(|_| self.shows_hint)?;
        let mut board = self.board.clone();
        let mut tiles = Vec::new();
        for &way in best.iter().take(HINTED) {
            let cell = board.size().source_cell(board.blank(), way)?;
            tiles.push((board.tiles()[cell], way));
            board = board.slide(way)?;
        }
        Some(tiles)
    }

    /// The board to think about, and the question's number, if there is one.
    pub fn question(&self) -> Option<(u64, &Board)> {
        match self.mode {
            // The start's minimum is what the player's moves are held against.
            Mode::Solved if !self.start_distance.is_final => Some((self.question, &self.start)),
            Mode::Playing if !self.distance.is_final => Some((self.question, &self.board)),
            _ => None,
        }
    }

    /// Takes news from the thinker, unless they are about another board.
    pub fn learn(&mut self, report: Report) {
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

    /// Lets time pass.
    pub fn tick(&mut self, passed: Duration) {
        match &mut self.mode {
            Mode::Playing if !self.past.is_empty() => self.time += passed,
            Mode::Watching(show) => {
                for _ in 0..show.due(passed) {
                    self.step();
                }
            }
            _ => {}
        }
    }

    /// Does what the player wants, as far as it makes sense now.
    pub fn act(&mut self, action: Action) {
        if self.shows_help && action != Action::Quit {
            self.shows_help = false;
            return;
        }
        match action {
            Action::Quit => self.is_over = true,
            Action::Help => self.shows_help = true,
            Action::New => self.deal_new(),
            Action::StartOver => self.start_over(),
            Action::Resize { longer } => {
                if let Some(size) = self.deal.resized(longer) {
                    self.deal.size = size;
                    self.deal_new();
                }
            }
            Action::Difficulty => {
                self.deal.difficulty = self.deal.difficulty.next();
                self.deal_new();
            }
            _ if self.is_watching() => self.direct(action),
            Action::Undo => self.undo(),
            _ if self.mode == Mode::Solved => {}
            Action::Slide(way) => self.play(way),
            Action::Push(cell) => self.push(cell),
            Action::Redo => self.redo(),
            Action::Hint => self.shows_hint = !self.shows_hint,
            Action::Terminal => self.watch(),
            _ => {}
        }
    }

    /// What the player can do while a solution is shown.
    fn direct(&mut self, action: Action) {
        let Mode::Watching(show) = &mut self.mode else {
            return;
        };
        match action {
            Action::Pause => show.is_paused = !show.is_paused,
            Action::Faster => show.faster(),
            Action::Slower => show.slower(),
            Action::Step => {
                show.is_paused = true;
                self.step();
            }
            Action::StepBack => {
                show.is_paused = true;
                self.step_back();
            }
            Action::Leave | Action::Terminal => {
                self.mode = Mode::Playing;
                self.question += 1;
            }
            _ => {}
        }
    }

    fn deal_new(&mut self) {
        match Self::new(self.goal.clone(), self.deal.clone(), None) {
            Ok(game) => {
                let question = self.question + 1;
                *self = Self { question, ..game };
            }
            // Only a goal of one size cannot follow: then the size stays as it was.
            Err(_) => self.deal.size = self.board.size(),
        }
    }

    fn start_over(&mut self) {
        self.board = self.start.clone();
        self.past.clear();
        self.future.clear();
        self.time = Duration::ZERO;
        self.mode = Mode::Playing;
        self.distance = self.start_distance.clone();
        self.is_helped = false;
        self.question += 1;
    }

    /// Slides a tile and updates what is known.
    fn slide(&mut self, way: Direction) -> bool {
        let Some(board) = self.board.slide(way) else {
            return false;
        };
        self.board = board;
        let mut distance = self.distance.after(way);
        if let Ok(instance) = Instance::new(&self.board, &self.goal) {
            let known = Distance::at_once(&instance);
            if instance.is_solved() {
                distance = known;
                self.mode = Mode::Solved;
            } else {
                distance.lower = distance.lower.max(known.lower);
                distance.is_final |= distance.minimum().is_some();
            }
        }
        self.distance = distance;
        self.question += 1;
        true
    }

    /// A move of the player's.
    fn play(&mut self, way: Direction) {
        if self.slide(way) {
            self.past.push(way);
            self.future.clear();
            self.shows_hint = false;
        }
    }

    fn push(&mut self, cell: usize) {
        let size = self.size();
        if cell >= size.cells() {
            return;
        }
        let blank = self.board.blank();
        let (row, col) = (size.row(cell), size.col(cell));
        let way = match (row.cmp(&size.row(blank)), col.cmp(&size.col(blank))) {
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Direction::Right,
            (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Direction::Left,
            (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Direction::Down,
            (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Direction::Up,
            _ => return,
        };
        for _ in 0..size.distance(cell, blank) {
            self.play(way);
        }
    }

    fn undo(&mut self) {
        let Some(way) = self.past.pop() else { return };
        self.mode = Mode::Playing;
        if self.slide(way.opposite()) {
            self.future.push(way);
        }
        if self.past.is_empty() {
            self.distance.join(self.start_distance.clone());
        }
    }

    fn redo(&mut self) {
        if let Some(way) = self.future.pop()
            && self.slide(way)
        {
            self.past.push(way);
        }
    }

    fn watch(&mut self) {
        let Some(moves) = self.distance.best.clone() else {
            return;
        };
        self.is_helped = true;
        self.shows_hint = false;
        self.future.clear();
        self.mode = Mode::Watching(Playback::new(moves));
    }

    /// The next move of the show.
    fn step(&mut self) {
        let Mode::Watching(show) = &mut self.mode else {
            return;
        };
        if let Some(way) = show.next()
            && self.slide(way)
        {
            self.past.push(way);
        }
    }

    /// The last move of the show taken back.
    fn step_back(&mut self) {
        let Mode::Watching(show) = &mut self.mode else {
            return;
        };
        if let Some(way) = show.back()
            && self.slide(way.opposite())
        {
            self.past.pop();
        }
    }
}
