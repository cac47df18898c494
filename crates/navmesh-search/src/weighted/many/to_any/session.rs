//! The search for the cheapest path to any of several goals, in slices.

use navmesh_core::incremental::{PathTask, SearchTask, Session};
use navmesh_core::{Goals, ManyQuery, Path, PathError, Progress, Stage};

use super::{Phase, ToAny};
use crate::weighted::finder::WeightedFinder;
use crate::weighted::workspace::Workspace;

/// A search for the cheapest path to any of several goals that owns its memory.
#[derive(Debug)]
pub struct WeightedToAnyTask {
    finder: WeightedFinder,
    workspace: Box<Workspace>,
    search: ToAny,
}

/// A search for the cheapest path to any of several goals that the caller advances in slices; made by
/// [`WeightedFinder::begin_to_any`].
pub type WeightedToAnySession = Session<WeightedToAnyTask>;

impl WeightedFinder {
    /// Begins the search of [`WeightedFinder::find_path_to_any`]; the caller advances it in slices.
    ///
    /// Complexity: point location of the start and the goals, and what they see of their regions.
    ///
    /// # Errors
    ///
    /// Those of [`WeightedFinder::find_path_to_any`] that are found without a search.
    pub fn begin_to_any(
        &self,
        query: &ManyQuery<Goals<'_>>,
    ) -> Result<WeightedToAnySession, PathError> {
        let mut workspace = Box::<Workspace>::default();
        let search = ToAny::new(self, &mut workspace, query)?;
        Ok(Session::new(WeightedToAnyTask { finder: self.clone(), workspace, search }))
    }
}

impl WeightedToAnyTask {
    /// Returns the number of the point, segment or side at which the answer ends; `None` until a path is found.
    #[must_use]
    pub fn goal(&self) -> Option<usize> {
        self.search.goal()
    }
}

impl SearchTask for WeightedToAnyTask {
    fn advance(&mut self, nodes: u64) {
        self.search.advance(&self.finder, &mut self.workspace, nodes);
    }

    fn stage(&self) -> Stage {
        self.search.stage()
    }

    fn progress(&self) -> Progress {
        let search = &self.search;
        let open = match &search.phase {
            Phase::Round(task) => task.progress(&self.workspace).open,
            Phase::Last(task) => task.progress(&self.workspace).open,
            Phase::Failed(_) => 0,
        };
        let best = search.best.map(|best| best.cost);
        Progress { expanded: search.expanded, open, lower_bound: search.least(), best }
    }
}

impl PathTask for WeightedToAnyTask {
    fn answer_into(&self, path: &mut Path) -> Result<(), PathError> {
        self.search.answer(&self.finder, &self.workspace, path)
    }
}
