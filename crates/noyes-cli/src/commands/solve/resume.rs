//! `noyes solve --resume`: the request that continues a checkpoint.

use std::path::PathBuf;

use noyes::Goal;
use noyes::pattern::Tier;
use noyes::search::Algorithm;
use noyes::solve::{Checkpoint, Request, TableChoice};

/// The goal of a checkpoint, by its name if it has one.
pub fn goal(old: &Checkpoint) -> Goal {
    let size = old.board.size();
    let named = [Goal::BlankLast, Goal::BlankFirst, Goal::Snail].into_iter();
    let mut named = named.filter(|goal| goal.board(size).is_ok_and(|board| board == old.goal));
    let custom = || Goal::Board(old.goal.clone());
    named.next().unwrap_or_else(custom)
}

/// The request that continues a proof: with the same tables, from the best solution, and with
/// further checkpoints in the same file if no other is named.
pub fn request(old: Checkpoint, asked: Request, file: Option<PathBuf>) -> Request {
    Request {
        // A checkpoint without a solution comes from a search with a named algorithm.
        algorithm: old.best.is_none().then_some(Algorithm::Ida),
        // Large tables may be replaced by huge ones, as in a proof without a break.
        tables: match old.tier {
            Tier::Large => TableChoice::Large,
            tier => TableChoice::Tier(tier),
        },
        optimal: true,
        from: old.best.clone(),
        count_full: old.count_full || asked.count_full,
        checkpoint: asked.checkpoint.or(file),
        resume: Some(old),
        ..asked
    }
}
