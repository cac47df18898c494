//! Phases: one function over all agents, on one thread or on those of a rayon pool, with the same results.
//!
//! A phase writes one value per agent, and reads nothing that it writes for others. The values do not depend on how
//! agents are divided among threads.

use navmesh_core::NavMesh;
use navmesh_search::{MeshQueries, QueryMemory};

use super::steering::Near;
use crate::programme::Programme;
use crate::walls::WallFinder;

/// The working memory of one thread.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub(super) near: Vec<Near>,
    pub(super) programme: Programme,
    pub(super) walls: WallFinder,
    queries: QueryMemory,
}

impl Memory {
    /// Returns queries with the memory of earlier ones. Give them back with [`keep`](Self::keep).
    pub(super) fn queries_on<'m>(&mut self, mesh: &'m NavMesh) -> MeshQueries<'m> {
        MeshQueries::with_memory(mesh, std::mem::take(&mut self.queries))
    }

    pub(super) fn keep(&mut self, queries: MeshQueries<'_>) {
        self.queries = queries.into_memory();
    }
}

/// The fewest agents per thread.
#[cfg(feature = "parallel")]
const FEWEST: usize = 128;

/// Calls `phase` for pieces of `values`, with the index of the first value of each piece.
#[cfg(feature = "parallel")]
pub(super) fn each_chunk<T: Send>(
    values: &mut [T],
    memories: &mut Vec<Memory>,
    phase: impl Fn(usize, &mut [T], &mut Memory) + Sync,
) {
    use rayon::prelude::*;
    // Several pieces per thread, since agents in a throng take longer.
    let pieces = 4 * rayon::current_num_threads();
    let size = values.len().div_ceil(pieces).max(FEWEST);
    let count = values.len().div_ceil(size).max(1);
    if memories.len() < count {
        memories.resize_with(count, Memory::default);
    }
    if count == 1 {
        return phase(0, values, &mut memories[0]);
    }
    let pieces = values.par_chunks_mut(size).zip(memories.par_iter_mut()).enumerate();
    pieces.for_each(|(piece, (values, memory))| phase(piece * size, values, memory));
}

/// Calls `phase` for all `values`.
#[cfg(not(feature = "parallel"))]
pub(super) fn each_chunk<T>(
    values: &mut [T],
    memories: &mut Vec<Memory>,
    phase: impl Fn(usize, &mut [T], &mut Memory),
) {
    if memories.is_empty() {
        memories.push(Memory::default());
    }
    phase(0, values, &mut memories[0]);
}
