//! The independent checker's readers, held against the engine's.

use noyes::format::{read_board, read_moves, slashes};
use noyes_check::{Grid, parse_moves, replay};

/// What the checker reads as a board it writes and reads back the same; where the engine reads the
/// same text, it reads the same board. The same holds for moves.
pub fn checker(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if let Ok(grid) = text.parse::<Grid>() {
        assert_eq!(grid.to_string().parse().as_ref(), Ok(&grid), "{text:?}");
        if let Ok(reading) = read_board(text) {
            assert_eq!(slashes(&reading.board), grid.to_string(), "{text:?}");
        }
    }
    let board = "8 1 3/4 0 2/7 6 5";
    let (board, grid) = (
        read_board(board).expect("a board").board,
        board.parse::<Grid>().expect("a board"),
    );
    if let Ok(slides) = parse_moves(text) {
        let letters: String = slides.iter().map(|slide| slide.letter()).collect();
        assert_eq!(parse_moves(&letters).as_ref(), Ok(&slides), "{text:?}");
        if replay(&grid, &slides).is_ok()
            && let Ok(read) = read_moves(text, &board)
        {
            let read: String = read.moves.iter().map(|slide| slide.letter()).collect();
            assert_eq!(read, letters, "{text:?}");
        }
    }
}

pub fn checker_seeds() -> Vec<Vec<u8>> {
    [
        "8 1 3/4 0 2/7 6 5",
        "3\n 8  1  3\n 4  0  2\n 7  6  5\n",
        "2 3\n1 2 3\n4 0 5\n",
        "[[8,1,3],[4,0,2],[7,6,5]]",
        "LUR2D2",
        "lur2d2",
        "2 L\n5 U\n",
        "L U R D",
    ]
    .map(|seed| seed.as_bytes().to_vec())
    .to_vec()
}
