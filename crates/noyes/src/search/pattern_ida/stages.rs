//! The stages of `dive`, child by child.

use super::look::{Look, look};
use super::lookups::Lookups;
use super::node::Node;
use super::search_below::{Context, NodeCounts};

/// The most nodes that are taken at once.
pub(super) const BATCH: usize = 64;
/// Children of a batch at most.
pub(super) const CHILDREN: usize = 4 * BATCH;
/// Room for a list of them: four are written at a time.
const ROOM: usize = CHILDREN + 4;

/// A child to be looked at: the slide as a view sees it (see [`Lookups::seens`]), and 128 times the parent's
/// place in the batch.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Job(u16);

impl Job {
    /// Nothing, to fill arrays with.
    pub const NONE: Self = Self(0);
    /// The bits of the slide, and how many they are.
    pub const SEEN: u16 = 127;
    pub const SEEN_BITS: u32 = 7;
    /// The bit of the view.
    pub const VIEW: u16 = 1;

    /// The same child from the other view.
    #[inline(always)]
    fn turned(self) -> Self {
        Self(self.0 ^ Self::VIEW)
    }

    #[inline(always)]
    pub fn view(self) -> usize {
        usize::from(self.0 & Self::VIEW)
    }

    #[inline(always)]
    pub fn seen(self) -> usize {
        usize::from(self.0 & Self::SEEN)
    }

    #[inline(always)]
    pub fn parent(self, batch: &[Node; BATCH]) -> &Node {
        &batch[usize::from(self.0 >> Self::SEEN_BITS) % BATCH]
    }

    #[inline(always)]
    fn direction(self) -> usize {
        usize::from(self.0 >> 1 & 3)
    }
}

/// A list of children of one kind: those whose slide turns digits in the view they are looked at
/// from, or those whose does not.
struct Kind {
    jobs: [Job; ROOM],
    looks: [Look; CHILDREN],
    /// Where they stood in the list they come from.
    origins: [u16; CHILDREN],
    count: usize,
}

impl Kind {
    const EMPTY: Self = Self {
        jobs: [Job::NONE; ROOM],
        looks: [Look::NONE; CHILDREN],
        origins: [0; CHILDREN],
        count: 0,
    };

    /// Looks at all children of the list.
    #[inline(always)]
    fn look<const TURNS: bool>(&mut self, lookups: &Lookups, batch: &[Node; BATCH]) {
        let jobs = self.jobs[..self.count].iter();
        for (&job, slot) in jobs.zip(&mut self.looks) {
            *slot = look::<TURNS>(lookups, job.parent(batch), job);
        }
    }

    /// Reads the bits of all, and lists those that have not risen too far, the other view's turn.
    #[inline(always)]
    fn sift(&mut self, batch: &[Node; BATCH], kept: &mut Self) {
        let jobs = self.jobs[..self.count].iter();
        kept.count = 0;
        for (place, (&job, look)) in jobs.zip(&mut self.looks).enumerate() {
            // SAFETY: `look` made it.
            let stays = unsafe { look.read() } <= job.parent(batch).slack[job.view()];
            let end = kept.count % CHILDREN;
            kept.jobs[end] = job.turned();
            kept.origins[end] = place as u16;
            kept.count += usize::from(stays);
        }
    }
}

/// Lists the children of the first `count` nodes of a batch that the automaton lets pass, each as seen from
/// the view it is to be looked at from first: those whose slide turns no digits there, and those whose does.
/// Returns how many there are.
#[inline(always)]
fn list<const VIEWS: usize>(
    Context { lookups, pruning }: Context<'_>,
    batch: &[Node; BATCH],
    count: usize,
    mut lists: [&mut [Job; ROOM]; 2],
) -> [usize; 2] {
    let mut counts = [0; 2];
    for (parent, node) in batch[..count].iter().enumerate() {
        // SAFETY: states come from the automaton itself.
        let passes = unsafe { *pruning.passes.get_unchecked(usize::from(node.state)) };
        let open = lookups.legal[usize::from(node.blank & 15)] & passes;
        let view = if VIEWS == 1 { 0 } else { node.first() };
        let split = &lookups.splits[view][usize::from(open & 15)];
        let same = u64::from(node.blank & 15) << 3 | (parent as u64) << Job::SEEN_BITS;
        let same = same * 0x0001_0001_0001_0001;
        for (kind, (list, end)) in lists.iter_mut().zip(&mut counts).enumerate() {
            let jobs = split.lists[kind] + same;
            let jobs = [0, 16, 32, 48].map(|shift| Job((jobs >> shift) as u16));
            let place = *end % CHILDREN;
            list[place..place + 4].copy_from_slice(&jobs);
            *end += usize::from(split.counts[kind]);
        }
    }
    counts
}

