//! Constrained triangles as half-edges, with numbered faces.

use crate::half_edges::halves::{Half, NONE};
use crate::half_edges::labels::Labels;

/// Triangles and the segments along their edges.
///
/// Half-edge `e` and its twin `e ^ 1` run between the same two points in opposite directions. Edges are
/// numbered by the lower of their points, so edges near on the map are near in memory.
#[derive(Debug, Clone, Default)]
pub(crate) struct Triangles {
    pub(crate) halves: Vec<Half>,
    /// The face on the left of each half-edge. The outside is 0.
    pub(crate) faces: Vec<u32>,
    /// The number of faces, the outside included.
    pub(crate) face_count: usize,
    /// For each edge, whether any segment runs along it.
    pub(crate) is_labelled: Vec<bool>,
    /// The segments along the half-edges.
    pub(crate) labels: Labels,
}

impl Triangles {
    /// Numbers the faces: the outside first, the others by their lowest half-edges.
    ///
    /// `outside` is a half-edge with the outside on its left; there is one if there are any half-edges.
    pub(crate) fn new(halves: Vec<Half>, outside: Option<u32>, labels: Labels) -> Self {
        let count = halves.len();
        let is_labelled = labels.marked(count / 2);
        let faces = vec![NONE; count];
        let mut triangles = Self { halves, faces, face_count: 1, is_labelled, labels };
        if let Some(half) = outside {
            triangles.number_outside(half);
        }
        triangles.number_inside();
        triangles
    }

    fn number_outside(&mut self, first: u32) {
        let mut half = first;
        while self.faces[half as usize] == NONE {
            self.faces[half as usize] = 0;
            half = self.next(half);
        }
    }

    /// Numbers the triangles.
    ///
    /// The lowest half-edge of a triangle stores both others, so no other half-edge is looked up.
    fn number_inside(&mut self) {
        for (first, half) in (0..).zip(&self.halves) {
            let is_lowest = first < half.next && first < half.previous;
            if is_lowest && self.faces[first as usize] == NONE {
                debug_assert_eq!(self.halves[half.next as usize].next, half.previous);
                let face = self.face_count as u32;
                let ring = [first, half.next, half.previous];
                ring.iter().for_each(|&half| self.faces[half as usize] = face);
                self.face_count += 1;
            }
        }
    }

    /// Returns the point where a half-edge begins.
    pub(crate) fn origin(&self, half: u32) -> u32 {
        self.halves[half as usize].origin
    }

    /// Returns the point where a half-edge ends.
    pub(crate) fn end(&self, half: u32) -> u32 {
        self.origin(half ^ 1)
    }

    /// Returns the next half-edge, counter-clockwise around the face on the left.
    pub(crate) fn next(&self, half: u32) -> u32 {
        self.halves[half as usize].next
    }

    /// Returns the face on the left of a half-edge.
    pub(crate) fn face(&self, half: u32) -> u32 {
        self.faces[half as usize]
    }
}
