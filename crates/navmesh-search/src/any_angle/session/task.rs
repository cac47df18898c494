//! A search with a finder and a workspace of its own, as a [`Session`](navmesh_core::incremental::Session) advances it.

use std::fmt;

use navmesh_core::incremental::{ObservedTask, PathTask, SearchTask};
use navmesh_core::{Observer, Path, PathError, Progress, Stage, Stop};

use super::point_task::PointTask;
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::search::event::SeenInterval;
use crate::any_angle::search::workspace::Workspace;

/// A search that borrows its finder and its workspace for each slice.
pub(crate) trait SlicedSearch {
    /// Expands up to `nodes` more nodes; does nothing once the search is done.
    fn advance(&mut self, finder: &AnyAngle, workspace: &mut Workspace, nodes: u64);

    /// Returns whether the search is done.
    fn stage(&self) -> Stage;

    /// Returns the progress of the search.
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

impl<O: Observer<SeenInterval>> ObservedTask<O> for AnyAngleTask<PointTask> {
    fn advance_observed(&mut self, nodes: u64, observer: &mut O) {
        self.kind.advance_observed(&self.finder, &mut self.workspace, nodes, observer);
    }
}

impl PathTask for AnyAngleTask<PointTask> {
    fn answer_into(&self, path: &mut Path) -> Result<(), PathError> {
        self.kind.answer(&self.finder, &self.workspace, Stop::Spent, path)
    }
}
