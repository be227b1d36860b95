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
//! # Which words are forbidden
//!
//! Words are ordered by length and then as in a dictionary (U < L < R < D). A word is forbidden
//! if an earlier word moves blank and tiles the same way *wherever the word itself can be walked*:
//! the earlier one's blank must stay within the box (rows and columns) of the word's own walk.
//! Words whose box is larger than the board never occur and are left out.
//!
//! # Why no minimum is lost
//!
//! Take the earliest of all shortest solutions of a board. If it held a forbidden word, the
//! earlier word in its place would be walkable, lead to the same board, and make an earlier
//! solution, or a shorter one: a contradiction. So the earliest shortest solution is never refused.
//! The argument is about whole paths: it does not combine with pruning that keeps *some* path to
//! a board (a transposition table), unless what is stored forgets its history (starts again from
//! [`Automaton::START`]). It does combine with searching one half of a symmetric board, if the
//! half searched is the one of the earlier first slides. To count all solutions, switch it off.
//!
//! # Cost
//!
//! Words are walked depth first, a layer at a time, in dictionary order on one grid that is done
//! and undone; equal effects are found by a hash of the displaced tiles and confirmed by replay.
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

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::board::{Direction, Size};
use crate::splitmix;

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
    pub const START: u16 = 0;

    /// Forbidden words of at most `length` slides on a board of this size.
    ///
    /// Two slides forbid only going back at once. The states must number below 65,535: up to 14
    /// slides do on any board of at most 25 cells.
    pub fn new(size: Size, length: usize) -> Self {
        let mut words = Words::new(size, length);
        for depth in 1..=length {
            words.grow(depth);
        }
        words.automaton()
    }

    /// How many states it has.
    pub fn states(&self) -> usize {
        self.next.len()
    }

    /// The state after a slide, or nothing if the slide is superfluous here.
    #[inline]
    pub fn next(&self, state: u16, direction: Direction) -> Option<u16> {
        let next = self.next[usize::from(state)][direction as usize];
        (next != REFUSED).then_some(next)
    }

    /// The bytes to store: building takes longer than solving most boards.
    pub fn to_bytes(&self) -> Vec<u8> {
        let states = self.next.as_flattened().iter();
        states.flat_map(|state| state.to_le_bytes()).collect()
    }

    /// From such bytes, if they are an automaton: each state that follows another must exist.
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
    pub fn table(&self) -> &[[u16; 4]] {
        &self.next
    }
}

/// What follows a word that is not forbidden, in one direction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Child {
    /// Not examined, or outside all boards of the size.
    None,
    Forbidden,
    Word(u32),
}

/// A word that is not forbidden, and holds no forbidden word.
struct Word {
    parent: u32,
    direction: Direction,
    /// The word without its first slide.
    suffix: u32,
    children: [Child; 4],
    reach: Reach,
    /// An earlier word with the same hash.
    earlier: Option<u32>,
}

/// The box of a blank's walk, relative to its start.
#[derive(Clone, Copy, Default)]
struct Reach {
    top: i8,
    bottom: i8,
    left: i8,
    right: i8,
}

impl Reach {
    fn with(self, row: i8, col: i8) -> Self {
        Self {
            top: self.top.min(row),
            bottom: self.bottom.max(row),
            left: self.left.min(col),
            right: self.right.max(col),
        }
    }

    fn within(self, other: Self) -> bool {
        self.top >= other.top
            && self.bottom <= other.bottom
            && self.left >= other.left
            && self.right <= other.right
    }
}

/// Where the tiles are, each called by the cell it began on, with the blank in the middle.
struct Grid {
    cols: usize,
    middle: usize,
    tiles: Vec<u16>,
    blank: usize,
    row: i8,
    col: i8,
    hash: u64,
    /// A random number for every tile (the blank after the last) on every cell.
    keys: Rc<[u64]>,
}

impl Grid {
    fn new(rows: usize, cols: usize) -> Self {
        let cells = (2 * rows - 1) * (2 * cols - 1);
        Self::with_keys(
            rows,
            cols,
            (0..(cells * (cells + 1)) as u64)
                .map(splitmix::nth)
                .collect(),
        )
    }

    fn with_keys(rows: usize, cols: usize, keys: Rc<[u64]>) -> Self {
        let (rows, cols) = (2 * rows - 1, 2 * cols - 1);
        let middle = rows / 2 * cols + cols / 2;
        Self {
            cols,
            middle,
            tiles: (0..(rows * cols) as u16).collect(),
            blank: middle,
            row: 0,
            col: 0,
            hash: 0,
            keys,
        }
    }

    /// Where the blank would be after a slide.
    fn target(&self, direction: Direction) -> (i8, i8) {
        match direction {
            Direction::Up => (self.row + 1, self.col),
            Direction::Down => (self.row - 1, self.col),
            Direction::Left => (self.row, self.col + 1),
            Direction::Right => (self.row, self.col - 1),
        }
    }

    fn slide(&mut self, direction: Direction) {
        (self.row, self.col) = self.target(direction);
        let from = match direction {
            Direction::Up => self.blank + self.cols,
            Direction::Down => self.blank - self.cols,
            Direction::Left => self.blank + 1,
            Direction::Right => self.blank - 1,
        };
        let tile = self.tiles[from];
        let cells = self.tiles.len();
        let key = |tile: usize, cell: usize| self.keys[tile * cells + cell];
        self.hash ^= key(usize::from(tile), from) ^ key(usize::from(tile), self.blank);
        self.hash ^= key(cells, from) ^ key(cells, self.blank);
        self.tiles.swap(from, self.blank);
        self.blank = from;
    }
}

