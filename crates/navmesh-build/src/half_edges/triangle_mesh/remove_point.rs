//! The removal of a point within the mesh.
//!
//! The point sees all of the hole that its triangles leave. An edge at the point is flipped away if the corner at its
//! other end turns left and the point is not on the side of that corner. Such a corner exists as long as the hole has
//! more than three: a polygon has two ears that do not overlap (G. H. Meisters, "Polygons Have Ears", 1975), and the
//! point lies within one of them at most. The last three edges leave one triangle.

use navmesh_core::backend::geom::Turn;

use super::TriangleMesh;
use crate::half_edges::halves::NONE;

impl TriangleMesh<'_> {
    /// Removes a point that no fixed edge ends at, and has triangles in its place that are Delaunay among themselves.
    ///
    /// Returns the even halves of the three edges that are dead then.
    ///
    /// Complexity: linear in the degree of the point, as a rule, plus flips.
    pub(crate) fn remove_point(&mut self, point: u32) -> [u32; 3] {
        let mut suspects = Vec::new();
        let dead = self.cut_out(point, &mut suspects);
        self.legalize(suspects);
        dead
    }

    /// Removes a point, and lists the edges that may not be Delaunay any more.
    pub(crate) fn cut_out(&mut self, point: u32, suspects: &mut Vec<u32>) -> [u32; 3] {
        suspects.extend(self.around(point).map(|spoke| self.next(spoke)));
        let mut spoke = self.out[point as usize];
        while self.degree(point) > 3 {
            let [clockwise, counter] = self.spokes_beside(spoke);
            if self.is_ear([clockwise, spoke, counter].map(|spoke| self.end(spoke)), point) {
                self.flip(spoke);
                suspects.push(spoke);
                spoke = clockwise;
            } else {
                spoke = counter;
            }
        }
        let [clockwise, counter] = self.spokes_beside(spoke);
        let spokes = [clockwise, spoke, counter];
        let ring = spokes.map(|spoke| self.next(spoke));
        self.link_triangle(ring);
        for side in ring {
            self.set_first_half_edge(side);
        }
        spokes.map(|spoke| self.bury(spoke))
    }

    /// Returns the half-edges from the same point beside this one, clockwise and counter-clockwise of it.
    fn spokes_beside(&self, spoke: u32) -> [u32; 2] {
        [self.next(spoke ^ 1), self.previous(spoke) ^ 1]
    }

    /// True if the corner between two others can be cut off without the point.
    fn is_ear(&self, corners: [u32; 3], point: u32) -> bool {
        let [before, _, after] = corners;
        self.turn(corners) == Turn::Left && self.turn([before, after, point]) != Turn::Right
    }

    /// Makes an edge dead, and returns its even half.
    fn bury(&mut self, spoke: u32) -> u32 {
        let point = self.origin(spoke);
        self.detach(spoke);
        self.out[point as usize] = NONE;
        for half in [spoke, spoke ^ 1] {
            let half = &mut self.halves[half as usize];
            (half.next, half.previous) = (NONE, NONE);
        }
        spoke & !1
    }
}
