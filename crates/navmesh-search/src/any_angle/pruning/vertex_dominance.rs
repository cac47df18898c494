//! Pruning by vertices: the shortest known distance of each vertex, and the shortest turns there.
//!
//! **Distance dominance.** Let D(v) be the length of some path to a vertex v. Let an interval with
//! root r and root distance g lie on an edge that ends at v. A point x of the edge is reached along
//! the edge in D(v) + |v−x|, and straight from r in g + |r−x|. As x moves away from v, the first
//! grows with slope 1 and the second with slope at most 1. Hence if the first is less at the far
//! end of the edge, it is less at every point, and the interval is useless. The comparison is
//! strict by [`Vertices::margin`], which exceeds the rounding of both sums, so ties are kept. We
//! know of no earlier use of this bound.

use navmesh_core::backend::collections::NONE;

/// A side of a path, as seen walking forward.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    Right,
    Left,
}

impl Side {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
        }
    }
}

/// The vertices of the current query.
#[derive(Debug, Default)]
pub(crate) struct Vertices {
    /// The length of the shortest path found to each vertex; infinite if none is found.
    distances: Vec<f64>,
    /// The least root distances of each vertex as a root: of right turns and of left turns.
    turned: Vec<[f64; 2]>,
    /// The vertices with a finite distance.
    reached: Vec<u32>,
    /// 1 + the relative rounding error of the longest possible sum of segments.
    margin: f64,
}

impl Vertices {
    /// Clears everything; `count` is the number of vertices of the mesh.
    pub(crate) fn begin(&mut self, count: usize) {
        for vertex in self.reached.drain(..) {
            self.distances[vertex as usize] = f64::INFINITY;
            self.turned[vertex as usize] = [f64::INFINITY; 2];
        }
        if self.distances.len() < count {
            self.distances.resize(count, f64::INFINITY);
            self.turned.resize(count, [f64::INFINITY; 2]);
        }
        // A shortest path turns at most once at each vertex, which bounds the number of segments.
        self.margin = 1.0 + (count + 8) as f64 * f64::EPSILON;
    }

    /// Switches dominance off for this search, so that a test can compare.
    #[cfg(test)]
    pub(crate) fn forgo_dominance(&mut self) {
        self.margin = f64::INFINITY;
    }

    /// The length of the shortest path found to a vertex.
    #[inline(always)]
    pub(crate) fn distance(&self, vertex: u32) -> f64 {
        self.distances[vertex as usize]
    }

    /// Records a path of length `distance` to the vertex; returns the shortest known length.
    #[inline(always)]
    pub(crate) fn reach(&mut self, vertex: u32, distance: f64) -> f64 {
        let known = self.distances[vertex as usize];
        if distance >= known {
            return known;
        }
        if known == f64::INFINITY {
            self.reached.push(vertex);
        }
        self.distances[vertex as usize] = distance;
        distance
    }

    /// Records a turn at the vertex. Returns false if it is useless: a path no longer turned there
    /// to the same side, or a shorter path leads there.
    #[inline(always)]
    pub(crate) fn turn(&mut self, vertex: u32, side: Side, g: f64) -> bool {
        if self.is_beaten(vertex, g) {
            return false;
        }
        let known = &mut self.turned[vertex as usize][side as usize];
        if g >= *known {
            return false;
        }
        *known = g;
        self.reach(vertex, g);
        true
    }

    /// True if [`Vertices::turn`] would return true.
    #[inline(always)]
    pub(crate) fn is_worth_a_turn(&self, vertex: u32, side: Side, g: f64) -> bool {
        !self.is_beaten(vertex, g) && g < self.turned[vertex as usize][side as usize]
    }

    /// True if a path of length `g` to the vertex is longer than a known one, beyond rounding.
    #[inline(always)]
    pub(crate) fn is_beaten(&self, vertex: u32, g: f64) -> bool {
        vertex != NONE && g > self.distance(vertex) * self.margin
    }

    /// True if `length` exceeds `other` by more than the rounding of both sums.
    #[inline(always)]
    pub(crate) fn is_longer(&self, length: f64, other: f64) -> bool {
        other * self.margin < length
    }

    /// The number of vertices with a finite distance.
    #[inline(always)]
    pub(crate) fn known(&self) -> usize {
        self.reached.len()
    }

    /// True if a path of length `near` to one end of an edge, continued along its `length`, is
    /// shorter than a path of length `far` to the other end.
    #[inline(always)]
    pub(crate) fn dominates(&self, near: f64, length: f64, far: f64) -> bool {
        (near + length) * self.margin < far
    }
}
