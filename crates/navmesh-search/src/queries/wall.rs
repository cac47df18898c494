//! The nearest wall: how much room there is.
//!
//! From the cells that hold the place, the search goes outwards through every portal that is nearer than
//! the nearest wall so far. That finds it, because the straight line to the nearest wall of all meets no
//! other wall before, and so passes only such portals. Where floors lie above one another, the search may come
//! to walls that are near in the plane and yet not in sight; there a ray tells them.

use navmesh_core::geom::{Turn, nearest_on_segment, turn, within_box};
use navmesh_core::{DVec2, EdgeId, PathError, Place};

use super::MeshQueries;
use super::line::Line;
use super::ray::{WallHit, ends_of_all, normal};

/// The nearest wall to a place on the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NearestWall {
    /// Its nearest point, rounded to one on the ground by the exact test.
    pub point: DVec2,
    /// How far that is, in map units; 0 on a wall.
    pub distance: f64,
    /// The wall. Of several equally near, one that has the place before it, then the lowest id.
    pub wall: WallHit,
}

/// The best wall so far.
#[derive(Debug, Clone, Copy)]
struct Best {
    distance_sq: f64,
    faces: bool,
    edge: EdgeId,
    point: DVec2,
}

/// By how much a portal may be farther than the nearest wall, and the search yet goes through it, or be away from a
/// point that is computed and yet hold it: in units of the largest coordinate. It lists too much rather than too little.
const REACH_MARGIN: f64 = 16.0 * f64::EPSILON;

impl MeshQueries<'_> {
    /// The nearest wall to `point` within `max_distance` (map units), straight; `None` where there is
    /// none, as within a distance that is negative or no number. It is also the nearest that can be walked to.
    ///
    /// Complexity: linear in the cells nearer than the wall.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for coordinates that are no usable numbers; `StartOutside` off the ground.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut survey = navmesh_search::MeshQueries::new(&room); // 4 by 3
    /// let near = survey.nearest_wall([3.5, 1.0], f64::INFINITY)?.expect("a room has walls");
    /// assert_eq!((near.point, near.distance), ([4.0, 1.0].into(), 0.5));
    /// assert!(survey.nearest_wall([2.0, 1.5], 1.0)?.is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "distance_to_wall")]
    #[doc(alias = "findDistanceToWall")]
    pub fn nearest_wall(
        &mut self,
        place: impl Into<Place>,
        max_distance: f64,
    ) -> Result<Option<NearestWall>, PathError> {
        let place = self.stand(place.into())?;
        if max_distance.is_nan() || max_distance < 0.0 {
            return Ok(None); // nothing is within it, and nothing has to be looked at
        }
        self.begin_flood();
        let mut best: Option<Best> = None;
        let mut reach_sq = self.reach_sq(max_distance);
        while let Some(slot) = self.next_of_flood() {
            for edge in self.mesh.edge_range(slot) {
                let found = self.measure(EdgeId(edge as u32), place);
                if found.distance_sq > reach_sq {
                    continue;
                }
                if let Some(neighbor) = self.mesh.edge(found.edge).neighbor_slot() {
                    self.flood_into(neighbor);
                } else if best.is_none_or(|best| found.precedes(&best))
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

    /// The square of a distance, and of what rounding may add to one that is computed.
    fn reach_sq(&self, distance: f64) -> f64 {
        let reach = distance + self.mesh.bounds().max_abs() * REACH_MARGIN;
        reach * reach
    }

    fn measure(&self, edge: EdgeId, place: DVec2) -> Best {
        let [a, b] = self.mesh.edge_ends(edge);
        let side = turn(a, b, place);
        let point = match side {
            Turn::Collinear if within_box(a, b, place) => place,
            _ => nearest_on_segment(a, b, place),
        };
        let distance_sq = point.distance_squared(place);
        Best { distance_sq, faces: side == Turn::Left, edge, point }
    }

    /// True where a ray from the place leads to a wall's nearest point in the wall's own cell. On one floor to the
    /// nearest wall it always does.
    fn is_wall_in_sight(&mut self, place: DVec2, found: &Best) -> bool {
        if !self.mesh.has_layers() {
            return true;
        }
        self.joined.clear();
        ends_of_all(
            self.mesh,
            Line { from: place, to: found.point },
            &self.standing,
            &mut self.ray,
        );
        self.joined.extend(self.ray.ends());
        self.has_joined(found.point, self.mesh.edge(found.edge).cell_slot())
    }

    /// True where a point is the same place in a cell as in one of those that are `joined`: where they are joined
    /// around it, by portals that it is on but for its rounding.
    fn has_joined(&mut self, point: DVec2, cell: u32) -> bool {
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
                let apart_sq = nearest_on_segment(a, b, point).distance_squared(point);
                if apart_sq <= near_sq && !self.joined.contains(&neighbor) {
                    self.joined.push(neighbor);
                }
            }
        }
        false
    }

    fn as_nearest_wall(&self, best: &Best) -> NearestWall {
        let (point, _) = self.inside(self.mesh.edge(best.edge).cell_slot(), best.point);
        let wall = WallHit { edge: best.edge, normal: normal(self.mesh, best.edge) };
        NearestWall { point, distance: best.distance_sq.sqrt(), wall }
    }
}

impl Best {
    fn precedes(&self, other: &Self) -> bool {
        let by_distance = self.distance_sq.total_cmp(&other.distance_sq);
        by_distance.then(other.faces.cmp(&self.faces)).then(self.edge.cmp(&other.edge)).is_lt()
    }
}
