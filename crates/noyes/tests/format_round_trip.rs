//! Whatever is written is read back the same: boards in every format, and moves in every format.

use noyes::format::{
    BoardFormat, MovesFormat, directions, json_rows, list, read_board, read_moves, slashes,
    tile_line, tile_moves, tile_positions, transcript,
};
use noyes::{Board, Direction, Moves, Size};
use proptest::prelude::*;

fn board_of(sides: impl Strategy<Value = (usize, usize)>) -> impl Strategy<Value = Board> {
    sides
        .prop_flat_map(|(rows, cols)| {
            let tiles: Vec<u32> = (0..(rows * cols) as u32).collect();
            (Just(cols), Just(tiles).prop_shuffle())
        })
        .prop_map(|(cols, tiles)| {
            let rows: Vec<&[u32]> = tiles.chunks(cols).collect();
            Board::new(&rows).unwrap()
        })
}

fn small() -> impl Strategy<Value = Board> {
    board_of((2usize..=12, 2usize..=12))
}

fn square() -> impl Strategy<Value = Board> {
    board_of((2usize..=12).prop_map(|side| (side, side)))
}

fn large() -> impl Strategy<Value = Board> {
    board_of(prop_oneof![
        Just((127, 127)),
        Just((2, 127)),
        Just((127, 2)),
        (13usize..=126, 13usize..=126),
    ])
}

/// Rows of cells, the blank written `blank` and every cell at least `width` wide.
fn rows(board: &Board, [gap, end]: [&str; 2], blank: &str, width: usize) -> String {
    let cell = |&tile: &u16| match tile {
        0 => format!("{blank:>width$}"),
        tile => format!("{tile:width$}"),
    };
    let row = |tiles: &[u16]| tiles.iter().map(cell).collect::<Vec<_>>().join(gap);
    let rows: Vec<String> = board.tiles().chunks(board.cols()).map(row).collect();
    rows.join(end) + end
}

/// The same below a size line.
fn sized(board: &Board, body: &str) -> String {
    match board.size().is_square() {
        true => format!("{}\n{body}", board.rows()),
        false => format!("{} {}\n{body}", board.rows(), board.cols()),
    }
}

fn without_trailing_spaces(text: &str) -> String {
    let line = |line: &str| format!("{}\n", line.trim_end());
    text.lines().map(line).collect()
}

fn course(board: &Board) -> BoardFormat {
    match board.size().is_square() {
        true => BoardFormat::Course,
        false => BoardFormat::CourseRect,
    }
}

fn check(text: &str, board: &Board, format: BoardFormat) -> Result<(), TestCaseError> {
    let reading = read_board(text).map_err(|error| TestCaseError::fail(error.to_string()))?;
    prop_assert_eq!(&reading.board, board);
    prop_assert_eq!(reading.format, format);
    let size = format!("a {} board; ", board.size());
    prop_assert!(reading.note.starts_with(&size));
    Ok(())
}

fn check_every_format(board: &Board) -> Result<(), TestCaseError> {
    let plain = |gap: &str, end: &str| rows(board, [gap, end], "0", 0);
    check(&board.to_string(), board, course(board))?;
    for body in [plain(" ", "\n"), plain("\n", "\n"), plain(" ", " ")] {
        check(&sized(board, &body), board, course(board))?;
        check(
            &sized(board, &body).replace('\n', " "),
            board,
            course(board),
        )?;
    }
    let width = board.size().tiles().to_string().len().max(2);
    let columns = sized(board, &rows(board, [" ", "\n"], "", width));
    check(&columns, board, BoardFormat::Columns)?;
    check(
        &without_trailing_spaces(&columns),
        board,
        BoardFormat::Columns,
    )?;
    for body in [plain(" ", "\n"), plain(",", "\r\n"), plain("\t", "\n\n")] {
        check(&body, board, BoardFormat::Rows)?;
    }
    check(&slashes(board), board, BoardFormat::Slashes)?;
    check(&plain(", ", " /\n"), board, BoardFormat::Slashes)?;
    check(&json_rows(board), board, BoardFormat::Json)?;
    check(&tile_positions(board), board, BoardFormat::Positions)?;
    let null = rows(board, [",", "],["], "null", 0);
    let null = format!("[[{}]]", null.trim_end_matches("],["));
    check(&null, board, BoardFormat::Json)?;

    let line = format!("name {} = 7", slashes(board));
    let entry = list::parse_line(&line, 1).unwrap().unwrap();
    prop_assert_eq!(&entry.board, board);
    prop_assert_eq!(entry.known, Some(7));
    Ok(())
}

