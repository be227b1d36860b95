//! `--resume`: a file of results that grows row by row, and is taken up again.
//!
//! # Idea
//!
//! Without `--resume` a file is replaced as a whole when the last board is done. With it, every row
//! is added to the file as soon as it is known, so that a process that is killed loses the boards
//! under way and nothing else. The next run reads the rows and solves only what is missing. When
//! all is done the file is replaced by the same rows in the order of the boards: then it is the
//! file of a run that was never stopped.
//!
//! # What is kept
//!
//! A row is of a board if the name, the tiles, the goal, the metric and the algorithm that was
//! asked for are the same, and the heuristic and the weight are those of this run. Kept as they
//! are: rows of this run's boards, and rows of other boards and other searches, which come last.
//! What was interrupted, or stopped by a limit that this run raises, is solved again. A last line
//! that is not whole, and repeated heads, are dropped. So the files of shards may be joined with
//! `cat` before.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use noyes_api::SolveAnswer;
use serde_json::Value;

use super::BatchFormat;
use super::gather::Entry;
use super::report::{self, COLUMNS};
use super::row::{Row, RowState};
use super::same_question::{Difference, Question};
use super::solving::known;
use crate::csv;
use crate::printable::printable_path;

/// The rows of a file of results.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    format: BatchFormat,
    /// The rows of this run, by the place of their board.
    rows: HashMap<usize, (String, Row)>,
    /// Lines of other boards and other searches.
    others: Vec<String>,
    again: SolvedAgain,
    file: File,
}

/// How many boards of this run have a row that is not kept as theirs.
#[derive(Clone, Copy, Debug, Default)]
pub struct SolvedAgain {
    /// It is of a search with another heuristic or another weight.
    pub other_search: usize,
    /// A limit stopped it, and this run allows more.
    pub limit_raised: usize,
}

/// What makes a row that of a board.
#[derive(Debug, PartialEq, Eq, Hash)]
struct Key {
    name: String,
    tiles: String,
    goal: String,
    metric: String,
    requested: String,
}

impl Journal {
    /// Opens the file, or makes it, and reads the rows of the entries.
    pub fn open(
        path: &Path,
        format: BatchFormat,
        entries: &[Entry],
        question: &Question<'_>,
    ) -> Result<Self> {
        let (request, goal) = (question.request, question.goal.name());
        let cannot = || format!("{} cannot be taken up", printable_path(path));
        let mut bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error).with_context(cannot),
        };
        // What follows may end within a character.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n');
        let whole = whole.map_or(0, |end| end + 1);
        bytes.truncate(whole);
        let text = String::from_utf8(bytes).with_context(cannot)?;
        let mut places: HashMap<Key, usize> = HashMap::new();
        for (place, entry) in entries.iter().enumerate() {
            if let Ok(board) = &entry.board {
                let tiles: Vec<String> = board.tiles().iter().map(ToString::to_string).collect();
                let name = match format {
                    BatchFormat::Csv => csv::fields(&csv::cell(&entry.name)).remove(0),
                    _ => entry.name.clone(),
                };
                places
                    .entry(Key {
                        name,
                        tiles: tiles.join(" "),
                        goal: goal.to_owned(),
                        metric: request.metric.name().to_owned(),
                        requested: report::requested(request).to_owned(),
                    })
                    .or_insert(place);
            }
        }
        let (mut rows, mut others) = (HashMap::new(), Vec::new());
        let mut differing: HashMap<usize, Difference> = HashMap::new();
        for (number, line) in (1..).zip(text.lines()) {
            if line.is_empty() || format == BatchFormat::Csv && line == COLUMNS {
                continue;
            }
            let read = match format {
                BatchFormat::Csv => read_csv(line),
                _ => read_json(line),
            };
            let Some((key, answer)) = read else {
                bail!(
                    "{}, line {number}: this is no row of noyes batch --format {}; name another --output, or leave out --resume",
                    printable_path(path),
                    if format == BatchFormat::Csv {
                        "csv"
                    } else {
                        "jsonl"
                    }
                );
            };
            let is_final = answer
                .as_ref()
                .is_some_and(|answer| answer.stop.as_deref() != Some("interrupt"));
            match (places.get(&key), answer) {
                (Some(&place), Some(answer)) if is_final => {
                    if let Some(difference) = question.difference(&entries[place], &answer) {
                        differing.insert(place, difference);
                        if difference == Difference::Search {
                            others.push(format!("{line}\n"));
                        }
                        continue;
                    }
                    let row = Row {
                        name: entries[place].name.clone(),
                        board: entries[place].board.as_ref().ok().cloned(),
                        known: known(&entries[place], request),
                        state: RowState::Ended(Box::new(answer)),
                    };
                    rows.entry(place).or_insert((format!("{line}\n"), row));
                }
                // It is solved again.
                (Some(_), _) => {}
                (None, _) if key.tiles.is_empty() => {}
                (None, _) => others.push(format!("{line}\n")),
            }
        }
        let mut file = OpenOptions::new();
        let file = file
            .create(true)
            .append(true)
            .open(path)
            .with_context(cannot)?;
        file.set_len(whole as u64).with_context(cannot)?;
        let mut again = SolvedAgain::default();
        for (_, difference) in differing
            .iter()
            .filter(|(place, _)| !rows.contains_key(place))
        {
            match difference {
                Difference::Search => again.other_search += 1,
                Difference::Limit => again.limit_raised += 1,
            }
        }
        let mut journal = Self {
            path: path.to_owned(),
            format,
            rows,
            others,
            again,
            file,
        };
        if whole == 0 && format == BatchFormat::Csv {
            let head = format!("{COLUMNS}\n");
            journal
                .file
                .write_all(head.as_bytes())
                .with_context(cannot)?;
        }
        Ok(journal)
    }

    /// How many boards of this run have a row already.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// How many boards have a row that does not answer what is asked now.
    pub fn solved_again(&self) -> SolvedAgain {
        self.again
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a board has a row already.
    pub fn has(&self, place: usize) -> bool {
        self.rows.contains_key(&place)
    }

    /// Adds a row.
    pub fn add(&mut self, place: usize, line: String, row: Row) -> io::Result<()> {
        self.file.write_all(line.as_bytes())?;
        self.rows.insert(place, (line, row));
        Ok(())
    }

    /// Replaces the file by its rows in their order, and hands the rows of this run over.
    pub fn finish(mut self, count: usize) -> Result<Vec<Row>> {
        self.file.sync_all()?;
        let mut rows = Vec::with_capacity(count);
        crate::output::write(Some(&self.path), |out| {
            if self.format == BatchFormat::Csv {
                writeln!(out, "{COLUMNS}")?;
            }
            for place in 0..count {
                if let Some((line, row)) = self.rows.remove(&place) {
                    out.write_all(line.as_bytes())?;
                    rows.push(row);
                }
            }
            self.others
                .iter()
                .try_for_each(|line| out.write_all(line.as_bytes()))
        })?;
        Ok(rows)
    }
}

