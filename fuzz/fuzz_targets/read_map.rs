//! Any text as a tile map, with a header and without.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::io::{read_map, read_rows};

fuzz_target!(|text: &str| drop((read_map(text), read_rows(text))));
