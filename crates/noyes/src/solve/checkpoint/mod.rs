//! Long proofs on disk: written as they go, taken up again by another process.
//!
//! A checkpoint is a text of two lines, the state as JSON and the CRC-32 of that line. It is
//! written under a temporary name and renamed, so under its own name it is whole. It holds board
//! and goal, which tables, the iteration with its finished parts, the counts up to there, and the
//! best solution in hand: a process killed at any moment loses the parts under way, nothing else.

mod checkpointer;

#[cfg(feature = "files")]
use std::io::Read;
#[cfg(feature = "files")]
use std::path::Path;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::{Value, json};

pub(super) use checkpointer::Checkpointer;

use crate::board::{Board, Direction, Moves, Size};
use crate::checksum::crc32;
use crate::goal::Instance;
use crate::guard::Counts;
use crate::pattern::Tier;
use crate::search::ProofState;
#[cfg(feature = "files")]
use crate::store::{remove_leftovers, write_whole};
use crate::verify::verify;

/// The most nodes that a proof may have generated: far more than all computers could.
const MOST_NODES: u64 = 1 << 60;
/// The most bytes of a checkpoint: far more than the largest frontier needs.
#[cfg(feature = "files")]
const MOST_BYTES: u64 = 64 << 20;
const VERSION: u64 = 2;

/// A proof broken off.
///
/// ```
/// # #[cfg(feature = "files")] {
/// use noyes::solve::Checkpoint;
/// # use noyes::pattern::Tier;
/// # use noyes::search::ProofState;
/// # use noyes::{Board, Size};
/// # let goal = Board::goal(Size::new(5, 5)?);
/// # let state = ProofState { bound: 80, ..ProofState::default() };
/// # let (board, tier) = (goal.clone(), Tier::Small);
/// # let elapsed = std::time::Duration::from_secs(60);
///
/// let checkpoint = Checkpoint { board, goal, tier, count_full: false, best: None, elapsed, state };
/// let path = std::env::temp_dir().join(format!("noyes-checkpoint-{}", std::process::id()));
/// checkpoint.write(&path)?;
/// assert_eq!(Checkpoint::read(&path)?.state.bound, 80);
/// std::fs::remove_file(&path)?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The time that went into it, all processes together.
    pub elapsed: Duration,
    /// How far the proof had come.
    pub state: ProofState,
}

