//! Bytes to a tile map, to paths under every rule, judged by the oracle.
#![no_main]

#[path = "../../crates/tautline/tests/hostile/grids.rs"]
mod grids;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| grids::check(bytes));
