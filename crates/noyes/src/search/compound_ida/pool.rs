//! Where nodes live: places that are given back and used again, and the stack of those to come.
//!
//! A node is some five cache lines, too much to be moved about. So it is made in its place, the
//! stack holds only the numbers of places, and a place given back is the next to be taken, while
//! it is still in the cache.

use super::node::Node;

/// Nodes and the stack of a search.
#[derive(Debug)]
pub(super) struct Pool<const S: usize> {
    nodes: Vec<Node<S>>,
    free: Vec<u32>,
    /// The places of nodes to be expanded, the next last.
    pub stack: Vec<u32>,
}

impl<const S: usize> Pool<S> {
    pub fn new() -> Self {
        Self {
            nodes: Vec::new(),
            free: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.free.clear();
        self.stack.clear();
    }

    /// Takes a node in and gives its place.
    pub fn add(&mut self, node: &Node<S>) -> u32 {
        match self.free.pop() {
            Some(place) => {
                self.nodes[place as usize] = *node;
                place
            }
            None => {
                self.nodes.push(*node);
                self.nodes.len() as u32 - 1
            }
        }
    }

    /// A second node like the one at `place`.
    #[inline(always)]
    pub fn copy(&mut self, place: u32) -> u32 {
        let place = place as usize;
        match self.free.pop() {
            Some(copy) => {
                self.nodes.copy_within(place..place + 1, copy as usize);
                copy
            }
            None => {
                self.nodes.push(self.nodes[place]);
                self.nodes.len() as u32 - 1
            }
        }
    }

    #[inline(always)]
    pub fn node(&self, place: u32) -> &Node<S> {
        &self.nodes[place as usize]
    }

    #[inline(always)]
    pub fn node_mut(&mut self, place: u32) -> &mut Node<S> {
        &mut self.nodes[place as usize]
    }

    /// Lets a place be used again.
    #[inline(always)]
    pub fn give_back(&mut self, place: u32) {
        self.free.push(place);
    }
}

impl<const S: usize> Pool<S> {
    /// Takes the nodes that have no moves left from the stack.
    pub fn drop_goals(&mut self) {
        let goals = self.stack.clone().into_iter();
        self.stack
            .retain(|&place| self.nodes[place as usize].left > 0);
        let goals = goals.filter(|&place| self.nodes[place as usize].left == 0);
        self.free.extend(goals);
    }
}
