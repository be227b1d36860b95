//! Texts as students' programs print them.

use noyes::Board;
use noyes::board::Metric;
use noyes::goal::Parity;

use super::*;
use crate::review::{Known, Question};
use crate::verdict::Verdict;

fn question() -> Question {
    let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
    Question {
        goal: Board::goal(board.size()),
        board,
        metric: Metric::Single,
        known: Known::Solvable {
            lower_bound: 4,
            best: Some(4),
        },
    }
}

/// The boards of the solution in the course's form, with something between them.
fn boards(between: &str) -> String {
    let mut board = question().board;
    let mut text = board.to_string();
    for way in [
        Direction::Left,
        Direction::Up,
        Direction::Left,
        Direction::Up,
    ] {
        board = board.slide(way).unwrap();
        text += between;
        text += &board.to_string();
    }
    text
}

#[track_caller]
fn verdict(text: &str, wanted: Verdict) -> String {
    let review = question().review_text(text);
    assert_eq!(review.verdict, wanted, "{text}\n{}", review.remark);
    review.remark
}

#[test]
fn a_transcript_is_found_among_other_prints() {
    let plain = boards("");
    let wide = plain.replace("  ", "     ");
    let left_aligned = plain.replace("  ", " ").replace("\n ", "\n");
    let empty_blank = plain.replace(" 0 ", "   ");
    let no_size = plain.replace("3\n ", " ");
    let bars = boards("-------\n").replace("  ", " | ");
    for text in [
        plain.clone(),
        boards("\n"),
        boards("\n\n\n"),
        boards("Move: left\n"),
        boards("---\n"),
        format!("Reading file…\nMinimum number of moves = 4\n{plain}Time: 0.003 s\nDone\n"),
        format!("{plain}Minimum number of moves = 4\n"),
        format!("Input:\n{}\nSolution:\n{plain}", question().board),
        format!("Loaded board\n{wide}"),
        format!("Loaded board\n{left_aligned}"),
        format!("Loaded board\n{empty_blank}"),
        format!("Loaded board\n{no_size}"),
        format!("Loaded board\n{bars}"),
        format!("Goal:\n{}\nWay:\n{plain}", question().goal),
        format!("{plain}\nAgain:\n{plain}"),
        "Loaded\n0 1 3 4 2 5 7 8 6\n1 0 3 4 2 5 7 8 6\n1 2 3 4 0 5 7 8 6\n1 2 3 4 5 0 7 8 6\n1 2 3 4 5 6 7 8 0\n".to_owned(),
        plain.replace('\n', "\r\n"),
    ] {
        verdict(&text, Verdict::Right);
    }
    let noisy = format!("Reading\n{plain}Done");
    let review = question().review_text(&noisy);
    let quotes: Vec<String> = review
        .not_understood
        .iter()
        .map(ToString::to_string)
        .collect();
    assert_eq!(quotes, ["line 1 “Reading”", "line 22 “Done”"]);
}

#[test]
fn directions_are_found_among_other_prints() {
    for text in [
        "left\nup\nleft\nup\n",
        "LEFT UP LEFT UP",
        "Moves: left, up, left, up",
        "Solved in 4 moves\n1 left\n2 up\n5 left\n6 up\nDone\n",
        "move 1 left\nmove 2 up\nmove 5 left\nmove 6 up\n",
        "1. left\n2. up\n3. left\n4. up\n",
        "Move 1: 1 left\nMove 2: 2 up\nMove 3: 5 left\nMove 4: 6 up\n",
        "Hello\nLULU\nBye\n",
        "Path found!\n1\n2\n5\n6\n",
        "4\n1\n2\n5\n6\n",
        "Start\n3\n0 1 3\n4 2 5\n7 8 6\nLULU\nEnd\n3\n1 2 3\n4 5 6\n7 8 0\n",
        "← ↑ ← ↑",
    ] {
        verdict(text, Verdict::Right);
    }
}

