//! A call returns when all its indices are done, whatever the order of caller and helpers.

use loom::cell::UnsafeCell;

use crate::pool::Pool;

/// Numbers that loom watches: two threads that touch one without order fail the test.
struct Items<const N: usize>([UnsafeCell<u32>; N]);

// SAFETY: every item is touched by the thread that has its index, and read when the call is over.
unsafe impl<const N: usize> Sync for Items<N> {}

/// Every index is worked on once, and the caller sees what the helpers wrote. Loom also tells of
/// threads that wait for ever, that is of missed wake-ups, and of threads that do not end.
fn calls_return_when_all_is_done<const N: usize>(helpers: usize, calls: usize, preemptions: usize) {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(preemptions);
    model.check(move || {
        let pool = Pool::new(helpers);
        for _ in 0..calls {
            let items = Items::<N>(std::array::from_fn(|_| UnsafeCell::new(0)));
            let all = &items;
            pool.run(N, helpers, &move |index| {
                // SAFETY: this thread has the index.
                all.0[index].with_mut(|item| unsafe { *item += 1 });
            });
            for item in &items.0 {
                // SAFETY: the call is over.
                item.with(|item| assert_eq!(unsafe { *item }, 1));
            }
        }
    });
}

#[test]
fn one_helper() {
    calls_return_when_all_is_done::<2>(1, 1, 3);
}

#[test]
fn one_helper_and_two_calls() {
    calls_return_when_all_is_done::<2>(1, 2, 2);
}

#[test]
fn two_helpers() {
    calls_return_when_all_is_done::<3>(2, 1, 2);
}
