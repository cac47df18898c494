//! The candidates for chords at one corner.
//!
//! A chord from the corner u ends at v only if `(v − z) · (z − u) ≤ 0` for every wall point z. These half-planes
//! intersect in a convex region: the Voronoi cell of u among the walls, twice as large. The walk goes over the cells
//! from portal to portal, nearest first, and collects the half-planes on its way. It stops at portals outside of the
//! region. Coordinates are relative to u, and floats with slack suffice, since each candidate is tested exactly later. Whether a
//! wall faces the corner is decided exactly.
//!
//! On several floors a wall point may be near in the plane and yet out of sight. There a vertex counts only if a
//! straight line reaches it, and feet do not narrow the region.

use navmesh_core::collections::StampSet;
use navmesh_core::geom::{Turn, is_farther_along, nearest_on_segment, turn};
use navmesh_core::{DVec2, EdgeId, Incidence, Place};

use super::walls::Walls;
use crate::line::Line;
use crate::queries::ray::{RayWorkspace, walk_to_all_ends};

/// Half of the relative error that a test of the region allows, in excess of that of its half-plane.
const SLACK: f64 = 32.0 * f64::EPSILON;

/// The points v with `v · normal` at most `limit`, with slack.
#[derive(Debug, Clone, Copy)]
struct HalfPlane {
    normal: DVec2,
    limit: f64,
    /// The slack per unit of `v`.
    slack: f64,
}

impl HalfPlane {
    /// Returns the half-plane of a wall point with an error of at most `error`.
    fn behind(point: DVec2, error: f64) -> Self {
        let square = point.length_squared();
        let size = point.abs().element_sum();
        Self {
            normal: point,
            limit: square * (1.0 + SLACK) + error * (4.0 * size + error),
            slack: SLACK * size + 2.0 * error,
        }
    }

    /// Returns the half-plane of the points at 90° or more from the direction of a wall at the corner.
    fn across(direction: DVec2) -> Self {
        Self { normal: direction, limit: 0.0, slack: SLACK * direction.abs().element_sum() }
    }

    /// True if it excludes a point with an error of at most `error`.
    #[inline]
    fn excludes(&self, point: DVec2, error: f64) -> bool {
        let slack = self.slack * (point.abs().element_sum() + 2.0 * error);
        point.dot(self.normal) > self.limit + slack + error * self.normal.abs().element_sum()
    }
}

/// The possible far end of a chord.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FarEnd {
    /// The origin of an edge.
    Vertex(EdgeId),
    /// The foot of the perpendicular on a wall.
    Wall(EdgeId),
}

#[derive(Debug, Clone, Copy)]
struct Candidate {
    end: FarEnd,
    /// The end's point.
    point: DVec2,
    /// The error of the point. That of a foot may exceed its distance.
    error: f64,
}

#[derive(Debug, Clone, Copy)]
struct OpenPortal {
    portal: EdgeId,
    ends: [DVec2; 2],
    distance_sq: f64,
}

/// A walk over the cells around one corner, with memory for the next one.
#[derive(Debug, Default)]
pub(super) struct Walk {
    at: DVec2,
    region: Vec<HalfPlane>,
    open: Vec<OpenPortal>,
    found: Vec<Candidate>,
    cells: StampSet,
    vertices: StampSet,
    /// On several floors, the cells at the corner.
    own_cells: Vec<Incidence>,
    ray: RayWorkspace,
}

impl Walk {
    /// Writes the possible far ends of chords at a corner into `ends`. `leaving` is the wall that begins there.
    pub(super) fn around(&mut self, walls: &Walls<'_>, leaving: EdgeId, ends: &mut Vec<FarEnd>) {
        self.begin(walls, leaving);
        for edge in walls.fan(leaving) {
            self.enter(walls, walls.mesh.edge(edge).cell_slot());
        }
        while let Some(nearest) = self.take_nearest() {
            let neighbor = walls.mesh.edge(nearest.portal).neighbor_slot();
            if let Some(slot) = neighbor.filter(|_| !self.excludes_all(nearest.ends)) {
                self.enter(walls, slot);
            }
        }
        ends.clear();
        let found = std::mem::take(&mut self.found);
        ends.extend(found.iter().filter(|found| !self.excludes(found)).map(|found| found.end));
        self.found = found;
    }

