//! Which two tiles to exchange so that an unsolvable board can be solved.

use noyes::Board;
use noyes::goal::Parity;

/// Two tiles whose exchange makes an unsolvable board solvable; none if it is solvable.
///
/// The exchange of any two tiles does. Two that stand on each other's goal cells are the likeliest
/// mistake, then a pair of which one comes to its goal cell.
///
/// ```
/// use noyes::Board;
/// use noyes_api::info::mending_exchange;
///
/// let board = Board::new(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]])?;
/// let goal = Board::goal(board.size());
/// assert_eq!(mending_exchange(&board, &goal), Some([8, 7]));
/// assert_eq!(mending_exchange(&goal, &goal), None);
/// # Ok::<(), noyes::board::BoardError>(())
/// ```
pub fn mending_exchange(board: &Board, goal: &Board) -> Option<[u16; 2]> {
    if Parity::allows(board, goal) {
        return None;
    }
    let (tiles, wanted) = (board.tiles(), goal.tiles());
    let mut cell_of = vec![0; tiles.len()];
    for (cell, &tile) in tiles.iter().enumerate() {
        cell_of[usize::from(tile)] = cell;
    }
    // Each misplaced tile, and the tile that belongs where it stands.
    let pairs = || {
        let pairs = tiles.iter().copied().zip(wanted.iter().copied());
        pairs.filter(|&(tile, owner)| tile != owner && tile != 0 && owner != 0)
    };
    let is_mutual = |&(tile, owner): &(u16, u16)| wanted[cell_of[usize::from(owner)]] == tile;
    let found = pairs().find(is_mutual).or_else(|| pairs().next());
    // Only one tile is misplaced then, and the blank: any two will do.
    let mut any = tiles.iter().copied().filter(|&tile| tile != 0);
    let (a, b) = found.or_else(|| Some((any.next()?, any.next()?)))?;
    Some([a, b])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exchange_mends_every_unsolvable_board_of_the_2x2_and_of_some_3x3() {
        let mut boards = Vec::new();
        for first in 0..24u32 {
            let mut left = vec![0, 1, 2, 3];
            let picks = [first / 6, first / 2 % 3, first % 2, 0];
            let tiles = picks.map(|pick| left.remove(pick as usize));
            boards.push(Board::new(&[&tiles[..2], &tiles[2..]]).unwrap());
        }
        boards.push(Board::new(&[[1, 2, 0], [4, 5, 6], [7, 8, 3]]).unwrap());
        let mut unsolvable = 0;
        for board in boards {
            let goal = Board::goal(board.size());
            let Some([a, b]) = mending_exchange(&board, &goal) else {
                assert!(board.is_solvable());
                continue;
            };
            unsolvable += 1;
            let exchanged = |&tile: &u16| match tile {
                tile if tile == a => b,
                tile if tile == b => a,
                tile => tile,
            };
            let tiles: Vec<u32> = board.tiles().iter().map(exchanged).map(u32::from).collect();
            let rows: Vec<&[u32]> = tiles.chunks(board.cols()).collect();
            assert!(!board.is_solvable() && Board::new(&rows).unwrap().is_solvable());
        }
        assert_eq!(unsolvable, 13);
    }
}
