//! The n-puzzle of the school 42: its files, its goal, its report.

use std::fs;

use crate::command::{noyes, noyes_in};

/// A puzzle as 42's generator writes it: a remark, the size, and rows in columns. It is made by
/// random slides from the snail.
fn puzzle(size: usize, seed: u64) -> String {
    let mut cells = snail(size);
    let mut blank = cells.iter().position(|&tile| tile == 0).unwrap();
    let mut random = 0x9e37_79b9_7f4a_7c15 ^ seed;
    for _ in 0..20 * size * size * size {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let (row, col) = (blank / size, blank % size);
        let next = match random >> 60 & 3 {
            0 if row > 0 => blank - size,
            1 if row + 1 < size => blank + size,
            2 if col > 0 => blank - 1,
            3 if col + 1 < size => blank + 1,
            _ => continue,
        };
        cells.swap(blank, next);
        blank = next;
    }
    let width = (size * size).to_string().len();
    let mut text = format!("# This puzzle is solvable\n{size}\n");
    for row in cells.chunks(size) {
        let row: Vec<String> = row.iter().map(|tile| format!("{tile:>width$}")).collect();
        text += &format!("{} \n", row.join(" "));
    }
    text
}

/// The goal: the tiles in a spiral, the blank in the middle.
fn snail(size: usize) -> Vec<usize> {
    let mut cells = vec![usize::MAX; size * size];
    let (mut row, mut col) = (0i64, 0i64);
    let (mut down, mut right) = (0, 1);
    for tile in (1..size * size).chain([0]) {
        cells[row as usize * size + col as usize] = tile;
        let is_free = |row: i64, col: i64| {
            let inside = 0..size as i64;
            inside.contains(&row)
                && inside.contains(&col)
                && cells[row as usize * size + col as usize] == usize::MAX
        };
        if !is_free(row + down, col + right) {
            (down, right) = (right, -down);
        }
        (row, col) = (row + down, col + right);
    }
    cells
}

#[test]
fn three_hundred_files_are_read_and_solved() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..300 {
        let path = folder.path().join(format!("{number:03}.txt"));
        fs::write(path, puzzle(3 + number % 15, number as u64)).unwrap();
    }
    let goal = ["--goal", "snail", "--algorithm", "construct"];
    let mut arguments = vec!["batch", ".", "--format", "csv"];
    arguments.extend(goal);
    let run = noyes_in(folder.path(), &arguments);
    assert_eq!(run.code, 0, "{}", run.err);
    let rows: Vec<Vec<&str>> = run
        .out
        .lines()
        .skip(1)
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(rows.len(), 300);
    for (number, row) in rows.iter().enumerate() {
        let size = (3 + number % 15).to_string();
        assert_eq!(row[1..4], [size.as_str(), size.as_str(), "true"]);
        assert!(!row[4].is_empty() && row[12] == "true", "{row:?}");
    }
}

/// What a report says: states opened, most states in memory, the line of moves, and how many states
/// follow.
fn report(folder: &std::path::Path, more: &[&str]) -> (u64, u64, String, usize) {
    let mut arguments = vec!["solve", "a.txt", "--goal", "snail", "--report", "42"];
    arguments.extend(more);
    let run = noyes_in(folder, &arguments);
    assert_eq!(run.code, 0, "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    let number = |line: &str, words: &str| -> u64 {
        let value = line.strip_prefix(words).unwrap_or_else(|| panic!("{line}"));
        value.parse().unwrap()
    };
    (
        number(lines[0], "States opened (complexity in time) = "),
        number(lines[1], "Most states in memory (complexity in size) = "),
        lines[2].to_owned(),
        // A state is the size and three rows.
        (lines.len() - 3) / 4,
    )
}

#[test]
fn the_report() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    fs::write(folder.join("a.txt"), puzzle(3, 1)).unwrap();
    let (opened, held, moves, states) = report(folder, &[]);
    let minimum = moves.strip_prefix("Minimum number of moves = ").unwrap();
    assert!(opened > 0 && held > opened);
    assert_eq!((states - 1).to_string(), minimum);
    let blind = report(folder, &["--algorithm", "uniform-cost"]);
    assert_eq!((&blind.2, blind.3), (&moves, states));
    assert!(blind.0 > opened);
    let greedy = report(
        folder,
        &["--algorithm", "greedy", "--heuristic", "euclidean"],
    );
    assert!(greedy.2.contains("umber of moves = ") && greedy.3 >= states);
}

#[test]
fn an_unsolvable_file() {
    let text = "# This puzzle is unsolvable\n3\n2 1 3\n8 0 4\n7 6 5\n";
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.txt");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let run = noyes(&["solve", path, "--goal", "snail", "--report", "42"]);
    assert_eq!((run.code, run.out.as_str()), (1, "No solution possible\n"));
}

/// Half of the generator's puzzles cannot reach the usual goal: who forgets the snail is told.
#[test]
fn a_forgotten_snail_is_named() {
    let hint = "it can reach the spiral of 42's n-puzzle: --goal snail";
    let run = noyes(&["solve", "1 2 3/4 5 6/7 8 0", "--goal", "snail"]);
    assert_eq!((run.code, run.out.as_str()), (1, "No solution possible\n"));
    assert!(!run.err.contains(hint), "{}", run.err);
    let run = noyes(&["solve", "1 2 3/8 4 0/7 6 5"]);
    assert_eq!((run.code, run.out.as_str()), (1, "No solution possible\n"));
    assert!(run.err.contains(hint), "{}", run.err);
    let run = noyes(&["solve", "1 2 3/8 4 0/7 6 5", "--goal", "snail"]);
    assert_eq!(run.code, 0, "{}", run.err);
}
