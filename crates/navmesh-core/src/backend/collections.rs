//! Small containers over numbers from 0 on, shared by all packages.
//!
//! - [`groups`]: items by group in one flat array, filled by a counting sort.
//! - [`stamps`]: sets that are emptied in constant time.
//! - [`disjoint`]: a union–find structure.
//! - [`biconnected`]: the biconnected blocks of a graph.
//! - [`slots`]: values under keys that are never used twice.
//! - [`MergeSort`]: a sort of little code.
//! - [`open_node`]: the entries of the queue of a best-first search.

pub mod groups;
pub mod stamps;
pub mod disjoint;
pub mod biconnected;
pub mod slots;
mod merge_sort;
pub mod open_node;
pub(crate) mod numbered;

pub use biconnected::biconnected_blocks;
pub use disjoint::DisjointSets;
pub use groups::{GroupFiller, GroupSizes, Groups, counting_sort};
pub use merge_sort::MergeSort;
pub use open_node::OpenNode;
pub use slots::Slots;
pub use stamps::{Generation, StampSet};

/// The number that means "none" in flat arrays of `u32` indices.
pub const NONE: u32 = u32::MAX;
