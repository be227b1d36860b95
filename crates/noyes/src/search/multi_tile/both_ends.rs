//! Breadth-first search from both ends for the fewest multi-tile moves between two boards.
//!
//! # Idea
//!
//! Each side holds all boards within some number of moves of its end. The side with the smaller
//! last layer grows by a layer, until a board of one side is met by the other. Before that, no path
//! is as short as the two depths together: one move more is a lower bound.
//!
//! # Invariants
//!
//! A board that was reached by a column move is expanded by row moves only, and the other way
//! round: what another column move leads to was reached from the same board as it. So every board
//! within the depth of a side is in it, and the first meeting is a shortest path.
//!
//! # Cost
//!
//! A layer of the 5×5 board is about 3.5 times as large as the one before. A million boards on
//! either side reach ten moves each, so paths of 20 moves are found and proven in seconds.
//!
//! # Citation
//!
//! Pohl, "Bi-directional search", Machine Intelligence 6 (1971).

use rustc_hash::FxHashMap;

use super::line_move::LineMove;
use crate::board::{Moves, Packed, Size};
use crate::guard::{Counts, Guard, Stop};

/// Boards between two questions to the guard.
const CHECK_INTERVAL: usize = 1 << 12;

/// What a search from both ends may spend.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// The most boards of both sides together.
    pub boards: usize,
    /// Only paths of fewer moves are looked for.
    pub below: u32,
}

/// What a search from both ends found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Meeting {
    /// A shortest path, if one was found.
    pub moves: Option<Moves>,
    /// No path has fewer moves, in this metric.
    pub lower_bound: u32,
}

/// A path from one arrangement of labels to another, whose blank has the label `blank_label`, with
/// the fewest multi-tile moves, as far as the extent goes.
pub(super) fn shortest_between<P: Packed>(
    size: Size,
    ends: [&[u16]; 2],
    blank_label: u16,
    extent: Extent,
    guard: &Guard<'_>,
    counts: &mut Counts,
) -> Result<Meeting, Stop> {
    let mut sides = ends.map(|labels| Side::<P>::new(size, labels, usize::from(blank_label)));
    if ends[0] == ends[1] {
        return Ok(Meeting {
            moves: Some(Moves::new()),
            lower_bound: 0,
        });
    }
    loop {
        let lower_bound = sides[0].depth + sides[1].depth + 1;
        let boards = sides[0].boards.len() + sides[1].boards.len();
        if lower_bound >= extent.below || boards >= extent.boards {
            return Ok(Meeting {
                moves: None,
                lower_bound: lower_bound.min(extent.below),
            });
        }
        let grown = usize::from(sides[1].layer_len() < sides[0].layer_len());
        let [first, second] = &mut sides;
        let (side, other) = if grown == 0 {
            (first, &*second)
        } else {
            (second, &*first)
        };
        let room = extent.boards - other.boards.len();
        match side.grow(other, room, guard, counts)? {
            Layer::Met(own, others) => {
                let mut moves = sides[0].way_from_end([own, others][grown]);
                let back = sides[1].way_from_end([others, own][grown]);
                for direction in back.iter().rev() {
                    moves.push(direction.opposite());
                }
                return Ok(Meeting {
                    moves: Some(moves),
                    lower_bound,
                });
            }
            Layer::Full => {
                return Ok(Meeting {
                    moves: None,
                    lower_bound,
                });
            }
            Layer::Whole => {}
        }
    }
}

/// How the growth of a layer ended.
enum Layer {
    /// All boards of the layer are there, and none of them is on the other side.
    Whole,
    /// There is no room for all of it.
    Full,
    /// A board is on both sides: its number on the grown side, and on the other.
    Met(usize, usize),
}

/// How a board was reached; meaningless for the end itself.
#[derive(Clone, Copy)]
struct Link {
    parent: u32,
    by: LineMove,
}

/// The boards around one end.
struct Side<P> {
    size: Size,
    blank_label: usize,
    /// By their number, layer after layer.
    boards: Vec<P>,
    links: Vec<Link>,
    numbers: FxHashMap<P, u32>,
    /// The number of the last layer's first board.
    layer: usize,
    depth: u32,
}

impl<P: Packed> Side<P> {
    fn new(size: Size, labels: &[u16], blank_label: usize) -> Self {
        let end = P::pack(labels);
        Self {
            size,
            blank_label,
            boards: vec![end.clone()],
            links: vec![Link {
                parent: 0,
                by: LineMove { kind: 0, to: 0 },
            }],
            numbers: FxHashMap::from_iter([(end, 0)]),
            layer: 0,
            depth: 0,
        }
    }

    fn layer_len(&self) -> usize {
        self.boards.len() - self.layer
    }

    fn blank(&self, board: &P) -> usize {
        let cells = 0..self.size.cells();
        let mut blanks = cells.filter(|&cell| board.at(cell) == self.blank_label);
        blanks.next().unwrap_or(0)
    }

    /// Bytes of memory for all boards, with a hash map that is just growing.
    fn bytes(&self) -> usize {
        let cells = self.size.cells();
        let board = size_of::<P>() + P::heap_bytes(cells);
        let entry = size_of::<(P, u32)>() + 1 + P::heap_bytes(cells);
        self.boards.capacity() * (board + size_of::<Link>()) + 3 * self.numbers.capacity() * entry
    }

