//! Boards for planners, and plans that come back.

use std::fs;

use crate::command::{noyes, noyes_in};

#[test]
fn a_plan_for_an_exported_board_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let board = "0 1 3/4 2 5/7 8 6";
    let problem = noyes(&["pddl", board]).out;
    for part in [
        "(:domain sliding-tiles)",
        "(at t1 c1-2)",
        "(blank c1-1)",
        "(:goal",
    ] {
        assert!(problem.contains(part), "{part}: {problem}");
    }
    let plan = "(left t1 c1-2 c1-1)\n(up t2 c2-2 c1-2)\n(left t5 c2-3 c2-2)\n(up t6 c3-3 c2-3)\n; cost = 4 (unit cost)\n";
    fs::write(folder.path().join("sas_plan"), plan).unwrap();
    let run = noyes_in(folder.path(), &["check", board, "sas_plan"]);
    assert_eq!(run.code, 0, "{}{}", run.out, run.err);
    assert!(
        run.out.contains("Minimum number of moves = 4"),
        "{}",
        run.out
    );
    // A plan with a tile that is not there does not pass.
    let wrong = plan.replace("left t5", "left t6");
    fs::write(folder.path().join("sas_plan"), wrong).unwrap();
    assert_ne!(
        noyes_in(folder.path(), &["check", board, "sas_plan"]).code,
        0
    );
}

#[test]
fn the_domain_needs_no_board_and_a_goal_belongs_to_a_problem() {
    let domain = noyes(&["pddl", "--domain"]);
    assert!(domain.out.starts_with("(define (domain sliding-tiles)"));
    assert_eq!(noyes(&["pddl", "--domain", "1 2/3 0"]).code, 2);
    assert_eq!(noyes(&["pddl"]).code, 2);
    let snail = noyes(&["pddl", "1 2 3/8 0 4/7 6 5", "--goal", "snail"]).out;
    assert!(
        snail
            .split(":goal")
            .nth(1)
            .unwrap()
            .contains("(blank c2-2)")
    );
}
