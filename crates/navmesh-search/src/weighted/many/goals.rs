//! The goals of a search for many: their places, and the bounds on their costs.

use navmesh_core::backend::{Endpoint, Endpoints};
use navmesh_core::{Guarantee, NavMesh, Path, PathError, PathQuery, PathStatus};

use crate::weighted::workspace::MAX_ROUNDING;

/// The knowledge about a goal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum State {
    /// Its cost is wanted.
    Wanted,
    /// It is at least as far as all wanted goals.
    Beyond,
    /// It is answered by a query of its own, since the start must be moved to another place.
    Apart,
    /// No path, with the reason.
    Lost(PathError),
}

/// A goal, and the bounds on the cost of the cheapest path to it.
#[derive(Debug, Clone)]
pub(super) struct Goal {
    /// The query for this goal alone.
    pub(super) query: PathQuery,
    pub(super) end: Endpoint,
    pub(super) status: PathStatus,
    pub(super) state: State,
    /// The cost of a known path; infinite without one.
    pub(super) upper: f64,
    /// No path costs less.
    pub(super) lower: f64,
    /// A bound on the rounding of both, in map units of cost.
    pub(super) rounding: f64,
    /// The greatest sum of the costs per unit of length of the legs of a way to it.
    pub(super) rates: f64,
    /// The gap of the last proof for this goal.
    pub(super) gap: f64,
    /// The known path.
    pub(super) path: Path,
}

impl Goal {
    /// Places a goal as a query from the start would.
    pub(super) fn new(
        mesh: &NavMesh,
        start: &Endpoint,
        query: PathQuery,
        endpoints: &mut Endpoints,
    ) -> Self {
        let state = match endpoints.place(mesh, &query) {
            Err(error) => State::Lost(error),
            Ok(())
                if (endpoints.start.point, endpoints.start.layer) != (start.point, start.layer) =>
            {
                State::Apart
            }
            Ok(()) => State::Wanted,
        };
        Self {
            query,
            end: endpoints.goal.clone(),
            status: endpoints.status,
            state,
            upper: f64::INFINITY,
            lower: 0.0,
            rounding: 0.0,
            rates: 0.0,
            gap: f64::INFINITY,
            path: Path::default(),
        }
    }

    pub(super) fn is_wanted(&self) -> bool {
        self.state == State::Wanted
    }

    /// True if the bounds agree up to rounding.
    pub(super) fn is_closed(&self) -> bool {
        self.lower >= self.upper - self.doubt()
    }

    /// The rounding of the distance, as far as it counts as rounding.
    pub(super) fn doubt(&self) -> f64 {
        self.rounding.min(MAX_ROUNDING * self.upper)
    }

    /// Returns the lower bound for users: the upper one if they agree up to rounding.
    pub(super) fn bound(&self) -> f64 {
        if self.is_closed() { self.upper } else { self.lower.min(self.upper) }
    }

    /// True if the goal is wanted and no path to it is known.
    pub(super) fn is_unreached(&self) -> bool {
        self.is_wanted() && self.upper == f64::INFINITY
    }

    /// Takes the answer of a query for this goal alone.
    pub(super) fn take_path(&mut self, path: Path) {
        let is_optimal = path.guarantee() == Guarantee::Optimal;
        self.raise_lower(if is_optimal { path.cost() } else { path.lower_bound() });
        if path.cost() < self.upper {
            self.upper = path.cost();
            self.path = path;
        }
    }

    /// Takes a lower bound.
    pub(super) fn raise_lower(&mut self, bound: f64) {
        self.lower = self.lower.max(bound);
    }
}
