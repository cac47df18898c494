//! A triangle mesh that can be edited.
//!
//! Constraint insertion and point removal work on it. Both end with flips that restore the Delaunay property
//! (C. Lawson, "Software for C1 Surface Interpolation", 1977).

mod insert_edge;
mod remove_point;

use navmesh_core::DVec2;
use navmesh_core::backend::geom::{Turn, is_in_circle, turn};

use crate::half_edges::halves::{Half, NONE, link};

/// Triangles as half-edges. Half-edge `e` and its twin `e ^ 1` run between the same two points in opposite
/// directions.
///
/// A half-edge is *dead* if nothing follows it. Edits neither read nor change dead half-edges.
#[derive(Debug)]
pub(crate) struct TriangleMesh<'a> {
    points: &'a [DVec2],
    halves: Vec<Half>,
    /// For each edge: must it stay? Constraints, the hull and other borders do.
    is_fixed: Vec<bool>,
    /// A half-edge that begins at each point; `NONE` at points without one.
    out: Vec<u32>,
    /// The number of half-edges that begin at each point.
    degrees: Vec<u32>,
}

impl<'a> TriangleMesh<'a> {
    /// Creates a mesh of half-edges. Every edge that is not fixed has a triangle on both sides.
    pub(crate) fn new(points: &'a [DVec2], halves: Vec<Half>, is_fixed: Vec<bool>) -> Self {
        let mut out = vec![NONE; points.len()];
        let mut degrees = vec![0; points.len()];
        for (half, number) in halves.iter().zip(0..).filter(|(half, _)| half.next != NONE) {
            out[half.origin as usize] = number;
            degrees[half.origin as usize] += 1;
        }
        Self { points, halves, is_fixed, out, degrees }
    }

    /// Returns the half-edges.
    pub(crate) fn into_halves(self) -> Vec<Half> {
        self.halves
    }

    /// Returns the point where a half-edge begins.
    pub(crate) fn origin(&self, half: u32) -> u32 {
        self.halves[half as usize].origin
    }

    /// Returns the point where a half-edge ends.
    pub(crate) fn end(&self, half: u32) -> u32 {
        self.origin(half ^ 1)
    }

    /// Returns the half-edge after this one, counter-clockwise around the face on the left.
    pub(crate) fn next(&self, half: u32) -> u32 {
        self.halves[half as usize].next
    }

    /// Returns the half-edge before this one.
    fn previous(&self, half: u32) -> u32 {
        self.halves[half as usize].previous
    }

    /// Returns the number of half-edges that begin at a point.
    pub(crate) fn degree(&self, point: u32) -> u32 {
        self.degrees[point as usize]
    }

    /// Iterates over the half-edges that begin at a point, clockwise. The point has at least one.
    pub(crate) fn around(&self, point: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.out[point as usize];
        let clockwise = move |&half: &u32| Some(self.next(half ^ 1)).filter(|&half| half != first);
        std::iter::successors(Some(first), clockwise)
    }

    /// Makes [`around`](Self::around) begin with this half-edge at its origin.
    pub(crate) fn set_first_half_edge(&mut self, half: u32) {
        let origin = self.origin(half);
        self.out[origin as usize] = half;
    }

    /// Makes an edge stay as it is.
    pub(crate) fn fix(&mut self, half: u32) {
        self.is_fixed[half as usize / 2] = true;
    }

    fn is_fixed(&self, half: u32) -> bool {
        self.is_fixed[half as usize / 2]
    }

