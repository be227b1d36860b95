//! The comparison for people: a table for the terminal or in markdown.

use std::io::{self, Write};
use std::time::Duration;

use noyes::render::chart::Unit;

use super::columns::{Cells, Columns};
use super::{CompareFormat, course};
use crate::printable::printable;
use noyes_api::compare::{Contestant, Ending, Round, Run};

/// The page of one board, written row by row.
pub struct Page<'a> {
    out: &'a mut dyn Write,
    format: CompareFormat,
    is_shown: bool,
    max_width: Option<usize>,
    columns: Columns,
}

impl<'a> Page<'a> {
    pub fn new(
        out: &'a mut dyn Write,
        format: CompareFormat,
        is_shown: bool,
        max_width: Option<usize>,
        round: &Round,
    ) -> io::Result<Self> {
        let is_shown = is_shown && matches!(format, CompareFormat::Table | CompareFormat::Markdown);
        if is_shown {
            let (name, size) = (printable(&round.name), round.board.size());
            match format {
                CompareFormat::Markdown => writeln!(out, "### {name} ({size})\n")?,
                _ => writeln!(out, "{name} ({size})")?,
            }
        }
        Ok(Self {
            out,
            format,
            is_shown,
            max_width,
            columns: Columns::default(),
        })
    }

    pub fn head(&mut self, line_up: &[Contestant]) -> io::Result<()> {
        if self.is_shown {
            self.columns = Columns::fitting(line_up.iter(), self.max_width);
            head(self.out, self.format, &self.columns)?;
        }
        Ok(())
    }

    pub fn row(&mut self, run: &Run, first: Option<&Run>) -> io::Result<()> {
        if self.is_shown {
            let cells = cells(run, first.unwrap_or(run));
            let name = run.contestant.to_string();
            let remark = run.remark();
            row(self.out, self.format, &name, &self.columns, &cells, &remark)?;
            // Every row is shown as soon as it is known.
            self.out.flush()?;
        }
        Ok(())
    }

    pub fn end(self, round: &Round) -> io::Result<()> {
        if self.is_shown && !round.is_solvable {
            writeln!(self.out, "No solution possible")?;
        }
        if self.is_shown {
            let before = match self.format {
                CompareFormat::Markdown => "\n",
                _ => "",
            };
            for sentence in course::sentences(round) {
                writeln!(self.out, "{before}{sentence}")?;
            }
        }
        if self.is_shown {
            writeln!(self.out)?;
        }
        Ok(())
    }
}

fn head(out: &mut dyn Write, format: CompareFormat, columns: &Columns) -> io::Result<()> {
    if format == CompareFormat::Markdown {
        let names: Vec<&str> = columns.heads().map(|(name, _)| name).collect();
        writeln!(out, "| algorithm | {} | |", names.join(" | "))?;
        return writeln!(out, "|---|{}---|", "---:|".repeat(names.len()));
    }
    write!(out, "{:<1$}", "algorithm", columns.name)?;
    for (name, wide) in columns.heads() {
        write!(out, " {name:>wide$}")?;
    }
    writeln!(out)
}

fn row(
    out: &mut dyn Write,
    format: CompareFormat,
    name: &str,
    columns: &Columns,
    cells: &Cells,
    remark: &str,
) -> io::Result<()> {
    if format == CompareFormat::Markdown {
        return writeln!(out, "| {name} | {} | {remark} |", cells.join(" | "));
    }
    let mut line = format!("{name:<0$}", columns.name);
    for (cell, wide) in columns.chosen(cells) {
        line.push_str(&format!(" {cell:>wide$}"));
    }
    // A remark takes the place of the empty columns at the end.
    writeln!(
        out,
        "{}",
        format!("{} {remark}", line.trim_end()).trim_end()
    )
}

fn cells(run: &Run, first: &Run) -> Cells {
    if let Ending::Failed(_) = run.ending {
        return Default::default();
    }
    let count = |number: u64| Unit::Count.label(number as f64);
    let seconds = |run: &Run| run.time.as_secs_f64();
    [
        run.moves.map_or("-".to_owned(), |moves| moves.to_string()),
        match run.moves {
            Some(_) if run.is_proven => "yes".to_owned(),
            Some(_) => "no".to_owned(),
            None => "-".to_owned(),
        },
        count(run.expanded),
        count(run.generated),
        count(run.stored),
        Unit::Bytes.label(run.memory.unwrap_or(0) as f64),
        Unit::Seconds.label(seconds(run)),
        times(run, first, first.generated as f64, run.generated as f64),
        times(run, first, seconds(first), seconds(run)),
    ]
}

/// The first row's value divided by this row's, with `>` where the first run was stopped. A run
/// that was stopped itself has no ratio.
fn times(run: &Run, first: &Run, theirs: f64, ours: f64) -> String {
    if run.moves.is_none() || !run.is_finished() || ours <= 0.0 || theirs <= 0.0 {
        return String::new();
    }
    let ratio = theirs / ours;
    let is_bound = !first.is_finished();
    let more = if is_bound { "> " } else { "" };
    match ratio {
        // A stopped baseline bounds no run that took longer.
        _ if is_bound && ratio < 1.0 => String::new(),
        0.0..0.095 => format!("{more}{ratio:.3}"),
        0.095..9.95 => format!("{more}{ratio:.1}"),
        9.95..999.5 => format!("{more}{ratio:.0}"),
        _ => format!("{more}{}", Unit::Count.label(ratio)),
    }
}

/// The sum of a contestant's runs.
struct Total {
    run: Run,
    boards: usize,
    solved: usize,
    finished: usize,
}

