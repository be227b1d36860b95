//! Cuts source files and documents into words, and tells code from prose.

/// A part of a name, or a word of prose.
#[derive(Debug, PartialEq, Eq)]
pub struct Word {
    /// In lower case.
    pub text: String,
    /// The name it is a part of.
    pub name: String,
    /// Counts the names of the text, so that two words can be told to be parts of one name.
    pub number: usize,
    pub line: usize,
    /// Whether it is code, or code quoted in prose.
    pub in_code: bool,
}

/// Cuts `parseDeep_ida` into `parse`, `deep` and `ida`.
pub fn parts(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut begins = true;
    for c in name.chars() {
        if c == '_' {
            begins = true;
            continue;
        }
        let follows_capital = parts
            .last()
            .and_then(|part| part.chars().last())
            .is_some_and(char::is_uppercase);
        if begins || c.is_uppercase() && !follows_capital {
            parts.push(String::new());
        }
        parts.last_mut().unwrap().push(c);
        begins = false;
    }
    parts.iter().map(|part| part.to_lowercase()).collect()
}

/// What a stretch of text is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Code,
    Comment,
    BlockComment,
    /// A string, and the number of `#` that end it; none if it is not raw.
    Text(Option<usize>),
    /// Markdown and other text; between backquotes it is code.
    Prose,
}

/// Cuts a text into words. In Rust, comments and strings are prose.
pub fn words(text: &str, is_rust: bool) -> Vec<Word> {
    let chars: Vec<char> = text.chars().collect();
    let mut words = Vec::new();
    let mut mode = if is_rust { Mode::Code } else { Mode::Prose };
    let mut quoted = false;
    let (mut at, mut line, mut number) = (0, 1, 0);
    while at < chars.len() {
        let rest = &chars[at..];
        let starts = |with: &str| with.chars().eq(rest.iter().copied().take(with.len()));
        let in_prose = mode != Mode::Code;
        let in_code = !in_prose || quoted && !matches!(mode, Mode::Text(_));
        let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '\'' && !in_code;
        if is_part(rest[0]) && rest[0] != '\'' {
            let length = rest.iter().take_while(|&&c| is_part(c)).count();
            let name: String = rest[..length].iter().collect();
            let name = name.trim_end_matches('\'');
            for part in parts(name) {
                words.push(Word {
                    text: part,
                    name: name.to_owned(),
                    number,
                    line,
                    in_code,
                });
            }
            number += 1;
            at += length;
            // A raw string begins after its `r` or `br`.
            if mode == Mode::Code && matches!(name, "r" | "br") {
                let marks = chars[at..].iter().take_while(|&&c| c == '#').count();
                if chars.get(at + marks) == Some(&'"') {
                    mode = Mode::Text(Some(marks));
                    at += marks + 1;
                }
            }
            continue;
        }
        let mut length = 1;
        match (mode, rest[0]) {
            (Mode::Code, '/') if starts("//") => mode = Mode::Comment,
            (Mode::Code, '/') if starts("/*") => mode = Mode::BlockComment,
            (Mode::Code, '"') => mode = Mode::Text(None),
            // A character; otherwise the mark of a lifetime.
            (Mode::Code, '\'') if rest.get(1) == Some(&'\\') => {
                let end = rest.iter().skip(3).position(|&c| c == '\'');
                length = end.map_or(1, |end| end + 4);
            }
            (Mode::Code, '\'') if rest.get(2) == Some(&'\'') => length = 3,
            (Mode::BlockComment, '*') if starts("*/") => mode = Mode::Code,
            (Mode::Text(None), '\\') if rest.get(1) != Some(&'\n') => length = 2,
            (Mode::Text(None), '"') => mode = Mode::Code,
            (Mode::Text(Some(marks)), '"')
                if rest[1..].iter().take_while(|&&c| c == '#').count() >= marks =>
            {
                mode = Mode::Code;
                length = 1 + marks;
            }
            (Mode::Comment, '\n') => mode = Mode::Code,
            (_, '`') => quoted = !quoted,
            _ => {}
        }
        if rest[0] == '\n' {
            line += 1;
            quoted = false;
        }
        at += length;
    }
    words
}
