//! A place: a point, and which floor is meant.

use glam::DVec2;

use crate::error::Short;

/// A point and, where somebody says so, the floor that it is on: the same point on two floors is two places.
///
/// Whatever converts into a [`DVec2`] (arrays, tuples, `Vec2`) is a place of which no floor is said. It is then on the
/// lowest floor that has ground there, and on another one there only where that is what joins it with the rest of the
/// question; off the ground all floors count. Only meshes have floors: a grid takes no notice.
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
    /// The number of its floor; `None` where nothing is said of it.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "Option::is_none"))]
    pub layer: Option<u32>,
}

impl Place {
    /// The point, without a word of its floor.
    #[must_use]
    pub fn new(point: impl Into<DVec2>) -> Self {
        Self { point: point.into(), layer: None }
    }

    /// The point on this floor: it never leaves it, wherever it may be moved.
    #[doc(alias("floor", "storey", "level"))]
    #[must_use]
    pub fn on_layer(mut self, layer: u32) -> Self {
        self.layer = Some(layer);
        self
    }

    /// True where the place may be on this floor.
    #[inline]
    #[must_use]
    pub fn may_be_on(self, layer: u32) -> bool {
        self.layer.is_none_or(|own| own == layer)
    }
}

impl<P: Into<DVec2>> From<P> for Place {
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
