//! A narrow beam on one board: its tree walked as an Euler tour of slides done and undone.
//!
//! The leaves of the tree are the present layer. A walk through the tree, down by a slide and up
//! by undoing it, meets every leaf with the board as it is there, names its children and scores
//! them. The best `width` stay; the tour is rewritten with them, and branches without leaves
//! vanish. What all leaves have in common, the trunk, is done for good and leaves the tour. So
//! memory is the tree of the last few hundred slides, and no board is ever copied, which is what
//! makes a layer of a 127×127 board as cheap as one of a 20×20. (The technique is at home in
//! heuristic programming contests, as "Euler tour beam search".)

use super::ground::Ground;
use super::outlook::Outlook;
use super::worth::Worth;
use crate::board::Direction;
use crate::search::beam::mix;

const UP: u8 = 4;
const LEAF: u8 = 5;
/// Ways home longer than this are all the same to the next tile's pull.
const FAR_ENOUGH: usize = 10;

/// A node of the present layer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub points: i32,
    /// Manhattan distance of the tiles that count.
    pub far: u32,
    hash: u64,
    by: u8,
    /// How much of the stage's work is done: the place in its order of the first tile not home.
    pub done: u16,
}

#[derive(Clone, Copy, Debug)]
struct Child {
    key: u64,
    leaf: u32,
    by: u8,
    node: Leaf,
}

/// What a stage wants.
#[derive(Debug)]
pub(super) struct Aim<'a> {
    /// Labels in the order in which they are to come home; empty if the stage is about all.
    pub order: &'a [u16],
    /// Points a step from the blank to the first tile of the order that is not home.
    pub pull: i32,
    /// Points a step of that tile's way home, beside what every tile's way is worth.
    pub next: i32,
    /// Points for each tile of the order that is home with all before it.
    pub done: i32,
    /// The stage ends when the distance left is at most this and the order is home.
    pub enough: u32,
}

/// The beam and its tour.
#[derive(Debug)]
pub(super) struct Tour {
    ops: Vec<u8>,
    leaves: Vec<Leaf>,
    spare_ops: Vec<u8>,
    spare_leaves: Vec<Leaf>,
    children: Vec<Child>,
    chosen: Vec<[u32; 4]>,
    seen: Vec<u32>,
    salt: u64,
    stack: Vec<usize>,
    pub generated: u64,
}

impl Tour {
    pub fn new(width: usize, salt: u64) -> Self {
        let slots = (width * 64).next_power_of_two().clamp(1 << 12, 1 << 20);
        Self {
            ops: Vec::new(),
            leaves: Vec::new(),
            spare_ops: Vec::new(),
            spare_leaves: Vec::new(),
            children: Vec::new(),
            chosen: Vec::new(),
            seen: vec![0; slots],
            salt: mix(salt),
            stack: Vec::new(),
            generated: 0,
        }
    }

    /// Starts with one leaf, the board as it is.
    pub fn plant(&mut self, ground: &Ground, aim: &Aim<'_>, far: u32) {
        self.salt = mix(self.salt);
        self.ops.clear();
        self.ops.push(LEAF);
        self.leaves.clear();
        self.leaves.push(Leaf {
            points: 0,
            far,
            hash: 0,
            by: 4,
            done: first_not_home(ground, aim.order, 0),
        });
    }

    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// The leaf with the fewest points.
    pub fn best(&self) -> Option<usize> {
        (0..self.leaves.len()).min_by_key(|&leaf| self.leaves[leaf].points)
    }

    /// The leaf with the most work done, of those the one with the fewest points, and how much
    /// is done there.
    pub fn most_done(&self) -> (usize, u16) {
        let key = |&leaf: &usize| {
            let leaf = &self.leaves[leaf];
            (std::cmp::Reverse(leaf.done), leaf.points)
        };
        let leaf = (0..self.leaves.len()).min_by_key(key).unwrap_or(0);
        (leaf, self.leaves.get(leaf).map_or(0, |leaf| leaf.done))
    }

    /// Grows by one layer. Returns the leaf that ends the stage, if one does.
    pub fn grow(
        &mut self,
        ground: &mut Ground,
        worth: &Worth,
        outlook: Option<&Outlook>,
        aim: &Aim<'_>,
        width: usize,
    ) -> Option<usize> {
        self.name_children(ground, worth, outlook, aim);
        if self.children.is_empty() {
            // Every way on has been seen: what has been seen is forgotten.
            self.salt = mix(self.salt);
            self.name_children(ground, worth, outlook, aim);
        }
        let count = self.children.len();
        if count > width {
            self.children
                .select_nth_unstable_by_key(width, |child| child.key);
            self.children.truncate(width);
        }
        self.chosen.clear();
        self.chosen.resize(self.leaves.len(), [u32::MAX; 4]);
        for (place, child) in self.children.iter().enumerate() {
            self.chosen[child.leaf as usize][usize::from(child.by)] = place as u32;
        }
        self.rewrite();
        let home = aim.order.len() as u16;
        self.leaves
            .iter()
            .position(|leaf| leaf.done == home && leaf.far <= aim.enough)
    }

