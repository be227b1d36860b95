//! Cycles of a path: boards that it visits twice, with what lies between.

use rustc_hash::FxHashMap;

use crate::board::{Moves, MutableBoard};
use crate::goal::Instance;
use crate::guard::{Counts, Guard, Stop};
use crate::splitmix::split_mix;

/// Bytes for each move while cycles are sought: a hash in the list and in the index, which may be
/// copied to twice its size as it grows.
const BYTES_PER_MOVE: usize = 16 + 2 * 3 * 32;
/// Moves between two questions to the guard.
const MOVES_PER_CHECK: usize = 1 << 14;

/// The same path without cycles. A path that leaves the board comes back as it is, and so does one
/// whose hashes would not fit the guard's memory. `counts` are those of the work so far.
///
/// Boards are compared by 128 bits of Zobrist hash. The caller replays what comes out, as it does
/// with all paths, so a collision cannot pass for a solution.
pub fn without_cycles(
    instance: &Instance,
    moves: &Moves,
    guard: &Guard<'_>,
    counts: &Counts,
) -> Result<Moves, Stop> {
    let bytes = moves.len().saturating_mul(BYTES_PER_MOVE);
    if guard.check_memory(bytes).is_err() {
        return Ok(moves.clone());
    }
    let mut board = MutableBoard::new(instance.size(), instance.labels(), instance.blank());
    let mut hash: u128 = 0;
    // The hashes of the path so far, and the index of each.
    let mut hashes = vec![hash];
    let mut indices: FxHashMap<u128, usize> = FxHashMap::from_iter([(hash, 0)]);
    let mut path = Vec::with_capacity(moves.len());
    for (number, &by) in moves.iter().enumerate() {
        if number % MOVES_PER_CHECK == MOVES_PER_CHECK - 1 {
            guard.check(counts)?;
        }
        let Some(from) = board.source_cell(by) else {
            return Ok(moves.clone());
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
    Ok(path.into())
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
    use crate::guard::{Control, Event, Observer, Silent};
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
        let (guard, counts) = (Guard::new(&Silent), Counts::default());
        let path = |moves: &Moves| without_cycles(&instance, moves, &guard, &counts).unwrap();
        let round = Moves::from(moves);
        assert!(path(&round).is_empty());
        let simple = Moves::from(vec![Down, Right, Up]);
        assert_eq!(path(&simple), simple);
        // What does not fit the memory is left as it is.
        let narrow = guard.memory(round.len() * BYTES_PER_MOVE - 1);
        let same = without_cycles(&instance, &round, &narrow, &counts);
        assert_eq!(same, Ok(round));
    }

    #[test]
    fn a_long_path_asks_its_guard() {
        struct Impatient;
        impl Observer for Impatient {
            fn on(&self, _: &Event) -> Control {
                Control::Stop
            }
        }
        let goal = Board::goal(Size::new(3, 3).unwrap());
        let instance = Instance::new(&goal, &Goal::BlankLast).unwrap();
        let moves = Moves::from([Down, Up].repeat(MOVES_PER_CHECK));
        let found = without_cycles(
            &instance,
            &moves,
            &Guard::new(&Impatient),
            &Counts::default(),
        );
        assert_eq!(found, Err(Stop::Observer));
    }
}
