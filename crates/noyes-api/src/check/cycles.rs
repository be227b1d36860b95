//! Cycles: moves that lead back to an earlier board, and are wasted whatever the minimum is.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use noyes::board::{Direction, Tile};
use noyes::guard::{Control, Counts, Event, Observer};
use noyes::{Board, Moves};

/// Moves after which the observer is asked.
const ASKED: usize = 1 << 16;

/// The first and the last move of a cycle, counted from 1: after the last, the board is as it was
/// before the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The first move.
    pub first: usize,
    /// The last move.
    pub last: usize,
}

impl Cycle {
    /// The cycle that ends first, if there is one.
    ///
    /// A Zobrist hash identifies a board. A slide updates it in constant time, so the cost is
    /// linear in the number of moves, whatever the size of the board. Boards with equal hashes are
    /// replayed and compared. The observer may say stop: then none is found.
    pub fn find(board: &Board, moves: &Moves, observer: &dyn Observer) -> Option<Self> {
        let mut current = HashedBoard::new(board);
        let mut first_seen: HashMap<u64, usize, BuildHasherDefault<AsItIs>> =
            HashMap::with_capacity_and_hasher(moves.len() + 1, BuildHasherDefault::default());
        first_seen.insert(current.hash, 0);
        for (number, &way) in (1..).zip(moves.iter()) {
            if number % ASKED == 0 {
                let counts = Counts::default();
                if observer.on(&Event::Progress { counts }) == Control::Stop {
                    return None;
                }
            }
            current.slide(way)?;
            let before = *first_seen.entry(current.hash).or_insert(number);
            let earlier = || HashedBoard::after(board, &moves[..before]);
            if before < number && earlier()?.tiles == current.tiles {
                return Some(Self {
                    first: before + 1,
                    last: number,
                });
            }
        }
        None
    }
}

/// A board whose tiles slide in place, with its Zobrist hash.
struct HashedBoard<'a> {
    board: &'a Board,
    tiles: Vec<Tile>,
    blank: usize,
    /// Relative to the first board, whose hash is 0.
    hash: u64,
}

impl<'a> HashedBoard<'a> {
    fn new(board: &'a Board) -> Self {
        Self {
            board,
            tiles: board.tiles().to_vec(),
            blank: board.blank(),
            hash: 0,
        }
    }

    fn after(board: &'a Board, moves: &[Direction]) -> Option<Self> {
        let mut current = Self::new(board);
        moves.iter().try_for_each(|&way| current.slide(way))?;
        Some(current)
    }

    fn slide(&mut self, way: Direction) -> Option<()> {
        let cell = self.board.size().source_cell(self.blank, way)?;
        let tile = self.tiles[cell];
        self.hash ^= key(tile, cell) ^ key(tile, self.blank);
        self.tiles.swap(cell, self.blank);
        self.blank = cell;
        Some(())
    }
}

/// The Zobrist key of a tile in a cell: the number of both, mixed by SplitMix64 (Steele, Lea and
/// Flood 2014).
fn key(tile: Tile, cell: usize) -> u64 {
    let both = u64::from(tile) << 32 | cell as u64;
    let mut mixed = both.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// Takes a hash for its own hash.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        // Only whole hashes are written, by `write_u64`.
        bytes
            .iter()
            .for_each(|&byte| self.0 = self.0 << 8 | u64::from(byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

#[cfg(test)]
mod tests {
    use noyes::guard::Silent;

    use super::*;

    fn found(moves: &str) -> Option<(usize, usize)> {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let moves = noyes::format::read_moves(moves, &board).unwrap().moves;
        Cycle::find(&board, &moves, &Silent).map(|cycle| (cycle.first, cycle.last))
    }

    #[test]
    fn an_observer_stops_a_long_search() {
        struct Stop;
        impl Observer for Stop {
            fn on(&self, _: &Event) -> Control {
                Control::Stop
            }
        }
        let size = noyes::Size::new(127, 127).unwrap();
        let goal = Board::goal(size);
        // Around the border, whose tiles go on by one each time; the last move is undone.
        let around = [("R", 126), ("D", 126), ("L", 126), ("U", 126)];
        let around: String = around.map(|(letter, count)| letter.repeat(count)).concat();
        let moves = format!("{}RL", around.repeat(131));
        let moves = noyes::format::read_moves(&moves, &goal).unwrap().moves;
        assert!(moves.len() > ASKED);
        let cycle = Cycle::find(&goal, &moves, &Silent).unwrap();
        assert_eq!((cycle.first, cycle.last), (moves.len() - 1, moves.len()));
        assert_eq!(Cycle::find(&goal, &moves, &Stop), None);
    }

    #[test]
    fn undone_slides_and_rotations_are_found() {
        assert_eq!(found("LULU"), None);
        assert_eq!(found("LRLULU"), Some((1, 2)));
        assert_eq!(found("LULRLU"), Some((3, 4)));
        // Three tiles rotate in a 2×2 square: after twelve slides they are back.
        let round = "LURD".repeat(3);
        assert_eq!(found(&format!("{round}LULU")), Some((1, 12)));
    }
}
