//! Runs every command of the book, and compares what it prints with what the book shows.
//!
//! A block of `sh` has a command a line. A block of `console` has commands behind `$`, each with
//! what it prints below; `…` stands for any text of a line, and alone for any lines. A block of
//! `bash` needs other programs and is not run here.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command::root;
use crate::examples::{folder, run};

/// The pages below a folder.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for item in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = item.path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
}

/// A command of a page and what it should print, if the page shows that.
#[derive(Debug, PartialEq)]
struct Example {
    line: usize,
    command: String,
    shown: Option<Vec<String>>,
}

fn examples(text: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut kind = None;
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(fence) = line.trim_start().strip_prefix("```") {
            kind = match kind {
                None => Some(fence),
                Some(_) => None,
            };
            continue;
        }
        let (command, shown) = match (kind, line.strip_prefix("$ ")) {
            (Some("console"), Some(command)) => (command, Some(Vec::new())),
            (Some("sh"), _) if !line.is_empty() => (line, None),
            (Some("console"), None) => {
                let shown = examples.last_mut().and_then(|last| last.shown.as_mut());
                let shown = shown.expect("a block of console begins with a command");
                shown.push(line.trim_end().to_owned());
                continue;
            }
            _ => continue,
        };
        examples.push(Example {
            line: number,
            command: command.to_owned(),
            shown,
        });
    }
    examples
}

/// Whether a line is what a page shows of it, with `…` for any text.
fn is_line(shown: &str, line: &str) -> bool {
    let mut parts = shown.split('…');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = line.strip_prefix(first) else {
        return false;
    };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(place) => rest = &rest[place + part.len()..],
            None => return false,
        }
    }
    true
}

/// Whether lines are what a page shows of them, with `…` alone for any lines.
fn is_output(shown: &[String], lines: &[&str]) -> bool {
    match shown.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "…" => {
            (0..=lines.len()).any(|from| is_output(rest, &lines[from..]))
        }
        Some((first, rest)) => lines
            .split_first()
            .is_some_and(|(line, others)| is_line(first, line) && is_output(rest, others)),
    }
}

/// What is wrong with the examples of a page.
fn faults(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).unwrap();
    let folder = folder();
    let mut faults = Vec::new();
    for example in examples(&text) {
        let output = run(&format!("exec 2>&1\n{}", example.command), folder.path());
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let lines: Vec<&str> = printed.lines().map(str::trim_end).collect();
        let is_right = match &example.shown {
            Some(shown) => is_output(shown, &lines),
            // An answer may be no, and a limit may be reached on a busy machine.
            None => matches!(output.status.code(), Some(0 | 1 | 3)),
        };
        if !is_right {
            let (place, line) = (page.display(), example.line);
            faults.push(format!("{place}:{line}: {}\n{printed}", example.command));
        }
    }
    faults
}

#[test]
fn every_command_of_the_book_prints_what_the_book_shows() {
    let mut found = Vec::new();
    pages(&root().join("docs/book"), &mut found);
    assert!(found.len() > 20, "the pages are not there");
    let count: usize = found
        .iter()
        .map(|page| examples(&fs::read_to_string(page).unwrap()).len())
        .sum();
    assert!(count > 50, "{count} commands");
    let faults: Vec<String> = found.iter().flat_map(|page| faults(page)).collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_page_of_the_book_is_in_its_contents_and_every_link_leads_to_a_page() {
    let book = root().join("docs/book");
    let contents = fs::read_to_string(book.join("SUMMARY.md")).unwrap();
    let mut found = Vec::new();
    pages(&book, &mut found);
    for page in &found {
        let name = page.strip_prefix(&book).unwrap().display().to_string();
        let name = name.replace('\\', "/");
        assert!(
            name == "SUMMARY.md" || contents.contains(&format!("]({name})")),
            "{name} is not in SUMMARY.md"
        );
        let text = fs::read_to_string(page).unwrap();
        for link in text.split("](").skip(1) {
            let link = link.split([')', '#']).next().unwrap_or("");
            if link.is_empty() || link.contains("://") {
                continue;
            }
            let target = page.parent().unwrap().join(link);
            assert!(target.exists(), "{name}: nothing is at {link}");
            let inside = target.canonicalize().unwrap();
            assert!(
                inside.starts_with(book.canonicalize().unwrap()),
                "{name}: {link} leads out of the book"
            );
        }
    }
}

#[test]
fn an_output_is_compared_with_what_is_shown_of_it() {
    let shown = |lines: &[&str]| {
        lines
            .iter()
            .map(|line| (*line).to_owned())
            .collect::<Vec<_>>()
    };
    assert!(is_output(&shown(&["a", "…", "d"]), &["a", "b", "c", "d"]));
    assert!(is_output(&shown(&["a …, c"]), &["a b, c"]));
    assert!(!is_output(&shown(&["a …, c"]), &["a b, c", "d"]));
    assert!(!is_output(&shown(&["a"]), &["a b"]));
    assert!(!is_output(&shown(&["a", "…"]), &["b", "a"]));
    assert!(!is_line("a…", "b"));
    let found = examples("```console\n$ one\n1\n$ two\n```\n```sh\nthree\n```\n```text\nfour\n```");
    let commands: Vec<&str> = found
        .iter()
        .map(|example| example.command.as_str())
        .collect();
    assert_eq!(commands, ["one", "two", "three"]);
    assert_eq!(found[0].shown.as_deref(), Some(&["1".to_owned()][..]));
    assert_eq!((&found[1].shown, &found[2].shown), (&Some(vec![]), &None));
}
