//! The playback of a solution: its position, its speed, and when the next move is due.

use std::time::Duration;

use noyes::Moves;
use noyes::board::Direction;

/// The speeds, in moves a second.
const SPEEDS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// A solution that is played back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playback {
    moves: Moves,
    made: usize,
    pub is_paused: bool,
    speed: usize,
    waited: Duration,
}

impl Playback {
    pub fn new(moves: Moves) -> Self {
        Self {
            moves,
            made: 0,
            is_paused: false,
            speed: 2,
            waited: Duration::ZERO,
        }
    }

    /// The speed in moves a second.
    pub fn speed(&self) -> u32 {
        SPEEDS[self.speed]
    }

    pub fn faster(&mut self) {
        self.speed = (self.speed + 1).min(SPEEDS.len() - 1);
    }

    pub fn slower(&mut self) {
        self.speed = self.speed.saturating_sub(1);
    }

    /// The moves made and the number of all moves.
    pub fn progress(&self) -> (usize, usize) {
        (self.made, self.moves.len())
    }

    /// How many moves are due after more time has passed.
    pub fn due(&mut self, passed: Duration) -> usize {
        if self.is_paused {
            return 0;
        }
        self.waited += passed;
        let step = Duration::from_secs(1) / self.speed();
        let mut due = 0;
        while self.waited >= step {
            self.waited -= step;
            due += 1;
        }
        due
    }

    /// Takes the next move.
    pub fn next(&mut self) -> Option<Direction> {
        let way = self.moves.get(self.made).copied()?;
        self.made += 1;
        Some(way)
    }

    /// Takes back the last move.
    pub fn back(&mut self) -> Option<Direction> {
        self.made = self.made.checked_sub(1)?;
        self.moves.get(self.made).copied()
    }
}
