//! Stage 2, first half: the Delaunay triangulation of points.
//!
//! Source: L. Guibas, J. Stolfi, "Primitives for the Manipulation of General Subdivisions and the Computation of
//! Voronoi Diagrams", 1985. Either half of the points is triangulated by itself. Then an edge is drawn that has all
//! of both below it or on it, and from there the seam between them is closed upwards: of the two next points, one on
//! either side, the one is taken whose circle with the last edge does not hold the other. Edges of a half that the
//! other half's points forbid are taken out on the way.
//!
//! We differ from it in: 1) halves lie beside and above one another in turn (R. A. Dwyer, "A Faster
//! Divide-and-Conquer Algorithm for Constructing Delaunay Triangulations", 1987), which gives round pieces instead
//! of strips, so that little has to be taken out, and all that a seam touches is near in memory; 2) half-edges
//! know what follows around their faces, not around their points, since later stages ask for that; 3) of a half,
//! any half-edge along its outside is enough: where it is leftmost or topmost is found by walking around it.
//!
//! Only the sides of lines and circles are asked for, and these are exact; so points in a line, on a circle or on a
//! lattice are points like any other.

use std::ops::Range;

use navmesh_core::DVec2;
use navmesh_core::geom::{Turn, is_in_circle, turn};

use crate::half_edges::halves::{Half, link};
use crate::half_edges::triangles::Triangles;
use crate::plsg::spatial_order::{Axis, FEW};
use crate::triangulate::rearrange::rearrange;

/// Triangulates distinct points that stand in their [spatial order](crate::plsg::spatial_order).
///
/// Complexity: O(n log n), whatever the points.
pub(crate) fn delaunay(points: &[DVec2]) -> Triangles {
    let mut divided = Divided { points, halves: Vec::new(), free: Vec::new() };
    divided.halves.reserve(6 * points.len());
    let outside = match points.len() {
        0 | 1 => None,
        count => Some(divided.triangulate(0..count as u32, Axis::X)),
    };
    debug_assert!(divided.free.is_empty());
    divided.into_triangles(outside)
}

/// What is triangulated so far. The twin of a half-edge has the number that differs in the last bit.
struct Divided<'a> {
    points: &'a [DVec2],
    halves: Vec<Half>,
    /// The even halves of the edges that were taken out. Where one was, two edges stand open along the seam, and every
    /// open edge is closed by a new one: so at the end of a seam none is left.
    free: Vec<u32>,
}

