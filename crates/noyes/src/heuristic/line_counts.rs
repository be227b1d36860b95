//! The small puzzle along one axis, which walking distance is made of, as one word.
//!
//! # State
//!
//! Forget a tile's number but for its goal line, and its cell but for its line: what is left is how
//! many tiles of each goal line stand in each line, and the line of the blank. A move takes one
//! tile from a line beside the blank's into the blank's line.
//!
//! # Layout
//!
//! A counter for each pair (line, goal line) but those of the last goal line, which follow from the
//! others because every line but the blank's is full; then the blank's line.
//!
//! ```text
//! 4 lines of 4: 12 counters of 3 bits, blank 3 bits:  39 bits
//! 6 lines of 2: 30 counters of 2 bits, blank 3 bits:  63 bits
//! 6 lines of 7: 30 counters of 3 bits, blank 3 bits:  93 bits     the widest
//! ```

/// Where the counters of a state are in its word.
#[derive(Clone, Copy, Debug)]
pub(super) struct LineCounts {
    lines: usize,
    width: usize,
    counter_bits: u32,
}

impl LineCounts {
    /// The most lines, and the most cells of a line.
    pub(super) const MOST_LINES: usize = 6;
    pub(super) const MOST_WIDTH: usize = 7;
    const BLANK_BITS: u32 = 3;
    /// Bits that no state uses are from here on.
    pub(super) const END: u32 = 93;

    /// For `lines` lines of `width` cells, at most [`LineCounts::MOST_LINES`] of
    /// [`LineCounts::MOST_WIDTH`].
    pub(super) fn new(lines: usize, width: usize) -> Self {
        debug_assert!(lines <= Self::MOST_LINES && width <= Self::MOST_WIDTH);
        Self {
            lines,
            width,
            counter_bits: usize::BITS - width.leading_zeros(),
        }
    }

    pub(super) fn lines(self) -> usize {
        self.lines
    }

    /// The shift of the counter of tiles in `line` that belong to line `belongs`, which is not the
    /// last.
    fn shift(self, line: usize, belongs: usize) -> u32 {
        (line * (self.lines - 1) + belongs) as u32 * self.counter_bits
    }

    fn blank_shift(self) -> u32 {
        self.shift(self.lines, 0)
    }

    /// One tile of `belongs` in `line`; nothing for the last goal line.
    fn unit(self, line: usize, belongs: usize) -> u128 {
        if belongs + 1 == self.lines {
            0
        } else {
            1 << self.shift(line, belongs)
        }
    }

    /// The state of tiles, given the line and the goal line of each, and of the blank's line.
    pub(super) fn state(self, tiles: impl Iterator<Item = (usize, usize)>, blank: usize) -> u128 {
        tiles.fold(
            (blank as u128) << self.blank_shift(),
            |state, (line, belongs)| state + self.unit(line, belongs),
        )
    }

    /// The state of the goal, whose blank is in line `blank`.
    pub(super) fn goal(self, blank: usize) -> u128 {
        let tiles = |line: usize| self.width - usize::from(line == blank);
        let homes = (0..self.lines).flat_map(|line| (0..tiles(line)).map(move |_| (line, line)));
        self.state(homes, blank)
    }

    pub(super) fn blank(self, state: u128) -> usize {
        (state >> self.blank_shift() & ((1 << Self::BLANK_BITS) - 1)) as usize
    }

    /// The line from which a tile enters the blank's line `into`: the one before it (`side` 0) or
    /// after it (1).
    pub(super) fn beside(self, into: usize, side: usize) -> Option<usize> {
        match side {
            0 => into.checked_sub(1),
            _ => Some(into + 1).filter(|&line| line < self.lines),
        }
    }

    /// Whether a tile that belongs to line `belongs` stands in `line`, which has no blank.
    fn has(self, state: u128, line: usize, belongs: usize) -> bool {
        let counters = self.counter_bits * (self.lines - 1) as u32;
        let row = state >> self.shift(line, 0) & ((1 << counters) - 1);
        let counter = |belongs: usize| {
            row >> (belongs as u32 * self.counter_bits) & ((1 << self.counter_bits) - 1)
        };
        if belongs + 1 < self.lines {
            counter(belongs) > 0
        } else {
            (0..belongs).map(counter).sum::<u128>() < self.width as u128
        }
    }

    /// The state after a tile that belongs to line `belongs` went from line `from` to the blank's
    /// line `to`, if there is such a tile. Bits from [`LineCounts::END`] on stay.
    pub(super) fn moved(self, state: u128, from: usize, to: usize, belongs: usize) -> Option<u128> {
        self.has(state, from, belongs).then(|| {
            let tiles = state - self.unit(from, belongs) + self.unit(to, belongs);
            tiles - ((to as u128) << self.blank_shift()) + ((from as u128) << self.blank_shift())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_goal_line_is_told_by_the_others() {
        let counts = LineCounts::new(3, 3);
        let goal = counts.goal(2);
        assert_eq!(counts.blank(goal), 2);
        // Line 1 holds three tiles of its own and none of line 2.
        assert!(counts.has(goal, 1, 1) && !counts.has(goal, 1, 2) && !counts.has(goal, 1, 0));
        // One of them goes down, and one of line 2 comes up in its place.
        let down = counts.moved(goal, 1, 2, 1).unwrap();
        let up = counts.moved(down, 2, 1, 2).unwrap();
        assert_eq!(counts.blank(up), 2);
        assert!(counts.has(up, 1, 2) && counts.has(up, 1, 1));
        assert_eq!(counts.moved(goal, 1, 2, 2), None);
        let back = counts.moved(counts.moved(up, 1, 2, 2).unwrap(), 2, 1, 1);
        assert_eq!(back, Some(goal));
    }

    #[test]
    fn the_widest_state_fits() {
        let most = LineCounts::new(LineCounts::MOST_LINES, LineCounts::MOST_WIDTH);
        assert_eq!(most.blank_shift() + LineCounts::BLANK_BITS, LineCounts::END);
    }
}