/// Turns any choices into slides that can be made.
fn walk(board: &Board, choices: &[usize]) -> Moves {
    let (size, mut blank) = (board.size(), board.blank());
    let slide = |&choice: &usize| {
        let open: Vec<(Direction, usize)> = Direction::ALL
            .into_iter()
            .filter_map(|direction| Some((direction, size.source_cell(blank, direction)?)))
            .collect();
        let (direction, cell) = open[choice % open.len()];
        blank = cell;
        direction
    };
    choices.iter().map(slide).collect()
}

fn written(write: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> String {
    let mut bytes = Vec::new();
    write(&mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn check_moves(board: &Board, moves: &Moves) -> Result<(), TestCaseError> {
    let headline = format!("Minimum number of moves = {}", moves.len());
    let boards = written(|out| transcript(out, &headline, board, moves));
    let mut displayed = format!("{headline}\n{board}");
    let mut now = board.clone();
    for &direction in moves.iter() {
        now = now.slide(direction).unwrap();
        displayed += &now.to_string();
    }
    prop_assert_eq!(&boards, &displayed);

    let tiles = written(|out| tile_moves(out, board, moves));
    let letters = written(|out| directions(out, moves));
    for (text, format) in [
        (boards.replace(" \n", "\r\n\r\n"), MovesFormat::Transcript),
        (boards, MovesFormat::Transcript),
        (
            tiles.replace([' ', 'U', 'D', 'L', 'R'], ""),
            MovesFormat::Tiles,
        ),
        (tiles, MovesFormat::Tiles),
        (letters.to_lowercase(), MovesFormat::Directions),
        (letters, MovesFormat::Directions),
    ] {
        let read = read_moves(&text, board);
        prop_assert_eq!(read.as_ref().map(|read| &read.moves), Ok(moves));
        // No moves leave nothing to tell letters and tiles apart by.
        if !text.is_empty() {
            prop_assert_eq!(read.map(|read| read.format), Ok(format));
        }
    }
    Ok(())
}

/// What every message keeps to, whatever the text.
fn check_message(error: Option<noyes::format::ReadError>) -> Result<(), TestCaseError> {
    let message = error.map(|error| error.to_string()).unwrap_or_default();
    prop_assert!(!message.contains(char::is_control), "{}", message);
    prop_assert!(message.chars().count() < 450, "{}", message);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn boards(board in small()) {
        check_every_format(&board)?;
    }

    #[test]
    fn lists_of_tiles_are_square_boards(board in square()) {
        let line = tile_line(&board);
        check(&line, &board, BoardFormat::Line)?;
        check(&line.replace(' ', ","), &board, BoardFormat::Line)?;
        check(&format!("[{}]", line.replace(' ', ", ")), &board, BoardFormat::Json)?;
    }

    #[test]
    fn any_sign_for_the_blank(board in small(), sign in "[_.xX]") {
        let text = rows(&board, [" ", "\n"], &sign, 0);
        check(&text, &board, BoardFormat::Rows)?;
        check(&sized(&board, &text), &board, course(&board))?;
    }

    #[test]
    fn moves(board in small(), choices in prop::collection::vec(0usize..12, 0..60)) {
        check_moves(&board, &walk(&board, &choices))?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn arbitrary_text_never_panics(
        text in prop_oneof![
            "\\PC{0,80}",
            "[-0-9 ,/x_.=#\\[\\]\n\t]{0,80}",
            "[0-9]( [0-9]|\n ?[0-9]){0,12}",
            "[ULDRuldr0-9 \n]{0,40}",
        ],
    ) {
        let board = Board::goal(Size::new(3, 3).unwrap());
        check_message(read_board(&text).err())?;
        check_message(read_moves(&text, &board).err())?;
        for entry in list::entries(&text) {
            check_message(entry.err())?;
        }
        list::is_list(&text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn large_boards(board in large()) {
        check_every_format(&board)?;
    }

    #[test]
    fn moves_on_large_boards(board in large(), choices in prop::collection::vec(0usize..12, 0..12)) {
        check_moves(&board, &walk(&board, &choices))?;
    }
}
