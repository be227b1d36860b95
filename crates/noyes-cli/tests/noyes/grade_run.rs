//! `noyes grade --run`: students' programs.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use crate::command::{Run, command, noyes, noyes_that_ends, output_in_time};

const BOARD: &str = "boards/puzzle04.txt";

/// Makes a folder with a folder for each student, from paths and texts.
fn class(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join("class").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn arguments(folder: &Path, boards: &[&str], run: &str, more: &[&str]) -> Vec<String> {
    let class = folder.join("class");
    let mut all = vec!["grade".to_owned()];
    all.extend(boards.iter().map(|board| (*board).to_owned()));
    all.extend(["--answers", class.to_str().unwrap(), "--run", run].map(str::to_owned));
    all.extend(["--format", "csv"].map(str::to_owned));
    all.extend(more.iter().map(|one| (*one).to_owned()));
    all
}

fn graded(folder: &Path, boards: &[&str], run: &str, more: &[&str]) -> Run {
    let all = arguments(folder, boards, run, more);
    noyes_that_ends(&all.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The verdicts of the rows of csv.
fn verdicts(run: &Run) -> Vec<(String, String)> {
    let rows = run.out.lines().skip(1);
    rows.map(|row| {
        let mut cells = row.split(',').map(str::to_owned);
        (cells.next().unwrap(), cells.nth(1).unwrap())
    })
    .collect()
}

/// Whether a process is there and not only waiting to be reaped.
fn is_alive(id: &str) -> bool {
    fs::read_to_string(format!("/proc/{}/stat", id.trim())).is_ok_and(|stat| {
        !stat
            .rsplit(')')
            .next()
            .unwrap_or("")
            .trim()
            .starts_with('Z')
    })
}

/// Waits for what happens soon; it is the test that fails, not the clock.
fn eventually(is_so: impl Fn() -> bool) -> bool {
    (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        is_so()
    })
}

#[test]
fn every_end_of_a_program_has_its_verdict() {
    let folder = class(&[
        ("anna/run.sh", "cat > /dev/null; echo LULU"),
        ("bob/run.sh", "echo LLRULU"),
        (
            "cy/run.sh",
            "echo 'java.lang.NullPointerException: x' >&2; exit 1",
        ),
        ("dora/run.sh", "exit 3"),
        ("ed/run.sh", "true"),
        ("fay/run.sh", "kill -9 $$"),
        ("gus/run.sh", "yes LULU"),
        (
            "hal/run.sh",
            "i=0; x=; while [ $i -lt 600 ]; do x=$x$(printf %01000000d 0); i=$((i+1)); done; echo LULU",
        ),
    ]);
    let limits = [
        "--memory-limit",
        "60MB",
        "--time-limit",
        "5m",
        "--threads",
        "2",
    ];
    let run = graded(folder.path(), &[BOARD], "sh run.sh", &limits);
    assert_eq!(run.code, 1, "{}", run.err);
    let wanted = [
        ("anna", "right"),
        ("bob", "not minimal"),
        ("cy", "crashed"),
        ("dora", "crashed"),
        ("ed", "empty"),
        ("fay", "crashed"),
        ("gus", "invalid"),
        ("hal", "out of memory"),
    ];
    let wanted: Vec<_> = wanted.map(|(a, b)| (a.to_owned(), b.to_owned())).into();
    // Memory is told on Linux only.
    assert_eq!(verdicts(&run), wanted, "{}{}", run.out, run.err);
    assert!(
        run.err.contains("8 runs made, 0 were there already"),
        "{}",
        run.err
    );
    // Nothing is run twice; what has failed keeps its verdict.
    for student in ["anna", "cy", "gus"] {
        fs::remove_file(folder.path().join("class").join(student).join("run.sh")).unwrap();
    }
    let again = graded(folder.path(), &[BOARD], "sh run.sh", &limits);
    assert_eq!(verdicts(&again), wanted, "{}", again.out);
    assert!(
        again.err.contains("0 runs made, 8 were there already"),
        "{}",
        again.err
    );
    // The results are answers that can be graded by themselves.
    let answers = folder.path().join("class-results/answers");
    let alone = noyes(&[
        "grade",
        BOARD,
        "--answers",
        answers.to_str().unwrap(),
        "--format",
        "csv",
    ]);
    assert!(
        alone.out.contains("anna,puzzle04.txt,right,"),
        "{}",
        alone.out
    );
    // Another command is another run.
    let other = graded(folder.path(), &[BOARD], "sh ./run.sh", &limits);
    assert!(other.err.contains("8 runs made"), "{}", other.err);
}

#[test]
fn the_board_is_one_argument_whatever_its_name() {
    let name = "$(touch hacked); 'x' \"y\".txt";
    let folder = class(&[(
        "an na; touch hacked/run.sh",
        "echo $#; cat \"$1\" >&2; echo LULU",
    )]);
    let boards = folder.path().join("boards");
    fs::create_dir(&boards).unwrap();
    fs::copy(crate::command::root().join(BOARD), boards.join(name)).unwrap();
    let run = graded(
        folder.path(),
        &[boards.to_str().unwrap()],
        "sh 'run.sh' {board}",
        &[],
    );
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    let student = folder.path().join("class/an na; touch hacked");
    assert!(!student.join("hacked").exists() && !folder.path().join("hacked").exists());
    let missing = graded(
        folder.path(),
        &[boards.to_str().unwrap()],
        "no-such-program",
        &[],
    );
    assert!(missing.out.contains("cannot be started"), "{}", missing.out);
    let bad = graded(folder.path(), &[BOARD], "sh 'run.sh", &[]);
    assert_eq!(bad.code, 2);
    assert!(bad.err.contains("not closed"), "{}", bad.err);
}

#[test]
fn a_program_that_takes_too_long_is_killed_with_all_it_started() {
    let folder = class(&[(
        "anna/run.sh",
        "sleep 1000 & echo $! > child; echo $$ > parent; wait; echo LULU",
    )]);
    // Long enough for the shell to write its numbers, and far shorter than what it does.
    let run = graded(
        folder.path(),
        &[BOARD],
        "sh run.sh",
        &["--time-limit", "3s"],
    );
    assert_eq!(verdicts(&run)[0].1, "timed out", "{}", run.out);
    for file in ["child", "parent"] {
        let id = fs::read_to_string(folder.path().join("class/anna").join(file)).unwrap();
        assert!(eventually(|| !is_alive(&id)), "{file} {id} is still there");
    }
}

#[test]
fn an_interrupted_class_goes_on_where_it_stopped() {
    let folder = class(&[
        ("anna/run.sh", "echo LULU"),
        (
            "bob/run.sh",
            "if [ -e go ]; then echo LULU; else echo $$ > parent; sleep 1000; fi",
        ),
    ]);
    let all = arguments(
        folder.path(),
        &[BOARD],
        "sh run.sh",
        &["--threads", "1", "--time-limit", "1h"],
    );
    let child = command()
        .args(&all)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let parent = folder.path().join("class/bob/parent");
    let has_begun = || fs::read_to_string(&parent).is_ok_and(|id| id.ends_with('\n'));
    assert!(eventually(has_begun), "bob's program has not begun");
    let id = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let stopped = output_in_time(child, "an interrupted class");
    assert_eq!(stopped.code, 3, "{}", stopped.err);
    assert!(
        stopped.err.contains("goes on where this one stopped"),
        "{}",
        stopped.err
    );
    let started = fs::read_to_string(&parent).unwrap();
    assert!(eventually(|| !is_alive(&started)));
    fs::write(folder.path().join("class/bob/go"), "").unwrap();
    let run = graded(
        folder.path(),
        &[BOARD],
        "sh run.sh",
        &["--threads", "1", "--time-limit", "1h"],
    );
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(
        run.err.contains("1 runs made, 1 were there already"),
        "{}",
        run.err
    );
}

/// The verdict of the one run of a class of one, and whether the run was made anew.
fn one_run(folder: &Path, limits: &[&str]) -> (String, bool) {
    let run = graded(folder, &[BOARD], "sh run.sh", limits);
    let is_new = run.err.contains("1 runs made, 0 were there already");
    let is_old = run.err.contains("0 runs made, 1 were there already");
    assert!(is_new != is_old, "{}", run.err);
    (verdicts(&run)[0].1.clone(), is_new)
}

/// A stored run is taken where the limits of today would have let it end in the same way.
#[test]
fn a_run_is_made_again_where_its_limits_have_changed() {
    let class_of = |program: &str| class(&[("anna/run.sh", program)]);
    let of = |verdict: &str, is_new| (verdict.to_owned(), is_new);
    // What was too slow is too slow for less time, and may not be for more.
    let slow = class_of("sleep 1000");
    let time = |limit| one_run(slow.path(), &["--time-limit", limit]);
    assert_eq!(time("200ms"), of("timed out", true));
    assert_eq!(time("200ms"), of("timed out", false));
    assert_eq!(time("100ms"), of("timed out", false));
    assert_eq!(time("300ms"), of("timed out", true));
    // What ended in time may not end in less.
    let steady = class_of("sleep 1; echo LULU");
    let time = |limit| one_run(steady.path(), &["--time-limit", limit]);
    assert_eq!(time("1h"), of("right", true));
    assert_eq!(time("2h"), of("right", false));
    assert_eq!(time("200ms"), of("timed out", true));
    // The same of memory, which is told on Linux only.
    let large = class_of("x=$(head -c 60000000 /dev/zero | tr '\\0' a); sleep 1000");
    let memory = |limit| {
        let limits = ["--time-limit", "1h", "--memory-limit", limit];
        one_run(large.path(), &limits)
    };
    assert_eq!(memory("30MB"), of("out of memory", true));
    assert_eq!(memory("20MB"), of("out of memory", false));
    assert_eq!(memory("40MB"), of("out of memory", true));
}

/// A small solver in Java, as a student would write it.
const SOLVER: &str = include_str!("Solver.java");

#[test]
fn a_solver_in_java_is_graded() {
    let has_java = |program: &str| Command::new(program).arg("-version").output().is_ok();
    if !has_java("java") || !has_java("javac") {
        let words = "skipped: there is no JDK here; install one (Debian: default-jdk-headless)";
        assert!(std::env::var_os("CI").is_none(), "{words}");
        println!("{words}");
        return;
    }
    let careless = SOLVER.replace("queue.add(next);", "queue.add(next); next.tiles[0] = -1;");
    let endless = SOLVER.replace(
        "public static void main",
        "static int[] big = new int[1 << 30];\n    public static void main",
    );
    let folder = class(&[
        ("anna/Solver.java", SOLVER),
        ("bob/Solver.java", &careless),
        ("cy/Solver.java", &endless),
        ("dora/readme.txt", "I have no program yet"),
    ]);
    for student in ["anna", "bob", "cy"] {
        let built = Command::new("javac")
            .arg("Solver.java")
            .current_dir(folder.path().join("class").join(student))
            .status();
        assert!(built.unwrap().success(), "{student}");
    }
    // Small enough for a search that must see every board before it gives up.
    let none = folder.path().join("puzzle3x3-unsolvable.txt");
    fs::write(&none, "3\n1 2 3\n4 5 6\n8 7 0\n").unwrap();
    let boards = [BOARD, none.to_str().unwrap()];
    let java = "java -Xmx200m -XX:+UseSerialGC Solver {board}";
    let run = graded(folder.path(), &boards, java, &["--time-limit", "5m"]);
    let found = verdicts(&run);
    let of = |student: &str| -> Vec<&str> {
        let rows = found.iter().filter(|(name, _)| name == student);
        rows.map(|(_, verdict)| verdict.as_str()).collect()
    };
    assert_eq!(of("anna"), ["right", "right"], "{}", run.out);
    assert_eq!(of("bob")[0], "crashed", "{}", run.out);
    assert_eq!(of("cy"), ["out of memory", "out of memory"], "{}", run.out);
    assert_eq!(of("dora"), ["crashed", "crashed"], "{}", run.out);
}
