//! Chains whose points have moved, and the sides as given that they follow.

use std::collections::BTreeMap;

use navmesh_core::DVec2;

use super::{PointKey, point_key};

/// A chain of points, and the sides as given that it follows.
#[derive(Debug, Clone, Default)]
pub(crate) struct BentChain {
    pub(super) points: Vec<DVec2>,
    /// The side as given, of which the side that begins at each point is a piece.
    pub(super) given: Vec<[DVec2; 2]>,
}

impl BentChain {
    /// Returns a chain as given. The end of a line repeats it.
    pub(crate) fn as_given(points: Vec<DVec2>, is_ring: bool) -> Self {
        let last = if is_ring { points.first() } else { points.last() };
        let next = points.iter().skip(1).chain(last);
        let given = points.iter().zip(next).map(|(&from, &to)| [from, to]).collect();
        Self { points, given }
    }

    /// Appends a point, and the given side that continues there. A side without length is left out.
    pub(crate) fn push(&mut self, point: DVec2, given: [DVec2; 2]) {
        if self.points.last() == Some(&point) {
            self.points.pop();
            self.given.pop();
        }
        self.points.push(point);
        self.given.push(given);
    }

    /// Ends a ring: its last side leads to its first point.
    pub(crate) fn close(&mut self) {
        while self.points.len() > 1 && self.points.first() == self.points.last() {
            self.points.pop();
            self.given.pop();
        }
    }

    /// True if a line has become a point, or a ring a line: it runs along each of its sides as often one way as the other.
    pub(crate) fn is_flat(&self, is_ring: bool) -> bool {
        let next = self.points.iter().cycle().skip(1);
        let sides = self.points.iter().zip(next).map(|(&from, &to)| [from, to].map(point_key));
        let mut ways: BTreeMap<[PointKey; 2], i32> = BTreeMap::new();
        for [from, to] in sides.take(if is_ring { self.points.len() } else { 0 }) {
            *ways.entry([from.min(to), from.max(to)]).or_default() +=
                if from < to { 1 } else { -1 };
        }
        self.points.len() < 2 || is_ring && ways.values().all(|&ways| ways == 0)
    }

    pub(crate) fn points(&self) -> &[DVec2] {
        &self.points
    }

    /// Returns the sides of a line, each with the side as given that it is a piece of.
    pub(crate) fn legs(&self) -> Vec<Leg> {
        let ends = self.points.windows(2).map(|pair| [pair[0], pair[1]]);
        ends.zip(&self.given).map(|(ends, &given)| Leg { ends, given }).collect()
    }
}

/// A side of a line.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Leg {
    pub(crate) ends: [DVec2; 2],
    /// The ends, as given, of the side that it is a piece of.
    pub(crate) given: [DVec2; 2],
}
