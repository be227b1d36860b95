//! The stages of `dive`, eight children at a time, where the processor has AVX-512.
//!
//! # Idea
//!
//! A look is some seventy instructions of arithmetic around a few reads from small tables, and no two looks
//! depend on each other; so eight go side by side, a lane of 64 bits each. What keeps that from paying
//! elsewhere is that a read by eight places costs as much as eight reads. Here most of them are gone:
//!
//! ```text
//! slide         cells of tile and blank by a shuffle of bytes, the masks by shifts
//! rank          the digits spread to bytes, times their factorials, added up
//! slot          where its table begins, by a shuffle of words
//! ```
//!
//! Left are the parent's two words, the set, and the window where digits turn. A look is two loops, up to the
//! set and from it: in one, a wait for the set would hold up all that follows. Sets are found by the mask of
//! their cells, in half a megabyte: 3 % quicker here than in less by two reads.
//!
//! Children are listed eight parents at a time, a lane of sixteen bits each, and made as they lie in
//! memory: what changes in eight of them is transposed, and each is its parent with one of the eight
//! lines of that.
//!
//! # Invariants
//!
//! The same children in the same order as from `Stages::expand`, its twin: a test holds the two together.
//! Lanes past the end of a list repeat its last child, so that every lane reads what is there.

mod looks;
mod make;
mod shuffles;
mod words;

use std::arch::x86_64::*;
use std::mem::offset_of;

use self::looks::{Looks, look, read};
pub(super) use self::shuffles::Shuffles;
use self::words::{load, store};
use super::node::Node;
use super::search_below::{Context, NodeCounts};
use super::stages::{BATCH, CHILDREN, Job};

/// Children looked at together.
const LANES: usize = 8;
/// Room for a list: up to 32 are written at a time.
const ROOM: usize = CHILDREN + 32;
/// The word of a node that has its slacks, state, blank and moves left, and where they begin in it.
const REST: usize = 7;
const STATE: u32 = 16;
const BLANK: u32 = 32;
const LEFT: u32 = 40;
const _: () = assert!(
    size_of::<Node>() == 64
        && offset_of!(Node, words) == 0
        && offset_of!(Node, perms) == 16
        && offset_of!(Node, path) == 32
        && offset_of!(Node, slack) == 8 * REST
        && offset_of!(Node, state) == 8 * REST + STATE as usize / 8
        && offset_of!(Node, blank) == 8 * REST + BLANK as usize / 8
        && offset_of!(Node, left) == 8 * REST + LEFT as usize / 8
);
/// The bit of a change of cells that tells of a rise; no field has it.
const ROSE: u32 = 63;

/// Whether the processor can do it.
pub(super) fn are_there() -> bool {
    std::arch::is_x86_feature_detected!("avx2")
        && std::arch::is_x86_feature_detected!("avx512f")
        && std::arch::is_x86_feature_detected!("avx512bw")
        && std::arch::is_x86_feature_detected!("avx512vbmi")
        && std::arch::is_x86_feature_detected!("avx512vbmi2")
        && std::arch::is_x86_feature_detected!("avx512vl")
        && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
        && std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("popcnt")
}

/// The children of a batch, from stage to stage.
#[repr(C, align(64))]
pub(super) struct Lanes {
    /// Of each parent: the word with its slacks, and what the automaton says of its slides.
    rests: [u64; BATCH],
    next: [u64; BATCH],
    /// The children whose slide turns digits in the view they are first looked at from.
    turning: [Job; ROOM],
    first: Looks,
    second: Looks,
    /// How many of a list are those that turn nothing when first looked at; they are its first.
    plain: usize,
    /// What the first look at the children of `second` changes, with [`ROSE`].
    cells: [u64; ROOM],
    digits: [u64; ROOM],
}

impl Lanes {
    pub fn new() -> Self {
        Self {
            rests: [0; BATCH],
            next: [0; BATCH],
            turning: [Job::NONE; ROOM],
            first: Looks::NONE,
            second: Looks::NONE,
            plain: 0,
            cells: [0; ROOM],
            digits: [0; ROOM],
        }
    }

