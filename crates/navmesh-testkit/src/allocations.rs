//! A global allocator that counts, for tests of calls that allocate nothing.
//!
//! A test declares it: `#[global_allocator] static ALLOCATOR: CountingAllocator = CountingAllocator;`

#![allow(unsafe_code, reason = "a global allocator that counts cannot be written without")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    /// The allocations of this thread; the thread of the test harness is not counted.
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
    /// The bytes that this thread allocated, less those that it freed.
    static LIVE_BYTES: Cell<isize> = const { Cell::new(0) };
    /// The largest number of these bytes since the last reset.
    static PEAK_BYTES: Cell<isize> = const { Cell::new(0) };
}

/// The system allocator, with a count of the allocations of each thread.
#[derive(Debug)]
pub struct CountingAllocator;

/// Returns the number of allocations of this thread so far.
#[must_use]
pub fn allocations() -> usize {
    ALLOCATIONS.get()
}

/// Returns the bytes that this thread has allocated so far, less those that it has freed.
#[must_use]
pub fn live_bytes() -> isize {
    LIVE_BYTES.get()
}

/// Returns the largest number of [`live_bytes`] since the last [`reset_peak`].
#[must_use]
pub fn peak_bytes() -> isize {
    PEAK_BYTES.get()
}

/// Sets the peak to the bytes of now.
pub fn reset_peak() {
    PEAK_BYTES.set(LIVE_BYTES.get());
}

// SAFETY: every call is forwarded unchanged to the system allocator.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.set(ALLOCATIONS.get() + 1);
        LIVE_BYTES.set(LIVE_BYTES.get() + layout.size() as isize);
        PEAK_BYTES.set(PEAK_BYTES.get().max(LIVE_BYTES.get()));
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // A thread that ends may free memory after its counters are gone.
        let _ = LIVE_BYTES.try_with(|bytes| bytes.set(bytes.get() - layout.size() as isize));
        // SAFETY: the pointer came from `alloc` above, which is the system's.
        unsafe { System.dealloc(pointer, layout) }
    }
}
