//! Phases: one function over all agents, on one thread or on those of a rayon pool, with the same results.
//!
//! A phase writes one value per agent, and reads nothing that it writes for others. The values do not depend on how
//! agents are divided among threads.

use crate::workspace::Memory;

/// The fewest agents per thread.
#[cfg(feature = "parallel")]
const FEWEST: usize = 128;

/// Calls `work`, which has phases over so many agents. If these use several threads, it runs on one of them: a phase that
/// is begun elsewhere wakes one first.
#[cfg(feature = "parallel")]
pub(super) fn together(agents: usize, work: impl FnOnce() + Send) {
    if agents > FEWEST { rayon::scope(|_| work()) } else { work() }
}

/// Calls `work`.
#[cfg(not(feature = "parallel"))]
pub(super) fn together(_agents: usize, work: impl FnOnce()) {
    work();
}

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
