//! What a line claims about the solution: its number of moves, or that there is none.
//!
//! A false claim makes an answer wrong, so only lines that can mean nothing else are claims. A
//! line of statistics that has the word "moves" in it is none.

/// The words a line about the number of moves may have besides the number.
const WORDS: [&str; 27] = [
    "a", "answer", "found", "in", "is", "least", "length", "min", "minimal", "minimum", "move",
    "moves", "needed", "number", "of", "optimal", "required", "shortest", "solution", "solved",
    "steps", "the", "to", "total", "was", "with", "solve",
];

/// Words that say it by themselves. Within a longer word they are part of a name: the course has a
/// board `puzzle3x3-unsolvable.txt`, whose name many programs print before they begin.
const UNSOLVABLE_WORDS: [&str; 2] = ["unsolvable", "unsolveable"];

/// What says that a board has no solution.
const UNSOLVABLE: [&str; 8] = [
    "no solution",
    "not solvable",
    "not solveable",
    "cannot be solved",
    "can not be solved",
    "can't be solved",
    "impossible to solve",
    "no possible solution",
];

/// Where the words above mean nothing.
const DENIALS: [&str; 3] = ["not unsolvable", "isn't unsolvable", "checking"];

/// What begins a line that names a file.
const READING: [&str; 5] = ["reading", "loading", "opening", "parsing", "processing"];

/// What a program prints for a value that is not there: in Python, Java and others, and the
/// course's -1 moves.
const NO_VALUES: [&str; 4] = ["none", "null", "nil", "-1"];

/// The number of moves that a line claims: `Minimum number of moves = 4`, `Solved in 4 moves`. The
/// course's solver has -1 where there is no solution.
pub fn moves(line: &str) -> Option<i64> {
    let lower = line.trim().to_ascii_lowercase();
    let is_headline = |lower: &str| {
        lower.starts_with("minimum number of moves") || lower.starts_with("number of moves")
    };
    let words = || {
        let parts = lower.split(|c: char| c.is_whitespace() || "=:,;!()".contains(c));
        let parts = parts.map(|word| word.strip_suffix('.').unwrap_or(word));
        parts.filter(|word| !word.is_empty())
    };
    let mut numbers = words().filter_map(|word| word.parse::<i64>().ok());
    let first = numbers.next()?;
    if is_headline(&lower) {
        return Some(first);
    }
    let is_about_moves = words().any(|word| matches!(word, "moves" | "move" | "length" | "steps"));
    let is_plain = words().all(|word| WORDS.contains(&word) || word.parse::<i64>().is_ok());
    // "Move 3" and "Step 3" count what follows; "Moves: 4" and "4 moves" are totals.
    let is_counter = lower.starts_with("move ") || lower.starts_with("step ");
    let is_claim = is_about_moves && is_plain && !is_counter && numbers.next().is_none();
    is_claim.then_some(first)
}

/// Whether a line is the value of a solution that is not there, and nothing else: `None`, `null`,
/// `-1`, `solution: None`.
///
/// The course's `Solver` answers an unsolvable board with -1 and null, so this says that there is
/// no solution, if nothing else in the text says anything (docs/decisions/0012-no-value.md).
pub fn is_no_value(line: &str) -> bool {
    let lower = line.trim().to_ascii_lowercase();
    let words = lower
        .split(|c: char| c.is_whitespace() || "=:,;!()".contains(c))
        .map(|word| word.strip_suffix('.').unwrap_or(word))
        .filter(|word| !word.is_empty());
    let is_value = |word: &&str| NO_VALUES.contains(word);
    let (values, others): (Vec<&str>, Vec<&str>) = words.partition(is_value);
    values.len() == 1 && others.iter().all(|word| WORDS.contains(word))
}

/// Whether a line says that the board has no solution.
pub fn is_unsolvable(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let is_reading = || {
        READING
            .iter()
            .any(|word| lower.trim_start().starts_with(word))
    };
    let is_denied = || is_reading() || DENIALS.iter().any(|words| lower.contains(words));
    let mut words = lower
        .split(|c: char| c.is_whitespace() || "=:,;".contains(c))
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric() && !"-_/\\".contains(c)));
    let is_said = words.any(|word| UNSOLVABLE_WORDS.contains(&word))
        || UNSOLVABLE.iter().any(|words| lower.contains(words));
    let is_said = is_said && !is_denied();
    let compact: String = lower.chars().filter(|c| !c.is_whitespace()).collect();
    let is_flag = [
        "solvable=false",
        "solvable:false",
        "solvable?false",
        "solvable:no",
    ]
    .iter()
    .any(|flag| compact.contains(flag));
    is_said || is_flag || moves(line) == Some(-1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn totals_are_claims_and_statistics_are_not() {
        for (line, claim) in [
            ("Minimum number of moves = 4", Some(4)),
            ("  minimum number of moves: 4", Some(4)),
            ("Number of moves = 812 (minimum is at least 690)", Some(812)),
            ("Moves: 4", Some(4)),
            ("4 moves", Some(4)),
            ("Solved in 4 moves.", Some(4)),
            ("Solution length: 22", Some(22)),
            ("Minimum number of moves = -1", Some(-1)),
            ("Move 3", None),
            ("Step 3 of 4", None),
            ("Nodes with 4 moves: 12", None),
            ("4", None),
            ("moves: LULU", None),
        ] {
            assert_eq!(moves(line), claim, "{line}");
        }
    }

    #[test]
    fn a_value_that_is_not_there_stands_alone() {
        for line in [
            "None",
            " null ",
            "-1",
            "Solution: None",
            "moves = null",
            "nil.",
        ] {
            assert!(is_no_value(line), "{line}");
        }
        for line in [
            "",
            "none of the boards",
            "-2",
            "1",
            "None None",
            "LULU",
            "the moves",
        ] {
            assert!(!is_no_value(line), "{line}");
        }
    }

    #[test]
    fn many_words_say_that_there_is_no_solution() {
        for line in [
            "No solution possible",
            "NO SOLUTION",
            "Unsolvable puzzle",
            "The board is not solvable!",
            "isSolvable: false",
            "solvable = False",
            "Minimum number of moves = -1",
            "This puzzle cannot be solved",
            "puzzle3x3-unsolvable.txt: unsolvable",
            "result=unsolvable",
            "“Unsolvable!”",
        ] {
            assert!(is_unsolvable(line), "{line}");
        }
        for line in [
            "solvable: true",
            "Checking whether it is unsolvable",
            "Reading /home/anna/boards/unsolvable.txt ...",
            "Solving puzzle3x3-unsolvable",
            "puzzle3x3-unsolvable.txt:",
            "C:\\boards\\unsolvable.txt",
            "boards/unsolvable/3",
            "Reading unsolvable",
            "unsolvable1.txt",
            "LULU",
            "4 moves",
        ] {
            assert!(!is_unsolvable(line), "{line}");
        }
    }
}
