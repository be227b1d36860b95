//! The arrangements that have names.

use crate::grid::Grid;

/// A goal with a name.
///
/// ```
/// use noyes_check::Goal;
///
/// assert_eq!(Goal::BlankFirst.grid(2, 3).to_string(), "0 1 2/3 4 5");
/// assert_eq!(Goal::Snail.grid(3, 3).to_string(), "1 2 3/8 0 4/7 6 5");
/// assert_eq!(Goal::named("snail"), Some(Goal::Snail));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// 1, 2, 3 … row by row, the blank in the last cell.
    BlankLast,
    /// The blank in the first cell, then 1, 2, 3 … row by row.
    BlankFirst,
    /// 1, 2, 3 … in a spiral from the first cell, clockwise and inwards; the blank ends it.
    Snail,
}

impl Goal {
    /// All goals with names.
    pub const ALL: [Self; 3] = [Self::BlankLast, Self::BlankFirst, Self::Snail];

    /// The name, as the command writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::BlankLast => "blank-last",
            Self::BlankFirst => "blank-first",
            Self::Snail => "snail",
        }
    }

    /// The goal of a name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|goal| goal.name() == name)
    }

    /// The goal as a board of `rows` and `cols`, from 2 to 127 each.
    ///
    /// # Panics
    ///
    /// If a side is out of range.
    pub fn grid(self, rows: usize, cols: usize) -> Grid {
        let cells = rows * cols;
        let order: Vec<usize> = match self {
            Self::BlankLast | Self::BlankFirst => (0..cells).collect(),
            Self::Snail => spiral(rows, cols),
        };
        let mut tiles = vec![0; cells];
        for (number, &cell) in order.iter().enumerate() {
            tiles[cell] = match self {
                Self::BlankFirst => number as u16,
                Self::BlankLast | Self::Snail => ((number + 1) % cells) as u16,
            };
        }
        Grid::new(rows, cols, tiles).expect("a goal is a permutation of a size that is in range")
    }
}

/// The cells from the first one in a spiral, clockwise and inwards: walk on until the edge or a
/// cell that was visited, then turn right.
fn spiral(rows: usize, cols: usize) -> Vec<usize> {
    let mut order = vec![0];
    let mut is_visited = vec![false; rows * cols];
    is_visited[0] = true;
    let (mut row, mut col) = (0i32, 0i32);
    let mut way = (0i32, 1i32);
    while order.len() < rows * cols {
        let free = |row: i32, col: i32| {
            let inside = (0..rows as i32).contains(&row) && (0..cols as i32).contains(&col);
            inside && !is_visited[(row * cols as i32 + col) as usize]
        };
        if !free(row + way.0, col + way.1) {
            way = (way.1, -way.0);
        }
        (row, col) = (row + way.0, col + way.1);
        let cell = (row * cols as i32 + col) as usize;
        is_visited[cell] = true;
        order.push(cell);
    }
    order
}
