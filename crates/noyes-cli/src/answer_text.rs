//! What the text of an answer says besides its moves: that there is no solution, or how many moves
//! it claims to make.

use noyes::Board;
use noyes::format::{MovesFormat, read_moves};
use serde_json::Value;

/// Whether the text says that the board is unsolvable, in the course's words or as a JSON object.
pub fn says_unsolvable(text: &str) -> bool {
    let has_words = |line: &str| line.to_ascii_lowercase().contains("no solution possible");
    object(text).map_or_else(
        || text.lines().any(has_words),
        |object| object["solvable"] == false,
    )
}

/// The number in a first line such as `Minimum number of moves = 4`, or the length of an object.
pub fn claimed_moves(text: &str) -> Option<usize> {
    if let Some(object) = object(text) {
        return object["length"].as_u64().map(|length| length as usize);
    }
    let first = text.trim_start().lines().next()?;
    if !first.to_ascii_lowercase().contains("number of moves") {
        return None;
    }
    let (_, number) = first.split_once(['=', ':'])?;
    number.split_whitespace().next()?.parse().ok()
}

/// Why a text is no answer, if it holds no moves and does not claim that no move is needed.
pub fn why_empty(text: &str, board: &Board) -> Option<&'static str> {
    if text.trim().is_empty() {
        return Some("there is nothing in it");
    }
    let read = read_moves(text, board).ok()?;
    let has_nothing = read.moves.is_empty() && read.format == MovesFormat::Directions;
    (has_nothing && claimed_moves(text) != Some(0)).then_some("there are no moves or boards in it")
}

fn object(text: &str) -> Option<Value> {
    let is_object = text.trim_start().starts_with('{');
    is_object.then(|| serde_json::from_str(text).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_objects_say_the_same() {
        assert!(says_unsolvable("No solution possible\n"));
        assert!(says_unsolvable("{\"solvable\":false,\"directions\":null}"));
        assert!(!says_unsolvable("{\"solvable\":true}") && !says_unsolvable("LULU"));
        assert_eq!(claimed_moves("Minimum number of moves = 4\nLULU"), Some(4));
        assert_eq!(claimed_moves("{\"length\":4}"), Some(4));
        assert_eq!(claimed_moves("LULU"), None);
    }

    #[test]
    fn a_text_without_moves_must_claim_none() {
        let board = Board::new(&[[1, 2], [3, 0]]).unwrap();
        let is_empty = |text: &str| why_empty(text, &board).is_some();
        assert!(is_empty("") && is_empty(" \n") && is_empty("# only a remark"));
        assert!(is_empty("Minimum number of moves = 4\n"));
        assert!(!is_empty("Minimum number of moves = 0\n"));
        assert!(!is_empty("Minimum number of moves = 0\n2\n1 2\n3 0\n"));
        assert!(!is_empty("LR"));
    }
}
