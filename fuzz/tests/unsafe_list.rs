//! Writes `docs/unsafe.md`: every `unsafe` of the project with its reason and its safe twin.
//!
//! `UPDATE_UNSAFE=1 cargo test -p noyes-fuzz --test unsafe_list` writes it anew; without that the
//! test sees to it that no file is left out.

use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Files and folders with `unsafe`, and the safe code whose results theirs are compared with.
const TWINS: [(&str, &str); 16] = [
    (
        "crates/noyes/src/search/pattern_ida",
        "`pattern_ida/reference.rs`, in plain indexing; `pattern_ida/arch/tests.rs` compares node by node",
    ),
    (
        "crates/noyes/src/search/compound_ida",
        "nodes made from scratch, board by board: `compound_ida/tests.rs`",
    ),
    (
        "crates/noyes/src/search/beam",
        "`Portable` of `beam/arch/scalar.rs`, in plain indexing; `beam/arch/mod.rs` compares them",
    ),
    (
        "crates/noyes/src/search/euler_beam/arch",
        "`euler_beam/arch/scalar.rs`; `blank_potential.rs` compares them",
    ),
    (
        "crates/noyes/src/search/transposition_table",
        "a `HashSet` in its tests; node counts on one thread are those without a table where none is dropped",
    ),
    (
        "crates/noyes/src/search/prefetch.rs",
        "nothing: a prefetch changes no value",
    ),
    (
        "crates/noyes/src/pattern/arch",
        "`pattern/arch/scalar.rs`; `pattern/reference_build.rs` builds the same tables plainly",
    ),
    (
        "crates/noyes/src/pattern/table_bits.rs",
        "checked indexing in debug builds, which all tests are",
    ),
    (
        "crates/noyes/src/workers",
        "the caller alone, which runs all indices by itself on one thread",
    ),
    (
        "crates/noyes/src/store/files.rs",
        "`store/memory.rs`, which holds the bytes in a list",
    ),
    (
        "crates/noyes-cli/src/alloc_counter.rs",
        "the system's allocator, which it only counts",
    ),
    ("crates/noyes-web/src/respond.rs", "nothing: see its reason"),
    (
        "crates/noyes-wasm/src",
        "the native library: `check.mjs` compares lengths and node counts",
    ),
    ("crates/noyes-py/src", "nothing: see its reason"),
    (
        "fuzz/src/coverage.rs",
        "nothing: a tool that is not shipped, whose counts change no verdict",
    ),
    (
        "fuzz/loom/src",
        "nothing: tests in which loom watches every access",
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All sources below a folder, tests left out, in order.
fn sources(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" && name != "target" {
            sources(&path, into);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            into.push(path);
        }
    }
}

/// Whether a line of code has the keyword.
fn is_unsafe(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or("");
    ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"]
        .iter()
        .any(|words| code.contains(words))
        || code.contains("#[unsafe(")
}

/// The reason above a line: the text after `SAFETY:` or `# Safety`.
fn reason(lines: &[&str], at: usize) -> String {
    let start = (at.saturating_sub(14)..=at)
        .rev()
        .find(|&line| lines[line].contains("SAFETY:") || lines[line].contains("# Safety"));
    let Some(start) = start else {
        return String::new();
    };
    let comments = lines[start..at].iter().map(|line| line.trim());
    let comments = comments.take_while(|line| line.starts_with("//"));
    let words: Vec<&str> = comments
        .map(|line| line.trim_start_matches('/').trim())
        .collect();
    let text = words.join(" ");
    let text = text.split("SAFETY:").last().unwrap_or("");
    text.replace("# Safety", "").trim().to_owned()
}

fn page() -> String {
    let mut page = String::from(
        "# Every `unsafe` of the project\n\nMade by `UPDATE_UNSAFE=1 cargo test -p noyes-fuzz --test unsafe_list`. A file with `unsafe` that\nis not listed fails that test. `noyes-check`, `noyes-api` and `noyes-answer` have none.\n",
    );
    let mut files = Vec::new();
    for folder in ["crates", "fuzz/src", "fuzz/loom/src"] {
        sources(&root().join(folder), &mut files);
    }
    let mut total = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        // Code of tests ends a file.
        let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        let lines: Vec<&str> = code.lines().collect();
        let places: Vec<usize> = (0..lines.len())
            .filter(|&at| is_unsafe(lines[at]))
            .collect();
        if places.is_empty() {
            continue;
        }
        let name = file.strip_prefix(root()).unwrap().display().to_string();
        let twin = TWINS.iter().find(|(prefix, _)| name.starts_with(prefix));
        let (_, twin) = twin.unwrap_or_else(|| {
            panic!("{name} has unsafe code: name its safe twin in fuzz/tests/unsafe_list.rs")
        });
        total += places.len();
        writeln!(
            page,
            "\n## `{name}`\n\nSafe twin: {twin}.\n\n| Uses | Reason |\n|---|---|"
        )
        .unwrap();
        let mut reasons: Vec<(String, usize)> = Vec::new();
        for at in places {
            let mut why = reason(&lines, at).replace('|', "\\|");
            if why.is_empty() {
                "as the function or block that it stands in".clone_into(&mut why);
            }
            match reasons.iter_mut().find(|(other, _)| *other == why) {
                Some((_, count)) => *count += 1,
                None => reasons.push((why, 1)),
            }
        }
        for (why, count) in reasons {
            writeln!(page, "| {count} | {why} |").unwrap();
        }
    }
    writeln!(page, "\n{total} uses in all.").unwrap();
    page
}

#[test]
fn the_page_lists_all_of_it() {
    let path = root().join("docs/unsafe.md");
    let page = page();
    if std::env::var_os("UPDATE_UNSAFE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    // Reasons may be reworded before the page is written again; no use may be left out.
    let uses = |page: &str| -> Vec<(String, usize)> {
        let mut uses: Vec<(String, usize)> = Vec::new();
        for line in page.lines() {
            let number = line
                .strip_prefix("| ")
                .and_then(|rest| rest.split(' ').next());
            if let Some(name) = line.strip_prefix("## ") {
                uses.push((name.to_owned(), 0));
            } else if let (Some(Ok(number)), Some((_, count))) =
                (number.map(str::parse::<usize>), uses.last_mut())
            {
                *count += number;
            }
        }
        uses
    };
    assert!(uses(&page).iter().all(|(_, count)| *count > 0));
    assert_eq!(
        uses(&there),
        uses(&page),
        "docs/unsafe.md leaves uses out: run UPDATE_UNSAFE=1 cargo test -p noyes-fuzz --test unsafe_list"
    );
}
