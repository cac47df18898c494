//! The caller's memory: arrays, structs and texts that cross the border.
//!
//! This module holds nearly all unsafe code of the crate. Its constructors take the caller's pointers; the contract of the
//! crate is that a pointer is null, or points to as many elements as the call says, until the call returns. They check for
//! null, alignment, and sizes that no array can have. Inputs are copied, so that they may overlap outputs.

use std::ffi::{CStr, c_char};
use std::mem::size_of;
use std::ptr;

use crate::status::{Checked, Failure, tl_status};

/// Types for which every sequence of bytes is a value: structs of numbers and pointers without gaps that matter.
///
/// # Safety
///
/// Every field is a number, a pointer, or of such a type.
pub(crate) unsafe trait Plain: Copy {}

// SAFETY: numbers.
unsafe impl Plain for u8 {}
// SAFETY: numbers.
unsafe impl Plain for u32 {}
// SAFETY: numbers.
unsafe impl Plain for u64 {}
// SAFETY: numbers.
unsafe impl Plain for usize {}
// SAFETY: numbers.
unsafe impl Plain for f64 {}

/// Structs whose first field is their own size, so that later versions may add fields.
pub(crate) trait Versioned: Plain + Default {}

/// Returns a copy of the caller's array. An empty one may be null.
///
/// # Safety
///
/// The contract of the crate.
pub(crate) unsafe fn array<T: Plain>(from: *const T, count: usize, name: &str) -> Checked<Vec<T>> {
    if count == 0 {
        return Ok(Vec::new());
    }
    check(from, count, name)?;
    // SAFETY: not null, aligned, of a possible size, and `count` elements long by the contract; any bytes are a `T`.
    Ok(unsafe { std::slice::from_raw_parts(from, count) }.to_vec())
}

/// Returns a copy of the caller's struct.
///
/// # Safety
///
/// The contract of the crate.
pub(crate) unsafe fn value<T: Plain>(from: *const T, name: &str) -> Checked<T> {
    check(from, 1, name)?;
    // SAFETY: not null, aligned, and one element long by the contract; any bytes are a `T`.
    Ok(unsafe { from.read() })
}

/// Returns a copy of the caller's struct of an earlier, this or a later version. A null pointer means the defaults.
///
/// # Safety
///
/// The contract of the crate; the struct is as long as its first field says.
pub(crate) unsafe fn versioned<T: Versioned>(from: *const T, name: &str) -> Checked<T> {
    let mut own = T::default();
    if from.is_null() {
        return Ok(own);
    }
    check(from, 1, name)?;
    // SAFETY: not null and aligned; every version is at least as long as its size field.
    let size = unsafe { from.cast::<u32>().read() } as usize;
    check_size::<T>(size, name)?;
    let known = size.min(size_of::<T>());
    // SAFETY: `size` bytes are the caller's by the contract, `known` are in `own`, and any bytes are a `T`.
    unsafe { ptr::copy(from.cast::<u8>(), (&raw mut own).cast::<u8>(), known) };
    // SAFETY: `size` bytes are the caller's by the contract.
    let rest = unsafe { std::slice::from_raw_parts(from.cast::<u8>().add(known), size - known) };
    if rest.iter().any(|&byte| byte != 0) {
        return Err(Failure::argument(format_args!("{name} has fields that this version lacks")));
    }
    Ok(own)
}

/// Returns a copy of the caller's text, which ends with a zero byte. A null pointer means an empty text.
///
/// # Safety
///
/// The contract of the crate.
pub(crate) unsafe fn text(from: *const c_char, name: &str) -> Checked<String> {
    if from.is_null() {
        return Ok(String::new());
    }
    // SAFETY: not null, and ended by a zero byte by the contract.
    let text = unsafe { CStr::from_ptr(from) };
    let text = text.to_str().map_err(|_| Failure::argument(format_args!("{name} is not UTF-8")))?;
    Ok(text.to_owned())
}

/// The caller's place for one value.
#[derive(Debug)]
pub(crate) struct Out<T>(*mut T);

impl<T: Copy> Out<T> {
    /// Takes a pointer that must not be null.
    ///
    /// # Safety
    ///
    /// The contract of the crate, until the value is dropped.
    pub(crate) unsafe fn new(to: *mut T, name: &str) -> Checked<Self> {
        check(to.cast_const(), 1, name)?;
        Ok(Self(to))
    }

    /// Takes a pointer that may be null; nothing is written then.
    ///
    /// # Safety
    ///
    /// The contract of the crate, until the value is dropped.
    pub(crate) unsafe fn optional(to: *mut T, name: &str) -> Checked<Option<Self>> {
        if to.is_null() {
            return Ok(None);
        }
        // SAFETY: passed on.
        unsafe { Self::new(to, name) }.map(Some)
    }

    pub(crate) fn put(&self, value: T) {
        // SAFETY: checked by `new`, and one element long by its contract.
        unsafe { self.0.write(value) };
    }
}

/// The caller's place for a struct with a size.
#[derive(Debug)]
pub(crate) struct OutVersioned<T> {
    to: *mut T,
    size: usize,
}

