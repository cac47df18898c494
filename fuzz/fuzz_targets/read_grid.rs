//! Any lines of text as a grid.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::Grid;

fuzz_target!(|text: &str| drop(Grid::from_rows(text.lines())));
