//! The tree of a narrow beam, walked on one board by doing and undoing slides.
//!
//! The tree is stored as its Euler tour: a sequence of slides down, of undoings, and of leaves. The
//! leaves are the present layer. A walk along the sequence reaches every leaf with the board as it
//! is there; the children of the leaf are generated and scored on the spot. The best `width`
//! children are the next layer. The sequence is rewritten with them, and branches without leaves
//! vanish. The slides that all leaves have in common, the *trunk*, are made for good and leave the
//! sequence.
//!
//! So no board is ever copied, and a layer of a 127×127 board costs as much as one of a 20×20.
//! Memory is the tree of the last few hundred slides. The technique comes from heuristic
//! programming contests, where it is called Euler tour beam search.

use super::blank_potential::BlankPotential;
use super::walled_board::WalledBoard;
use super::weights::Weights;
use crate::board::Direction;
use crate::search::duplicate_filter::DuplicateFilter;
use crate::splitmix::split_mix;

/// In the sequence: the last slide is undone. Smaller numbers are slides, by direction.
const UNDO: u8 = 4;
/// In the sequence: a leaf.
const LEAF: u8 = 5;
/// A next tile that is this far from home, or further, counts as this far.
const FAR_ENOUGH: usize = 10;

/// A node of the present layer.
#[derive(Clone, Copy, Debug)]
struct Leaf {
    points: i32,
    /// The Manhattan distance of all tiles, as a difference to the root's if that was given as 0.
    distance: u32,
    hash: u64,
    /// The slide that led here, as a number; 4 at the root.
    by: u8,
    /// The number of tiles of the order that are home, up to the first that is not.
    done: u16,
    /// What the beam chose it by.
    score: i32,
}

/// A node that may be in the next layer.
#[derive(Clone, Copy, Debug)]
struct Child {
    /// The score in the upper half and noise that breaks ties in the lower.
    key: u64,
    leaf: u32,
    by: u8,
    node: Leaf,
}

/// What a phase wants.
#[derive(Debug)]
pub(super) struct Objective<'a> {
    /// Labels in the order in which they are to come home; empty if all tiles count alike.
    pub order: &'a [u16],
    /// Points for a step between the blank and the next tile, the first of the order not home.
    pub blank_pull: i32,
    /// Points for a step of the next tile from its home, beside what all tiles are charged.
    pub next_tile: i32,
    /// Points taken off for each tile done.
    pub done_bonus: i32,
    /// The phase ends when the order is home and the distance is at most this.
    pub end_distance: u32,
}

/// The beam: its tree and its layer.
#[derive(Debug)]
pub(super) struct BeamTree {
    /// The Euler tour of the tree.
    sequence: Vec<u8>,
    leaves: Vec<Leaf>,
    next_sequence: Vec<u8>,
    next_leaves: Vec<Leaf>,
    children: Vec<Child>,
    /// By leaf and direction: the index of the child, if it is kept.
    chosen: Vec<[u32; 4]>,
    filter: DuplicateFilter,
    salt: u64,
    /// The cells that the blank came from, on the way to the present node.
    undo_stack: Vec<usize>,
    /// Children generated since this was last taken.
    pub generated: u64,
}

impl BeamTree {
    /// Slots of the duplicate filter for each leaf of the width, and at most.
    const SLOTS_PER_LEAF: usize = 64;
    const MOST_SLOTS: usize = 1 << 20;

    pub fn new(width: usize, salt: u64) -> Self {
        let slots = width.saturating_mul(Self::SLOTS_PER_LEAF);
        Self {
            sequence: Vec::new(),
            leaves: Vec::new(),
            next_sequence: Vec::new(),
            next_leaves: Vec::new(),
            children: Vec::new(),
            chosen: Vec::new(),
            filter: DuplicateFilter::new(slots.min(Self::MOST_SLOTS)),
            salt: split_mix(salt),
            undo_stack: Vec::new(),
            generated: 0,
        }
    }

