//! All shortest solutions of the multi-tile metric.
//!
//! As in [`crate::search::all_shortest`], boards are found and not paths: forward, depth by depth,
//! those that may still reach the goal; backward, the number of ways from each. Column moves and
//! row moves alternate in a shortest solution, so a state is a board with the kind of its next
//! move, and every path through the states is another solution.

use rustc_hash::FxHashMap;

use super::{COLUMN_MOVES, MultiTileSolver, Node};
use crate::board::{Direction, Moves, Packed};
use crate::goal::Instance;
use crate::guard::{Counts, Guard, Stop};
use crate::pattern::Symmetry;
use crate::search::Shortest;

/// A board and the kind of its next move.
type State = (u64, u8);
/// The states of one depth, each with its node and the ways on to the goal.
type Layer = FxHashMap<State, (Node, u128)>;

impl MultiTileSolver {
    /// Counts the solutions of `minimum` multi-tile moves and lists the first of them as slides.
    ///
    /// | Argument | Contract |
    /// |---|---|
    /// | `minimum` | The proven minimum of the instance in this metric. With less the count is 0; with more, solutions are counted that alternate between rows and columns. |
    /// | `limit` | The most solutions to list. All are counted. |
    ///
    /// # Panics
    ///
    /// If the instance is not one that [`MultiTileSolver::fits`].
    ///
    /// ```
    /// use noyes::guard::{Guard, Silent};
    /// use noyes::search::MultiTileSolver;
    /// use noyes::{Board, Goal, Instance};
    ///
    /// let board = Board::new(&[[0, 1, 2], [4, 5, 3], [7, 8, 6]])?;
    /// let instance = Instance::new(&board, &Goal::BlankLast)?;
    /// let guard = Guard::new(&Silent);
    /// let solver = MultiTileSolver::new(board.size(), instance.blank_home(), None, &guard)?;
    /// let shortest = solver.all_shortest(&instance, 2, 10, &guard)?;
    /// assert_eq!((shortest.count, shortest.solutions[0].to_string()), (1, "L2U2".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn all_shortest(
        &self,
        instance: &Instance,
        minimum: u32,
        limit: usize,
        guard: &Guard<'_>,
    ) -> Result<Shortest, Stop> {
        assert!(self.fits(instance), "the tables are for other boards");
        let symmetry = Symmetry::to_canonical(instance.size(), instance.blank_home());
        let labels = symmetry.labels(instance.labels());
        let mut counts = Counts::default();
        let mut layers = self.forward(&labels, minimum, &mut counts, guard)?;
        let goal = u64::pack(&(0..labels.len() as u16).collect::<Vec<u16>>());
        self.backward(&mut layers, goal);
        let start = u64::pack(&labels);
        let ways = |next: u8| layers[0].get(&(start, next)).map_or(0, |&(_, ways)| ways);
        let mut solutions = Vec::new();
        if minimum == 0 {
            // Both kinds of a next move stand for the same solution without one.
            let count = ways(0).min(1);
            solutions.extend((count > 0 && limit > 0).then(Moves::new));
            return Ok(shortest(count, solutions, counts));
        }
        for next in [0, 1] {
            if ways(next) > 0 {
                self.list(
                    &layers,
                    (start, next),
                    &mut Moves::new(),
                    limit,
                    &mut solutions,
                );
            }
        }
        for moves in &mut solutions {
            *moves = symmetry.moves_back(moves);
        }
        Ok(shortest(ways(0).saturating_add(ways(1)), solutions, counts))
    }

    /// The states of every depth from which the goal may be reached in the moves that are left.
    fn forward(
        &self,
        labels: &[u16],
        minimum: u32,
        counts: &mut Counts,
        guard: &Guard<'_>,
    ) -> Result<Vec<Layer>, Stop> {
        let start = u64::pack(labels);
        let roots = [0, 1].map(|next| ((start, next), (self.root(labels, next), 0)));
        let mut layers = vec![Layer::from_iter(roots)];
        counts.generated = 1;
        for left in (0..minimum).rev() {
            let mut layer = Layer::default();
            let newest = layers.last().into_iter().flatten();
            for (&(board, _), &(node, _)) in newest {
                counts.expanded += 1;
                if counts.expanded.is_multiple_of(1 << 12) {
                    guard.check(counts)?;
                    let stored = counts.stored as usize + layer.len();
                    guard.check_memory(
                        stored.saturating_mul(2 * size_of::<(State, (Node, u128))>()),
                    )?;
                }
                for (to, child) in self.children(board, node) {
                    counts.generated += 1;
                    let moved = self.moved(node, to);
                    if self.may_reach(&moved, left) {
                        layer.insert((child, moved.next), (moved, 0));
                    }
                }
            }
            counts.stored += layer.len() as u64;
            layers.push(layer);
        }
        Ok(layers)
    }

    /// Counts the ways to the goal from every state, and removes those without.
    fn backward(&self, layers: &mut [Layer], goal: u64) {
        if let Some(last) = layers.last_mut() {
            last.retain(|(board, _), _| *board == goal);
            for (_, ways) in last.values_mut() {
                *ways = 1;
            }
        }
        for depth in (0..layers.len() - 1).rev() {
            let (before, after) = layers.split_at_mut(depth + 1);
            before[depth].retain(|&(board, next), (node, ways)| {
                for (_, child) in self.children(board, *node) {
                    if let Some((_, more)) = after[0].get(&(child, 1 - next)) {
                        *ways = ways.saturating_add(*more);
                    }
                }
                *ways > 0
            });
        }
    }

    /// Writes out solutions from a state that has a way on, until there are enough.
    fn list(
        &self,
        layers: &[Layer],
        state: State,
        path: &mut Moves,
        limit: usize,
        solutions: &mut Vec<Moves>,
    ) {
        if solutions.len() >= limit {
            return;
        }
        let Some((layer, deeper)) = layers.split_first() else {
            return;
        };
        if deeper.is_empty() {
            solutions.push(path.clone());
            return;
        }
        let (board, next) = state;
        let (node, _) = layer[&state];
        for (to, child) in self.children(board, node) {
            if deeper[0].contains_key(&(child, 1 - next)) {
                let (way, count) = slides(&node, to);
                for _ in 0..count {
                    path.push(way);
                }
                self.list(deeper, (child, 1 - next), path, limit, solutions);
                for _ in 0..count {
                    path.pop();
                }
            }
        }
    }

    /// The boards after each move of the next kind, with the blank's new row or column.
    fn children(&self, board: u64, node: Node) -> impl Iterator<Item = (usize, u64)> + '_ {
        let kind = usize::from(node.next);
        let lines = (0..self.lines(kind)).filter(move |&to| to != usize::from(node.blank[kind]));
        lines.map(move |to| (to, self.slid(board, &node, to)))
    }
}

