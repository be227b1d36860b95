//! The open list: nodes still to be expanded, best first.
//!
//! Order matters only in the last iteration, and no iteration knows whether it is the last. So all
//! nodes go through a bucket queue, the most promising first:
//!
//! ```text
//! key = 4 × (slack of both views) − moves left
//! ```
//!
//! One more rise to spend counts as much as eight moves done. On Korf's 100 this order shortens the
//! last iteration:
//!
//! | Tables | Order | Share of the last iteration | Generated a board |
//! |---|---|---|---|
//! | 7-8 | depth first | 40 % | 14.2 k |
//! | 7-8 | best first | 30 % | 12.3 k |
//! | 7-7-1 | depth first | 35 % | 40.8 k |
//! | 7-7-1 | best first | 20 % | 33.0 k |
//!
//! The nodes of the buckets lie in one slab, and a bucket is a linked list through it. So pushing
//! and taking cost a few instructions, and slots are used again while they are still in the cache.
//!
//! Beyond [`CROWDED`] nodes, new ones go on a LIFO stack that is served first. This bounds memory,
//! and best-first order no longer pays. Nodes of the stack are taken as they lie, and as many at a
//! time as a batch holds.
//!
//! Other keys that were tried: `bench/records/2026-11-notes-15-puzzle.md`.

use super::node::Node;

/// Nodes in buckets beyond which new ones go on the stack.
const CROWDED: usize = 1 << 14;
/// The most nodes taken from buckets at once.
const BUCKET_BATCH: usize = 24;
/// The key of a node with no slack and no moves left; larger than the most moves left.
const BASE: usize = 128;
const KEYS: usize = 4 * BASE;
/// The end of a list.
const NONE: u32 = u32::MAX;

/// See the module documentation.
#[derive(Debug)]
pub(super) struct OpenList {
    nodes: Vec<Node>,
    /// By slot: the next slot of the same bucket, or of the free list.
    next: Vec<u32>,
    /// By key: the first slot of the bucket.
    heads: Box<[u32; KEYS]>,
    /// The first free slot.
    free: u32,
    /// No bucket above this key has a node.
    top: usize,
    /// How many nodes are in buckets.
    in_buckets: usize,
    /// The nodes that go before all buckets, the latest first.
    stack: Vec<Node>,
}

impl Default for OpenList {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            next: Vec::new(),
            heads: Box::new([NONE; KEYS]),
            free: NONE,
            top: 0,
            in_buckets: 0,
            stack: Vec::new(),
        }
    }
}

impl OpenList {
    /// Removes all nodes.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.next.clear();
        self.heads.fill(NONE);
        self.stack.clear();
        (self.free, self.top, self.in_buckets) = (NONE, 0, 0);
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.in_buckets == 0 && self.stack.is_empty()
    }

    /// Adds a node.
    #[inline(always)]
    pub fn push(&mut self, node: &Node) {
        if self.in_buckets >= CROWDED {
            self.stack.push(*node);
            return;
        }
        let nearness = BASE - usize::from(node.moves_left) % BASE;
        let slack = usize::from(node.slack[0]) + usize::from(node.slack[1]);
        let key = (4 * slack + nearness).min(KEYS - 1);
        let slot = self.free;
        let head = &mut self.heads[key];
        if let Some(next) = self.next.get_mut(slot as usize) {
            self.free = *next;
            *next = *head;
            self.nodes[slot as usize] = *node;
            *head = slot;
        } else {
            self.next.push(*head);
            *head = self.nodes.len() as u32;
            self.nodes.push(*node);
        }
        self.top = self.top.max(key);
        self.in_buckets += 1;
    }

    /// The stack, if new nodes go there.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn crowded_stack(&mut self) -> Option<&mut Vec<Node>> {
        (self.in_buckets >= CROWDED).then_some(&mut self.stack)
    }

    /// Moves the best nodes to the front of a batch and returns how many. The stack fills the
    /// batch; buckets fill it only up to [`BUCKET_BATCH`].
    #[inline(always)]
    pub fn take(&mut self, batch: &mut [Node]) -> usize {
        let from_stack = self.stack.len().min(batch.len());
        let few = BUCKET_BATCH.min(batch.len());
        let rest = self.stack.len() - from_stack;
        batch[..from_stack].copy_from_slice(&self.stack[rest..]);
        self.stack.truncate(rest);
        let from_buckets = few.saturating_sub(from_stack).min(self.in_buckets);
        let mut taken = from_stack;
        while taken < from_stack + from_buckets {
            let slot = self.heads[self.top];
            if slot == NONE {
                self.top -= 1;
                continue;
            }
            batch[taken] = self.nodes[slot as usize];
            let next = &mut self.next[slot as usize];
            self.heads[self.top] = *next;
            *next = self.free;
            self.free = slot;
            taken += 1;
        }
        self.in_buckets -= from_buckets;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_node_comes_first_and_none_is_lost() {
        let mut open = OpenList::default();
        let node = |slack: u8, moves_left: u8| Node {
            slack: [slack; 2],
            moves_left,
            ..Node::EMPTY
        };
        // More than the buckets take, so that the stack is used too.
        let many = 3 * CROWDED;
        for number in 0..many {
            open.push(&node((number % 7) as u8, (number % 80) as u8));
        }
        let mut batch = [Node::EMPTY; 16];
        let (mut count, mut last_key) = (0, usize::MAX);
        let mut on_stack = many - CROWDED;
        while !open.is_empty() {
            let taken = open.take(&mut batch);
            for node in &batch[..taken] {
                if on_stack > 0 {
                    on_stack -= 1;
                    continue;
                }
                let key = 8 * usize::from(node.slack[0]) + BASE - usize::from(node.moves_left);
                assert!(key <= last_key);
                last_key = key;
            }
            count += taken;
        }
        assert_eq!(count, many);
        open.push(&node(1, 2));
        open.clear();
        assert_eq!(open.take(&mut batch), 0);
    }

    #[test]
    fn a_batch_is_filled_from_the_stack_and_in_part_from_buckets() {
        let mut open = OpenList::default();
        for _ in 0..CROWDED + 74 {
            open.push(&Node::EMPTY);
        }
        let mut batch = [Node::EMPTY; 64];
        // First 64 of the 74 on the stack, then the last 10 and some from buckets.
        assert_eq!(open.take(&mut batch), 64);
        assert_eq!(open.take(&mut batch), BUCKET_BATCH);
        assert_eq!(open.in_buckets, CROWDED - (BUCKET_BATCH - 10));
        assert_eq!(open.take(&mut batch), BUCKET_BATCH);
        for _ in 0..10 {
            open.push(&Node::EMPTY);
        }
        assert!(open.stack.is_empty(), "there is room in the buckets again");
    }

    /// Otherwise the stack would grow with the breadth of the tree instead of its depth.
    #[test]
    fn the_stack_is_last_in_first_out() {
        let mut open = OpenList::default();
        for _ in 0..CROWDED {
            open.push(&Node::EMPTY);
        }
        let mut batch = [Node::EMPTY; 2];
        for moves_left in 1..=4 {
            open.push(&Node {
                moves_left,
                ..Node::EMPTY
            });
        }
        for latest in [[3, 4], [1, 2], [0, 0]] {
            assert_eq!(open.take(&mut batch), 2);
            let mut moves_left = batch.map(|node| node.moves_left);
            moves_left.sort_unstable();
            assert_eq!(moves_left, latest);
        }
    }
}
