//! The shared parts of the benchmarks, and the comparison with rivals.
//!
//! `cargo bench -p benches` times searches, point location and building on generated maps
//! ([`query_fixture`]) and, where the environment variable `TAUTLINE_DATA` names a folder, on maps from it.
//! `cargo run --release -p benches --bin rivals -- --data DIR` asks every contender the same
//! queries in one process and compares times and lengths. It is made of these parts:
//!
//! 1. [`scenario`] – a map as files give it, its queries, and the length of each one's shortest path.
//! 2. [`contender`] – what a contender is: a prepared map, and a finder on it.
//! 3. [`ours`], [`polyanya_crate`], [`detour`] – the contenders.
//! 4. [`lineup`] – all of them, prepared for one map.
//! 5. [`passes`] – who is asked when, and what the answers were.
//! 6. [`score`] – times and lengths in sum.
//! 7. [`transformed`] – whole scenarios scaled, shifted and turned, and what their answers were.
//! 8. [`report`] and [`plot`] – a page and a picture of them; [`setting`] – what they were measured on.
//!
//! [`program`] is what all programs share: their arguments and pages.
//!
//! `--bin grid_rivals` does the same for tile maps: [`tile_scenario`], [`tile_lineup`] and
//! [`tile_report`] stand in for 1 to 4, and the page; [`tile_edits`] times edits.
//!
//! `--bin crowds` builds where much lies within one radius ([`crowds`]).
//!
//! `--bin link_load` asks the same queries with more and more links on the mesh.
//!
//! `cargo run --release -p benches --bin footprint -- --data DIR` measures what has a bar
//! beside speed ([`footprint`]), counting bytes with [`heap`]. `--bin questions` asks what a game asks of its map,
//! and compares each figure with its bar ([`questions`]). `--bin weighted` measures ground of different costs ([`weighted`]).
//! `--bin crowd_rivals` runs crowds of several engines through the same scenes ([`mod@crowd_rivals`]), `--bin live`
//! edits of live maps ([`live`]), `--bin widths` widest ways ([`widths`]), `--bin arcs` the tolerance of arcs around corners ([`arcs`]).

pub mod query_fixture;
pub mod scenario;
pub mod contender;
pub mod ours;
pub mod polyanya_crate;
pub mod detour;
pub mod lineup;
pub mod passes;
pub mod score;
pub mod transformed;
pub mod report;
pub mod plot;
pub mod setting;
pub mod program;
pub mod build_fixture;
pub mod crowds;
pub mod tile_scenario;
pub mod tile_rules;
pub mod graph_crate;
pub mod tile_contenders;
pub mod tile_lineup;
pub mod tile_edits;
pub mod tile_report;
pub mod heap;
pub mod footprint;
pub mod questions;
pub mod weighted;
pub mod crowd_rivals;
pub mod live;
pub mod widths;
pub mod arcs;
