//! Errors for places and routes that doors or a filter close. They compare the mesh with the open one.

use std::sync::Arc;

use crate::error::{PathError, QuerySide};
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

    /// True if a cell at a place is closed, by doors or by a filter.
    fn is_closed_at(&self, place: Place) -> bool {
        let mut before = std::iter::successors(self.more_open(), |mesh| mesh.more_open());
        before.any(|mesh| mesh.incidences_at(place).next().is_some())
    }
}
