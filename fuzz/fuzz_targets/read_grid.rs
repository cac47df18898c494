//! Any text as rows of tiles.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::io::read_rows;

fuzz_target!(|text: &str| drop(read_rows(text)));
