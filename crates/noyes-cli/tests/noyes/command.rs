//! Runs the command and captures its output.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The exit code and the output of a run.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub out: String,
    pub err: String,
}

/// The command, ready for arguments, in the workspace's root.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_noyes"));
    command.current_dir(root());
    command
}

pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs `noyes` with arguments and nothing on standard input.
pub fn noyes(arguments: &[&str]) -> Run {
    noyes_with(arguments, b"")
}

/// Runs `noyes` in a folder.
pub fn noyes_in(folder: &Path, arguments: &[&str]) -> Run {
    let output = command().args(arguments).current_dir(folder).output();
    output.unwrap().into()
}

/// Runs `noyes` with arguments and `input` on standard input.
pub fn noyes_with(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = command()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // The command may end without reading it all.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output.into()
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}
