//! `--certificate`: what a solve proved, written so that others can check it.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use noyes::guard::{Control, Event, Observer};
use noyes::solve::{Engine, Outcome, Plan, Refutation, TableSet};
use noyes::{Board, Goal, Instance};
use noyes_check::{BoundCounts, Certificate, Grid, TableUsed};

use crate::output;

/// Passes events on, and notes the work after which each bound was proven.
pub struct BoundLog<'a> {
    observer: &'a dyn Observer,
    bounds: Mutex<Vec<BoundCounts>>,
}

impl<'a> BoundLog<'a> {
    pub fn new(observer: &'a dyn Observer) -> Self {
        Self {
            observer,
            bounds: Mutex::default(),
        }
    }

    fn bounds(&self) -> Vec<BoundCounts> {
        let bounds = self.bounds.lock();
        bounds.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Observer for BoundLog<'_> {
    fn on(&self, event: &Event) -> Control {
        if let Event::BoundRaised { bound, counts, .. } = event {
            let mut bounds = self.bounds.lock().unwrap_or_else(PoisonError::into_inner);
            let bound = u64::from(*bound);
            if bounds.last().is_none_or(|last| last.bound < bound) {
                bounds.push(BoundCounts {
                    bound,
                    expanded: counts.expanded,
                    generated: counts.generated,
                });
            }
        }
        self.observer.on(event)
    }
}

/// Writes the certificate of a solve.
pub fn write(
    path: &Path,
    engine: &Engine,
    instance: &Instance,
    plan: &Plan,
    outcome: &Outcome,
    log: &BoundLog<'_>,
) -> Result<()> {
    let certificate = Certificate {
        solvable: true,
        metric: outcome.metric().name().to_owned(),
        directions: outcome.moves().map(ToString::to_string),
        length: outcome.length().map(u64::from),
        lower_bound: Some(outcome.lower_bound().into()),
        optimal: outcome.is_optimal(),
        algorithm: outcome.algorithm.name().to_owned(),
        heuristic: outcome.heuristic.name().to_owned(),
        tables: tables(engine, instance, plan)?,
        bounds: log.bounds(),
        expanded: outcome.counts.expanded,
        generated: outcome.counts.generated,
        threads: plan.threads,
        ..begun(instance.board(), instance.goal())?
    };
    save(path, &certificate)
}

/// Writes the certificate of a board that cannot be solved.
pub fn write_refutation(
    path: &Path,
    board: &Board,
    goal: &Goal,
    refutation: &Refutation,
) -> Result<()> {
    let certificate = Certificate {
        solvable: false,
        algorithm: refutation.decided_by().to_owned(),
        heuristic: refutation.heuristic.name().to_owned(),
        expanded: refutation.counts.expanded,
        generated: refutation.counts.generated,
        ..begun(board, &goal.board(board.size())?)?
    };
    save(path, &certificate)
}

/// A certificate that says nothing but the board and the goal.
fn begun(board: &Board, goal: &Board) -> Result<Certificate> {
    let grid = |board: &Board| Grid::new(board.rows(), board.cols(), board.tiles().to_vec());
    let program = format!("noyes {}", env!("CARGO_PKG_VERSION"));
    Ok(Certificate::new(&program, &grid(board)?, &grid(goal)?))
}

/// The files of the tables that the stages of the plan have opened.
fn tables(engine: &Engine, instance: &Instance, plan: &Plan) -> Result<Vec<TableUsed>> {
    let tiers = plan.stages.iter().flat_map(|stage| {
        let first = stage.proof.and_then(|proof| proof.begin_with);
        first.into_iter().chain(stage.tables)
    });
    let sets = tiers.map(|tier| TableSet::of(instance, tier));
    let mut files: Vec<String> = sets
        .filter(|set| engine.has_open_tables(set))
        .flat_map(|set| set.files())
        .collect();
    files.sort_unstable();
    files.dedup();
    let mut tables = Vec::new();
    for name in files {
        // Tables that could not be written were used all the same, and have no file.
        if let Ok(bytes) = engine.store().read(&name) {
            tables.push(TableUsed {
                bytes: bytes.len() as u64,
                crc32: format!("{:08x}", crc32fast::hash(&bytes)),
                name,
            });
        }
    }
    Ok(tables)
}

/// Writes a certificate that holds: one that does not check is a mistake in noyes.
fn save(path: &Path, certificate: &Certificate) -> Result<()> {
    certificate
        .check()
        .context("noyes made a mistake: the certificate of this solve does not check")?;
    output::write(Some(path), |out| writeln!(out, "{}", certificate.to_json()))
}
