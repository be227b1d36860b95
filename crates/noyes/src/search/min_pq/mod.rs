//! A minimum priority queue: a binary heap in one vector.
//!
//! # Idea
//!
//! The heap order of Williams, "Algorithm 232: Heapsort", Communications of the ACM 7 (1964): the
//! item at `k` is never above those at `2k + 1` and `2k + 2`. An item that is inserted at the end
//! *swims* up to its place; after a deletion the last item *sinks* from the top (the words of
//! Sedgewick & Wayne, "Algorithms", 4th edition, 2.4). A list becomes a heap by sinking its items,
//! the last parent first (Floyd, "Algorithm 245: Treesort 3", Communications of the ACM 7, 1964).

mod in_order;
mod order;

pub use in_order::InOrder;
pub use order::{Natural, Order};

/// A priority queue that removes its smallest item first: `MinPQ` of algs4, in Rust's form.
///
/// | Operation | Comparisons | algs4 |
/// |---|---|---|
/// | [`insert`](Self::insert) | at most 1 + log₂ n, fewer than 3 on average for items in random order | `insert` |
/// | [`del_min`](Self::del_min) | at most 2 log₂ n | `delMin` |
/// | [`min`](Self::min), [`len`](Self::len), [`is_empty`](Self::is_empty) | none | `min`, `size`, `isEmpty` |
/// | [`from`](Self::from) a vector of n items | at most 2n | `MinPQ(Key[] keys)` |
/// | the first k items of [`iter`](Self::iter) | at most 4k log₂ k, whatever n is | `iterator()`, which copies all n |
///
/// The vector doubles when it is full, so n insertions copy fewer than 2n items between them: the
/// cost of memory is constant when it is *amortised* over the insertions, though a single one may
/// copy everything. [`with_capacity`](Self::with_capacity) avoids that. Deletions keep the memory.
///
/// # Contract
///
/// The order, [`Ord`] or one of the caller's own, must be total and must not change while items
/// are in the queue. Otherwise they come out in some order, and none is lost. Of equal items any
/// may come first: where that matters, the order must tell them apart.
///
/// ```
/// use noyes::MinPq;
///
/// let mut queue = MinPq::new();
/// for item in [3, 1, 2] {
///     queue.insert(item);
/// }
/// assert!(queue.iter().eq(&[1, 2, 3]));
/// assert_eq!(queue.del_min(), Some(1));
/// assert_eq!((queue.min(), queue.len()), (Some(&2), 2));
/// ```
///
/// An order of one's own is a function of two items; this queue has the longest word first:
///
/// ```
/// use noyes::MinPq;
///
/// let words = vec!["to", "be", "or", "not", "sorted"];
/// let longest = |a: &&str, b: &&str| b.len().cmp(&a.len());
/// let mut queue = MinPq::from_vec_with_order(words, longest);
/// assert_eq!((queue.del_min(), queue.del_min()), (Some("sorted"), Some("not")));
/// ```
#[derive(Clone, Debug)]
pub struct MinPq<T, O = Natural> {
    heap: Vec<T>,
    order: O,
}

impl<T: Ord> MinPq<T> {
    /// An empty queue. It takes no memory before the first item.
    ///
    /// ```
    /// let mut queue = noyes::MinPq::new();
    /// queue.insert("a");
    /// assert_eq!(queue.len(), 1);
    /// ```
    pub fn new() -> Self {
        Self::with_order(Natural)
    }

    /// An empty queue with memory for `capacity` items.
    ///
    /// ```
    /// let queue = noyes::MinPq::<u32>::with_capacity(1000);
    /// assert!(queue.capacity() >= 1000 && queue.is_empty());
    /// ```
    pub fn with_capacity(capacity: usize) -> Self {
        Self::with_capacity_and_order(capacity, Natural)
    }
}

impl<T: Ord> Default for MinPq<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// A list as a queue, in linear time and in the list's own memory.
///
/// ```
/// use noyes::MinPq;
///
/// let queue = MinPq::from(vec![3, 1, 2]);
/// assert_eq!(queue.min(), Some(&1));
/// ```
impl<T: Ord> From<Vec<T>> for MinPq<T> {
    fn from(items: Vec<T>) -> Self {
        Self::from_vec_with_order(items, Natural)
    }
}

impl<T: Ord> FromIterator<T> for MinPq<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self::from(items.into_iter().collect::<Vec<T>>())
    }
}

impl<T, O: Order<T>> Extend<T> for MinPq<T, O> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.insert(item));
    }
}

impl<T, O: Order<T>> MinPq<T, O> {
    /// An empty queue with an order of the caller's own.
    ///
    /// ```
    /// use noyes::MinPq;
    ///
    /// let mut largest_first = MinPq::with_order(|a: &u32, b: &u32| b.cmp(a));
    /// largest_first.extend([1, 3, 2]);
    /// assert_eq!(largest_first.del_min(), Some(3));
    /// ```
    pub fn with_order(order: O) -> Self {
        let heap = Vec::new();
        Self { heap, order }
    }

