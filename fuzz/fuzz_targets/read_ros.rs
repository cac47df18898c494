//! Any text as a map of ROS, and what stands behind its first zero byte as the image that it names.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::io::{RosMap, Unknown};

fuzz_target!(|bytes: &[u8]| {
    let (text, image) =
        bytes.split_at(bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len()));
    let Ok(map) = RosMap::read(&String::from_utf8_lossy(text)) else { return };
    drop(map.grid(image.get(1..).unwrap_or_default(), Unknown::Free));
});
