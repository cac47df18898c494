//! What is known of each vertex: how near it is at most, and from where it was turned at.
//!
//! **Distance dominance.** Let D(v) be the length of some way to vertex v, and let an interval with
//! root r and root distance g lie on an edge that ends at v. For a point x of the edge, compare the
//! way by v and along the edge, D(v) + |v−x|, with the way straight from r, g + |r−x|. Moving x away
//! from v, the first grows with slope exactly 1 and the second with slope at most 1. So if the first
//! is shorter at the far end of the edge it is shorter at every point of it, and the interval is of
//! no use. The comparison is strict by [`Vertices::margin`], more than the rounding of both sums, so
//! that a tie is never lost. We know of no earlier use of this bound.

use crate::any_angle::search::node::NONE;

/// Left or right.
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
    /// The length of the shortest way found to each vertex so far; infinite where none is.
    distances: Vec<f64>,
    /// The least root distances with which each became a root, turning right and turning left.
    turned: Vec<[f64; 2]>,
    /// The vertices that a way was found to.
    reached: Vec<u32>,
    /// 1 + the relative rounding error of the longest possible sum of legs.
    margin: f64,
}

impl Vertices {
    /// Forgets everything; `count` is how many vertices the mesh has.
    pub(crate) fn begin(&mut self, count: usize) {
        for vertex in self.reached.drain(..) {
            self.distances[vertex as usize] = f64::INFINITY;
            self.turned[vertex as usize] = [f64::INFINITY; 2];
        }
        if self.distances.len() < count {
            self.distances.resize(count, f64::INFINITY);
            self.turned.resize(count, [f64::INFINITY; 2]);
        }
        // A shortest path turns at most once at each vertex, so no sum has more legs than that.
        self.margin = 1.0 + (count + 8) as f64 * f64::EPSILON;
    }

    /// Lets nothing be dominated in this search, so that a test can tell what dominance is worth.
    #[cfg(test)]
    pub(crate) fn forgo_dominance(&mut self) {
        self.margin = f64::INFINITY;
    }

    /// The length of the shortest way found to a vertex so far.
    #[inline(always)]
    pub(crate) fn distance(&self, vertex: u32) -> f64 {
        self.distances[vertex as usize]
    }

    /// Notes a way of length `distance` to the vertex; the shortest known one after that.
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

    /// Notes that a way turns at the vertex; false where that is of no use, because a way no longer
    /// turned there to the same hand, or a shorter way leads there.
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

    /// Whether a turn at the vertex would be of use, as far as is known.
    #[inline(always)]
    pub(crate) fn is_worth_a_turn(&self, vertex: u32, side: Side, g: f64) -> bool {
        !self.is_beaten(vertex, g) && g < self.turned[vertex as usize][side as usize]
    }

    /// True where a way of length `g` to the vertex is longer than another, beyond rounding.
    #[inline(always)]
    pub(crate) fn is_beaten(&self, vertex: u32, g: f64) -> bool {
        vertex != NONE && g > self.distance(vertex) * self.margin
    }

    /// True where one length exceeds another by more than rounding of their sums may come to.
    #[inline(always)]
    pub(crate) fn is_longer(&self, length: f64, other: f64) -> bool {
        other * self.margin < length
    }

    /// How many vertices a way was found to.
    #[inline(always)]
    pub(crate) fn known(&self) -> usize {
        self.reached.len()
    }

    /// True where the way of length `near` to one end of an edge and `length` along it beats the way
    /// of length `far` to the other end: then it beats it everywhere on the edge.
    #[inline(always)]
    pub(crate) fn dominates(&self, near: f64, length: f64, far: f64) -> bool {
        (near + length) * self.margin < far
    }
}
