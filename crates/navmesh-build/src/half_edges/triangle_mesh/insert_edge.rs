//! An edge between two points, through the triangles between them.
//!
//! Source: M. V. Anglada, "An Improved Incremental Algorithm for Constructing Restricted Delaunay Triangulations",
//! 1997. The edges that the new one crosses are taken out. The hole on either side of it sees all of it, so one scan
//! of its border fills it (G. Toussaint, D. Avis, "On a Convex Hull Algorithm for Polygons and Its Application to
//! Triangulation Problems", 1982). Then edges within the hole are flipped until they are Delaunay.
//!
//! We differ from it in: a hole is filled and flipped, not divided at its best point again and again. That division is
//! quadratic where the hole is long.

use navmesh_core::backend::geom::Turn;

use super::TriangleMesh;

/// The triangles that a new edge crosses.
#[derive(Debug, Default)]
struct Hole {
    /// The half-edges around the hole on either side of the new edge, in the order along it. Those on its right run
    /// in its direction, those on its left against it.
    right: Vec<u32>,
    left: Vec<u32>,
    /// The even halves of the edges that were taken out and are not used again yet.
    spare: Vec<u32>,
}

impl TriangleMesh<'_> {
    /// Inserts a fixed edge from the origin of `first` straight towards a point, up to the next point on that line.
    ///
    /// The line enters the triangle on the left of `first`. Returns the new half-edge; `None`, without any change, if
    /// the line crosses a fixed edge.
    ///
    /// Complexity: linear in the number of edges crossed, plus flips.
    pub(crate) fn insert_edge(&mut self, first: u32, to: u32) -> Option<u32> {
        let mut hole = Hole::default();
        let end = self.find_hole(&mut hole, first, to)?;
        for &edge in &hole.spare {
            self.detach(edge);
        }
        let edge = hole.spare.swap_remove(0);
        self.attach(edge, self.origin(first), end);
        self.fix(edge);
        let chords = hole.spare.clone();
        let Hole { right, left, mut spare } = hole;
        self.fill(edge ^ 1, right.into_iter(), &mut spare);
        self.fill(edge, left.into_iter().rev(), &mut spare);
        self.legalize(chords);
        Some(edge)
    }

    /// Notes the edges that a line crosses, and the border around them. Returns the point where the line leaves the hole.
    fn find_hole(&self, hole: &mut Hole, first: u32, to: u32) -> Option<u32> {
        let from = self.origin(first);
        let mut crossed = self.next(first);
        hole.right.push(first);
        hole.left.push(self.next(crossed));
        loop {
            if self.is_fixed(crossed) {
                return None;
            }
            hole.spare.push(crossed & !1);
            let ahead = self.next(crossed ^ 1);
            let back = self.next(ahead);
            let tip = self.end(ahead);
            match self.turn([from, to, tip]) {
                Turn::Left => {
                    hole.left.push(back);
                    crossed = ahead;
                }
                Turn::Right => {
                    hole.right.push(ahead);
                    crossed = back;
                }
                Turn::Collinear => {
                    hole.right.push(ahead);
                    hole.left.push(back);
                    return Some(tip);
                }
            }
        }
    }

    /// Fills the hole between the half-edge `base` and a border with triangles, whose other edges are spare ones.
    ///
    /// The border runs on from the end of `base` to its origin, and `base` sees all of it.
    fn fill(
        &mut self,
        base: u32,
        border: impl ExactSizeIterator<Item = u32>,
        spare: &mut Vec<u32>,
    ) {
        let mut left = border.len();
        // The part of the border that is not filled yet.
        let mut stack = Vec::new();
        for half in border {
            // The half-edge that was noted for the origin may have been taken out.
            self.set_first_half_edge(half);
            stack.push(half);
            left -= 1;
            while let [.., before, after] = stack[..] {
                let is_last = left == 0 && stack.len() == 2;
                let corner = [before, after, after ^ 1].map(|half| self.origin(half));
                if is_last || self.turn(corner) != Turn::Left {
                    break;
                }
                let Some(chord) = spare.pop() else { return };
                self.attach(chord, corner[2], corner[0]);
                self.link_triangle([before, after, chord]);
                stack.truncate(stack.len() - 2);
                stack.push(chord ^ 1);
            }
        }
        if let [before, after] = stack[..] {
            self.link_triangle([before, after, base]);
        }
    }
}
