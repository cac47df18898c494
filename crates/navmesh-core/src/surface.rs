//! Heights on a mesh: a value beside it, which the mesh knows nothing of.
//!
//! A live edit cuts ground out of a mesh and moves no floor up or down. So a surface that was made once, of the mesh as it
//! was baked, serves every later state of it: a point of the plan and a floor have one height.
//!
//! The surface of a cell is made of triangles. Those of the [detail](SurfaceDetail) are taken as they are. Without detail,
//! a triangle is its own surface, and any other cell is a fan around the mean of its corners. So the surface is linear
//! along every edge, and continuous from cell to cell. `facet` is one triangle, `detail` checks finer ones, `pick` finds the
//! floor under a point of space, and `along` follows a path.

mod facet;
mod detail;
mod pick;
mod along;

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::{DVec2, DVec3};

use crate::error::Short;
use crate::geom::MAX_COORDINATE;
use crate::mesh::{CellId, NavMesh, Place};
pub use along::{SurfacePath, SurfacePoint};
pub use detail::{DetailFault, SurfaceDetail};
pub use facet::Facet;
pub use pick::{PickError, Picked};

/// The heights of a mesh.
///
/// Points are those of the mesh's plan; heights are in the same unit, upwards.
///
/// ```
/// use navmesh_core::{NavMesh, RawMesh, Surface};
///
/// // A ramp from y = 0 to y = 4 that rises by 2, and a floor behind it.
/// let points = [[0.0, 0.0], [3.0, 0.0], [3.0, 4.0], [0.0, 4.0], [3.0, 9.0], [0.0, 9.0]];
/// let mesh = NavMesh::from_raw(&RawMesh::of_cells(points, &[&[0, 1, 2, 3], &[3, 2, 4, 5]]))?;
/// let heights = mesh.edges().iter().map(|edge| (edge.origin().y / 2.0).min(2.0)).collect();
/// let surface = Surface::new(mesh, heights)?;
/// assert_eq!(surface.height([1.0, 3.0]), Some(1.5));
/// assert_eq!(surface.pick([1.0, 8.0, 2.3], 0.5, 0.5)?.height, 2.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Surface {
    mesh: Arc<NavMesh>,
    heights: Vec<f64>,
    detail: SurfaceDetail,
    facets: Vec<Facet>,
    /// The end of each slot's facets.
    facet_ends: Vec<u32>,
}

/// The reason why heights do not fit their mesh.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SurfaceError {
    /// There is not one height for each edge. [`NavMesh::edges`] has as many as are needed.
    #[error("{count} heights for {edges} edges of the mesh")]
    Count {
        /// The number of heights.
        count: usize,
        /// The number of edges.
        edges: usize,
    },
    /// A height is not finite, or beyond ±2²⁰⁰.
    #[error(
        "the height {} of corner {edge} at {} is not finite or beyond 2^200 in magnitude", Short(*height), Short(*at)
    )]
    Height {
        /// The number of the edge.
        edge: usize,
        /// The point.
        at: DVec2,
        /// Its height.
        height: f64,
    },
    /// Cells that are joined around a vertex give it different heights.
    #[error("joined cells have the heights {} and {} at {}", Short(heights[0]), Short(heights[1]), Short(*at))]
    Torn {
        /// The point.
        at: DVec2,
        /// The two heights.
        heights: [f64; 2],
    },
    /// Another state of the mesh has ground where the surface has none.
    #[error("the surface has no height at {}", Short(*at))]
    NoHeight {
        /// The point.
        at: DVec2,
    },
    /// The finer triangles of two cells have points on their common edge that cannot be put in order.
    #[error("the points on an edge at {} are out of order", Short(*at))]
    Order {
        /// One of the points.
        at: DVec2,
    },
    /// The detail is not given for each cell: its ends do not ascend to the ends of its lists, or are not as many as cells.
    #[error("the detail has {count} cells, or ends out of order; the mesh has {cells} cells")]
    DetailCount {
        /// The number of cells in the detail.
        count: usize,
        /// The number of cells of the mesh.
        cells: usize,
    },
    /// The finer triangles of a cell do not cover it.
    #[error("the detail of cell {cell} at {}: {fault}", Short(*at))]
    Detail {
        /// The number of the cell, among the cells in the order of their slots.
        cell: usize,
        /// The mean of its corners.
        at: DVec2,
        /// The reason.
        fault: DetailFault,
    },
}

impl Surface {
    /// Creates the surface of a mesh from the height at the origin of each edge, in the order of [`NavMesh::edges`].
    ///
    /// For a mesh from a [`RawMesh`](crate::RawMesh) these are the heights of its `corners`, in their order.
    ///
    /// Complexity: linear.
    ///
    /// # Errors
    ///
    /// [`SurfaceError::Count`], [`SurfaceError::Height`] and [`SurfaceError::Torn`].
    pub fn new(mesh: impl Into<Arc<NavMesh>>, heights: Vec<f64>) -> Result<Self, SurfaceError> {
        Self::with_detail(mesh, heights, SurfaceDetail::default())
    }

