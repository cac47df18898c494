//! Point location: the cells that hold a point, and its position in them.
//!
//! `locator` is the index behind it, `nearest` finds the nearest point of the mesh, `nudge` moves rounded
//! points into their cells, `snap` limits how far queries move places, and `gap` finds the narrowest gap between two components.

mod locator;
mod nearest;
mod nudge;
mod snap;
mod gap;

use glam::DVec2;

use super::{CellId, EdgeId, NavMesh, VertexId};
use crate::collections::MergeSort;
use crate::geom::{Bounds, IntoPoint, Turn, sanitized, turn, within_box};
use crate::mesh::Place;
pub(super) use locator::{BoxSide, Locator};
use locator::{Entry, LatticePoint};
pub use nearest::Nearest;

/// The position of a point in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Strictly inside.
    Inside,
    /// On this edge of the cell, between its ends.
    Edge(EdgeId),
    /// On the corner where this edge of the cell begins.
    Corner(EdgeId),
}

/// A cell that holds a point, and the point's position in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Incidence {
    /// The cell.
    pub cell: CellId,
    /// The position of the point in the cell.
    pub feature: Feature,
}

/// A maximal set of cells that hold a point and are joined there.
///
/// Cells of different fans meet at a pinch, across a wall without thickness, or lie on different floors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fan {
    /// The cell in this slot; the point is inside it.
    Cell(u32),
    /// The cells of this edge; the point is between its ends. The lower of two twins.
    Edge(EdgeId),
    /// The cells around this vertex.
    Vertex(VertexId),
}

/// The position of a point on the mesh.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Location {
    /// Strictly inside one cell.
    Inside(CellId),
    /// On an edge of one cell, or of two cells that meet there, joined or not.
    OnEdge(Vec<Incidence>),
    /// On a vertex, with every cell around it, across walls and pinches too.
    OnVertex(Vec<Incidence>),
}

impl Location {
    /// Returns every cell that holds the point, by ascending slot.
    #[must_use]
    pub fn cells(&self) -> Vec<CellId> {
        match self {
            Self::Inside(cell) => vec![*cell],
            Self::OnEdge(all) | Self::OnVertex(all) => all.iter().map(|i| i.cell).collect(),
        }
    }
}

impl NavMesh {
    /// Returns the position of a place; `None` off the mesh, and for coordinates that are not
    /// numbers. Exact.
    ///
    /// A place with a cell lies in the cells that are joined with it there. Without a cell and a floor,
    /// it is on the lowest floor that has a cell there. A point on the edge between two floors lies in
    /// cells of both.
    ///
    /// Complexity: O(1) buckets, expected.
    ///
    /// ```
    /// # use navmesh_core::{Location, NavMesh, RawMesh};
    /// # let mesh = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], &[&[0, 1, 2]]))?;
    /// assert!(matches!(mesh.locate([0.2, 0.2]), Some(Location::Inside(_))));
    /// assert!(matches!(mesh.locate([0.5, 0.5]), Some(Location::OnEdge(_))));
    /// assert!(matches!(mesh.locate([0.0, 0.0]), Some(Location::OnVertex(_))));
    /// assert!(mesh.locate([0.6, 0.6]).is_none());
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[doc(alias("findPoly", "getPolyAt", "pointInPolygon", "contains"))]
    #[must_use]
    pub fn locate(&self, place: impl Into<Place>) -> Option<Location> {
        let mut all = Vec::new();
        self.locate_into(place.into(), &mut all);
        let on_vertex = all.iter().any(|i| matches!(i.feature, Feature::Corner(_)));
        match all[..] {
            [] => None,
            [Incidence { cell, feature: Feature::Inside }] => Some(Location::Inside(cell)),
            _ if on_vertex => Some(Location::OnVertex(all)),
            _ => Some(Location::OnEdge(all)),
        }
    }

