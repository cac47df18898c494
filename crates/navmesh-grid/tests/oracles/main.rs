//! The grid's queries against naive oracles on seeded grids.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod worlds;
mod sight;
mod smooth;
mod goals;
mod starts;
mod ends;
mod field;
mod to_any;
mod hex;
mod large;
