//! What the name of a file says: the board it answers, and the student.
//!
//! The board's name stands first or last, with a sign between it and the student's:
//! `puzzle04-anna.txt`, `anna_puzzle04.out`, `Anna Smith_4711_file_puzzle04.txt`. Where several
//! boards fit, the longest name does.

/// Signs between the name of a board and that of a student.
const SIGNS: [char; 4] = ['-', '_', ' ', '.'];

/// What the name of a file says.
pub struct Answered {
    /// The numbers of the boards it answers: several if they have the same name.
    pub boards: Vec<usize>,
    /// The rest of the name.
    pub student: String,
}

/// The boards that a file answers.
pub fn answered(file: &str, boards: &[&str]) -> Option<Answered> {
    let matches: Vec<_> = boards.iter().map(|board| name_match(file, board)).collect();
    let (best, student) = (*matches.iter().max()?)?;
    let is_best = |&board: &usize| matches[board].is_some_and(|(length, _)| length == best);
    Some(Answered {
        boards: (0..boards.len()).filter(is_best).collect(),
        student: student.to_owned(),
    })
}

/// The boards that a folder is named as, if it is: its files are then named as students.
pub fn board_of_folder(folder: &str, boards: &[&str]) -> Option<Vec<usize>> {
    let is_named = |&board: &usize| {
        let wanted = boards[board];
        folder.eq_ignore_ascii_case(wanted) || folder.eq_ignore_ascii_case(stem(wanted))
    };
    let named: Vec<usize> = (0..boards.len()).filter(is_named).collect();
    (!named.is_empty()).then_some(named)
}

/// Compares the name of a file with the name of a board: how many letters agree, and the rest of
/// the file's name; none if the file does not answer the board.
fn name_match<'a>(file: &'a str, board: &str) -> Option<(usize, &'a str)> {
    if file == board {
        return Some((usize::MAX, ""));
    }
    let wanted = stem(board);
    let name = stem(file);
    let first = board_first(name, wanted);
    // anna.puzzle04.txt: all but the last ending may be the name.
    let long = file.rsplit_once('.').map_or(file, |(long, _)| long);
    let last = || board_last(name, wanted).or_else(|| board_last(long, wanted));
    first.or_else(last).map(|student| (wanted.len(), student))
}

/// The student in `puzzle04-anna`; empty in `puzzle04`.
fn board_first<'a>(name: &'a str, wanted: &str) -> Option<&'a str> {
    let (head, rest) = name.split_at_checked(wanted.len())?;
    let is_suffix = || {
        // puzzle4x4-05 is a board of its own, not an answer to puzzle4x4.
        rest.starts_with(SIGNS) && !rest[1..].starts_with(|c: char| c.is_ascii_digit())
    };
    let is_match = head.eq_ignore_ascii_case(wanted) && (rest.is_empty() || is_suffix());
    is_match.then(|| rest.get(1..).unwrap_or_default())
}

/// The student in `anna-puzzle04`.
fn board_last<'a>(name: &'a str, wanted: &str) -> Option<&'a str> {
    let (rest, tail) = name.split_at_checked(name.len().checked_sub(wanted.len())?)?;
    let student = rest.strip_suffix(SIGNS)?;
    (tail.eq_ignore_ascii_case(wanted) && !student.is_empty()).then_some(student)
}

/// The name of a file up to its first dot.
pub fn stem(name: &str) -> &str {
    name.split('.').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_match_names_of_boards() {
        let of = |file| name_match(file, "puzzle04.txt").map(|(_, student)| student);
        assert_eq!(of("puzzle04.txt"), Some(""));
        assert_eq!(of("Puzzle04.out"), Some(""));
        assert_eq!(of("puzzle04.txt.out"), Some(""));
        assert_eq!(of("puzzle04-Anna.txt"), Some("Anna"));
        assert_eq!(of("puzzle04_cy.out"), Some("cy"));
        assert_eq!(of("anna-puzzle04.txt"), Some("anna"));
        assert_eq!(of("anna_puzzle04.out"), Some("anna"));
        assert_eq!(of("anna.puzzle04.txt"), Some("anna"));
        assert_eq!(of("Anna B_17_file_puzzle04.txt"), Some("Anna B_17_file"));
        assert_eq!(of("puzzle041.txt"), None);
        assert_eq!(of("apuzzle04.txt"), None);
        assert_eq!(of("readme.txt"), None);
        assert_eq!(of("größe.txt"), None);
        assert_eq!(name_match("puzzle4x4-05.txt", "puzzle4x4.txt"), None);
    }

    #[test]
    fn a_file_answers_the_board_with_the_longest_match() {
        let boards = [
            "puzzle4x4.txt",
            "puzzle4x4-hard1.txt",
            "puzzle4x4-hard1.json",
        ];
        let of = |file| {
            let Answered { boards, student } = answered(file, &boards).unwrap();
            (boards, student)
        };
        assert_eq!(of("puzzle4x4-hard1.txt"), (vec![1], String::new()));
        assert_eq!(of("puzzle4x4-hard1.out"), (vec![1, 2], String::new()));
        assert_eq!(of("puzzle4x4-hard1-bob"), (vec![1, 2], "bob".to_owned()));
        assert_eq!(of("puzzle4x4-bob.txt"), (vec![0], "bob".to_owned()));
        assert_eq!(of("bob-puzzle4x4-hard1"), (vec![1, 2], "bob".to_owned()));
    }

    #[test]
    fn folders_may_be_boards() {
        let boards = ["puzzle04.txt", "puzzle05.txt"];
        assert_eq!(board_of_folder("puzzle05", &boards), Some(vec![1]));
        assert_eq!(board_of_folder("Puzzle04.txt", &boards), Some(vec![0]));
        assert_eq!(board_of_folder("anna", &boards), None);
    }
}
