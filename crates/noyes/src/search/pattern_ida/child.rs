//! Batches of nodes, and how their children are named.

use super::node::Node;

/// The most nodes that are expanded together.
pub(super) const BATCH: usize = 64;
/// The most children of a batch.
pub(super) const MAX_CHILDREN: usize = 4 * BATCH;

/// A child of a batch, and the view in which it is probed.
///
/// ```text
/// bits 0 … 6   the slide: its index in `ProbeTables::slide_views`, whose lowest bit is the view
/// bits 7 …     the parent's place in the batch
/// ```
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Child(pub u16);

impl Child {
    /// An arbitrary child to fill arrays with.
    pub const EMPTY: Self = Self(0);
    /// The bits of the slide.
    pub const SLIDE: u16 = 127;
    /// How many bits the slide has.
    pub const SLIDE_BITS: u32 = 7;
    /// The bit of the view.
    pub const VIEW: u16 = 1;

    /// The same child in the other view.
    #[inline(always)]
    pub fn in_other_view(self) -> Self {
        Self(self.0 ^ Self::VIEW)
    }

    #[inline(always)]
    pub fn view(self) -> usize {
        usize::from(self.0 & Self::VIEW)
    }

    #[inline(always)]
    pub fn slide(self) -> usize {
        usize::from(self.0 & Self::SLIDE)
    }

    #[inline(always)]
    pub fn parent(self, batch: &[Node; BATCH]) -> &Node {
        &batch[usize::from(self.0 >> Self::SLIDE_BITS) % BATCH]
    }

    #[inline(always)]
    pub fn direction(self) -> usize {
        usize::from(self.0 >> 1 & 3)
    }
}
