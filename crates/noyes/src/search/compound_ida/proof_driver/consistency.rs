//! Whether the state of a driver that was stored is one that a driver can be in.
//!
//! A damaged or forged state must not make the driver fail later. What a state says was done is
//! believed, as with every checkpoint: only contradictions are found here.

use super::super::proof_task::{ProofTask, Roots};
use super::{Part, ProofDriver};

/// The largest number of nodes, tasks or nodes a second that is believed. Sums of them fit.
const MOST: u64 = 1 << 60;
/// The largest bound that is believed: no board of 25 cells needs so many moves.
const MOST_BOUND: u32 = 1 << 16;

impl ProofDriver {
    /// Whether the state contradicts neither itself nor `whole`, a task over all seeds of its
    /// frontier. No task may be out.
    pub(super) fn is_consistent(&self, whole: &ProofTask) -> bool {
        let Roots::Seeds(seeds) = &whole.roots else {
            return false;
        };
        let seeds = seeds.end as usize;
        self.has_right_bound(whole)
            && self.has_sane_numbers()
            && self.now.len() == seeds
            && (self.before.is_empty() || self.before.len() == seeds)
            && self.has_right_parts()
            && self.has_a_right_end()
            && self.running.is_empty()
    }

    /// Bounds rise in steps of two from that of the frontier.
    fn has_right_bound(&self, whole: &ProofTask) -> bool {
        let bound = self.whole.bound;
        bound >= whole.bound && (bound - whole.bound).is_multiple_of(2) && bound <= MOST_BOUND
    }

    fn has_sane_numbers(&self) -> bool {
        let is_sane = |number: f64| (0.0..=MOST as f64).contains(&number);
        let counts = [
            self.counts.expanded,
            self.counts.generated,
            self.counts.stored,
        ];
        self.before.iter().chain(&self.now).copied().all(is_sane)
            && self
                .ranges
                .iter()
                .all(|range| is_sane(range.predicted) && is_sane(range.taken))
            && is_sane(self.predicted)
            && is_sane(self.growth)
            && is_sane(self.rate)
            && self.growth >= 1.0
            && self.rate > 0.0
            && counts.iter().all(|&count| count <= MOST)
            && self.next_id.max(self.tasks_done) <= MOST
            && self.most_bound <= MOST_BOUND
    }

    /// Every part that waits is one of a range, and a range knows how many of its parts wait.
    fn has_right_parts(&self) -> bool {
        let seeds = self.now.len() as u32;
        let of_range = |number: usize| move |part: &&Part| part.range == number;
        self.waiting
            .iter()
            .all(|part| part.range < self.ranges.len())
            && self.ranges.iter().enumerate().all(|(number, range)| {
                range.seeds.start <= range.seeds.end
                    && range.seeds.end <= seeds
                    && range.open == self.waiting.iter().filter(of_range(number)).count()
            })
    }

    /// A proof that is over has a solution as long as its bound; any other has tasks left.
    fn has_a_right_end(&self) -> bool {
        let bound = self.whole.bound;
        let found = self.solution.as_ref().map(|moves| moves.len() as u32);
        found.is_none_or(|length| length == bound)
            && match self.is_over {
                true => found.is_some() || self.known.is_some_and(|known| known <= bound),
                false => !self.waiting.is_empty(),
            }
    }
}
