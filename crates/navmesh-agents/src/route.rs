//! A path, and the progress on it.
//!
//! If others push an agent off its path, the route is kept while a proved gap to the shortest path stays below a share of
//! the rest. The proof is a lower bound of the shortest path from where the agent stands. It starts at the bound of the
//! search, and every move lowers it by the length of the move. A waypoint in sight gives another bound: the rest of an
//! optimal path is optimal, so that the shortest path is no shorter than the rest behind the waypoint minus the way to
//! it. A goal that moves lowers the bound by the length of its move.

use navmesh_core::{DVec2, Guarantee, Path, Place};
use navmesh_search::MeshQueries;

/// The greatest gap between a kept route and the shortest path, as a share of the rest of the route.
const GREATEST_GAP: f64 = 0.01;

/// A path and the progress on it.
#[derive(Debug, Clone, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Route {
    /// The path; empty until the first plan.
    pub(crate) path: Path,
    /// The waypoint that the agent walks to.
    pub(crate) next: usize,
    /// The end of the route, if the goal has moved from the end of the path.
    end: Option<DVec2>,
    /// The length of the route from `next` to its end.
    rest_after_next: f64,
    /// A lower bound of the length of the shortest path to the goal.
    pub(crate) bound: f64,
    /// True if a search is needed.
    pub(crate) is_stale: bool,
    /// True if the agent does not see the next waypoint, or has none.
    pub(crate) is_lost: bool,
    /// True if the goal was given as a path, and the path must be kept.
    pub(crate) is_given: bool,
    /// True while the agent stands at the entrance of a link.
    pub(crate) is_at_link: bool,
}

impl Route {
    /// Begins the path with its first waypoint.
    pub(crate) fn begin(&mut self) {
        self.next = 0;
        self.end = None;
        self.rest_after_next = self.path.length();
        self.bound = self.path.lower_bound();
        (self.is_stale, self.is_lost, self.is_given, self.is_at_link) =
            (false, false, false, false);
    }

    /// Drops the path. The next step plans another.
    pub(crate) fn forget(&mut self) {
        self.path.clear();
        (self.next, self.end) = (0, None);
        (self.is_stale, self.is_lost, self.is_given, self.is_at_link) = (true, true, false, false);
    }

    /// True if the route has no waypoints yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.path.waypoints().is_empty()
    }

    /// True if the agent walks straight to the end.
    pub(crate) fn is_at_last(&self) -> bool {
        self.next + 1 == self.path.waypoints().len()
    }

    /// Returns the waypoint of an index. The last one is the goal.
    fn waypoint(&self, index: usize) -> Option<DVec2> {
        let waypoint = self.path.waypoints().get(index).copied();
        let is_last = index + 1 == self.path.waypoints().len();
        self.end.filter(|_| is_last).or(waypoint)
    }

    /// Returns the waypoint that the agent walks to.
    pub(crate) fn target(&self) -> Option<DVec2> {
        self.waypoint(self.next)
    }

    /// Returns the end of the route.
    pub(crate) fn end(&self) -> Option<DVec2> {
        self.waypoint(self.path.waypoints().len().checked_sub(1)?)
    }

    /// Returns the waypoint after the next one, unless a link leads to it.
    pub(crate) fn after_next(&self) -> Option<DVec2> {
        let is_link = self.path.link_of_leg(self.next).is_some();
        self.waypoint(self.next + 1).filter(|_| !is_link)
    }

    /// Returns the waypoint before the next one, unless a link leads from it.
    fn before_next(&self) -> Option<DVec2> {
        let before = self.next.checked_sub(1)?;
        let is_link = self.path.link_of_leg(before).is_some();
        self.waypoint(before).filter(|_| !is_link)
    }

    /// Drops waypoints that are passed, and marks a route that is hidden or too long.
    pub(crate) fn advance(&mut self, place: Place, queries: &mut MeshQueries<'_>) {
        let Some(target) = self.target().filter(|_| !self.is_stale && !self.is_at_link) else {
            return;
        };
        let mut sees = |point: &DVec2| queries.sees(place, *point).unwrap_or(false);
        let (mut target, mut is_seen) = (target, false);
        while let Some(after) = self.after_next().filter(&mut sees) {
            self.rest_after_next -= target.distance(after);
            self.next += 1;
            (target, is_seen) = (after, true);
        }
        if !is_seen && !sees(&target) {
            // Pushed behind a corner: the waypoint before is often still in sight.
            match self.before_next().filter(sees) {
                Some(before) => {
                    self.rest_after_next += target.distance(before);
                    self.next -= 1;
                    target = before;
                }
                None => (self.is_stale, self.is_lost) = (true, true),
            }
        }
        let to_next = target.distance(place.point);
        let rest = to_next + self.rest_after_next;
        self.is_stale |= !self.is_given && self.gap(to_next) > GREATEST_GAP * rest;
    }

    /// Returns a proved gap between the rest of the route and the shortest path, in map units, for an agent that sees the
    /// next waypoint at the distance `to_next`.
    pub(crate) fn gap(&mut self, to_next: f64) -> f64 {
        if self.path.guarantee() == Guarantee::Optimal && self.end.is_none() {
            self.bound = self.bound.max(self.rest_after_next - to_next);
        }
        if self.is_at_last() {
            return 0.0; // straight to the goal
        }
        to_next + self.rest_after_next - self.bound
    }

    /// Moves the end of the route to another goal. Returns false if a new path is needed.
    pub(crate) fn move_end(
        &mut self,
        place: Place,
        goal: Place,
        queries: &mut MeshQueries<'_>,
    ) -> bool {
        let Some(end) = self.end().filter(|_| !self.is_stale && !self.is_given) else {
            return false;
        };
        if goal.cell.is_some() || goal.layer.is_some() || !goal.point.is_finite() {
            return false; // only a search finds out on which side or floor that is
        }
        let from = match self.path.waypoints().len().checked_sub(2) {
            Some(before) if before >= self.next => Place::new(self.path.waypoints()[before]),
            _ => place,
        };
        if !queries.sees(from, goal.point).unwrap_or(false) {
            return false;
        }
        if !self.is_at_last() {
            self.rest_after_next += from.point.distance(goal.point) - from.point.distance(end);
        }
        self.bound -= end.distance(goal.point);
        self.end = Some(goal.point);
        true
    }

    /// True if indices and numbers are in their ranges.
    pub(crate) fn is_valid(&self) -> bool {
        let is_index = self.next < self.path.waypoints().len() || self.is_empty();
        let is_finite = self.rest_after_next.is_finite() && !self.bound.is_nan();
        is_index && is_finite && self.end.is_none_or(DVec2::is_finite)
    }
}

#[cfg(test)]
mod tests;
