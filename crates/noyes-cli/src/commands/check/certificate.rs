//! `noyes check --certificate`: replays a certificate with the independent checker, and with
//! `--rerun` proves it again.

use std::time::Duration;

use anyhow::{Result, bail};
use noyes::board::Metric;
use noyes::guard::InstructionSet;
use noyes::pattern::Tier;
use noyes::solve::{Engine, Limits, Outcome, Plan, Request, TableChoice, TableSet};
use noyes::store::MemoryStore;
use noyes::{Board, Goal, Instance};
use noyes_check::{Certificate, CheckError, Checked, Oracle};
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::input::{self, Content};
use crate::interrupt;
use crate::printable::printable;
use crate::progress::Progress;

/// What came out of a check.
pub struct Report {
    pub exit: Exit,
    /// For people, one sentence a line.
    pub words: Vec<String>,
    /// For programs.
    pub json: Value,
}

/// Checks the certificate in a file, or in standard input, which is `-`.
pub fn check(
    file: &str,
    rerun: bool,
    time: Option<Duration>,
    progress: &Progress,
) -> Result<Report> {
    let text = input::text(file, Content::Certificate)?;
    let certificate = match Certificate::read(&text) {
        Ok(certificate) => certificate,
        Err(error) => bail!("{}: {}", input::name(file), printable(&error.to_string())),
    };
    let checked = match certificate.check() {
        Ok(checked) => checked,
        Err(error) => return Ok(refused(&error)),
    };
    let mut report = Report {
        exit: Exit::Done,
        words: vec![board_words(&certificate), solution_words(&certificate)],
        json: json!({
            "right": true,
            "solvable": certificate.solvable,
            "length": certificate.length,
            "lower_bound": certificate.lower_bound,
            "optimal": certificate.optimal,
            "rerun": null,
        }),
    };
    match (rerun, certificate.lower_bound) {
        (_, None) => report
            .words
            .push("parity shows that it cannot be solved: that is the whole proof".to_owned()),
        (false, Some(_)) => report.words.push(claim_words(&certificate)),
        (true, Some(bound)) => {
            prove_again(&certificate, &checked, bound, time, progress, &mut report)?
        }
    }
    Ok(report)
}

/// The report of a certificate that says what is not so.
fn refused(error: &CheckError) -> Report {
    let words = printable(&error.to_string()).into_owned();
    Report {
        exit: Exit::No,
        json: json!({"right": false, "why": words}),
        words: vec![words],
    }
}

fn board_words(certificate: &Certificate) -> String {
    format!(
        "a {}×{} board, goal {}, in {}-tile moves",
        certificate.rows, certificate.cols, certificate.goal, certificate.metric
    )
}

fn solution_words(certificate: &Certificate) -> String {
    match certificate.length {
        Some(length) => format!("replayed: {length} moves solve it"),
        None if certificate.solvable => "it has no solution, only a lower bound".to_owned(),
        None => "it has no solution".to_owned(),
    }
}

/// What is claimed and was not proven here.
fn claim_words(certificate: &Certificate) -> String {
    let bound = certificate.lower_bound.unwrap_or(0);
    let what = match certificate.optimal {
        true => format!("that {bound} is the minimum"),
        false => format!("that the minimum is at least {bound}"),
    };
    format!(
        "claimed: {what}, by {} after {} nodes; --rerun proves it again",
        printable(&certificate.program),
        certificate.generated
    )
}

/// What proved the bound again, and what it found.
struct Proof {
    by: String,
    lower_bound: u64,
    length: Option<u64>,
    generated: u64,
}

