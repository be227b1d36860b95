//! Runs every example of every help text, and of the README where there is one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::command::root;

const NOYES: &str = env!("CARGO_BIN_EXE_noyes");

/// Examples that take a terminal, a server or minutes. Here their options are checked; `terminal`
/// plays, and `long_examples` runs the others. One board of a collection, `@korf100:79`, is solved.
const LONG: [&str; 5] = [
    "noyes play",
    "noyes serve",
    "noyes tables build",
    "@korf100 ",
    "@korf50 ",
];

fn help(command: &[&str]) -> String {
    let output = Command::new(NOYES).args(command).arg("--help").output();
    let output = output.unwrap();
    assert!(output.status.success(), "{command:?} --help");
    String::from_utf8(output.stdout).unwrap()
}

/// The indented lines below a heading, up to the next blank line.
fn block(text: &str, heading: &str) -> Vec<String> {
    text.lines()
        .skip_while(|line| *line != heading)
        .skip(1)
        .take_while(|line| line.starts_with("  "))
        .map(|line| line.trim().to_owned())
        .collect()
}

/// The subcommands that the help lists.
fn commands() -> Vec<String> {
    block(&help(&[]), "Commands:")
        .iter()
        .filter_map(|line| line.split_whitespace().next().map(str::to_owned))
        .filter(|name| name != "help")
        .collect()
}

/// A folder for the examples, with the boards and the folders for completions.
pub fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards");
    fs::create_dir(&boards).unwrap();
    for item in fs::read_dir(root().join("boards")).unwrap() {
        let path = item.unwrap().path();
        fs::copy(&path, boards.join(path.file_name().unwrap())).unwrap();
    }
    for place in [
        ".local/share/bash-completion/completions",
        ".zfunc",
        ".config/fish/completions",
    ] {
        fs::create_dir_all(folder.path().join(place)).unwrap();
    }
    folder
}

/// The folder for the tables of all examples, unless the environment names one.
fn tables() -> PathBuf {
    let given = std::env::var_os("NOYES_TABLES").map(PathBuf::from);
    given.unwrap_or_else(|| Path::new(env!("CARGO_TARGET_TMPDIR")).join("tables"))
}

/// A line for the shell in a folder, with `noyes` and further programs in the path.
pub fn shell(line: &str, folder: &Path, programs: &[&Path]) -> Command {
    let mut path: Vec<PathBuf> = programs.iter().map(|path| path.to_path_buf()).collect();
    path.push(Path::new(NOYES).parent().unwrap().to_owned());
    let before = std::env::var_os("PATH").unwrap_or_default();
    path.extend(std::env::split_paths(&before));
    let mut command = Command::new("sh");
    command
        .args(["-c", line])
        .current_dir(folder)
        .env("PATH", std::env::join_paths(path).unwrap())
        .env("HOME", folder)
        .env("NOYES_TABLES", tables());
    command
}

/// The examples of all help texts that hold some words of [`LONG`].
pub fn long(words: &str) -> Vec<String> {
    assert!(LONG.contains(&words));
    let of_command = |name: String| block(&help(&[&name]), "Examples:");
    let examples = commands().into_iter().flat_map(of_command);
    examples.filter(|line| line.contains(words)).collect()
}

pub fn run(example: &str, folder: &Path) -> Output {
    let example = if LONG.iter().any(|words| example.contains(words)) {
        format!("{example} --help")
    } else {
        example.to_owned()
    };
    shell(&example, folder, &[]).output().unwrap()
}

/// Runs examples one after another in one folder.
fn run_all(examples: &[String], source: &str) {
    let folder = folder();
    for example in examples {
        let output = run(example, folder.path());
        // On a busy machine the limit of an example may be reached before the proof.
        let is_limited = example.contains("-limit") && output.status.code() == Some(3);
        // Of a board that cannot be solved the answer is no.
        let is_no =
            example.starts_with("noyes tree boards/unsolvable") && output.status.code() == Some(1);
        assert!(
            output.status.success() || is_limited || is_no,
            "{source}: {example}\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

#[test]
fn every_example_of_every_help_works() {
    run_all(&block(&help(&[]), "Examples:"), "noyes --help");
    for name in commands() {
        let examples = block(&help(&[&name]), "Examples:");
        assert!(!examples.is_empty(), "noyes {name} --help has no examples");
        run_all(&examples, &format!("noyes {name} --help"));
    }
}

#[test]
fn every_example_of_the_readme_works() {
    let Ok(readme) = fs::read_to_string(root().join("README.md")) else {
        return;
    };
    let mut examples = Vec::new();
    let mut in_shell = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            in_shell = ["```sh", "```console", "```bash"].contains(&line.trim());
        } else if in_shell {
            let line = line.trim();
            let line = line.strip_prefix("$ ").unwrap_or(line);
            let line = line.split(" #").next().unwrap_or(line).trim();
            if line.starts_with("noyes ") {
                examples.push(line.to_owned());
            }
        }
    }
    run_all(&examples, "README.md");
}