#[test]
fn directions_of_the_blank_are_a_verdict_of_their_own() {
    for text in [
        "RDRD",
        "right\ndown\nright\ndown",
        "1 R\n2 D\n5 R\n6 D\n",
        "blank right\nblank down\nblank right\nblank down\n",
    ] {
        let remark = verdict(text, Verdict::Reversed);
        assert!(remark.contains("the blank's"), "{remark}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    let check = |text: &str, wanted: Verdict, line: usize, words: &str| {
        let review = question().review_text(text);
        assert_eq!(review.verdict, wanted, "{text}\n{}", review.remark);
        assert_eq!(review.line, Some(line), "{text}\n{}", review.remark);
        assert!(review.remark.contains(words), "{text}\n{}", review.remark);
    };
    let skipped = boards("Next\n").replacen("Next\n3\n 1  0  3 \n 4  2  5 \n 7  8  6 \n", "", 1);
    check(&skipped, Verdict::Invalid, 7, "3 cells that differ");
    let broken = boards("Next\n").replacen(" 1  0  3 ", " 1  1  3 ", 1);
    check(&broken, Verdict::Invalid, 7, "“1  1  3”");
    let cut = boards("Next\n");
    let cut = &cut[..cut.len() - 12];
    check(cut, Verdict::Invalid, 23, "board 5");
    check(
        "Hi\nleft\ndown\n",
        Verdict::Wrong,
        3,
        "move 2 (D) cannot be made",
    );
    check("Hi\n1 left\n8 up\n", Verdict::Invalid, 3, "tile 8");
    check("Hello\nworld", Verdict::Invalid, 1, "“Hello”");
    check("1 L\n2 X\n5 L\n", Verdict::Invalid, 2, "column 3");
    check("LULQ", Verdict::Invalid, 1, "column 4");
    check("Done\u{7}", Verdict::Invalid, 1, "“Done\\u{7}”");
    let text = format!("Number of moves = 5\n{}", boards(""));
    check(&text, Verdict::Wrong, 1, "says 5 moves but makes 4");
    let text = format!("{}Moves: 5\n", boards("\n"));
    check(&text, Verdict::Wrong, 25, "says 5 moves but makes 4");
    check("No solution possible", Verdict::Wrong, 1, "but there is");
    let unsure = format!("{}No solution possible\n", question().board);
    check(&unsure, Verdict::Wrong, 5, "but there is");
}

#[test]
fn trouble_is_told_unless_the_board_is_solved() {
    let trace = "Exception in thread \"main\" java.lang.NullPointerException\n\tat Solver.main(Solver.java:12)\n";
    verdict(trace, Verdict::Crashed);
    let half: String = boards("")
        .lines()
        .take(8)
        .map(|line| line.to_owned() + "\n")
        .collect();
    verdict(&format!("{half}{trace}"), Verdict::Crashed);
    verdict(&format!("{half}Killed\n"), Verdict::TimedOut);
    verdict("TIMEOUT\n", Verdict::TimedOut);
    verdict(&format!("{}{trace}", boards("")), Verdict::Right);
    verdict(
        "java.lang.OutOfMemoryError: Java heap space",
        Verdict::OutOfMemory,
    );
    verdict("", Verdict::Empty);
    verdict("\n \n\r\n", Verdict::Empty);
}

#[test]
fn several_tiles_at_once_are_one_move_of_the_multi_tile_metric() {
    let board = Board::new(&[[0, 1, 2], [4, 5, 3], [7, 8, 6]]).unwrap();
    let mut question = Question {
        goal: Board::goal(board.size()),
        board,
        metric: Metric::Multi,
        known: Known::Solvable {
            lower_bound: 2,
            best: Some(2),
        },
    };
    let text =
        "Solved in 2 moves\n0 1 2\n4 5 3\n7 8 6\n\n1 2 0\n4 5 3\n7 8 6\n\n1 2 3\n4 5 6\n7 8 0\n";
    assert_eq!(question.review_text(text).verdict, Verdict::Right);
    assert_eq!(question.review_text("LLUU").verdict, Verdict::Right);
    question.metric = Metric::Single;
    let review = question.review_text(text);
    assert_eq!(review.verdict, Verdict::Invalid);
    assert!(
        review.remark.contains("2 tiles that slid at once"),
        "{}",
        review.remark
    );
}

#[test]
fn boards_that_are_not_square_are_found_too() {
    let board = Board::new(&[[1, 2], [3, 4], [0, 5]]).unwrap();
    let goal = Board::goal(board.size());
    let known = Known::Solvable {
        lower_bound: 1,
        best: Some(1),
    };
    let text = format!("Hello\n{board}{goal}Bye");
    let question = Question {
        board,
        goal,
        metric: Metric::Single,
        known,
    };
    assert_eq!(question.review_text(&text).verdict, Verdict::Right);
}

proptest::proptest! {
    /// No text makes the reader panic, and only a text with the right moves passes.
    #[test]
    fn any_text_is_reviewed(text in "[ULDRuldr0-9 \n.:_|xleftup-]{0,80}") {
        let question = question();
        let review = question.review_text(&text);
        if let Some(moves) = review.moves {
            proptest::prop_assert!(verify(&question.board, &question.goal, &moves).is_ok());
        }
    }

    /// Noise between the boards changes nothing.
    #[test]
    fn noise_between_boards_changes_nothing(noise in "[a-zA-Z :.]{0,12}") {
        let text = boards(&format!("note: {noise}\n"));
        let review = question().review_text(&text);
        let is_claim = claims::is_unsolvable(&noise);
        proptest::prop_assert!(review.verdict == Verdict::Right || is_claim, "{}", review.remark);
    }
}

#[test]
fn a_misspelt_word_is_told_and_not_the_words_before_it() {
    let text = "1 left\n2 upp\n5 left\n6 up\n";
    let review = question().review_text(text);
    assert_eq!(review.verdict, Verdict::Invalid);
    assert!(review.remark.contains("line 3"), "{}", review.remark);
    assert!(!review.remark.contains("“left”"), "{}", review.remark);
    assert_eq!(review.not_understood[0], Quote::new(2, "2 upp"));
}

#[test]
fn a_bare_value_says_that_there_is_no_solution() {
    let board = Board::new(&[[1, 2, 3], [4, 5, 6], [8, 7, 0]]).unwrap();
    let goal = Board::goal(board.size());
    let unsolvable = Question {
        known: Known::Unsolvable(Parity::of(&board, &goal)),
        goal,
        board,
        metric: Metric::Single,
    };
    let printed = unsolvable.board.to_string();
    for value in ["None", "-1", "null", "Solution: None"] {
        for text in [
            format!("{value}\n"),
            format!("Reading file…\n{printed}{value}\nDone in 3 ms\n"),
            format!("{value}\n{value}\n"),
        ] {
            let review = unsolvable.review_text(&text);
            assert_eq!(review.verdict, Verdict::Right, "{text}\n{}", review.remark);
            assert!(review.remark.contains(value), "{}", review.remark);
        }
        assert!(verdict(value, Verdict::Wrong).contains("has no moves"));
        // Whatever else the text says counts first.
        let (trace, claim) = ("ValueError: no row", "Minimum number of moves = 4");
        for (other, wanted) in [(trace, Verdict::Crashed), (claim, Verdict::Wrong)] {
            let review = unsolvable.review_text(&format!("{other}\n{value}\n"));
            assert_eq!(review.verdict, wanted, "{other}, {value}");
        }
        let turned = unsolvable.board.twin();
        let review = unsolvable.review_text(&format!("{printed}{turned}{value}\n"));
        assert_eq!(review.verdict, Verdict::Wrong, "{value}");
        verdict(&format!("{}{value}\n", boards("")), Verdict::Right);
        verdict(&format!("LULU\n{value}\n"), Verdict::Right);
    }
}