/// A row of the csv: which board it is of, and the answer, if there is one.
fn read_csv(line: &str) -> Option<(Key, Option<SolveAnswer>)> {
    let fields = csv::fields(line);
    let at = |column: &str| {
        let place = COLUMNS.split(',').position(|name| name == column)?;
        fields.get(place).map(String::as_str)
    };
    if fields.len() != COLUMNS.split(',').count() {
        return None;
    }
    let key = Key {
        name: at("name")?.to_owned(),
        tiles: at("tiles")?.to_owned(),
        goal: at("goal")?.to_owned(),
        metric: at("metric")?.to_owned(),
        requested: at("requested")?.to_owned(),
    };
    let text = |column: &str| at(column).filter(|text| !text.is_empty());
    let number = |column: &str| text(column).and_then(|text| text.parse::<u64>().ok());
    let small = |column: &str| number(column).map(|number| number as u32);
    let is_answered = text("lower_bound").is_some() || at("solvable") == Some("false");
    if !is_answered {
        return Some((key, None));
    }
    let tiles = at("tiles")?.split(' ').map(|tile| tile.parse().ok());
    let tiles: Option<Vec<u32>> = tiles.collect();
    let (tiles, cols) = (tiles?, number("cols")?.max(1) as usize);
    let rows: Vec<&[u32]> = tiles.chunks(cols).collect();
    let board = noyes::Board::new(&rows).ok()?;
    let word = |column: &str| text(column).unwrap_or_default().to_owned();
    let answer = SolveAnswer {
        solvable: at("solvable")? == "true",
        length: small("length"),
        lower_bound: small("lower_bound"),
        optimal: at("optimal")? == "true",
        verified: at("verified")? == "true",
        algorithm: word("algorithm"),
        heuristic: word("heuristic"),
        expanded: number("expanded").unwrap_or(0),
        generated: number("generated").unwrap_or(0),
        seconds: text("seconds")
            .and_then(|text| text.parse().ok())
            .unwrap_or(0.0),
        stored: number("stored").unwrap_or(0),
        metric: word("metric"),
        weight: text("weight")
            .and_then(|text| serde_json::from_str(text).ok())
            .unwrap_or(Value::Null),
        stop: text("stop").map(str::to_owned),
        ..SolveAnswer::unsolvable(&board, at("goal")?)
    };
    Some((key, Some(answer)))
}

/// A line of JSON: the same.
fn read_json(line: &str) -> Option<(Key, Option<SolveAnswer>)> {
    let value: Value = serde_json::from_str(line).ok()?;
    let word = |key: &str| value[key].as_str().map(str::to_owned);
    let answer: Option<SolveAnswer> = serde_json::from_value(value.clone()).ok();
    let tiles = answer.as_ref().map(|answer| {
        let tiles: Vec<String> = answer.tiles.iter().map(ToString::to_string).collect();
        tiles.join(" ")
    });
    let key = Key {
        name: word("name")?,
        tiles: tiles.unwrap_or_default(),
        goal: word("goal")?,
        metric: answer
            .as_ref()
            .map_or(String::new(), |answer| answer.metric.clone()),
        requested: word("requested")?,
    };
    Some((key, answer))
}