    fn begin(&mut self, walls: &Walls<'_>, leaving: EdgeId) {
        let corner = walls.mesh.edge(leaving);
        self.at = corner.origin();
        self.region.clear();
        self.open.clear();
        self.found.clear();
        self.cells.begin(walls.mesh.slot_count());
        self.vertices.begin(walls.mesh.vertex_count());
        self.vertices.insert(corner.vertex().0);
        self.own_cells.clear();
        if walls.mesh.has_layers() {
            let place = Place::new(self.at).in_cell(walls.mesh.cell_id(corner.cell_slot()));
            self.own_cells.extend(walls.mesh.incidences_at(place));
        }
        let directions = walls.neighbors(corner.vertex()).into_iter().flatten();
        self.region.extend(directions.map(|end| HalfPlane::across(end - self.at)));
    }

    /// Visits a cell once: its vertices and walls narrow the region, its portals lead on.
    fn enter(&mut self, walls: &Walls<'_>, slot: u32) {
        if !self.cells.insert(slot) {
            return;
        }
        let range = walls.mesh.edge_range(slot);
        let edges = &walls.mesh.edges()[range.clone()];
        for (edge, index) in edges.iter().zip(range.clone()) {
            if walls.has(edge.vertex()) && self.vertices.insert(edge.vertex().0) {
                let end = FarEnd::Vertex(EdgeId(index as u32));
                let candidate = Candidate { end, point: edge.origin() - self.at, error: 0.0 };
                if self.is_in_sight(walls, edge.origin(), slot) {
                    self.meet(candidate);
                } else {
                    self.found.push(candidate);
                }
            }
        }
        let mut from = edges.len() - 1;
        for to in 0..edges.len() {
            let ends = [edges[from].origin() - self.at, edges[to].origin() - self.at];
            let edge = EdgeId((range.start + from) as u32);
            if !ends.contains(&DVec2::ZERO) && !self.excludes_all(ends) {
                if edges[from].is_wall() {
                    self.meet_wall(walls, edge, ends);
                } else {
                    let nearest = nearest_on_segment(ends[0], ends[1], DVec2::ZERO);
                    let distance_sq = nearest.length_squared();
                    self.open.push(OpenPortal { portal: edge, ends, distance_sq });
                }
            }
            from = to;
        }
    }

    /// True if a straight line from the corner reaches a point of a cell. On one floor the plane decides instead.
    fn is_in_sight(&mut self, walls: &Walls<'_>, point: DVec2, slot: u32) -> bool {
        if self.own_cells.is_empty() {
            return true;
        }
        let line = Line { from: self.at, to: point };
        walk_to_all_ends(walls.mesh, line, &self.own_cells, &mut self.ray);
        self.ray.end_slots().any(|end| end == slot)
    }

    /// Notes the foot of the corner on a wall that faces it. `[a, b]` are the wall's ends relative to the corner.
    fn meet_wall(&mut self, walls: &Walls<'_>, edge: EdgeId, [a, b]: [DVec2; 2]) {
        let [p, q] = walls.mesh.edge_ends(edge);
        let is_beside =
            is_farther_along([p, q], p, self.at) && is_farther_along([q, p], q, self.at);
        if !is_beside || turn(p, q, self.at) != Turn::Left {
            return;
        }
        let along = b - a;
        let share = (-a.dot(along) / along.length_squared()).clamp(0.0, 1.0);
        let error = 8.0 * f64::EPSILON * (a.abs() + b.abs()).element_sum();
        let candidate = Candidate { end: FarEnd::Wall(edge), point: a + along * share, error };
        if self.own_cells.is_empty() {
            self.meet(candidate);
        } else {
            self.found.push(candidate);
        }
    }

    /// Narrows the region by a wall point in it, which becomes a candidate.
    fn meet(&mut self, candidate: Candidate) {
        if !self.excludes(&candidate) {
            self.region.push(HalfPlane::behind(candidate.point, candidate.error));
            self.found.push(candidate);
        }
    }

    fn excludes(&self, candidate: &Candidate) -> bool {
        let Candidate { point, error, .. } = *candidate;
        self.region.iter().any(|half_plane| half_plane.excludes(point, error))
    }

    /// True if one half-plane excludes a whole segment.
    fn excludes_all(&self, [a, b]: [DVec2; 2]) -> bool {
        self.region
            .iter()
            .any(|half_plane| half_plane.excludes(a, 0.0) && half_plane.excludes(b, 0.0))
    }

    /// Takes out the open portal nearest to the corner; of several the one that was found first.
    fn take_nearest(&mut self) -> Option<OpenPortal> {
        let distances = self.open.iter().map(|open| open.distance_sq).enumerate();
        let nearest = distances.min_by(|a, b| a.1.total_cmp(&b.1))?.0;
        Some(self.open.swap_remove(nearest))
    }
}
