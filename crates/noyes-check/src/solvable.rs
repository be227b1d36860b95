//! Whether one board can become another.
//!
//! Every slide exchanges the blank with a tile. So the permutation that takes one board to the
//! other is even exactly if the number of slides is, and the blank's distance from its goal cell
//! has the parity of that number. That both parities agree is therefore necessary. That it is
//! enough is the theorem of Johnson and Story (1879). The engine counts inversions instead.

use crate::grid::Grid;

impl Grid {
    /// Whether slides can make `goal` of this board.
    ///
    /// ```
    /// use noyes_check::Grid;
    ///
    /// let board: Grid = "1 2 3/4 5 6/8 7 0".parse()?;
    /// let goal: Grid = "1 2 3/4 5 6/7 8 0".parse()?;
    /// assert!(!board.can_become(&goal) && goal.can_become(&goal));
    /// # Ok::<(), noyes_check::CheckError>(())
    /// ```
    pub fn can_become(&self, goal: &Self) -> bool {
        if (self.rows(), self.cols()) != (goal.rows(), goal.cols()) {
            return false;
        }
        let ((row, col), (goal_row, goal_col)) = (self.place(0), goal.place(0));
        let way = row.abs_diff(goal_row) + col.abs_diff(goal_col);
        // The cell that the tile of each cell goes to; a cycle of n cells is n − 1 exchanges.
        let cells = self.tiles().len();
        let mut home = vec![0; cells];
        for (cell, &tile) in goal.tiles().iter().enumerate() {
            home[usize::from(tile)] = cell;
        }
        let mut is_counted = vec![false; cells];
        let mut exchanges = 0;
        for start in 0..cells {
            let mut cell = start;
            while !is_counted[cell] {
                is_counted[cell] = true;
                cell = home[usize::from(self.tiles()[cell])];
                exchanges += usize::from(cell != start);
            }
        }
        exchanges % 2 == way % 2
    }
}
