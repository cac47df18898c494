//! What is said where ground is closed: the same mesh with all of it open is asked.

use std::sync::Arc;

use super::NavMesh;
use crate::endpoints::Endpoints;
use crate::error::{PathError, QuerySide};
use crate::place::Place;
use crate::query::PathQuery;

impl NavMesh {
    /// What is wrong with a place that no cell holds: it is on ground that is closed, or on none.
    #[must_use]
    pub fn missing_ground(&self, place: impl Into<Place>, side: QuerySide) -> PathError {
        let place = place.into();
        match side {
            _ if self.is_closed_at(place) => PathError::OnClosedGround { side, place },
            QuerySide::Start => PathError::StartOutside { place },
            QuerySide::Goal => PathError::GoalOutside { place },
        }
    }

    /// What is wrong where no way leads from one place of the ground to another: every way is closed, or there is
    /// none. For those who implement a backend.
    ///
    /// Complexity: location, of both places, where ground is closed.
    #[must_use]
    pub fn unreachable_error(&self, start: impl Into<Place>, goal: impl Into<Place>) -> PathError {
        let (start, goal) = (start.into(), goal.into());
        let query = PathQuery::new(start, goal);
        let leads = |open: &Arc<Self>| Endpoints::default().place(open, &query).is_ok();
        match self.all_open().is_some_and(leads) {
            true => PathError::ClosedOff { start, goal },
            false => PathError::Unreachable { start, goal },
        }
    }

    /// The mesh with nothing closed, neither by doors nor by filters; `None` where nothing ever was. For those who implement
    /// a backend.
    #[must_use]
    pub fn all_open(&self) -> Option<&Arc<Self>> {
        std::iter::successors(self.more_open(), |mesh| mesh.more_open()).last()
    }

    /// The mesh that this one was made of by closing doors, or else by a filter.
    pub(super) fn more_open(&self) -> Option<&Arc<Self>> {
        self.opened().or(self.wider.as_ref())
    }

    /// True where the ground at a place is closed, by doors or by a filter.
    fn is_closed_at(&self, place: Place) -> bool {
        let mut before = std::iter::successors(self.more_open(), |mesh| mesh.more_open());
        before.any(|mesh| mesh.incidences_at(place).next().is_some())
    }
}
