//! Verification of a path as the answer to a query.

use glam::DVec2;

use super::PathDefect;
use crate::error::QuerySide;
use crate::geom::{nearest_on_segment, sanitized};
use crate::mesh::{CellId, NavMesh, Place};
use crate::path::held::holds_on_floor;
use crate::path::{Path, PathStatus};
use crate::query::{GoalPolicy, PathQuery, StartPolicy};

impl Path {
    /// Verifies the path as [`Path::verify`] does, and as the answer to `query`.
    ///
    /// Its ends must be at the query's points, or at the claimed distances from them. The query's snap and policies limit
    /// these distances. An end that the snap moved must be seen from the query's point, or be the nearest ground.
    ///
    /// Complexity: that of [`Path::verify`].
    ///
    /// # Errors
    ///
    /// The first defect.
    ///
    /// ```
    /// # use navmesh_core::backend::{PathSummary, WritePath};
    /// # use navmesh_core::{NavMesh, Path, PathDefect, PathQuery, RawMesh};
    /// let room = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], &[&[0, 1, 2, 3]]))?; // 4 by 3
    /// let mut path = Path::default();
    /// path.push_waypoint([1.0, 1.0].into());
    /// path.push_waypoint([3.0, 1.0].into());
    /// path.push_cell(room.cell_id(0));
    /// path.finish(PathSummary::default());
    /// assert_eq!(path.verify_answer(&PathQuery::new([1.0, 1.0], [3.0, 1.0]), &room), Ok(()));
    /// let other = PathQuery::new([1.0, 1.0], [3.0, 2.0]);
    /// assert!(matches!(path.verify_answer(&other, &room), Err(PathDefect::End { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify_answer(&self, query: &PathQuery, mesh: &NavMesh) -> Result<(), PathDefect> {
        self.verify(mesh)?;
        self.verify_layers(query, mesh)?;
        let moves_start = may_begin_anywhere(query, mesh);
        let moves_goal = self.status() == PathStatus::Partial && may_end_anywhere(query, mesh);
        for (side, asked, is_moved) in [
            (QuerySide::Start, query.start_place(), moves_start),
            (QuerySide::Goal, query.goal_place(), moves_goal),
        ] {
            let (place, (end, cell, claimed)) = (asked_place(asked), self.end(side));
            let snap = place.snap(query.snap, mesh.default_snap());
            let allowed =
                if is_moved { f64::INFINITY } else { allowed_move(mesh, place, snap, end, cell) };
            let (asked, distance) = (place.point, end.distance(place.point));
            let is_allowed = claimed <= allowed
                || is_rounded_inwards([asked, end], allowed)
                || is_in_thin_cell_near(mesh, [asked, end], allowed);
            if !self.is_sum(claimed, distance) || !is_allowed {
                return Err(PathDefect::End { side, distance, claimed, allowed });
            }
        }
        self.verify_sides(query, mesh)
    }

    /// Returns the point of an end, its cell, and the claimed distance from the query's point. The path is not empty.
    fn end(&self, side: QuerySide) -> (DVec2, CellId, f64) {
        match side {
            QuerySide::Start => (self.waypoints[0], self.cells[0], self.start_offset()),
            QuerySide::Goal => {
                let last = (self.waypoints.len() - 1, self.cells.len() - 1);
                (self.waypoints[last.0], self.cells[last.1], self.goal_offset())
            }
        }
    }

    /// Checks that both ends are on the floors of the query. The path has waypoints and cells.
    fn verify_layers(&self, query: &PathQuery, mesh: &NavMesh) -> Result<(), PathDefect> {
        let (last_cell, last_point) = (self.cells.len() - 1, self.waypoints.len() - 1);
        for (side, asked, cell, point) in [
            (QuerySide::Start, query.start_place(), 0, 0),
            (QuerySide::Goal, query.goal_place(), last_cell, last_point),
        ] {
            let (cell, point) = (self.cells[cell], self.waypoints[point]);
            let is_on_floor = |layer: &u32| holds_on_floor(mesh, cell, point, *layer);
            let is_free = mesh.own_incidence(&asked_place(asked)).is_some(); // the cell decides
            if let Some(layer) = asked.layer.filter(|layer| !is_free && !is_on_floor(layer)) {
                return Err(PathDefect::Layer { side, layer });
            }
        }
        Ok(())
    }

    /// Checks that an end in a cell of the query is on that cell's side, unless a policy may move it.
    fn verify_sides(&self, query: &PathQuery, mesh: &NavMesh) -> Result<(), PathDefect> {
        let moves_start = query.start_policy == StartPolicy::NearestReachable;
        let moves_goal = self.status() == PathStatus::Partial;
        for (side, asked, is_moved, cell) in [
            (QuerySide::Start, query.start_place(), moves_start, self.cells[0]),
            (QuerySide::Goal, query.goal_place(), moves_goal, self.cells[self.cells.len() - 1]),
        ] {
            let asked = asked_place(asked);
            let own = mesh.own_incidence(&asked).filter(|_| !is_moved);
            if let Some(own) = own
                && !mesh.incidences_at(asked).any(|at| at.cell == cell)
            {
                return Err(PathDefect::OtherSide { side, cell: own.cell });
            }
        }
        Ok(())
    }
}

