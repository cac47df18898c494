//! The shortest path between two points that do not see each other, from labels.

use navmesh_core::backend::{Endpoints, WritePath};
use navmesh_core::{DVec2, NavMesh, Path};

use super::Labels;
use super::sweep::{Eye, Route, Seen, Sweep};
use crate::any_angle::index::predicates::SidePredicate;
use crate::queries::ray::leg_writer::LegWriter;

/// The memory of queries, with the path of the last one.
#[derive(Debug, Default)]
pub(crate) struct LabelWorkspace {
    sweeps: [Sweep; 2],
    /// The least distance of each hub from the start, and the place of the first corner on the way; infinite between queries.
    from_start: Vec<(f64, u32)>,
    /// The corners of the path.
    turns: Vec<u32>,
    legs: LegWriter,
    pub(crate) path: Path,
}

/// The best way found: from a corner that the start sees, over a hub, to one that the goal sees.
#[derive(Debug, Clone, Copy)]
struct Way {
    first: u32,
    hub: u16,
    last: u32,
}

impl Labels {
    /// Writes the shortest path into the workspace; it keeps to the blocks of a route. False if there is none, or none that these
    /// labels can give: then a search decides.
    ///
    /// Complexity: what both endpoints see, and the labels of those corners.
    pub(crate) fn find<S: SidePredicate>(
        &self,
        mesh: &NavMesh,
        endpoints: &Endpoints,
        route: Route<'_>,
        workspace: &mut LabelWorkspace,
    ) -> bool {
        let Endpoints { start, goal, .. } = endpoints;
        let [from_start, from_goal] = &mut workspace.sweeps;
        let corners = &self.corners;
        let route = Some(route);
        let eye = Eye { mesh, corners, from: start.point, target: Some(goal), route };
        workspace.turns.clear();
        if !from_start.look::<S>(&eye, start.incidences.iter().map(|at| at.cell.slot)) {
            let eye = Eye { from: goal.point, target: None, ..eye };
            from_goal.look::<S>(&eye, goal.incidences.iter().map(|at| at.cell.slot));
            let table = &mut workspace.from_start;
            let seen = [(start.point, &*from_start.seen), (goal.point, &*from_goal.seen)];
            let Some(way) = self.best::<S>(seen, table) else {
                return false;
            };
            if !self.unpack(way, &mut workspace.turns) {
                return false;
            }
        }
        self.write(mesh, endpoints, workspace)
    }

    /// Returns the shortest way between two sets of seen corners.
    fn best<S: SidePredicate>(
        &self,
        [(start, starts), (goal, goals)]: [(DVec2, &[Seen]); 2],
        table: &mut Vec<(f64, u32)>,
    ) -> Option<Way> {
        let labels = &self.hubs;
        let entries = |from: DVec2, seen: &Seen| {
            let at = self.corners.point(seen.corner);
            labels.for_way::<S>(from, seen.corner, at, seen.sides)
        };
        table.resize(self.corners.len(), (f64::INFINITY, 0));
        for seen in starts {
            let range = entries(start, seen);
            let hubs = &labels.hubs[range.clone()];
            for (&hub, &rest) in hubs.iter().zip(&labels.distances[range]) {
                let own = &mut table[usize::from(hub)];
                if seen.distance + rest < own.0 {
                    *own = (seen.distance + rest, seen.corner);
                }
            }
        }
        let mut best: Option<Way> = None;
        let mut least = f64::INFINITY;
        for seen in goals {
            let range = entries(goal, seen);
            let hubs = &labels.hubs[range.clone()];
            for (&hub, &rest) in hubs.iter().zip(&labels.distances[range]) {
                let (before, first) = table[usize::from(hub)];
                let length = before + (rest + seen.distance);
                if length < least {
                    least = length;
                    best = Some(Way { first, hub, last: seen.corner });
                }
            }
        }
        for range in starts.iter().map(|seen| entries(start, seen)) {
            for &hub in &labels.hubs[range] {
                table[usize::from(hub)].0 = f64::INFINITY;
            }
        }
        best
    }

    /// Lists the corners of a way. False if legs too short for the rounding of distances lead in a circle.
    fn unpack(&self, way: Way, turns: &mut Vec<u32>) -> bool {
        let most = self.corners.len() + 1;
        let steps = |from: u32| {
            let next = move |&corner: &u32| self.hubs.next_to(corner, way.hub);
            std::iter::successors(Some(from), next).take(most)
        };
        turns.extend(steps(way.first));
        let middle = turns.len();
        turns.extend(steps(way.last));
        // Both halves end at the hub.
        turns.pop();
        turns[middle..].reverse();
        turns.len() < most
    }

    /// Writes the path over the corners, with its cells.
    fn write(&self, mesh: &NavMesh, endpoints: &Endpoints, workspace: &mut LabelWorkspace) -> bool {
        let LabelWorkspace { turns, legs, path, .. } = workspace;
        path.clear();
        path.push_waypoint(endpoints.start.point);
        legs.begin(endpoints.start.incidences.iter().copied());
        let mut from = endpoints.start.point;
        for &corner in &*turns {
            let to = self.corners.point(corner);
            // Labels may name a corner twice where lengths are equal up to rounding, and an endpoint may be one.
            if to == from {
                continue;
            }
            let is_there = |slot: u32| self.corners.cells(corner).contains(&slot);
            if !legs.push_leg(mesh, [from, to], is_there, path) {
                return false;
            }
            from = to;
        }
        let goal = &endpoints.goal;
        let holds_goal = |slot: u32| goal.incidences.iter().any(|at| at.cell.slot == slot);
        let ends = from != goal.point || path.waypoints().len() < 2;
        if ends && !legs.push_leg(mesh, [from, goal.point], holds_goal, path) {
            return false;
        }
        path.finish(endpoints.summary());
        path.name_floors(mesh, Some(goal.layer));
        true
    }
}
