//! The place of the weighted search in a build without it: no tables and no memory.

use std::sync::Arc;

use navmesh_core::NavMesh;

/// No tables.
#[derive(Debug)]
pub(crate) struct Tables;

/// No memory.
#[derive(Debug, Default)]
pub(crate) struct Workspace;

impl Tables {
    pub(crate) fn new(_: Arc<NavMesh>) -> Self {
        Self
    }

    pub(crate) fn after_edits(_: &Self, _: Arc<NavMesh>) -> Self {
        Self
    }

    pub(crate) fn former(&self) -> Self {
        Self
    }

    pub(crate) fn bytes(&self) -> usize {
        0
    }
}

/// True if a lower bound exceeds a cost.
pub(crate) fn is_above(bound: f64, cost: f64) -> bool {
    bound > cost
}