/// Returns the largest distance by which the snap may move a place to an end in a cell.
fn allowed_move(mesh: &NavMesh, asked: Place, snap: f64, end: DVec2, cell: CellId) -> f64 {
    let rounding = snap.min(asked.rounding());
    if mesh.incidences_at(asked).next().is_some() {
        return rounding;
    }
    let distance = end.distance(asked.point);
    let (layer, component) = (mesh.layer(cell.slot), mesh.component(cell.slot));
    let is_other = |slot| mesh.layer(slot) == layer && mesh.component(slot) != component;
    let is_seen =
        mesh.is_within_radius(distance) && !mesh.is_ground_between([asked.point, end], is_other);
    if is_seen || distance <= rounding {
        return snap;
    }
    let nearest = mesh.nearest_where(asked.point, snap, |slot| asked.may_be_on(mesh.layer(slot)));
    nearest.map_or(rounding, |nearest| nearest.distance.min(snap).max(rounding))
}

/// Returns a place as searches use it.
fn asked_place(place: Place) -> Place {
    Place { point: as_searched(place.point), ..place }
}

/// Returns a point as searches use it, with tiny coordinates set to 0.
fn as_searched(point: DVec2) -> DVec2 {
    sanitized(point).unwrap_or(point)
}

/// True if the start policy allows a path to begin farther from the start than the snap.
fn may_begin_anywhere(query: &PathQuery, mesh: &NavMesh) -> bool {
    match query.start_policy {
        StartPolicy::Exact => false,
        StartPolicy::Nearest => is_off_mesh(mesh, query.start, query.start_layer),
        StartPolicy::NearestReachable => true,
    }
}

/// True if the goal policy allows a partial path to end farther from the goal than the snap.
fn may_end_anywhere(query: &PathQuery, mesh: &NavMesh) -> bool {
    match query.goal_policy {
        GoalPolicy::Exact => false,
        GoalPolicy::Nearest => is_off_mesh(mesh, query.goal, query.goal_layer),
        GoalPolicy::NearestReachable => true,
    }
}

fn is_off_mesh(mesh: &NavMesh, point: DVec2, layer: Option<u32>) -> bool {
    let mut all = Vec::new();
    mesh.locate_into(Place { layer, ..Place::new(as_searched(point)) }, &mut all);
    all.is_empty()
}

/// The rounding of an endpoint into its cell, relative to its largest coordinate.
const INWARDS: f64 = 4.0 * f64::EPSILON;

/// True if an end is farther away than `snap` by at most the rounding into its cell.
///
/// False for a snap of 0, which moves nothing.
fn is_rounded_inwards([asked, end]: [DVec2; 2], snap: f64) -> bool {
    let largest = asked.abs().max(end.abs()).max_element();
    snap > 0.0 && end.distance(asked) <= snap + INWARDS * largest
}

/// True if `end` lies in a cell within `snap` of the query's point that is too thin to hold a float
/// there.
///
/// The endpoint then moves to one of its corners, or to a nearer point.
fn is_in_thin_cell_near(mesh: &NavMesh, [asked, end]: [DVec2; 2], snap: f64) -> bool {
    let is_nearer = |a: &DVec2, b: &DVec2| a.distance(asked).total_cmp(&b.distance(asked));
    mesh.incidences(end).any(|incidence| {
        let slot = incidence.cell.slot;
        let corners: Vec<DVec2> = mesh.corners(slot).collect();
        let next = corners.iter().cycle().skip(1);
        let on_sides = corners.iter().zip(next).map(|(&a, &b)| nearest_on_segment(a, b, asked));
        let near = on_sides.min_by(is_nearer).filter(|near| near.distance(asked) <= snap);
        let corner = corners.iter().copied().min_by(is_nearer);
        near.is_some_and(|near| mesh.nudged_into(slot, near).is_none())
            && corner.is_some_and(|corner| is_nearer(&end, &corner).is_le())
    })
}