/// The slides of the next move of a node: their direction and number.
fn slides(node: &Node, to: usize) -> (Direction, usize) {
    let kind = usize::from(node.next);
    let from = usize::from(node.blank[kind]);
    let way = match (from < to, kind == COLUMN_MOVES) {
        (true, true) => Direction::Up,
        (false, true) => Direction::Down,
        (true, false) => Direction::Left,
        (false, false) => Direction::Right,
    };
    (way, from.abs_diff(to))
}

fn shortest(count: u128, solutions: Vec<Moves>, counts: Counts) -> Shortest {
    Shortest {
        count,
        solutions,
        counts,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Metric, Size};
    use crate::goal::Goal;
    use crate::guard::Silent;
    use crate::verify::verify;
    use std::collections::HashMap;

    /// Distances and numbers of shortest paths from the goal, by breadth-first search on boards.
    fn truth(goal: &Board) -> HashMap<Vec<u16>, (u32, u128)> {
        let mut all = HashMap::from([(goal.tiles().to_vec(), (0, 1))]);
        let mut layer = vec![goal.clone()];
        for depth in 1.. {
            let mut next = Vec::new();
            for board in &layer {
                let ways = all[board.tiles()].1;
                for way in Direction::ALL {
                    let mut board = board.clone();
                    while let Some(slid) = board.slide(way) {
                        board = slid;
                        let entry = all.entry(board.tiles().to_vec()).or_insert_with(|| {
                            next.push(board.clone());
                            (depth, 0)
                        });
                        if entry.0 == depth {
                            entry.1 += ways;
                        }
                    }
                }
            }
            if next.is_empty() {
                return all;
            }
            layer = next;
        }
        all
    }

    #[test]
    fn counts_agree_with_breadth_first_search() {
        for (rows, cols, step) in [(2, 2, 1), (2, 3, 1), (3, 2, 3), (2, 4, 50), (3, 3, 2000)] {
            let size = Size::new(rows, cols).unwrap();
            let goal = Board::goal(size);
            let guard = Guard::new(&Silent);
            let solver = MultiTileSolver::new(size, size.cells() - 1, None, &guard).unwrap();
            let mut all: Vec<_> = truth(&goal).into_iter().collect();
            all.sort();
            for (tiles, (minimum, count)) in all.into_iter().step_by(step) {
                let rows: Vec<Vec<u32>> = tiles
                    .chunks(cols)
                    .map(|row| row.iter().map(|&tile| u32::from(tile)).collect())
                    .collect();
                let board = Board::new(&rows).unwrap();
                let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
                let found = solver
                    .all_shortest(&instance, minimum, 1000, &guard)
                    .unwrap();
                assert_eq!(found.count, count, "{board}");
                assert_eq!(found.solutions.len() as u128, count.min(1000), "{board}");
                let mut solutions = found.solutions;
                for moves in &solutions {
                    assert_eq!(Metric::Multi.length(moves), minimum);
                    assert_eq!(verify(&board, &goal, moves), Ok(()));
                }
                solutions.sort_by_key(ToString::to_string);
                solutions.dedup();
                assert_eq!(solutions.len() as u128, count.min(1000), "{board}");
            }
        }
    }
}
