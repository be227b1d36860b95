//! A class of 60 students and 20 boards, as real ones hand in: every verdict is known.
//!
//! The class is made here, without chance: the kind of an answer and the way its file is named
//! follow from the numbers of student and board.

use std::fs;
use std::path::Path;

use noyes::format::{tile_moves, transcript};
use noyes::verify::verify;
use noyes::{Board, Direction, Goal, Instance, Moves};

use crate::command::{Run, noyes};

const STUDENTS: usize = 60;
const BOARDS: usize = 20;
/// Boards that cannot be solved.
const UNSOLVABLE: [usize; 2] = [6, 13];

/// A board and what answers are made of.
struct Question {
    name: String,
    board: Board,
    /// A shortest solution; none if there is no solution.
    moves: Option<Moves>,
}

/// An answer, and the verdict and line it must get; none if nothing is handed in.
struct Handed {
    bytes: Option<Vec<u8>>,
    verdict: &'static str,
    line: Option<usize>,
}

fn handed(text: impl Into<Vec<u8>>, verdict: &'static str) -> Handed {
    Handed {
        bytes: Some(text.into()),
        verdict,
        line: None,
    }
}

fn questions() -> Vec<Question> {
    let mut state = 17u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) as usize % below
    };
    let question = |number: usize| {
        let size = noyes::Size::new(3, 3 + usize::from(number % 5 == 4)).unwrap();
        let mut board = Board::goal(size);
        for _ in 0..60 {
            let ways = Direction::ALL
                .into_iter()
                .filter_map(|way| board.slide(way));
            let ways: Vec<Board> = ways.collect();
            board = ways[random(ways.len())].clone();
        }
        let name = format!("board{number:02}");
        if UNSOLVABLE.contains(&number) {
            let (board, moves) = (board.twin(), None);
            return Question { name, board, moves };
        }
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let moves = noyes::solve(&instance).unwrap().moves().cloned();
        assert!(moves.as_ref().is_some_and(|moves| moves.len() >= 4));
        Question { name, board, moves }
    };
    (0..BOARDS).map(question).collect()
}

fn boards(board: &Board, moves: &Moves) -> String {
    let mut text = Vec::new();
    transcript(&mut text, "", board, moves).unwrap();
    String::from_utf8(text).unwrap()
}

fn tiles(board: &Board, moves: &Moves) -> String {
    let mut text = Vec::new();
    tile_moves(&mut text, board, moves).unwrap();
    String::from_utf8(text).unwrap()
}

fn words(way: Direction) -> &'static str {
    match way {
        Direction::Up => "up",
        Direction::Down => "down",
        Direction::Left => "left",
        Direction::Right => "right",
    }
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

const JAVA_TRACE: &str = "Exception in thread \"main\" java.lang.NullPointerException: board\n\
     \tat Board.manhattan(Board.java:57)\n\tat Solver.main(Solver.java:31)\n";
const PYTHON_TRACE: &str = "Traceback (most recent call last):\n  File \"solver.py\", line 9, in <module>\n    main()\nIndexError: list index out of range\n";

