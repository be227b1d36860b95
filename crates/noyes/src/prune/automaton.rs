//! The duplicate-move automaton: move sequences that other sequences make superfluous.
//!
//! # Idea
//!
//! Depth-first search walks every path, and many paths lead to the same board: three times round
//! a 2×2 square is nothing, so six slides one way equal six the other way. Taylor and Korf
//! ("Pruning duplicate nodes in depth-first search", AAAI 1993) find such pairs once, by
//! breadth-first search over *words* of slides, and build a finite automaton (Aho and Corasick
//! 1975) that reads the slides of a path and refuses those that complete a forbidden word.
//!
//! Which words are forbidden, and how they are found, is in `forbidden_words`.
//!
//! # Why no minimum is lost
//!
//! Take the earliest of all shortest solutions of a board. If it held a forbidden word, the
//! earlier word in its place would be walkable, lead to the same board, and make an earlier
//! solution, or a shorter one: a contradiction. So the earliest shortest solution is never refused.
//! The argument is about whole paths. A transposition table that keeps *some* path to a board could
//! drop the earliest shortest solution, and the automaton the others. Both IDA* searches therefore
//! order paths, and prune a board only for an earlier path to it: see their `transpositions`. The
//! argument also holds where one half of a symmetric board is searched, if it is the half of the
//! earlier first slides. To count all solutions, switch the automaton off.
//!
//! # Cost
//!
//! A slide costs one read. The automaton is built once and stored:
//!
//! ```text
//! length, 4×4 board    CPU time    states
//! 10                   4 ms        1,384
//! 11                   12 ms       2,268
//! 12                   32 ms       7,435
//! ```
//!
//! The nodes that words of each length save are in
//! `bench/records/2026-11-notes-heuristics-and-tables.md`.

use super::forbidden_words::{Child, Words};
use crate::board::{Direction, Size};

/// What the automaton says of a slide it refuses.
const REFUSED: u16 = u16::MAX;

/// A finite automaton that reads a path slide by slide and refuses superfluous slides.
///
/// ```
/// use noyes::prune::Automaton;
/// use noyes::{Direction, Size};
///
/// let automaton = Automaton::new(Size::new(4, 4)?, 2);
/// let up = automaton.next(Automaton::START, Direction::Up);
/// // Going back at once is superfluous.
/// assert_eq!(up.and_then(|state| automaton.next(state, Direction::Down)), None);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Automaton {
    next: Box<[[u16; 4]]>,
}

impl Automaton {
    /// The state before the first slide.
    ///
    /// ```
    /// use noyes::prune::Automaton;
    /// use noyes::{Direction, Size};
    ///
    /// let automaton = Automaton::new(Size::new(4, 4)?, 2);
    /// // No first slide is superfluous.
    /// let first = Direction::ALL.map(|direction| automaton.next(Automaton::START, direction));
    /// assert!(first.iter().all(Option::is_some));
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub const START: u16 = 0;

