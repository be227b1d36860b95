//! Every path that a document names exists.
//!
//! A path is a piece of code in a document that ends with `.rs`, `.md` or `/`, or that begins with
//! a folder of the repository, of the library or of the command (`pattern/build`). It may leave out
//! `.rs`, and whatever the document says its paths are below.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files and folders below a folder, with `/` between names and none at the end.
fn paths(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
    for item in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = item.file_name().to_string_lossy().into_owned();
        if name.starts_with('.') || name == "target" || name == "node_modules" {
            continue;
        }
        let path = format!("{prefix}{name}");
        if item.file_type().unwrap().is_dir() {
            paths(&item.path(), &format!("{path}/"), found);
        }
        found.insert(path);
    }
}

/// The documents whose paths are held to the tree.
fn documents(all: &BTreeSet<String>) -> impl Iterator<Item = &String> {
    let top = ["ARCHITECTURE.md", "CONTRIBUTING.md", "README.md"];
    all.iter().filter(move |path| {
        path.ends_with(".md") && (top.contains(&path.as_str()) || path.starts_with("docs/"))
    })
}

/// The pieces of code of a text, each with its line. Blocks of code are left out.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_block = false;
    let lines = text.lines().enumerate().filter(move |(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        in_block ^= is_fence;
        !in_block && !is_fence
    });
    lines.flat_map(|(number, line)| {
        let pieces = line.split('`').skip(1).step_by(2);
        pieces.map(move |piece| (number + 1, piece))
    })
}

/// Whether a piece of code is meant as a path. One with `NAME` in it is a recipe's.
fn is_path(code: &str, folders: &BTreeSet<&str>) -> bool {
    let is_letter = |letter: char| letter.is_ascii_alphanumeric() || "_-./".contains(letter);
    let names_file = code.ends_with(".rs") || code.ends_with(".md") || code.ends_with('/');
    let first = code.split_once('/').map(|(first, _)| first);
    code.chars().all(is_letter)
        && !code.contains("NAME")
        && !code.starts_with(['/', '.'])
        && (names_file || first.is_some_and(|first| folders.contains(first)))
}

/// Whether a path is that of a file or folder, or the end of one.
fn exists(path: &str, all: &BTreeSet<String>) -> bool {
    let path = path.trim_end_matches('/');
    let ends = [path.to_owned(), format!("{path}.rs")];
    all.iter().any(|there| {
        ends.iter().any(|end| {
            let before = there.strip_suffix(end.as_str());
            before.is_some_and(|before| before.is_empty() || before.ends_with('/'))
        })
    })
}

fn missing(text: &str, all: &BTreeSet<String>) -> Vec<(usize, String)> {
    let roots = [
        "",
        "crates/noyes/",
        "crates/noyes/src/",
        "crates/noyes-cli/src/",
    ];
    let below = |path| {
        roots
            .iter()
            .filter_map(move |root| str::strip_prefix(path, root))
    };
    let folders: BTreeSet<&str> = all
        .iter()
        .flat_map(|path| below(path))
        .filter_map(|path: &str| Some(path.split_once('/')?.0))
        .collect();
    let wrong = |&(_, piece): &(usize, &str)| is_path(piece, &folders) && !exists(piece, all);
    let found = code(text).filter(wrong);
    found
        .map(|(line, piece)| (line, piece.to_owned()))
        .collect()
}

#[test]
fn documents_name_paths_that_exist() {
    let mut all = BTreeSet::new();
    paths(&root(), "", &mut all);
    let mut report = String::new();
    let mut read = 0;
    for document in documents(&all) {
        let text = fs::read_to_string(root().join(document)).unwrap();
        for (line, path) in missing(&text, &all) {
            report += &format!("{document}:{line}: `{path}` does not exist\n");
        }
        read += 1;
    }
    assert!(read > 10, "the documents are not where they were");
    assert!(report.is_empty(), "{report}");
}

#[test]
fn a_path_that_does_not_exist_is_found() {
    let mut all = BTreeSet::new();
    paths(&root(), "", &mut all);
    let text = "`pattern/build` and `pattern/build.rs`\n`pattern/gone`, `gone.rs`, `gone/`\n\
                ```\n`gone.rs`\n```\n`text/html`, `/api/gone`, `8 1 3/4 0 2`, `docs/gone.md`";
    let found: Vec<String> = missing(text, &all)
        .into_iter()
        .map(|(line, path)| format!("{line} {path}"))
        .collect();
    assert_eq!(
        found,
        ["2 pattern/gone", "2 gone.rs", "2 gone/", "6 docs/gone.md"]
    );
}
