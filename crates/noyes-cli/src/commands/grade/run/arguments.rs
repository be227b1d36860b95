//! A command line split into arguments, and what takes the place of `{board}`.
//!
//! There is no shell: no variables, no patterns, no pipes. Spaces separate arguments; within
//! `'…'` every character stands for itself; within `"…"`, and outside of quotes, `\` takes the
//! meaning from the next character. Placeholders are replaced after the line is split, so that no
//! name of a file or student can become more than one argument.

use std::ffi::OsString;
use std::path::Path;

use crate::suggest;

/// A command that is run for every board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    parts: Vec<String>,
}

impl CommandLine {
    /// Splits a command line.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut parts = Vec::new();
        let mut part: Option<String> = None;
        let mut quote: Option<char> = None;
        let mut chars = text.chars();
        while let Some(c) = chars.next() {
            match (c, quote) {
                ('\'', None) | ('"', None) => {
                    quote = Some(c);
                    part.get_or_insert_default();
                }
                (c, Some(open)) if c == open => quote = None,
                ('\\', None | Some('"')) => {
                    let next = chars
                        .next()
                        .ok_or("the command ends with a \\: remove it")?;
                    part.get_or_insert_default().push(next);
                }
                (c, None) if c.is_whitespace() => parts.extend(part.take()),
                (c, _) => part.get_or_insert_default().push(c),
            }
        }
        if let Some(quote) = quote {
            return Err(format!(
                "a {quote} of the command is not closed: add the second one"
            ));
        }
        parts.extend(part);
        if parts.is_empty() {
            return Err("the command is empty: write for example 'java Solver {board}'".to_owned());
        }
        if let Some(word) = parts.iter().find_map(|part| misspelt(part)) {
            return Err(format!(
                "there is no {{{word}}}: write {{board}} for the board's file, {{student}} for the name"
            ));
        }
        Ok(Self { parts })
    }

    /// Whether an argument takes the board's file; otherwise the board goes to standard input.
    pub fn names_board(&self) -> bool {
        self.parts.iter().any(|part| part.contains("{board}"))
    }

    /// The program and its arguments for one run.
    pub fn arguments(&self, board: &Path, student: &str) -> Vec<OsString> {
        let filled = |part: &String| {
            let mut filled = OsString::new();
            let mut rest = part.as_str();
            while let Some(open) = rest.find('{') {
                filled.push(&rest[..open]);
                rest = &rest[open..];
                if let Some(after) = rest.strip_prefix("{board}") {
                    filled.push(board);
                    rest = after;
                } else if let Some(after) = rest.strip_prefix("{student}") {
                    filled.push(student);
                    rest = after;
                } else {
                    filled.push("{");
                    rest = &rest[1..];
                }
            }
            filled.push(rest);
            filled
        };
        self.parts.iter().map(filled).collect()
    }
}

/// A word in braces that is nearly a placeholder.
fn misspelt(part: &str) -> Option<&str> {
    let words = part.split('{').skip(1);
    let mut words = words.filter_map(|rest| Some(rest.split_once('}')?.0));
    words.find(|word| {
        let names = ["board", "student"].map(str::to_owned);
        let is_one = names.iter().any(|name| name == word);
        let lower = word.to_lowercase();
        !is_one && suggest::nearest(&lower, names.into_iter()).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_split_without_a_shell() {
        let read = |text| CommandLine::read(text).unwrap().parts;
        assert_eq!(read("java Solver {board}"), ["java", "Solver", "{board}"]);
        assert_eq!(read(" a  'b c' \"d e\" '' "), ["a", "b c", "d e", ""]);
        assert_eq!(read(r#"a\ b "c\"d" 'e\f'"#), ["a b", "c\"d", "e\\f"]);
        assert_eq!(read("x$(rm) ; `y` *"), ["x$(rm)", ";", "`y`", "*"]);
        assert_eq!(read("awk {print}"), ["awk", "{print}"]);
        for bad in ["", "  ", "a 'b", "a \"b", "a\\", "a {bord}", "a {Board}"] {
            assert!(CommandLine::read(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_name_stays_one_argument() {
        let line = CommandLine::read("run --in={board} {student} {other}").unwrap();
        let board = Path::new("/a b/$(x); 'y'.txt");
        let arguments = line.arguments(board, "{board} \"z\"");
        assert_eq!(
            arguments,
            ["run", "--in=/a b/$(x); 'y'.txt", "{board} \"z\"", "{other}"]
        );
        assert!(line.names_board());
        assert!(!CommandLine::read("java Solver").unwrap().names_board());
    }
}