    /// Creates the surface of a mesh with finer triangles in its cells. The empty detail has none.
    ///
    /// Complexity: linear, times the logarithm of the number of triangles of a cell.
    ///
    /// # Errors
    ///
    /// Any [`SurfaceError`].
    pub fn with_detail(
        mesh: impl Into<Arc<NavMesh>>,
        heights: Vec<f64>,
        detail: SurfaceDetail,
    ) -> Result<Self, SurfaceError> {
        let mesh = mesh.into();
        check_heights(&mesh, &heights)?;
        let mut surface =
            Self { mesh, heights, detail, facets: Vec::new(), facet_ends: Vec::new() };
        surface.make_facets()?;
        Ok(surface)
    }

    fn make_facets(&mut self) -> Result<(), SurfaceError> {
        self.detail.check_ends(&self.mesh)?;
        let (mut facets, mut ends) = (Vec::new(), vec![0; self.mesh.slot_count()]);
        for (cell, (slot, points, triangles)) in self.patches().enumerate() {
            if self.detail.cell(cell).is_some_and(|(_, triangles)| !triangles.is_empty()) {
                let count = self.mesh.edge_range(slot).len();
                detail::check(&points, count, &triangles).map_err(|fault| {
                    SurfaceError::Detail { cell, at: self.mesh.centroid(slot), fault }
                })?;
            }
            let of = |triangle: &[u32; 3]| Facet(triangle.map(|corner| points[corner as usize]));
            facets.extend(triangles.iter().map(of));
            ends[slot as usize] = facets.len() as u32;
        }
        // A free slot ends where the one before it does.
        let mut last = 0;
        for end in &mut ends {
            last = last.max(*end);
            *end = last;
        }
        (self.facets, self.facet_ends) = (facets, ends);
        Ok(())
    }

    /// Returns the mesh whose heights these are.
    #[must_use]
    pub fn mesh(&self) -> &Arc<NavMesh> {
        &self.mesh
    }

    /// Returns the height at the origin of each edge, in the order of [`NavMesh::edges`].
    #[must_use]
    pub fn heights(&self) -> &[f64] {
        &self.heights
    }

    /// Returns the finer triangles of the cells; empty without any.
    #[must_use]
    pub fn detail(&self) -> &SurfaceDetail {
        &self.detail
    }

