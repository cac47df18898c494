//! The shared parts of the benchmarks, and the comparison with rivals.
//!
//! `cargo run --release -p benches --bin rivals -- --data DIR` asks every contender the same
//! queries in one process and compares times and lengths. It is made of these parts:
//!
//! 1. [`scenario`] – a map as files give it, its queries, and the length of each one's shortest path.
//! 2. [`contender`] – what a contender is: a prepared map, and a finder on it.
//! 3. [`ours`], [`polyanya_crate`], [`detour`] – the contenders.
//! 4. [`lineup`] – all of them, prepared for one map.
//! 5. [`passes`] – who is asked when, and what the answers were.
//! 6. [`score`] – times and lengths in sum.
//! 7. [`report`] and [`plot`] – a page and a picture of them; [`setting`] – what they were measured on.
//!
//! [`program`] is what all programs share: their arguments and pages.
//!
//! `--bin grid_rivals` does the same for tile maps: [`tile_scenario`], [`tile_lineup`] and
//! [`tile_report`] stand in for 1 to 4, and the page; [`tile_edits`] times edits.
//!
//! Programs beside these races:
//!
//! - `build_rivals` builds the same outlines as the rivals do ([`build_fixture`]).
//! - `footprint` measures memory, index and threads ([`footprint`], counting bytes with [`heap`]).
//! - `weighted` holds paths over weighted regions against bounds of an oracle ([`weighted`]).
//! - `crowd_rivals` runs crowds of several engines through the same scenes ([`mod@crowd_rivals`]).
//! - `game` plays `examples/rts.rs`, and measures its steps.
//! - `live` measures edits of live maps ([`live`]).
//! - `python_twin` is the Rust side of the measurements of the Python package.
//!
//! A record in `docs/benchmarks` without a program here names the commit that has it.

pub mod scenario;
pub mod contender;
pub mod ours;
pub mod polyanya_crate;
pub mod detour;
pub mod lineup;
pub mod passes;
pub mod score;
pub mod report;
pub mod plot;
pub mod setting;
pub mod program;
pub mod build_fixture;
pub mod tile_scenario;
pub mod tile_rules;
pub mod graph_crate;
pub mod tile_contenders;
pub mod tile_lineup;
pub mod tile_edits;
pub mod tile_report;
pub mod heap;
pub mod footprint;
pub mod weighted;
pub mod crowd_rivals;
pub mod live;
