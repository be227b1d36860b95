//! The order of a queue's items.

use std::cmp::Ordering;

/// An order of items: [`Natural`], or a function of two items.
///
/// It must be total: see [`MinPq`](super::MinPq), which says what breaks otherwise.
///
/// ```
/// use std::cmp::Ordering;
/// use noyes::search::{Natural, Order};
///
/// assert_eq!(Natural.compare(&1, &2), Ordering::Less);
/// let falling = |a: &u32, b: &u32| b.cmp(a);
/// assert_eq!(falling.compare(&1, &2), Ordering::Greater);
/// ```
pub trait Order<T> {
    /// How `a` compares with `b`: `Less` if it comes out first.
    fn compare(&self, a: &T, b: &T) -> Ordering;
}

/// The order of [`Ord`].
///
/// ```
/// use noyes::MinPq;
/// use noyes::search::Natural;
///
/// let queue: MinPq<u32, Natural> = MinPq::new();
/// assert!(queue.is_empty());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Natural;

impl<T: Ord> Order<T> for Natural {
    #[inline]
    fn compare(&self, a: &T, b: &T) -> Ordering {
        a.cmp(b)
    }
}

impl<T, F: Fn(&T, &T) -> Ordering> Order<T> for F {
    #[inline]
    fn compare(&self, a: &T, b: &T) -> Ordering {
        self(a, b)
    }
}