/// All words so far, and what each does.
struct Words {
    rows: usize,
    cols: usize,
    length: usize,
    words: Vec<Word>,
    by_effect: FxHashMap<u64, u32>,
    keys: Rc<[u64]>,
}

impl Words {
    fn new(size: Size, length: usize) -> Self {
        let empty = Word {
            parent: 0,
            direction: Direction::Up,
            suffix: 0,
            children: [Child::None; 4],
            reach: Reach::default(),
            earlier: None,
        };
        let start = Grid::new(size.rows().min(length + 1), size.cols().min(length + 1));
        Self {
            rows: size.rows(),
            cols: size.cols(),
            length,
            words: vec![empty],
            by_effect: [(start.hash, 0)].into_iter().collect(),
            keys: start.keys,
        }
    }

    fn grid(&self) -> Grid {
        Grid::with_keys(
            self.rows.min(self.length + 1),
            self.cols.min(self.length + 1),
            Rc::clone(&self.keys),
        )
    }

    /// Adds the words of `depth` slides.
    fn grow(&mut self, depth: usize) {
        let mut grid = self.grid();
        self.extend_below(&mut grid, 0, depth);
    }

    /// Extends all words of `left` − 1 more slides below a word.
    fn extend_below(&mut self, grid: &mut Grid, word: u32, left: usize) {
        for direction in Direction::ALL {
            if left == 1 {
                self.extend(grid, word, direction);
            } else if let Child::Word(child) =
                self.words[word as usize].children[direction as usize]
            {
                grid.slide(direction);
                self.extend_below(grid, child, left - 1);
                grid.slide(direction.opposite());
            }
        }
    }

    /// Decides about one word: a known one and a slide more.
    fn extend(&mut self, grid: &mut Grid, word: u32, direction: Direction) {
        let (row, col) = grid.target(direction);
        let reach = self.words[word as usize].reach.with(row, col);
        let fits = ((reach.bottom - reach.top) as usize) < self.rows
            && ((reach.right - reach.left) as usize) < self.cols;
        if !fits {
            return;
        }
        // If the suffix is forbidden, so is the word; it needs no entry of its own.
        let suffix = if word == 0 {
            Child::Word(0)
        } else {
            let shorter = self.words[word as usize].suffix;
            self.words[shorter as usize].children[direction as usize]
        };
        let Child::Word(suffix) = suffix else {
            return;
        };
        grid.slide(direction);
        let latest = self.by_effect.get(&grid.hash).copied();
        let mut earlier = latest;
        while let Some(other) = earlier {
            let candidate = &self.words[other as usize];
            if candidate.reach.within(reach) && self.same_effect(other, grid) {
                break;
            }
            earlier = candidate.earlier;
        }
        let child = if earlier.is_some() {
            Child::Forbidden
        } else {
            let number = self.words.len() as u32;
            self.words.push(Word {
                parent: word,
                direction,
                suffix,
                children: [Child::None; 4],
                reach,
                earlier: latest,
            });
            self.by_effect.insert(grid.hash, number);
            Child::Word(number)
        };
        grid.slide(direction.opposite());
        self.words[word as usize].children[direction as usize] = child;
    }

    /// Whether a word leads to exactly this grid.
    fn same_effect(&self, word: u32, grid: &Grid) -> bool {
        let mut slides = Vec::with_capacity(self.length);
        let mut at = word;
        while at != 0 {
            slides.push(self.words[at as usize].direction);
            at = self.words[at as usize].parent;
        }
        let mut other = self.grid();
        for &direction in slides.iter().rev() {
            other.slide(direction);
        }
        debug_assert_eq!(other.middle, grid.middle);
        other.tiles == grid.tiles
    }

    /// The Aho–Corasick automaton of the forbidden words.
    fn automaton(&self) -> Automaton {
        // Only words that can still become forbidden ones need a state.
        let mut needed = vec![false; self.words.len()];
        needed[0] = true;
        for number in (0..self.words.len()).rev() {
            let word = &self.words[number];
            if needed[number] || word.children.contains(&Child::Forbidden) {
                needed[number] = true;
                needed[word.parent as usize] = true;
            }
        }
        let mut states = vec![0u16; self.words.len()];
        let mut next: Vec<[u16; 4]> = Vec::new();
        for (number, word) in self.words.iter().enumerate() {
            if needed[number] {
                assert!(next.len() < usize::from(REFUSED), "the words are too long");
                states[number] = next.len() as u16;
                next.push([REFUSED; 4]);
            } else {
                // Words come by length, so the suffix has its state already.
                states[number] = states[word.suffix as usize];
            }
        }
        for (number, word) in self
            .words
            .iter()
            .enumerate()
            .filter(|(number, _)| needed[*number])
        {
            let fallback = next[usize::from(states[word.suffix as usize])];
            next[usize::from(states[number])] = std::array::from_fn(|d| match word.children[d] {
                Child::Forbidden => REFUSED,
                Child::Word(child) => states[child as usize],
                Child::None if number == 0 => 0,
                Child::None => fallback[d],
            });
        }
        Automaton { next: next.into() }
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
