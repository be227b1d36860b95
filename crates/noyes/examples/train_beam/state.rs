//! What a training leaves beside its net, so that it goes on where it was when it is killed.
//!
//! ```text
//! OUT                the net after the last round
//! OUT.csv            one line a round: losses and held-out scores
//! OUT.state/args     the arguments
//! OUT.state/sets-R   the sets of round R
//! OUT.state/model    the number of rounds made, and all weights
//! ```
//!
//! Every file is written under another name first. The model comes last: a round whose model is
//! not there is made again, and gives the same bytes.

use std::fs;
use std::path::{Path, PathBuf};

use super::model::Set;

type Failure = Box<dyn std::error::Error>;

/// The files of one training.
pub struct State {
    out: PathBuf,
    folder: PathBuf,
}

impl State {
    /// Opens or begins a training. Arguments that only add rounds are accepted.
    pub fn open(out: &str, args: &str) -> Result<Self, Failure> {
        let state = Self {
            out: PathBuf::from(out),
            folder: PathBuf::from(format!("{out}.state")),
        };
        fs::create_dir_all(&state.folder)?;
        let path = state.folder.join("args");
        if let Ok(before) = fs::read_to_string(&path)
            && !args.starts_with(&before)
        {
            let folder = state.folder.display();
            return Err(format!(
                "{folder} is of a training with other arguments ({before}): remove it, or give \
                 another file to write"
            )
            .into());
        }
        write(&path, args.as_bytes())?;
        Ok(state)
    }

    /// The number of rounds made, and the bytes of the model.
    pub fn model(&self) -> Result<Option<(usize, Vec<u8>)>, Failure> {
        let path = self.folder.join("model");
        if !path.exists() {
            return Ok(None);
        }
        let mut bytes = fs::read(path)?;
        let front = bytes.get(..8).ok_or("the model's file is damaged")?;
        let rounds = u64::from_le_bytes(front.try_into()?) as usize;
        bytes.drain(..8);
        Ok(Some((rounds, bytes)))
    }

    fn sets_path(&self, round: usize) -> PathBuf {
        self.folder.join(format!("sets-{round}"))
    }

    /// The last sets of the rounds made, at most so many.
    pub fn sets(&self, rounds: usize, most: usize, cells: usize) -> Result<Vec<Set>, Failure> {
        let mut sets = Vec::new();
        for round in (0..rounds).rev() {
            if sets.len() >= most {
                break;
            }
            let bytes = fs::read(self.sets_path(round))?;
            let mut rest = bytes.as_slice();
            let mut earlier = Vec::new();
            while let Some((&boards, after)) = rest.split_first() {
                let boards = usize::from(boards) * cells;
                let boards = after.get(..boards).ok_or("a file of sets is damaged")?;
                rest = &after[boards.len()..];
                earlier.push(Set {
                    boards: boards.to_vec(),
                });
            }
            earlier.append(&mut sets);
            sets = earlier;
        }
        let surplus = sets.len().saturating_sub(most);
        sets.drain(..surplus);
        Ok(sets)
    }

    /// Stores what a round made. `row` is its line of the csv file, below `header`.
    pub fn finish_round(
        &self,
        round: usize,
        fresh: &[Set],
        cells: usize,
        model: &[u8],
        net: &[u8],
        [header, row]: [&str; 2],
    ) -> Result<(), Failure> {
        let mut bytes = Vec::new();
        for set in fresh {
            bytes.push((set.boards.len() / cells) as u8);
            bytes.extend_from_slice(&set.boards);
        }
        write(&self.sets_path(round), &bytes)?;
        let csv = PathBuf::from(format!("{}.csv", self.out.display()));
        let before = fs::read_to_string(&csv).unwrap_or_default();
        let mut lines: Vec<&str> = before.lines().take(1 + round).collect();
        if lines.is_empty() {
            lines.push(header);
        }
        lines.push(row);
        write(&csv, (lines.join("\n") + "\n").as_bytes())?;
        write(&self.out, net)?;
        let rounds = (round as u64 + 1).to_le_bytes();
        write(&self.folder.join("model"), &[&rounds, model].concat())
    }
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let temporary = path.with_extension("part");
    fs::write(&temporary, bytes)?;
    Ok(fs::rename(temporary, path)?)
}