    /// Writes the cells that hold a place into `all`, by ascending slot; with a cell, those of its floor first. Returns the floor.
    ///
    /// The rules are those of [`NavMesh::locate`]. No cell is written for a place off the mesh.
    ///
    /// Complexity: linear in the corners of the place's cell and in the cells around the point. Without a
    /// cell, that of [`NavMesh::locate`].
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, Place, RawMesh};
    /// # let mesh = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]], &[&[0, 1, 2]]))?;
    /// let mut all = Vec::new();
    /// let floor = mesh.locate_into(Place::new([0.2, 0.2]), &mut all);
    /// assert_eq!((all.len(), floor), (1, 0));
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[inline]
    pub fn locate_into(&self, place: Place, all: &mut Vec<Incidence>) -> u32 {
        all.clear();
        if let Some(own) = self.own_incidence(&place) {
            // The own floor first: a ray along the wall beside a connection stays on it.
            let floor = self.layer(own.cell.slot);
            all.extend(self.joined_at(own));
            all.merge_sort_by_key(|at| (self.layer(at.cell.slot) != floor, at.cell.slot));
            return floor;
        }
        all.extend(self.incidences(place.point));
        self.keep_layer(all, place.layer)
    }

    /// Iterates over the cells that hold a place, without allocation.
    ///
    /// With a cell, these are the cells joined with it around the point, counter-clockwise. Otherwise they
    /// are in the order of their slots: with a floor, the cells of all fans that have a cell on that floor,
    /// so a point on the edge between two floors is on both; without one, all cells that hold the point.
    ///
    /// Complexity: that of [`NavMesh::locate`]. With several floors, a fan is walked again each time that
    /// its cells follow those of another fan.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, Place, RawMesh};
    /// # let room = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], &[&[0, 1, 2, 3]]))?;
    /// let at = Place::new([1.0, 1.0]);
    /// assert_eq!(room.incidences_at(at.on_layer(0)).count(), 1);
    /// assert_eq!(room.incidences_at(at.on_layer(5)).count(), 0);
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    pub fn incidences_at(&self, place: impl Into<Place>) -> impl Iterator<Item = Incidence> + '_ {
        let place = place.into();
        let own = self.own_incidence(&place);
        let elsewhere = own.is_none().then(|| self.incidences_on_floor(place));
        own.into_iter().flat_map(|own| self.joined_at(own)).chain(elsewhere.into_iter().flatten())
    }

    /// Iterates over the cells that hold a place, by its floor only.
    fn incidences_on_floor(&self, place: Place) -> impl Iterator<Item = Incidence> + '_ {
        let is_own = move |at: &Incidence| place.may_be_on(self.layer(at.cell.slot));
        // Most neighbours in this order belong to one fan, so the last result is kept.
        let mut last = None;
        self.incidences(place.point).filter(move |at| {
            let fan = self.fan(at);
            let is_kept = |fan: &Fan| last.filter(|(known, _)| known == fan).map(|last| last.1);
            let is_joined =
                || self.joined_at(*at).any(|at| place.may_be_on(self.layer(at.cell.slot)));
            is_own(at) || last.insert((fan, is_kept(&fan).unwrap_or_else(is_joined))).1
        })
    }

    /// Iterates over the cells that hold `point`, on all floors, by ascending slot, without allocation.
    ///
    /// Complexity: that of [`NavMesh::locate`].
    ///
    /// ```
    /// # use navmesh_core::{Feature, NavMesh, RawMesh};
    /// let room = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], &[&[0, 1, 2, 3]]))?; // 4 by 3
    /// let feature = |x: f64, y: f64| Some(room.incidences([x, y]).next()?.feature);
    /// assert_eq!(feature(1.0, 1.0), Some(Feature::Inside));
    /// assert!(matches!(feature(1.0, 0.0), Some(Feature::Edge(_))));
    /// assert_eq!(feature(1.0, 9.0), None);
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[inline]
    pub fn incidences(&self, point: impl IntoPoint) -> impl Iterator<Item = Incidence> + '_ {
        let point = point.into_point();
        let (candidates, lattice_point) = self.candidates(point);
        candidates.iter().filter_map(move |entry| self.incidence_of(entry, lattice_point, point))
    }

    /// Returns the cells that the index lists at a point, and the point on its lattice.
    #[inline]
    fn candidates(&self, point: DVec2) -> (&[Entry], LatticePoint) {
        let inside = within_box(self.bounds.min, self.bounds.max, point);
        if inside { self.locator.candidates(point) } else { (&[], LatticePoint::default()) }
    }

    /// Returns the position of a point in a cell that the index lists. It runs once per listed cell.
    #[inline(always)]
    fn incidence_of(
        &self,
        entry: &Entry,
        lattice_point: LatticePoint,
        point: DVec2,
    ) -> Option<Incidence> {
        let slot = entry.slot();
        let feature = if entry.covers_bucket() {
            (!self.edge_range(slot).is_empty()).then_some(Feature::Inside)?
        } else if entry.may_hold(lattice_point) {
            self.feature_at(slot, point)?
        } else {
            return None;
        };
        Some(Incidence { cell: self.cell_id(slot), feature })
    }

    /// Returns the fan of an incidence.
    ///
    /// Complexity: O(1).
    ///
    /// ```
    /// # use navmesh_core::{Fan, NavMesh, RawMesh};
    /// # let room = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], &[&[0, 1, 2, 3]]))?;
    /// let inside = room.incidences([1.0, 1.0]).next().map(|at| room.fan(&at));
    /// assert_eq!(inside, Some(Fan::Cell(0)));
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn fan(&self, incidence: &Incidence) -> Fan {
        match incidence.feature {
            Feature::Inside => Fan::Cell(incidence.cell.slot),
            Feature::Edge(edge) => {
                Fan::Edge(self.edge(edge).twin().map_or(edge, |twin| twin.min(edge)))
            }
            Feature::Corner(edge) => Fan::Vertex(self.edge(edge).vertex()),
        }
    }

    /// Calls `visit` with the slot of every cell that may touch a box, with some more than once.
    ///
    /// Complexity: linear in the buckets of the index that the box touches.
    ///
    /// ```
    /// # use navmesh_core::{Bounds, NavMesh, RawMesh};
    /// # let room = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], &[&[0, 1, 2, 3]]))?;
    /// let (mut near, around) = (Vec::new(), Bounds { min: [1.0, 1.0].into(), max: [2.0, 2.0].into() });
    /// room.each_cell_near(around, |slot| near.push(slot));
    /// near.dedup();
    /// assert_eq!(near, [0]);
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    pub fn each_cell_near(&self, bounds: Bounds, mut visit: impl FnMut(u32)) {
        self.locator.each_in_box(bounds, &mut |slot| {
            if !self.edge_range(slot).is_empty() {
                visit(slot);
            }
        });
    }

    /// Calls `visit` with the slot of every cell that may touch a segment, with some more than once.
    ///
    /// Complexity: linear in the cells in the buckets of the index that the segment touches, however large its box is.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let room = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], &[&[0, 1, 2, 3]]))?;
    /// let mut near = Vec::new();
    /// room.each_cell_near_segment([[1.0, 1.0], [2.0, 2.0]].map(Into::into), |slot| near.push(slot));
    /// near.dedup();
    /// assert_eq!(near, [0]);
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    pub fn each_cell_near_segment(&self, ends: [DVec2; 2], mut visit: impl FnMut(u32)) {
        self.locator.each_near_segment(ends, &mut |slot| {
            if !self.edge_range(slot).is_empty() {
                visit(slot);
            }
        });
    }

    /// Returns the position of `point` in the cell in a slot; `None` outside of it. Exact.
    ///
    /// Complexity: linear in the corners of the cell.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    ///
    /// ```
    /// # use navmesh_core::{Feature, NavMesh, RawMesh};
    /// # let room = NavMesh::from_raw(&RawMesh::of_cells([[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]], &[&[0, 1, 2, 3]]))?;
    /// assert_eq!(room.feature_at(0, [1.0, 1.0]), Some(Feature::Inside));
    /// assert_eq!(room.feature_at(0, [5.0, 1.0]), None);
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn feature_at(&self, slot: u32, point: impl IntoPoint) -> Option<Feature> {
        let point = point.into_point();
        let edges = &self.edges[self.edge_range(slot)];
        let doubt = self.bounds.doubt_from(point);
        let mut from = edges.last()?.origin - point; // a free slot has none
        let mut is_inside = true;
        for edge in edges {
            let to = edge.origin - point;
            let side = from.perp_dot(to);
            if side < -doubt {
                return None;
            }
            is_inside &= side > doubt;
            from = to;
        }
        if is_inside { Some(Feature::Inside) } else { self.exact_feature_at(slot, point) }
    }

    /// Returns the position by exact side tests, if plain floats leave a side open.
    #[inline(never)]
    fn exact_feature_at(&self, slot: u32, point: DVec2) -> Option<Feature> {
        sanitized(point)?; // no cell holds a point beyond the domain
        let range = self.edge_range(slot);
        let mut on_line = None;
        let mut from = range.end - 1;
        for to in range {
            let (a, b) = (self.edges[from].origin, self.edges[to].origin);
            match turn(a, b, point) {
                Turn::Left => {}
                Turn::Right => return None,
                Turn::Collinear if point == a => {
                    on_line = Some(Feature::Corner(EdgeId(from as u32)));
                }
                Turn::Collinear if point == b => {
                    on_line = Some(Feature::Corner(EdgeId(to as u32)));
                }
                Turn::Collinear if within_box(a, b, point) => {
                    on_line = Some(Feature::Edge(EdgeId(from as u32)));
                }
                // Beyond the ends of the edge. With collinear corners the point may lie on the next
                // edge; otherwise it lies to the right of another edge.
                Turn::Collinear => {}
            }
            from = to;
        }
        Some(on_line.unwrap_or(Feature::Inside))
    }
}
