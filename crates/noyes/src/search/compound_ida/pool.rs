//! Where nodes are stored: slots that are released and used again, and the stack of open nodes.
//!
//! A node is some five cache lines long, too much to be moved about. So it is made in its slot, and
//! the stack holds only the numbers of slots. A released slot is the next to be used, while it is
//! still in the cache.

use super::node::Node;
use super::word::Word;

/// The nodes of a depth-first search and its stack.
#[derive(Debug)]
pub(super) struct Pool<W: Word, const S: usize> {
    nodes: Vec<Node<W, S>>,
    free: Vec<u32>,
    /// The slots of the open nodes, the next one last.
    pub stack: Vec<u32>,
}

impl<W: Word, const S: usize> Pool<W, S> {
    pub fn new() -> Self {
        Self {
            nodes: Vec::new(),
            free: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Removes all nodes.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.free.clear();
        self.stack.clear();
    }

    /// Stores a node and returns its slot.
    pub fn add(&mut self, node: &Node<W, S>) -> u32 {
        match self.free.pop() {
            Some(slot) => {
                self.nodes[slot as usize] = *node;
                slot
            }
            None => {
                self.nodes.push(*node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    /// Copies the node of a slot to another slot.
    #[inline(always)]
    pub fn copy(&mut self, slot: u32) -> u32 {
        let slot = slot as usize;
        match self.free.pop() {
            Some(copy) => {
                self.nodes.copy_within(slot..slot + 1, copy as usize);
                copy
            }
            None => {
                self.nodes.push(self.nodes[slot]);
                self.nodes.len() as u32 - 1
            }
        }
    }

    #[inline(always)]
    pub fn node(&self, slot: u32) -> &Node<W, S> {
        &self.nodes[slot as usize]
    }

    #[inline(always)]
    pub fn node_mut(&mut self, slot: u32) -> &mut Node<W, S> {
        &mut self.nodes[slot as usize]
    }

    /// Lets a slot be used again.
    #[inline(always)]
    pub fn release(&mut self, slot: u32) {
        self.free.push(slot);
    }

    /// Removes the nodes that have no moves left from the stack.
    pub fn drop_goals(&mut self) {
        let goals = self.stack.clone().into_iter();
        self.stack
            .retain(|&slot| self.nodes[slot as usize].left > 0);
        let goals = goals.filter(|&slot| self.nodes[slot as usize].left == 0);
        self.free.extend(goals);
    }
}
