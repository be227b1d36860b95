//! Names and texts of others: nothing in them reaches a terminal, a spreadsheet or a log raw.

use std::fs;

use crate::command::{Run, noyes};

/// Clears the screen, forges a line, and turns the direction of writing.
#[cfg(unix)]
const EVIL: &str = "a\x1b[2J\nforged line\r\u{9b}1m\u{202e}.txt";
const BOARD: &str = "3\n 0  1  3\n 4  2  5\n 7  8  6\n";

/// Nothing but lines of printable characters.
#[cfg(unix)]
#[track_caller]
fn is_clean(run: &Run) {
    for text in [&run.out, &run.err] {
        let is_raw = |c: char| c != '\n' && (c.is_control() || c == '\u{202e}');
        assert!(!text.contains(is_raw), "{text:?}");
        assert!(
            !text.lines().any(|line| line.starts_with("forged")),
            "{text:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn names_are_escaped_wherever_they_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards");
    let answers = folder.path().join("answers");
    let student = answers.join("anna\x1b[31m\nforged");
    for path in [&boards, &student] {
        fs::create_dir_all(path).unwrap();
    }
    fs::write(boards.join(EVIL), BOARD).unwrap();
    fs::write(student.join(EVIL), "LULU").unwrap();
    fs::write(student.join("stray\x1b[31m"), "LULU").unwrap();
    let boards = boards.to_str().unwrap();
    for arguments in [
        &["batch", boards][..],
        &["batch", boards, "--format", "csv"],
        &["batch", boards, "--format", "jsonl"],
        &["batch", boards, "--progress", "json"],
        &["batch", boards, "--goal", "1 2/3 0"],
        &["compare", boards, "--algorithms", "bfs"],
        &[
            "compare",
            boards,
            "--algorithms",
            "bfs",
            "--format",
            "markdown",
        ],
        &["compare", boards, "--algorithms", "bfs", "--format", "csv"],
        &["compare", boards, "--algorithms", "bfs", "--format", "json"],
        &["grade", boards, "--answers", answers.to_str().unwrap()],
        &[
            "grade",
            boards,
            "--answers",
            answers.to_str().unwrap(),
            "--format",
            "csv",
        ],
        &["solve", EVIL],
        &["solve", "boards/puzzle04.txt", EVIL, "--goal", EVIL],
        &["solve", "boards/puzzle04.txt", &format!("{EVIL}/moves")],
        &["solve", "boards/puzzle04.txt", "--resume", EVIL],
        &["check", "boards/puzzle04.txt", EVIL],
        &["batch", EVIL],
        &["batch", &format!("@{EVIL}")],
        &[EVIL],
        &["scramble", EVIL],
        &["play", EVIL],
    ] {
        is_clean(&noyes(arguments));
    }
    let svg = folder.path().join("chart.svg");
    let svg = svg.to_str().unwrap();
    is_clean(&noyes(&[
        "compare",
        boards,
        "--algorithms",
        "bfs",
        "--chart",
        svg,
    ]));
    assert!(!fs::read_to_string(svg).unwrap().contains('\x1b'));
}

#[test]
fn names_of_a_list_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list.txt");
    fs::write(&list, "a\u{1b}[2J 1 2 3 0\nb\u{7} 1 0 3 2\n").unwrap();
    let run = noyes(&["batch", list.to_str().unwrap()]);
    assert!(!run.out.contains(['\u{1b}', '\u{7}']), "{:?}", run.out);
    assert!(run.out.contains("a\\u{1b}[2J"), "{:?}", run.out);
}

