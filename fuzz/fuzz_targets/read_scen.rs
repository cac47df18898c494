//! Any text as a scenario.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::io::read_scen;

fuzz_target!(|text: &str| drop(read_scen(text)));
