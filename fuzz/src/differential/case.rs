//! Random boards of many sizes, shapes, goals and metrics.

use noyes::board::Metric;
use noyes::{Board, Goal, Size};
use noyes_check::{Goal as Named, Grid, Slide};

use crate::random::Random;

/// Sizes, each as often as it stands here. Small boards are cheap and have a known truth.
const SIZES: [(usize, usize); 20] = [
    (2, 2),
    (2, 3),
    (3, 2),
    (2, 3),
    (3, 2),
    (2, 4),
    (4, 2),
    (3, 3),
    (3, 3),
    (3, 3),
    (3, 3),
    (3, 3),
    (2, 5),
    (5, 2),
    (3, 4),
    (4, 3),
    (4, 4),
    (4, 4),
    (2, 7),
    (5, 5),
];

/// A board, a goal and a metric.
#[derive(Clone, Debug)]
pub struct Case {
    /// The seed that it was made from, and that makes it again.
    pub seed: u64,
    /// The board.
    pub board: Grid,
    /// The goal.
    pub goal: Grid,
    /// The goal's name, if it has one.
    pub goal_name: Option<Named>,
    /// What counts as one move.
    pub metric: Metric,
    /// Slides of the random walk from the goal, if the board is not a random permutation.
    pub walk: Option<usize>,
}

impl Case {
    /// The case of a seed.
    pub fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (rows, cols) = random.one_of(&SIZES);
        let goal_name = match random.below(4) {
            3 => None,
            named => Some(Named::ALL[named]),
        };
        let mut permutation = || {
            let mut tiles: Vec<u16> = (0..(rows * cols) as u16).collect();
            random.shuffle(&mut tiles);
            Grid::new(rows, cols, tiles).expect("a permutation")
        };
        let (any, other) = (permutation(), permutation());
        let goal = goal_name.map_or(any, |named| named.grid(rows, cols));
        // Random permutations of larger boards would take too long without tables.
        let walk = match rows * cols {
            ..=9 => None,
            10 | 12 => Some(random.below(30)),
            _ => Some(random.below(22)),
        };
        let board = walk.map_or(other, |slides| walked(&goal, slides, &mut random));
        let metric = match random.below(4) {
            0 if rows * cols <= 9 => Metric::Multi,
            _ => Metric::Single,
        };
        Self {
            seed,
            board,
            goal,
            goal_name,
            metric,
            walk,
        }
    }

    /// The same case with rows and columns exchanged: its minimum is the same.
    pub fn transposed(&self) -> Self {
        let across = |grid: &Grid| {
            let (rows, cols) = (grid.rows(), grid.cols());
            let tiles = (0..rows * cols).map(|at| grid.tiles()[at % rows * cols + at / rows]);
            Grid::new(cols, rows, tiles.collect()).expect("a permutation")
        };
        self.with(across(&self.board), across(&self.goal))
    }

    /// The same case with tiles renamed: its minimum is the same.
    pub fn relabelled(&self, random: &mut Random) -> Self {
        let mut names: Vec<u16> = (1..self.board.tiles().len() as u16).collect();
        random.shuffle(&mut names);
        names.insert(0, 0);
        let renamed = |grid: &Grid| {
            let tiles = grid.tiles().iter().map(|&tile| names[usize::from(tile)]);
            Grid::new(grid.rows(), grid.cols(), tiles.collect()).expect("a permutation")
        };
        self.with(renamed(&self.board), renamed(&self.goal))
    }

    /// The way back: its minimum is the same.
    pub fn reversed(&self) -> Self {
        self.with(self.goal.clone(), self.board.clone())
    }

    /// One slide further: its minimum differs by one in single tiles, by at most one in moves.
    pub fn one_move_further(&self, random: &mut Random) -> Self {
        self.with(walked(&self.board, 1, random), self.goal.clone())
    }

    fn with(&self, board: Grid, goal: Grid) -> Self {
        Self {
            board,
            goal,
            goal_name: None,
            ..self.clone()
        }
    }

    /// The board and the goal for the engine.
    pub fn for_engine(&self) -> (Board, Goal) {
        let goal = match self.goal_name {
            Some(Named::BlankLast) => Goal::BlankLast,
            Some(Named::BlankFirst) => Goal::BlankFirst,
            Some(Named::Snail) => Goal::Snail,
            None => Goal::Board(board(&self.goal)),
        };
        (board(&self.board), goal)
    }

    /// The size.
    pub fn size(&self) -> Size {
        Size::new(self.board.rows(), self.board.cols()).expect("a size")
    }
}

fn board(grid: &Grid) -> Board {
    let numbers: Vec<u32> = grid.tiles().iter().copied().map(u32::from).collect();
    let rows: Vec<&[u32]> = numbers.chunks(grid.cols()).collect();
    Board::new(&rows).expect("a permutation")
}

/// The board after random slides, none of which undoes the one before.
fn walked(from: &Grid, slides: usize, random: &mut Random) -> Grid {
    let (mut grid, mut last) = (from.clone(), None);
    let mut made = 0;
    while made < slides {
        let slide = random.one_of(&Slide::ALL);
        if last != Some(slide.opposite())
            && let Some(next) = grid.slid(slide)
        {
            (grid, last) = (next, Some(slide));
            made += 1;
        }
    }
    grid
}
