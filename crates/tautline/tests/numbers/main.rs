//! Counts, sizes, limits, lengths and points of any value: an error or an answer, within little memory.
//!
//! [`each_count`] and [`reals::each_real`] name the public functions that they call. A test compares the names with
//! `docs/api`, so that each function with a number is called with bad ones.
//!
//! 1. `grids` – tile maps, hexagons and their searches.
//! 2. `texts` – counts that files announce.
//! 3. `maps` – options of builds, floors, sets of radii, live maps.
//! 4. `questions` – budgets, distances and numbers of answers.
//! 5. `crowds` – agents and steps.
//! 6. `pictures` – sizes of pictures.
//! 7. `reals` – numbers that are not finite, very large or very small, and shapes with them.
//! 8. `listed` – the public functions with numbers, from `docs/api`.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

mod grids;
mod texts;
mod maps;
mod questions;
mod crowds;
#[cfg(feature = "draw")]
mod pictures;
mod reals;
mod listed;

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

/// Calls a function with each count, and fails if a call uses much memory. `names` lists the public functions called.
#[track_caller]
fn each_count(names: &str, mut call: impl FnMut(Count)) {
    for wide in COUNTS {
        let size = usize::try_from(wide).unwrap_or(usize::MAX);
        let short = u32::try_from(wide).unwrap_or(u32::MAX);
        let count = Count { wide, size, short, real: wide as f64 };
        within_memory(&format!("{names} of {wide}"), || call(count));
    }
}

/// Calls a function, and fails if it uses much memory.
#[track_caller]
fn within_memory<T>(name: &str, call: impl FnOnce() -> T) -> T {
    let before = live_bytes();
    reset_peak();
    let answer = call();
    let used = peak_bytes() - before;
    assert!(used <= MOST, "{name} uses {used} bytes");
    answer
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
