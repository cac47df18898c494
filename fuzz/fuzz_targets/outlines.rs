//! Bytes to outlines, to a mesh that is measured, to paths that are judged.
#![no_main]

#[path = "../../crates/tautline/tests/hostile/inset.rs"]
mod inset;
#[path = "../../crates/tautline/tests/hostile/outlines.rs"]
mod outlines;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| outlines::check(bytes));
