//! Point location: which cells hold a point, and where in them it lies.

use glam::DVec2;

use super::locator::{Entry, Place as Step};
use super::{CellId, EdgeId, NavMesh, VertexId};
use crate::geom::{Bounds, Turn, turn, within_box};
use crate::place::Place;

/// Where in a cell a point lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Feature {
    /// Strictly inside.
    Inside,
    /// On this edge of the cell, between its ends.
    Edge(EdgeId),
    /// On the corner where this edge of the cell begins.
    Corner(EdgeId),
}

/// One cell that holds a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Incidence {
    /// The cell.
    pub cell: CellId,
    /// Where in it the point lies.
    pub feature: Feature,
}

/// What the cells around a point are joined by: a place.
///
/// Of the cells that hold one point, those of one fan are joined there, and those of two are not, be it at a
/// pinch, across a wall without thickness or on two floors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fan {
    /// The inside of the cell in this slot.
    Cell(u32),
    /// The inside of this edge; of two that are twins, the lower.
    Edge(EdgeId),
    /// This vertex.
    Vertex(VertexId),
}

/// Where a point lies on the mesh: never off it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Location {
    /// Strictly inside one cell.
    Inside(CellId),
    /// On an edge: of one cell at a border, of two where cells meet (joined or not).
    OnEdge(Vec<Incidence>),
    /// On a vertex: every cell around it, across walls and pinches too.
    OnVertex(Vec<Incidence>),
}

impl Location {
    /// Every cell that holds the point, by ascending slot.
    #[must_use]
    pub fn cells(&self) -> Vec<CellId> {
        match self {
            Self::Inside(cell) => vec![*cell],
            Self::OnEdge(all) | Self::OnVertex(all) => all.iter().map(|i| i.cell).collect(),
        }
    }
}

impl NavMesh {
    /// Where a place lies; `None` off the mesh, and for coordinates that are no numbers. On a mesh with floors a point
    /// is on the lowest one that has ground there, unless the place says on which.
    ///
    /// A point on the edge at which two floors are joined lies on cells of both.
    ///
    /// Complexity: O(1) buckets, expected; exact.
    ///
    /// ```
    /// # use navmesh_core::{Location, NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2]);
    /// # let mesh = NavMesh::from_raw(&raw)?;
    /// assert!(matches!(mesh.locate([0.2, 0.2]), Some(Location::Inside(_))));
    /// assert!(matches!(mesh.locate([0.5, 0.5]), Some(Location::OnEdge(_))));
    /// assert!(matches!(mesh.locate([0.0, 0.0]), Some(Location::OnVertex(_))));
    /// assert!(mesh.locate([0.6, 0.6]).is_none());
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[doc(alias("findPoly", "getPolyAt", "pointInPolygon", "contains"))]
    #[must_use]
    pub fn locate(&self, place: impl Into<Place>) -> Option<Location> {
        let Place { point, layer } = place.into();
        let mut all: Vec<Incidence> = self.incidences(point).collect();
        self.keep_layer(&mut all, layer);
        let on_vertex = all.iter().any(|i| matches!(i.feature, Feature::Corner(_)));
        match all[..] {
            [] => None,
            [Incidence { cell, feature: Feature::Inside }] => Some(Location::Inside(cell)),
            _ if on_vertex => Some(Location::OnVertex(all)),
            _ => Some(Location::OnEdge(all)),
        }
    }

