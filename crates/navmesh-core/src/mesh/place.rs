//! A place: a point, and optionally its floor and a cell that holds it.

use glam::DVec2;

use super::{CellId, EdgeId, Feature, Incidence, NavMesh};
use crate::error::Short;
use crate::geom::{Bounds, IntoPoint, within_box};

/// A point, and optionally the floor that it is on and a cell that holds it.
///
/// One point can be several places: on two floors, on the two sides of a wall without thickness or of
/// a closed door, or at a pinch, where cells only touch. A *cell* that holds the point tells them
/// apart: the place is then in this cell and in the cells that are joined with it around the point. Answers
/// that name a point to go to give the cell, so a caller that asks again from there stays on its side.
///
/// The cell is ignored if the mesh does not have it, if it is closed, or if it does not hold the
/// point by the exact test. Without a cell, the point is on every side, and the answer uses the best.
///
/// [Points](IntoPoint) of `f64` or `f32`, such as arrays and tuples, convert into a place without a
/// floor and a cell. Such a place is on the lowest floor with a cell there, or on another floor there
/// if only that one is connected to the other endpoint. Off the mesh, all floors count. Grids ignore
/// floors and cells.
///
/// ```
/// use navmesh_core::{PathQuery, Place};
/// let upstairs = Place::new([4.0, 1.0]).on_layer(2);
/// assert_eq!(upstairs.to_string(), "(4, 1) on floor 2");
/// let query = PathQuery::new(upstairs, [9.0, 1.0]);
/// assert_eq!((query.start_layer, query.goal_layer), (Some(2), None));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Place {
    /// The point, in map units.
    pub point: DVec2,
    /// The number of the floor; `None` if it is not specified.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub layer: Option<u32>,
    /// A cell that holds the point; `None` if it is not specified. It takes precedence over the floor.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub cell: Option<CellId>,
    /// True if the point came as `f32`. A query then may move it by [its rounding](Self::rounding), through a wall too.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "std::ops::Not::not"))]
    pub is_f32: bool,
}

impl Place {
    /// Creates a place without a floor and a cell.
    #[must_use]
    pub fn new<P: IntoPoint>(point: P) -> Self {
        Self { point: point.into_point(), layer: None, cell: None, is_f32: P::IS_F32 }
    }

    /// Sets the floor. A query that moves the place keeps it on this floor.
    #[doc(alias("floor", "storey", "level"))]
    #[must_use]
    pub fn on_layer(mut self, layer: u32) -> Self {
        self.layer = Some(layer);
        self
    }

    /// Sets a cell that holds the point. It determines the floor and the side of a wall.
    ///
    /// ```
    /// # use navmesh_core::{NavMesh, Place, RawMesh};
    /// # let mut raw = RawMesh::default();
    /// # raw.positions = [[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [0.0, 2.0], [4.0, 4.0], [0.0, 4.0]].map(Into::into).to_vec();
    /// # raw.push_cell(&[0, 1, 2, 3]);
    /// # raw.push_cell(&[3, 2, 4, 5]);
    /// # let mesh = NavMesh::from_raw(&raw)?;
    /// // Two rooms with a wall without thickness between them, along y = 2.
    /// let on_the_wall = Place::new([1.0, 2.0]);
    /// assert_eq!(mesh.incidences_at(on_the_wall).count(), 2);
    /// let upper = on_the_wall.in_cell(mesh.cell_id(1));
    /// assert_eq!(mesh.incidences_at(upper).map(|at| at.cell.slot).collect::<Vec<_>>(), [1]);
    /// # Ok::<(), navmesh_core::MeshDefects>(())
    /// ```
    #[doc(alias("polyRef", "dtPolyRef"))]
    #[must_use]
    pub fn in_cell(mut self, cell: CellId) -> Self {
        self.cell = Some(cell);
        self
    }

    /// True if the place has no floor or this one.
    #[inline]
    #[must_use]
    pub fn may_be_on(self, layer: u32) -> bool {
        self.layer.is_none_or(|own| own == layer)
    }
}

impl NavMesh {
    /// Returns a point of the cell in a slot as a place: with the cell, and on meshes with floors with
    /// its floor.
    ///
    /// # Panics
    ///
    /// If the mesh has no such slot.
    #[must_use]
    pub fn place_in(&self, slot: u32, point: impl IntoPoint) -> Place {
        let layer = self.has_layers().then(|| self.layer(slot));
        Place { layer, cell: Some(self.cell_id(slot)), ..Place::new(point.into_point()) }
    }

    /// Returns the position of a place in its own cell; `None` if it has none, or if the cell is
    /// ignored: unknown, closed, or without the point.
    ///
    /// Complexity: linear in the corners of the cell.
    #[must_use]
    pub fn own_incidence(&self, place: &Place) -> Option<Incidence> {
        let cell = place.cell.filter(|&cell| self.has_cell(cell))?;
        let Bounds { min, max } = self.bounds;
        if !within_box(min, max, place.point) {
            return None; // also for NaN
        }
        let feature = self.feature_at(cell.slot, place.point)?;
        Some(Incidence { cell, feature })
    }

    /// Iterates over the cells of the fan of an incidence, its own cell included, counter-clockwise.
    pub(super) fn joined_at(&self, at: Incidence) -> impl Iterator<Item = Incidence> + '_ {
        let (inside, edge, corner) = match at.feature {
            Feature::Inside => (Some(at), None, None),
            Feature::Edge(edge) => (None, Some(edge), None),
            Feature::Corner(edge) => (None, None, Some(edge)),
        };
        let of = |edge: EdgeId| self.cell_id(self.edge(edge).cell);
        let sides = edge.into_iter().chain(edge.and_then(|edge| self.edge(edge).twin()));
        let sides =
            sides.map(move |edge| Incidence { cell: of(edge), feature: Feature::Edge(edge) });
        let first = corner.map(|edge| self.walls_of_fan(edge).map_or(edge, |[first, _]| first));
        let around = std::iter::successors(first, move |&edge| {
            self.counter_clockwise(edge).filter(|&next| Some(next) != first)
        });
        let around =
            around.map(move |edge| Incidence { cell: of(edge), feature: Feature::Corner(edge) });
        inside.into_iter().chain(sides).chain(around)
    }
}

impl<P: IntoPoint> From<P> for Place {
    fn from(point: P) -> Self {
        Self::new(point)
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", Short(self.point))?;
        self.layer.map_or(Ok(()), |layer| write!(f, " on floor {layer}"))
    }
}