/// What a student hands in for a board that can be solved.
fn answer(kind: usize, board: &Board, moves: &Moves) -> Handed {
    let goal = Board::goal(board.size());
    let all = boards(board, moves);
    let count = moves.len();
    let claim = format!("Minimum number of moves = {count}\n");
    let lines = |moves: &Moves| -> String {
        let each = moves.iter().map(|&way| format!("{}\n", words(way)));
        each.collect()
    };
    let turned: Moves = moves.iter().map(|way| way.opposite()).collect();
    let rows = board.rows() + 1;
    match kind {
        // As the course's client prints it, and with other prints around it.
        0 => handed(format!("{claim}{all}"), "right"),
        1 => handed(
            format!("Reading file board.txt…\nSolving...\n{all}{claim}Time: 0.031 s\nDone\n"),
            "right",
        ),
        2 => {
            let spaced = all.replace("\n3", "\n\n\n3").replace("  ", "     ");
            handed(
                format!("Loaded.\n{spaced}\n\n{claim}").replace('\n', "\r\n"),
                "right",
            )
        }
        // As editors and terminals save it.
        3 => handed(format!("\u{feff}{claim}{all}"), "right"),
        4 => {
            let text = format!("\u{feff}{claim}{all}").replace('\n', "\r\n");
            handed(utf16(&text, u16::to_le_bytes), "right")
        }
        5 => handed(
            utf16(&format!("\u{feff}{claim}{all}"), u16::to_be_bytes),
            "right",
        ),
        // An old Macintosh ends lines with a carriage return.
        6 => {
            let lines = all.replace('\n', "\r");
            let head = b"Gr\xf6\xdfe: 3\r".as_slice();
            handed([head, lines.as_bytes()].concat(), "right")
        }
        // Directions and tiles.
        7 => handed(format!("Solution:\n{}", lines(moves)), "right"),
        8 => handed(tiles(board, moves), "right"),
        9 => {
            let moved = tiles(board, moves);
            let each = moved.lines().map(|line| {
                let (tile, letter) = line.split_once(' ').unwrap();
                let way = Direction::from_letter(letter.chars().next().unwrap()).unwrap();
                format!("move {tile} {}\n", words(way).to_uppercase())
            });
            handed(each.collect::<String>() + "Done in 3 ms\n", "right")
        }
        10 => handed(
            format!("{claim}{}", lines(moves).replace('\n', " ")),
            "right",
        ),
        11 => {
            let each = (1..).zip(moves.iter());
            let each = each.map(|(number, &way)| format!("{number}. {}\n", words(way)));
            handed(each.collect::<String>(), "right")
        }
        12 => {
            assert!(verify(board, &goal, &turned).is_err());
            handed(lines(&turned), "reversed")
        }
        // Longer than needed: a slide and back.
        13 => {
            let mut longer = vec![moves[0], moves[0].opposite()];
            longer.extend(moves.iter());
            handed(
                format!("Hello\n{}Bye\n", boards(board, &longer.into())),
                "not minimal",
            )
        }
        // One board short of the goal.
        14 => {
            let short: Moves = moves[..count - 1].iter().copied().collect();
            handed(format!("Start\n{}", boards(board, &short)), "wrong")
        }
        15 => Handed {
            line: Some(1),
            ..handed(
                format!("Minimum number of moves = {}\n{all}", count + 2),
                "wrong",
            )
        },
        16 => Handed {
            line: Some(1),
            ..handed("No solution possible\n", "wrong")
        },
        // A tile twice in the second row of the second board.
        17 => {
            let broken: Vec<String> = all.lines().map(str::to_owned).collect();
            let line = rows + 2;
            let mut broken = broken;
            let first = broken[line].split_whitespace().next().unwrap().to_owned();
            broken[line] = format!("{first} ").repeat(board.cols());
            Handed {
                line: Some(line + 1 + 1),
                ..handed(format!("Go\n{}\n", broken.join("\n")), "invalid")
            }
        }
        // The second board is left out.
        18 => {
            let rest: Vec<&str> = all.lines().collect();
            let skipped = [&rest[..rows], &rest[2 * rows..]].concat().join("\n");
            Handed {
                // The first row of what should be the second board, behind a line and its size.
                line: Some(rows + 3),
                ..handed(format!("Go\n{skipped}\n"), "invalid")
            }
        }
        19 => handed("I could not finish this one, sorry.\n", "invalid"),
        20 => handed(JAVA_TRACE, "crashed"),
        21 => {
            let half: String = all
                .lines()
                .take(2 * rows)
                .map(|line| format!("{line}\n"))
                .collect();
            handed(format!("{half}{PYTHON_TRACE}"), "crashed")
        }
        22 => handed(
            "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n",
            "out of memory",
        ),
        23 => handed("TIMEOUT\n", "timed out"),
        24 => handed(
            "Reading…\nrun.sh: line 4:  4711 Killed                  java Solver\n",
            "timed out",
        ),
        25 => handed("", "empty"),
        26 => handed("\r\n \r\n", "empty"),
        _ => Handed {
            bytes: None,
            verdict: "missing",
            line: None,
        },
    }
}

const KINDS: usize = 28;

/// What a student hands in for a board that cannot be solved.
fn unsolvable(kind: usize, board: &Board) -> Handed {
    match kind {
        0..=9 => handed("No solution possible\n", "right"),
        10..=12 => handed("Reading…\nUnsolvable puzzle!\n", "right"),
        13 => handed("Minimum number of moves = -1\n", "right"),
        14 => handed(format!("{board}\nis not solvable"), "right"),
        15..=18 => handed("LULU\n", "wrong"),
        19 => handed(format!("{board}"), "wrong"),
        20 => handed(JAVA_TRACE, "crashed"),
        // The name of a file claims nothing.
        21 => handed(
            format!("Reading file board-unsolvable.txt…\n{JAVA_TRACE}"),
            "crashed",
        ),
        22 => handed("boards/unsolvable.txt:\nKilled\n", "timed out"),
        23..=24 => handed("Killed\n", "timed out"),
        25..=26 => handed("", "empty"),
        _ => Handed {
            bytes: None,
            verdict: "missing",
            line: None,
        },
    }
}

