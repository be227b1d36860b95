//! Bad board texts, each with what its message must say.

use noyes::format::{read_board, read_board_bytes};

/// A name for the kind, the text, and what its message must contain.
type Bad = (&'static str, &'static str, &'static [&'static str]);

const NOTHING: &[Bad] = &[
    ("empty", "", &["no board in the text", "1 2 3/4 5 6/7 8 0"]),
    ("spaces", " \n\t\r\n  ", &["no board in the text"]),
    (
        "only comments",
        "# a\n  # b",
        &["nothing but spaces and comments"],
    ),
    (
        "only a byte order mark",
        "\u{feff}",
        &["no board in the text"],
    ),
    ("only commas", ",,,\n,", &["no board in the text"]),
];

const SIZES: &[Bad] = &[
    (
        "size 0",
        "0\n",
        &["line 1, column 1", "from 2 to 127", "“0”"],
    ),
    (
        "size 1",
        "1\n0\n",
        &["line 1, column 1", "from 2 to 127", "“1”"],
    ),
    (
        "size 128",
        "# c\n 128\n1 2 3",
        &["line 2, column 2", "from 2 to 127", "“128”"],
    ),
    (
        "size 1000000",
        "1000000\n1 2\n3 0",
        &["line 1, column 1", "from 2 to 127"],
    ),
    (
        "size beyond u32",
        "99999999999999999999999\n1 2\n3 0",
        &[
            "line 1, column 1",
            "from 2 to 127",
            "“99999999999999999999…”",
        ],
    ),
    (
        "columns 1",
        "3 1\n1\n2\n0",
        &["line 1, column 3", "from 2 to 127", "“1”"],
    ),
    (
        "rows 200",
        "200 2\n1 2 3\n4",
        &["line 1, column 1", "“200”", "rows and of columns"],
    ),
    (
        "one row",
        "1 2 0/",
        &["line 1, column 1", "1×3 board is too small"],
    ),
    ("one JSON cell", "[[0]]", &["1×1 board is too small"]),
    (
        "negative size",
        "-3\n1 2\n3 0",
        &["line 1, column 1", "“-3”", "numbered from 1"],
    ),
];

const COUNTS: &[Bad] = &[
    (
        "size alone",
        "3\n",
        &[
            "line 1, column 1",
            "9 tiles for a 3×3 board",
            "after 0",
            "line 1",
        ],
    ),
    (
        "a tile missing at the end",
        "3\n1 2 3\n4 5 6\n7 0",
        &[
            "line 4, column 1",
            "3 tiles in row 3",
            "found 2",
            "complete the row",
        ],
    ),
    (
        "a tile missing in the middle",
        "3\n1 2 3\n4 0\n7 8 6",
        &[
            "line 3, column 1",
            "3 tiles in row 2 of a 3×3 board",
            "found 2",
        ],
    ),
    (
        "a row missing",
        "3\n1 2 3\n4 5 0\n",
        &[
            "line 3, column 5",
            "9 tiles for a 3×3 board",
            "the end of the text after 6",
        ],
    ),
    (
        "the wrong size",
        "4\n1 2 3\n4 5 6\n7 8 0",
        &[
            "line 2, column 1",
            "4 tiles in row 1",
            "found 3",
            "correct the size on line 1",
        ],
    ),
    (
        "a tile too many",
        "2\n1 2\n3 0\n4",
        &[
            "line 4, column 1",
            "after the 4 cells of a 2×2 board",
            "“4”",
            "remove what follows",
        ],
    ),
    (
        "a row too many",
        "2 3\n1 2 3\n4 5 0\n6 7 8",
        &[
            "line 4, column 1",
            "after the 6 cells of a 2×3 board",
            "“6”",
        ],
    ),
    (
        "a row too long",
        "3\n1 2 3 9\n4 5 6\n7 8 0\n",
        &["line 4, column 5", "after the 9 cells", "“0”"],
    ),
    (
        "junk behind the board",
        "2\n1 2\n3 0\nbye",
        &["line 4, column 1", "“bye”", "behind #"],
    ),
    (
        "a list that is no square",
        "1 2 3 4 5 0",
        &[
            "line 1, column 1",
            "square number of tiles",
            "found 6",
            "split the rows with /",
        ],
    ),
    (
        "one blank alone",
        "x",
        &["line 1, column 1", "square number of tiles", "found 1"],
    ),
    (
        "uneven lines",
        "1 2 3\n4 5 6 7\n8 0 9",
        &["line 2, column 1", "row 2 has 4 where row 1 has 3 tiles"],
    ),
    (
        "uneven slashes",
        "1 2 3/4 5/6 7 0",
        &["line 1, column 7", "row 2 has 2 where row 1 has 3 tiles"],
    ),
    (
        "an empty row",
        "1 2//3 0",
        &["line 1, column 5", "the tiles of row 2", "“/”"],
    ),
    (
        "a leading slash",
        "/1 2/3 0",
        &["line 1, column 1", "the tiles of row 1", "“/”"],
    ),
    (
        "only a slash",
        "/",
        &["line 1, column 1", "the tiles of row 1"],
    ),
];

