//! Random boards of many sizes, shapes, goals and metrics.

use noyes::board::Metric;
use noyes::{Board, Goal, Size};
use noyes_check::{Goal as Named, Grid, Slide};

use crate::random::Random;

/// Sizes, and how often each comes. Small boards are cheap and have a known truth.
const SIZES: [((usize, usize), usize); 26] = [
    ((2, 2), 2),
    ((2, 3), 4),
    ((3, 2), 4),
    ((2, 4), 2),
    ((4, 2), 2),
    ((3, 3), 10),
    ((2, 5), 2),
    ((5, 2), 2),
    ((2, 6), 1),
    ((6, 2), 1),
    ((3, 4), 3),
    ((4, 3), 3),
    ((2, 7), 1),
    ((7, 2), 1),
    ((3, 5), 1),
    ((5, 3), 1),
    ((2, 8), 1),
    ((8, 2), 1),
    ((4, 4), 5),
    ((4, 5), 1),
    ((5, 4), 1),
    ((5, 5), 2),
    ((3, 8), 1),
    ((6, 6), 1),
    ((4, 9), 1),
    ((10, 10), 1),
];

/// A size, as often as the list says.
fn size(random: &mut Random) -> (usize, usize) {
    let mut left = random.below(SIZES.iter().map(|(_, weight)| weight).sum());
    let chosen = SIZES.iter().find(|(_, weight)| {
        let is_here = left < *weight;
        left = left.saturating_sub(*weight);
        is_here
    });
    chosen.expect("the weights add up").0
}

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
        let (rows, cols) = size(&mut random);
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
        let cells = rows * cols;
        // Tables prove any board of these sizes at once; of larger ones only an interval is known.
        let is_deep = match cells {
            ..=9 => true,
            10..=12 | 17.. => random.below(2) == 0,
            _ => (rows, cols) == (4, 4) && random.below(3) == 0,
        };
        let most = if cells <= 12 { 30 } else { 22 };
        let walk = (!is_deep).then(|| random.below(most));
        let board = walk.map_or(other, |slides| walked(&goal, slides, &mut random));
        let metric = match random.below(4) {
            0 if cells <= 12 => Metric::Multi,
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

    /// Whether its minimum can be proven in a moment.
    pub fn is_provable(&self) -> bool {
        self.walk.is_some() || self.board.tiles().len() <= 16
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

    /// The case after a slide.
    pub(super) fn after(&self, board: Grid) -> Self {
        Self {
            board,
            ..self.clone()
        }
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