impl Divided<'_> {
    /// Triangulates a range of points; returns a half-edge with the outside on its left.
    fn triangulate(&mut self, range: Range<u32>, axis: Axis) -> u32 {
        if range.len() <= FEW {
            return self.triangulate_few(range);
        }
        let middle = range.start + range.len() as u32 / 2;
        let low = self.triangulate(range.start..middle, axis.other());
        let high = self.triangulate(middle..range.end, axis.other());
        self.join(low, high, axis)
    }

    /// Two or three points, in their order along an axis.
    fn triangulate_few(&mut self, range: Range<u32>) -> u32 {
        let first = self.lone_edge(range.start, range.start + 1);
        if range.len() == 2 {
            return first;
        }
        let second = self.lone_edge(range.start + 1, range.start + 2);
        self.link(first, second);
        self.link(second ^ 1, first ^ 1);
        match self.turn([range.start, range.start + 1, range.start + 2]) {
            Turn::Collinear => first,
            Turn::Left => self.connect(second, first) ^ 1,
            Turn::Right => self.connect(second, first),
        }
    }

    /// Closes the seam between two triangulations, `low` before `high` along the axis.
    fn join(&mut self, low: u32, high: u32, axis: Axis) -> u32 {
        let mut base = self.lower_tangent(low, high, axis);
        loop {
            let [left, right] = [self.left_candidate(base), self.right_candidate(base)];
            base = match (left, right) {
                (None, None) => return base ^ 1,
                (Some(left), None) => self.connect(base ^ 1, left ^ 1),
                (None, Some(right)) => self.connect(right, base ^ 1),
                (Some(left), Some(right)) => {
                    let triangle = [self.end(left), self.origin(left), self.origin(right)];
                    if self.is_in_circle(triangle, self.end(right)) {
                        self.connect(right, base ^ 1)
                    } else {
                        self.connect(base ^ 1, left ^ 1)
                    }
                }
            };
        }
    }

    /// The edge from `high` to `low` that has all points on its right or on it.
    fn lower_tangent(&mut self, low: u32, high: u32, axis: Axis) -> u32 {
        let mut left = self.outermost(low, |a, b| axis.compare(a, b).is_gt());
        let mut right = self.outermost(high, |a, b| axis.compare(a, b).is_lt());
        right = self.halves[right as usize].previous;
        loop {
            let ends = [self.origin(left), self.end(left), self.end(right), self.origin(right)];
            let [from, beyond, to, before] = ends;
            if self.turn([from, beyond, to]) == Turn::Left {
                left = self.halves[left as usize].next;
            } else if self.turn([to, before, from]) == Turn::Right {
                right = self.halves[right as usize].previous;
            } else {
                return self.connect(right, left);
            }
        }
    }

    /// Of the half-edges around the outside the one whose origin comes before all others.
    fn outermost(&self, outside: u32, is_before: impl Fn(DVec2, DVec2) -> bool) -> u32 {
        let mut best = outside;
        let mut half = self.halves[outside as usize].next;
        while half != outside {
            let [point, known] = [half, best].map(|half| self.at(self.origin(half)));
            if is_before(point, known) {
                best = half;
            }
            half = self.halves[half as usize].next;
        }
        best
    }

    /// The edge to the next point on the left of the seam above `base`, after those that it may not have are
    /// taken out; `None` where all is done on the left.
    ///
    /// Of what follows an edge that is taken out it need not be asked whether it is above `base`, too: it lies in the
    /// circle through the point let go, and so much of that as is not above `base` is part of the circle of the triangle
    /// below, which holds no point.
    fn left_candidate(&mut self, base: u32) -> Option<u32> {
        let [from, to] = [self.origin(base), self.end(base)];
        let mut found = self.halves[base as usize ^ 1].previous ^ 1;
        if self.turn([from, to, self.end(found)]) != Turn::Right {
            return None;
        }
        loop {
            let following = self.halves[found as usize].previous ^ 1;
            if !self.is_in_circle([to, from, self.end(found)], self.end(following)) {
                return Some(found);
            }
            self.take_out(found);
            found = following;
        }
    }

    /// The same on the right.
    fn right_candidate(&mut self, base: u32) -> Option<u32> {
        let [from, to] = [self.origin(base), self.end(base)];
        let mut found = self.halves[base as usize ^ 1].next;
        if self.turn([from, to, self.end(found)]) != Turn::Right {
            return None;
        }
        loop {
            let following = self.halves[found as usize ^ 1].next;
            if !self.is_in_circle([to, from, self.end(found)], self.end(following)) {
                return Some(found);
            }
            self.take_out(found);
            found = following;
        }
    }

    /// A half-edge between two points that have no edge yet.
    fn lone_edge(&mut self, from: u32, to: u32) -> u32 {
        let edge = self.free.pop().unwrap_or(self.halves.len() as u32);
        let [there, back] = [(from, edge ^ 1), (to, edge)].map(|(origin, half)| Half {
            origin,
            next: half,
            previous: half,
        });
        if edge as usize == self.halves.len() {
            self.halves.extend([there, back]);
        } else {
            self.halves[edge as usize..edge as usize + 2].copy_from_slice(&[there, back]);
        }
        edge
    }

    /// Draws an edge from the end of `before` to the origin of `after` through the face that both have on their left;
    /// it has that part of the face on its left in which it follows `before`.
    fn connect(&mut self, before: u32, after: u32) -> u32 {
        let edge = self.lone_edge(self.end(before), self.origin(after));
        let next = self.halves[before as usize].next;
        let previous = self.halves[after as usize].previous;
        self.link(before, edge);
        self.link(edge, after);
        self.link(previous, edge ^ 1);
        self.link(edge ^ 1, next);
        edge
    }

    fn take_out(&mut self, half: u32) {
        let [there, back] = [half, half ^ 1].map(|half| self.halves[half as usize]);
        self.link(there.previous, back.next);
        self.link(back.previous, there.next);
        self.free.push(half & !1);
    }

    fn link(&mut self, before: u32, after: u32) {
        link(&mut self.halves, before, after);
    }

    fn origin(&self, half: u32) -> u32 {
        self.halves[half as usize].origin
    }

    fn end(&self, half: u32) -> u32 {
        self.origin(half ^ 1)
    }

    fn at(&self, point: u32) -> DVec2 {
        self.points[point as usize]
    }

    fn turn(&self, points: [u32; 3]) -> Turn {
        let [a, b, c] = points.map(|point| self.at(point));
        turn(a, b, c)
    }

    fn is_in_circle(&self, triangle: [u32; 3], point: u32) -> bool {
        is_in_circle(triangle.map(|corner| self.at(corner)), self.at(point))
    }

    /// The edges numbered by the lower of their points.
    fn into_triangles(mut self, outside: Option<u32>) -> Triangles {
        let numbers = self.numbers_by_point();
        let renumbered = |half: u32| 2 * numbers[half as usize / 2] + half % 2;
        let changed = |Half { origin, next, previous }: Half| Half {
            origin,
            next: renumbered(next),
            previous: renumbered(previous),
        };
        let (edges, _) = self.halves.as_chunks_mut::<2>();
        rearrange(edges, &numbers, |edge| edge.map(changed));
        Triangles::of(self.halves, outside.map(renumbered))
    }

    /// For each edge its rank by the lower of its points, ties by the number that it has.
    fn numbers_by_point(&self) -> Vec<u32> {
        let lower = |edge: &[Half]| edge[0].origin.min(edge[1].origin) as usize;
        let mut nexts = vec![0; self.points.len() + 1];
        for edge in self.halves.chunks_exact(2) {
            nexts[lower(edge) + 1] += 1;
        }
        for i in 1..nexts.len() {
            nexts[i] += nexts[i - 1];
        }
        let number = |edge: &[Half]| {
            let next = &mut nexts[lower(edge)];
            *next += 1;
            *next - 1
        };
        self.halves.chunks_exact(2).map(number).collect()
    }
}

#[cfg(test)]
mod tests;
