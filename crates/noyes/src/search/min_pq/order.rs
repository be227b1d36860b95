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
    ///
    /// ```
    /// use std::cmp::Ordering;
    /// use noyes::MinPq;
    /// use noyes::search::Order;
    ///
    /// /// Even numbers first.
    /// struct EvenFirst;
    ///
    /// impl Order<u32> for EvenFirst {
    ///     fn compare(&self, a: &u32, b: &u32) -> Ordering {
    ///         (a % 2, a).cmp(&(b % 2, b))
    ///     }
    /// }
    ///
    /// let queue = MinPq::from_vec_with_order(vec![1, 2, 3, 4], EvenFirst);
    /// assert!(queue.iter().eq(&[2, 4, 1, 3]));
    /// ```
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
