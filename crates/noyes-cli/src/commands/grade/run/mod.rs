//! `--run`: the students' programs, run for every board.

mod arguments;
mod group;
mod process;
mod results;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result, bail};
use noyes_answer::{Question, Review, Trouble, TroubleKind, Verdict, text_of_bytes};

use crate::interrupt;
use crate::printable::printable_path;
use crate::progress::Progress;
use arguments::CommandLine;
pub use process::RunLimits;
use process::{End, Finished};
use results::Results;

/// A student and the folder with the program.
#[derive(Clone, Debug)]
pub struct Student {
    pub name: String,
    folder: PathBuf,
}

/// The students: one folder each, sorted by name.
pub fn students(answers: &Path) -> Result<Vec<Student>> {
    let cannot = || format!("{} cannot be read", printable_path(answers));
    let mut students = Vec::new();
    for item in fs::read_dir(answers).with_context(cannot)? {
        let path = item.with_context(cannot)?.path();
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if path.is_dir() && !name.starts_with('.') {
            let folder = fs::canonicalize(&path).with_context(cannot)?;
            students.push(Student { name, folder });
        }
    }
    if students.is_empty() {
        bail!(
            "{} has no folder in it: with --run, give the folder that has one folder a student",
            printable_path(answers)
        );
    }
    students.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(students)
}

/// What is to be run.
#[derive(Debug)]
pub struct Runs<'a> {
    pub command: &'a str,
    pub results: &'a Path,
    pub limits: RunLimits,
    pub threads: usize,
    /// Whether stored results are not to be used.
    pub is_fresh: bool,
}

/// One run: a student and a board, by number.
struct Job {
    student: usize,
    board: usize,
    arguments: Vec<OsString>,
}

/// How many runs were made, and how many were there already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunCounts {
    pub made: usize,
    pub stored: usize,
}

impl Runs<'_> {
    /// Checks the command and the limits, before anything is computed for them.
    pub fn check(&self) -> Result<()> {
        CommandLine::read(self.command).map_err(|why| anyhow::anyhow!("--run: {why}"))?;
        if self.limits.memory.is_some() && !group::can_measure() {
            bail!("--memory-limit is kept on Linux only: leave it out");
        }
        Ok(())
    }

    /// Runs every program on every board, and reviews what it prints: the reviews of a student are
    /// those of the boards in order, none where the user has stopped the command.
    pub fn reviews(
        &self,
        students: &[Student],
        boards: &[(String, Question)],
        progress: &Progress,
    ) -> Result<(Vec<Vec<Option<Review>>>, RunCounts)> {
        let line = CommandLine::read(self.command).map_err(anyhow::Error::msg)?;
        let results = Results::open(self.results, self.command, self.limits)?;
        let mut jobs = Vec::new();
        let mut reviews: Vec<Vec<Option<Review>>> = Vec::new();
        let mut counts = RunCounts::default();
        let mut files = Vec::new();
        for (name, question) in boards {
            files.push(results.board_file(name, &question.board)?);
        }
        for (number, student) in students.iter().enumerate() {
            let mut of_student = Vec::new();
            for (board, (name, question)) in boards.iter().enumerate() {
                let stored = || results.load(&student.name, name, &question.board);
                let stored = (!self.is_fresh).then(stored).flatten();
                counts.stored += usize::from(stored.is_some());
                if stored.is_none() {
                    jobs.push(Job {
                        student: number,
                        board,
                        arguments: line.arguments(&files[board], &student.name),
                    });
                }
                of_student.push(stored.map(|run| self.review(question, run)));
            }
            reviews.push(of_student);
        }
        let next = AtomicUsize::new(0);
        let shared = Mutex::new((&mut reviews, &mut counts, None::<anyhow::Error>));
        let work = || {
            while let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let student = &students[job.student];
                let (name, question) = &boards[job.board];
                let part = progress.part(
                    job.student * boards.len() + job.board,
                    format!("{} {name}", student.name),
                    vec![
                        ("student", student.name.as_str().into()),
                        ("board", name.as_str().into()),
                    ],
                );
                let input = (!line.names_board()).then(|| question.board.to_string().into_bytes());
                let done = process::run(&job.arguments, &student.folder, input, self.limits);
                drop(part);
                if interrupt::is_requested() {
                    return;
                }
                let review = match done {
                    Ok(None) => return,
                    Ok(Some(run)) => {
                        match results.store(&student.name, name, &question.board, &run) {
                            Ok(()) => Ok(self.review(question, run)),
                            Err(error) => Err(error),
                        }
                    }
                    // Not stored: the program may be there the next time.
                    Err(error) => {
                        let program = job.arguments.first().cloned().unwrap_or_default();
                        let why = format!("{} cannot be started: {error}", program.display());
                        Ok(Review::of_trouble(Verdict::Crashed, why))
                    }
                };
                let Ok(mut shared) = shared.lock() else {
                    return;
                };
                match review {
                    Ok(review) => {
                        shared.0[job.student][job.board] = Some(review);
                        shared.1.made += 1;
                    }
                    Err(error) => {
                        next.store(jobs.len(), Ordering::Relaxed);
                        shared.2.get_or_insert(error);
                        return;
                    }
                }
            }
        };
        thread::scope(|scope| {
            for _ in 1..self.threads.min(jobs.len().max(1)) {
                scope.spawn(work);
            }
            work();
        });
        let failed = shared.into_inner().map(|shared| shared.2);
        match failed.ok().flatten() {
            Some(error) => Err(error),
            None => Ok((reviews, counts)),
        }
    }

    /// Reviews what a program printed, and how it ended.
    fn review(&self, question: &Question, run: Finished) -> Review {
        let limit = |verdict, words: String| Review::of_trouble(verdict, words);
        match run.end {
            End::TimeLimit => {
                let time = self.limits.time.as_secs_f64();
                limit(Verdict::TimedOut, format!("it was stopped after {time} s"))
            }
            End::MemoryLimit => {
                let most = self.limits.memory.unwrap_or_default() as f64 / 1e6;
                limit(
                    Verdict::OutOfMemory,
                    format!("it was stopped when it held more than {most} MB of memory"),
                )
            }
            End::OutputLimit => {
                let most = process::MOST_OUTPUT >> 20;
                limit(
                    Verdict::Invalid,
                    format!("it was stopped after {most} MB of output"),
                )
            }
            End::Exit(code) => {
                let review = question.review_text(&text_of_bytes(run.output));
                let is_told = !matches!(
                    review.verdict,
                    Verdict::Empty | Verdict::Invalid | Verdict::Wrong
                );
                if is_told || review.moves.is_some() {
                    return review;
                }
                let errors = text_of_bytes(run.errors);
                if let Some(trouble) = Trouble::find(&errors) {
                    let verdict = match trouble.kind {
                        TroubleKind::OutOfMemory => Verdict::OutOfMemory,
                        TroubleKind::TimedOut => Verdict::TimedOut,
                        _ => Verdict::Crashed,
                    };
                    let words = format!("{}: standard error, {}", trouble.kind, trouble.quote);
                    return limit(verdict, words);
                }
                match (review.verdict, code) {
                    (_, Some(0)) | (Verdict::Wrong, _) => review,
                    (_, Some(code)) => {
                        limit(Verdict::Crashed, format!("it ended with exit code {code}"))
                    }
                    (_, None) => limit(Verdict::Crashed, "it was ended by a signal".to_owned()),
                }
            }
        }
    }
}