    /// Where `point` lies on every floor that has ground there, by ascending number.
    ///
    /// Complexity: as [`NavMesh::locate`], for each floor.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let floors = room.locate_on_layers([1.0, 1.0]).map(|(floor, _)| floor);
    /// assert_eq!(floors.collect::<Vec<_>>(), [0]); // of a room with one floor
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    pub fn locate_on_layers(
        &self,
        point: impl Into<DVec2>,
    ) -> impl Iterator<Item = (u32, Location)> + '_ {
        let point = point.into();
        self.layers().iter().filter_map(move |&layer| {
            Some((layer, self.locate(Place::new(point).on_layer(layer))?))
        })
    }

    /// Every cell that holds a place: where it says its floor, those that are the same place as one of that floor;
    /// else all. By ascending slot; allocates nothing.
    ///
    /// A point on the edge at which two floors are joined is a place on either.
    ///
    /// Complexity: as [`NavMesh::locate`]; where the cells around the point are of several floors, the size of a fan
    /// besides as often as its cells begin to follow those of another.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, Place, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let at = Place::new([1.0, 1.0]);
    /// assert_eq!(room.incidences_at(at.on_layer(0)).count(), 1);
    /// assert_eq!(room.incidences_at(at.on_layer(5)).count(), 0);
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    pub fn incidences_at(&self, place: impl Into<Place>) -> impl Iterator<Item = Incidence> + '_ {
        let place = place.into();
        let is_own = move |at: &Incidence| place.may_be_on(self.layer(at.cell.slot));
        // Neighbours in this order mostly are of one fan: what was found of the last is known of the next.
        let mut last = None;
        self.incidences(place.point).filter(move |at| {
            let fan = self.fan(at);
            let is_kept = |fan: &Fan| last.filter(|(known, _)| known == fan).map(|last| last.1);
            let is_joined =
                || self.slots_joined_at(at).any(|slot| place.may_be_on(self.layer(slot)));
            is_own(at) || last.insert((fan, is_kept(&fan).unwrap_or_else(is_joined))).1
        })
    }

    /// The slots of the cells that are the same place as one that holds a point, but for its own.
    fn slots_joined_at(&self, at: &Incidence) -> impl Iterator<Item = u32> + '_ {
        let (edge, corner) = match at.feature {
            Feature::Inside => (None, None),
            Feature::Edge(edge) => (self.edge(edge).twin(), None),
            Feature::Corner(edge) => (None, Some(edge)),
        };
        let one_way = std::iter::successors(corner, |&at| self.clockwise(at)).skip(1);
        let is_around = move |at: &EdgeId| Some(*at) != corner;
        let other_way = std::iter::successors(corner, |&at| self.counter_clockwise(at)).skip(1);
        let around = one_way.take_while(is_around).chain(other_way.take_while(is_around));
        edge.into_iter().chain(around).map(|edge| self.edge(edge).cell)
    }

    /// Every cell that holds `point`, on all floors, by ascending slot; allocates nothing.
    ///
    /// Complexity: as [`NavMesh::locate`].
    ///
    /// ```
    /// # use navmesh_core::{Feature, NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// let room = NavMesh::from_raw(&raw)?; // 4 by 3
    /// let feature = |x: f64, y: f64| Some(room.incidences([x, y]).next()?.feature);
    /// assert_eq!(feature(1.0, 1.0), Some(Feature::Inside));
    /// assert!(matches!(feature(1.0, 0.0), Some(Feature::Edge(_))));
    /// assert_eq!(feature(1.0, 9.0), None);
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[inline]
    pub fn incidences(&self, point: impl Into<DVec2>) -> impl Iterator<Item = Incidence> + '_ {
        let point = point.into();
        let (candidates, place) = self.candidates(point);
        candidates.iter().filter_map(move |entry| self.incidence_of(entry, place, point))
    }

    /// Calls `visit` with what [`NavMesh::incidences`] gives.
    ///
    /// Complexity: as [`NavMesh::locate`].
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// let mut standing = Vec::new(); // kept from place to place
    /// room.each_incidence([1.0, 1.0], |at| standing.push(at));
    /// assert!(standing.iter().copied().eq(room.incidences([1.0, 1.0])));
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[inline]
    pub fn each_incidence(&self, point: impl Into<DVec2>, mut visit: impl FnMut(Incidence)) {
        let point = point.into();
        let (candidates, place) = self.candidates(point);
        for entry in candidates {
            if let Some(incidence) = self.incidence_of(entry, place, point) {
                visit(incidence);
            }
        }
    }

    /// What the index lists where a point is, and the step of its lattice.
    #[inline(always)]
    fn candidates(&self, point: DVec2) -> (&[Entry], Step) {
        let inside = within_box(self.bounds.min, self.bounds.max, point);
        if inside { self.locator.candidates(point) } else { (&[], Step::default()) }
    }

    /// Where in a cell that the index lists a point lies.
    #[inline(always)]
    fn incidence_of(&self, entry: &Entry, place: Step, point: DVec2) -> Option<Incidence> {
        let slot = entry.slot();
        let feature = if entry.covers_bucket() {
            (!self.edge_range(slot).is_empty()).then_some(Feature::Inside)?
        } else if entry.may_hold(place) {
            self.feature_at(slot, point)?
        } else {
            return None;
        };
        Some(Incidence { cell: self.cell_id(slot), feature })
    }

    /// The fan that an incidence stands in.
    ///
    /// Complexity: O(1).
    ///
    /// ```
    /// # use navmesh_core::{Fan, NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
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

    /// Calls `visit` with the slot of every cell that can touch a box, some more than once.
    ///
    /// Complexity: linear in the buckets of the index that the box touches.
    ///
    /// ```
    /// # use navmesh_core::{Bounds, NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
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

    /// Where in the cell of a slot `point` lies; `None` outside of it. Exact.
    ///
    /// Complexity: linear in the corners of the cell.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    ///
    /// ```
    /// # use navmesh_core::{Feature, NavMesh, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # let room = NavMesh::from_raw(&raw)?;
    /// assert_eq!(room.feature_at(0, [1.0, 1.0]), Some(Feature::Inside));
    /// assert_eq!(room.feature_at(0, [5.0, 1.0]), None);
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[must_use]
    pub fn feature_at(&self, slot: u32, point: impl Into<DVec2>) -> Option<Feature> {
        let point = point.into();
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

    /// The same, where plain floats leave open on which side of an edge the point lies.
    #[inline(never)]
    fn exact_feature_at(&self, slot: u32, point: DVec2) -> Option<Feature> {
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
                // On the line through an edge, beyond its ends: with collinear corners it may still
                // lie on the cell's next edge; otherwise another edge has it on its right.
                Turn::Collinear => {}
            }
            from = to;
        }
        Some(on_line.unwrap_or(Feature::Inside))
    }
}
