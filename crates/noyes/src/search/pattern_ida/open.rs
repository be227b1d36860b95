//! The nodes still to be expanded, best first.
//!
//! Only the last iteration cares about order, and no iteration knows whether it is the last. So
//! all go through a queue of buckets, the most promising node first:
//!
//! ```text
//! key = 4 × (slack of both views) − moves left
//! ```
//!
//! One more rise to spend is worth eight moves done: about what the tables miss on eight moves of
//! a way home. On Korf's 100 the last iteration then takes 30 % of all nodes (7-8 tables; 20 %
//! with 7-7-1) where depth first it took 40 and 35 %: 14.2 k generated a board become 12.3 k, and
//! 40.8 k become 33.0 k. Tried: weights of 2, 3, 6 and 8 (13.6, 12.7, 12.9, 13.9 k), the smaller
//! slack alone (12.6 k), the larger three times as heavy (12.8 k), terms with the square of the
//! moves left (12.4 k and more).
//!
//! The nodes lie in one slab, and a bucket is a list through it, so that pushing and taking cost a
//! few instructions and places are used again while they are still in the cache. When [`CROWDED`] nodes
//! wait there, new ones go on a stack, which comes before all keys: so memory stays small on boards of
//! a hundred million nodes, and nodes are taken as they lie, without following a list, and as many as there
//! is room for, since their order is nothing any more.

use super::node::Node;

/// When so many nodes wait in buckets, new ones go depth first.
const CROWDED: usize = 1 << 14;
/// How many are taken from buckets at once.
const FEW: usize = 24;
/// Where the keys of nodes with no slack and no moves left begin; larger than the most moves left.
const BASE: usize = 128;
const KEYS: usize = 4 * BASE;
/// No node.
const NONE: u32 = u32::MAX;

/// See the file's head.
#[derive(Debug)]
pub(super) struct Open {
    nodes: Vec<Node>,
    /// The next in the same bucket, or among the free places.
    next: Vec<u32>,
    heads: Box<[u32; KEYS]>,
    free: u32,
    top: usize,
    /// How many are in buckets.
    held: usize,
    /// Those that go first, the latest before the others.
    stack: Vec<Node>,
}

impl Default for Open {
    fn default() -> Self {
        Self {
            nodes: Vec::new(),
            next: Vec::new(),
            heads: Box::new([NONE; KEYS]),
            free: NONE,
            top: 0,
            held: 0,
            stack: Vec::new(),
        }
    }
}

impl Open {
    /// Forgets all nodes.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.next.clear();
        self.heads.fill(NONE);
        self.stack.clear();
        (self.free, self.top, self.held) = (NONE, 0, 0);
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.held == 0 && self.stack.is_empty()
    }

    /// Adds a node.
    #[inline(always)]
    pub fn push(&mut self, node: &Node) {
        if self.held >= CROWDED {
            self.stack.push(*node);
            return;
        }
        let done = BASE - usize::from(node.left) % BASE;
        let slack = usize::from(node.slack[0]) + usize::from(node.slack[1]);
        let key = (4 * slack + done).min(KEYS - 1);
        let place = self.free;
        let head = &mut self.heads[key];
        if let Some(next) = self.next.get_mut(place as usize) {
            self.free = *next;
            *next = *head;
            self.nodes[place as usize] = *node;
            *head = place;
        } else {
            self.next.push(*head);
            *head = self.nodes.len() as u32;
            self.nodes.push(*node);
        }
        self.top = self.top.max(key);
        self.held += 1;
    }

    /// Where new nodes go when there is a crowd.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn crowd(&mut self) -> Option<&mut Vec<Node>> {
        (self.held >= CROWDED).then_some(&mut self.stack)
    }

    /// Takes the best nodes: from the stack as many as the batch has room for, from buckets only up to [`FEW`] in
    /// all. Returns how many.
    #[inline(always)]
    pub fn take(&mut self, batch: &mut [Node]) -> usize {
        let deep = self.stack.len().min(batch.len());
        let few = FEW.min(batch.len());
        let rest = self.stack.len() - deep;
        batch[..deep].copy_from_slice(&self.stack[rest..]);
        self.stack.truncate(rest);
        let wanted = deep + self.held.min(few.saturating_sub(deep));
        let mut taken = deep;
        while taken < wanted {
            let place = self.heads[self.top];
            if place == NONE {
                self.top -= 1;
                continue;
            }
            batch[taken] = self.nodes[place as usize];
            let next = &mut self.next[place as usize];
            self.heads[self.top] = *next;
            *next = self.free;
            self.free = place;
            taken += 1;
        }
        self.held -= taken - deep;
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_come_first_and_none_is_lost() {
        let mut open = Open::default();
        let node = |slack: u8, left: u8| Node {
            slack: [slack; 2],
            left,
            ..Node::EMPTY
        };
        // More than a crowd, so that both ways of queueing are used.
        let many = 3 * CROWDED;
        for number in 0..many {
            open.push(&node((number % 7) as u8, (number % 80) as u8));
        }
        let mut batch = [Node::EMPTY; 16];
        let (mut count, mut last_key) = (0, usize::MAX);
        let mut crowd = many - CROWDED;
        while !open.is_empty() {
            let taken = open.take(&mut batch);
            for node in &batch[..taken] {
                if crowd > 0 {
                    crowd -= 1;
                    continue;
                }
                let key = 8 * usize::from(node.slack[0]) + BASE - usize::from(node.left);
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
    fn few_are_taken_from_buckets_and_many_from_the_stack() {
        let mut open = Open::default();
        for _ in 0..CROWDED + 74 {
            open.push(&Node::EMPTY);
        }
        let mut batch = [Node::EMPTY; 64];
        // All of the 74 on the stack, the rest of the second few from buckets.
        assert_eq!(open.take(&mut batch), 64);
        assert_eq!(open.take(&mut batch), FEW);
        assert_eq!(open.held, CROWDED - (FEW - 10));
        assert_eq!(open.take(&mut batch), FEW);
        for _ in 0..10 {
            open.push(&Node::EMPTY);
        }
        assert!(open.stack.is_empty(), "there is no crowd any more");
    }

    /// Else a crowd would grow with the breadth of the tree instead of its depth.
    #[test]
    fn beyond_a_crowd_the_latest_come_first() {
        let mut open = Open::default();
        for _ in 0..CROWDED {
            open.push(&Node::EMPTY);
        }
        let mut batch = [Node::EMPTY; 2];
        for left in 1..=4 {
            open.push(&Node {
                left,
                ..Node::EMPTY
            });
        }
        for latest in [[3, 4], [1, 2], [0, 0]] {
            assert_eq!(open.take(&mut batch), 2);
            let mut left = batch.map(|node| node.left);
            left.sort_unstable();
            assert_eq!(left, latest);
        }
    }
}