    /// Returns the positions of all points.
    pub(crate) fn points(&self) -> &'a [DVec2] {
        self.points
    }

    /// Returns the position of a point.
    pub(crate) fn at(&self, point: u32) -> DVec2 {
        self.points[point as usize]
    }

    /// Returns the turn from the first two of these points to the third.
    pub(crate) fn turn(&self, points: [u32; 3]) -> Turn {
        let [a, b, c] = points.map(|point| self.at(point));
        turn(a, b, c)
    }

    /// Flips edges until no circle around a triangle holds the far corner of a neighbour.
    ///
    /// Only these edges, and edges beside one that was flipped, are looked at.
    fn legalize(&mut self, mut suspects: Vec<u32>) {
        while let Some(edge) = suspects.pop() {
            if !self.is_fixed(edge) && !self.is_legal(edge) {
                let [twin, ahead, back] = [edge ^ 1, self.next(edge), self.previous(edge)];
                let [across, beyond] = [self.next(twin), self.previous(twin)];
                self.flip(edge);
                suspects.extend([ahead, back, across, beyond]);
            }
        }
    }

    /// True if the circle around the triangle on the left of an edge does not hold the far corner on the right.
    fn is_legal(&self, edge: u32) -> bool {
        let corners = [edge, self.next(edge), self.previous(edge), self.previous(edge ^ 1)];
        let [a, b, tip, far] = corners.map(|half| self.at(self.origin(half)));
        !is_in_circle([a, b, tip], far)
    }

    /// Replaces an edge by the other diagonal of the two triangles beside it.
    ///
    /// ```text
    ///       tip                  tip
    ///      /   \                / ^ \
    /// back/     \ahead         /  |  \
    ///    /  edge \            /   |   \
    ///   a ------> b    =>    a    |    b
    ///    \       /            \   |   /
    ///     \     /              \  |  /
    ///       far                  far
    /// ```
    fn flip(&mut self, edge: u32) {
        let twin = edge ^ 1;
        let [ahead, back] = [self.next(edge), self.previous(edge)];
        let [across, beyond] = [self.next(twin), self.previous(twin)];
        self.detach(edge);
        for (gone, instead) in [(edge, across), (twin, ahead)] {
            let origin = self.origin(gone) as usize;
            if self.out[origin] == gone {
                self.out[origin] = instead;
            }
        }
        self.attach(edge, self.origin(beyond), self.origin(back));
        self.link_triangle([edge, back, across]);
        self.link_triangle([twin, beyond, ahead]);
    }

    /// Lets a half-edge run between these points, and its twin back.
    fn attach(&mut self, half: u32, from: u32, to: u32) {
        for (half, origin) in [(half, from), (half ^ 1, to)] {
            self.halves[half as usize].origin = origin;
            self.degrees[origin as usize] += 1;
        }
    }

    /// Takes an edge from its points. It is attached to others next, or dies.
    fn detach(&mut self, edge: u32) {
        for half in [edge, edge ^ 1] {
            self.degrees[self.halves[half as usize].origin as usize] -= 1;
        }
    }

    /// Makes a triangle of three half-edges, each of which ends where the next one begins.
    fn link_triangle(&mut self, ring: [u32; 3]) {
        let [a, b, c] = ring;
        for (before, after) in [(a, b), (b, c), (c, a)] {
            link(&mut self.halves, before, after);
        }
    }
}

#[cfg(test)]
impl TriangleMesh<'_> {
    /// Checks that links, twins, degrees and known half-edges agree, and that all faces beside free edges are triangles.
    pub(crate) fn assert_invariants(&self) {
        let alive = |half: &u32| self.next(*half) != NONE;
        let mut degrees = vec![0; self.points.len()];
        for half in (0..self.halves.len() as u32).filter(alive) {
            degrees[self.origin(half) as usize] += 1;
            let next = self.next(half);
            assert_eq!(self.previous(next), half);
            assert_eq!(self.origin(next), self.end(half));
            if !self.is_fixed(half) {
                assert!(alive(&(half ^ 1)));
                let ring = [half, next, self.next(next)];
                assert_eq!(self.next(ring[2]), half);
                assert_eq!(self.turn(ring.map(|half| self.origin(half))), Turn::Left);
            }
        }
        assert_eq!(self.degrees, degrees);
        for (point, &half) in (0..).zip(&self.out) {
            assert_eq!(half == NONE, self.degree(point) == 0);
            assert!(half == NONE || alive(&half) && self.origin(half) == point);
        }
    }
}
