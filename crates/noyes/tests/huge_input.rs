//! However long the text, reading ends, and the message stays short. A reader that takes more than
//! linear time would not end here: the square of ten megabytes is days.

use noyes::format::{list, read_board, read_moves};

#[test]
fn ten_megabytes_of_anything_end_in_a_short_message() {
    const SIZE: usize = 10_000_000;
    let board = read_board("1 2 3/4 5 6/7 8 0").unwrap().board;
    let longer = |piece: &str| piece.repeat(SIZE / piece.len());
    for text in [
        longer("a"),
        longer("lorem ipsum "),
        longer("7"),
        longer("7 "),
        longer("7\n"),
        longer("0 1 2 3 4 5 6 7 8\n"),
        longer("/"),
        longer("1/"),
        longer("["),
        longer("[],"),
        format!("[{}", longer("1,")),
        format!("[{}", longer("[1,2],")),
        longer("\n"),
        longer("#\n"),
        longer(" "),
        longer("é"),
        longer("\""),
        longer("U9"),
        format!("3\n{}", longer("1 2 3\n")),
        format!("1 2 3 4\n5 6 7 8 0 {}", longer("\t")),
        format!("{}\n{}", "1 ".repeat(8000), "1 ".repeat(7999)),
    ] {
        let shown: String = text.chars().take(12).collect();
        let mut messages = Vec::new();
        messages.extend(read_board(&text).err().map(|error| error.to_string()));
        messages.extend(
            read_moves(&text, &board)
                .err()
                .map(|error| error.to_string()),
        );
        let entry = list::entries(&text).find_map(Result::err);
        messages.extend(entry.map(|error| error.to_string()));
        list::is_list(&text);
        for message in messages {
            assert!(message.chars().count() < 400, "{shown:?}: {message}");
        }
    }
}
