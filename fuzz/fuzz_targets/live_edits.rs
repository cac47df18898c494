//! Bytes to edits of a live map, compared with fresh builds.
#![no_main]

#[path = "../../crates/tautline/tests/hostile/live_edits.rs"]
mod live_edits;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| live_edits::check(bytes));
