//! Paths to any of several goals in slices, by the exact search or over ground of different costs.

use navmesh_core::incremental::{PathTask, SearchTask, Session};
use navmesh_core::{Goals, Path, PathError, PathQuery, Place, Progress, Scratch, Stage};
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
    Weighted { search: Box<search::WeightedToAnySession>, finder: MeshFinder, start: Place },
}

impl NearestGoalTask {
    pub(super) fn new(map: Map, start: Place, goals: &Goals<'_>) -> Result<Self, PathError> {
        let kind = if map.is_uniform() {
            Kind::Exact(Box::new(map.any_angle.begin_to_any(start, goals)?))
        } else {
            let search = Box::new(map.weighted().begin_to_any(start, goals)?);
            Kind::Weighted { search, finder: MeshFinder::from_map(map), start }
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
                finder.keep_cheaper_to_end(*start, &mut Scratch::new(), path)
            }
        }
    }
}

impl MeshFinder {
    /// Replaces the path to one of several goals by that of a cheaper search between the same ends.
    pub(super) fn keep_cheaper_to_end(
        &self,
        start: Place,
        scratch: &mut Scratch,
        path: &mut Path,
    ) -> Result<(), PathError> {
        let end = path.places(self.map.mesh()).last().copied().unwrap_or(start);
        self.or_cheaper(Ok(()), &PathQuery::new(start, end), scratch, path)
    }
}
