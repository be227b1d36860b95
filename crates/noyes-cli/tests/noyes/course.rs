//! The course's A* from the command: its counts, and what it says of unsolvable boards.

use crate::command::noyes;

/// The counts that the course prints for puzzle04, to the byte.
#[test]
fn the_queues_of_the_course() {
    let answer = noyes(&[
        "solve",
        "boards/puzzle04.txt",
        "--algorithm",
        "course",
        "--format",
        "json",
    ]);
    let queues = r#""queue":{"enqueued":10,"dequeued":5,"largest":6,"distinct":10},"twin":{"enqueued":9,"dequeued":4,"largest":5,"distinct":9}}"#;
    assert!(answer.out.contains(queues), "{}", answer.out);
    let told = noyes(&[
        "solve",
        "boards/puzzle04.txt",
        "--algorithm",
        "course",
        "--stats",
    ]);
    let line = "board: enqueued 10, dequeued 5, largest queue 6, distinct boards 10\n";
    assert!(told.err.contains(line), "{}", told.err);
    let sums = "both: enqueued 19, dequeued 9\n";
    assert!(told.err.ends_with(sums), "{}", told.err);
    let refused = noyes(&["solve", "boards/puzzle04.txt", "--duplicates", "chain"]);
    assert_eq!(refused.code, 2, "{}", refused.err);
}

/// The twin decides, or a limit leaves it to parity; both say how many nodes it took.
#[test]
fn the_course_on_an_unsolvable_board() {
    let board = ["solve", "1 2 3/4 5 6/8 7 0", "--algorithm", "course"];
    let told = noyes(&board);
    assert_eq!(
        (told.code, told.out.as_str()),
        (1, "No solution possible\n")
    );
    let answer = noyes(&[&board[..], &["--format", "json"]].concat());
    let decided = r#""solvable":false,"directions":null"#;
    assert!(answer.out.contains(decided), "{}", answer.out);
    assert!(
        answer.out.contains(r#""algorithm":"course""#),
        "{}",
        answer.out
    );
    assert!(
        answer.out.contains(r#""twin":{"enqueued":"#),
        "{}",
        answer.out
    );
    let stopped = noyes(&[&board[..], &["--format", "json", "--node-limit", "1000"]].concat());
    assert_eq!(stopped.code, 1);
    let by_parity = [
        r#""algorithm":"parity""#,
        r#""stop":"nodes""#,
        r#""queue":{"#,
    ];
    let tells = |words: &&str| stopped.out.contains(*words);
    assert!(by_parity.iter().all(tells), "{}", stopped.out);
}

#[test]
fn the_tree_of_every_step() {
    let board = ["tree", "boards/puzzle04.txt", "--each"];
    let text = noyes(&board).out;
    let heads = text.lines().filter(|line| line.starts_with("step "));
    assert_eq!(heads.count(), 6, "{text}");
    assert!(
        text.contains("step 5: dequeued #8, 4 + 0 = 4, the goal"),
        "{text}"
    );
    assert_eq!(text.matches("refused: previous board").count(), 3, "{text}");
    let with = |more: &[&str]| noyes(&[&board[..], more].concat()).out;
    let all = with(&["--duplicates", "none"]);
    assert!(!all.contains("refused"), "{all}");
    // The first board once more, as the grandchild of itself.
    assert_eq!(all.matches("#5 = #0\n").count(), 1, "{all}");
    assert!(!text.contains(" = #"), "{text}");
    for format in ["dot", "svg", "animated"] {
        let all = with(&["--duplicates", "none", "--format", format]);
        assert!(all.contains(">= #0, in the queue<"), "{all}");
        assert!(!with(&["--format", format]).contains(">= #"));
    }
    assert_eq!(
        with(&["--format", "dot"]).matches("digraph step_").count(),
        6
    );
    assert_eq!(
        with(&["--format", "svg"])
            .matches("<g class=\"page\"")
            .count(),
        6
    );
    assert_eq!(
        with(&["--format", "animated"]).matches("<animate ").count(),
        6
    );
    let json = with(&["--format", "json", "--steps", "2"]);
    let steps = r#""steps":[{"dequeued":0,"inserted":[1,2],"refused":[],"queue":[2,1]},{"dequeued":2,"inserted":[3,4],"refused":[{"board":[0,1,3,4,2,5,7,8,6],"why":"previous board"}],"queue":[3,4,1]}]"#;
    assert!(json.contains(steps), "{json}");
    let nodes = r#""nodes":[{"id":0,"parent":null,"tiles":[0,1,3,4,2,5,7,8,6],"moves":0,"distance":4,"priority":4},"#;
    assert!(json.contains(nodes) && !json.contains("twin"), "{json}");
    let many = noyes(&[&board[..], &["--steps", "5000"]].concat());
    assert_eq!(many.code, 2, "{}", many.err);
}

#[test]
fn of_an_unsolvable_board_both_trees_side_by_side() {
    let board = ["tree", "1 2 3/4 5 6/8 7 0", "--each", "--steps", "3"];
    let run = noyes(&board);
    assert_eq!(run.code, 1);
    assert!(run.out.ends_with("No solution possible\n"), "{}", run.out);
    let heads = run
        .out
        .lines()
        .filter(|line| line.matches("step 3: dequeued #").count() == 2);
    assert_eq!(heads.count(), 1, "{}", run.out);
    let json = noyes(&[&board[..], &["--format", "json"]].concat());
    assert_eq!(json.code, 1);
    let twin = r#""twin":{"steps":[{"dequeued":0,"#;
    assert!(json.out.contains(twin), "{}", json.out);
}
