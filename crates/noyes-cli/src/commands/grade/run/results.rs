//! The folder of results: what each run printed, so that no run is made twice.
//!
//! ```text
//! RESULTS/boards/puzzle04.txt      the board as the programs get it
//! RESULTS/answers/anna/puzzle04.out    what the program printed
//! RESULTS/answers/anna/puzzle04.err    what it printed on standard error, if anything
//! RESULTS/answers/anna/.puzzle04.json  how it ended; written last
//! ```
//!
//! A run counts as made if the last file is there and names the same command, the same board and
//! the same student's folder; one that a limit stopped counts only for limits that are no higher.
//! `RESULTS/answers` can be graded like any folder of answers.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use noyes::{Board, format};
use serde_json::{Value, json};

use super::process::{End, Finished, RunLimits};
use crate::output;
use crate::printable::printable_path;

/// The folder of results.
#[derive(Debug)]
pub struct Results {
    folder: PathBuf,
    command: String,
    limits: RunLimits,
}

/// The name of a board or student as a name of a file.
fn plain(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_+@".contains(c);
    name.chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect()
}

impl Results {
    /// Opens or makes the folder.
    pub fn open(folder: &Path, command: &str, limits: RunLimits) -> Result<Self> {
        let cannot = || format!("the folder {} cannot be made", printable_path(folder));
        fs::create_dir_all(folder.join("boards")).with_context(cannot)?;
        Ok(Self {
            // The programs run elsewhere.
            folder: fs::canonicalize(folder).with_context(cannot)?,
            command: command.to_owned(),
            limits,
        })
    }

    /// Writes a board as the course does, for the programs to read.
    pub fn board_file(&self, name: &str, board: &Board) -> Result<PathBuf> {
        let stem = name.strip_suffix(".txt").unwrap_or(name);
        let path = self
            .folder
            .join("boards")
            .join(format!("{}.txt", plain(stem)));
        output::write(Some(&path), |out| write!(out, "{board}"))?;
        Ok(path)
    }

    /// The files of a run, without their endings.
    fn files(&self, student: &str, board: &str) -> (PathBuf, String) {
        let stem = board.strip_suffix(".txt").unwrap_or(board);
        (
            self.folder.join("answers").join(plain(student)),
            plain(stem),
        )
    }

    /// The run of a student and board, if it was made before.
    pub fn load(&self, student: &str, name: &str, board: &Board) -> Option<Finished> {
        let (folder, stem) = self.files(student, name);
        let mark = fs::read(folder.join(format!(".{stem}.json"))).ok()?;
        let mark: Value = serde_json::from_slice(&mark).ok()?;
        let is_same = mark["command"] == self.command.as_str()
            && mark["student"] == student
            && mark["board"] == format::slashes(board).as_str();
        let time = Duration::from_secs_f64(mark["time_limit"].as_f64()?.clamp(0.0, 1e9));
        let memory = mark["memory_limit"].as_u64().map(|bytes| bytes as usize);
        let end = match mark["end"].as_str()? {
            "exit" => End::Exit(mark["code"].as_i64().map(|code| code as i32)),
            "time limit" => End::TimeLimit,
            "memory limit" => End::MemoryLimit,
            "output limit" => End::OutputLimit,
            _ => return None,
        };
        let holds = match end {
            End::TimeLimit => self.limits.time <= time,
            End::MemoryLimit => self.limits.memory.is_some_and(|most| Some(most) <= memory),
            End::OutputLimit => true,
            // What ended within the old limits may not within lower ones.
            End::Exit(_) => mark["seconds"].as_f64()? <= self.limits.time.as_secs_f64(),
        };
        (is_same && holds).then_some(())?;
        let bytes = |ending: &str| fs::read(folder.join(format!("{stem}.{ending}")));
        Some(Finished {
            end,
            seconds: mark["seconds"].as_f64()?,
            output: bytes("out").ok()?,
            errors: bytes("err").unwrap_or_default(),
        })
    }

    /// Stores a run.
    pub fn store(&self, student: &str, name: &str, board: &Board, run: &Finished) -> Result<()> {
        let (folder, stem) = self.files(student, name);
        let cannot = || format!("the folder {} cannot be made", printable_path(&folder));
        fs::create_dir_all(&folder).with_context(cannot)?;
        let put = |name: String, bytes: &[u8]| {
            output::write(Some(&folder.join(name)), |out| out.write_all(bytes))
        };
        let mark = format!(".{stem}.json");
        // An old mark must not vouch for new output.
        let _ = fs::remove_file(folder.join(&mark));
        put(format!("{stem}.out"), &run.output)?;
        match run.errors.is_empty() {
            true => drop(fs::remove_file(folder.join(format!("{stem}.err")))),
            false => put(format!("{stem}.err"), &run.errors)?,
        }
        let (end, code) = match run.end {
            End::Exit(code) => ("exit", code),
            End::TimeLimit => ("time limit", None),
            End::MemoryLimit => ("memory limit", None),
            End::OutputLimit => ("output limit", None),
        };
        let value = json!({
            "command": self.command,
            "student": student,
            "board": format::slashes(board),
            "end": end,
            "code": code,
            "seconds": run.seconds,
            "time_limit": self.limits.time.as_secs_f64(),
            "memory_limit": self.limits.memory,
        });
        put(mark, format!("{value}\n").as_bytes())
    }
}
