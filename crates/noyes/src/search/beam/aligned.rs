//! Vectors of numbers that begin at a cache line.
//!
//! A row of a net is one or two cache lines long. If it did not begin at one, every row would touch
//! one line more.

use std::fmt;
use std::ops::{Deref, DerefMut};

/// The bytes of a cache line, and of the widest register.
pub(super) const LINE: usize = 64;

/// A vector whose first element is at the beginning of a cache line.
pub(super) struct AlignedVec<T> {
    /// The elements from `start` on, with room before and after them.
    memory: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + Default> AlignedVec<T> {
    pub fn new(elements: &[T]) -> Self {
        let mut vector = Self::default();
        vector.resize(elements.len());
        vector.copy_from_slice(elements);
        vector
    }

    /// Makes the vector `len` elements long. What they are afterwards is unspecified.
    pub fn resize(&mut self, len: usize) {
        let room = LINE / size_of::<T>();
        if self.memory.len() < len + room {
            // Never both at the same time: they are large.
            let grown = len.max(self.len + self.len / 2) + room;
            self.memory = Vec::new();
            self.memory = vec![T::default(); grown];
            self.start = self.memory.as_ptr().align_offset(LINE).min(room);
        }
        self.len = len;
    }
}

impl<T> Default for AlignedVec<T> {
    fn default() -> Self {
        Self {
            memory: Vec::new(),
            start: 0,
            len: 0,
        }
    }
}

impl<T> Deref for AlignedVec<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.memory[self.start..self.start + self.len]
    }
}

impl<T> DerefMut for AlignedVec<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.memory[self.start..self.start + self.len]
    }
}

impl<T: Copy + Default> Clone for AlignedVec<T> {
    fn clone(&self) -> Self {
        Self::new(self)
    }
}

impl<T: PartialEq> PartialEq for AlignedVec<T> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for AlignedVec<T> {}

impl<T> fmt::Debug for AlignedVec<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlignedVec")
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_begins_at_a_cache_line() {
        for len in [1, 5, 100] {
            let numbers: Vec<i16> = (0..len).collect();
            let mut vector = AlignedVec::new(&numbers);
            assert_eq!(*vector, *numbers);
            assert_eq!(vector.clone(), vector);
            vector.resize(300);
            assert_eq!((vector.len(), vector.as_ptr().align_offset(LINE)), (300, 0));
        }
    }
}
