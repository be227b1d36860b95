//! The repository speaks the words of the heuristic-search field: old private words are gone.
//!
//! Source files and documents are cut into *words*: a name is cut at its underscores and humps, so
//! that `deep_ida`, `DeepIda` and "deep IDA" are the same two words. Phrases are found across line
//! ends. `words/rules.rs` has the lists.

mod rules;
mod text;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use rules::{ALLOWED, RULES, Scope};
use text::{Word, parts, words};

/// How many words from the first on match a phrase; 0 is none. `…` matches one to eight words.
fn matching(phrase: &[String], words: &[Word]) -> usize {
    let same = |parts: &[String], words: &[Word]| {
        parts.len() <= words.len()
            && parts
                .iter()
                .zip(words)
                .all(|(part, word)| *part == word.text)
    };
    let Some(gap) = phrase.iter().position(|part| part == "…") else {
        return if same(phrase, words) { phrase.len() } else { 0 };
    };
    let (before, after) = (&phrase[..gap], &phrase[gap + 1..]);
    if !same(before, words) {
        return 0;
    }
    let ends = (gap + 1..=gap + 8).take_while(|&end| end < words.len());
    let end = ends.into_iter().find(|&end| same(after, &words[end..]));
    end.map_or(0, |end| end + after.len())
}

fn phrase(text: &str) -> Vec<String> {
    text.split(' ').flat_map(parts).collect()
}

/// The rules by their first words.
type Rules = HashMap<String, Vec<(Scope, Vec<String>, &'static str, &'static str)>>;

fn rules() -> Rules {
    let mut rules = Rules::new();
    for &(scope, text, instead) in RULES {
        let phrase = phrase(text);
        let first = phrase[0].clone();
        rules
            .entry(first)
            .or_default()
            .push((scope, phrase, text, instead));
    }
    rules
}

/// The old words of a text: line, word, what is written instead.
fn old_words(
    rules: &Rules,
    path: &str,
    words: &[Word],
) -> Vec<(usize, &'static str, &'static str)> {
    let mut allowed = vec![false; words.len()];
    for (ending, text, _) in ALLOWED {
        if path.ends_with(ending) {
            let phrase = phrase(text);
            for at in 0..words.len() {
                let count = matching(&phrase, &words[at..]);
                allowed[at..at + count].fill(true);
            }
        }
    }
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        for (scope, phrase, text, instead) in rules.get(&word.text).into_iter().flatten() {
            let count = matching(phrase, &words[at..]);
            let stretch = &words[at..at + count];
            let is_name = stretch
                .iter()
                .all(|part| part.in_code && part.number == word.number);
            let is_old = match scope {
                Scope::Everywhere => true,
                Scope::Names => is_name,
                Scope::Exactly => word.in_code && word.name == *text,
            };
            if count > 0 && is_old && !allowed[at..at + count].contains(&true) {
                found.push((word.line, *text, *instead));
            }
        }
    }
    found
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The source files and documents below a folder or file.
fn files(path: &Path, found: &mut Vec<PathBuf>) {
    let name = path.file_name().unwrap_or_default();
    if path.is_dir() && name != "target" {
        let mut items: Vec<_> = fs::read_dir(path)
            .unwrap()
            .map(|item| item.unwrap().path())
            .collect();
        items.sort();
        for item in items {
            files(&item, found);
        }
    } else if path.extension().is_some_and(|ending| {
        ["rs", "md", "toml", "txt"]
            .iter()
            .any(|known| ending == *known)
    }) {
        found.push(path.to_owned());
    }
}

#[test]
fn old_words_are_gone() {
    let root = root();
    let mut paths = Vec::new();
    for folder in ["crates", "docs", "bench/src", "bench/records"] {
        files(&root.join(folder), &mut paths);
    }
    for folder in [root.clone(), root.join("bench")] {
        for item in fs::read_dir(folder).unwrap() {
            let path = item.unwrap().path();
            if path.is_file() {
                files(&path, &mut paths);
            }
        }
    }
    assert!(paths.len() > 100, "the repository is not where it was");
    let rules = rules();
    let mut report = String::new();
    let mut number = 0;
    for path in paths {
        let name = path
            .strip_prefix(&root)
            .unwrap()
            .to_string_lossy()
            .replace('\\', "/");
        if name.starts_with("crates/noyes/tests/words") {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        let in_text = old_words(&rules, &name, &words(&text, name.ends_with(".rs")));
        let in_path = old_words(&rules, &name, &words(&name, true));
        let in_path = in_path
            .into_iter()
            .map(|(_, word, instead)| (0, word, instead));
        let mut old: Vec<_> = in_path.chain(in_text).collect();
        old.dedup();
        for (line, word, instead) in old {
            let place = if line == 0 {
                format!("{name} (its name)")
            } else {
                format!("{name}:{line}")
            };
            report += &format!("{place}: \"{word}\": write {instead}\n");
            number += 1;
        }
    }
    assert!(
        number == 0,
        "{number} old words. Where one is right, add it with its reason to ALLOWED in \
         crates/noyes/tests/words/rules.rs.\n{report}"
    );
}

#[test]
fn rules_find_what_they_are_for() {
    let rules = rules();
    let found = |text: &str, is_rust| -> Vec<(usize, &str)> {
        let found = old_words(&rules, "a.rs", &words(text, is_rust));
        found
            .into_iter()
            .map(|(line, word, _)| (line, word))
            .collect()
    };
    let shelf = "fn a() {}\nlet b = MyShelf::new();\n";
    assert_eq!(found(shelf, true), [(2, "shelf")]);
    assert_eq!(found("mod deep_ida;", true), [(1, "deep ida")]);
    assert_eq!(
        found("/// See the file's\n/// head.", true),
        [(1, "file's head")]
    );
    assert_eq!(
        found("when so many boards are open as fit", false),
        [(1, "so many … as")]
    );
    // Names in code, and words of prose.
    assert_eq!(
        found("let looks = 1; // it looks good", true),
        [(1, "looks")]
    );
    assert_eq!(
        found("it looks good, `looks` does not", false),
        [(1, "looks")]
    );
    assert_eq!(found("game tree", false), []);
    assert_eq!(
        found("\"the game tree\"; game_tree()", true),
        [(1, "game tree")]
    );
    // A very name.
    assert_eq!(
        found("struct Touch; touch(); // Touch", true),
        [(1, "Touch")]
    );
    // Strings, characters and lifetimes do not confuse.
    let strings = r##"a('"', '\'', "//", r#"""#, &'a b); shelf"##;
    assert_eq!(found(strings, true), [(1, "shelf")]);
    // What is allowed.
    assert_eq!(found("an Euler tour, but no tour", false), [(1, "tour")]);
}