    /// Forbidden words of at most `length` slides on a board of this size.
    ///
    /// Two slides forbid only going back at once, fewer forbid nothing. Up to 14 slides are safe on
    /// any board of at most 25 cells. The words that are walked grow about twofold with each slide.
    ///
    /// # Panics
    ///
    /// If there would be 65,535 states or more.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::prune::Automaton;
    ///
    /// let size = Size::new(4, 4)?;
    /// // The start and the last slide; longer words need more states.
    /// assert_eq!(Automaton::new(size, 2).states(), 5);
    /// assert!(Automaton::new(size, 6).states() > 5);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn new(size: Size, length: usize) -> Self {
        Self::of_words(&Words::new(size, length))
    }

    /// The Aho–Corasick automaton of the forbidden words.
    fn of_words(words: &Words) -> Self {
        let words = words.words();
        // Only words that can still become forbidden ones need a state.
        let mut needed = vec![false; words.len()];
        needed[0] = true;
        for number in (0..words.len()).rev() {
            let word = &words[number];
            if needed[number] || word.children.contains(&Child::Forbidden) {
                needed[number] = true;
                needed[word.parent as usize] = true;
            }
        }
        let mut states = vec![0u16; words.len()];
        let mut next: Vec<[u16; 4]> = Vec::new();
        for (number, word) in words.iter().enumerate() {
            if needed[number] {
                assert!(next.len() < usize::from(REFUSED), "the words are too long");
                states[number] = next.len() as u16;
                next.push([REFUSED; 4]);
            } else {
                // Words come by length, so the suffix has its state already.
                states[number] = states[word.suffix as usize];
            }
        }
        let numbered = words.iter().enumerate();
        for (number, word) in numbered.filter(|&(number, _)| needed[number]) {
            let fallback = next[usize::from(states[word.suffix as usize])];
            next[usize::from(states[number])] = std::array::from_fn(|d| match word.children[d] {
                Child::Forbidden => REFUSED,
                Child::Word(child) => states[child as usize],
                Child::None if number == 0 => 0,
                Child::None => fallback[d],
            });
        }
        Self { next: next.into() }
    }

    /// How many states it has.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::prune::Automaton;
    ///
    /// let automaton = Automaton::new(Size::new(4, 4)?, 2);
    /// assert_eq!(automaton.to_bytes().len(), 8 * automaton.states());
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn states(&self) -> usize {
        self.next.len()
    }

    /// The state after a slide, or nothing if the slide is superfluous here.
    ///
    /// `state` must be [`Automaton::START`] or come from this automaton, after the slides of the
    /// path in their order. With a state of another path a shortest solution may be refused; one
    /// that does not exist panics.
    ///
    /// ```
    /// use noyes::prune::Automaton;
    /// use noyes::{Direction, Size};
    ///
    /// let automaton = Automaton::new(Size::new(4, 4)?, 2);
    /// let left = automaton.next(Automaton::START, Direction::Left).unwrap();
    /// assert!(automaton.next(left, Direction::Up).is_some());
    /// assert_eq!(automaton.next(left, Direction::Right), None);
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    #[inline]
    pub fn next(&self, state: u16, direction: Direction) -> Option<u16> {
        let next = self.next[usize::from(state)][direction as usize];
        (next != REFUSED).then_some(next)
    }

    /// The bytes to store: building takes longer than solving most boards.
    ///
    /// ```
    /// use noyes::Size;
    /// use noyes::prune::Automaton;
    ///
    /// let automaton = Automaton::new(Size::new(4, 4)?, 4);
    /// let read = Automaton::from_bytes(&automaton.to_bytes()).unwrap();
    /// assert_eq!(read.to_bytes(), automaton.to_bytes());
    /// # Ok::<(), noyes::board::BoardError>(())
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let states = self.next.as_flattened().iter();
        states.flat_map(|state| state.to_le_bytes()).collect()
    }

    /// From such bytes, if they are an automaton: each state that follows another must exist. Which
    /// words it refuses is not checked: bytes of another size of board may refuse every shortest
    /// solution.
    ///
    /// ```
    /// use noyes::prune::Automaton;
    ///
    /// // One state that follows itself; one whose successor does not exist; half a state.
    /// assert!(Automaton::from_bytes(&[0; 8]).is_some());
    /// assert!(Automaton::from_bytes(&[1, 0, 0, 0, 0, 0, 0, 0]).is_none());
    /// assert!(Automaton::from_bytes(&[0; 4]).is_none());
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (states, rest) = bytes.as_chunks::<8>();
        let next = states.iter().map(|state| {
            let (state, _) = state.as_chunks::<2>();
            std::array::from_fn(|direction| u16::from_le_bytes(state[direction]))
        });
        let next: Box<[[u16; 4]]> = next.collect();
        let is_there = |&state: &u16| state == REFUSED || usize::from(state) < next.len();
        let whole = rest.is_empty() && !next.is_empty() && next.as_flattened().iter().all(is_there);
        whole.then_some(Self { next })
    }

    /// The states after each slide; `u16::MAX` where it is refused.
    pub(crate) fn table(&self) -> &[[u16; 4]] {
        &self.next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use rustc_hash::FxHashSet;

    /// Boards at their distance from `start`, layer by layer, and those that paths the automaton
    /// lets pass reach there.
    fn layers(start: &Board, automaton: &Automaton, depth: usize) -> Vec<(usize, usize)> {
        let mut seen: FxHashSet<Board> = [start.clone()].into_iter().collect();
        let mut plain = vec![start.clone()];
        let mut passed: FxHashSet<(Board, u16)> =
            [(start.clone(), Automaton::START)].into_iter().collect();
        let mut counts = Vec::new();
        for _ in 0..depth {
            plain = plain.iter().flat_map(Board::neighbors).collect();
            plain.retain(|board| seen.insert(board.clone()));
            let layer: FxHashSet<&Board> = plain.iter().collect();
            let mut next = FxHashSet::default();
            for (board, state) in &passed {
                for direction in Direction::ALL {
                    if let Some(child) = board.slide(direction)
                        && let Some(after) = automaton.next(*state, direction)
                        && layer.contains(&child)
                    {
                        next.insert((child, after));
                    }
                }
            }
            passed = next;
            let reached: FxHashSet<&Board> = passed.iter().map(|(board, _)| board).collect();
            counts.push((layer.len(), reached.len()));
        }
        counts
    }

    #[test]
    fn bytes_are_read_back_or_refused() {
        let automaton = Automaton::new(Size::new(3, 4).unwrap(), 8);
        let mut bytes = automaton.to_bytes();
        let read = Automaton::from_bytes(&bytes).unwrap();
        assert_eq!(read.table(), automaton.table());
        assert!(Automaton::from_bytes(&bytes[1..]).is_none());
        assert!(Automaton::from_bytes(&[]).is_none());
        let missing = automaton.states() as u16;
        bytes[6..8].copy_from_slice(&missing.to_le_bytes());
        assert!(Automaton::from_bytes(&bytes).is_none());
    }

    #[test]
    fn every_board_of_the_eight_puzzle_is_reached_at_its_distance() {
        let automaton = Automaton::new(Size::new(3, 3).unwrap(), 12);
        for rows in [
            [[0, 1, 2], [3, 4, 5], [6, 7, 8]],
            [[1, 0, 2], [3, 4, 5], [6, 7, 8]],
            [[1, 2, 3], [8, 0, 4], [7, 6, 5]],
        ] {
            let counts = layers(&Board::new(&rows).unwrap(), &automaton, 31);
            assert!(
                counts.iter().all(|(all, reached)| all == reached),
                "{counts:?}"
            );
            assert_eq!(
                1 + counts.iter().map(|(all, _)| all).sum::<usize>(),
                181_440
            );
        }
    }

    #[test]
    fn the_first_layers_of_larger_boards_are_whole() {
        for (rows, cols, depth) in [(4, 4, 16), (2, 5, 30), (3, 4, 17), (5, 5, 13)] {
            let size = Size::new(rows, cols).unwrap();
            let automaton = Automaton::new(size, 11);
            let counts = layers(&Board::goal(size), &automaton, depth);
            assert!(
                counts.iter().all(|(all, reached)| all == reached),
                "{size}: {counts:?}"
            );
            if rows == 4 {
                let known = [2, 4, 10, 24, 54, 107, 212, 446, 946];
                assert!(
                    counts
                        .iter()
                        .zip(known)
                        .all(|(&(all, _), known)| all == known)
                );
            }
        }
    }

    #[test]
    fn going_back_and_round_is_refused() {
        let automaton = Automaton::new(Size::new(4, 4).unwrap(), 12);
        let passes = |word: &str| {
            let read = |state: u16, letter| automaton.next(state, Direction::from_letter(letter)?);
            word.chars().try_fold(Automaton::START, read).is_some()
        };
        assert!(!passes("UD") && !passes("LLRU") && passes("ULDR"));
        // Six slides one way round a square are six the other way; the earlier word may stay.
        assert!(passes("ULDRUL") && !passes("LURDLU"));
        assert_eq!(Automaton::new(Size::new(4, 4).unwrap(), 2).states(), 5);
    }
}