impl<T: Versioned> OutVersioned<T> {
    /// Takes a pointer that must not be null.
    ///
    /// # Safety
    ///
    /// That of [`optional`](Self::optional).
    pub(crate) unsafe fn required(to: *mut T, name: &str) -> Checked<Self> {
        check(to.cast_const(), 1, name)?;
        // SAFETY: passed on.
        let own = unsafe { Self::optional(to, name) }?;
        own.ok_or_else(|| Failure::argument(format_args!("{name} is null")))
    }

    /// Takes a pointer that may be null; its size field is set.
    ///
    /// # Safety
    ///
    /// The contract of the crate, until the value is dropped; the struct is as long as its first field says.
    pub(crate) unsafe fn optional(to: *mut T, name: &str) -> Checked<Option<Self>> {
        if to.is_null() {
            return Ok(None);
        }
        check(to.cast_const(), 1, name)?;
        // SAFETY: not null and aligned; every version is at least as long as its size field.
        let size = unsafe { to.cast::<u32>().read() } as usize;
        check_size::<T>(size, name)?;
        Ok(Some(Self { to, size }))
    }

    /// Writes the fields that the caller's version has; its size stays.
    pub(crate) fn put(&self, value: T) {
        let known = self.size.min(size_of::<T>()) - size_of::<u32>();
        // SAFETY: `size` bytes are the caller's by the contract of `optional`, and `known` follow the size field in both.
        unsafe {
            let from = (&raw const value).cast::<u8>().add(size_of::<u32>());
            ptr::copy(from, self.to.cast::<u8>().add(size_of::<u32>()), known);
        }
    }
}

/// The caller's array for results, and the place for their number.
#[derive(Debug)]
pub(crate) struct Buffer<T> {
    to: *mut T,
    capacity: usize,
    count: Option<Out<usize>>,
}

impl<T: Copy> Buffer<T> {
    /// Takes an array, which may be null if the capacity is 0.
    ///
    /// # Safety
    ///
    /// The contract of the crate, until the value is dropped.
    pub(crate) unsafe fn new(to: *mut T, capacity: usize, count: *mut usize) -> Checked<Self> {
        if capacity > 0 {
            check(to.cast_const(), capacity, "the array for the results")?;
        }
        // SAFETY: passed on.
        let count = unsafe { Out::optional(count, "count") }?;
        Ok(Self { to, capacity, count })
    }

    /// Writes all results and their number, or the number alone if the array is too short.
    pub(crate) fn give(&self, results: &[T]) -> Checked<()> {
        self.announce(results.len());
        if results.len() > self.capacity {
            let (needed, capacity) = (results.len(), self.capacity);
            let message = format!("the array has {capacity} elements; {needed} are needed");
            return Err(Failure::new(tl_status::BufferTooSmall, message));
        }
        self.copy(results);
        Ok(())
    }

    /// Writes one result, if the array has room for it.
    pub(crate) fn put(&self, index: usize, result: T) {
        if index < self.capacity {
            // SAFETY: within the array, which `new` has checked.
            unsafe { self.to.add(index).write(result) };
        }
    }

    /// Writes all results if there is an array for them at all.
    pub(crate) fn give_if_any(&self, results: &[T]) {
        if results.len() <= self.capacity {
            self.copy(results);
        }
    }

    fn announce(&self, needed: usize) {
        if let Some(count) = &self.count {
            count.put(needed);
        }
    }

    fn copy(&self, results: &[T]) {
        if !results.is_empty() {
            // SAFETY: `new` has checked the array, and `results` is not longer than its capacity.
            unsafe { ptr::copy(results.as_ptr(), self.to, results.len()) };
        }
    }
}

impl Buffer<u8> {
    /// Writes as much of a text as there is room for, and a zero byte.
    pub(crate) fn give_text(&self, text: &str) -> Checked<()> {
        let needed = text.len() + 1;
        self.announce(needed);
        let mut end = text.len().min(self.capacity.saturating_sub(1));
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        if self.capacity > 0 {
            let cut = [&text.as_bytes()[..end], &[0]].concat();
            self.copy(&cut);
        }
        if needed > self.capacity {
            return Err(Failure::new(tl_status::BufferTooSmall, "the text is cut"));
        }
        Ok(())
    }
}

/// Checks a pointer to some elements that must not be null.
pub(crate) fn check<T>(pointer: *const T, count: usize, name: &str) -> Checked<()> {
    let fault = if pointer.is_null() {
        "is null"
    } else if !pointer.is_aligned() {
        "is not aligned"
    } else if count > isize::MAX as usize / size_of::<T>() {
        "is longer than the memory"
    } else {
        return Ok(());
    };
    Err(Failure::argument(format_args!("{name} {fault}")))
}

/// The greatest size of a struct of a later version, in bytes.
const LARGEST: usize = 4096;

fn check_size<T>(size: usize, name: &str) -> Checked<()> {
    if (size_of::<u32>()..=LARGEST).contains(&size) {
        return Ok(());
    }
    let own = size_of::<T>();
    Err(Failure::argument(format_args!("{name} has the size {size}; set it to {own}")))
}
