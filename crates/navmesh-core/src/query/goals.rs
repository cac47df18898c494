//! Sets of goals for paths to the nearest one.

use glam::DVec2;

use crate::error::{InvalidQuery, PathError, QuerySide};
use crate::geom::{nearest_on_segment, ring, sanitized};
use crate::mesh::Place;
use crate::path::Path;

/// The goals of a path that may end at any of them, at the nearest by path length.
///
/// Parts off the mesh do not count. All points of one segment, or of the polygon, must have the same
/// floor or none. Without a floor, all floors count. Only goals that are points use their cell.
///
/// ```
/// use navmesh_core::Goals;
/// // Any point of two doorways.
/// let doors = [[[0.0, 1.0].into(), [0.0, 3.0].into()], [[9.0, 4.0].into(), [9.0, 5.0].into()]];
/// assert_eq!(Goals::Segments(&doors).sides().count(), 2);
/// ```
#[doc(alias("exits", "multiGoal"))]
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Goals<'a> {
    /// One of these points.
    Points(&'a [Place]),
    /// A point of one of these segments.
    Segments(&'a [[Place; 2]]),
    /// A point within a ring of either direction, or on it.
    Polygon(&'a [Place]),
}

impl<'a> Goals<'a> {
    /// Iterates over the goals as segments: points have length 0, rings give their sides.
    pub fn sides(&self) -> impl ExactSizeIterator<Item = [DVec2; 2]> + Clone + use<'a> {
        self.places().map(|side| side.map(|end| end.point))
    }

    /// Iterates over the same segments with their floors; for implementors of a backend.
    pub fn places(&self) -> impl ExactSizeIterator<Item = [Place; 2]> + Clone + use<'a> {
        let goals = *self;
        (0..goals.len()).map(move |i| match goals {
            Self::Points(points) => [points[i]; 2],
            Self::Segments(segments) => segments[i],
            Self::Polygon(ring) => [ring[i], ring[(i + 1) % ring.len()]],
        })
    }

    /// True if a point lies in the polygon or on its border, on any floor. Exact.
    ///
    /// False for goals that are points or segments.
    #[must_use]
    pub fn hold(&self, point: DVec2) -> bool {
        let sides = self.sides().map(|side| side.map(ring::in_domain));
        matches!(self, Self::Polygon(_)) && ring::holds(sides, point)
    }

    /// Returns the straight distance of a point from the nearest goal; infinite without goals.
    #[must_use]
    pub fn distance_to(&self, point: DVec2) -> f64 {
        if self.hold(point) {
            return 0.0;
        }
        let distance = |[a, b]: [DVec2; 2]| nearest_on_segment(a, b, point).distance(point);
        self.sides().map(distance).fold(f64::INFINITY, f64::min)
    }

    /// Validates the goals and returns their first place; for implementors of a backend.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` if a coordinate is not usable, if one goal has two floors, and without goals.
    pub fn checked(&self) -> Result<Place, PathError> {
        for side @ [from, to] in self.places() {
            for Place { point, .. } in side {
                let reason = InvalidQuery::Coordinates { side: QuerySide::Goal, point };
                sanitized(point).ok_or(PathError::InvalidQuery { reason })?;
            }
            if from.layer != to.layer {
                return Err(PathError::InvalidQuery {
                    reason: InvalidQuery::TwoFloors { from, to },
                });
            }
        }
        let first = self.places().next().map(|[first, _]| first);
        first.ok_or(PathError::InvalidQuery { reason: InvalidQuery::NoGoal })
    }

    /// Returns the number of points, segments or sides.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Points(points) | Self::Polygon(points) => points.len(),
            Self::Segments(segments) => segments.len(),
        }
    }

    /// True if there are no goals.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A path to one of several goals.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PathToGoal {
    /// The path.
    pub path: Path,
    /// The number of the point, segment or side at which the path ends; `None` where it ends inside the polygon, and as long
    /// as no path is found.
    pub goal: Option<usize>,
}
