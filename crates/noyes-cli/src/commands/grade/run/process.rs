//! One run of a student's program, within limits.
//!
//! The program gets a process group of its own. When it ends, is over a limit, or the user stops
//! the command, the whole group is killed, so that nothing it started stays behind. Its memory is
//! what its processes hold, looked at every few milliseconds: a limit on address space would stop
//! a Java program before it begins. Output beyond [`MOST_OUTPUT`] bytes is not kept.

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::group::Group;
use crate::interrupt;

/// The most bytes that are kept of standard output, and of standard error.
pub const MOST_OUTPUT: usize = 16 << 20;
/// How often limits are looked at.
const INTERVAL: Duration = Duration::from_millis(10);
/// How long to wait for output that a process outside of the group may still hold.
const PATIENCE: Duration = Duration::from_secs(1);

/// What each run may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunLimits {
    pub time: Duration,
    pub memory: Option<usize>,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// By itself, with this exit code; none if a signal ended it.
    Exit(Option<i32>),
    TimeLimit,
    MemoryLimit,
    OutputLimit,
}

/// A run that has ended.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    pub end: End,
    pub seconds: f64,
    pub output: Vec<u8>,
    pub errors: Vec<u8>,
}

/// Runs a program to its end; none if the user stops it.
pub fn run(
    arguments: &[OsString],
    folder: &Path,
    input: Option<Vec<u8>>,
    limits: RunLimits,
) -> io::Result<Option<Finished>> {
    let Some((program, arguments)) = arguments.split_first() else {
        return Err(io::Error::other("the command is empty"));
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(if input.is_some() {
            Stdio::piped()
        } else {
            Stdio::null()
        })
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let start = Instant::now();
    let (mut child, group) = Group::spawn(&mut command)?;
    let output = Pipe::read(child.stdout.take());
    let errors = Pipe::read(child.stderr.take());
    if let (Some(mut stdin), Some(input)) = (child.stdin.take(), input) {
        // A program that does not read its input must not be waited for.
        thread::spawn(move || drop(stdin.write_all(&input)));
    }
    let stop = watch(&mut child, &group, start, limits, [&output, &errors]);
    group.kill();
    // Reaped only now: until then its number cannot belong to another process.
    let status = child.wait()?;
    let seconds = start.elapsed().as_secs_f64();
    let Some(stop) = stop? else {
        return Ok(None);
    };
    let (output, errors) = (output.finish(), errors.finish());
    let is_over = output.len().max(errors.len()) >= MOST_OUTPUT;
    let end = match stop {
        Stop::Ended if is_over => End::OutputLimit,
        Stop::Ended => End::Exit(status.code()),
        Stop::Limit(end) => end,
    };
    Ok(Some(Finished {
        end,
        seconds,
        output,
        errors,
    }))
}

/// Why a program is not waited for any longer.
enum Stop {
    /// It has ended, and is not reaped yet.
    Ended,
    Limit(End),
}

/// Waits until the program ends or is over a limit; none if the user stops it.
fn watch(
    child: &mut Child,
    group: &Group,
    start: Instant,
    limits: RunLimits,
    pipes: [&Pipe; 2],
) -> io::Result<Option<Stop>> {
    let limit = |end| Ok(Some(Stop::Limit(end)));
    loop {
        if group.has_ended(child)? {
            return Ok(Some(Stop::Ended));
        }
        if interrupt::is_requested() {
            return Ok(None);
        }
        if start.elapsed() >= limits.time {
            return limit(End::TimeLimit);
        }
        if pipes.iter().any(|pipe| pipe.is_full()) {
            return limit(End::OutputLimit);
        }
        if limits.memory.is_some_and(|most| group.memory() > most) {
            return limit(End::MemoryLimit);
        }
        thread::sleep(INTERVAL);
    }
}

/// What comes out of a program, read by a thread of its own.
struct Pipe {
    bytes: Arc<Mutex<Vec<u8>>>,
    thread: thread::JoinHandle<()>,
}

impl Pipe {
    fn read(source: Option<impl Read + Send + 'static>) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&bytes);
        let thread = thread::spawn(move || {
            let Some(mut source) = source else { return };
            let mut chunk = [0; 1 << 16];
            while let Ok(length @ 1..) = source.read(&mut chunk) {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let room = MOST_OUTPUT - kept.len();
                kept.extend(&chunk[..length.min(room)]);
                if room <= length {
                    return;
                }
            }
        });
        Self { bytes, thread }
    }

    fn is_full(&self) -> bool {
        let bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        bytes.len() >= MOST_OUTPUT
    }

    /// What was read when the program has ended.
    fn finish(self) -> Vec<u8> {
        let start = Instant::now();
        while !self.thread.is_finished() && start.elapsed() < PATIENCE {
            thread::sleep(Duration::from_millis(1));
        }
        let mut bytes = self.bytes.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut bytes)
    }
}
