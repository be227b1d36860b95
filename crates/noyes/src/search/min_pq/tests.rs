use std::cell::Cell;
use std::cmp::Ordering;

use proptest::prelude::*;

use super::*;

/// The slow twin: a vector that is sorted, the smallest last.
#[derive(Default)]
struct Sorted(Vec<u8>);

impl Sorted {
    fn insert(&mut self, item: u8) {
        self.0.push(item);
        self.0.sort_by(|a, b| b.cmp(a));
    }
}

fn operations() -> impl Strategy<Value = Vec<Option<u8>>> {
    prop::collection::vec(prop::option::of(0u8..50), 0..300)
}

proptest! {
    #[test]
    fn a_queue_is_a_sorted_vector(start in prop::collection::vec(0u8..50, 0..60), operations in operations()) {
        let mut ours = MinPq::from(start.clone());
        let mut sorted = Sorted::default();
        start.into_iter().for_each(|item| sorted.insert(item));
        for operation in operations {
            match operation {
                Some(item) => {
                    ours.insert(item);
                    sorted.insert(item);
                }
                None => prop_assert_eq!(ours.del_min(), sorted.0.pop()),
            }
            prop_assert_eq!(ours.len(), sorted.0.len());
            prop_assert_eq!(ours.is_empty(), sorted.0.is_empty());
            prop_assert_eq!(ours.min(), sorted.0.last());
            prop_assert!(ours.iter().eq(sorted.0.iter().rev()));
            prop_assert_eq!(ours.iter().len(), ours.len());
        }
    }

    #[test]
    fn an_order_of_ones_own(items in prop::collection::vec((0u8..9, 0u8..9), 0..60), more in prop::collection::vec((0u8..9, 0u8..9), 0..60)) {
        // By the second number falling, then by the first rising.
        let order = |a: &(u8, u8), b: &(u8, u8)| (b.1, a.0).cmp(&(a.1, b.0));
        let mut ours = MinPq::from_vec_with_order(items.clone(), order);
        ours.extend(more.iter().copied());
        let mut sorted = [items, more].concat();
        sorted.sort_by(order);
        prop_assert!(ours.iter().eq(&sorted));
        let out: Vec<_> = std::iter::from_fn(|| ours.del_min()).collect();
        prop_assert_eq!(out, sorted);
    }
}

/// Counts the comparisons of the costs that the documentation promises.
#[test]
fn costs_are_as_documented() {
    let count = Cell::new(0u64);
    let order = |a: &u64, b: &u64| -> Ordering {
        count.set(count.get() + 1);
        a.cmp(b)
    };
    let n = 1 << 14;
    let items: Vec<u64> = (0..n)
        .map(|k: u64| k.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .collect();
    let mut queue = MinPq::from_vec_with_order(items.clone(), order);
    assert!(count.take() <= 2 * n);
    assert_eq!(queue.iter().take(16).count(), 16);
    assert!(count.take() <= 4 * 16 * 4);
    queue.del_min();
    assert!(count.take() <= 2 * 14);
    let mut queue = MinPq::with_capacity_and_order(n as usize, order);
    let capacity = queue.capacity();
    queue.extend(items);
    assert!(count.take() < 3 * n);
    assert_eq!(queue.capacity(), capacity);
    // The smallest of all swims to the top.
    queue.insert(0);
    assert!(count.take() <= 1 + 14);
}