    /// As `Stages::expand`, with two views; the children are added to `children`, with a goal also those after it.
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
    pub fn expand(
        &mut self,
        kit: Context<'_>,
        batch: &[Node; BATCH],
        count: usize,
        tally: &mut NodeCounts,
        children: &mut Vec<Node>,
    ) -> Option<Node> {
        assert!(count <= BATCH);
        let lookups = kit.lookups;
        // 1. List the children the automaton lets pass.
        self.list(kit, batch, count);
        tally.expanded += count as u64;
        tally.generated += self.first.count as u64;
        // 2. Look from the view with less slack.
        let plain = self.plain;
        look(lookups, batch, &mut self.first, plain..ROOM);
        // 3. Keep those that have not risen too far, and look from the other view.
        self.sift();
        let plain = self.plain;
        let turning = if lookups.swaps { 0..plain } else { plain..ROOM };
        look(lookups, batch, &mut self.second, turning);
        // 4. Make those that have not risen too far there either.
        self.make(lookups, batch, children)
    }

    /// Lists the children of the first `count` nodes of a batch, first those that turn nothing.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
    fn list(
        &mut self,
        Context { lookups, pruning }: Context<'_>,
        batch: &[Node; BATCH],
        count: usize,
    ) {
        let shuffles = &lookups.shuffles;
        let same = |value: u64| _mm512_set1_epi64(value as i64);
        let nodes: *const i64 = batch.as_ptr().cast();
        let automaton: *const i64 = pruning.automaton.table().as_ptr().cast();
        let numbers = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
        // The lowest sixteen bits of each lane, four times.
        let four = _mm512_set1_epi64(0x0100_0100_0100_0100);
        let four = _mm512_add_epi8(
            four,
            _mm512_set4_epi64(0x0808_0808_0808_0808, 0, 0x0808_0808_0808_0808, 0),
        );
        let [mut plain, mut turning] = [0; 2];
        for from in (0..count).step_by(LANES) {
            let parent = _mm512_add_epi64(numbers, same(from as u64));
            // SAFETY: a batch has more than eight nodes of eight words, whole eights of them; states come
            // from the automaton itself.
            let (rest, next) = unsafe {
                let word = _mm512_add_epi64(_mm512_slli_epi64::<3>(parent), same(REST as u64));
                let rest = _mm512_i64gather_epi64::<8>(word, nodes);
                let state = _mm512_and_si512(_mm512_srli_epi64::<STATE>(rest), same(0xffff));
                (rest, _mm512_i64gather_epi64::<8>(state, automaton))
            };
            store(&mut self.rests, from, rest);
            store(&mut self.next, from, next);
            let blank = _mm512_and_si512(_mm512_srli_epi64::<BLANK>(rest), same(15));
            let legal = _mm512_permutex2var_epi64(
                load(&shuffles.legal, 0),
                blank,
                load(&shuffles.legal, LANES),
            );
            let one = _mm512_and_si512(rest, same(0xff));
            let other = _mm512_and_si512(_mm512_srli_epi64::<8>(rest), same(0xff));
            let (less, equal) = (
                _mm512_cmplt_epu64_mask(other, one),
                _mm512_cmpeq_epi64_mask(one, other),
            );
            let by_first = |words: &[u64; 3]| {
                let word = _mm512_mask_mov_epi64(same(words[0]), less, same(words[1]));
                _mm512_mask_mov_epi64(word, equal, same(words[2]))
            };
            // The jobs of all four slides, and which of them there are.
            let job = _mm512_or_si512(
                _mm512_slli_epi64::<3>(blank),
                _mm512_slli_epi64::<{ Job::SEEN_BITS }>(parent),
            );
            let jobs = _mm512_or_si512(
                _mm512_shuffle_epi8(job, four),
                _mm512_or_si512(by_first(&shuffles.views), same(0x0006_0004_0002_0000)),
            );
            let passes = _mm512_cmpneq_epi16_mask(next, same(u64::MAX));
            let there = !0u32 >> (4 * (LANES - (count - from).min(LANES)));
            let open = _mm512_mask_test_epi16_mask(passes & there, legal, legal);
            let turns = by_first(&shuffles.turns);
            let turns = _mm512_mask_test_epi16_mask(open, turns, turns);
            for (list, end, which) in [
                (&mut self.first.jobs, &mut plain, open & !turns),
                (&mut self.turning, &mut turning, turns),
            ] {
                let jobs = _mm512_maskz_compress_epi16(which, jobs);
                // SAFETY: lists have room for 32 beyond the most children.
                unsafe { _mm512_storeu_si512(list.as_mut_ptr().add(*end).cast(), jobs) };
                *end += which.count_ones() as usize;
            }
        }
        for from in (0..turning).step_by(32) {
            // SAFETY: as above.
            unsafe {
                let jobs = _mm512_loadu_si512(self.turning.as_ptr().add(from).cast());
                let to = self.first.jobs.as_mut_ptr().add(plain + from);
                _mm512_storeu_si512(to.cast(), jobs);
            }
        }
        self.first.count = plain + turning;
        self.plain = plain;
    }

