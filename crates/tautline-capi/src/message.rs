//! The message of the last failure.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::border::Buffer;
use crate::status::{tl_status, with_message};

/// Writes the message of the last failure of the calling thread, as text that ends with a zero byte.
///
/// `count` becomes the number of bytes with the zero. A message that is too long is cut, and the status is
/// `TL_STATUS_BUFFER_TOO_SMALL`. A call that succeeds leaves the message as it is.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_last_message(
    text: *mut std::ffi::c_char,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    // SAFETY: the pointers are the caller's, by the contract of the crate.
    let buffer = unsafe { Buffer::new(text.cast::<u8>(), capacity, count) };
    let result = catch_unwind(AssertUnwindSafe(|| {
        with_message(|message| buffer.and_then(|buffer| buffer.give_text(message)))
    }));
    match result {
        Ok(Ok(())) => tl_status::Ok,
        Ok(Err(failure)) => failure.status,
        Err(_) => tl_status::Panic,
    }
}
