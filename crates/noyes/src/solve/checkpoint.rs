//! Long proofs on disk: written as they go, taken up again by another process.
//!
//! A checkpoint is a text of two lines, the state as JSON and the CRC-32 of that line. It is
//! written under a temporary name and renamed, so under its own name it is whole. It holds board
//! and goal, which tables, the iteration with its finished parts, the counts up to there, and the
//! best solution in hand: a process killed at any moment loses the parts under way, nothing else.
//!
//! Without a file of the caller's, proofs of more than a minute are kept in the folder of tables,
//! and the file is removed when the proof is there.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::{Plan, tables};
use crate::board::{Board, Direction, Moves, Size};
use crate::goal::Instance;
use crate::pattern::Tier;
use crate::search::{Counts, ProofState, Stop};

/// Time between two checkpoints.
const EVERY: Duration = Duration::from_secs(1);
/// Proofs that take longer are kept without asking.
const UNASKED: Duration = Duration::from_secs(60);
/// The format of the file and of the frontier's signature in it.
const VERSION: u64 = 3;

/// A proof broken off.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The board.
    pub board: Board,
    /// The board to reach.
    pub goal: Board,
    /// The tables it was searched with.
    pub tier: Tier,
    /// Whether the last iteration is to be finished.
    pub count_full: bool,
    /// The solution in hand.
    pub best: Option<Moves>,
    /// How far the proof had come.
    pub standing: ProofState,
}

/// Why a checkpoint cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The system refused.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Not a checkpoint, or damaged.
    #[error("{path} is not a whole checkpoint of noyes: solve the board from the start")]
    Damaged {
        /// The file.
        path: PathBuf,
    },
}

impl Checkpoint {
    /// Reads and checks a checkpoint.
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        let path_buf = || path.to_path_buf();
        let text = std::fs::read_to_string(path).map_err(|source| CheckpointError::Io {
            path: path_buf(),
            source,
        })?;
        Self::parse(&text).ok_or_else(|| CheckpointError::Damaged { path: path_buf() })
    }

    fn parse(text: &str) -> Option<Self> {
        let (line, sum) = text.split_once('\n')?;
        if sum.trim() != format!("{:08x}", crc32fast::hash(line.as_bytes())) {
            return None;
        }
        let value: Value = serde_json::from_str(line).ok()?;
        if value["checkpoint"].as_u64()? != VERSION {
            return None;
        }
        let number = |key: &str| value[key].as_u64();
        let size = Size::new(number("rows")? as usize, number("cols")? as usize).ok()?;
        let board = |key: &str| -> Option<Board> {
            let tiles = value[key].as_array()?.iter();
            let tiles: Option<Vec<u32>> = tiles.map(|t| t.as_u64().map(|t| t as u32)).collect();
            let tiles = tiles?;
            let rows: Vec<&[u32]> = tiles.chunks(size.cols()).collect();
            Board::new(&rows).ok().filter(|board| board.size() == size)
        };
        let moves = |key: &str| -> Option<Moves> {
            let letters = value[key].as_str()?.chars();
            letters.map(Direction::from_letter).collect()
        };
        let done = value["done"].as_str()?.chars();
        Some(Self {
            board: board("board")?,
            goal: board("goal")?,
            tier: Tier::ALL
                .into_iter()
                .find(|tier| Some(tier.name()) == value["tables"].as_str())?,
            count_full: value["count_full"].as_bool()?,
            best: moves("best"),
            standing: ProofState {
                bound: number("bound")? as u32,
                done: done.map(|letter| letter == '1').collect(),
                counts: Counts {
                    expanded: number("expanded")?,
                    generated: number("generated")?,
                    stored: number("stored")?,
                },
                before: number("before")?,
                found: moves("found"),
                seeds: number("seeds")? as usize,
                frontier: number("frontier")?,
            },
        })
    }

    fn text(&self) -> String {
        let letters = |moves: &Option<Moves>| {
            let moves = moves.as_ref()?;
            Some(moves.iter().map(|way| way.letter()).collect::<String>())
        };
        let standing = &self.standing;
        let done = standing.done.iter();
        let done: String = done.map(|&done| if done { '1' } else { '0' }).collect();
        let line = json!({
            "checkpoint": VERSION,
            "rows": self.board.size().rows(),
            "cols": self.board.size().cols(),
            "board": self.board.tiles(),
            "goal": self.goal.tiles(),
            "tables": self.tier.name(),
            "count_full": self.count_full,
            "best": letters(&self.best),
            "bound": standing.bound,
            "done": done,
            "expanded": standing.counts.expanded,
            "generated": standing.counts.generated,
            "stored": standing.counts.stored,
            "before": standing.before,
            "found": letters(&standing.found),
            "seeds": standing.seeds,
            "frontier": standing.frontier,
        })
        .to_string();
        let sum = crc32fast::hash(line.as_bytes());
        format!("{line}\n{sum:08x}\n")
    }

    /// Writes it under `path`: whole, or not at all.
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        std::fs::create_dir_all(folder)?;
        let mut file = tempfile::Builder::new()
            .prefix(".checkpoint-")
            .tempfile_in(folder)?;
        file.write_all(self.text().as_bytes())?;
        file.as_file().sync_all()?;
        file.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Writes the checkpoints of one proof.