#[test]
fn a_cell_is_no_formula() {
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards");
    fs::create_dir(&boards).unwrap();
    for name in ["=1+1.txt", "@sum.txt", "+1.txt", "-1+1.txt", "plain.txt"] {
        fs::write(boards.join(name), BOARD).unwrap();
    }
    let boards = boards.to_str().unwrap();
    let run = noyes(&["batch", boards, "--format", "csv"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let cells = run.out.lines().flat_map(|line| line.split(','));
    let bad = |cell: &str| {
        cell.trim_start_matches('"')
            .starts_with(['=', '+', '-', '@'])
    };
    assert_eq!(cells.filter(|cell| bad(cell)).count(), 0, "{}", run.out);
    for name in ["'=1+1.txt,3", "'@sum.txt,3", "\nplain.txt,3"] {
        assert!(run.out.contains(name), "{}", run.out);
    }
    let answers = folder.path().join("answers");
    fs::create_dir_all(answers.join("=cmd()")).unwrap();
    let answers = answers.to_str().unwrap();
    let board = "boards/puzzle04.txt";
    let run = noyes(&["grade", board, "--answers", answers, "--format", "csv"]);
    assert!(run.out.contains("\n'=cmd(),"), "{}", run.out);
}

#[test]
fn large_files_of_its_own_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let board = folder.path().join("board.txt");
    fs::write(&board, noyes(&["scramble", "127", "--seed", "1"]).out).unwrap();
    let moves = folder.path().join("moves.txt");
    let (board, moves) = (board.to_str().unwrap(), moves.to_str().unwrap());
    let run = noyes(&["solve", board, moves, "--algorithm", "construct"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(fs::metadata(moves).unwrap().len() > 8 << 20);
    let run = noyes(&["check", board, moves, "--time-limit", "10ms"]);
    assert_eq!(run.code, 0, "{}", run.err);
    // A long list, most of it remarks.
    let list = folder.path().join("list.txt");
    let remarks = "# nothing to solve on this line\n".repeat(300_000);
    fs::write(&list, format!("a 0 1 3 4 2 5 7 8 6\n{remarks}")).unwrap();
    let run = noyes(&["batch", list.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
}

#[cfg(unix)]
mod answers {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;
    use crate::command::command;

    /// What a command says that must end within half a minute.
    fn soon(command: &mut Command) -> Option<Run> {
        let command = command.stdin(Stdio::null());
        let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().ok()?;
        let began = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if began.elapsed() > Duration::from_secs(30) {
                child.kill().unwrap();
                panic!("it hangs");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(child.wait_with_output().unwrap().into())
    }

    fn grade(answers: &Path) -> Command {
        let mut grade = command();
        grade.args(["grade", "boards/puzzle04.txt", "--answers"]);
        grade.arg(answers);
        grade
    }

    #[test]
    fn a_pipe_or_a_device_is_skipped_with_a_message() {
        let folder = tempfile::tempdir().unwrap();
        for student in ["anna", "bob", "cy"] {
            fs::create_dir(folder.path().join(student)).unwrap();
        }
        let pipe = folder.path().join("anna/puzzle04.txt");
        let made = Command::new("mkfifo").arg(&pipe).status().unwrap();
        assert!(made.success());
        let device = folder.path().join("bob/puzzle04.txt");
        std::os::unix::fs::symlink("/dev/zero", device).unwrap();
        fs::write(folder.path().join("cy/puzzle04.txt"), "LULU").unwrap();
        let run = soon(&mut grade(folder.path())).unwrap();
        assert_eq!(run.code, 1, "{}", run.err);
        assert!(run.out.contains("cy    1 of 1 right"), "{}", run.out);
        for name in ["anna/puzzle04.txt", "bob/puzzle04.txt"] {
            assert!(run.err.contains(name), "{}", run.err);
        }
        assert!(run.err.contains("not a regular file"), "{}", run.err);
    }

    #[test]
    fn an_unreadable_folder_does_not_end_the_grading() {
        let folder = tempfile::tempdir().unwrap();
        let open = |mode| fs::Permissions::from_mode(mode);
        fs::set_permissions(folder.path(), open(0o755)).unwrap();
        for student in ["anna", "bob"] {
            let path = folder.path().join(student);
            fs::create_dir(&path).unwrap();
            fs::write(path.join("puzzle04.txt"), "LULU").unwrap();
        }
        let closed = folder.path().join("anna");
        fs::set_permissions(&closed, open(0)).unwrap();
        let mut grade = grade(folder.path());
        grade.args(["--time-limit", "2s"]);
        if fs::read_dir(&closed).is_ok() {
            // The superuser reads every folder: another user is asked.
            grade.uid(65534).env("NOYES_TABLES", "/nonexistent");
        }
        let run = soon(&mut grade);
        fs::set_permissions(&closed, open(0o755)).unwrap();
        let Some(run) = run else {
            println!("skipped: the command cannot be run as another user here");
            return;
        };
        assert_eq!(run.code, 1, "{}", run.err);
        assert!(run.out.contains("bob   1 of 1 right"), "{}", run.out);
        assert!(run.out.contains("anna  0 of 1 right"), "{}", run.out);
        assert!(run.err.contains("anna"), "{}", run.err);
        assert!(run.err.contains("cannot be read"), "{}", run.err);
    }
}
