//! Tests of builds against docs/input.md, an independent boolean-geometry library, and oracles.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod contract;
mod order;
mod walls;
mod slivers;
mod areas;
mod named_areas;
mod near_misses;
mod no_effect;
mod radius;
mod floor_cuts;
mod pieces;
mod merged;
mod radius_on_floors;
mod margins_on_floors;
mod squares;
mod radius_in_pieces;
mod much_in_one_place;
mod triangulation_time;
mod bounded_work;

use navmesh_build::{BuildError, BuildOptions, build_outlines};
use navmesh_core::{NavMesh, Outlines};
use navmesh_testkit::allocations::{CountingAllocator, live_bytes, peak_bytes, reset_peak};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Builds a mesh, and returns it with the largest number of bytes that the build uses at a time.
///
/// A build that cuts everything into pieces of everything else needs the square of its input.
fn built_with_bytes(
    outlines: &Outlines,
    options: &BuildOptions,
) -> (Result<NavMesh, BuildError>, isize) {
    let before = live_bytes();
    reset_peak();
    let built = build_outlines(outlines, options);
    let bytes = peak_bytes() - before;
    (built.map(|(mesh, _)| mesh), bytes)
}
