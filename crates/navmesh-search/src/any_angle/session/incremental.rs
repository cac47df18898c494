//! The exact search in slices, with a progress hook, and observed.

use navmesh_core::incremental::Session;
use navmesh_core::{Observer, Path, PathError, PathQuery, ProgressHook, Scratch, Stage, Stop};

use super::point_task::PointTask;
use super::task::{AnyAngleTask, SlicedSearch};
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::search::event::SeenInterval;
use crate::any_angle::search::workspace::Workspace;

/// An exact search that the caller advances in slices; made by [`AnyAngle::begin`].
pub type PathSession = Session<AnyAngleTask<PointTask>>;

impl AnyAngle {
    /// Begins a search without expanding a node; the caller advances it in slices. The search
    /// shares the mesh and owns its memory.
    ///
    /// Complexity: point location of the two ends, and memory linear in the mesh.
    ///
    /// # Errors
    ///
    /// The errors of [`AnyAngle::find_path_into`] that need no search.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{PathQuery, IncrementalSearch};
    /// # use navmesh_search::AnyAngle;
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(mesh)); // 4 by 3
    /// let mut search = finder.begin(&PathQuery::new([1.0, 1.0], [4.0, 1.0]))?;
    /// search.advance(100); // at most 100 nodes now, more later
    /// assert_eq!(search.finish()?.length(), 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin(&self, query: &PathQuery) -> Result<PathSession, PathError> {
        let mut workspace = Box::<Workspace>::default();
        let kind = PointTask::new(self, &mut workspace, query)?;
        Ok(Session::new(AnyAngleTask { finder: self.clone(), workspace, kind }))
    }

    /// Finds the shortest path as [`AnyAngle::find_path_into`] does, and shows each event to the
    /// observer.
    ///
    /// Complexity: that of [`AnyAngle::find_path_into`], and a call for each event.
    ///
    /// # Errors
    ///
    /// Those of [`AnyAngle::find_path_into`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{Observer, Path, PathQuery, Scratch};
    /// # use navmesh_search::{AnyAngle, SeenInterval};
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// struct Opened(u32);
    /// impl Observer<SeenInterval> for Opened {
    ///     fn opened(&mut self, _: SeenInterval) {
    ///         self.0 += 1;
    ///     }
    /// }
    /// let finder = AnyAngle::new(Arc::new(mesh)); // 4 by 3
    /// let (mut scratch, mut path) = (Scratch::new(), Path::default());
    /// let (query, mut opened) = (PathQuery::new([1.0, 1.0], [4.0, 1.0]), Opened(0));
    /// finder.find_path_observed(&query, &mut scratch, &mut path, &mut opened)?;
    /// assert_eq!(opened.0, 0); // the start sees the goal, so nothing is searched
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_path_observed(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        observer: &mut impl Observer<SeenInterval>,
    ) -> Result<(), PathError> {
        path.clear();
        let workspace: &mut Workspace = scratch.workspace();
        let mut task = PointTask::new(self, workspace, query)?;
        task.advance_observed(self, workspace, u64::MAX, observer);
        task.answer(self, workspace, Stop::Spent, path)
    }

    /// Finds the shortest path as [`AnyAngle::find_path_into`] does, and calls a progress hook
    /// regularly.
    ///
    /// Complexity: that of [`AnyAngle::find_path_into`], and a call for every `hook.nodes()` nodes.
    ///
    /// # Errors
    ///
    /// Those of [`AnyAngle::find_path_into`], and `Cancelled` if the hook cancels the search.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{Path, PathQuery, Scratch, ProgressHook};
    /// # use navmesh_search::AnyAngle;
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// use std::ops::ControlFlow;
    ///
    /// let finder = AnyAngle::new(Arc::new(mesh)); // 4 by 3
    /// let (mut scratch, mut path) = (Scratch::new(), Path::default());
    /// let query = PathQuery::new([1.0, 1.0], [4.0, 1.0]);
    /// let mut go_on = |_: &_| ControlFlow::Continue(()); // or Break(()), when the time is up
    /// finder.find_path_with_hook(&query, &mut scratch, &mut path, ProgressHook::every(64, &mut go_on))?;
    /// assert_eq!(path.length(), 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find_path_with_hook(
        &self,
        query: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
        mut hook: ProgressHook<'_>,
    ) -> Result<(), PathError> {
        path.clear();
        let workspace: &mut Workspace = scratch.workspace();
        let mut task = PointTask::new(self, workspace, query)?;
        loop {
            task.advance(self, workspace, hook.nodes());
            if task.stage() == Stage::Done {
                return task.answer(self, workspace, Stop::Spent, path);
            }
            if hook.cancels(&task.progress(self, workspace)) {
                return task.answer(self, workspace, Stop::Cancelled, path);
            }
        }
    }
}
