//! Following: the velocity along the route, and the proof that the route is still good.
//!
//! An agent walks to the next waypoint, and drops it as soon as it sees the one after. If others push it off its
//! path, the route is kept while a proved gap to the shortest path stays below a share of the rest. The proof is a
//! lower bound of the shortest path from where the agent stands. It starts at the bound of the search, and every
//! move lowers it by the length of the move. A waypoint in sight gives another bound: the rest of an optimal path
//! is optimal, so that the shortest path is no shorter than the rest behind the waypoint minus the way to it.

use navmesh_core::{DVec2, Guarantee, NavMesh};
use navmesh_search::MeshQueries;

use crate::crowd::Crowd;
use crate::events::{Event, StepReport};
use crate::rows::Route;

/// The greatest gap between a kept route and the shortest path, as a share of the route.
const GREATEST_GAP: f64 = 0.01;

impl Crowd {
    /// Writes the intended velocity of each agent, and marks routes that need a search.
    pub(super) fn follow_routes(&mut self, mesh: &NavMesh, seconds: f64, report: &mut StepReport) {
        let mut queries = MeshQueries::new(mesh);
        for row in 0..self.rows.len() {
            let wanted = if self.rows.walks(row) {
                self.advance(row, &mut queries);
                self.at_link(row, report);
                self.towards_next(row, seconds)
            } else {
                DVec2::ZERO
            };
            self.rows.intended[row] = self.within_acceleration(row, wanted, seconds);
        }
    }

    /// Drops waypoints that are passed, and marks a route that is hidden or too long.
    fn advance(&mut self, row: usize, queries: &mut MeshQueries<'_>) {
        let place = self.rows.places[row];
        let route = &mut self.rows.routes[row];
        if route.is_stale || route.path.waypoints().is_empty() {
            return;
        }
        let mut sees = |point: DVec2| queries.sees(place, point).unwrap_or(false);
        let mut is_next_seen = false;
        while let Some(after) = route.after_next().filter(|&after| sees(after)) {
            route.rest_after_next -= route.target().distance(after);
            route.next += 1;
            is_next_seen = true;
        }
        let to_next = route.target().distance(place.point);
        if !is_next_seen && !sees(route.target()) {
            route.is_stale = true;
        } else if !route.is_given {
            route.is_stale = route.gap(to_next) > GREATEST_GAP * route.path.length();
        }
    }

    /// Reports an agent at the entrance of a link.
    fn at_link(&mut self, row: usize, report: &mut StepReport) {
        let (agent, arrival) = (self.rows.keys[row], self.rows.options[row].arrival);
        let route = &mut self.rows.routes[row];
        let Some(&link) = route.path.link_of_leg(route.next) else { return };
        if !route.is_stale && route.target().distance(self.rows.places[row].point) <= arrival {
            report.events.push(Event::AtLink { agent, link });
        }
    }

    /// Returns the velocity to the next waypoint, and around it if the step is longer than that.
    fn towards_next(&self, row: usize, seconds: f64) -> DVec2 {
        let route = &self.rows.routes[row];
        if route.path.waypoints().is_empty() {
            return DVec2::ZERO;
        }
        let (speed, target) = (self.rows.options[row].max_speed, route.target());
        let to_next = target - self.rows.point(row);
        let beyond = speed * seconds - to_next.length();
        if beyond <= 0.0 {
            return to_next.normalize_or_zero() * speed;
        }
        let around = match route.after_next() {
            Some(after) => (after - target).clamp_length_max(beyond),
            None => DVec2::ZERO,
        };
        (to_next + around) / seconds
    }

    /// Returns the velocity nearest to `wanted` that the agent's acceleration permits.
    fn within_acceleration(&self, row: usize, wanted: DVec2, seconds: f64) -> DVec2 {
        let velocity = self.rows.velocities[row];
        match self.rows.options[row].max_acceleration {
            Some(limit) => velocity + (wanted - velocity).clamp_length_max(limit * seconds),
            None => wanted,
        }
    }
}

impl Route {
    /// Returns the waypoint that the agent walks to. The path is not empty.
    pub(crate) fn target(&self) -> DVec2 {
        self.path.waypoints()[self.next]
    }

    /// Returns the waypoint after the next one, unless a link leads to it.
    fn after_next(&self) -> Option<DVec2> {
        let is_link = self.path.link_of_leg(self.next).is_some();
        self.path.waypoints().get(self.next + 1).copied().filter(|_| !is_link)
    }

    /// Returns a proved gap between the rest of the route and the shortest path, in map units.
    fn gap(&mut self, to_next: f64) -> f64 {
        if self.path.guarantee() == Guarantee::Optimal {
            self.bound = self.bound.max(self.rest_after_next - to_next);
        }
        if self.next + 1 == self.path.waypoints().len() {
            return 0.0; // straight to the goal
        }
        to_next + self.rest_after_next - self.bound
    }
}
