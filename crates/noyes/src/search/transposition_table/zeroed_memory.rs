//! Large memory that is zero at first, aligned for cache lines.
//!
//! On Unix it is an anonymous memory map: pages become real when they are first touched, and Linux
//! is asked for huge pages, which save most misses of the address cache (TLB). Elsewhere, as in a
//! browser, it comes from the allocator.

#[cfg(not(all(unix, feature = "files")))]
pub use heap::ZeroedMemory;
#[cfg(all(unix, feature = "files"))]
pub use map::ZeroedMemory;

#[cfg(all(unix, feature = "files"))]
mod map {
    /// See the module documentation. The map is a raw one: what shares it writes through pointers,
    /// which must not come from a reference to bytes that stay as they are.
    pub struct ZeroedMemory(memmap2::MmapRaw);

    impl ZeroedMemory {
        /// A map begins with a page, and pages have at least this size.
        pub const ALIGNMENT: usize = 4096;

        /// Nothing if there is no memory.
        pub fn new(bytes: usize) -> Option<Self> {
            if bytes > isize::MAX as usize {
                return None;
            }
            let map = memmap2::MmapRaw::from(memmap2::MmapMut::map_anon(bytes).ok()?);
            #[cfg(all(target_os = "linux", not(miri)))]
            let _ = map.advise(memmap2::Advice::HugePage);
            Some(Self(map))
        }

        #[inline(always)]
        pub fn as_ptr(&self) -> *const u8 {
            self.0.as_ptr()
        }

        pub fn len(&self) -> usize {
            self.0.len()
        }

        pub fn bytes_mut(&mut self) -> &mut [u8] {
            // SAFETY: the map has these bytes, which are zero or have been written.
            unsafe { std::slice::from_raw_parts_mut(self.0.as_mut_ptr(), self.0.len()) }
        }
    }
}

#[cfg(any(not(all(unix, feature = "files")), test))]
mod heap {
    use std::alloc::{Layout, alloc_zeroed, dealloc};
    use std::ptr::NonNull;

    /// See the module documentation.
    pub struct ZeroedMemory {
        start: NonNull<u8>,
        layout: Layout,
    }

    // SAFETY: this value owns the memory, as a `Box` does.
    unsafe impl Send for ZeroedMemory {}
    // SAFETY: as above; it is written only through `&mut self`.
    unsafe impl Sync for ZeroedMemory {}

    impl ZeroedMemory {
        /// A cache line.
        pub const ALIGNMENT: usize = 64;

        /// Nothing if there is no memory.
        pub fn new(bytes: usize) -> Option<Self> {
            let layout = Layout::from_size_align(bytes.max(1), Self::ALIGNMENT).ok()?;
            // SAFETY: the layout has at least one byte.
            let start = NonNull::new(unsafe { alloc_zeroed(layout) })?;
            Some(Self { start, layout })
        }

        #[inline(always)]
        pub fn as_ptr(&self) -> *const u8 {
            self.start.as_ptr()
        }

        pub fn len(&self) -> usize {
            self.layout.size()
        }

        pub fn bytes_mut(&mut self) -> &mut [u8] {
            // SAFETY: these bytes were allocated and are zero or have been written.
            unsafe { std::slice::from_raw_parts_mut(self.start.as_ptr(), self.layout.size()) }
        }
    }

    impl Drop for ZeroedMemory {
        fn drop(&mut self) {
            // SAFETY: the memory was allocated with this layout.
            unsafe { dealloc(self.start.as_ptr(), self.layout) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ZeroedMemory;
    use super::heap::ZeroedMemory as HeapMemory;

    #[test]
    fn memory_is_zero_and_aligned() {
        let bytes = 1 << 20;
        let mut memory = ZeroedMemory::new(bytes).unwrap();
        assert!(
            memory
                .as_ptr()
                .addr()
                .is_multiple_of(ZeroedMemory::ALIGNMENT)
        );
        assert_eq!(memory.len(), bytes);
        assert!(memory.bytes_mut().iter().all(|&byte| byte == 0));
    }

    #[test]
    fn so_is_memory_from_the_allocator() {
        let bytes = 1 << 20;
        let mut memory = HeapMemory::new(bytes).unwrap();
        assert!(memory.as_ptr().addr().is_multiple_of(HeapMemory::ALIGNMENT));
        assert_eq!(memory.len(), bytes);
        assert!(memory.bytes_mut().iter().all(|&byte| byte == 0));
        memory.bytes_mut().fill(1);
        assert!(HeapMemory::new(usize::MAX).is_none());
    }
}