/// Why a checkpoint cannot be used.
///
/// ```
/// # #[cfg(feature = "files")] {
/// use noyes::solve::{Checkpoint, CheckpointError};
///
/// let path = std::env::temp_dir().join(format!("noyes-damaged-{}", std::process::id()));
/// assert!(matches!(Checkpoint::read(&path), Err(CheckpointError::Io { .. })));
/// std::fs::write(&path, "not a checkpoint")?;
/// assert!(matches!(Checkpoint::read(&path), Err(CheckpointError::Damaged { .. })));
/// std::fs::remove_file(&path)?;
/// # }
/// # Ok::<(), std::io::Error>(())
/// ```
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
    /// The name of the file that a proof of this board is kept in, where a folder has those of
    /// several boards.
    ///
    /// ```
    /// use noyes::solve::Checkpoint;
    /// use noyes::{Board, Goal, Instance, Size};
    ///
    /// let goal = Board::goal(Size::new(5, 5)?);
    /// let instance = Instance::new(&goal, &Goal::BlankLast)?;
    /// assert!(Checkpoint::name(&instance).ends_with(".checkpoint"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn name(instance: &Instance) -> String {
        let tiles = [instance.board().tiles(), instance.goal().tiles()].concat();
        let bytes: Vec<u8> = tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect();
        format!("proof-{:08x}.checkpoint", crc32(&bytes))
    }

    /// Reads and checks a checkpoint. A file that cannot be read is [`CheckpointError::Io`], one
    /// that is not a whole checkpoint [`CheckpointError::Damaged`].
    ///
    /// ```
    /// # use noyes::{Board, Size, pattern::Tier, search::ProofState, solve::Checkpoint};
    /// # let goal = Board::goal(Size::new(5, 5)?);
    /// # let state = ProofState { bound: 80, ..ProofState::default() };
    /// # let (board, tier) = (goal.clone(), Tier::Small);
    /// # let (count_full, best, elapsed) = (false, None, std::time::Duration::from_secs(60));
    /// let checkpoint = Checkpoint { board, goal, tier, count_full, best, elapsed, state };
    /// let path = std::env::temp_dir().join(format!("noyes-read-{}", std::process::id()));
    /// checkpoint.write(&path)?;
    /// assert_eq!(Checkpoint::read(&path)?, checkpoint);
    /// std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "files")]
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        let path_buf = || path.to_path_buf();
        let io = |source| CheckpointError::Io {
            path: path_buf(),
            source,
        };
        // A device or a pipe may have no end.
        let file = std::fs::File::open(path).map_err(io)?;
        let mut text = String::new();
        let length = file.take(MOST_BYTES + 1).read_to_string(&mut text);
        match length {
            Ok(length) if length as u64 <= MOST_BYTES => {}
            Err(source) if source.kind() != std::io::ErrorKind::InvalidData => {
                return Err(io(source));
            }
            _ => return Err(CheckpointError::Damaged { path: path_buf() }),
        }
        Self::from_text(&text).ok_or_else(|| CheckpointError::Damaged { path: path_buf() })
    }

    /// The checkpoint of a text, as [`Checkpoint::to_text`] writes it; none if it is no checkpoint,
    /// is damaged, or contradicts itself. That the work was done which it says was done is
    /// believed.
    ///
    /// ```
    /// use noyes::solve::Checkpoint;
    ///
    /// assert_eq!(Checkpoint::from_text("{}\n00000000\n"), None);
    /// ```
    pub fn from_text(text: &str) -> Option<Self> {
        let (line, sum) = text.split_once('\n')?;
        if sum.trim() != format!("{:08x}", crc32(line.as_bytes())) {
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
        // Whatever the checksum says, numbers that contradict each other are refused.
        let (before, generated) = (number("before")?, number("generated")?);
        if before > generated || generated > MOST_NODES {
            return None;
        }
        let (start, goal) = (board("board")?, board("goal")?);
        let (best, found) = (moves("best"), moves("found"));
        let bound: u32 = number("bound")?.try_into().ok()?;
        let is_wrong = |moves: &Moves| verify(&start, &goal, moves).is_err();
        if best.iter().chain(&found).any(is_wrong)
            || best
                .as_ref()
                .is_some_and(|best| best.len() < bound as usize)
        {
            return None;
        }
        Some(Self {
            board: start,
            goal,
            tier: Tier::ALL
                .into_iter()
                .find(|tier| Some(tier.name()) == value["tables"].as_str())?,
            count_full: value["count_full"].as_bool()?,
            best,
            // Older ones have none.
            elapsed: Duration::try_from_secs_f64(value["seconds"].as_f64().unwrap_or(0.0)).ok()?,
            state: ProofState {
                bound,
                done: done.map(|letter| letter == '1').collect(),
                counts: Counts {
                    expanded: number("expanded")?.min(generated),
                    generated,
                    stored: number("stored")?,
                },
                before,
                found,
                seeds: number("seeds")?.try_into().ok()?,
                frontier: number("frontier")?,
            },
        })
    }

    /// A line of JSON, and a line with its checksum.
    ///
    /// ```
    /// # use noyes::{Board, Size, pattern::Tier, search::ProofState, solve::Checkpoint};
    /// # let goal = Board::goal(Size::new(5, 5)?);
    /// # let state = ProofState { bound: 80, ..ProofState::default() };
    /// # let (board, tier) = (goal.clone(), Tier::Small);
    /// # let (count_full, best, elapsed) = (false, None, std::time::Duration::from_secs(60));
    /// let checkpoint = Checkpoint { board, goal, tier, count_full, best, elapsed, state };
    /// assert_eq!(Checkpoint::from_text(&checkpoint.to_text()), Some(checkpoint));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_text(&self) -> String {
        let letters = |moves: &Option<Moves>| {
            let moves = moves.as_ref()?;
            Some(moves.iter().map(|way| way.letter()).collect::<String>())
        };
        let state = &self.state;
        let done = state.done.iter();
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
            "seconds": self.elapsed.as_secs_f64(),
            "bound": state.bound,
            "done": done,
            "expanded": state.counts.expanded,
            "generated": state.counts.generated,
            "stored": state.counts.stored,
            "before": state.before,
            "found": letters(&state.found),
            "seeds": state.seeds,
            "frontier": state.frontier,
        })
        .to_string();
        let sum = crc32(line.as_bytes());
        format!("{line}\n{sum:08x}\n")
    }

    /// Writes it under `path`: whole, or not at all. The folder is made if it is not there; an
    /// older file of that name is replaced.
    ///
    /// ```
    /// # use noyes::{Board, Size, pattern::Tier, search::ProofState, solve::Checkpoint};
    /// # let goal = Board::goal(Size::new(5, 5)?);
    /// # let state = ProofState { bound: 80, ..ProofState::default() };
    /// # let (board, tier) = (goal.clone(), Tier::Small);
    /// # let (count_full, best, elapsed) = (false, None, std::time::Duration::from_secs(60));
    /// let checkpoint = Checkpoint { board, goal, tier, count_full, best, elapsed, state };
    /// let folder = std::env::temp_dir().join(format!("noyes-write-{}", std::process::id()));
    /// checkpoint.write(&folder.join("5x5.checkpoint"))?;
    /// assert!(folder.join("5x5.checkpoint").is_file());
    /// std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "files")]
    pub fn write(&self, path: &Path) -> std::io::Result<()> {
        if let Some(folder) = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
        {
            std::fs::create_dir_all(folder)?;
        }
        write_whole(path, &temporary(path), self.to_text().as_bytes())
    }

    /// Removes the temporary files that killed processes have left of the checkpoint `path`. One
    /// process at a time works on a checkpoint, so none of them is fresh.
    #[cfg(feature = "files")]
    fn remove_leftovers(path: &Path) {
        let folder = path.parent().filter(|path| !path.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        remove_leftovers(folder, &temporary(path), Duration::ZERO);
    }
}