    /// Adds the next layer, to at most `room` boards in all.
    fn grow(
        &mut self,
        other: &Self,
        room: usize,
        guard: &Guard<'_>,
        counts: &mut Counts,
    ) -> Result<Layer, Stop> {
        let layer = self.layer..self.boards.len();
        for number in layer.clone() {
            if number % CHECK_INTERVAL == 0 {
                guard.check(counts)?;
                guard.check_memory(self.bytes() + other.bytes())?;
            }
            counts.expanded += 1;
            let board = self.boards[number].clone();
            let blank = self.blank(&board);
            for kind in 0..2 {
                if self.depth > 0 && kind == self.links[number].by.kind {
                    continue;
                }
                for by in LineMove::along(self.size, kind) {
                    let mut child = board.clone();
                    let mut to = blank;
                    for (_, cell) in by.slides(self.size, blank) {
                        child = child.swapped(to, cell);
                        to = cell;
                    }
                    if to == blank {
                        continue;
                    }
                    counts.generated += 1;
                    if self.numbers.contains_key(&child) {
                        continue;
                    }
                    let met = other.numbers.get(&child).copied();
                    let new = self.boards.len();
                    self.numbers.insert(child.clone(), new as u32);
                    self.boards.push(child);
                    self.links.push(Link {
                        parent: number as u32,
                        by,
                    });
                    if let Some(met) = met {
                        return Ok(Layer::Met(new, met as usize));
                    }
                    if new + 1 >= room {
                        return Ok(Layer::Full);
                    }
                }
            }
        }
        counts.stored = counts
            .stored
            .max((self.boards.len() + other.boards.len()) as u64);
        self.layer = layer.end;
        self.depth += 1;
        Ok(Layer::Whole)
    }

    /// The slides from this side's end to a board.
    fn way_from_end(&self, mut number: usize) -> Moves {
        let mut line_moves = Vec::new();
        while number > 0 {
            line_moves.push(self.links[number].by);
            number = self.links[number].parent as usize;
        }
        let mut blank = self.blank(&self.boards[0]);
        let mut moves = Moves::new();
        for by in line_moves.into_iter().rev() {
            for (direction, cell) in by.slides(self.size, blank) {
                moves.push(direction);
                blank = cell;
            }
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Direction, Metric};
    use crate::goal::{Goal, Instance};
    use crate::guard::Silent;
    use crate::scramble::Scrambler;
    use crate::search::MultiTileSolver;
    use crate::verify::verify;

    const WHOLE: Extent = Extent {
        boards: 1 << 20,
        below: u32::MAX,
    };

    fn solved(instance: &Instance, extent: Extent) -> Meeting {
        let goal: Vec<u16> = (0..instance.size().cells() as u16).collect();
        let ends = [instance.labels(), goal.as_slice()];
        let home = instance.blank_home() as u16;
        let (guard, mut counts) = (Guard::new(&Silent), Counts::default());
        shortest_between::<u128>(instance.size(), ends, home, extent, &guard, &mut counts).unwrap()
    }

    #[test]
    fn agrees_with_the_tables_on_small_boards() {
        for (rows, cols) in [(2, 3), (3, 3), (3, 4)] {
            let size = Size::new(rows, cols).unwrap();
            for goal in [Goal::BlankLast, Goal::Snail] {
                let mut scrambler = Scrambler::new(size, &goal, 7).unwrap();
                let solver: Vec<Board> = (0..8).map(|_| scrambler.uniform()).collect();
                for board in solver {
                    let instance = Instance::new(&board, &goal).unwrap();
                    let guard = Guard::new(&Silent);
                    let solver =
                        MultiTileSolver::new(size, instance.blank_home(), None, &guard).unwrap();
                    let minimum = solver.solve(&instance, &guard).lower_bound;
                    let found = solved(&instance, WHOLE);
                    let moves = found.moves.unwrap();
                    assert_eq!(verify(&board, instance.goal(), &moves), Ok(()));
                    assert_eq!(
                        (Metric::Multi.length(&moves), found.lower_bound),
                        (minimum, minimum)
                    );
                    // Stopped early, it has a bound that is not too high.
                    for boards in [2, 10, 100, 1000] {
                        let early = solved(&instance, Extent { boards, ..WHOLE });
                        assert!(early.lower_bound <= minimum);
                        assert!(early.moves.is_none() || early.lower_bound == minimum);
                    }
                    let shorter = solved(
                        &instance,
                        Extent {
                            below: minimum,
                            ..WHOLE
                        },
                    );
                    assert_eq!((shorter.moves, shorter.lower_bound), (None, minimum));
                }
            }
        }
    }

    #[test]
    fn slides_back_from_the_second_end() {
        let board = Board::new(&[[0, 1, 2], [4, 5, 3], [7, 8, 6]]).unwrap();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let found = solved(&instance, WHOLE);
        let moves = [
            Direction::Left,
            Direction::Left,
            Direction::Up,
            Direction::Up,
        ];
        assert_eq!(found.moves, Some(Moves::from(moves.to_vec())));
        assert_eq!(found.lower_bound, 2);
    }
}
