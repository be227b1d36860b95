//! The distance from a board to the goal as far as it is known: an interval, and the best solution.

use noyes::board::Direction;
use noyes::heuristic::HeuristicKind;
use noyes::{Instance, Moves};

/// A lower bound, and the best solution, whose length is the upper bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Distance {
    pub lower: u32,
    pub best: Option<Moves>,
    /// Whether the search for a better interval has ended.
    pub is_final: bool,
}

impl Distance {
    /// The interval before any search.
    pub fn initial(instance: &Instance) -> Self {
        let bound = HeuristicKind::LinearConflict.bound(instance);
        Self {
            lower: bound.unwrap_or(0),
            best: instance.is_solved().then(Moves::new),
            is_final: instance.is_solved(),
        }
    }

    pub fn upper(&self) -> Option<u32> {
        self.best.as_ref().map(|moves| moves.len() as u32)
    }

    /// The minimum, if it is proven.
    pub fn minimum(&self) -> Option<u32> {
        self.upper().filter(|&upper| upper == self.lower)
    }

    /// The distance after a slide: one less or one more, with the best solution adapted.
    pub fn after(&self, way: Direction) -> Self {
        let is_proven = self.minimum().is_some();
        let best = self.best.as_ref();
        let is_on_path = best.is_some_and(|moves| moves.first() == Some(&way));
        let moves = best.map(|moves| match is_on_path {
            true => moves[1..].iter().copied().collect(),
            false => [way.opposite()]
                .into_iter()
                .chain(moves.iter().copied())
                .collect(),
        });
        Self {
            lower: self.lower.saturating_sub(1),
            best: moves,
            is_final: is_proven && is_on_path,
        }
    }

    /// Takes in what is known from elsewhere about the same board.
    pub fn join(&mut self, other: Self) {
        self.lower = self.lower.max(other.lower);
        self.is_final |= other.is_final;
        let is_shorter = match (other.upper(), self.upper()) {
            (Some(new), Some(old)) => new < old,
            (new, _) => new.is_some(),
        };
        if is_shorter {
            self.best = other.best;
        }
    }

    /// In words: `12`, `41 to 55`, `at least 41`.
    pub fn words(&self) -> String {
        match (self.minimum(), self.upper()) {
            (Some(minimum), _) => minimum.to_string(),
            (None, Some(upper)) => format!("{} to {upper}", self.lower),
            (None, None) => format!("at least {}", self.lower),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Left, Right, Up};

    fn proven(moves: Vec<Direction>) -> Distance {
        Distance {
            lower: moves.len() as u32,
            best: Some(moves.into()),
            is_final: true,
        }
    }

    #[test]
    fn a_slide_off_the_path_gives_an_interval() {
        let here = proven(vec![Left, Up, Up]);
        let on = here.after(Left);
        assert_eq!((on.minimum(), on.is_final), (Some(2), true));
        let off = here.after(Right);
        assert_eq!((off.lower, off.upper(), off.is_final), (2, Some(4), false));
        assert_eq!(off.best.as_ref().unwrap()[0], Left);
        assert_eq!(off.words(), "2 to 4");
    }

    #[test]
    fn joining_keeps_the_better_bounds() {
        let mut known = proven(vec![Left, Up, Up]).after(Right);
        known.join(Distance {
            lower: 4,
            best: None,
            is_final: true,
        });
        assert_eq!(known.minimum(), Some(4));
    }
}
