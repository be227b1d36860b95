//! Boards that a path meets twice: what lies between is left out.

use rustc_hash::FxHashMap;

use crate::board::{Moves, SlideTable};
use crate::goal::Instance;

/// The same path without loops.
///
/// Boards are told apart by 128 bits of hash; the caller replays what comes out, as always.
pub fn without_loops(instance: &Instance, moves: &Moves) -> Moves {
    let steps = SlideTable::new(instance.size());
    let mut cells = instance.labels().to_vec();
    let mut blank = instance.blank();
    let mut hash: u128 = 0;
    let mut met: FxHashMap<u128, usize> = FxHashMap::from_iter([(hash, 0)]);
    let mut hashes = vec![hash];
    let mut kept = Vec::with_capacity(moves.len());
    for &by in moves.iter() {
        let Some(from) = steps.source_cell(blank, by) else {
            return moves.clone();
        };
        hash ^= key(cells[from], from) ^ key(cells[from], blank);
        cells.swap(from, blank);
        blank = from;
        kept.push(by);
        if let Some(&back) = met.get(&hash) {
            for gone in hashes.drain(back + 1..) {
                met.remove(&gone);
            }
            kept.truncate(back);
        } else {
            met.insert(hash, kept.len());
            hashes.push(hash);
        }
    }
    kept.into()
}

/// A random-looking number for a tile in a cell.
fn key(label: u16, cell: usize) -> u128 {
    let half = |salt: u64| {
        let mut z = (u64::from(label) << 16 | cell as u64).wrapping_add(salt);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    u128::from(half(0x9e37_79b9_7f4a_7c15)) << 64 | u128::from(half(0x3c6e_f372_fe94_f82b))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Direction, Size};
    use crate::goal::Goal;
    use Direction::{Down, Left, Right, Up};

    #[test]
    fn three_times_around_is_nothing() {
        let goal = Board::goal(Size::new(3, 3).unwrap());
        let instance = Instance::new(&goal, &Goal::BlankLast).unwrap();
        let mut moves = vec![Down];
        for _ in 0..3 {
            moves.extend([Right, Down, Left, Up]);
        }
        moves.push(Up);
        assert!(without_loops(&instance, &moves.into()).is_empty());
        let simple = Moves::from(vec![Down, Right, Up]);
        assert_eq!(without_loops(&instance, &simple), simple);
    }
}
