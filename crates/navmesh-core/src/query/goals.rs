//! Goals of which any will do.

use glam::DVec2;

use super::Place;
use crate::error::{InvalidQuery, PathError, QuerySide};
use crate::geom::{nearest_on_segment, ring, sanitized};

/// Where a path may end: at whichever place of all these is nearest by the way there.
///
/// Parts that are off the ground do not count. All points of one segment, and of the polygon, say the same floor, or none of
/// them says any: then what lies on any floor counts.
///
/// ```
/// use navmesh_core::Goals;
/// // Either of two doors, anywhere between its posts.
/// let doors = [[[0.0, 1.0].into(), [0.0, 3.0].into()], [[9.0, 4.0].into(), [9.0, 5.0].into()]];
/// assert_eq!(Goals::Segments(&doors).sides().count(), 2);
/// ```
#[doc(alias("exits", "multiGoal"))]
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Goals<'a> {
    /// One of these points.
    Points(&'a [Place]),
    /// A point of one of these segments: doors, exits, lines to cross.
    Segments(&'a [[Place; 2]]),
    /// A point within a ring, either way round, its border included.
    Polygon(&'a [Place]),
}

impl<'a> Goals<'a> {
    /// The goals as segments, in order: a point is one of no length, a ring its sides.
    pub fn sides(&self) -> impl ExactSizeIterator<Item = [DVec2; 2]> + Clone + use<'a> {
        self.places().map(|side| side.map(|end| end.point))
    }

    /// The same with their floors. For those who implement a backend.
    pub fn places(&self) -> impl ExactSizeIterator<Item = [Place; 2]> + Clone + use<'a> {
        let goals = *self;
        (0..goals.len()).map(move |i| match goals {
            Self::Points(points) => [points[i]; 2],
            Self::Segments(segments) => segments[i],
            Self::Polygon(ring) => [ring[i], ring[(i + 1) % ring.len()]],
        })
    }

    /// True where a point is of the polygon, on whatever floor, border included; false for points and segments. Exact.
    #[must_use]
    pub fn hold(&self, point: DVec2) -> bool {
        let sides = self.sides().map(|side| side.map(ring::in_domain));
        matches!(self, Self::Polygon(_)) && ring::holds(sides, point)
    }

    /// How far a point is from the nearest place of all goals, straight; infinite where there is none.
    #[must_use]
    pub fn distance_to(&self, point: DVec2) -> f64 {
        if self.hold(point) {
            return 0.0;
        }
        let distance = |[a, b]: [DVec2; 2]| nearest_on_segment(a, b, point).distance(point);
        self.sides().map(distance).fold(f64::INFINITY, f64::min)
    }

    /// The first place of the goals. For those who implement a backend.
    ///
    /// # Errors
    ///
    /// `InvalidQuery` where a point is no usable number, or one goal is said to be on two floors; `Unsupported` where
    /// there is none.
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
        first.ok_or(PathError::Unsupported { what: "a path to any goal without a goal" })
    }

    /// How many points, segments or sides there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Points(points) | Self::Polygon(points) => points.len(),
            Self::Segments(segments) => segments.len(),
        }
    }

    /// True where there is nowhere to go.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