/// The children of a batch, from stage to stage.
pub(super) struct Stages {
    /// As first looked at: the lists without and with turns.
    first: [Kind; 2],
    /// What was left of each, looked at from the other view.
    second: [Kind; 2],
}

impl Stages {
    pub fn new() -> Self {
        Self {
            first: [Kind::EMPTY; 2],
            second: [Kind::EMPTY; 2],
        }
    }

    /// Hands the children of the first `count` nodes of a batch to `push`, those that can still be
    /// on the way to a solution; or returns one that is the goal.
    #[inline(always)]
    pub fn expand<const VIEWS: usize>(
        &mut self,
        kit: Context<'_>,
        batch: &[Node; BATCH],
        count: usize,
        tally: &mut NodeCounts,
        push: &mut impl FnMut(Node),
    ) -> Option<Node> {
        let lookups = kit.lookups;
        // 1. List the children the automaton lets pass.
        let [plain, turning] = &mut self.first;
        let lists = [&mut plain.jobs, &mut turning.jobs];
        [plain.count, turning.count] = list::<VIEWS>(kit, batch, count, lists);
        tally.expanded += count as u64;
        tally.generated += (plain.count + turning.count) as u64;
        // 2. Look from the view with less slack.
        plain.look::<false>(lookups, batch);
        turning.look::<true>(lookups, batch);
        // 3. Keep those that have not risen too far, and look from the other view.
        for (first, second) in self.first.iter_mut().zip(&mut self.second) {
            first.sift(batch, second);
        }
        if VIEWS == 2 {
            let [plain, turning] = &mut self.second;
            if lookups.swaps {
                plain.look::<true>(lookups, batch);
                turning.look::<false>(lookups, batch);
            } else {
                plain.look::<false>(lookups, batch);
                turning.look::<true>(lookups, batch);
            }
        }
        // 4. Make those that have not risen too far there either.
        for (first, second) in self.first.iter().zip(&mut self.second) {
            for place in 0..second.count.min(CHILDREN) {
                let job = second.jobs[place];
                let node = job.parent(batch);
                let other = &mut second.looks[place];
                // SAFETY: `look` made it.
                if VIEWS == 2 && unsafe { other.read() } > node.slack[job.view()] {
                    continue;
                }
                let one = &first.looks[usize::from(second.origins[place]) % CHILDREN];
                // By view, so that everything below is at fixed places.
                let looks = if job.view() == 1 {
                    [one, &*other]
                } else {
                    [&*other, one]
                };
                let mut changes = [Change::default(); 2];
                for (change, look) in changes.iter_mut().zip(looks).take(VIEWS) {
                    *change = look.change();
                }
                let child = slid(kit, node, job, changes);
                if child.left == 0 {
                    return Some(child);
                }
                push(child);
            }
        }
        None
    }
}

/// What a look changes in a node.
#[derive(Clone, Copy, Default)]
pub(super) struct Change {
    pub cells: u64,
    pub digits: u64,
    pub rises: u8,
}

/// The child of a node with these changes, one a view.
#[inline(always)]
fn slid(
    Context { lookups, pruning }: Context<'_>,
    node: &Node,
    job: Job,
    changes: [Change; 2],
) -> Node {
    let direction = job.direction();
    // SAFETY: states come from the automaton itself.
    let next = unsafe {
        pruning
            .automaton
            .table()
            .get_unchecked(usize::from(node.state))
    };
    let [one, other] = changes;
    Node {
        words: [node.words[0] ^ one.cells, node.words[1] ^ other.cells],
        perms: [node.perms[0] ^ one.digits, node.perms[1] ^ other.digits],
        path: [
            node.path[0] << 2 | direction as u64,
            node.path[1] << 2 | node.path[0] >> 62,
            node.path[2] << 2 | node.path[1] >> 62,
        ],
        slack: [node.slack[0] - one.rises, node.slack[1] - other.rises],
        state: next[direction],
        blank: lookups.seens[job.seen()].cell,
        left: node.left - 1,
        void: 0,
    }
}