fn prove_again(
    certificate: &Certificate,
    checked: &Checked,
    bound: u64,
    time: Option<Duration>,
    progress: &Progress,
    report: &mut Report,
) -> Result<()> {
    let proof = match by_oracle(checked) {
        Some(proof) => proof,
        None => by_engine(certificate, checked, time, progress)?,
    };
    let by = &proof.by;
    // Any shorter solution refutes the bound, proven to be minimal or not.
    let (exit, words) = if proof.length.is_some_and(|length| length < bound) {
        let words =
            format!("the certificate is false: {by} solved it in fewer moves than its bound");
        (Exit::No, words)
    } else if proof.lower_bound >= bound {
        let what = match certificate.optimal {
            true => format!("the minimum is {bound}"),
            false => format!("the minimum is at least {bound}"),
        };
        (
            Exit::Done,
            format!("proven again: {what}, by {by}, {} nodes", proof.generated),
        )
    } else {
        let words = format!(
            "not proven again: {by} came to a bound of {} within its limits; give a longer --time-limit",
            proof.lower_bound
        );
        (Exit::Limit, words)
    };
    report.json["right"] = Value::Bool(exit != Exit::No);
    report.json["rerun"] = json!({
        "by": by,
        "lower_bound": proof.lower_bound,
        "length": proof.length,
        "generated": proof.generated,
        "proven": exit == Exit::Done,
    });
    report.words.push(words);
    report.exit = exit;
    Ok(())
}

/// Small boards: the checker's own breadth-first search, which has nothing of the engine.
fn by_oracle(checked: &Checked) -> Option<Proof> {
    let oracle = Oracle::new(&checked.goal, checked.metric)?;
    let minimum = u64::from(oracle.distance(&checked.board)?);
    Some(Proof {
        by: "the checker's breadth-first search of all boards".to_owned(),
        lower_bound: minimum,
        length: Some(minimum),
        generated: oracle.layers().iter().sum::<usize>() as u64,
    })
}

/// A new engine on one thread that keeps its tables in memory, builds other ones, and searches with
/// the portable forms of its loops.
fn by_engine(
    certificate: &Certificate,
    checked: &Checked,
    time: Option<Duration>,
    progress: &Progress,
) -> Result<Proof> {
    let rows = |tiles: &[u16]| -> Vec<Vec<u32>> {
        let rows = tiles.chunks(certificate.cols);
        rows.map(|row| row.iter().copied().map(u32::from).collect())
            .collect()
    };
    let board = Board::new(&rows(checked.board.tiles()))?;
    let goal = Goal::Board(Board::new(&rows(checked.goal.tiles()))?);
    let instance = Instance::new(&board, &goal)?;
    let metric = match checked.metric {
        noyes_check::Metric::Single => Metric::Single,
        noyes_check::Metric::Multi => Metric::Multi,
    };
    let engine = Engine::builder()
        .store(MemoryStore::new())
        .threads(1)
        .instruction_set(InstructionSet::Baseline)
        .build();
    let request = Request {
        metric,
        tables: other_tables(certificate, &instance, metric),
        optimal: certificate.optimal,
        quick_tables: false,
        limits: Limits {
            // An interval has no end of its own; a proven minimum is proven, however long it takes.
            time: time.or((!certificate.optimal).then_some(Plan::DEFAULT_TIME)),
            threads: Some(1),
            ..Limits::default()
        },
        ..Request::default()
    };
    let plan = engine.plan(&instance, &request)?;
    interrupt::listen();
    let outcome = engine.solve(&instance, &plan, progress)?;
    Ok(Proof {
        by: prover(&outcome),
        lower_bound: outcome.lower_bound().into(),
        length: outcome.length().map(u64::from),
        generated: outcome.counts.generated,
    })
}

/// What proved it, in words.
fn prover(outcome: &Outcome) -> String {
    match outcome.tables {
        Some(tier) => format!(
            "{} with {} tables on one thread",
            outcome.algorithm,
            tier.name()
        ),
        None => format!("{} without tables on one thread", outcome.algorithm),
    }
}

/// The first tier whose tables are not those of the certificate.
fn other_tables(certificate: &Certificate, instance: &Instance, metric: Metric) -> TableChoice {
    if metric == Metric::Multi {
        return TableChoice::Auto;
    }
    let is_used = |name: &String| certificate.tables.iter().any(|table| table.name == *name);
    let mut tiers = [Tier::Small, Tier::Quick, Tier::Large].into_iter();
    let other = tiers.find(|&tier| {
        let files = TableSet::of(instance, tier).files();
        !files.is_empty() && !files.iter().all(is_used)
    });
    other.map_or(TableChoice::Auto, TableChoice::Tier)
}
