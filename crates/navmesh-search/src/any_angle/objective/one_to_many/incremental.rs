//! The search for many goals, in slices.

use navmesh_core::incremental::Session;
use navmesh_core::{PathError, Place, Progress, Scratch, Stage};

use super::{Many, PathTree};
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;
use crate::any_angle::session::task::{AnyAngleTask, SlicedSearch};

/// The state of a search for the paths to many goals between two slices, apart from its workspace.
#[derive(Debug)]
pub struct PathTreeTask {
    many: Many,
    pause: Pause,
    start: Place,
    goals: Vec<Place>,
}

/// A search for the paths to many goals that the caller advances in slices; made by
/// [`AnyAngle::begin_paths`].
pub type PathTreeSession = Session<AnyAngleTask<PathTreeTask>>;

impl AnyAngle {
    /// Begins the search of [`paths_from`](AnyAngle::paths_from); the caller advances it in slices
    /// and may cancel it. The session shares the mesh and has its own workspace.
    ///
    /// Complexity: point location of start and goals, and memory linear in the mesh.
    ///
    /// # Errors
    ///
    /// `InvalidQuery`, `StartOutside` or `OnClosedCell` for the start; `Unsupported` if cells have
    /// costs.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{DVec2, Stage};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let goals = [[3.0, 1.0], [1.0, 3.0]].map(DVec2::from);
    /// let mut search = finder.begin_paths([1.0, 1.0], &goals)?;
    /// while search.advance(64) == Stage::InProgress {}
    /// assert_eq!(search.tree().distances().collect::<Vec<_>>(), [2.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_paths(
        &self,
        start: impl Into<Place>,
        goals: &[impl Into<Place> + Copy],
    ) -> Result<PathTreeSession, PathError> {
        let (start, mut workspace, mut many) =
            (start.into(), Box::<Workspace>::default(), Many::default());
        self.prepare(start, goals, goals.len(), &mut workspace, &mut many)?;
        let goals = goals.iter().map(|&goal| goal.into()).collect();
        let kind = PathTreeTask { many, pause: Pause::default(), start, goals };
        Ok(Session::new(AnyAngleTask { finder: self.clone(), workspace, kind }))
    }
}

impl SlicedSearch for PathTreeTask {
    fn advance(&mut self, finder: &AnyAngle, workspace: &mut Workspace, nodes: u64) {
        if self.stage() == Stage::InProgress {
            finder.flood_on(&mut self.pause, nodes, workspace, &mut self.many);
        }
    }

    fn stage(&self) -> Stage {
        self.pause.stage()
    }

    /// Returns the progress; all distances up to its lower bound are known.
    fn progress(&self, _: &AnyAngle, _: &Workspace) -> Progress {
        self.pause.progress(self.pause.lower_bound(self.many.rounding), None)
    }
}

impl AnyAngleTask<PathTreeTask> {
    /// Returns the paths found so far.
    ///
    /// Goals for which the start must be moved to another place need queries of their own. They run
    /// here, once the search is done.
    ///
    /// Complexity: linear in the goals and the roots of the search.
    #[must_use]
    pub fn tree(&self) -> PathTree {
        let PathTreeTask { many, pause, start, goals } = &self.kind;
        let mut tree = self.finder.grow(pause, &self.workspace, many);
        if pause.stage() == Stage::Done {
            tree.ask_apart(*start, goals, &mut Scratch::new());
        }
        tree
    }
}
