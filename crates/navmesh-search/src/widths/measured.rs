//! The place of a point among the rooms: that of the nearest wall.
//!
//! The straight line to the nearest wall point crosses no chord. (From a point of a chord at distance s from its nearer
//! end, all other walls are farther away than s, since they are outside of the chord's disc.)

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::double::distance_to_segment;
use navmesh_core::backend::geom::{Turn, is_farther_along, turn};
use navmesh_core::{DVec2, EdgeId, InvalidQuery, PathError, Place, QuerySide};

use super::Widths;
use super::rooms::{Stop, WallStops};
use crate::queries::MeshQueries;

/// A place with its room and its distance from the nearest wall, for many questions about one place.
#[derive(Debug, Clone, PartialEq)]
#[must_use]
pub struct MeasuredPlace {
    point: DVec2,
    clearance: f64,
    wall_point: DVec2,
    /// One room; for a place on several sides of a wall or a pinch, one for each side.
    rooms: Vec<u32>,
}

impl MeasuredPlace {
    /// Returns the point, moved onto the mesh.
    #[must_use]
    pub fn point(&self) -> DVec2 {
        self.point
    }

    /// Returns the distance from the nearest wall, in map units.
    #[must_use]
    pub fn clearance(&self) -> f64 {
        self.clearance
    }

    /// Returns the nearest point of a wall, rounded.
    #[must_use]
    pub fn wall_point(&self) -> DVec2 {
        self.wall_point
    }

    pub(super) fn rooms(&self) -> &[u32] {
        &self.rooms
    }
}

impl Widths {
    /// Measures a place, for [`widest_between`](Self::widest_between).
    ///
    /// Complexity: that of the search for the nearest wall.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if coordinates are NaN, infinite or out of the domain; `StartOutside` if the place is off the
    /// mesh by more than the default snap distance.
    pub fn measure(&self, place: impl Into<Place>) -> Result<MeasuredPlace, PathError> {
        self.measure_with(&mut MeshQueries::new(&self.mesh), place.into())
    }

    /// Measures both ends of a way.
    pub(super) fn ends(&self, from: Place, to: Place) -> Result<[MeasuredPlace; 2], PathError> {
        let mut queries = MeshQueries::new(&self.mesh);
        let from = self.measure_with(&mut queries, from)?;
        let to = self.measure_with(&mut queries, to).map_err(at_goal)?;
        Ok([from, to])
    }

    pub(super) fn measure_with(
        &self,
        queries: &mut MeshQueries<'_>,
        place: Place,
    ) -> Result<MeasuredPlace, PathError> {
        let point = queries.locate(place)?;
        let mut fans: Vec<_> =
            queries.located().iter().map(|at| (self.mesh.fan(at), at.cell)).collect();
        fans.merge_sort();
        fans.dedup_by_key(|(fan, _)| *fan);
        let mut measured =
            MeasuredPlace { point, clearance: f64::INFINITY, wall_point: point, rooms: Vec::new() };
        for (_, cell) in fans {
            let place = Place::new(point).in_cell(cell);
            if let Some(near) = queries.nearest_wall(place, f64::INFINITY)? {
                let wall = self.mesh.edge_ends(near.wall.edge);
                measured.clearance = distance_to_segment(wall, point);
                measured.wall_point = near.point;
                measured.rooms.extend(self.room_at(near.wall.edge, point));
            }
        }
        Ok(measured)
    }

    /// Returns the room of a point with this nearest wall.
    fn room_at(&self, wall: EdgeId, point: DVec2) -> Option<u32> {
        let mesh = &*self.mesh;
        let [a, b] = mesh.edge_ends(wall);
        if !is_farther_along([a, b], a, point) {
            return self.room_at_vertex(wall, point);
        }
        if !is_farther_along([b, a], b, point) {
            let [leaving, _] = mesh.walls_of_fan(mesh.next_edge(wall))?;
            return self.room_at_vertex(leaving, point);
        }
        let is_before = |stop: &Stop| {
            let corner = mesh.edge(stop.chord_of(&self.chords).corner).origin();
            !stop.is_foot(&self.chords) || is_farther_along([a, b], corner, point)
        };
        Some(self.border.at(wall)?.room_behind(is_before))
    }

    /// Returns the room of a point whose nearest wall point is the vertex where a wall begins.
    fn room_at_vertex(&self, leaving: EdgeId, point: DVec2) -> Option<u32> {
        let mesh = &*self.mesh;
        let [_, arriving] = mesh.walls_of_fan(leaving)?;
        let (vertex, base) = (mesh.edge(leaving).origin(), mesh.edge(arriving).origin());
        let half = |side: Turn| match side {
            Turn::Right => 0,
            Turn::Collinear => 1,
            Turn::Left => 2,
        };
        let own_half = half(turn(vertex, base, point));
        let is_before = |stop: &Stop| {
            if stop.is_foot(&self.chords) {
                return false;
            }
            let ray = stop.chord_of(&self.chords).ray(mesh, stop.side());
            let stop_half = half(ray.side(base).reversed());
            stop_half < own_half || stop_half == own_half && ray.side(point) == Turn::Right
        };
        Some(self.border.at(leaving)?.room_behind(is_before))
    }
}

/// Returns the error of a start as that of a goal.
fn at_goal(error: PathError) -> PathError {
    match error {
        PathError::StartOutside { place } => PathError::GoalOutside { place },
        PathError::InvalidQuery { reason: InvalidQuery::Coordinates { point, .. } } => {
            let reason = InvalidQuery::Coordinates { side: QuerySide::Goal, point };
            PathError::InvalidQuery { reason }
        }
        error => error,
    }
}

impl WallStops<'_> {
    /// Returns the room behind the last stop that is before a point.
    fn room_behind(&self, is_before: impl Fn(&Stop) -> bool) -> u32 {
        let count = self.stops.partition_point(is_before);
        count.checked_sub(1).map_or(self.first_room, |last| self.stops[last].room())
    }
}
