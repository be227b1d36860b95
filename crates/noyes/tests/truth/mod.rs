//! The truth on small boards, which tests hold everything else to.

use std::collections::HashMap;

use noyes::Board;

/// True distance of every board that reaches a goal, by plain breadth-first search over boards.
pub fn distances(goal: &Board) -> HashMap<Board, u32> {
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut layer = vec![goal.clone()];
    for depth in 1.. {
        let mut next = Vec::new();
        for neighbor in layer.iter().flat_map(Board::neighbors) {
            distances.entry(neighbor).or_insert_with_key(|board| {
                next.push(board.clone());
                depth
            });
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    distances
}
