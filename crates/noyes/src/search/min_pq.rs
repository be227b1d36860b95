//! A minimum priority queue: a binary heap in one vector.

/// A priority queue that removes its smallest item first.
///
/// The heap order of Williams, "Algorithm 232: Heapsort", Communications of the ACM 7 (1964):
/// the item at `k` is never above those at `2k + 1` and `2k + 2`. Inserting and deleting the
/// minimum
/// take at most about log₂ n exchanges. The order of `T` must be total and must not change while an
/// item is in the queue: otherwise the items come out in some order, and none is lost.
///
/// ```
/// let mut queue = noyes::MinPq::new();
/// for item in [3, 1, 2] {
///     queue.insert(item);
/// }
/// assert_eq!(queue.del_min(), Some(1));
/// assert_eq!(queue.len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct MinPq<T> {
    heap: Vec<T>,
}

impl<T: Ord> MinPq<T> {
    /// An empty queue.
    pub fn new() -> Self {
        Self { heap: Vec::new() }
    }

    /// How many items it holds.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// How many items fit before it must grow.
    pub fn capacity(&self) -> usize {
        self.heap.capacity()
    }

    /// Reserves memory for exactly `more` items beyond those it holds.
    pub fn reserve_exact(&mut self, more: usize) {
        self.heap.reserve_exact(more);
    }

    /// The smallest item.
    pub fn min(&self) -> Option<&T> {
        self.heap.first()
    }

    /// Inserts an item.
    pub fn insert(&mut self, item: T) {
        self.heap.push(item);
        let mut child = self.heap.len() - 1;
        while child > 0 {
            let parent = (child - 1) / 2;
            if self.heap[parent] <= self.heap[child] {
                break;
            }
            self.heap.swap(parent, child);
            child = parent;
        }
    }

    /// Removes the smallest item.
    pub fn del_min(&mut self) -> Option<T> {
        if self.heap.is_empty() {
            return None;
        }
        let least = self.heap.swap_remove(0);
        let len = self.heap.len();
        let mut parent = 0;
        loop {
            let left = 2 * parent + 1;
            if left >= len {
                break;
            }
            let right = left + 1;
            let child = if right < len && self.heap[right] < self.heap[left] {
                right
            } else {
                left
            };
            if self.heap[parent] <= self.heap[child] {
                break;
            }
            self.heap.swap(parent, child);
            parent = child;
        }
        Some(least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    proptest! {
        #[test]
        fn agrees_with_the_standard_heap(operations in prop::collection::vec(prop::option::of(0u8..50), 0..400)) {
            let mut ours = MinPq::new();
            let mut standard = BinaryHeap::new();
            for operation in operations {
                match operation {
                    Some(item) => {
                        ours.insert(item);
                        standard.push(Reverse(item));
                    }
                    None => prop_assert_eq!(ours.del_min(), standard.pop().map(|Reverse(item)| item)),
                }
                prop_assert_eq!(ours.len(), standard.len());
                prop_assert_eq!(ours.is_empty(), standard.is_empty());
                prop_assert_eq!(ours.min(), standard.peek().map(|Reverse(item)| item));
            }
        }
    }
}
