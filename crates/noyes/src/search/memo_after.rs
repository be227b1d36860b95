//! What a heuristic carries after a slide, for searches that do and undo slides on one board.

use crate::board::MutableBoard;
use crate::heuristic::{Heuristic, Slide};

/// The memo after the tile in `from` has slid into the blank. The board is as before.
#[inline]
pub(super) fn memo_after<H: Heuristic>(
    heuristic: &H,
    memo: H::Memo,
    board: &mut MutableBoard,
    from: usize,
) -> H::Memo {
    let (to, label) = (board.blank, usize::from(board.labels[from]));
    board.slide_from(from);
    let memo = heuristic.step(memo, Slide { label, from, to }, board.labels.as_slice());
    board.slide_from(to);
    memo
}
