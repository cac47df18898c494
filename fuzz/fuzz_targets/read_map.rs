//! Any text as a tile map.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::io::read_map;

fuzz_target!(|text: &str| drop(read_map(text)));
