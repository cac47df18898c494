//! What walks on tiles, against plain twins on seeded grids.

#![allow(clippy::unwrap_used, reason = "in a test a panic is the verdict")]

mod worlds;
mod sight;
mod smooth;
mod goals;
mod starts;
mod field;
mod to_any;
mod hex;
mod large;
