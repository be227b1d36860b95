//! Files and folders among the answers that are not used, and what to do about them.

use std::fmt;

use super::file_name::stem;
use crate::{input, suggest};

/// The most that are named in one line; the others are counted.
const MAX_NAMED: usize = 10;

/// Something among the answers that is not used.
#[derive(Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// Its name, with the student's folder.
    name: String,
    /// What is wrong, or what was probably meant; empty if neither is known.
    remedy: String,
    /// Whether it could not be read, as opposed to answering no board.
    is_skipped: bool,
}

impl Unmatched {
    /// A file that has the name of no board.
    pub fn file(shown: String, name: &str, boards: &[&str]) -> Self {
        let meant = meant_name(name, boards);
        Self {
            name: shown,
            remedy: meant.map_or(String::new(), |meant| suggest::ask(&meant)),
            is_skipped: false,
        }
    }

    /// A folder within a student's.
    pub fn folder(shown: String) -> Self {
        Self {
            name: shown,
            remedy: " (a folder too deep)".to_owned(),
            is_skipped: false,
        }
    }

    /// An answer that is a pipe or a device.
    pub fn not_a_file(shown: String) -> Self {
        Self {
            name: shown,
            remedy: " (not a regular file)".to_owned(),
            is_skipped: true,
        }
    }

    /// A student's folder that cannot be read.
    pub fn unreadable(shown: String) -> Self {
        Self {
            name: shown,
            remedy: " (the folder cannot be read)".to_owned(),
            is_skipped: true,
        }
    }
}

impl fmt::Display for Unmatched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", input::shortened(&self.name), self.remedy)
    }
}

/// A line for those that could not be read, and a line for those that answer no board.
pub fn remarks(unmatched: &[Unmatched]) -> Vec<String> {
    [
        (true, "skipped"),
        (false, "not used, for none of the boards has that name"),
    ]
    .into_iter()
    .filter_map(|(is_skipped, heading)| {
        let of_kind = unmatched.iter().filter(|one| one.is_skipped == is_skipped);
        let named: Vec<String> = of_kind.map(Unmatched::to_string).collect();
        let more = match named.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let shown = &named[..named.len().min(MAX_NAMED)];
        (!named.is_empty()).then(|| format!("{heading}: {}{more}", shown.join(", ")))
    })
    .collect()
}

/// The name that a misspelt file should have. The numbers in it must be right: puzzle05 is another
/// board than puzzle04, not a misspelling of it.
fn meant_name(file: &str, boards: &[&str]) -> Option<String> {
    let name = stem(file);
    let ends = name
        .char_indices()
        .filter(|(_, c)| ['-', '_', ' '].contains(c));
    let ends = ends.map(|(at, _)| at).chain([name.len()]);
    ends.rev().find_map(|end| {
        let (head, rest) = name.split_at(end);
        let candidates = boards.iter().map(|board| stem(board));
        let candidates = candidates.filter(|board| numbers(board) == numbers(head));
        let near = suggest::nearest(head, candidates.map(str::to_owned))?;
        Some(format!("{near}{rest}{}", &file[name.len()..]))
    })
}

/// The numbers in a name, without leading zeros.
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
        for (file, meant) in [
            ("puzzel04.txt", Some("puzzle04.txt")),
            ("puzzle4.out", Some("puzzle04.out")),
            ("puzle04-anna.txt", Some("puzzle04-anna.txt")),
            ("puzle4x4-05.txt", Some("puzzle4x4-05.txt")),
            ("puzzle05.txt", None),
            ("notes.md", None),
        ] {
            assert_eq!(meant_name(file, &boards).as_deref(), meant, "{file}");
        }
    }

    #[test]
    fn many_are_counted() {
        let folders = (0..12).map(|number| Unmatched::folder(format!("s{number}/old")));
        let all: Vec<_> = folders
            .chain([Unmatched::unreadable("cy".into())])
            .collect();
        let remarks = remarks(&all);
        assert_eq!(remarks[0], "skipped: cy (the folder cannot be read)");
        assert!(remarks[1].ends_with(" and 2 more"), "{}", remarks[1]);
        assert_eq!(remarks.len(), 2);
    }
}