    fn name_children(
        &mut self,
        ground: &mut Ground,
        worth: &Worth,
        outlook: Option<&Outlook>,
        aim: &Aim<'_>,
    ) {
        self.children.clear();
        let mask = self.seen.len() - 1;
        let mut leaf = 0;
        for index in 0..self.ops.len() {
            match self.ops[index] {
                UP => {
                    if let Some(from) = self.stack.pop() {
                        ground.slide_from(from);
                    }
                }
                LEAF => {
                    let node = self.leaves[leaf];
                    for by in Direction::ALL {
                        if by as u8 + node.by == 3 {
                            continue;
                        }
                        let Some(from) = ground.source_cell(by) else {
                            continue;
                        };
                        self.generated += 1;
                        let label = ground.cells[from];
                        let key = |cell: usize| mix(u64::from(label) << 16 | cell as u64);
                        let hash = node.hash ^ key(from) ^ key(ground.blank);
                        let salted = hash ^ self.salt;
                        let slot = &mut self.seen[salted as usize & mask];
                        let tag = (salted >> 32) as u32;
                        if *slot == tag {
                            continue;
                        }
                        *slot = tag;
                        let (gain, steps) = ground.gain(worth, from);
                        let points = node.points + gain;
                        let mut child = Leaf {
                            points,
                            far: (node.far as i32 + steps) as u32,
                            hash,
                            by: by as u8,
                            done: node.done,
                        };
                        let (row, col) = (ground.rows[from], ground.cols[from]);
                        let seen = |look: &Outlook| look.points(row.into(), col.into());
                        let mut score = points - outlook.map_or(0, seen);
                        if !aim.order.is_empty() {
                            let to = ground.blank;
                            child.done = done_after(ground, aim.order, node.done, from, to);
                            if let Some(&next) = aim.order.get(usize::from(child.done)) {
                                let place = usize::from(ground.places[usize::from(next)]);
                                let place = if place == from { to } else { place };
                                let way = ground.far(usize::from(next), place).min(FAR_ENOUGH);
                                score += aim.pull * ground.far(place, from) as i32;
                                score += aim.next * way as i32 - aim.done * i32::from(child.done);
                            }
                        }
                        let high = (i64::from(score) - i64::from(i32::MIN)) as u64;
                        self.children.push(Child {
                            key: high << 32 | (mix(salted) & 0xffff_ffff),
                            leaf: leaf as u32,
                            by: by as u8,
                            node: child,
                        });
                    }
                    leaf += 1;
                }
                by => {
                    self.stack.push(ground.blank);
                    ground.slide(Direction::ALL[usize::from(by)]);
                }
            }
        }
        debug_assert!(self.stack.is_empty());
    }

    fn rewrite(&mut self) {
        let (ops, leaves) = (&mut self.spare_ops, &mut self.spare_leaves);
        ops.clear();
        leaves.clear();
        let mut leaf = 0;
        for &op in &self.ops {
            match op {
                LEAF => {
                    for (by, &place) in (0..).zip(&self.chosen[leaf]) {
                        if place != u32::MAX {
                            ops.extend([by, LEAF, UP]);
                            leaves.push(self.children[place as usize].node);
                        }
                    }
                    leaf += 1;
                }
                UP if ops.last().is_some_and(|&last| last < UP) => {
                    ops.pop();
                }
                op => ops.push(op),
            }
        }
        std::mem::swap(&mut self.ops, &mut self.spare_ops);
        std::mem::swap(&mut self.leaves, &mut self.spare_leaves);
    }

    /// Does for good what all leaves have in common, and says how many slides that was.
    pub fn settle(&mut self, ground: &mut Ground, moves: &mut Vec<Direction>) -> usize {
        let trunk = self.ops.iter().take_while(|&&op| op < UP).count();
        let (mut depth, mut least, mut met) = (0usize, usize::MAX, 0);
        for &op in &self.ops {
            match op {
                UP => depth -= 1,
                LEAF => met += 1,
                _ => depth += 1,
            }
            if met > 0 && met < self.leaves.len() {
                least = least.min(depth);
            }
        }
        let common = trunk.min(least);
        for index in 0..common {
            let by = Direction::ALL[usize::from(self.ops[index])];
            ground.slide(by);
            moves.push(by);
        }
        self.ops.truncate(self.ops.len() - common);
        self.ops.drain(..common);
        common
    }

    /// Goes to a leaf, for good.
    pub fn commit(&mut self, leaf: usize, ground: &mut Ground, moves: &mut Vec<Direction>) {
        for by in self.way(leaf) {
            ground.slide(by);
            moves.push(by);
        }
    }

    /// The slides from the trunk's end to a leaf.
    pub fn way(&self, leaf: usize) -> Vec<Direction> {
        let mut way = Vec::new();
        let mut met = 0;
        for &op in &self.ops {
            match op {
                UP => {
                    way.pop();
                }
                LEAF if met == leaf => break,
                LEAF => met += 1,
                by => way.push(Direction::ALL[usize::from(by)]),
            }
        }
        way
    }
}

/// The first place in the order, from `start` on, whose tile is not home.
fn first_not_home(ground: &Ground, order: &[u16], start: usize) -> u16 {
    let rest = order[start..].iter();
    let home = rest.take_while(|&&label| ground.places[usize::from(label)] == label);
    (start + home.count()) as u16
}

/// The same after a slide that has not been made yet.
#[inline(always)]
fn done_after(ground: &Ground, order: &[u16], done: u16, from: usize, to: usize) -> u16 {
    let label = ground.cells[from];
    if usize::from(label) == from {
        // It leaves home: if it was among the first, they end there now.
        let place = order[..usize::from(done)].iter().position(|&l| l == label);
        return place.map_or(done, |place| place as u16);
    }
    if usize::from(label) == to && order.get(usize::from(done)) == Some(&label) {
        return first_not_home(ground, order, usize::from(done) + 1);
    }
    done
}
