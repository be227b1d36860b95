//! The vector instructions that hot loops may use.

/// The most that hot loops may use of a processor. Each set includes the ones before it.
///
/// A loop takes the best form that it has within the set and that the processor can run. All forms
/// make the same nodes in the same order, so answers and node counts on one thread do not depend
/// on it. It is a means of comparing the forms, and of a second opinion on a proof.
///
/// ```
/// use noyes::guard::{Guard, InstructionSet, Silent};
///
/// assert!(InstructionSet::Baseline < InstructionSet::default());
/// assert_eq!(Guard::new(&Silent).instruction_set(), InstructionSet::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum InstructionSet {
    /// What every processor of the target has.
    Baseline,
    /// AVX2 with the bit-manipulation instructions.
    Avx2,
    /// AVX-512.
    #[default]
    Avx512,
}

impl InstructionSet {
    /// All sets, the smallest first.
    ///
    /// ```
    /// use noyes::guard::InstructionSet;
    ///
    /// assert!(InstructionSet::ALL.is_sorted());
    /// ```
    pub const ALL: [Self; 3] = [Self::Baseline, Self::Avx2, Self::Avx512];
}
