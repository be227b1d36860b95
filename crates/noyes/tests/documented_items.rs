//! Every public item of the library has an example of its own: modules, types, traits, constants,
//! functions and methods, but for what is behind the feature `internals`.
//!
//! The sources are read as text. An item is public if a `pub mod` or `pub use` line leads to it
//! from `lib.rs`; its methods are those of all inherent `impl` blocks of its name.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A definition: its file and its name.
type Item = (PathBuf, String);

/// A line of source that is no documentation, and what was written before it.
struct Line<'a> {
    text: &'a str,
    number: usize,
    has_example: bool,
    is_internal: bool,
}

/// The lines of a source file that are neither documentation nor attributes, up to its tests.
fn lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let (mut has_example, mut is_internal) = (false, false);
    let (mut is_open, mut brackets) = (false, 0);
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        if line.starts_with("mod tests {") {
            break;
        }
        if let Some(words) = trimmed.strip_prefix("///") {
            if let Some(kind) = words.trim().strip_prefix("```") {
                has_example |= !is_open && ["", "no_run", "should_panic"].contains(&kind);
                is_open = !is_open;
            }
        } else if trimmed.starts_with("#[") || brackets > 0 {
            is_internal |= trimmed == "#[cfg(feature = \"internals\")]";
            let count = |bracket| trimmed.matches(bracket).count();
            brackets = brackets + count('[') - count(']');
        } else if !trimmed.starts_with("//") {
            lines.push(Line {
                text: line,
                number,
                has_example,
                is_internal,
            });
            (has_example, is_internal, is_open) = (false, false, false);
        }
    }
    lines
}

/// The kind of an item and its name, if a line defines one: `("struct", "Board")`.
fn definition(text: &str) -> Option<(&str, &str)> {
    let text = text.strip_prefix("pub ").unwrap_or(text);
    let text = text.strip_prefix("unsafe ").unwrap_or(text);
    let text = text.strip_prefix("const fn ").map_or(text, |_| &text[6..]);
    let (kind, rest) = text.split_once(' ')?;
    let kinds = ["struct", "enum", "trait", "type", "fn", "const"];
    let name = rest
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next();
    kinds.contains(&kind).then_some((kind, name?))
}

/// The type of an inherent `impl` block, if a line begins one.
fn impl_of(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("impl")?;
    let rest = match rest.strip_prefix('<') {
        Some(_) => rest.split_once("> ")?.1,
        None => rest.strip_prefix(' ')?,
    };
    let name = rest.split(|c: char| !c.is_alphanumeric()).next();
    name.filter(|_| !rest.contains(" for "))
}

/// The file of a module that is declared in another file.
fn module_file(declared_in: &Path, name: &str) -> Option<PathBuf> {
    let stem = declared_in.file_stem()?;
    let folder = declared_in.parent()?;
    let folder = match stem.to_str()? {
        "mod" | "lib" => folder.to_owned(),
        _ => folder.join(stem),
    };
    let files = [format!("{name}.rs"), format!("{name}/mod.rs")];
    files
        .map(|file| folder.join(file))
        .into_iter()
        .find(|file| file.exists())
}

/// The paths of a `pub use` line, each with its last name by itself: `a::b::{C, D}` has two.
fn used(text: &str) -> Vec<(String, String)> {
    let Some((path, names)) = text.rsplit_once("::") else {
        return Vec::new();
    };
    let names = names
        .trim_matches(['{', '}', ' '])
        .split(',')
        .map(str::trim);
    let names = names.filter(|name| !name.is_empty());
    names
        .map(|name| (path.to_owned(), name.to_owned()))
        .collect()
}

/// Whether the documentation of a module has an example.
fn module_has_example(text: &str) -> bool {
    let words = text.lines().map_while(|line| line.strip_prefix("//!"));
    let fences = words.filter_map(|words| words.trim().strip_prefix("```"));
    // Every second one ends a block.
    fences.step_by(2).any(|kind| kind.is_empty())
}

/// Adds what a file gives out: all of it, or the one item that is asked for. A module is an item
/// without a name.
fn exported(file: &Path, asked: Option<&str>, items: &mut BTreeSet<Item>) {
    let text = fs::read_to_string(file).unwrap();
    if asked.is_none() {
        items.insert((file.to_owned(), String::new()));
    }
    let mut use_line = String::new();
    for line in lines(&text) {
        let is_part = !use_line.is_empty();
        if line.is_internal || !(line.text.starts_with("pub ") || is_part) {
            continue;
        }
        if line.text.starts_with("pub use ") || is_part {
            use_line += line.text.trim().trim_start_matches("pub use ");
            use_line.push(' ');
            if !line.text.ends_with(';') {
                continue;
            }
            let whole = std::mem::take(&mut use_line);
            for (path, name) in used(whole.trim_end_matches([' ', ';'])) {
                let path = path.trim_start_matches("self::");
                // What another room defines is found there.
                if path.starts_with("crate") || asked.is_some_and(|asked| asked != name) {
                    continue;
                }
                let mut parts = path.split("::");
                let first = parts.next().and_then(|part| module_file(file, part));
                let found = parts.fold(first, |file, part| module_file(&file?, part));
                let found = found.unwrap_or_else(|| panic!("{}: {path}", file.display()));
                exported(&found, Some(&name), items);
            }
        } else if let Some(name) = line.text.strip_prefix("pub mod ") {
            if asked.is_none() {
                let inner = module_file(file, name.trim_end_matches(';')).unwrap();
                exported(&inner, None, items);
            }
        } else if let Some((_, name)) = definition(line.text)
            && asked.is_none_or(|asked| asked == name)
        {
            items.insert((file.to_owned(), name.to_owned()));
        }
    }
}