const TILES: &[Bad] = &[
    (
        "a tile twice",
        "3\n1 2 3\n4 5 5\n7 8 0",
        &[
            "line 3, column 5",
            "tile 5 appears twice",
            "tile 6 is missing",
        ],
    ),
    (
        "two blanks",
        "3\n1 2 3\n4 0 6\n7 8 0\n",
        &["line 4, column 5", "two blanks", "tile 5 is missing"],
    ),
    (
        "two signs for blanks",
        "1 _ 3/4 5 6/7 8 x",
        &["line 1, column 17", "two blanks"],
    ),
    (
        "no blank",
        "3\n1 2 3\n4 5 6\n7 8 9\n",
        &[
            "line 4, column 5",
            "there is no blank",
            "write the blank as 0",
        ],
    ),
    (
        "a tile out of range",
        "3\n1 2 3\n4 5 6\n7 80 0\n",
        &[
            "line 4, column 3",
            "tile 80",
            "out of range",
            "the tiles 1 to 8",
        ],
    ),
    (
        "a tile beyond any board",
        "1 2\n16129 0",
        &["line 2, column 1", "at most 16128", "“16129”"],
    ),
    (
        "a tile beyond u32",
        "1 2\n4294967296 0",
        &[
            "line 2, column 1",
            "at most 16128",
            "“4294967296”",
            "space is missing",
        ],
    ),
    (
        "a negative tile",
        "1 -2/3 0",
        &["line 1, column 3", "“-2”", "numbered from 1"],
    ),
    (
        "a fraction",
        "1 2.5/3 0",
        &["line 1, column 3", "“2.5”", "whole numbers"],
    ),
    (
        "a letter",
        "3\n1 2 3\n4 b 6\n7 8 0",
        &["line 3, column 3", "a tile's number", "“b”"],
    ),
    ("words", "hello world", &["line 1, column 1", "“hello”"]),
    ("a sum", "1+2 3/4 0", &["line 1, column 1", "“1+2”"]),
    (
        "signs run together",
        "1 2/3 xx",
        &["line 1, column 7", "“xx”"],
    ),
    ("other digits", "١ ٢/٣ ٠", &["line 1, column 1", "“١”"]),
    (
        "quotes",
        "\"1 2/3 0\"",
        &["line 1, column 1", "without quotes"],
    ),
    (
        "control characters",
        "1 2/\u{1b}[31m 0",
        &["line 1, column 5", "“\\u{1b}[31m”"],
    ),
    (
        "a zero byte",
        "1 2\n3 \0",
        &["line 2, column 3", "expected text", "zero byte", "UTF-8"],
    ),
    (
        "columns that show no blank",
        "3\n1 2 3\n 4 5\n7 8 6\n",
        &[
            "line 3, column 2",
            "3 tiles in row 2",
            "found 2",
            "write the blank as 0",
        ],
    ),
    (
        "columns with a tile twice",
        "3\n 1  2  3\n 4     5\n 7  7  8\n",
        &[
            "line 4, column 5",
            "tile 7 appears twice",
            "tile 6 is missing",
        ],
    ),
    (
        "two rows with an empty place",
        "3\n 1  2  3\n 4     5\n 7     8\n",
        &["line 3, column 2", "3 tiles in row 2", "found 2"],
    ),
];

