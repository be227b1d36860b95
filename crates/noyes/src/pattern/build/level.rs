//! One level of the breadth-first search: every row takes what is new to it from its neighbours.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use super::row_graph::Edges;
use crate::guard::Stop;
use crate::pattern::bits::drain_flags;
use crate::pattern::permutation::{Rank, Rotation, Rotations};
use crate::workers::Threads;

/// The bits of half of the rows.
pub(super) struct Class {
    perms: usize,
    words: usize,
    /// What the last level of this class found; void where `active` is 0.
    frontier: Vec<u64>,
    visited: Vec<u64>,
    /// Bit 1 of the distances found.
    pub value: Vec<u64>,
    /// How many states of a row the last level found.
    active: Vec<u32>,
    /// How many states of a row are not yet found.
    left: Vec<u32>,
}

/// Rows that one thread takes at a time.
const BLOCK: usize = 32;
/// Blocks between two questions to the guard, at most.
const ASKING: usize = 64;
/// Words of a block between two questions: some milliseconds of work.
const WORDS_BETWEEN: usize = 1024;

/// A block of rows of a class, while a level is written.
struct Rows<'a> {
    frontier: &'a mut [u64],
    visited: &'a mut [u64],
    value: &'a mut [u64],
    active: &'a mut [u32],
    left: &'a mut [u32],
    /// States found in this level.
    found: u64,
}

impl Class {
    pub fn new(rows: usize, perms: usize, threads: Threads<'_>) -> Self {
        let words = perms.div_ceil(64);
        let zeros = || {
            let mut zeros = vec![0; rows * words];
            // Fresh memory that is read before it is written is mapped twice, and the second
            // mapping stops all threads: so it is written first.
            threads.for_each_chunk(&mut zeros, BLOCK * words, |_, rows| rows.fill(0));
            zeros
        };
        Self {
            perms,
            words,
            frontier: vec![0; rows * words],
            visited: zeros(),
            value: zeros(),
            active: vec![0; rows],
            left: vec![perms as u32; rows],
        }
    }

    /// Puts the goal into a row: the identity of its tiles.
    pub fn start(&mut self, row: usize) {
        self.frontier[row * self.words] = 1;
        self.visited[row * self.words] = 1;
        self.active[row] = 1;
        self.left[row] = self.perms as u32 - 1;
    }

    /// One level: every row takes what is new to it from its neighbours' frontiers.
    pub fn pull<R: Rank>(
        &mut self,
        from: &Self,
        edges: &Edges,
        rotations: &Rotations<R>,
        value: bool,
        threads: Threads<'_>,
        tell: &(dyn Fn(u64) -> Result<(), Stop> + Sync),
    ) -> Result<u64, Stop> {
        let words = self.words;
        let mut blocks: Vec<Rows<'_>> = self
            .frontier
            .chunks_mut(BLOCK * words)
            .zip(self.visited.chunks_mut(BLOCK * words))
            .zip(self.value.chunks_mut(BLOCK * words))
            .zip(self.active.chunks_mut(BLOCK))
            .zip(self.left.chunks_mut(BLOCK))
            .map(|((((frontier, visited), value), active), left)| Rows {
                frontier,
                visited,
                value,
                active,
                left,
                found: 0,
            })
            .collect();
        let (found, stopped) = (AtomicU64::new(0), OnceLock::new());
        let asking = (WORDS_BETWEEN / words).clamp(1, ASKING);
        threads.for_each_mut(&mut blocks, |number, rows| {
            // A level of a large table takes seconds: the guard is asked in between.
            if number % asking == asking - 1
                && let Err(stop) = tell(found.load(Ordering::Relaxed))
            {
                let _ = stopped.set(stop);
            }
            if stopped.get().is_some() {
                return;
            }
            let mut flags = vec![0u8; words * 64];
            let spans = edges.starts[number * BLOCK..].windows(2);
            for (row, span) in (0..rows.left.len()).zip(spans) {
                let sources = &edges.edges[span[0] as usize..span[1] as usize];
                let frontier = &mut rows.frontier[row * words..(row + 1) * words];
                rows.active[row] = 0;
                if rows.left[row] == 0 || !from.collect(sources, rotations, frontier, &mut flags) {
                    continue;
                }
                let visited = &mut rows.visited[row * words..(row + 1) * words];
                let values = &mut rows.value[row * words..(row + 1) * words];
                let found = settle(frontier, visited, values, value);
                rows.active[row] = found;
                rows.left[row] -= found;
                rows.found += u64::from(found);
            }
            found.fetch_add(rows.found, Ordering::Relaxed);
        });
        match stopped.into_inner() {
            Some(stop) => Err(stop),
            None => Ok(found.into_inner()),
        }
    }

    /// The frontiers of these rows, rotated and joined; false if all are empty. `flags` has a byte
    /// for each permutation, all 0 before and after: where many bits must be rotated, bytes are set
    /// and packed later, because setting bits waits for the last write to the same word.
    ///
    /// It stays a function of its own, as what it calls for each source does: a browser begins with
    /// code that is not optimised, and takes the optimised code when a function is next called.
    #[inline(never)]
    fn collect<R: Rank>(
        &self,
        sources: &[(u32, Option<Rotation>)],
        rotations: &Rotations<R>,
        target: &mut [u64],
        flags: &mut [u8],
    ) -> bool {
        let (mut plain, mut rotated) = (0, 0);
        for &(other, rotation) in sources {
            let active = self.active[other as usize];
            match rotation {
                None => plain += active,
                Some(_) => rotated += active,
            }
        }
        if plain + rotated == 0 {
            return false;
        }
        target.fill(0);
        let many = rotated as usize > self.words;
        for &(other, rotation) in sources {
            let other = other as usize;
            if self.active[other] == 0 {
                continue;
            }
            let source = &self.frontier[other * self.words..(other + 1) * self.words];
            match rotation {
                None => join(target, source),
                Some(rotation) if many => flag(flags, source, rotations.table(rotation)),
                Some(rotation) => join_rotated(target, source, rotations.table(rotation)),
            }
        }
        if many {
            drain_flags(flags, target);
        }
        true
    }
}

/// Removes what was visited from a frontier, and notes the rest: how many states that is.
#[inline(never)]
fn settle(frontier: &mut [u64], visited: &mut [u64], values: &mut [u64], value: bool) -> u32 {
    let mut found = 0;
    for ((new, old), values) in frontier.iter_mut().zip(visited).zip(values) {
        *new &= !*old;
        *old |= *new;
        *values |= if value { *new } else { 0 };
        found += new.count_ones();
    }
    found
}

fn join(target: &mut [u64], source: &[u64]) {
    for (to, from) in target.iter_mut().zip(source) {
        *to |= from;
    }
}

#[inline(never)]
fn flag<R: Rank>(flags: &mut [u8], source: &[u64], table: &[R]) {
    for (ranks, &word) in table.chunks(64).zip(source) {
        let mut word = word;
        while word != 0 {
            let to = ranks[word.trailing_zeros() as usize].get();
            word &= word - 1;
            flags[to] = 0xff;
        }
    }
}

#[inline(never)]
fn join_rotated<R: Rank>(target: &mut [u64], source: &[u64], table: &[R]) {
    for (ranks, &word) in table.chunks(64).zip(source) {
        let mut word = word;
        while word != 0 {
            let to = ranks[word.trailing_zeros() as usize].get();
            word &= word - 1;
            target[to / 64] |= 1 << (to % 64);
        }
    }
}
