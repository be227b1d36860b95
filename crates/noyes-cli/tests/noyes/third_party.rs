//! `THIRD-PARTY.md` names every crate of others that the packages contain, with its licence.
//!
//! What is linked into the command, the wheel or the WebAssembly module counts, on any platform.
//! Macros and tools of the build are not part of what is shipped.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// The crates whose products are shipped.
const SHIPPED: [&str; 3] = ["noyes-cli", "noyes-py", "noyes-wasm"];

const HEAD: &str = "\
# Crates of others in the packages

The command, the wheel and the WebAssembly module contain these crates. `release/build` puts the texts of
their licences beside them. A test writes this list: `NOYES_UPDATE=1 cargo test -p noyes-cli --test noyes
third_party`.

| Crate | Version | Licence |
|---|---|---|
";

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn items<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// The rows of the list, by what cargo resolves.
fn rows(root: &Path) -> BTreeSet<String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages: BTreeMap<&str, &Value> = items(&metadata, "packages")
        .iter()
        .map(|package| (text(package, "id"), package))
        .collect();
    let nodes: BTreeMap<&str, &Value> = items(&metadata["resolve"], "nodes")
        .iter()
        .map(|node| (text(node, "id"), node))
        .collect();
    let is_macro = |id: &str| {
        items(packages[id], "targets")
            .iter()
            .any(|target| target["kind"][0] == "proc-macro")
    };
    let mut open: Vec<&str> = packages
        .iter()
        .filter(|(_, package)| SHIPPED.contains(&text(package, "name")))
        .map(|(id, _)| *id)
        .collect();
    assert_eq!(open.len(), SHIPPED.len());
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    while let Some(id) = open.pop() {
        if is_macro(id) || !seen.insert(id) {
            continue;
        }
        for dependency in items(nodes[id], "deps") {
            let mut kinds = items(dependency, "dep_kinds").iter();
            if kinds.any(|kind| kind["kind"].is_null()) {
                open.push(text(dependency, "pkg"));
            }
        }
    }
    let others = seen.iter().map(|id| packages[id]);
    others
        .filter(|package| !package["source"].is_null())
        .map(|package| {
            let [name, version, licence] =
                ["name", "version", "license"].map(|key| text(package, key));
            assert!(!licence.is_empty(), "{name} does not name its licence");
            format!("| {name} | {version} | {licence} |\n")
        })
        .collect()
}

#[test]
fn the_list_of_third_parties_is_whole() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let list: String = rows(&root).into_iter().collect();
    let wanted = format!("{HEAD}{list}");
    let path = root.join("THIRD-PARTY.md");
    if std::env::var_os("NOYES_UPDATE").is_some() {
        std::fs::write(&path, &wanted).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap();
    assert!(
        found == wanted,
        "the dependencies have changed: write THIRD-PARTY.md again with NOYES_UPDATE=1"
    );
}
