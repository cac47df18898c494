//! A place: a point, and optionally its floor.

use glam::DVec2;

use crate::error::Short;
use crate::geom::IntoPoint;

/// A point, and optionally the floor that it is on.
///
/// [Points](IntoPoint) of `f64` or `f32`, such as arrays and tuples, convert into a place without a
/// floor. Such a place is on the lowest floor with a cell there, or on another floor there if only
/// that one is connected to the other endpoint. Off the mesh, all floors count. Grids ignore floors.
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
}

impl Place {
    /// Creates a place without a floor.
    #[must_use]
    pub fn new(point: impl IntoPoint) -> Self {
        Self { point: point.into_point(), layer: None }
    }

    /// Sets the floor. A query that moves the place keeps it on this floor.
    #[doc(alias("floor", "storey", "level"))]
    #[must_use]
    pub fn on_layer(mut self, layer: u32) -> Self {
        self.layer = Some(layer);
        self
    }

    /// True if the place has no floor or this one.
    #[inline]
    #[must_use]
    pub fn may_be_on(self, layer: u32) -> bool {
        self.layer.is_none_or(|own| own == layer)
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