pub(super) struct Checkpointer {
    path: PathBuf,
    asked: bool,
    /// Whether there is one at the path already, which this proof goes on from.
    resumed: bool,
    started: Instant,
    state: Mutex<State>,
}

struct State {
    checkpoint: Checkpoint,
    written: Option<Instant>,
}

impl Checkpointer {
    pub(super) fn new(instance: &Instance, plan: &Plan, best: Option<&Moves>) -> Self {
        let checkpoint = Checkpoint {
            board: instance.board().clone(),
            goal: instance.goal().clone(),
            tier: Tier::Large,
            count_full: plan.count_full,
            best: best.cloned(),
            standing: ProofState::default(),
        };
        let name = || {
            let tiles = [instance.board().tiles(), instance.goal().tiles()].concat();
            let bytes: Vec<u8> = tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect();
            format!("proof-{:08x}.checkpoint", crc32fast::hash(&bytes))
        };
        let path = plan.checkpoint.clone();
        Self {
            asked: path.is_some(),
            resumed: path.is_some() && plan.resume.is_some(),
            path: path.unwrap_or_else(|| tables::shelf().folder().join(name())),
            started: Instant::now(),
            state: Mutex::new(State {
                checkpoint,
                written: None,
            }),
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tables that the search goes on with.
    pub(super) fn uses(&self, tier: Tier) {
        self.state().checkpoint.tier = tier;
    }

    /// A shorter solution.
    pub(super) fn improved(&self, best: Option<&Moves>) {
        self.state().checkpoint.best = best.cloned();
    }

    /// Writes how things stand, if it is time.
    pub(super) fn keep(&self, standing: &ProofState) {
        let mut state = self.state();
        state.checkpoint.standing.clone_from(standing);
        let due = match state.written {
            Some(written) => written.elapsed() >= EVERY,
            None => self.asked || self.started.elapsed() >= UNASKED,
        };
        if due {
            self.write(&mut state);
        }
    }

    fn write(&self, state: &mut State) {
        state.written = Some(Instant::now());
        // A folder that cannot be written costs the checkpoint, not the proof.
        let _ = state.checkpoint.write(&self.path);
    }

    /// Writes a last time what was stopped; removes what is done.
    pub(super) fn finish(&self, stop: Option<Stop>) {
        let mut state = self.state();
        let has_written = state.written.is_some();
        if stop.is_none() && (has_written || self.resumed) {
            let _ = std::fs::remove_file(&self.path);
        } else if has_written {
            self.write(&mut state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::goal::Goal;
    use crate::solve::Request;

    #[test]
    fn written_read_and_refused() {
        let board = |tiles: [[u32; 3]; 2]| Board::new(&tiles).unwrap();
        let checkpoint = Checkpoint {
            board: board([[1, 2, 3], [4, 0, 5]]),
            goal: board([[1, 2, 3], [4, 5, 0]]),
            tier: Tier::Small,
            count_full: true,
            best: Some([Direction::Left].into_iter().collect()),
            standing: ProofState {
                bound: 1,
                done: vec![true, false],
                counts: Counts {
                    expanded: 3,
                    generated: 4,
                    stored: 5,
                },
                found: None,
                before: 5,
                seeds: 16_384,
                frontier: u64::MAX,
            },
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep").join("a.checkpoint");
        assert!(matches!(
            Checkpoint::read(&path),
            Err(CheckpointError::Io { .. })
        ));
        checkpoint.write(&path).unwrap();
        assert_eq!(Checkpoint::read(&path).unwrap(), checkpoint);
        let text = std::fs::read_to_string(&path).unwrap();
        for place in 0..text.len() - 1 {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            assert!(Checkpoint::read(&path).is_err(), "{place}");
        }
    }

    #[test]
    fn what_is_resumed_goes_when_it_is_done_and_only_then() {
        let board = Board::new(&[[1, 2, 3], [4, 0, 5]]).unwrap();
        let instance = Instance::new(&board, &Goal::BlankLast).unwrap();
        let old = Checkpoint {
            board,
            goal: instance.goal().clone(),
            tier: Tier::Small,
            count_full: false,
            best: None,
            standing: ProofState {
                bound: 1,
                ..ProofState::default()
            },
        };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.checkpoint");
        old.write(&path).unwrap();
        let request = Request {
            checkpoint: Some(path.clone()),
            resume: Some(old.clone()),
            ..Request::default()
        };
        let plan = Plan::new(&instance, &request).unwrap();
        // Stopped before it has come further than the old one: that stays as it was.
        let checkpointer = Checkpointer::new(&instance, &plan, None);
        checkpointer.finish(Some(Stop::Nodes));
        assert_eq!(Checkpoint::read(&path).unwrap(), old);
        checkpointer.finish(None);
        assert!(!path.exists());
    }
}
