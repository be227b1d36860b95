//! The library has no process-wide state: whatever lives longer than a call belongs to an engine.

use std::fs;
use std::path::{Path, PathBuf};

fn rust_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for item in fs::read_dir(folder).unwrap() {
        let path = item.unwrap().path();
        if path.is_dir() {
            rust_files(&path, files);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            files.push(path);
        }
    }
}

/// Whether a line of code declares a static, or state of a thread.
fn is_state(line: &str) -> bool {
    let code = line.split("//").next().unwrap_or(line);
    let mut words = code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''));
    words.any(|word| matches!(word, "static" | "thread_local" | "LazyLock" | "lazy_static"))
}

#[test]
fn nothing_is_static() {
    let mut files = Vec::new();
    rust_files(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    assert!(files.len() > 100);
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        // Tests may keep what is costly to make.
        let code = text.split("#[cfg(test)]").next().unwrap_or(&text);
        for (number, line) in (1..).zip(code.lines()) {
            assert!(!is_state(line), "{}:{number}: {line}", file.display());
        }
    }
}

#[test]
fn state_is_told_from_lifetimes_and_words() {
    assert!(is_state(
        "    pub(crate) static NODES: AtomicU64 = AtomicU64::new(0);"
    ));
    assert!(is_state("thread_local! {"));
    assert!(!is_state("    name: &'static str, // a static name"));
    assert!(!is_state("const STATIC: u8 = 0;"));
}