/// Writes the rows for all boards together, if there are several.
pub fn totals(
    out: &mut dyn Write,
    format: CompareFormat,
    max_width: Option<usize>,
    rounds: &[Round],
) -> io::Result<()> {
    let is_for_people = matches!(format, CompareFormat::Table | CompareFormat::Markdown);
    if rounds.len() < 2 || !is_for_people {
        return Ok(());
    }
    let mut totals: Vec<Total> = Vec::new();
    let of_solvable = rounds.iter().filter(|round| round.is_solvable);
    for run in of_solvable.flat_map(|round| &round.runs) {
        let same = |total: &&mut Total| total.run.contestant == run.contestant;
        match totals.iter_mut().find(same) {
            Some(total) => total.add(run),
            None => totals.push(Total::new(run)),
        }
    }
    let solvable = rounds.iter().filter(|round| round.is_solvable).count();
    let heading = match rounds.len() {
        boards if boards == solvable => format!("all {boards} boards"),
        boards => format!("the {solvable} of {boards} boards that can be solved"),
    };
    match format {
        CompareFormat::Markdown => writeln!(out, "### {heading}\n")?,
        _ => writeln!(out, "{heading}")?,
    }
    let columns = Columns::fitting(totals.iter().map(|total| total.run.contestant), max_width);
    head(out, format, &columns)?;
    let first = totals.first().map(|total| total.run.clone());
    for total in &totals {
        let first = first.as_ref().unwrap_or(&total.run);
        let remark = match total {
            // A contestant takes part only on the sizes that fit it.
            Total { boards, .. } if *boards < solvable => {
                format!("ran on {boards} of {solvable}, solved {}", total.solved)
            }
            Total { solved, .. } if *solved < solvable => format!("solved {solved} of {solvable}"),
            Total { finished, .. } if *finished < solvable => {
                format!("stopped on {} of {solvable}", solvable - finished)
            }
            _ => String::new(),
        };
        let name = total.run.contestant.to_string();
        let cells = cells(&total.run, first);
        row(out, format, &name, &columns, &cells, &remark)?;
    }
    if format == CompareFormat::Markdown {
        writeln!(out)?;
    }
    for round in rounds.iter().filter(|round| !round.is_solvable) {
        writeln!(out, "{}: No solution possible", printable(&round.name))?;
    }
    Ok(())
}

/// Writes notes below the tables: columns left out, sums and maxima, and why a run that the memory
/// limit stopped holds less than the limit.
pub fn notes(
    out: &mut dyn Write,
    format: CompareFormat,
    max_width: Option<usize>,
    rounds: &[Round],
) -> io::Result<()> {
    if !matches!(format, CompareFormat::Table | CompareFormat::Markdown) {
        return Ok(());
    }
    let runs = || rounds.iter().flat_map(|round| &round.runs);
    let names = runs().map(|run| run.contestant);
    let notes = [
        (
            rounds.len() > 1,
            "all boards: sums; of stored and memory the most on one board",
        ),
        (
            runs().any(Run::lacked_memory),
            "stopped at a size: the next step would have passed the memory limit",
        ),
        (
            !Columns::fitting(names, max_width).are_all(),
            "more columns: a wider terminal, or --format markdown",
        ),
    ];
    // In markdown an empty line ends a paragraph.
    let end = match format {
        CompareFormat::Markdown => "\n\n",
        _ => "\n",
    };
    for (_, note) in notes.iter().filter(|(applies, _)| *applies) {
        write!(out, "{note}{end}")?;
    }
    Ok(())
}

impl Total {
    fn new(run: &Run) -> Self {
        let mut total = Self {
            run: Run {
                moves: Some(0),
                is_proven: true,
                ending: Ending::Finished,
                expanded: 0,
                generated: 0,
                stored: 0,
                memory: Some(0),
                time: Duration::ZERO,
                ..run.clone()
            },
            boards: 0,
            solved: 0,
            finished: 0,
        };
        total.add(run);
        total
    }

    /// Adds a run. Nodes and time are summed, stored nodes and memory are maxima. The moves are
    /// summed only if all boards were solved, and one stopped run makes the sum a stopped one.
    fn add(&mut self, run: &Run) {
        let sum = &mut self.run;
        sum.moves = sum.moves.zip(run.moves).map(|(a, b)| a + b);
        sum.is_proven &= run.is_proven;
        sum.expanded += run.expanded;
        sum.generated += run.generated;
        sum.stored = sum.stored.max(run.stored);
        sum.memory = sum.memory.max(run.memory);
        sum.time += run.time;
        self.boards += 1;
        self.solved += usize::from(run.moves.is_some());
        self.finished += usize::from(run.is_finished());
        if sum.is_finished() {
            sum.ending = run.ending.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use noyes::{Board, Goal, Instance};

    use super::*;
    use crate::progress::Progress;
    use noyes::solve::Engine;
    use noyes_api::compare::parse;
    use noyes_api::compare::{Entry, Unmeasured};

    #[test]
    fn only_a_table_that_is_cut_says_so() {
        let board = Board::new(&[[0, 1, 3], [4, 2, 5], [7, 8, 6]]).unwrap();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let bfs = parse("bfs").unwrap();
        let run = Entry::new(&Engine::new(), &instance, bfs, &Default::default()).run(
            &instance,
            &Progress::silent(),
            &Unmeasured,
        );
        let rounds = [Round {
            name: String::new(),
            board,
            is_solvable: true,
            runs: vec![run],
        }];
        let said = |max_width| {
            let mut out = Vec::new();
            notes(&mut out, CompareFormat::Table, max_width, &rounds).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(said(None), "");
        assert_eq!(said(Some(200)), "");
        assert!(said(Some(60)).starts_with("more columns: "));
    }
}
