//! A line of an answer, as messages show it.

use std::fmt;

/// The most characters of a line that are shown.
const MOST: usize = 60;

/// A line of an answer and its number. Displayed as `line 3 “Done”`.
///
/// What a terminal would obey is escaped, and a long line is cut.
///
/// ```
/// use noyes_answer::Quote;
///
/// let quote = Quote::new(3, " \u{1b}[2J done ");
/// assert_eq!(quote.to_string(), "line 3 “\\u{1b}[2J done”");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The number of the line, from 1.
    pub line: usize,
    /// What stands there, escaped and cut.
    pub text: String,
}

impl Quote {
    /// Quotes a line.
    pub fn new(line: usize, text: &str) -> Self {
        let text = text.trim();
        let mut shown = String::new();
        for c in text.chars().take(MOST) {
            match c {
                '"' | '\'' | '\\' => shown.push(c),
                c => shown.extend(c.escape_debug()),
            }
        }
        if text.chars().nth(MOST).is_some() {
            shown.push('…');
        }
        Self { line, text: shown }
    }
}

impl fmt::Display for Quote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} “{}”", self.line, self.text)
    }
}