/// How the names of the temporary files of the checkpoint `path` begin.
#[cfg(feature = "files")]
fn temporary(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    format!(".{}-", name.to_string_lossy())
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use super::*;

    #[test]
    fn written_read_and_refused() {
        let board = |tiles: [[u32; 3]; 2]| Board::new(&tiles).unwrap();
        let checkpoint = Checkpoint {
            board: board([[1, 2, 3], [4, 0, 5]]),
            goal: board([[1, 2, 3], [4, 5, 0]]),
            tier: Tier::Small,
            count_full: true,
            best: Some([Direction::Left].into_iter().collect()),
            elapsed: Duration::from_millis(1500),
            state: ProofState {
                bound: 1,
                done: vec![true, false],
                counts: Counts {
                    expanded: 3,
                    generated: 4,
                    stored: 5,
                },
                found: None,
                before: 3,
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
        // Texts that contradict themselves are refused, whatever the checksum says.
        let left = || Some([Direction::Left].into_iter().collect());
        let right = || Some([Direction::Right].into_iter().collect());
        let forgeries: [&dyn Fn(&mut Checkpoint); 4] = [
            &|forged| forged.state.before = forged.state.counts.generated + 1,
            &|forged| forged.state.bound = 2,
            &|forged| forged.best = right(),
            &|forged| forged.state.found = right(),
        ];
        for forge in forgeries {
            let mut forged = checkpoint.clone();
            forge(&mut forged);
            assert_eq!(Checkpoint::from_text(&forged.to_text()), None);
        }
        let mut found = checkpoint.clone();
        found.state.found = left();
        assert_eq!(Checkpoint::from_text(&found.to_text()), Some(found));
        checkpoint.write(&path).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        for place in 0..text.len() - 1 {
            let mut bytes = text.clone().into_bytes();
            bytes[place] ^= 1;
            std::fs::write(&path, &bytes).unwrap();
            assert!(Checkpoint::read(&path).is_err(), "{place}");
        }
    }
}