    /// Iterates over the cells in the order of their slots, each with its slot and the triangles of its surface.
    ///
    /// The points of a cell are its corners, and then points inside or on its edges. Triangles are counter-clockwise in the
    /// plan, and have indices of these points.
    pub fn patches(&self) -> impl Iterator<Item = (u32, Vec<DVec3>, Vec<[u32; 3]>)> + '_ {
        self.mesh.slots().enumerate().map(|(cell, slot)| {
            let (points, triangles) = self.patch(cell, slot);
            (slot, points, triangles)
        })
    }

    /// Returns the surface of another state of the mesh: with edits, other doors or other costs.
    ///
    /// A cell that this surface has keeps its triangles. Any other one is a fan around the mean of its corners, at the heights of
    /// this surface there.
    ///
    /// Complexity: that of [`Surface::height`] for each corner of another cell, and O(n log n) for the rest.
    ///
    /// # Errors
    ///
    /// [`SurfaceError::NoHeight`] if the mesh has ground where this surface has none.
    pub fn on(&self, mesh: impl Into<Arc<NavMesh>>) -> Result<Self, SurfaceError> {
        let mesh = mesh.into();
        let own: BTreeMap<CellId, (usize, u32)> = (self.mesh.slots().enumerate())
            .map(|(cell, slot)| (self.mesh.cell_id(slot), (cell, slot)))
            .collect();
        let kept = |slot: u32| {
            let &(cell, old) = own.get(&mesh.cell_id(slot))?;
            self.mesh.corners(old).eq(mesh.corners(slot)).then_some((cell, old))
        };
        let mut known: Vec<Option<f64>> = vec![None; mesh.vertex_count()];
        for slot in mesh.slots() {
            let Some((_, old)) = kept(slot) else { continue };
            for (edge, &height) in
                mesh.edge_range(slot).zip(&self.heights[self.mesh.edge_range(old)])
            {
                known[mesh.edges()[edge].vertex().index()].get_or_insert(height);
            }
        }
        let (mut heights, mut detail) = (vec![0.0; mesh.edges().len()], SurfaceDetail::default());
        let lift = |at: DVec2, slot: u32| {
            let height = self.height_near(Place::new(at).on_layer(mesh.layer(slot)));
            height.ok_or(SurfaceError::NoHeight { at })
        };
        for slot in mesh.slots() {
            for edge in mesh.edge_range(slot) {
                let corner = &mesh.edges()[edge];
                let known = &mut known[corner.vertex().index()];
                let height = known.map_or_else(|| lift(corner.origin(), slot), Ok)?;
                (*known, heights[edge]) = (Some(height), height);
            }
            match (kept(slot), mesh.corners(slot).len() as u32) {
                (Some((cell, _)), _) => {
                    let (points, triangles) = self.detail.cell(cell).unwrap_or_default();
                    detail.push_cell(points, triangles);
                }
                (None, 3) => detail.push_cell(&[], &[]),
                (None, count) => {
                    let mean = mesh.corners(slot).sum::<DVec2>() / f64::from(count);
                    detail.push_cell(&[mean.extend(lift(mean, slot)?)], &facet::around(count));
                }
            }
        }
        Self::with_detail(mesh, heights, detail)
    }

    fn patch(&self, cell: usize, slot: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
        let at_corners = self.mesh.corners(slot).zip(&self.heights[self.mesh.edge_range(slot)]);
        let mut points: Vec<DVec3> = at_corners.map(|(at, &height)| at.extend(height)).collect();
        let triangles = match self.detail.cell(cell) {
            Some((inner, triangles)) if !triangles.is_empty() => {
                points.extend_from_slice(inner);
                triangles.to_vec()
            }
            _ => facet::fan(&mut points),
        };
        (points, triangles)
    }

    /// Returns the height at a place; `None` off the mesh. A place without a floor is on the lowest one there.
    ///
    /// The place's cell is ignored, because it may be one of another state of the mesh.
    ///
    /// Complexity: that of [`NavMesh::locate`], and linear in the triangles of a cell.
    #[must_use]
    pub fn height(&self, place: impl Into<Place>) -> Option<f64> {
        let place = place.into();
        Some(self.height_in(self.slot_at(place)?, place.point))
    }

    /// Returns the gradient of the surface at a place, in height for each unit of the plan; `None` off the mesh.
    ///
    /// It points uphill, and its length is the slope: the tangent of the angle. On an edge between two triangles it is that
    /// of one of them.
    ///
    /// Complexity: that of [`Surface::height`].
    #[must_use]
    pub fn gradient(&self, place: impl Into<Place>) -> Option<DVec2> {
        let place = place.into();
        Some(self.facet_at(self.slot_at(place)?, place.point)?.gradient())
    }

    /// Returns the slot of a cell that holds a place, by its floor.
    fn slot_at(&self, place: Place) -> Option<u32> {
        let mesh = &self.mesh;
        let layer = place
            .layer
            .or_else(|| mesh.incidences(place.point).map(|at| mesh.layer(at.cell.slot)).min())?;
        let place = Place::new(place.point).on_layer(layer);
        let mut slots = mesh.incidences_at(place).map(|at| at.cell.slot);
        let first = slots.next()?;
        Some(
            std::iter::once(first)
                .chain(slots)
                .find(|&slot| mesh.layer(slot) == layer)
                .unwrap_or(first),
        )
    }

    /// Returns the height of a cell at a point in it, or next to it by rounding.
    fn height_in(&self, slot: u32, point: DVec2) -> f64 {
        self.facet_at(slot, point).map_or(0.0, |facet| facet.height(point))
    }

    fn facets_of(&self, slot: u32) -> &[Facet] {
        let first = slot.checked_sub(1).map_or(0, |before| self.facet_ends[before as usize]);
        &self.facets[first as usize..self.facet_ends[slot as usize] as usize]
    }

    /// Returns the triangle of a cell that holds a point. If rounding put the point into none, the nearest one by its shares.
    fn facet_at(&self, slot: u32, point: DVec2) -> Option<&Facet> {
        let facets = self.facets_of(slot);
        let least = |facet: &Facet| facet.least_share(point);
        let held = facets.iter().find(|facet| facet.holds(point));
        held.or_else(|| facets.iter().max_by(|a, b| least(a).total_cmp(&least(b))))
    }
}

/// Checks that there is a usable height for each edge, and one only at each vertex.
fn check_heights(mesh: &NavMesh, heights: &[f64]) -> Result<(), SurfaceError> {
    let (count, edges) = (heights.len(), mesh.edges().len());
    if count != edges {
        return Err(SurfaceError::Count { count, edges });
    }
    let mut known = vec![None; mesh.vertex_count()];
    for edge in mesh.slots().flat_map(|slot| mesh.edge_range(slot)) {
        let (height, origin) = (heights[edge], &mesh.edges()[edge]);
        let at = origin.origin();
        if !is_usable(height) {
            return Err(SurfaceError::Height { edge, at, height });
        }
        let first = *known[origin.vertex().index()].get_or_insert(height);
        if first != height {
            return Err(SurfaceError::Torn { at, heights: [first, height] });
        }
    }
    Ok(())
}

/// True for a number that is finite and within ±2²⁰⁰.
fn is_usable(height: f64) -> bool {
    height.abs() <= MAX_COORDINATE
}
