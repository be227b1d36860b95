//! What the command writes to files: whole or not at all, and never over a board by mistake.

use std::fs;
use std::path::Path;

use crate::command::{command, noyes, noyes_in};

const BOARD: &str = "boards/puzzle04.txt";
const FOUR_AWAY: &str = "0 1 3/4 2 5/7 8 6";
const UNSOLVABLE: &str = "1 2 3/4 5 6/8 7 0";
const MOVES: &str = "1 L\n2 U\n5 L\n6 U\n";

/// The names of all files in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let items = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = items
        .map(|item| item.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[cfg(unix)]
#[test]
fn an_existing_file_keeps_its_mode() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let old = folder.path().join("old.txt");
    fs::write(&old, "old").unwrap();
    fs::set_permissions(&old, fs::Permissions::from_mode(0o640)).unwrap();
    let beside = folder.path().join("beside.txt");
    fs::write(&beside, "").unwrap();
    let new = folder.path().join("new.txt");
    for path in [&old, &new] {
        let run = noyes(&["solve", BOARD, path.to_str().unwrap()]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert_eq!(fs::read_to_string(path).unwrap(), MOVES);
    }
    assert_eq!(mode(&old), 0o640);
    assert_eq!(mode(&new), mode(&beside), "as the system makes files");
    assert_eq!(
        names(folder.path()),
        ["beside.txt", "new.txt", "old.txt"],
        "no temporary file is left"
    );
}

#[cfg(unix)]
#[test]
fn a_symbolic_link_stays_and_its_file_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir(&inner).unwrap();
    fs::write(inner.join("moves.txt"), "old").unwrap();
    let link = folder.path().join("link.txt");
    std::os::unix::fs::symlink("inner/moves.txt", &link).unwrap();
    let run = noyes(&["solve", BOARD, link.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(inner.join("moves.txt")).unwrap(), MOVES);
    assert_eq!(names(&inner), ["moves.txt"]);
    let dangling = folder.path().join("dangling.txt");
    std::os::unix::fs::symlink("nowhere/moves.txt", &dangling).unwrap();
    let run = noyes(&["solve", BOARD, dangling.to_str().unwrap()]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("link"), "{}", run.err);
}

#[test]
fn a_dash_is_standard_output() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("answers")).unwrap();
    for arguments in [
        &["solve", FOUR_AWAY][..],
        &["batch", FOUR_AWAY, "--format", "jsonl"],
        &["compare", FOUR_AWAY, "--algorithms", "bfs"],
        &["tree", FOUR_AWAY],
        &["render", FOUR_AWAY],
        &["grade", FOUR_AWAY, "--answers", "answers"],
    ] {
        let run = noyes_in(folder.path(), &[arguments, &["--output", "-"]].concat());
        assert!(run.code < 2, "{arguments:?}: {}", run.err);
        assert!(!run.out.is_empty(), "{arguments:?}");
    }
    let run = noyes_in(folder.path(), &["solve", FOUR_AWAY, "-"]);
    assert_eq!((run.code, run.out.as_str()), (0, MOVES), "{}", run.err);
    assert_eq!(names(folder.path()), ["answers"]);
}

#[cfg(target_os = "linux")]
#[test]
fn the_names_of_standard_output_replace_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("all.txt");
    let file = fs::File::create(&path).unwrap();
    for _ in 0..2 {
        let run = command()
            .args(["solve", FOUR_AWAY, "--format", "tiles"])
            .args(["--output", "/dev/stdout"])
            .stdout(file.try_clone().unwrap())
            .status();
        assert!(run.unwrap().success());
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), MOVES.repeat(2));
}

#[test]
fn a_folder_is_no_place_for_a_result() {
    let folder = tempfile::tempdir().unwrap();
    let run = noyes(&["solve", BOARD, folder.path().to_str().unwrap()]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("is a folder"), "{}", run.err);
}

#[cfg(unix)]
mod interrupted {
    use std::io::{BufRead, BufReader};
    use std::process::{Child, Command, Stdio};

    use super::*;

    /// The first of Korf's hundred: it takes hours with this heuristic.
    const HARD: &str = "13 6 8 12 15 14 0 10 11 7 4 5 9 1 3 2";

