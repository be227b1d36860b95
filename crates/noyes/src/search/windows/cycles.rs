//! Cycles of a path: boards that it visits twice, with what lies between.

use rustc_hash::FxHashMap;

use crate::board::{Moves, MutableBoard};
use crate::goal::Instance;
use crate::splitmix::split_mix;

/// The same path without cycles. A path that leaves the board comes back as it is.
///
/// Boards are compared by 128 bits of Zobrist hash. The caller replays what comes out, as it does
/// with all paths, so a collision cannot pass for a solution.
pub fn without_cycles(instance: &Instance, moves: &Moves) -> Moves {
    let mut board = MutableBoard::new(instance.size(), instance.labels(), instance.blank());
    let mut hash: u128 = 0;
    // The hashes of the path so far, and the index of each.
    let mut hashes = vec![hash];
    let mut indices: FxHashMap<u128, usize> = FxHashMap::from_iter([(hash, 0)]);
    let mut path = Vec::with_capacity(moves.len());
    for &by in moves.iter() {
        let Some(from) = board.source_cell(by) else {
            return moves.clone();
        };
        let label = board.labels[from];
        hash ^= key(label, from) ^ key(label, board.blank);
        board.slide_from(from);
        path.push(by);
        if let Some(&first) = indices.get(&hash) {
            for dropped in hashes.drain(first + 1..) {
                indices.remove(&dropped);
            }
            path.truncate(first);
        } else {
            indices.insert(hash, path.len());
            hashes.push(hash);
        }
    }
    path.into()
}

/// The Zobrist key of a tile in a cell.
fn key(label: u16, cell: usize) -> u128 {
    let input = u64::from(label) << 16 | cell as u64;
    u128::from(split_mix(input)) << 64 | u128::from(split_mix(input | 1 << 32))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Direction, Size};
    use crate::goal::Goal;
    use Direction::{Down, Left, Right, Up};

    #[test]
    fn a_path_around_a_cycle_becomes_empty() {
        let goal = Board::goal(Size::new(3, 3).unwrap());
        let instance = Instance::new(&goal, &Goal::BlankLast).unwrap();
        let mut moves = vec![Down];
        for _ in 0..3 {
            moves.extend([Right, Down, Left, Up]);
        }
        moves.push(Up);
        assert!(without_cycles(&instance, &moves.into()).is_empty());
        let simple = Moves::from(vec![Down, Right, Up]);
        assert_eq!(without_cycles(&instance, &simple), simple);
    }
}
