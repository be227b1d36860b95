//! Text of people and programs: boards, lists, moves, transcripts.

use noyes::board::Metric;
use noyes::format::{
    json_rows, list, read_board, read_board_bytes, read_moves, slashes, text_of_bytes, tile_moves,
    transcript,
};
use noyes::search::Weight;
use noyes::verify::replay;
use noyes::{Board, Moves, Size};
use noyes_answer::Answer;
use noyes_api::{Replay, compare, quantity};
use noyes_check::Grid;

/// A board with moves of all four directions.
fn a_board() -> Board {
    read_board("8 1 3/4 0 2/7 6 5").expect("a board").board
}

/// What is read is written and read back the same in every format, and the checker agrees.
pub fn board(bytes: &[u8]) {
    let Ok(reading) = read_board_bytes(bytes) else {
        return;
    };
    let board = reading.board;
    for text in [slashes(&board), json_rows(&board), board.to_string()] {
        let again = read_board(&text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!(again.board, board, "{text:?}");
        let grid: Grid = text
            .parse()
            .unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!((grid.rows(), grid.cols()), (board.rows(), board.cols()));
        assert_eq!(grid.tiles(), board.tiles());
    }
}

pub fn board_seeds() -> Vec<Vec<u8>> {
    let mut texts = vec![
        "8 1 3/4 0 2/7 6 5".to_owned(),
        "[[8,1,3],[4,0,2],[7,6,5]]".to_owned(),
        "3\n 8  1  3\n 4     2\n 7  6  5\n".to_owned(),
        "2 3\n1 2 3\n4 0 5\n".to_owned(),
        "# a comment\n3\n1 2 3\n4 5 6\n7 8 _\n".to_owned(),
        "{\"tiles\":[1,2,3,0],\"rows\":2,\"cols\":2}".to_owned(),
        "1,2,3\n4,5,6\n7,8,0\n".to_owned(),
    ];
    texts.push(Board::goal(Size::new(11, 11).expect("a size")).to_string());
    texts.into_iter().map(String::into_bytes).collect()
}

/// Every entry of a list is a board or an error; the next line is read all the same.
pub fn list(bytes: &[u8]) {
    let Ok(text) = text_of_bytes(bytes) else {
        return;
    };
    let _ = list::is_list(&text);
    for entry in list::entries(&text).flatten() {
        assert_eq!(
            read_board(&slashes(&entry.board))
                .expect("its own text")
                .board,
            entry.board
        );
    }
}

pub fn list_seeds() -> Vec<Vec<u8>> {
    vec![
        b"korf 13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2 = 57\nsmall 1 2 3/4 0 5\n".to_vec(),
        b"1 14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3\n2 13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6\n"
            .to_vec(),
        b"# two boards\none 1 2 3 0\ntwo 1 0 3 2 = 1\n".to_vec(),
    ]
}

/// A replay is a board and its moves, as a link and as what the link holds.
pub fn link(bytes: &[u8]) {
    let Ok(text) = text_of_bytes(bytes) else {
        return;
    };
    let linked = Replay::linked(&format!("?r={text}")).expect("a link");
    for replay in [linked, Replay::from_json(&text)].into_iter().flatten() {
        if replay.moves.len() < 1000 {
            let again = Replay::linked(&Replay::link(&replay.board, &replay.moves));
            assert_eq!(again, Some(Ok(replay)), "{text:?}");
        }
    }
}

pub fn link_seeds() -> Vec<Vec<u8>> {
    [
        r#"["LULU",5000,"0 1 3/4 2 5/7 8 6",-1]"#,
        r#"["D2LU2R",8000,"",-1]"#,
        r#"[{},"eJzzMQrVCQqyNtQz1TGyNgZiIx1DADF4BGc=","Standard",3000,3,2,"",-1,"",false]"#,
        "eNqLVvIJ9QlV0jE1MDDQUTJQMFQw1jdRMFIw1TdXsFAwU9LRNYwFAIpwBxw%3D",
    ]
    .map(|seed| seed.as_bytes().to_vec())
    .to_vec()
}

/// Moves that are read are written and read back the same; those that can be made are replayed.
pub fn moves(bytes: &[u8]) {
    let Ok(text) = text_of_bytes(bytes) else {
        return;
    };
    let board = a_board();
    let Ok(read) = read_moves(&text, &board) else {
        return;
    };
    if replay(&board, &read.moves).is_ok() && read.moves.len() < 1000 {
        same_moves(&read.moves, &read.moves.to_string(), &board);
        let mut text = Vec::new();
        tile_moves(&mut text, &board, &read.moves).expect("moves that can be made");
        same_moves(&read.moves, &String::from_utf8_lossy(&text), &board);
        let mut text = Vec::new();
        transcript(&mut text, "", &board, &read.moves).expect("moves that can be made");
        same_moves(&read.moves, &String::from_utf8_lossy(&text), &board);
    }
}

fn same_moves(moves: &Moves, text: &str, board: &Board) {
    let again = read_moves(text, board).unwrap_or_else(|error| panic!("{text:?}: {error}"));
    assert_eq!(again.moves, *moves, "{text:?}");
}

pub fn moves_seeds() -> Vec<Vec<u8>> {
    vec![
        b"R2U2LD".to_vec(),
        b"left, up, right 2".to_vec(),
        b"2 L\n5 U\n".to_vec(),
        b"Minimum number of moves = 1\n3\n 8  1  3 \n 4  0  2 \n 7  6  5 \n3\n 8  1  3 \n 4  2  0 \n 7  6  5 \n".to_vec(),
        b"{\"directions\":\"LURD\"}".to_vec(),
    ]
}

/// What a student's program prints is an answer of some kind, in both metrics.
pub fn answer(bytes: &[u8]) {
    let text = noyes_answer::text_of_bytes(bytes.to_vec());
    let board = a_board();
    let goal = Board::goal(board.size());
    for metric in [Metric::Single, Metric::Multi] {
        let _ = Answer::read(&text, &board, &goal, metric);
    }
}

pub fn answer_seeds() -> Vec<Vec<u8>> {
    let mut seeds = moves_seeds();
    seeds.push(
        b"Reading board...\nsolved in 14 moves\n1 left\n2 up\nNo solution possible\n".to_vec(),
    );
    seeds
}

/// What options are given as: quantities, weights and contestants are understood or refused, and
/// what is written is read back the same.
pub fn option(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let _ = (
        quantity::duration(text),
        quantity::bytes(text),
        quantity::count(text),
    );
    if let Ok(size) = quantity::size(text) {
        assert_eq!(quantity::size(&size.to_string()), Ok(size));
    }
    if let Ok(weight) = text.parse::<Weight>() {
        assert_eq!(weight.to_string().parse(), Ok(weight), "{text:?}");
    }
    let _ = compare::parse(text).map(drop);
}

pub fn option_seeds() -> Vec<Vec<u8>> {
    let seeds = [
        "30s",
        "1.5h",
        "500MB",
        "1e6",
        "10M",
        "3x5",
        "4",
        "3/2",
        "1.25",
        "astar:manhattan:chain",
    ];
    seeds.map(|seed| seed.as_bytes().to_vec()).to_vec()
}
