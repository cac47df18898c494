//! Any text as a case; what reads is written, read again, and built.
#![no_main]

#[path = "../../crates/tautline/tests/hostile/texts.rs"]
#[allow(dead_code, reason = "the other kinds of text are another target's")]
mod texts;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| texts::check_case(text));
