//! Errors for places and routes that doors or a filter close. They compare the mesh with the open one.

use std::sync::Arc;

use super::MeshDoor;
use crate::error::{PathError, QuerySide};
use crate::geom::nearest_on_segment;
use crate::mesh::NavMesh;
use crate::mesh::Place;
use crate::query::{Endpoints, PathQuery};

impl NavMesh {
    /// Returns the error for a place that no cell holds. It tells closed cells from places off the mesh.
    #[must_use]
    pub fn outside_error(&self, place: impl Into<Place>, side: QuerySide) -> PathError {
        let place = place.into();
        match side {
            _ if self.is_closed_at(place) => PathError::OnClosedCell { side, place },
            QuerySide::Start => PathError::StartOutside { place },
            QuerySide::Goal => PathError::GoalOutside { place },
        }
    }

    /// Returns the error for two places on the mesh that no path joins; for implementors of a backend.
    ///
    /// It is `ClosedOff` if a path would exist with everything open, else `Unreachable`.
    ///
    /// Complexity: that of locating both places, if anything is closed.
    #[must_use]
    pub fn unreachable_error(&self, start: impl Into<Place>, goal: impl Into<Place>) -> PathError {
        let (start, goal) = (start.into(), goal.into());
        let query = PathQuery::new(start, goal);
        let is_connected = |open: &Arc<Self>| Endpoints::default().place(open, &query).is_ok();
        if self.all_open().is_some_and(is_connected) {
            PathError::ClosedOff { start, goal }
        } else {
            PathError::Unreachable { start, goal }
        }
    }

    /// Returns the mesh with everything open and no filter; for implementors of a backend.
    ///
    /// `None` if no doors were ever closed and no filter was applied.
    #[must_use]
    pub fn all_open(&self) -> Option<&Arc<Self>> {
        std::iter::successors(self.more_open(), |mesh| mesh.more_open()).last()
    }

    /// Returns the mesh before its doors were closed, or else before it was filtered.
    pub(super) fn more_open(&self) -> Option<&Arc<Self>> {
        self.opened().or(self.unfiltered.as_ref())
    }

    /// Returns the distance of a place in the margins of closed doors from the nearest of their edges.
    pub(crate) fn closed_door_distance(&self, place: Place) -> Option<f64> {
        let open = self.opened()?;
        let slots: Vec<u32> = open.incidences_at(place).map(|at| at.cell.slot).collect();
        let holds = |door: &&MeshDoor| slots.iter().any(|slot| door.margin.contains(slot));
        let edges = open.doors.iter().filter(holds).flat_map(|door| &door.edges);
        let closed = edges.filter(|&&edge| self.edge(edge).is_wall() && !open.edge(edge).is_wall());
        let ends = closed.map(|&edge| open.edge_ends(edge));
        let distances =
            ends.map(|[a, b]| nearest_on_segment(a, b, place.point).distance(place.point));
        distances.min_by(f64::total_cmp)
    }

    /// True if a cell at a place is closed, by doors or by a filter.
    fn is_closed_at(&self, place: Place) -> bool {
        let mut before = std::iter::successors(self.more_open(), |mesh| mesh.more_open());
        before.any(|mesh| mesh.incidences_at(place).next().is_some())
    }
}
