//! Stage 2: the constrained Delaunay triangulation.
//!
//! All points are triangulated at once (`delaunay`); in these triangles segments then become edges (`constrain`).

use crate::constrain::constrain;
use crate::delaunay::delaunay;
use crate::half_edges::NONE;
use crate::labels::Labels;
use crate::soup::Soup;

/// Triangles as half-edges: half-edge `e` and its twin `e ^ 1` run between the same two points in
/// opposite directions. Edges are numbered by the lower of their points, so that what is near on the
/// map is near in memory as far as it is among the points.
#[derive(Debug, Clone, Default)]
pub(crate) struct Triangles {
    /// Where each half-edge begins.
    pub(crate) origins: Vec<u32>,
    /// The half-edge that follows, counter-clockwise around the face on the left.
    pub(crate) nexts: Vec<u32>,
    /// The face on the left; 0 is the outside.
    pub(crate) faces: Vec<u32>,
    /// How many faces there are, the outside included.
    pub(crate) face_count: usize,
    /// For each pair of half-edges: does it carry labels?
    pub(crate) is_labelled: Vec<bool>,
    /// The segments along the half-edges.
    pub(crate) labels: Labels,
}

/// Triangulates a soup so that every segment is a chain of edges; `None` where segments cross.
///
/// Its points are numbered anew, in their spatial order: all that follows goes from point to point.
pub(crate) fn triangulate(soup: &mut Soup) -> Option<Triangles> {
    soup.put_in_spatial_order();
    let mut triangles = delaunay(&soup.points);
    constrain(&mut triangles, &soup.points, &soup.segments)?;
    Some(triangles)
}

impl Triangles {
    /// Gives the face around `outside` the number 0, and all others the next ones, by their lowest half-edges.
    pub(crate) fn number_faces(&mut self, outside: u32) {
        self.number_face(outside, 0);
        self.face_count = 1;
        for half in 0..self.faces.len() as u32 {
            if self.faces[half as usize] == NONE {
                self.number_face(half, self.face_count as u32);
                self.face_count += 1;
            }
        }
    }

    fn number_face(&mut self, first: u32, face: u32) {
        let mut half = first;
        while self.faces[half as usize] == NONE {
            self.faces[half as usize] = face;
            half = self.nexts[half as usize];
        }
    }
}