/// The public items of a file, each with its line and whether it has an example.
fn items_of(file: &Path, text: &str, public: &BTreeSet<Item>) -> Vec<(String, usize, bool)> {
    let lines = lines(text);
    let own = |name: &str| public.contains(&(file.to_owned(), name.to_owned()));
    let defines = |name: &str| {
        let mut defined = lines.iter().filter_map(|line| {
            let at = line.text.find("struct ").or(line.text.find("enum "))?;
            definition(&line.text[at..])
        });
        defined.any(|(_, other)| other == name)
    };
    let is_public =
        |name: &str| own(name) || !defines(name) && public.iter().any(|(_, other)| other == name);
    let mut found = Vec::new();
    if own("") {
        found.push(("the module".to_owned(), 1, module_has_example(text)));
    }
    // The type or trait whose methods follow, and what they begin with.
    let mut inside: Option<(&str, &str)> = None;
    for line in &lines {
        if line.text.starts_with('}') {
            inside = None;
        } else if let Some(name) = impl_of(line.text) {
            inside = (is_public(name) && !line.is_internal).then_some((name, "    pub "));
        } else if let Some((kind, name)) = definition(line.text).filter(|_| !line.is_internal) {
            if line.text.starts_with("pub ") && own(name) {
                found.push((name.to_owned(), line.number, line.has_example));
                inside = (kind == "trait").then_some((name, "    "));
            }
        } else if let Some((owner, before)) = inside
            && let Some(rest) = line.text.strip_prefix(before)
            && let Some((kind, name)) = definition(rest)
            && kind != "type"
            && !line.is_internal
        {
            found.push((format!("{owner}::{name}"), line.number, line.has_example));
        }
    }
    found
}

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

#[test]
fn every_public_item_has_an_example() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut public = BTreeSet::new();
    exported(&src.join("lib.rs"), None, &mut public);
    let mut files = Vec::new();
    rust_files(&src, &mut files);
    let (mut count, mut report) = (0, String::new());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for (name, line, has_example) in items_of(&file, &text, &public) {
            count += 1;
            if !has_example {
                let place = file.strip_prefix(&src).unwrap().display();
                report += &format!("src/{place}:{line}: {name}\n");
            }
        }
    }
    assert!(
        count > 600,
        "only {count} items were found: the sources are not read right"
    );
    assert!(
        report.is_empty(),
        "public items without an example. Write one, or make the item private or internal:\n{report}"
    );
}

#[test]
fn what_lacks_an_example_is_found() {
    let text = "\
/// A type.
///
/// ```
/// let a = A;
/// ```
#[derive(
    Debug
)]
pub struct A;

impl<'a> A {
    /// ```text
    /// a drawing
    /// ```
    pub fn drawn() {}

    /// ```
    /// A::used();
    /// ```
    #[inline]
    pub fn used() {}

    #[cfg(feature = \"internals\")]
    pub fn internal() {}

    fn private() {}
}

impl Default for A {}

impl B {
    pub fn hidden() {}
}

pub trait C {
    type Item;

    fn plain();
}
";
    let file = Path::new("a.rs");
    let public = ["A", "C"].map(|name| (file.to_owned(), name.to_owned()));
    let found = items_of(file, text, &public.into_iter().collect());
    let found: Vec<(&str, bool)> = found
        .iter()
        .map(|(name, _, has_example)| (name.as_str(), *has_example))
        .collect();
    let wanted = [
        ("A", true),
        ("A::drawn", false),
        ("A::used", true),
        ("C", false),
        ("C::plain", false),
    ];
    assert_eq!(found, wanted);
    assert!(module_has_example(
        "//! ```text\n//! ```\n//!\n//! ```\n//! a();\n//! ```\n"
    ));
    assert!(!module_has_example(
        "//! ```text\n//! ```\n//! A module.\n\n//! ```\n"
    ));
    assert_eq!(
        used("a::b::{C, D}"),
        [
            ("a::b".to_owned(), "C".to_owned()),
            ("a::b".to_owned(), "D".to_owned())
        ]
    );
}