    /// The same with memory for `capacity` items.
    ///
    /// ```
    /// use noyes::MinPq;
    ///
    /// let queue = MinPq::with_capacity_and_order(100, |a: &u32, b: &u32| b.cmp(a));
    /// assert!(queue.capacity() >= 100);
    /// ```
    pub fn with_capacity_and_order(capacity: usize, order: O) -> Self {
        let heap = Vec::with_capacity(capacity);
        Self { heap, order }
    }

    /// A list as a queue with an order of the caller's own, in linear time.
    ///
    /// ```
    /// use noyes::MinPq;
    ///
    /// let nearest_0 = |a: &i32, b: &i32| a.abs().cmp(&b.abs());
    /// let queue = MinPq::from_vec_with_order(vec![-3, 1, 2], nearest_0);
    /// assert!(queue.iter().eq(&[1, 2, -3]));
    /// ```
    pub fn from_vec_with_order(items: Vec<T>, order: O) -> Self {
        let mut queue = Self { heap: items, order };
        for parent in (0..queue.heap.len() / 2).rev() {
            sink(&mut queue.heap, parent, &queue.order);
        }
        queue
    }

    /// How many items it holds.
    ///
    /// ```
    /// assert_eq!(noyes::MinPq::from(vec![5, 5, 5]).len(), 3);
    /// ```
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether it holds none.
    ///
    /// ```
    /// let mut queue = noyes::MinPq::from(vec![1]);
    /// queue.del_min();
    /// assert!(queue.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// How many items fit before it must grow.
    ///
    /// ```
    /// assert_eq!(noyes::MinPq::<u32>::new().capacity(), 0);
    /// ```
    pub fn capacity(&self) -> usize {
        self.heap.capacity()
    }

    /// Reserves memory for exactly `more` items beyond those it holds.
    ///
    /// # Panics
    ///
    /// If that is more than an address space can hold, as [`Vec::reserve_exact`] does.
    ///
    /// ```
    /// let mut queue = noyes::MinPq::from(vec![1, 2]);
    /// queue.reserve_exact(10);
    /// assert!(queue.capacity() >= 12);
    /// ```
    pub fn reserve_exact(&mut self, more: usize) {
        self.heap.reserve_exact(more);
    }

    /// The smallest item; none if the queue is empty.
    ///
    /// ```
    /// let queue = noyes::MinPq::from(vec![3, 1, 2]);
    /// assert_eq!((queue.min(), queue.len()), (Some(&1), 3));
    /// ```
    pub fn min(&self) -> Option<&T> {
        self.heap.first()
    }

    /// Inserts an item.
    ///
    /// ```
    /// let mut queue = noyes::MinPq::from(vec![3]);
    /// queue.insert(1);
    /// assert_eq!(queue.min(), Some(&1));
    /// ```
    #[inline]
    pub fn insert(&mut self, item: T) {
        self.heap.push(item);
        swim(&mut self.heap, &self.order);
    }

    /// Removes the smallest item; none if the queue is empty.
    ///
    /// ```
    /// let mut queue = noyes::MinPq::from(vec![2, 1]);
    /// assert_eq!([queue.del_min(), queue.del_min(), queue.del_min()], [Some(1), Some(2), None]);
    /// ```
    #[inline]
    pub fn del_min(&mut self) -> Option<T> {
        if self.heap.is_empty() {
            return None;
        }
        let least = self.heap.swap_remove(0);
        sink(&mut self.heap, 0, &self.order);
        Some(least)
    }

    /// The items from the smallest to the largest. The queue stays as it is.
    ///
    /// The items are not copied, and only as much is done as is asked for.
    ///
    /// ```
    /// let queue = noyes::MinPq::from(vec![5, 2, 4, 1, 3]);
    /// assert!(queue.iter().take(3).eq(&[1, 2, 3]));
    /// assert_eq!(queue.len(), 5);
    /// ```
    pub fn iter(&self) -> InOrder<'_, T, O> {
        InOrder::new(&self.heap, &self.order)
    }
}

impl<'a, T, O: Order<T>> IntoIterator for &'a MinPq<T, O> {
    type Item = &'a T;
    type IntoIter = InOrder<'a, T, O>;

    fn into_iter(self) -> InOrder<'a, T, O> {
        self.iter()
    }
}

/// Brings the last item up to its place.
#[inline]
fn swim<T>(heap: &mut [T], order: &impl Order<T>) {
    let Some(mut child) = heap.len().checked_sub(1) else {
        return;
    };
    while child > 0 {
        let parent = (child - 1) / 2;
        if order.compare(&heap[parent], &heap[child]).is_le() {
            break;
        }
        heap.swap(parent, child);
        child = parent;
    }
}

/// Brings an item down to its place.
#[inline]
fn sink<T>(heap: &mut [T], mut parent: usize, order: &impl Order<T>) {
    loop {
        let left = 2 * parent + 1;
        if left >= heap.len() {
            break;
        }
        let right = left + 1;
        let is_right = right < heap.len() && order.compare(&heap[right], &heap[left]).is_lt();
        let child = if is_right { right } else { left };
        if order.compare(&heap[parent], &heap[child]).is_le() {
            break;
        }
        heap.swap(parent, child);
        parent = child;
    }
}

#[cfg(test)]
mod tests;