    /// Keeps the children that have not risen too far, to be looked at from the other view.
    #[inline]
    #[target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vl,avx512vpopcntdq,bmi1,bmi2,popcnt")]
    fn sift(&mut self) {
        let (mut left, mut plain) = (0, 0);
        for from in (0..self.first.count).step_by(LANES) {
            let read = read(&self.rests, &self.first, from);
            let jobs = _mm512_xor_si512(read.jobs, _mm512_set1_epi64(i64::from(Job::VIEW)));
            let jobs = _mm512_maskz_compress_epi64(read.kept, jobs);
            // SAFETY: lists have room for more than eight beyond the most children.
            unsafe {
                let to = self.second.jobs.as_mut_ptr().add(left).cast();
                _mm_storeu_si128(to, _mm512_cvtepi64_epi16(jobs));
            }
            let cells = _mm512_maskz_compress_epi64(read.kept, read.cells);
            store(&mut self.cells, left, cells);
            let digits = load(&self.first.digits, from);
            let digits = _mm512_maskz_compress_epi64(read.kept, digits);
            store(&mut self.digits, left, digits);
            let kept = u32::from(read.kept);
            plain += (kept & !(!0 << self.plain.saturating_sub(from).min(LANES))).count_ones();
            left += kept.count_ones() as usize;
        }
        self.plain = plain as usize;
        self.second.count = left;
    }
}

#[cfg(test)]
mod tests {
    use super::super::lookups::{Lookups, Pruning};
    use super::super::open::Open;
    use super::super::search_below::{Dive, dive, dive_any};
    use super::super::stages::Stages;
    use super::super::transpositions::Transpositions;
    use super::*;
    use crate::board::{Board, Size};
    use crate::goal::{Goal, Instance};
    use crate::guard::{Guard, Silent};
    use crate::pattern::{Additive, Pattern, build_all};
    use crate::prune::Automaton;
    use crate::scramble::Scrambler;

    /// Rows, columns, the blank's home and goal cells of patterns: from one to eight tiles in any slot; of the last two
    /// both views turn the same slides.
    const CUTS: [(usize, usize, usize, &[&[usize]]); 6] = [
        (
            4,
            4,
            15,
            &[&[0, 1, 4, 5, 8, 9], &[2, 3, 6, 7, 10, 11], &[12, 13, 14]],
        ),
        (
            4,
            4,
            15,
            &[&[13], &[0, 1, 4, 5, 8, 9, 12], &[2, 3, 6, 7, 10, 11, 14]],
        ),
        (
            4,
            4,
            10,
            &[&[0, 1, 4, 5, 8, 9], &[2, 3, 6, 7, 11, 15], &[12, 13, 14]],
        ),
        (3, 3, 8, &[&[0, 1, 2, 3, 4, 5, 6, 7]]),
        (4, 3, 10, &[&[0, 1, 2, 3, 4, 5, 6, 7], &[8, 9, 11]]),
        (4, 3, 10, &[&[0, 1, 2], &[3, 4, 5, 6, 7, 8, 9, 11]]),
    ];

    /// Boards at random walks from the goal with the blank in a cell, longer and longer, labelled.
    fn boards(size: Size, home: usize, count: usize) -> Vec<Vec<u16>> {
        let mut tiles: Vec<u32> = (1..size.cells() as u32).collect();
        tiles.insert(home, 0);
        let lines: Vec<&[u32]> = tiles.chunks(size.cols()).collect();
        let goal = Goal::Board(Board::new(&lines).unwrap());
        let mut scrambler = Scrambler::new(size, &goal, 5).unwrap();
        let board = |number| {
            let board = scrambler.walk(10 + 20 * number);
            let instance = Instance::new(&board, &goal).unwrap();
            instance.labels().to_vec()
        };
        (0..count).map(board).collect()
    }

    /// What a solver of a board needs, its patterns given by goal cells.
    fn lookups(size: Size, home: usize, homes: &[&[usize]]) -> Lookups {
        let patterns = homes
            .iter()
            .map(|homes| Pattern::new(size, home, homes).unwrap());
        let built = build_all(&patterns.collect::<Vec<_>>(), &Guard::new(&Silent)).unwrap();
        let tables = built.into_iter().map(|built| built.table).collect();
        Lookups::new(Additive::new(tables).unwrap())
    }

