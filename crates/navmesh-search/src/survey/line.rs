//! A directed line through two given points, of which every question is answered exactly.

use navmesh_core::DVec2;
use navmesh_core::geom::{Turn, turn};

/// The line from one point towards another; the two differ.
#[derive(Debug, Clone, Copy)]
pub(super) struct Line {
    pub(super) from: DVec2,
    pub(super) to: DVec2,
}

impl Line {
    /// The side of the line that `point` lies on.
    #[inline]
    pub(super) fn side(&self, point: DVec2) -> Turn {
        turn(self.from, self.to, point)
    }

    /// True where `other` lies farther along the line than `point`; both lie on it.
    #[inline]
    pub(super) fn is_beyond(&self, point: DVec2, other: DVec2) -> bool {
        // Different points of a line that is not upright differ in x.
        if self.from.x < self.to.x {
            point.x < other.x
        } else if self.from.x > self.to.x {
            point.x > other.x
        } else if self.from.y < self.to.y {
            point.y < other.y
        } else {
            point.y > other.y
        }
    }
}
