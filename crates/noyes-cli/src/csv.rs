//! Cells of comma-separated values that hold text of others.
//!
//! A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula, and a formula
//! can run programs. Such a cell is written with an apostrophe before it, which makes it text.
//! Cells that are numbers stay as they are, and so does the name of a board from standard input,
//! such as `-:4`, which is no formula. Control characters are escaped as on a terminal, so that
//! every record is one line.

use crate::printable::printable;

/// A cell, with quotes around it where it needs them.
pub fn cell(text: &str) -> String {
    let mut cell = printable(text).into_owned();
    // Full-width signs begin a formula where the keyboard writes them.
    if cell.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) && !is_harmless(&cell) {
        cell.insert(0, '\'');
    }
    if cell.contains([',', '"']) {
        cell = format!("\"{}\"", cell.replace('"', "\"\""));
    }
    cell
}

/// The cells of a line, without their quotes.
pub fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let last = fields.len() - 1;
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                chars.next();
                fields[last].push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => fields.push(String::new()),
            c => fields[last].push(c),
        }
    }
    fields
}

/// Whether a cell that begins with a sign is a number, or a board's place in standard input.
fn is_harmless(cell: &str) -> bool {
    let second = cell.chars().nth(1);
    let is_number = second.is_some_and(|c| c.is_ascii_digit() || c == '.');
    let place = cell.strip_prefix("-:");
    let is_place = |line: &str| line.bytes().all(|byte| byte.is_ascii_digit());
    is_number && cell.parse::<f64>().is_ok() || place.is_some_and(is_place)
}

#[cfg(test)]
mod tests {
    use super::{cell, fields};

    #[test]
    fn cells_are_read_back() {
        for (text, read) in [
            ("plain", "plain"),
            ("a,b", "a,b"),
            ("\"quoted\", he said", "\"quoted\", he said"),
            ("", ""),
            ("=1+1", "'=1+1"),
        ] {
            let line = format!("{},x,{}", cell(text), cell(text));
            assert_eq!(fields(&line), [read, "x", read]);
        }
        assert_eq!(fields("a,,\"b,\"\"c\"\"\""), ["a", "", "b,\"c\""]);
    }

    #[test]
    fn formulas_become_text_and_numbers_stay() {
        for formula in ["=1+1", "+1+1", "-1+1", "@sum", "-inf", "=", "＝1"] {
            assert_eq!(cell(formula), format!("'{formula}"));
        }
        for harmless in ["-5", "+1.5", "-1e3", "-:4", "4", "a=b", "puzzle04.txt", ""] {
            assert_eq!(cell(harmless), harmless);
        }
        assert_eq!(cell("=a,\"b\""), "\"'=a,\"\"b\"\"\"");
        assert_eq!(cell("\t=1\r\n2"), "\\t=1\\r\\n2");
    }
}
