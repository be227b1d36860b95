//! The actions on a game.

use std::time::Duration;

use noyes::{Direction, Instance};

use super::{Game, Mode};
use crate::play::action::Action;
use crate::play::distance::Distance;
use crate::play::playback::Playback;

impl Game {
    /// Performs an action, if it applies in the current mode.
    pub fn act(&mut self, action: Action) {
        if self.shows_help && !matches!(action, Action::Quit | Action::QuitNow) {
            self.shows_help = false;
            return;
        }
        let action = match (self.asked.take(), action) {
            (Some(asked), Action::Yes) => return self.perform(asked),
            (Some(_), action) if action != Action::QuitNow => return,
            (_, action) => action,
        };
        let throws_away = matches!(
            action,
            Action::Quit
                | Action::New
                | Action::StartOver
                | Action::Resize { .. }
                | Action::Difficulty
        );
        if throws_away && !self.past.is_empty() && self.mode != Mode::Solved {
            self.asked = Some(action);
            return;
        }
        self.perform(action);
    }

    /// Performs an action that needs no question any more.
    fn perform(&mut self, action: Action) {
        match action {
            Action::Quit | Action::QuitNow => self.is_over = true,
            Action::Help => self.shows_help = true,
            Action::New => self.start_new(),
            Action::StartOver => self.start_over(),
            Action::Resize { longer } => {
                if let Some(size) = self.new_board.resized(longer) {
                    self.new_board.size = size;
                    self.start_new();
                }
            }
            Action::Difficulty => {
                self.new_board.difficulty = self.new_board.difficulty.next();
                self.start_new();
            }
            _ if self.is_watching() => self.control_playback(action),
            Action::Undo => self.undo(),
            _ if self.mode == Mode::Solved => {}
            Action::Slide(way) => self.play(way),
            Action::SlideLine(cell) => self.slide_line(cell),
            Action::Redo => self.redo(),
            Action::Hint => self.shows_hint = !self.shows_hint,
            Action::Watch => self.watch(),
            _ => {}
        }
    }

    /// Performs an action during the playback of a solution.
    fn control_playback(&mut self, action: Action) {
        let Mode::Watching(playback) = &mut self.mode else {
            return;
        };
        match action {
            Action::Pause => playback.is_paused = !playback.is_paused,
            Action::Faster => playback.faster(),
            Action::Slower => playback.slower(),
            Action::Step => {
                playback.is_paused = true;
                self.step();
            }
            Action::StepBack => {
                playback.is_paused = true;
                self.step_back();
            }
            Action::Leave | Action::Watch => {
                self.mode = Mode::Playing;
                self.question += 1;
            }
            _ => {}
        }
    }

    /// Begins a game with a random board.
    fn start_new(&mut self) {
        match Self::new(self.goal.clone(), self.new_board.clone(), None) {
            Ok(game) => {
                let question = self.question + 1;
                let finished = match self.mode {
                    Mode::Solved => self.games(),
                    _ => std::mem::take(&mut self.finished),
                };
                *self = Self {
                    question,
                    finished,
                    ..game
                };
            }
            // A goal given as a board fixes the size.
            Err(_) => self.new_board.size = self.board.size(),
        }
    }

    fn start_over(&mut self) {
        if self.mode == Mode::Solved {
            self.finished = self.games();
        }
        self.is_best = (false, false);
        self.board = self.start.clone();
        self.past.clear();
        self.future.clear();
        self.time = Duration::ZERO;
        self.mode = Mode::Playing;
        self.distance = self.start_distance.clone();
        self.is_helped = false;
        self.question += 1;
    }

    /// Slides a tile and updates the distance; false if no tile can slide that way.
    fn slide(&mut self, way: Direction) -> bool {
        let Some(board) = self.board.slide(way) else {
            return false;
        };
        self.board = board;
        let mut distance = self.distance.after(way);
        if let Ok(instance) = Instance::new(&self.board, &self.goal) {
            let initial = Distance::initial(&instance);
            if instance.is_solved() {
                distance = initial;
                self.mode = Mode::Solved;
            } else {
                distance.lower = distance.lower.max(initial.lower);
                distance.is_final |= distance.minimum().is_some();
            }
        }
        self.distance = distance;
        self.question += 1;
        true
    }

    /// Makes a move of the player.
    fn play(&mut self, way: Direction) {
        if self.slide(way) {
            self.past.push(way);
            self.future.clear();
            self.shows_hint = false;
        }
    }

    /// Slides the tile of a cell, and all tiles between it and the blank.
    fn slide_line(&mut self, cell: usize) {
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

    /// Makes the next move of the playback.
    pub(super) fn step(&mut self) {
        let Mode::Watching(playback) = &mut self.mode else {
            return;
        };
        if let Some(way) = playback.next()
            && self.slide(way)
        {
            self.past.push(way);
        }
    }

    /// Takes back the last move of the playback.
    fn step_back(&mut self) {
        let Mode::Watching(playback) = &mut self.mode else {
            return;
        };
        if let Some(way) = playback.back()
            && self.slide(way.opposite())
        {
            self.past.pop();
        }
    }
}
