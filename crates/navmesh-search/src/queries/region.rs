//! The cells in a circle or a polygon.

use navmesh_core::backend::check_limit;
use navmesh_core::backend::geom::ring::{in_domain, ring_sides, segments_touch, winds_around};
use navmesh_core::backend::geom::{Bounds, nearest_on_segment, sanitized};
use navmesh_core::{CellId, DVec2, EdgeId, InvalidQuery, NavMesh, PathError, Place};

use super::MeshQueries;

/// A closed region of the plane.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Region<'a> {
    /// A disc. Distances are compared as floats.
    Circle {
        /// The centre.
        center: DVec2,
        /// The radius, in map units.
        radius: f64,
    },
    /// A polygon, by its ring in either direction, with its border. Exact. If the ring crosses itself, the even-odd
    /// rule holds.
    Polygon(&'a [DVec2]),
}

impl MeshQueries<'_> {
    /// Returns every cell that shares a point with a region, by ascending slot.
    ///
    /// Cells of all floors are returned, unless a floor was [chosen](MeshQueries::on_layer).
    ///
    /// Complexity: linear in the cells near the region; for a polygon, times its corners.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if coordinates are NaN, infinite or out of the domain.
    ///
    /// ```
    /// use navmesh_search::{Region, MeshQueries};
    /// # let mesh = navmesh_testkit::worlds::meshes::room();
    /// let mut queries = MeshQueries::new(&mesh); // 4 by 3
    /// let circle = |x: f64| Region::Circle { center: [x, 1.0].into(), radius: 1.0 };
    /// assert_eq!(queries.cells_in(&circle(4.5))?.len(), 1);
    /// assert_eq!(queries.cells_in(&circle(5.5))?.len(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "queryPolygons")]
    #[doc(alias = "find_polys_around")]
    pub fn cells_in(&mut self, region: &Region<'_>) -> Result<Vec<CellId>, PathError> {
        let mut cells = Vec::new();
        let Some(bounds) = region.bounds()? else { return Ok(cells) };
        let mesh = self.mesh;
        self.queue.begin(mesh.slot_count());
        mesh.each_cell_near(bounds, |slot| {
            let is_new = self.queue.push(slot) && self.is_on_layer(slot);
            if is_new && region.touches(mesh, slot) {
                cells.push(mesh.cell_id(slot));
            }
        });
        cells.sort_unstable();
        Ok(cells)
    }

    /// Returns every cell that can be reached from `place` within a circle around it, by ascending slot.
    ///
    /// `radius` is in map units.
    ///
    /// Complexity: linear in these cells.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if coordinates are NaN, infinite or out of the domain, or if `radius` is negative or NaN; `StartOutside` if `place` is off the
    /// mesh by more than the snap distance.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// use navmesh_search::{Region, MeshQueries};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0, 0], [4, 0], [5, 0], [9, 0], [9, 3], [5, 3], [4, 3], [0, 3]]
    /// #     .map(|[x, y]| [f64::from(x), f64::from(y)].into()).to_vec();
    /// # raw.push_cell(&[0, 1, 6, 7]);
    /// # raw.push_cell(&[2, 3, 4, 5]);
    /// # let mesh = NavMesh::from_raw(&raw)?;
    /// // Two rooms with a wall between them, from x = 4 to x = 5.
    /// let mut queries = MeshQueries::new(&mesh);
    /// let circle = Region::Circle { center: [3.0, 1.0].into(), radius: 3.0 };
    /// assert_eq!(queries.cells_in(&circle)?.len(), 2);
    /// assert_eq!(queries.cells_around([3.0, 1.0], 3.0)?.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias("findPolysAroundCircle", "findLocalNeighbourhood"))]
    pub fn cells_around(
        &mut self,
        place: impl Into<Place>,
        radius: f64,
    ) -> Result<Vec<CellId>, PathError> {
        check_limit(radius)?;
        let center = self.locate(place.into())?;
        self.search_circle(center, radius);
        let mut cells: Vec<CellId> =
            self.queue.cells().iter().map(|&slot| self.mesh.cell_id(slot)).collect();
        cells.sort_unstable();
        Ok(cells)
    }

    /// Finds the cells that are joined with the located place by portals within a circle.
    pub(super) fn search_circle(&mut self, center: DVec2, radius: f64) {
        self.begin_queue();
        let radius_sq = radius.max(0.0) * radius.max(0.0);
        while let Some(slot) = self.queue.pop() {
            for edge in self.mesh.edge_range(slot) {
                let Some(neighbor) = self.mesh.edges()[edge].neighbor_slot() else { continue };
                let [a, b] = self.mesh.edge_ends(EdgeId(edge as u32));
                if nearest_on_segment(a, b, center).distance_squared(center) <= radius_sq {
                    self.queue.push(neighbor);
                }
            }
        }
    }
}

impl Region<'_> {
    /// Returns the box around the region; `None` if it is empty.
    fn bounds(&self) -> Result<Option<Bounds>, PathError> {
        match *self {
            Self::Circle { center, radius } => {
                let center = checked(center)?;
                let corners = [center - radius, center + radius];
                Ok((radius >= 0.0).then(|| Bounds::of(corners)))
            }
            Self::Polygon(ring) => {
                for &corner in ring {
                    checked(corner)?;
                }
                Ok((!ring.is_empty()).then(|| Bounds::of(ring.iter().copied())))
            }
        }
    }

    /// True if a cell shares a point with the region.
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

/// Returns the point if it is within the coordinate domain.
fn checked(point: DVec2) -> Result<DVec2, PathError> {
    let reason = InvalidQuery::Point { point };
    sanitized(point).ok_or(PathError::InvalidQuery { reason })
}
