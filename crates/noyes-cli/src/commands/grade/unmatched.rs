//! Files that answer no board, and what they were probably meant to be.

use std::fmt;

use super::answers::stem;
use crate::{input, suggest};

/// So many are named; of the others, how many there are.
const MOST: usize = 10;

/// Something among the answers that is not used.
#[derive(Debug, PartialEq, Eq)]
pub struct Stray {
    /// Its name, with the student's folder.
    name: String,
    /// What to do about it; empty if that is anyone's guess.
    remedy: String,
}

impl Stray {
    /// A file whose name is none of the boards'.
    pub fn file(shown: String, name: &str, boards: &[&str]) -> Self {
        let remedy = meant(name, boards).map_or(String::new(), |meant| suggest::asked(&meant));
        Self {
            name: shown,
            remedy,
        }
    }

    /// A folder within a student's.
    pub fn folder(shown: String) -> Self {
        Self {
            name: shown,
            remedy: " (a folder too deep)".to_owned(),
        }
    }
}

impl fmt::Display for Stray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", input::shortened(&self.name), self.remedy)
    }
}

/// All of them in one line.
pub fn told(strays: &[Stray]) -> String {
    let named: Vec<String> = strays.iter().take(MOST).map(Stray::to_string).collect();
    let more = match strays.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "not used, for none of the boards has that name: {}{more}",
        named.join(", ")
    )
}

/// The name a misspelt file should have. Its numbers must be right: puzzle05 is another board than
/// puzzle04, not the same one misspelt.
fn meant(file: &str, boards: &[&str]) -> Option<String> {
    let own = stem(file);
    let ends = own
        .char_indices()
        .filter(|(_, c)| ['-', '_', ' '].contains(c));
    let ends = ends.map(|(at, _)| at).chain([own.len()]);
    ends.rev().find_map(|end| {
        let (head, rest) = own.split_at(end);
        let alike = boards.iter().map(|board| stem(board));
        let alike = alike.filter(|board| numbers(board) == numbers(head));
        let near = suggest::nearest(head, alike.map(str::to_owned))?;
        Some(format!("{near}{rest}{}", &file[own.len()..]))
    })
}

/// The numbers in a name, however many zeros they begin with.
fn numbers(name: &str) -> Vec<&str> {
    let digits = name.split(|c: char| !c.is_ascii_digit());
    let digits = digits.filter(|digits| !digits.is_empty());
    digits
        .map(|digits| digits.trim_start_matches('0'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_names_find_their_boards() {
        let boards = ["puzzle04.txt", "puzzle4x4-05.txt"];
        let meant = |file| meant(file, &boards);
        assert_eq!(meant("puzzel04.txt").as_deref(), Some("puzzle04.txt"));
        assert_eq!(meant("puzzle4.out").as_deref(), Some("puzzle04.out"));
        assert_eq!(
            meant("puzle04-anna.txt").as_deref(),
            Some("puzzle04-anna.txt")
        );
        assert_eq!(
            meant("puzle4x4-05.txt").as_deref(),
            Some("puzzle4x4-05.txt")
        );
        assert_eq!(meant("puzzle05.txt"), None);
        assert_eq!(meant("notes.md"), None);
    }
}
