//! Bytes to floors, to a mesh of them all, to the same drawn in for agents with a size, to paths that are judged.
#![no_main]

#[path = "../../crates/tautline/tests/hostile/inset.rs"]
mod inset;
#[path = "../../crates/tautline/tests/hostile/floor_areas.rs"]
mod floor_areas;
#[path = "../../crates/tautline/tests/hostile/floors.rs"]
mod floors;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    floors::check(bytes);
});