    /// A batch of a short and a long search that writes to `path`, in the midst of the long one.
    fn batch(path: &Path) -> Child {
        let mut child = command()
            .args(["batch", FOUR_AWAY, HARD, "--threads", "1"])
            .args(["--algorithm", "ida", "--heuristic", "hamming"])
            .args(["--format", "csv", "--progress", "json"])
            .arg("--output")
            .arg(path)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        while !(line.contains("\"progress\"") && line.contains("13 6 8 12/")) {
            line.clear();
            assert_ne!(log.read_line(&mut line).unwrap(), 0, "it ended by itself");
        }
        // The rest is read, so that the command never waits for a reader.
        std::thread::spawn(move || log.lines().count());
        child
    }

    fn signal(child: &Child, name: &str) {
        let id = child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status().unwrap();
        assert!(sent.success());
    }

    #[test]
    fn a_killed_command_leaves_the_old_content() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.csv");
        fs::write(&path, "old").unwrap();
        let mut child = batch(&path);
        signal(&child, "-KILL");
        child.wait().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[test]
    fn an_interrupted_command_leaves_no_temporary_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.csv");
        fs::write(&path, "old").unwrap();
        let mut child = batch(&path);
        // The second signal ends the command at once, unless the first has done so already.
        signal(&child, "-INT");
        signal(&child, "-INT");
        child.wait().unwrap();
        assert_eq!(names(folder.path()), ["rows.csv"]);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text == "old" || text.lines().count() == 3, "{text}");
    }
}

#[test]
fn an_unsolvable_board_leaves_no_old_answer_behind() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("moves.txt");
    fs::write(&out, MOVES).unwrap();
    let run = noyes(&["solve", UNSOLVABLE, out.to_str().unwrap()]);
    assert_eq!((run.code, run.out.as_str()), (1, "No solution possible\n"));
    assert_eq!(fs::read_to_string(&out).unwrap(), "No solution possible\n");
    let run = noyes(&["check", UNSOLVABLE, out.to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn moves_are_not_written_over_a_board() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("b.txt", "3\n 0  1  3\n 4  2  5\n 7  8  6\n"),
        ("list.txt", "one 1 2 3 0\ntwo 1 0 3 2\n"),
        ("rows.json", "[[1,2],[0,3]]"),
    ] {
        let second = folder.path().join(name);
        fs::write(&second, text).unwrap();
        let second = second.to_str().unwrap();
        let run = noyes(&["solve", BOARD, second]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{name}");
        assert!(run.err.contains("--force"), "{}", run.err);
        assert!(run.err.contains("noyes batch"), "{}", run.err);
        assert_eq!(fs::read_to_string(second).unwrap(), text);
        let run = noyes(&["solve", BOARD, second, "--force"]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert_eq!(fs::read_to_string(second).unwrap(), MOVES);
        // Moves may be written over moves.
        let run = noyes(&["solve", BOARD, second]);
        assert_eq!(run.code, 0, "{}", run.err);
    }
}

#[test]
fn a_picture_has_the_ending_of_its_format() {
    let folder = tempfile::tempdir().unwrap();
    for (command, format, name, remedy) in [
        ("render", "strip", "x.png", ".svg"),
        ("render", "png", "x.svg", ".png"),
        ("render", "animated", "x.GIF", ".svg"),
        ("tree", "dot", "x.svg", ".dot"),
        ("tree", "svg", "x.txt", ".svg"),
    ] {
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        let run = noyes(&[command, FOUR_AWAY, "--format", format, "--output", path]);
        assert_eq!(run.code, 2, "{format} as {name}");
        assert!(run.err.contains(remedy), "{}", run.err);
    }
    assert!(names(folder.path()).is_empty());
    // An ending that says nothing does not contradict --format.
    let path = folder.path().join("x.part");
    let path = path.to_str().unwrap();
    let run = noyes(&["render", FOUR_AWAY, "--format", "png", "--output", path]);
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn a_checkpoint_is_written_over_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let essay = folder.path().join("essay.txt");
    fs::write(&essay, "not a checkpoint").unwrap();
    for path in [&*essay, folder.path()] {
        let run = noyes(&["solve", BOARD, "--checkpoint", path.to_str().unwrap()]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{}", run.err);
        assert!(run.err.contains("checkpoint"), "{}", run.err);
    }
    assert_eq!(fs::read_to_string(&essay).unwrap(), "not a checkpoint");
}
