//! The flood to many goals, in slices.

use navmesh_core::{PathError, Place, Progress, ProgressHook, Scratch, Stage};

use super::{Many, PathTree};
use crate::any_angle::AnyAngle;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;

/// A search for the paths from a start to many goals that its owner advances; made by
/// [`AnyAngle::begin_paths`].
///
/// However it is sliced, it comes to the same as in one go. A budget of n nodes is `advance(n)`, and then the
/// paths as far as they are proved.
#[derive(Debug)]
pub struct IncrementalPaths {
    finder: AnyAngle,
    workspace: Box<Workspace>,
    many: Many,
    pause: Pause,
    start: Place,
    goals: Vec<Place>,
}

impl AnyAngle {
    /// Begins the search of [`paths_from`](AnyAngle::paths_from), to be sliced or called off; it shares the
    /// mesh, and has its own memory.
    ///
    /// Complexity: as placing start and goals; its memory, linear in the mesh, is allocated here.
    ///
    /// # Errors
    ///
    /// As [`paths_from`](AnyAngle::paths_from).
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{DVec2, NavMesh, RawMesh, Stage};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
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
    ) -> Result<IncrementalPaths, PathError> {
        let (start, mut workspace, mut many) =
            (start.into(), Box::<Workspace>::default(), Many::default());
        self.prepare(start, goals, goals.len(), &mut workspace, &mut many)?;
        let (finder, pause) = (self.clone(), Pause::default());
        Ok(IncrementalPaths {
            finder,
            workspace,
            many,
            pause,
            start,
            goals: goals.iter().map(|&goal| goal.into()).collect(),
        })
    }
}

impl IncrementalPaths {
    /// Expands up to so many nodes more.
    ///
    /// Complexity: as so many nodes of [`AnyAngle::paths_from`].
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{NavMesh, RawMesh, Stage};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let mut search = finder.begin_paths([1.0, 1.0], &[[3.0, 1.0]])?;
    /// while search.advance(64) == Stage::InProgress {
    ///     // ... until the next frame ...
    /// }
    /// assert!(search.progress().lower_bound >= 2.0); // so far all is known
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance(&mut self, nodes: u64) -> Stage {
        if self.pause.stage() == Stage::InProgress {
            self.finder.flood_on(&mut self.pause, nodes, &mut self.workspace, &mut self.many);
        }
        self.pause.stage()
    }

    /// Searches to the end, and asks on the way whether to go on.
    ///
    /// Complexity: as [`AnyAngle::paths_from`], and a call every so many nodes.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{NavMesh, RawMesh, Stage, ProgressHook};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// use std::ops::ControlFlow;
    ///
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let mut search = finder.begin_paths([1.0, 1.0], &[[3.0, 1.0]])?;
    /// let mut go_on = |_: &_| ControlFlow::Continue(());
    /// assert_eq!(search.advance_with_hook(ProgressHook::every(64, &mut go_on)), Stage::Done);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance_with_hook(&mut self, mut watch: ProgressHook<'_>) -> Stage {
        while self.advance(watch.nodes()) == Stage::InProgress {
            if watch.cancels(&self.progress()) {
                return Stage::InProgress;
            }
        }
        Stage::Done
    }

    /// How far it has come: its lower bound is how far from the start all distances are known.
    #[must_use]
    pub fn progress(&self) -> Progress {
        self.pause.progress(self.many.rounding)
    }

    /// The paths, as far as they are known.
    ///
    /// Goals for which the start has to be moved onto other ground are queries of their own, and asked here
    /// once the search is done; so are all where links from island to island cost many times what the map is wide.
    ///
    /// Complexity: linear in the goals and the roots of the search.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{NavMesh, RawMesh, Stage};
    /// # use navmesh_search::AnyAngle;
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let mut search = finder.begin_paths([1.0, 1.0], &[[3.0, 1.0]])?;
    /// while search.advance(64) == Stage::InProgress {}
    /// assert_eq!(search.tree().path_to(0)?.length(), 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn tree(&self) -> PathTree {
        let mut tree = self.finder.grow(&self.pause, &self.workspace, &self.many);
        if self.pause.stage() == Stage::Done {
            tree.ask_apart(self.start, &self.goals, &mut Scratch::new());
        }
        tree
    }
}
