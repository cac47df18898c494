//! The nearest wall to a place.
//!
//! The search goes outwards from the cells that hold the place, through every portal nearer than the nearest
//! wall so far. The straight line to the nearest wall meets no other wall, so it passes only such portals.
//! On overlapping floors the search may reach walls that are near in the plane, and yet not in a straight
//! line. There a ray decides.
//!
//! Rounded distances from the two sides of a thin wall differ. So walls whose distances are equal up to rounding are
//! compared exactly, and a wall counts only if the straight line reaches it from its inner side.

use std::cmp::Ordering;

use navmesh_core::backend::check_limit;
use navmesh_core::backend::geom::{
    Turn, compare_distances, is_farther_along, nearest_on_segment, turn, within_box,
};
use navmesh_core::{CellId, DVec2, EdgeId, PathError, Place};

use super::MeshQueries;
use super::ray::{WallHit, normal, walk_to_all_ends};
use crate::line::Line;

/// The nearest wall to a place.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NearestWall {
    /// The wall's nearest point, rounded to one on the mesh by the exact test.
    pub point: DVec2,
    /// A cell that holds the point, on the side from which the wall was found.
    pub cell: CellId,
    /// The cell's floor, on meshes with floors.
    pub layer: Option<u32>,
    /// The distance to the wall, in map units; 0 on a wall.
    pub distance: f64,
    /// The wall. Ties go to a wall that faces the place, then to the lowest id.
    pub wall: WallHit,
}

impl NearestWall {
    /// Returns the point with its floor and cell.
    #[must_use]
    pub fn place(&self) -> Place {
        Place { layer: self.layer, cell: Some(self.cell), ..Place::new(self.point) }
    }
}

#[derive(Debug, Clone, Copy)]
struct EdgeDistance {
    edge: EdgeId,
    distance_sq: f64,
    /// The side of the edge on which the place lies; on the left is the edge's cell.
    side: Turn,
    /// The edge's nearest point.
    point: DVec2,
}

/// The error of computed distances, relative to the largest coordinate. It is rather too large than too small.
///
/// The search goes through portals that are farther than the nearest wall by less. A computed point counts as on
/// a portal that is away from it by less.
const DISTANCE_ERROR: f64 = 16.0 * f64::EPSILON;