const JSON: &[Bad] = &[
    (
        "an empty list",
        "[]",
        &["line 1, column 2", "square number", "found 0"],
    ),
    (
        "a flat list that is no square",
        "[1,2,3,4,0]",
        &["found 5", "[[1,2,3],[4,5,0]]"],
    ),
    ("empty rows", "[[],[]]", &["2×0 board is too small"]),
    (
        "uneven rows",
        "[[1,2],\n [3]]",
        &["line 2, column 3", "row 2 has 1 where row 1 has 2 tiles"],
    ),
    (
        "a string",
        "[[\"1\",2],[3,0]]",
        &["line 1, column 3", "whole number or null", "quotes"],
    ),
    (
        "a float",
        "[[1.0,2],[3,0]]",
        &["line 1, column 3", "whole number or null", "“1.0”"],
    ),
    (
        "an exponent",
        "[[1e0,2],[3,0]]",
        &["line 1, column 3", "“1e0”"],
    ),
    (
        "a negative number",
        "[[-1,2],[3,0]]",
        &["line 1, column 3", "“-1”", "numbered from 1"],
    ),
    (
        "a truth",
        "[[true,2],[3,0]]",
        &["line 1, column 3", "“true”"],
    ),
    (
        "an object",
        "{\"tiles\":[1,2,3,0]}",
        &["line 1, column 1", "expected [", "“{”"],
    ),
    (
        "objects in a list",
        "[{\"a\":1}]",
        &["line 1, column 2", "whole number or null", "“{”"],
    ),
    (
        "three levels",
        "[[[1,2],[3,0]]]",
        &["line 1, column 3", "whole number or null", "“[”"],
    ),
    ("mixed levels", "[1,[2,3],0]", &["line 1, column 4", "“[”"]),
    (
        "levels mixed late",
        "[[1,2],3,0]",
        &["line 1, column 8", "expected [", "“3”"],
    ),
    (
        "a comma too many",
        "[[1,2],[3,0,]]",
        &["line 1, column 13", "“]”"],
    ),
    (
        "a comma missing",
        "[[1,2][3,0]]",
        &["line 1, column 7", "a comma", "“[”"],
    ),
    (
        "unclosed",
        "[[1,2],\n[3,0]",
        &["line 2, column 6", "closing ]", "the end of the text"],
    ),
    (
        "text behind",
        "[[1,2],[3,0]] 4",
        &["line 1, column 15", "the end of the text", "“4”"],
    ),
    (
        "two nulls",
        "[[1,null],[null,2]]",
        &["line 1, column 12", "two blanks"],
    ),
    (
        "a number beyond u64",
        "[[99999999999999999999,2],[3,0]]",
        &["column 3", "16128"],
    ),
];

#[test]
fn every_kind_is_told_plainly() {
    let groups = [NOTHING, SIZES, COUNTS, TILES, JSON];
    let kinds: Vec<&Bad> = groups.into_iter().flatten().collect();
    assert!(kinds.len() >= 50);
    let mut wrong = Vec::new();
    for (kind, text, facts) in kinds {
        let error = match read_board(text) {
            Ok(reading) => {
                wrong.push(format!("{kind}: was read as {}", reading.note));
                continue;
            }
            Err(error) => error.to_string(),
        };
        let untold = facts.iter().filter(|fact| !error.contains(**fact));
        wrong.extend(untold.map(|fact| format!("{kind}: {fact:?} is not in: {error}")));
        let of_bytes = read_board_bytes(text.as_bytes()).unwrap_err();
        assert_eq!(of_bytes.to_string(), error, "{kind}");
        assert!(
            !error.contains('\n') && !error.ends_with('.'),
            "{kind}: {error}"
        );
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn bytes_that_are_no_text() {
    for (bytes, facts) in [
        (&b"3\n1 2 \xff"[..], ["line 2, column 5", "0xFF", "UTF-8"]),
        (
            b"\x89PNG\r\n\x1a\n\0\0",
            ["line 1, column 1", "0x89", "plain text"],
        ),
        (
            b"\x7fELF\x02\x01\x01\0\0",
            ["line 1, column 1", "zero byte", "plain text"],
        ),
        (
            b"\xff\xfe\x00\xd8\x00\xd8",
            ["line 1, column 1", "broken UTF-16", "UTF-8"],
        ),
    ] {
        let error = read_board_bytes(bytes).unwrap_err().to_string();
        for fact in facts {
            assert!(error.contains(fact), "{fact:?} is not in: {error}");
        }
    }
}
