//! Which words of slides are superfluous, found by breadth-first search over all words.
//!
//! # Which words are forbidden
//!
//! Words are ordered by length and then as in a dictionary (U < L < R < D). A word is forbidden
//! if an earlier word moves blank and tiles the same way *wherever the word itself can be walked*:
//! the earlier one's blank must stay within the box (rows and columns) of the word's own walk.
//! Words whose box is larger than the board never occur and are left out.
//!
//! # Cost
//!
//! Words are walked depth first, a layer at a time, in dictionary order on one grid that is done
//! and undone; equal effects are found by a hash of the displaced tiles and confirmed by replay.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::board::{Direction, Size};
use crate::splitmix;

/// What follows a word that is not forbidden, in one direction.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Child {
    /// Not examined, or outside all boards of the size.
    None,
    Forbidden,
    Word(u32),
}

/// A word that is not forbidden, and holds no forbidden word.
pub(super) struct Word {
    pub parent: u32,
    direction: Direction,
    /// The word without its first slide.
    pub suffix: u32,
    pub children: [Child; 4],
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

    /// The cell of the tile that a slide moves.
    fn source(&self, direction: Direction) -> usize {
        match direction {
            Direction::Up => self.blank + self.cols,
            Direction::Down => self.blank - self.cols,
            Direction::Left => self.blank + 1,
            Direction::Right => self.blank - 1,
        }
    }

    /// The hash after a slide.
    fn hash_after(&self, direction: Direction) -> u64 {
        let from = self.source(direction);
        let tile = usize::from(self.tiles[from]);
        let cells = self.tiles.len();
        let key = |tile: usize, cell: usize| self.keys[tile * cells + cell];
        let moved = key(tile, from) ^ key(tile, self.blank);
        self.hash ^ moved ^ key(cells, from) ^ key(cells, self.blank)
    }

    fn slide(&mut self, direction: Direction) {
        self.hash = self.hash_after(direction);
        let from = self.source(direction);
        (self.row, self.col) = self.target(direction);
        self.tiles.swap(from, self.blank);
        self.blank = from;
    }
}

/// All words so far that are not forbidden, by length, and what each does.
pub(super) struct Words {
    rows: usize,
    cols: usize,
    length: usize,
    words: Vec<Word>,
    by_effect: FxHashMap<u64, u32>,
    keys: Rc<[u64]>,
}

impl Words {
    /// The words of at most `length` slides on a board of this size.
    pub fn new(size: Size, length: usize) -> Self {
        let empty = Word {
            parent: 0,
            direction: Direction::Up,
            suffix: 0,
            children: [Child::None; 4],
            reach: Reach::default(),
            earlier: None,
        };
        let start = Grid::new(size.rows().min(length + 1), size.cols().min(length + 1));
        let mut words = Self {
            rows: size.rows(),
            cols: size.cols(),
            length,
            words: vec![empty],
            by_effect: [(start.hash, 0)].into_iter().collect(),
            keys: start.keys,
        };
        for depth in 1..=length {
            words.grow(depth);
        }
        words
    }

    /// The words that are not forbidden, the empty one first. A word comes after its parent and
    /// after its suffix.
    pub fn words(&self) -> &[Word] {
        &self.words
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
        // Most effects are new: the slide is made only where a word of this hash is compared.
        let hash = grid.hash_after(direction);
        let latest = self.by_effect.get(&hash).copied();
        let mut earlier = latest;
        while let Some(other) = earlier {
            let candidate = &self.words[other as usize];
            if candidate.reach.within(reach) {
                grid.slide(direction);
                let is_same = self.same_effect(other, grid);
                grid.slide(direction.opposite());
                if is_same {
                    break;
                }
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
            self.by_effect.insert(hash, number);
            Child::Word(number)
        };
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
}