    /// Starts again with one leaf, the board as it is.
    pub fn reset(&mut self, board: &WalledBoard, objective: &Objective<'_>, distance: u32) {
        self.salt = split_mix(self.salt);
        self.sequence.clear();
        self.sequence.push(LEAF);
        self.leaves.clear();
        self.leaves.push(Leaf {
            points: 0,
            distance,
            hash: 0,
            by: 4,
            done: count_done(board, objective.order, 0),
            score: 0,
        });
    }

    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty()
    }

    /// The number of leaves.
    pub fn len(&self) -> usize {
        self.leaves.len()
    }

    /// What the beam chose a leaf by.
    pub fn score(&self, leaf: usize) -> i32 {
        self.leaves[leaf].score
    }

    /// The leaf with the fewest points.
    pub fn best(&self) -> Option<usize> {
        (0..self.leaves.len()).min_by_key(|&leaf| self.leaves[leaf].points)
    }

    /// The leaf with the most tiles done, of several the one with the fewest points, and how many
    /// are done there.
    pub fn most_done(&self) -> (usize, u16) {
        let key = |&leaf: &usize| {
            let leaf = &self.leaves[leaf];
            (std::cmp::Reverse(leaf.done), leaf.points)
        };
        let leaf = (0..self.leaves.len()).min_by_key(key).unwrap_or(0);
        (leaf, self.leaves.get(leaf).map_or(0, |leaf| leaf.done))
    }

    /// Grows by one layer. Returns the leaf that ends the phase, if one does.
    pub fn grow(
        &mut self,
        board: &mut WalledBoard,
        weights: &Weights,
        potential: Option<&BlankPotential>,
        objective: &Objective<'_>,
        width: usize,
    ) -> Option<usize> {
        self.generate_children(board, weights, potential, objective);
        if self.children.is_empty() {
            // All children are duplicates. Another salt makes the filter forget.
            self.salt = split_mix(self.salt);
            self.generate_children(board, weights, potential, objective);
        }
        let count = self.children.len();
        if count > width {
            self.children
                .select_nth_unstable_by_key(width, |child| child.key);
            self.children.truncate(width);
        }
        self.chosen.clear();
        self.chosen.resize(self.leaves.len(), [u32::MAX; 4]);
        for (index, child) in self.children.iter().enumerate() {
            self.chosen[child.leaf as usize][usize::from(child.by)] = index as u32;
        }
        self.rewrite();
        let all = objective.order.len() as u16;
        self.leaves
            .iter()
            .position(|leaf| leaf.done == all && leaf.distance <= objective.end_distance)
    }

    /// Walks the tree and lists the children of all leaves that are no duplicates.
    fn generate_children(
        &mut self,
        board: &mut WalledBoard,
        weights: &Weights,
        potential: Option<&BlankPotential>,
        objective: &Objective<'_>,
    ) {
        self.children.clear();
        let mut leaf = 0;
        for index in 0..self.sequence.len() {
            match self.sequence[index] {
                UNDO => {
                    if let Some(from) = self.undo_stack.pop() {
                        board.slide_from(from);
                    }
                }
                LEAF => {
                    let node = self.leaves[leaf];
                    for by in Direction::ALL {
                        // Opposite directions add up to 3: the slide would undo the last one.
                        if by as u8 + node.by == 3 {
                            continue;
                        }
                        let Some(from) = board.source_cell(by) else {
                            continue;
                        };
                        self.generated += 1;
                        let to = board.tiles.blank;
                        let label = board.tiles.labels[from];
                        let key = |cell: usize| split_mix(u64::from(label) << 16 | cell as u64);
                        let hash = node.hash ^ key(from) ^ key(to);
                        let salted = hash ^ self.salt;
                        if !self.filter.insert(salted) {
                            continue;
                        }
                        let (gain, steps) = board.change(weights, from);
                        let points = node.points + gain;
                        let mut child = Leaf {
                            points,
                            distance: (node.distance as i32 + steps) as u32,
                            hash,
                            by: by as u8,
                            done: node.done,
                            score: 0,
                        };
                        let (row, col) = (board.rows[from], board.cols[from]);
                        let of_cell = |p: &BlankPotential| p.points(row.into(), col.into());
                        let mut score = points - potential.map_or(0, of_cell);
                        if !objective.order.is_empty() {
                            child.done = done_after(board, objective.order, node.done, from);
                            score += order_points(board, objective, child.done, from);
                        }
                        child.score = score;
                        let high = (i64::from(score) - i64::from(i32::MIN)) as u64;
                        self.children.push(Child {
                            key: high << 32 | (split_mix(salted) & 0xffff_ffff),
                            leaf: leaf as u32,
                            by: by as u8,
                            node: child,
                        });
                    }
                    leaf += 1;
                }
                by => {
                    self.undo_stack.push(board.tiles.blank);
                    board.slide(Direction::ALL[usize::from(by)]);
                }
            }
        }
        debug_assert!(self.undo_stack.is_empty());
    }

    /// Replaces every leaf by its chosen children, and drops branches without leaves.
    fn rewrite(&mut self) {
        let (sequence, leaves) = (&mut self.next_sequence, &mut self.next_leaves);
        sequence.clear();
        leaves.clear();
        let mut leaf = 0;
        for &step in &self.sequence {
            match step {
                LEAF => {
                    for (by, &child) in (0..).zip(&self.chosen[leaf]) {
                        if child != u32::MAX {
                            sequence.extend([by, LEAF, UNDO]);
                            leaves.push(self.children[child as usize].node);
                        }
                    }
                    leaf += 1;
                }
                UNDO if sequence.last().is_some_and(|&last| last < UNDO) => {
                    sequence.pop();
                }
                step => sequence.push(step),
            }
        }
        std::mem::swap(&mut self.sequence, &mut self.next_sequence);
        std::mem::swap(&mut self.leaves, &mut self.next_leaves);
    }

    /// Makes the slides of the trunk for good. Returns how many they are.
    pub fn commit_trunk(&mut self, board: &mut WalledBoard, moves: &mut Vec<Direction>) -> usize {
        let to_first_leaf = self
            .sequence
            .iter()
            .take_while(|&&step| step < UNDO)
            .count();
        // The least depth between the first leaf and the last is that of the trunk's end.
        let (mut depth, mut least, mut passed) = (0usize, usize::MAX, 0);
        for &step in &self.sequence {
            match step {
                UNDO => depth -= 1,
                LEAF => passed += 1,
                _ => depth += 1,
            }
            if passed > 0 && passed < self.leaves.len() {
                least = least.min(depth);
            }
        }
        let trunk = to_first_leaf.min(least);
        for index in 0..trunk {
            let by = Direction::ALL[usize::from(self.sequence[index])];
            board.slide(by);
            moves.push(by);
        }
        self.sequence.truncate(self.sequence.len() - trunk);
        self.sequence.drain(..trunk);
        trunk
    }

    /// Goes to a leaf for good.
    pub fn commit_leaf(
        &mut self,
        leaf: usize,
        board: &mut WalledBoard,
        moves: &mut Vec<Direction>,
    ) {
        board.follow(self.path_to(leaf), moves);
    }

    /// The slides from the root to a leaf.
    pub fn path_to(&self, leaf: usize) -> Vec<Direction> {
        let mut path = Vec::new();
        let mut passed = 0;
        for &step in &self.sequence {
            match step {
                UNDO => {
                    path.pop();
                }
                LEAF if passed == leaf => break,
                LEAF => passed += 1,
                by => path.push(Direction::ALL[usize::from(by)]),
            }
        }
        path
    }
}

