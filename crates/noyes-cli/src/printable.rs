//! Text of others, made fit to be printed.
//!
//! Names of files, names of boards in lists, and what a file says may hold anything: codes that
//! clear a terminal, line ends that forge a line of a report, marks that reverse the direction of
//! writing. All of them are printed through [`printable`]. JSON has escapes of its own:
//! [`printable_json`] changes the writing of a value, not the value.

use std::borrow::Cow;
use std::path::Path;

use serde_json::Value;

/// The text on one line, with every character escaped that a terminal would obey: `\n`, `\u{1b}`.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => shown.extend(c.escape_default()),
            c if is_obeyed(c) => shown.extend(c.escape_unicode()),
            c => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

/// A path, likewise.
pub fn printable_path(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
}

/// A value as JSON on one line, with escapes for the characters that JSON may hold but a terminal
/// obeys.
pub fn printable_json(value: &Value) -> String {
    let mut line = String::new();
    for c in value.to_string().chars() {
        match is_obeyed(c) {
            true => line.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => line.push(c),
        }
    }
    line
}

/// Whether a terminal does something else with a character than show it: control characters,
/// separators of lines, and marks for the direction of writing.
fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_terminal_obeys_is_escaped() {
        for plain in ["puzzle04.txt", "it's \"3\" \\ 4", "größe 🧩", ""] {
            assert!(matches!(printable(plain), Cow::Borrowed(text) if text == plain));
        }
        assert_eq!(printable("a\x1b[2J\nb\t"), "a\\u{1b}[2J\\nb\\t");
        assert_eq!(printable("\u{9b}1m\u{202e}"), "\\u{9b}1m\\u{202e}");
    }

    #[test]
    fn json_keeps_its_value() {
        let value = Value::from("a\x1b\n\u{9b}\u{202e}é");
        let line = printable_json(&value);
        assert_eq!(line, "\"a\\u001b\\n\\u009b\\u202eé\"");
        assert_eq!(serde_json::from_str::<Value>(&line).unwrap(), value);
    }
}
