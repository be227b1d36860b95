//! What a text says of the answer it holds: that there is none, or how many moves it makes.

use noyes::Board;
use noyes::format::{MovesFormat, read_moves};
use serde_json::Value;

/// Whether it says that the board cannot be solved, in the course's words or as an object.
pub fn says_no(text: &str) -> bool {
    let in_words = |line: &str| line.to_ascii_lowercase().contains("no solution possible");
    object(text).map_or_else(
        || text.lines().any(in_words),
        |object| object["solvable"] == false,
    )
}

/// The number in a first line such as `Minimum number of moves = 4`, or an object's length.
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

/// What a text lacks that holds no moves and does not say that it needs none.
pub fn lack(text: &str, board: &Board) -> Option<&'static str> {
    if text.trim().is_empty() {
        return Some("there is nothing in it");
    }
    let read = read_moves(text, board).ok()?;
    let is_bare = read.moves.is_empty() && read.format == MovesFormat::Directions;
    (is_bare && claimed_moves(text) != Some(0)).then_some("there are no moves or boards in it")
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
        assert!(says_no("No solution possible\n"));
        assert!(says_no("{\"solvable\":false,\"directions\":null}"));
        assert!(!says_no("{\"solvable\":true}") && !says_no("LULU"));
        assert_eq!(claimed_moves("Minimum number of moves = 4\nLULU"), Some(4));
        assert_eq!(claimed_moves("{\"length\":4}"), Some(4));
        assert_eq!(claimed_moves("LULU"), None);
    }

    #[test]
    fn what_holds_nothing_must_say_that_nothing_is_needed() {
        let board = Board::new(&[[1, 2], [3, 0]]).unwrap();
        let lack = |text: &str| lack(text, &board).is_some();
        assert!(lack("") && lack(" \n") && lack("# only a remark"));
        assert!(lack("Minimum number of moves = 4\n"));
        assert!(!lack("Minimum number of moves = 0\n"));
        assert!(!lack("Minimum number of moves = 0\n2\n1 2\n3 0\n"));
        assert!(!lack("LR"));
    }
}
