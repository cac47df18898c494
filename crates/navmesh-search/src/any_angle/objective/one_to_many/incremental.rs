//! The search for many goals, in slices.

use navmesh_core::incremental::Session;
use navmesh_core::{ManyQuery, PathError, Place, Progress, Scratch, Stage};

use super::outcome::Outcome;
use super::{Many, NearGoal, PathTree};
use crate::any_angle::finder::AnyAngle;
use crate::any_angle::search::workspace::Workspace;
use crate::any_angle::session::pause::Pause;
use crate::any_angle::session::task::{AnyAngleTask, SlicedSearch};

/// The state of a search for the paths to many goals between two slices, apart from its workspace.
#[derive(Debug)]
pub struct PathTreeTask {
    many: Many,
    pause: Pause,
    /// The number of nearest goals that are wanted.
    count: usize,
}

/// A search for the paths to many goals that the caller advances in slices; made by
/// [`AnyAngle::begin_many`].
pub type PathTreeSession = Session<AnyAngleTask<PathTreeTask>>;

impl AnyAngle {
    /// Begins a search for the paths to all goals, or to the `count` nearest ones; the caller advances it in slices
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
    /// # use navmesh_core::{ManyQuery, Place, Stage};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let goals = [[3.0, 1.0], [1.0, 3.0]].map(Place::from);
    /// let mut search = finder.begin_many(&ManyQuery::new([1.0, 1.0], &goals), None)?;
    /// while search.advance(64) == Stage::InProgress {}
    /// assert_eq!(search.tree().distances().collect::<Vec<_>>(), [2.0, 2.0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_many(
        &self,
        query: &ManyQuery<&[Place]>,
        count: Option<usize>,
    ) -> Result<PathTreeSession, PathError> {
        let count = count.unwrap_or(query.goals().len());
        let (mut workspace, mut many) = (Box::<Workspace>::default(), Many::default());
        self.prepare(query, count, &mut workspace, &mut many)?;
        let kind = PathTreeTask { many, pause: Pause::default(), count };
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
        self.many.stage(&self.pause)
    }

    /// Returns the progress; all distances up to its lower bound are known.
    fn progress(&self, _: &AnyAngle, _: &Workspace) -> Progress {
        self.pause.progress(self.many.proved(&self.pause), None)
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
        let PathTreeTask { many, pause, .. } = &self.kind;
        let mut tree = self.finder.grow(pause, &self.workspace, many);
        tree.answers = self.finder.ask_apart(many, pause, &mut Scratch::new());
        tree
    }

    /// Writes the nearest goals whose distances are known so far into `nearest`, nearest first.
    ///
    /// Complexity: O(n log n) in the number of goals.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use navmesh_core::{ManyQuery, Place};
    /// # use navmesh_search::AnyAngle;
    /// # let room = navmesh_testkit::worlds::meshes::room();
    /// let finder = AnyAngle::new(Arc::new(room)); // 4 by 3
    /// let goals = [[3.0, 1.0], [1.0, 2.0]].map(Place::from);
    /// let mut search = finder.begin_many(&ManyQuery::new([1.0, 1.0], &goals), Some(1))?;
    /// search.advance(u64::MAX);
    /// let mut near = Vec::new();
    /// search.nearest(&mut near)?;
    /// assert_eq!(near[0].goal, 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `BudgetExhausted` while the search is in progress, or if it spent its nodes.
    pub fn nearest(&self, nearest: &mut Vec<NearGoal>) -> Result<(), PathError> {
        let PathTreeTask { many, pause, count } = &self.kind;
        let answers = &self.finder.ask_apart(many, pause, &mut Scratch::new());
        Outcome { many, pause, answers }.write_nearest(*count, nearest)
    }
}
