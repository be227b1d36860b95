//! Which places of the readers an input reaches, and inputs that reach more of them.
//!
//! # Idea
//!
//! `fuzz/coverage` builds the readers with the compiler's *SanitizerCoverage*: each basic block
//! adds to a byte of its own, and a table has the address of each block. Before `main` the program
//! is told where both are. An input that reaches a block for the first time is worth changing
//! further, so it joins the seeds (Zalewski's AFL, 2013, and libFuzzer do the same). What is
//! reached in the end is told by file and line.
//!
//! In any other build there are no counters, and nothing is reached.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::mutate::mutate;
use crate::random::Random;
use crate::targets::Target;

/// The most inputs that join the seeds of a target.
const MOST_KEPT: usize = 4096;
/// The longest of them. Tables are longer, and are made anew in each run.
const MOST_KEPT_BYTES: usize = 1 << 11;

/// Start and end of the counters, and of the table of their blocks, a pair for each linked module.
static COUNTERS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());
static BLOCKS: Mutex<Vec<(usize, usize)>> = Mutex::new(Vec::new());

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(sancov)]
mod callbacks {
    //! What the compiler's code calls before `main`.

    // SAFETY: the name is that of the interface, and no other function of the program has it.
    #[unsafe(no_mangle)]
    extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, end: *mut u8) {
        super::lock(&super::COUNTERS).push((start as usize, end as usize));
    }

    // SAFETY: as above.
    #[unsafe(no_mangle)]
    extern "C" fn __sanitizer_cov_pcs_init(start: *const usize, end: *const usize) {
        super::lock(&super::BLOCKS).push((start as usize, end as usize));
    }
}

/// Which blocks were reached.
#[derive(Clone, Debug, Default)]
pub struct Reached {
    /// By number of the block.
    seen: Vec<bool>,
}

impl Reached {
    /// Takes over what was reached since the last call, and says whether any of it is new.
    pub fn update(&mut self) -> bool {
        let (mut number, mut is_new) = (0, false);
        for &(start, end) in lock(&COUNTERS).iter() {
            self.seen
                .resize(self.seen.len().max(number + end - start), false);
            for at in start..end {
                // SAFETY: the compiler's counters live as long as the program. Other threads write
                // them without order: a count may be lost, which a volatile access allows for.
                let count = unsafe { (at as *const u8).read_volatile() };
                if count != 0 {
                    // SAFETY: as above.
                    unsafe { (at as *mut u8).write_volatile(0) };
                    is_new |= !self.seen[number];
                    self.seen[number] = true;
                }
                number += 1;
            }
        }
        is_new
    }

    /// How many blocks were reached.
    pub fn count(&self) -> usize {
        self.seen.iter().filter(|&&seen| seen).count()
    }

    /// The addresses of all blocks, each with whether it was reached.
    pub fn blocks(&self) -> Vec<(usize, bool)> {
        let seen = self.seen.iter().copied().chain(std::iter::repeat(false));
        let tables = lock(&BLOCKS).clone();
        // An entry is an address and a word of flags.
        let entries = tables.iter().flat_map(|&(start, end)| {
            let entries = (end - start) / (2 * size_of::<usize>());
            // SAFETY: the compiler's table lives as long as the program and never changes.
            (0..entries).map(move |k| unsafe { *(start as *const usize).add(2 * k) })
        });
        entries.zip(seen).collect()
    }
}

/// Whether this build counts.
pub fn is_counted() -> bool {
    !lock(&COUNTERS).is_empty()
}

/// Runs `count` mutated inputs of a target; those that reach a new block join the seeds. `before`
/// sees each input first. Returns what was reached, and the inputs to keep: a few that reach all of
/// it together with the seeds in the code.
pub fn explore(
    target: &Target,
    seed: u64,
    count: u64,
    mut before: impl FnMut(&[u8]),
) -> (Reached, Vec<Vec<u8>>) {
    let mut kept = target.all_seeds();
    let mut reached = Reached::default();
    reached.update();
    reached = Reached::default();
    for seed in &kept {
        (target.run)(seed);
        reached.update();
    }
    let mut random = Random::new(seed);
    for _ in 0..count {
        let from = random.below(kept.len());
        let mut input = kept[from].clone();
        let other = random.below(kept.len());
        mutate(&mut input, &kept[other], &mut random);
        before(&input);
        (target.run)(&input);
        if reached.update() && kept.len() < MOST_KEPT && input.len() <= MOST_KEPT_BYTES {
            kept.push(input);
        }
    }
    // Short ones first: a longer one stays only for what no shorter one reaches.
    kept.sort_by_key(Vec::len);
    let own = (target.seeds)();
    let mut fewest = Reached::default();
    kept.retain(|input| {
        (target.run)(input);
        fewest.update() && !own.contains(input) && input.len() <= MOST_KEPT_BYTES
    });
    (reached, kept)
}
