//! The times of an animation, whatever it is drawn in.

/// The part of a move's time in which its tile slides; then it rests.
const SLIDING: f64 = 0.75;

/// The times of an animation, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// A move, with the rest after it.
    pub step: f64,
    /// How long the first board is shown.
    pub begin: f64,
    /// How long the last board is shown.
    pub end: f64,
}

impl Clock {
    pub fn new(moves: usize) -> Self {
        Self {
            // At ease where there are few moves; a minute and a half where there are many, and no
            // quicker than a viewer can draw.
            step: (90.0 / moves.max(1) as f64).clamp(0.02, 0.35),
            begin: 1.0,
            end: 2.0,
        }
    }

    /// How long a tile slides.
    pub fn slide(&self) -> f64 {
        SLIDING * self.step
    }

    /// When a move begins.
    pub fn start(&self, number: usize) -> f64 {
        self.begin + number as f64 * self.step
    }

    /// From the first frame to the last.
    pub fn total(&self, moves: usize) -> f64 {
        self.start(moves) + self.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_moves_at_ease_and_many_in_a_minute_and_a_half() {
        assert_eq!(Clock::new(4).step, 0.35);
        assert_eq!(Clock::new(0).total(0), 3.0);
        let many = Clock::new(1000);
        assert!((many.total(1000) - 93.0).abs() < 1e-9);
        assert!(many.slide() < many.step);
        assert_eq!(Clock::new(1_000_000).step, 0.02);
    }
}
