//! Counts, sizes and limits of any value: an error or an answer, within little memory.
//!
//! 1. `grids` – tile maps, hexagons and their searches.
//! 2. `texts` – counts that files announce.
//! 3. `maps` – options of builds, floors, sets of radii, live maps.
//! 4. `questions` – budgets, distances and numbers of answers.
//! 5. `crowds` – agents and steps.
//! 6. `pictures` – sizes of pictures.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod grids;
mod texts;
mod maps;
mod questions;
mod crowds;
#[cfg(feature = "draw")]
mod pictures;

use navmesh_testkit::allocations::{CountingAllocator, live_bytes, peak_bytes, reset_peak};
use tautline::{MeshFinder, NavMesh, NavMeshBuilder, Outline};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The values of a count: none, one, and beyond 32 bits and signed numbers.
const COUNTS: [u64; 6] = [0, 1, u32::MAX as u64, 1 << 32, i64::MAX as u64, u64::MAX];

/// The most memory that a call on a small map may use, in bytes.
const MOST: isize = 64 << 20;

/// A count as its types.
#[derive(Debug, Clone, Copy)]
struct Count {
    wide: u64,
    size: usize,
    /// The count, or the largest number of 32 bits.
    short: u32,
    real: f64,
}

/// Calls a function with each count, and fails if a call uses much memory.
#[track_caller]
fn each_count(name: &str, mut call: impl FnMut(Count)) {
    for wide in COUNTS {
        let size = usize::try_from(wide).unwrap_or(usize::MAX);
        let short = u32::try_from(wide).unwrap_or(u32::MAX);
        let before = live_bytes();
        reset_peak();
        call(Count { wide, size, short, real: wide as f64 });
        let used = peak_bytes() - before;
        assert!(used <= MOST, "{name} of {wide} uses {used} bytes");
    }
}

/// Two rooms with a door, mud, a link and an upper floor.
fn rooms() -> NavMesh {
    builder().build_mesh().unwrap()
}

fn builder() -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([9.0, 0.0], [10.0, 6.0]));
    builder.add_door(tautline::Door::new([[9.5, 6.0], [9.5, 10.0]], "gate"));
    builder
}

fn finder() -> MeshFinder {
    MeshFinder::new(rooms())
}
