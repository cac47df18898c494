//! A path, and the progress on it.
//!
//! If others push an agent off its path, the route is kept while a proved gap to the shortest path stays below a share of
//! the rest. The proof is a lower bound of the shortest path from where the agent stands. It starts at the bound of the
//! search, and every move lowers it by the length of the move. A waypoint in sight gives another bound: the rest of an
//! optimal path is optimal, so that the shortest path is no shorter than the rest behind the waypoint minus the way to
//! it. If the search has left a gap, that rest may be too long by the gap, and no more. With a waypoint that the agent has passed, the gap is the detour by the agent's position: an agent that is pushed
//! aside in the middle of a long leg proves a gap of the second order. Such a waypoint is asked for only if the bound of
//! the moves is too low. A goal that moves lowers the bound by the length of its move. An edit that opens ground lowers it to the least
//! length over that ground.

use navmesh_core::backend::geom::{nearest_on_segment, ring::segments_touch};
use navmesh_core::{DVec2, Guarantee, NavMesh, Path, Place};
use navmesh_search::MeshQueries;

/// The greatest gap between a kept route and the shortest path, as a share of the rest of the route.
const GREATEST_GAP: f64 = 0.01;

/// The most waypoints behind an agent that may raise its bound.
const MOST_BEHIND: usize = 8;

/// The urgency of a search for an agent that has no path in sight. It is finite, so that states can be saved as text.
pub(crate) const LOST: f64 = f64::MAX;

/// The share of the cost of a bend by which a straight way past it may be costlier, on weighted regions.
const CUT: f64 = 5e-4;

/// True if the straight way past a point costs no more than the way over it. That is so where all cells cost 1.
pub(crate) fn is_no_costlier(
    queries: &mut MeshQueries<'_>,
    place: Place,
    [by, to]: [DVec2; 2],
) -> bool {
    if queries.mesh().is_uniform() {
        return true;
    }
    let mut cost = |points: &[DVec2]| queries.straight_cost(place, points).ok().flatten();
    let (straight, bent) = (cost(&[to]), cost(&[by, to]));
    straight.zip(bent).is_none_or(|(straight, bent)| straight <= bent * (1.0 + CUT))
}

/// The kind of a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) enum Kind {
    /// The shortest path, or one within the gap.
    #[default]
    Shortest,
    /// A path of the program's own, which is kept.
    Given,
    /// A way around jams, which is kept until one of them clears.
    Detour,
}

/// The rays of an agent in a step. Each takes time, so far from the next waypoint an agent looks at it in one step and
/// beyond it in the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// At the next waypoint, and beyond it.
    Both,
    /// At the next waypoint.
    Next,
    /// Beyond it. The gap is not measured then.
    Beyond,
}

/// An agent's view of its route.
pub(crate) struct View<'a, 'm> {
    pub(crate) queries: &'a mut MeshQueries<'m>,
    /// The lines of jams. A detour leads around those that there were when it was found.
    pub(crate) jams: &'a [[DVec2; 2]],
    pub(crate) look: Look,
    /// True if the agent makes progress. Then its next waypoint may be hidden behind a corner that it slides around.
    pub(crate) may_slide: bool,
}

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
    /// The gap that the search has left open, in map units. It is no reason to search again.
    left_open: f64,
    /// The most by which a rest of the path may exceed the shortest path from there, in map units; `None` if nothing
    /// is proved.
    slack: Option<f64>,
    /// The urgency of a search: 0 if none is needed, else the gap as a share of the rest, or [`LOST`].
    pub(crate) urgency: f64,
    /// The kind.
    pub(crate) kind: Kind,
    /// True while the agent stands at the entrance of a link.
    pub(crate) is_at_link: bool,
}

impl View<'_, '_> {
    /// True if an agent can walk straight to a place.
    fn sees(&mut self, place: Place, to: Place) -> bool {
        self.queries.sees(place, to).unwrap_or(false)
    }

    /// True if an agent can walk straight to `to`, and pays no more for it than by way of `by`.
    fn may_cut(&mut self, place: Place, by: DVec2, to: Place) -> bool {
        self.sees(place, to) && is_no_costlier(self.queries, place, [by, to.point])
    }

    /// True if the straight way past a waypoint leads over a jam that the way by the waypoint avoids.
    fn cuts_through_jam(&self, from: DVec2, [by, to]: [DVec2; 2]) -> bool {
        self.jams.iter().any(|&jam| {
            let touches = |a, b| segments_touch(jam, [a, b]);
            touches(from, to) && !touches(from, by) && !touches(by, to)
        })
    }
}

