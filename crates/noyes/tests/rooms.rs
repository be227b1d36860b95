//! Dependencies point one way: the `use` lines of the library are held to ARCHITECTURE.md.

use std::fs;
use std::path::{Path, PathBuf};

/// Every room and the rooms it may use besides itself.
const MAY_USE: &[(&str, &[&str])] = &[
    ("board", &[]),
    ("goal", &["board"]),
    ("search_tree", &["board"]),
    ("checksum", &[]),
    ("content_hash", &["guard", "workers"]),
    ("decimal", &[]),
    ("display_name", &[]),
    ("collections", &[]),
    ("random", &[]),
    ("splitmix", &[]),
    ("workers", &[]),
    ("store", &["guard"]),
    ("guard", &["board", "workers"]),
    ("format", &["board", "goal"]),
    ("verify", &["board", "goal"]),
    (
        "render",
        &["board", "checksum", "goal", "search_tree", "guard"],
    ),
    ("scramble", &["board", "goal", "random"]),
    ("explain", &["board", "goal", "heuristic"]),
    ("heuristic", &["board", "goal", "guard"]),
    (
        "pattern",
        &[
            "board",
            "checksum",
            "content_hash",
            "goal",
            "guard",
            "heuristic",
            "store",
            "workers",
        ],
    ),
    ("prune", &["board", "goal", "pattern", "splitmix"]),
    (
        "search",
        &[
            "board",
            "decimal",
            "goal",
            "search_tree",
            "guard",
            "heuristic",
            "pattern",
            "prune",
            "random",
            "splitmix",
            "store",
            "verify",
            "workers",
        ],
    ),
    (
        "solve",
        &[
            "board",
            "checksum",
            "goal",
            "guard",
            "heuristic",
            "pattern",
            "prune",
            "search",
            "store",
            "verify",
            "workers",
        ],
    ),
];

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

/// The rooms named behind `crate::` in the code of a file; its tests may use any room.
fn rooms_used(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or(text);
    let lines = code
        .lines()
        .map(str::trim_start)
        .filter(|line| !line.starts_with("//"));
    let mut rooms = Vec::new();
    for line in lines {
        for part in line.split("crate::").skip(1) {
            let name: String = part
                .chars()
                .take_while(|c| c.is_alphanumeric() || *c == '_')
                .collect();
            rooms.push(match name.as_str() {
                // What lib.rs gives out again belongs to these rooms.
                "Board" | "Size" | "Direction" | "Moves" => "board".to_owned(),
                "Goal" | "Instance" => "goal".to_owned(),
                "MinPq" => "search".to_owned(),
                _ => name,
            });
        }
    }
    rooms
}

#[test]
fn rooms_use_only_what_they_may() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    assert!(files.len() > 30);
    let mut seen = Vec::new();
    for file in files {
        let inside = file.strip_prefix(&src).unwrap();
        let room = inside
            .components()
            .next()
            .unwrap()
            .as_os_str()
            .to_string_lossy();
        let room = room.trim_end_matches(".rs").to_owned();
        if room == "lib" {
            continue;
        }
        let (_, may_use) = MAY_USE
            .iter()
            .find(|(name, _)| *name == room)
            .unwrap_or_else(|| {
                panic!("the room {room} is not in the list above nor in ARCHITECTURE.md")
            });
        if inside.ends_with("tests.rs") {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        for used in rooms_used(&text) {
            assert!(
                used == room || may_use.contains(&used.as_str()),
                "{}: {room} may not use {used}",
                inside.display()
            );
        }
        seen.push(room);
    }
    assert!(seen.contains(&"solve".to_owned()));
}

#[test]
fn format_and_render_never_touch_search() {
    for room in ["format", "render"] {
        let (_, may_use) = MAY_USE.iter().find(|(name, _)| *name == room).unwrap();
        assert!(!may_use.contains(&"search") && !may_use.contains(&"solve"));
    }
}
