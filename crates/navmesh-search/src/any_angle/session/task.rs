//! A search with a finder and a workspace of its own, as a [`Session`](navmesh_core::incremental::Session) advances it.

use std::fmt;

use navmesh_core::incremental::SearchTask;
use navmesh_core::{Progress, Stage};

use crate::any_angle::finder::AnyAngle;
use crate::any_angle::search::workspace::Workspace;

/// A search that borrows its finder and its workspace for each slice.
pub(crate) trait SlicedSearch {
    /// Expands up to `nodes` more nodes; does nothing once the search is done.
    fn advance(&mut self, finder: &AnyAngle, workspace: &mut Workspace, nodes: u64);

    /// Returns whether the search is done.
    fn stage(&self) -> Stage;

    fn progress(&self, finder: &AnyAngle, workspace: &Workspace) -> Progress;
}

/// A search that owns its memory and shares its mesh.
pub struct AnyAngleTask<K> {
    pub(crate) finder: AnyAngle,
    pub(crate) workspace: Box<Workspace>,
    pub(crate) kind: K,
}

impl<K: fmt::Debug> fmt::Debug for AnyAngleTask<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AnyAngleTask").field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl<K: SlicedSearch> SearchTask for AnyAngleTask<K> {
    fn advance(&mut self, nodes: u64) {
        self.kind.advance(&self.finder, &mut self.workspace, nodes);
    }

    fn stage(&self) -> Stage {
        self.kind.stage()
    }

    fn progress(&self) -> Progress {
        self.kind.progress(&self.finder, &self.workspace)
    }
}