/// Where a student puts the answer to a board.
fn path(student: usize, board: &str) -> String {
    let name = format!("s{student:02}");
    match student % 4 {
        0 => format!("{name}/{board}.txt"),
        1 => format!("{name}-{board}.txt"),
        2 => format!("{board}_{name}.out"),
        _ => format!("{board}/{name}.txt"),
    }
}

/// Makes the class in a folder, and tells what each answer must get.
fn class(folder: &Path) -> Vec<(String, String, Handed)> {
    let mut expected = Vec::new();
    let put = |path: String, bytes: &[u8]| {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    };
    for (number, question) in questions().into_iter().enumerate() {
        let Question { name, board, moves } = question;
        put(format!("boards/{name}.txt"), board.to_string().as_bytes());
        for student in 0..STUDENTS {
            // Good students have mostly right answers.
            let kind = (student * 11 + number * 5) % KINDS;
            let kind = if student % 3 == 0 && kind > 13 {
                kind % 12
            } else {
                kind
            };
            let handed = match &moves {
                Some(moves) => answer(kind, &board, moves),
                None => unsolvable(kind, &board),
            };
            if let Some(bytes) = &handed.bytes {
                put(format!("answers/{}", path(student, &name)), bytes);
            }
            expected.push((format!("s{student:02}"), format!("{name}.txt"), handed));
        }
    }
    expected.sort_by(|a, b| (&a.0, &a.1).cmp(&(&b.0, &b.1)));
    expected
}

fn grade(folder: &Path, more: &[&str]) -> Run {
    let (boards, answers) = (folder.join("boards"), folder.join("answers"));
    let mut arguments = vec!["grade", boards.to_str().unwrap()];
    arguments.extend(["--answers", answers.to_str().unwrap(), "--quiet"]);
    arguments.extend(more);
    let run = noyes(&arguments);
    assert_eq!(run.code, 1, "{}", run.err);
    run
}

#[test]
fn every_verdict_is_right() {
    let folder = tempfile::tempdir().unwrap();
    let expected = class(folder.path());
    let feedback = folder.path().join("feedback");
    let points = "right=2,not-minimal=1,reversed=0.5";
    let more = [
        "--format",
        "csv",
        "--points",
        points,
        "--feedback",
        feedback.to_str().unwrap(),
    ];
    let run = grade(folder.path(), &more);
    let rows: Vec<&str> = run.out.lines().skip(1).collect();
    assert_eq!((rows.len(), run.err.as_str()), (STUDENTS * BOARDS, ""));
    for (row, (student, board, handed)) in rows.iter().zip(&expected) {
        let start = format!("{student},{board},{},", handed.verdict);
        assert!(row.starts_with(&start), "{row}: expected {start}");
        if let Some(line) = handed.line {
            let found: Vec<&str> = row.split(',').collect();
            assert_eq!(found[8], line.to_string(), "{row}");
        }
    }
    let kinds: std::collections::HashSet<&str> = expected.iter().map(|one| one.2.verdict).collect();
    assert_eq!(kinds.len(), 10, "{kinds:?}");
    // A text and a csv for each student, and nothing left over.
    let files = fs::read_dir(&feedback).unwrap().count();
    assert_eq!(files, 2 * STUDENTS);
    let letter = fs::read_to_string(feedback.join("s13.txt")).unwrap();
    assert!(letter.starts_with("s13: "), "{letter}");
    assert!(letter.contains(" of 40\n"), "{letter}");
    let own = fs::read_to_string(feedback.join("s13.csv")).unwrap();
    assert_eq!(own.lines().count(), 1 + BOARDS);

    let matrix = grade(folder.path(), &["--matrix"]).out;
    assert!(matrix.lines().count() > STUDENTS, "{matrix}");
    assert!(
        matrix.contains("+ right") && matrix.contains("T timed out"),
        "{matrix}"
    );
    let summary = grade(folder.path(), &["--summary"]).out;
    assert!(summary.starts_with("60 students, 20 boards: "), "{summary}");
    // KEEP_CLASS names a folder for the pictures, for people who want to see them.
    let kept = std::env::var_os("KEEP_CLASS").map(std::path::PathBuf::from);
    let pictures = kept.unwrap_or_else(|| folder.path().to_owned());
    for (name, theme) in [
        ("light.svg", "light"),
        ("light.png", "light"),
        ("dark.png", "dark"),
    ] {
        let path = pictures.join(name);
        grade(
            folder.path(),
            &[
                "--matrix",
                "--theme",
                theme,
                "--output",
                path.to_str().unwrap(),
            ],
        );
        assert!(fs::metadata(&path).unwrap().len() > 10_000, "{name}");
    }
    let rows = grade(folder.path(), &["--matrix", "--format", "csv"]).out;
    assert_eq!(rows.lines().count(), 1 + STUDENTS);
}
