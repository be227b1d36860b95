//! The items of a heap in order, without copying or changing it.
//!
//! # Idea
//!
//! The smallest item is at the top of the heap, and the next one is always a child of an item that
//! is out already. So a second, small heap holds the places of these children. After k items it
//! has at most k + 1 places, and the next item costs about 2 log₂ k comparisons.

use super::{Order, sink, swim};

/// The items of a [`MinPq`](super::MinPq) from the smallest to the largest.
///
/// ```
/// let queue = noyes::MinPq::from(vec!["b", "c", "a"]);
/// assert_eq!(queue.iter().copied().collect::<String>(), "abc");
/// ```
#[derive(Debug)]
pub struct InOrder<'a, T, O> {
    heap: &'a [T],
    order: &'a O,
    /// Places of items whose parents are out, as a heap.
    places: Vec<usize>,
    left: usize,
}

impl<'a, T, O: Order<T>> InOrder<'a, T, O> {
    pub(super) fn new(heap: &'a [T], order: &'a O) -> Self {
        Self {
            heap,
            order,
            places: if heap.is_empty() { vec![] } else { vec![0] },
            left: heap.len(),
        }
    }
}

impl<'a, T, O: Order<T>> Iterator for InOrder<'a, T, O> {
    type Item = &'a T;

    fn next(&mut self) -> Option<&'a T> {
        let (heap, order) = (self.heap, self.order);
        let by_item = |&a: &usize, &b: &usize| order.compare(&heap[a], &heap[b]);
        let &place = self.places.first()?;
        self.places.swap_remove(0);
        sink(&mut self.places, 0, &by_item);
        for child in [2 * place + 1, 2 * place + 2] {
            if child < heap.len() {
                self.places.push(child);
                swim(&mut self.places, &by_item);
            }
        }
        self.left -= 1;
        Some(&heap[place])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<T, O: Order<T>> ExactSizeIterator for InOrder<'_, T, O> {}
