//! Paths to any of several goals in slices, by the exact search or over ground of different costs.

use navmesh_core::incremental::{PathTask, SearchTask, Session};
use navmesh_core::{Goals, ManyQuery, Path, PathError, PathQuery, Progress, Scratch, Stage};
use navmesh_search as search;

use super::MeshFinder;
use super::map::Map;

/// A search for a path to any of several goals that the caller advances in slices; made by
/// [`MeshFinder::begin_to_any`].
pub type NearestGoalSession = Session<NearestGoalTask>;

/// A search for a path to any of several goals that owns its memory and shares its mesh.
#[derive(Debug)]
pub struct NearestGoalTask {
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Exact(Box<search::NearestGoalSession>),
    Weighted {
        search: Box<search::WeightedToAnySession>,
        finder: Box<MeshFinder>,
        start: Box<PathQuery>,
    },
}

impl NearestGoalTask {
    pub(super) fn new(map: Map, query: &ManyQuery<Goals<'_>>) -> Result<Self, PathError> {
        let kind = if map.is_uniform() {
            Kind::Exact(Box::new(map.any_angle.begin_to_any(query)?))
        } else {
            let search = Box::new(map.weighted().begin_to_any(query)?);
            let (finder, start) = (Box::new(MeshFinder::from_map(map)), Box::new(query.to_start()));
            Kind::Weighted { search, finder, start }
        };
        Ok(Self { kind })
    }

    /// Returns the number of the point, segment or side at which the answer ends; `None` until a path is found.
    #[must_use]
    pub fn goal(&self) -> Option<usize> {
        match &self.kind {
            Kind::Exact(search) => search.goal(),
            Kind::Weighted { search, .. } => search.goal(),
        }
    }
}

impl SearchTask for NearestGoalTask {
    fn advance(&mut self, nodes: u64) {
        match &mut self.kind {
            Kind::Exact(search) => search.advance(nodes),
            Kind::Weighted { search, .. } => search.advance(nodes),
        };
    }

    fn stage(&self) -> Stage {
        match &self.kind {
            Kind::Exact(search) => search.stage(),
            Kind::Weighted { search, .. } => search.stage(),
        }
    }

    fn progress(&self) -> Progress {
        match &self.kind {
            Kind::Exact(search) => search.progress(),
            Kind::Weighted { search, .. } => search.progress(),
        }
    }
}

impl PathTask for NearestGoalTask {
    fn answer_into(&self, path: &mut Path) -> Result<(), PathError> {
        match &self.kind {
            Kind::Exact(search) => search.answer_into(path),
            Kind::Weighted { search, finder, start } => {
                search.answer_into(path)?;
                finder.keep_cheaper_to_end(start, &mut Scratch::new(), path)
            }
        }
    }
}

impl MeshFinder {
    /// Replaces the path to one of several goals by that of a cheaper search between the same ends. Returns an error if
    /// the path costs more than the query of the start allows.
    pub(super) fn keep_cheaper_to_end(
        &self,
        start: &PathQuery,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let start_place = start.start_place();
        let end = path.places(self.map.mesh()).last().copied().unwrap_or(start_place);
        let mut query = PathQuery::new(start_place, end);
        (query.snap, query.start_policy) = (start.snap, start.start_policy);
        self.or_cheaper(Ok(()), &query, scratch, path)?;
        if start.max_cost.is_some_and(|max_cost| path.cost() > max_cost) {
            let (lower_bound, expanded) = (path.lower_bound(), path.stats().expanded);
            return Err(PathError::BudgetExhausted { lower_bound, expanded });
        }
        Ok(())
    }
}