    /// The nodes below a board, layer by layer, made both ways.
    fn compare(kit: Context<'_>, labels: &[u16], more: u32) -> u64 {
        let (root, sums) = Node::root(kit.lookups, labels);
        let bound = sums[0].max(sums[1]) + more;
        let mut layer = vec![root.with_bound(sums, bound)];
        let (mut lanes, mut stages) = (Lanes::new(), Stages::new());
        let mut batch = [Node::EMPTY; BATCH];
        let mut tallies = [NodeCounts::default(); 2];
        for depth in 0..bound {
            let mut next = Vec::new();
            // Batches of every size: their last lanes are those that can go wrong.
            let mut size = 1 + depth as usize % BATCH;
            let mut rest = &layer[..];
            while !rest.is_empty() {
                let (some, after) = rest.split_at(rest.len().min(size));
                batch[..some.len()].copy_from_slice(some);
                let (mut these, mut those) = (Vec::new(), Vec::new());
                let [one, other] = &mut tallies;
                // SAFETY: the caller has asked whether the processor can do it.
                let goal = unsafe { lanes.expand(kit, &batch, some.len(), one, &mut these) };
                let mut push = |node| those.push(node);
                let same = stages.expand::<2>(kit, &batch, some.len(), other, &mut push);
                assert_eq!((goal, *one), (same, *other));
                if goal.is_some() {
                    return one.generated;
                }
                assert_eq!(these, those);
                // None at all, as when every board is known.
                // SAFETY: as above.
                let none = unsafe { lanes.expand(kit, &batch, 0, one, &mut these) };
                assert_eq!((none, these.len()), (None, those.len()));
                next.extend(these);
                rest = after;
                size = size % BATCH + 1;
            }
            next.truncate(3000);
            layer = next;
        }
        tallies[0].generated
    }

    #[test]
    fn eight_at_a_time_make_what_one_by_one_make() {
        if !are_there() {
            eprintln!("not tested: this processor has no such lanes");
            return;
        }
        let mut generated = 0;
        for (rows, cols, home, homes) in CUTS {
            let size = Size::new(rows, cols).unwrap();
            let lookups = lookups(size, home, homes);
            assert_eq!(lookups.views(), 2);
            let pruning = Pruning::new(Automaton::new(size, 10));
            let kit = Context {
                lookups: &lookups,
                pruning: &pruning,
            };
            for (number, labels) in boards(size, home, 12).iter().enumerate() {
                generated += compare(kit, labels, 2 * (number as u32 % 4));
            }
        }
        assert!(generated > 100_000, "{generated}");
    }

    /// The whole search both ways: past a crowd, with boards remembered and without.
    #[test]
    fn dives_end_alike() {
        if !are_there() {
            eprintln!("not tested: this processor has no such lanes");
            return;
        }
        let (rows, cols, home, homes) = CUTS[0];
        let size = Size::new(rows, cols).unwrap();
        let lookups = lookups(size, home, homes);
        let pruning = Pruning::new(Automaton::new(size, 12));
        let kit = Context {
            lookups: &lookups,
            pruning: &pruning,
        };
        let mut most = 0;
        for (number, labels) in boards(size, home, 26).iter().enumerate().skip(18) {
            let (root, sums) = Node::root(&lookups, labels);
            let mut bound = sums[0].max(sums[1]);
            loop {
                let dives = [dive, dive_any].map(|dive| {
                    let memory = (number % 2 == 1).then(|| {
                        Transpositions::new(&Guard::new(&Silent), bound).expect("there is room")
                    });
                    let mut open = Open::default();
                    open.push(&root.with_bound(sums, bound));
                    let mut tally = NodeCounts::default();
                    let end = dive(kit, memory.as_ref(), &mut open, 400_000, &mut tally);
                    let found = match end {
                        Dive::Found(node) => Some(*node),
                        Dive::Empty | Dive::Paused => None,
                    };
                    (found, tally)
                });
                assert_eq!(dives[0], dives[1]);
                most = most.max(dives[0].1.expanded);
                if dives[0].0.is_some() || dives[0].1.expanded >= 400_000 {
                    break;
                }
                bound += 2;
            }
        }
        assert!(most > 100_000, "{most}: none past a crowd");
    }
}
