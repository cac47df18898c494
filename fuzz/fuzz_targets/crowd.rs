//! Bytes to a script of commands for a crowd: everyone stays on the mesh, and a loaded crowd goes on alike.
#![no_main]

#[path = "../../crates/navmesh-agents/tests/scripts/script.rs"]
mod script;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    script::run(bytes);
});
