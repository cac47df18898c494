//! Cells within a circle or a polygon.

use navmesh_core::geom::ring::{in_domain, ring_sides, segments_touch, winds_around};
use navmesh_core::geom::{Bounds, nearest_on_segment, sanitized};
use navmesh_core::{CellId, DVec2, InvalidQuery, NavMesh, PathError, Place};

use super::MeshQueries;

/// A closed area of the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Region<'a> {
    /// All that is at most so far from a point, in map units. Distances are compared as floats.
    Circle {
        /// Its middle.
        center: DVec2,
        /// How far it reaches.
        radius: f64,
    },
    /// All within a ring, either way round, its border included. Exact. A ring that crosses itself holds what it
    /// winds around an odd number of times.
    Polygon(&'a [DVec2]),
}

impl MeshQueries<'_> {
    /// Every cell that shares a point with a region, on whichever floor it is, by ascending slot.
    ///
    /// Complexity: linear in the cells near the region; times its corners, for a polygon.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for coordinates that are no usable numbers.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// use navmesh_search::{Region, MeshQueries};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut survey = MeshQueries::new(&room); // 4 by 3
    /// let circle = |x: f64| Region::Circle { center: [x, 1.0].into(), radius: 1.0 };
    /// assert_eq!(survey.cells_in(&circle(4.5))?.len(), 1);
    /// assert_eq!(survey.cells_in(&circle(5.5))?.len(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "queryPolygons")]
    #[doc(alias = "find_polys_around")]
    pub fn cells_in(&mut self, region: &Region<'_>) -> Result<Vec<CellId>, PathError> {
        let mut cells = Vec::new();
        let Some(bounds) = region.bounds()? else { return Ok(cells) };
        let mesh = self.mesh;
        self.begin_flood_nowhere();
        mesh.each_cell_near(bounds, |slot| {
            let is_new = self.flood.marks.mark(slot) && self.is_of_layer(slot);
            if is_new && region.touches(mesh, slot) {
                cells.push(mesh.cell_id(slot));
            }
        });
        cells.sort_unstable();
        Ok(cells)
    }

    /// Every cell that can be walked to from `point` without going farther from it than `radius` (map
    /// units, straight), by ascending slot.
    ///
    /// Complexity: linear in these cells.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` for coordinates that are no usable numbers; `StartOutside` off the ground.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// use navmesh_search::{Region, MeshQueries};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0, 0], [4, 0], [5, 0], [9, 0], [9, 3], [5, 3], [4, 3], [0, 3]]
    /// #     .map(|[x, y]| [f64::from(x), f64::from(y)].into()).to_vec();
    /// # raw.push_cell(&[0, 1, 6, 7]);
    /// # raw.push_cell(&[2, 3, 4, 5]);
    /// # let rooms = NavMesh::from_raw(&raw)?;
    /// // Two rooms with a wall between, from x = 4 to x = 5.
    /// let mut survey = MeshQueries::new(&rooms);
    /// let circle = Region::Circle { center: [3.0, 1.0].into(), radius: 3.0 };
    /// assert_eq!(survey.cells_in(&circle)?.len(), 2);
    /// assert_eq!(survey.cells_around([3.0, 1.0], 3.0)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("findPolysAroundCircle", "findLocalNeighbourhood"))]
    pub fn cells_around(
        &mut self,
        place: impl Into<Place>,
        radius: f64,
    ) -> Result<Vec<CellId>, PathError> {
        let place = self.stand(place.into())?;
        self.flood_circle(place, radius);
        let mut cells: Vec<CellId> =
            self.flood.reached().iter().map(|&slot| self.mesh.cell_id(slot)).collect();
        cells.sort_unstable();
        Ok(cells)
    }

    /// Floods from where the surveyor stands through every portal within a circle.
    pub(super) fn flood_circle(&mut self, center: DVec2, radius: f64) {
        self.begin_flood();
        let radius_sq = radius.max(0.0) * radius.max(0.0);
        while let Some(slot) = self.next_of_flood() {
            for edge in self.mesh.edge_range(slot) {
                let Some(neighbor) = self.mesh.edges()[edge].neighbor_slot() else { continue };
                let [a, b] = self.mesh.edge_ends(navmesh_core::EdgeId(edge as u32));
                if nearest_on_segment(a, b, center).distance_squared(center) <= radius_sq {
                    self.flood_into(neighbor);
                }
            }
        }
    }
}

impl Region<'_> {
    /// The box around the region; `None` where it is empty.
    fn bounds(&self) -> Result<Option<Bounds>, PathError> {
        match *self {
            Self::Circle { center, radius } => {
                let center = usable_point(center)?;
                let corners = [center - radius, center + radius];
                Ok((radius >= 0.0).then(|| Bounds::of(corners)))
            }
            Self::Polygon(ring) => {
                for &corner in ring {
                    usable_point(corner)?;
                }
                Ok((!ring.is_empty()).then(|| Bounds::of(ring.iter().copied())))
            }
        }
    }

    /// True where a cell shares a point with the region.
    fn touches(&self, mesh: &NavMesh, slot: u32) -> bool {
        let corners = || mesh.corners(slot);
        let sides = || corners().zip(corners().cycle().skip(1));
        match *self {
            Self::Circle { center, radius } => {
                let center = in_domain(center);
                let near = |(a, b)| nearest_on_segment(a, b, center).distance(center) <= radius;
                mesh.feature_at(slot, center).is_some() || sides().any(near)
            }
            Self::Polygon(ring) => {
                let meets = |(a, b)| ring_sides(ring).any(|side| segments_touch([a, b], side));
                mesh.feature_at(slot, in_domain(ring[0])).is_some()
                    || sides().any(meets)
                    || corners().next().is_some_and(|corner| winds_around(ring_sides(ring), corner))
            }
        }
    }
}

/// A point of a region within the coordinate domain.
fn usable_point(point: DVec2) -> Result<DVec2, PathError> {
    let reason = InvalidQuery::Point { point };
    sanitized(point).ok_or(PathError::InvalidQuery { reason })
}
