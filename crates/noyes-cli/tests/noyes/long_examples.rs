//! The examples that take a server or minutes are really run, too: a server answers and is ended;
//! what takes minutes is begun, interrupted, and must say so. Those of `play` are in `terminal`.
#![cfg(unix)]

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use crate::command::{PATIENCE, output_in_time};
use crate::examples::{folder, long, shell};
use crate::interrupts::interrupted;

/// Ends a process that a failed test leaves behind.
struct Ended(Option<Child>);

impl Drop for Ended {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// A browser that only notes which page it is to open, in the folder `programs`.
fn browser(programs: &Path, note: &Path) {
    for name in ["xdg-open", "open"] {
        let program = programs.join(name);
        // The note is renamed when it is whole.
        let script = format!(
            "#!/bin/sh\nprintf %s \"$1\" > '{0}.new' && mv '{0}.new' '{0}'\n",
            note.display()
        );
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    }
}

/// The lines of an output as they come.
fn lines(output: impl Read + Send + 'static) -> Receiver<String> {
    let (sender, lines) = channel();
    let send = move |line: io::Result<String>| sender.send(line.unwrap()).is_err();
    std::thread::spawn(move || BufReader::new(output).lines().any(send));
    lines
}

/// The text of a file that another process is about to write.
fn until_there(path: &Path) -> String {
    let patience = Instant::now() + PATIENCE;
    while !path.exists() {
        assert!(Instant::now() < patience, "{} is missing", path.display());
        std::thread::sleep(Duration::from_millis(5));
    }
    fs::read_to_string(path).unwrap()
}

/// The first line and the body of an answer to a request without a body.
fn ask(port: u16, path: &str) -> (String, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.lines().next().unwrap().to_owned(), body.to_owned())
}

/// Each server says where it listens, answers, opens the browser if it is to, and ends when it is
/// told to. An example without a port gets a free one, since the usual one may be taken.
#[test]
fn every_example_of_serve_is_served() {
    let examples = long("noyes serve");
    assert!(examples.len() >= 3, "{examples:?}");
    for example in examples {
        let folder = folder();
        let note = folder.path().join("opened");
        browser(folder.path(), &note);
        let port = if example.contains("--port") {
            ""
        } else {
            " --port 0"
        };
        let mut server = shell(
            &format!("exec {example}{port}"),
            folder.path(),
            &[folder.path()],
        );
        let child = server.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut server = Ended(Some(child.unwrap()));
        let child = server.0.as_mut().unwrap();
        let log = lines(child.stderr.take().unwrap());
        let said = log.recv_timeout(PATIENCE).expect("it listens");
        let port = said.strip_prefix("listening on http://");
        let port = port.and_then(|address| address.rsplit(':').next()?.parse().ok());
        let port: u16 = port.unwrap_or_else(|| panic!("{example}: {said}"));
        if example.contains("--bind") {
            let said = log.recv_timeout(PATIENCE).expect("it tells its token");
            assert!(said.contains("token"), "{said}");
        }
        let (status, body) = ask(port, "/healthz");
        assert!(status.contains(" 200 "), "{example}: {status}\n{body}");
        if example.contains("--open") {
            let opened = until_there(&note);
            assert_eq!(opened, format!("http://127.0.0.1:{port}"));
        }
        let child = server.0.take().unwrap();
        let id = child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().unwrap();
        assert!(sent.success());
        assert_eq!(output_in_time(child, &example).code, 0, "{example}");
    }
}

/// Small tables are built into a new folder, and are sound. Large ones are begun and interrupted.
#[test]
fn every_example_that_builds_tables_builds_them() {
    let examples = long("noyes tables build");
    let is_small = |example: &&String| example.contains("--tables small");
    assert_eq!(examples.iter().filter(is_small).count(), 1, "{examples:?}");
    for example in &examples {
        let folder = folder();
        let tables = folder.path().join("tables");
        let in_folder = |line: &str| {
            let mut command = shell(line, folder.path(), &[]);
            command.env("NOYES_TABLES", &tables);
            command
        };
        if !is_small(&example) {
            let mut build = in_folder(&format!("exec {example} --progress json"));
            let run = interrupted(&mut build, &["\"event\":\"table\""]);
            let ended = run.err.contains("building ended early");
            // A quick machine may have built them before it is interrupted.
            assert_eq!(run.code, if ended { 3 } else { 0 }, "{example}: {run:?}");
            continue;
        }
        let built = in_folder(example).output().unwrap();
        let words = String::from_utf8_lossy(&built.stdout).into_owned();
        assert!(
            built.status.success() && words.starts_with("built "),
            "{example}: {words}"
        );
        let verified = in_folder("noyes tables verify").output().unwrap();
        let words = String::from_utf8_lossy(&verified.stdout).into_owned();
        let sound = words.matches("sound  ").count();
        assert!(
            sound > 0 && words.contains(", 0 damaged"),
            "{example}: {words}"
        );
    }
}

/// A collection takes minutes, or days: it is begun, interrupted, and keeps what it has.
#[test]
fn every_example_with_a_collection_is_begun() {
    let examples = [long("@korf100 "), long("@korf50 ")].concat();
    assert!(examples.len() >= 2, "{examples:?}");
    for example in examples {
        let folder = folder();
        let tables = folder.path().join("tables");
        let mut batch = shell(
            &format!("exec {example} --progress json"),
            folder.path(),
            &[],
        );
        batch.env("NOYES_TABLES", &tables);
        let run = interrupted(&mut batch, &["\"event\":"]);
        assert_eq!(run.code, 3, "{example}: {run:?}");
        assert!(run.err.contains("interrupted: "), "{example}: {run:?}");
    }
}
