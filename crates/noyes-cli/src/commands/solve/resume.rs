//! `noyes solve --resume`: what a checkpoint says must be done.

use std::path::PathBuf;

use noyes::Goal;
use noyes::pattern::Tier;
use noyes::search::Algorithm;
use noyes::solve::{Checkpoint, Request, TableChoice};

/// The goal of a proof, by its name if it has one.
pub fn goal(old: &Checkpoint) -> Goal {
    let size = old.board.size();
    let named = [Goal::BlankLast, Goal::BlankFirst, Goal::Snail].into_iter();
    let mut named = named.filter(|goal| goal.board(size).is_ok_and(|board| board == old.goal));
    let custom = || Goal::Board(old.goal.clone());
    named.next().unwrap_or_else(custom)
}

/// The request that goes on with a proof: the same tables, the solution in hand, and further
/// checkpoints in the same file if no other is named.
pub fn request(old: Checkpoint, asked: Request, file: Option<PathBuf>) -> Request {
    Request {
        // Without a solution in hand it was a search by name.
        algorithm: old.best.is_none().then_some(Algorithm::Ida),
        // Large tables may give way to huge ones, as they would have without the break.
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