impl MeshQueries<'_> {
    /// Finds the nearest wall to `place` within `max_distance` (map units), in a straight line.
    ///
    /// Returns `None` if there is none. The line to the wall is walkable.
    ///
    /// Complexity: linear in the cells nearer than the wall.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if coordinates are NaN, infinite or out of the domain, or if `max_distance` is negative or NaN; `StartOutside` if `place` is off the
    /// mesh by more than the snap distance.
    ///
    /// ```
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let mut queries = navmesh_search::MeshQueries::new(&mesh); // 4 by 3
    /// let near = queries.nearest_wall([3.5, 1.0], f64::INFINITY)?.expect("the mesh has walls");
    /// assert_eq!((near.point, near.distance), ([4.0, 1.0].into(), 0.5));
    /// assert!(queries.nearest_wall([2.0, 1.5], 1.0)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "distance_to_wall")]
    #[doc(alias = "findDistanceToWall")]
    pub fn nearest_wall(
        &mut self,
        place: impl Into<Place>,
        max_distance: f64,
    ) -> Result<Option<NearestWall>, PathError> {
        let place = self.locate(place.into())?;
        check_limit(max_distance)?;
        self.begin_queue();
        let mut best: Option<EdgeDistance> = None;
        let mut reach_sq = self.reach_sq(max_distance);
        while let Some(slot) = self.queue.pop() {
            for edge in self.mesh.edge_range(slot) {
                let found = self.measure(EdgeId(edge as u32), place);
                if found.distance_sq > reach_sq {
                    continue;
                }
                if let Some(neighbor) = self.mesh.edge(found.edge).neighbor_slot() {
                    self.queue.push(neighbor);
                } else if best.is_none_or(|best| self.precedes(place, &found, &best))
                    && self.is_reached_inside(place, &found)
                    && self.is_wall_in_sight(place, &found)
                {
                    reach_sq = reach_sq.min(self.reach_sq(found.distance_sq.sqrt()));
                    best = Some(found);
                }
            }
        }
        let near = best.map(|best| self.as_nearest_wall(&best));
        Ok(near.filter(|near| near.distance <= max_distance))
    }

    /// Returns the square of a distance plus its error.
    fn reach_sq(&self, distance: f64) -> f64 {
        let reach = distance + self.mesh.bounds().max_abs() * DISTANCE_ERROR;
        reach * reach
    }

    fn measure(&self, edge: EdgeId, place: DVec2) -> EdgeDistance {
        let [a, b] = self.mesh.edge_ends(edge);
        let side = turn(a, b, place);
        let point = match side {
            Turn::Collinear if within_box(a, b, place) => place,
            _ => nearest_on_segment(a, b, place),
        };
        let distance_sq = point.distance_squared(place);
        EdgeDistance { edge, distance_sq, side, point }
    }

    /// True if one wall is nearer than another one. Ties go to a wall that faces the place, then to the lowest edge.
    fn precedes(&self, place: DVec2, one: &EdgeDistance, two: &EdgeDistance) -> bool {
        let ends = |wall: &EdgeDistance| self.mesh.edge_ends(wall.edge);
        let by_distance = if self.reach_sq(one.distance_sq.sqrt()) < two.distance_sq {
            Ordering::Less
        } else {
            compare_distances(place, ends(one), ends(two))
        };
        let faces = |wall: &EdgeDistance| wall.side == Turn::Left;
        by_distance.then(faces(two).cmp(&faces(one))).then(one.edge.cmp(&two.edge)).is_lt()
    }

    /// True if the straight line to a wall reaches it from the side of its cell, or at a vertex from its fan. The wall
    /// has the least distance in the plane.
    ///
    /// On several floors a fan may wind by more than one turn, so any line may come to a vertex from there.
    fn is_reached_inside(&self, place: DVec2, found: &EdgeDistance) -> bool {
        let (mesh, [a, b]) = (self.mesh, self.mesh.edge_ends(found.edge));
        let leaving = if !is_farther_along([a, b], a, place) {
            found.edge
        } else if !is_farther_along([b, a], b, place) {
            mesh.next_edge(found.edge)
        } else {
            return found.side != Turn::Right;
        };
        let Some([first, last]) = mesh.walls_of_fan(leaving).filter(|_| !mesh.has_layers()) else {
            return true;
        };
        let [vertex, ahead] = mesh.edge_ends(first);
        let is_right = turn(vertex, ahead, place) == Turn::Right;
        let is_left = turn(vertex, mesh.edge(last).origin(), place) == Turn::Left;
        // Beyond 180° the rest of the turn is convex.
        let is_outside = if mesh.edge(first).origin_is_corner() {
            is_right && is_left
        } else {
            is_right || is_left
        };
        !is_outside
    }

    /// True if a ray from the place reaches a wall's nearest point in the wall's own cell. On a single floor it always
    /// does.
    fn is_wall_in_sight(&mut self, place: DVec2, found: &EdgeDistance) -> bool {
        if !self.mesh.has_layers() {
            return true;
        }
        let line = Line { from: place, to: found.point };
        walk_to_all_ends(self.mesh, line, &self.located, &mut self.ray);
        self.joined.clear();
        self.joined.extend(self.ray.end_slots());
        self.is_joined_around(found.point, self.mesh.edge(found.edge).cell_slot())
    }

    /// True if `cell` is among the `joined` cells, or joined to them by portals that hold the point up to rounding.
    fn is_joined_around(&mut self, point: DVec2, cell: u32) -> bool {
        let (mesh, near_sq) = (self.mesh, self.reach_sq(0.0));
        let mut next = 0;
        while let Some(&slot) = self.joined.get(next) {
            if slot == cell {
                return true;
            }
            next += 1;
            for edge in mesh.edge_range(slot) {
                let Some(neighbor) = mesh.edges()[edge].neighbor_slot() else { continue };
                let [a, b] = mesh.edge_ends(EdgeId(edge as u32));
                let distance_sq = nearest_on_segment(a, b, point).distance_squared(point);
                if distance_sq <= near_sq && !self.joined.contains(&neighbor) {
                    self.joined.push(neighbor);
                }
            }
        }
        false
    }

    fn as_nearest_wall(&self, best: &EdgeDistance) -> NearestWall {
        let (point, slot) = self.rounded_into(self.mesh.edge(best.edge).cell_slot(), best.point);
        let (cell, Place { layer, .. }) =
            (self.mesh.cell_id(slot), self.mesh.place_in(slot, point));
        let wall = WallHit { edge: best.edge, normal: normal(self.mesh, best.edge) };
        NearestWall { point, cell, layer, distance: best.distance_sq.sqrt(), wall }
    }
}
