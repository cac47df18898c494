//! Any bytes as an image of tiles.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::io::{ImageRules, read_image};

fuzz_target!(|bytes: &[u8]| drop(read_image(bytes, &ImageRules::default())));