impl Route {
    /// Begins the path with its first waypoint.
    pub(crate) fn begin(&mut self) {
        self.next = 0;
        self.end = None;
        self.rest_after_next = self.path.length();
        let path = &self.path;
        self.left_open = match path.guarantee() {
            // A shorter rest would make the whole path shorter by as much.
            Guarantee::Bounded { gap } if path.cost() == path.length() => gap,
            // Where costs differ, the plan counts as the best one. Lengths tell how far the agent is pushed from it.
            _ => 0.0,
        };
        (self.bound, self.slack) = (path.length() - self.left_open, Some(self.left_open));
        (self.urgency, self.kind, self.is_at_link) = (0.0, Kind::Shortest, false);
    }

    /// Drops the path. The next step plans another.
    pub(crate) fn forget(&mut self) {
        self.path.clear();
        (self.next, self.end) = (0, None);
        self.plan_again();
    }

    /// Keeps the path until the next search, which comes before those of agents that can walk on.
    pub(crate) fn plan_again(&mut self) {
        (self.urgency, self.kind, self.is_at_link) = (LOST, Kind::Shortest, false);
    }

    /// True if a search is needed.
    pub(crate) fn is_stale(&self) -> bool {
        self.urgency > 0.0
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

    /// Returns a waypoint on its floor. A point of another floor may lie in sight below it.
    fn place(&self, index: usize, mesh: &NavMesh) -> Option<Place> {
        let layer = self.path.waypoint_layer(index).filter(|_| mesh.has_layers());
        Some(Place { layer, ..Place::new(self.waypoint(index)?) })
    }

    /// Returns the waypoint that the agent walks to, on its floor.
    pub(crate) fn target_place(&self, mesh: &NavMesh) -> Option<Place> {
        self.place(self.next, mesh)
    }

    /// Returns the end of the route on its floor.
    pub(crate) fn end_place(&self, mesh: &NavMesh) -> Option<Place> {
        self.place(self.path.waypoints().len().checked_sub(1)?, mesh)
    }

    /// Returns a point around the next waypoint on its floor; `None` if the way there leads over several.
    pub(crate) fn around_next(&self, place: Place, point: DVec2, mesh: &NavMesh) -> Option<Place> {
        let next = self.place(self.next, mesh)?.layer;
        let after = self.place(self.next + 1, mesh).map_or(next, |after| after.layer);
        let is_one = next.is_none() || next == after && next == place.layer;
        is_one.then_some(Place { layer: next, ..Place::new(point) })
    }

    /// Returns the waypoint that the agent walks to.
    pub(crate) fn target(&self) -> Option<DVec2> {
        self.waypoint(self.next)
    }

    /// Returns the length of the route from a point that sees the next waypoint.
    pub(crate) fn rest(&self, point: DVec2) -> f64 {
        self.target().map_or(0.0, |target| target.distance(point) + self.rest_after_next)
    }

    /// Iterates over the waypoints ahead, up to the entrance of a link.
    pub(crate) fn ahead(&self) -> impl Iterator<Item = DVec2> + '_ {
        let is_link = |index: usize| self.path.link_of_leg(index - 1).is_some();
        let walks = move |index: &usize| *index == self.next || !is_link(*index);
        (self.next..).take_while(walks).map_while(|index| self.waypoint(index))
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
    pub(crate) fn advance(&mut self, place: Place, view: &mut View<'_, '_>) {
        if self.target().is_none() || self.is_stale() || self.is_at_link {
            return;
        }
        let has_passed = view.look != Look::Next && self.pass_waypoints(place, view);
        if view.look == Look::Beyond && !has_passed {
            return;
        }
        // Pushed behind a corner: the waypoint before is often still in sight.
        let way = self.way_to_next(place, view);
        let Some(to_next) = way.or_else(|| self.turn_back(place, view)) else {
            self.urgency = LOST;
            return;
        };
        let rest = to_next + self.rest_after_next;
        if self.kind == Kind::Shortest {
            let most = GREATEST_GAP * rest + self.left_open;
            let mut gap = self.gap(place.point, to_next);
            if gap > most {
                self.look_back(place, rest - most, view.queries);
                gap = self.gap(place.point, to_next);
            }
            if gap > most {
                self.urgency = gap / rest;
            }
        }
    }

    /// Drops the waypoints before one in sight. Returns false if there are none.
    fn pass_waypoints(&mut self, place: Place, view: &mut View<'_, '_>) -> bool {
        let first = self.next;
        while let (Some(target), Some(after)) = (self.target(), self.after_next()) {
            let avoids =
                self.kind == Kind::Detour && view.cuts_through_jam(place.point, [target, after]);
            let to = self.place(self.next + 1, view.queries.mesh());
            if avoids || !to.is_some_and(|to| view.may_cut(place, target, to)) {
                break;
            }
            self.rest_after_next -= target.distance(after);
            self.next += 1;
        }
        self.next > first
    }

    /// Returns the length of the way to the next waypoint: straight, or with slides along walls if others have pushed the
    /// agent a little behind a corner.
    fn way_to_next(&self, place: Place, view: &mut View<'_, '_>) -> Option<f64> {
        let target = self.target_place(view.queries.mesh())?;
        if view.sees(place, target) {
            return Some(target.point.distance(place.point));
        }
        if !view.may_slide {
            return None;
        }
        let slide = view.queries.move_along(place, target.point).ok()?;
        let is_on_floor = target.layer.is_none() || view.sees(slide.place(), target);
        (slide.wall.is_none() && is_on_floor).then_some(slide.travelled)
    }

    /// Walks back to the waypoint before the next one, if it is in sight. Returns the distance.
    fn turn_back(&mut self, place: Place, view: &mut View<'_, '_>) -> Option<f64> {
        let (target, before) = (self.target()?, self.before_next()?);
        let behind = self.place(self.next - 1, view.queries.mesh())?;
        view.sees(place, behind).then(|| {
            self.rest_after_next += target.distance(before);
            self.next -= 1;
            before.distance(place.point)
        })
    }

    /// Raises the bound to at least `needed`, if a waypoint behind the agent proves that: the rest from there is
    /// optimal but for the slack, so the shortest path of an agent that sees the waypoint is no shorter than that rest
    /// minus the slack and the way back.
    ///
    /// Complexity: one ray for each of the last waypoints that would prove it.
    fn look_back(&mut self, place: Place, needed: f64, queries: &mut MeshQueries<'_>) {
        let (Some(mut after), Some(slack)) = (self.target(), self.slack) else { return };
        let mut rest = self.rest_after_next - slack;
        for index in (0..self.next).rev().take(MOST_BEHIND) {
            let is_link = self.path.link_of_leg(index).is_some();
            let waypoint = self.place(index, queries.mesh()).filter(|_| !is_link);
            let Some(waypoint) = waypoint else { return };
            rest += waypoint.point.distance(after);
            let bound = rest - waypoint.point.distance(place.point);
            if bound >= needed && queries.sees(place, waypoint).unwrap_or(false) {
                self.bound = self.bound.max(bound);
                return;
            }
            after = waypoint.point;
        }
    }

    /// Returns a proved gap between the rest of the route and the shortest path, in map units, for an agent whose way to
    /// the next waypoint has the length `to_next`.
    pub(crate) fn gap(&mut self, point: DVec2, to_next: f64) -> f64 {
        if let Some(slack) = self.slack {
            self.bound = self.bound.max(self.rest_after_next - slack - to_next);
        }
        if self.is_at_last() && self.target().is_some_and(|end| to_next <= end.distance(point)) {
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
        let is_kept = !self.is_stale() && self.kind == Kind::Shortest;
        let Some(end) = self.end().filter(|_| is_kept) else { return false };
        let floor = self.end_place(queries.mesh()).and_then(|end| end.layer);
        if goal.cell.is_some() || goal.layer != floor || !goal.point.is_finite() {
            return false; // only a search finds out on which side or floor that is
        }
        let before = self.path.waypoints().len().checked_sub(2).filter(|&it| it >= self.next);
        let from = before.and_then(|it| self.place(it, queries.mesh())).unwrap_or(place);
        let is_straight = queries.sees(from, goal).unwrap_or(false)
            && is_no_costlier(queries, from, [end, goal.point]);
        if !is_straight {
            return false;
        }
        if !self.is_at_last() {
            self.rest_after_next += from.point.distance(goal.point) - from.point.distance(end);
        }
        self.bound -= end.distance(goal.point);
        (self.end, self.slack) = (Some(goal.point), None);
        true
    }

    /// Lowers the bound by the paths over walls that are gone, for an agent at `point`.
    pub(crate) fn open(&mut self, point: DVec2, walls: &[[DVec2; 2]]) {
        let Some(end) = self.end() else { return };
        for &[a, b] in walls {
            // A path that touches the wall is no shorter.
            let [from, to] = [point, end].map(|p| nearest_on_segment(a, b, p).distance(p));
            if from + to < self.bound {
                (self.bound, self.slack) = (from + to, None);
            }
        }
    }

    /// True if a leg of the path is blocked on a mesh.
    pub(crate) fn is_blocked(&self, mesh: &NavMesh) -> bool {
        self.path.first_blocked_leg(mesh).is_some()
    }

    /// True if indices and numbers are in their ranges.
    pub(crate) fn is_valid(&self) -> bool {
        let is_index = self.next < self.path.waypoints().len() || self.is_empty();
        let numbers = [self.rest_after_next, self.bound, self.left_open, self.urgency];
        let is_finite = numbers.iter().chain(&self.slack).all(|number| number.is_finite());
        let mut points = self.path.waypoints().iter().copied().chain(self.end);
        is_index && is_finite && points.all(DVec2::is_finite)
    }
}

#[cfg(test)]
mod tests;
