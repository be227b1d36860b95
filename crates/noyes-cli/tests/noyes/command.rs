//! Runs the command and captures its output.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

/// How long a run may go on that ends by itself in seconds. It keeps a broken command from holding
/// up the tests for ever, and says nothing about speed.
pub const PATIENCE: Duration = Duration::from_secs(180);

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

/// Runs `noyes` with arguments, and fails where it does not end by itself.
pub fn noyes_that_ends(arguments: &[&str]) -> Run {
    let child = command()
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    output_in_time(child, &format!("noyes {}", arguments.join(" ")))
}

/// Waits for the end of a process. One that goes on is interrupted, so that it stops what it has
/// started, then killed, and the test fails.
pub fn output_in_time(child: Child, what: &str) -> Run {
    output_within(child, what, PATIENCE)
}

fn output_within(child: Child, what: &str, patience: Duration) -> Run {
    let id = child.id().to_string();
    let (sender, output) = channel();
    std::thread::spawn(move || drop(sender.send(child.wait_with_output())));
    if let Ok(output) = output.recv_timeout(patience) {
        return output.unwrap().into();
    }
    let kill = |signal: &str| drop(Command::new("kill").args([signal, &id]).status());
    kill("-INT");
    if output.recv_timeout(Duration::from_secs(10)).is_err() {
        kill("-KILL");
    }
    panic!("{what}: it did not end by itself");
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

#[cfg(unix)]
#[test]
#[should_panic(expected = "it did not end by itself")]
fn a_process_that_goes_on_fails_the_test() {
    let child = Command::new("sleep").arg("1000").spawn().unwrap();
    output_within(child, "sleep", Duration::from_millis(10));
}
