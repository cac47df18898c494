//! Any text as reference lengths.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::io::read_reference;

fuzz_target!(|text: &str| drop(read_reference(text)));