/// How many tiles of the order are home, given that the first `start` are, up to the first that is
/// not.
fn count_done(board: &WalledBoard, order: &[u16], start: usize) -> u16 {
    let rest = order[start..].iter();
    let home = rest.take_while(|&&label| board.tiles.cells[usize::from(label)] == label);
    (start + home.count()) as u16
}

/// The same after the tile in `from` slides, which has not been done yet.
#[inline(always)]
fn done_after(board: &WalledBoard, order: &[u16], done: u16, from: usize) -> u16 {
    let label = board.tiles.labels[from];
    if usize::from(label) == from {
        // It leaves home. If it was one of those done, they end before it now.
        let index = order[..usize::from(done)].iter().position(|&l| l == label);
        return index.map_or(done, |index| index as u16);
    }
    if usize::from(label) == board.tiles.blank && order.get(usize::from(done)) == Some(&label) {
        return count_done(board, order, usize::from(done) + 1);
    }
    done
}

/// The points of an objective with an order after the tile in `from` slides, which has not been
/// done yet: the pull on the blank, the next tile's distance, and the bonus for what is done.
#[inline(always)]
fn order_points(board: &WalledBoard, objective: &Objective<'_>, done: u16, from: usize) -> i32 {
    let Some(&next) = objective.order.get(usize::from(done)) else {
        return 0;
    };
    let next = usize::from(next);
    let cell = board.tiles.cell_of(next);
    let cell = if cell == from {
        board.tiles.blank
    } else {
        cell
    };
    let way_home = board.distance(next, cell).min(FAR_ENOUGH);
    objective.blank_pull * board.distance(cell, from) as i32 + objective.next_tile * way_home as i32
        - objective.done_bonus * i32::from(done)
}
