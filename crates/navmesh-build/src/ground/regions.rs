//! Faces that no segment parts, taken together.
//!
//! Whether a face is walkable changes only where a ring runs, so all faces between rings can be told in one go: they are
//! one *region*. Regions come out of one pass along the edges, in the order in which they lie in memory; what is walked from
//! place to place afterwards is the few edges that segments run along.

use navmesh_core::collections::{DisjointSets, Groups, counting_sort};

use crate::half_edges::triangles::Triangles;

/// The regions of a triangulation, and the half-edges around each.
#[derive(Debug)]
pub(crate) struct Regions {
    /// The region of each face; that of the outside is 0.
    pub(crate) of_faces: Vec<u32>,
    /// The half-edges along segments, by the region on their left, ascending.
    borders: Groups<u32>,
    /// For each edge: may the flood not cross it, as many run along it and there is another way? Empty where there is none such.
    barred: Vec<bool>,
}

impl Regions {
    /// Complexity: linear but for a logarithm.
    pub(crate) fn of(triangles: &Triangles) -> Self {
        let mut sets = DisjointSets::new(triangles.face_count);
        let faces = triangles.faces.chunks_exact(2);
        for (sides, _) in
            faces.zip(&triangles.is_labelled).filter(|(_, is_labelled)| !**is_labelled)
        {
            sets.unite(sides[0], sides[1]);
        }
        let (of_faces, count) = numbered(sets);
        let borders = borders(triangles, &of_faces, count);
        let barred = barred(triangles, &of_faces, count);
        Self { of_faces, borders, barred }
    }

    /// True for an edge, told by either half, that is not needed to come to any region.
    pub(crate) fn is_barred(&self, half: u32) -> bool {
        self.barred.get(half as usize / 2) == Some(&true)
    }

    /// How many regions there are.
    pub(crate) fn count(&self) -> usize {
        self.borders.len()
    }

    /// The half-edges along segments with a region on their left, ascending.
    pub(crate) fn borders_of(&self, region: u32) -> &[u32] {
        self.borders.group(region as usize)
    }
}

/// The edges over which nobody need go to come to every region: of those that segments of several pieces run along, all but the
/// lightest that are needed.
///
/// Any of `n` such segments may run along any of `2 n` edges, but each of the others is of one edge alone; so over these there is always
/// a way of few labels.
fn barred(triangles: &Triangles, of_faces: &[u32], count: u32) -> Vec<bool> {
    let lines = triangles.labels.lines();
    if lines.is_empty() {
        return Vec::new();
    }
    let regions = |half: u32| [half, half ^ 1].map(|half| of_faces[triangles.face(half) as usize]);
    let mut sets = DisjointSets::new(count as usize);
    let mut heavy: Vec<(u32, u32)> =
        lines.weights(|_| true).map(|(half, weight)| (weight, half & !1)).collect();
    let mut barred = vec![false; triangles.is_labelled.len()];
    for &(_, edge) in &heavy {
        barred[edge as usize / 2] = true;
    }
    let edges = triangles.is_labelled.iter().zip(&barred).zip(0..);
    let light = edges.filter(|((is_labelled, is_heavy), _)| **is_labelled && !**is_heavy);
    for (_, edge) in light {
        let [one, other] = regions(2 * edge);
        sets.unite(one, other);
    }
    heavy.sort_unstable();
    for (_, edge) in heavy {
        let [one, other] = regions(edge);
        if sets.lowest(one) != sets.lowest(other) {
            sets.unite(one, other);
            barred[edge as usize / 2] = false;
        }
    }
    barred
}

/// The number of each face's set, from 0 on in the order of their lowest faces, and how many there are.
fn numbered(sets: DisjointSets) -> (Vec<u32>, u32) {
    let mut numbers = sets.into_lowest();
    let mut count = 0;
    for face in 0..numbers.len() {
        let lowest = numbers[face] as usize;
        numbers[face] = if lowest == face { count } else { numbers[lowest] };
        count += u32::from(lowest == face);
    }
    (numbers, count)
}

/// The half-edges along segments by the region on their left.
fn borders(triangles: &Triangles, of_faces: &[u32], count: u32) -> Groups<u32> {
    let region = |half: u32| of_faces[triangles.face(half) as usize];
    let edges = triangles.is_labelled.iter().zip(0..).filter(|(is_labelled, _)| **is_labelled);
    let halves = edges.flat_map(|(_, edge)| [2 * edge, 2 * edge + 1]);
    counting_sort(count as usize, halves.map(|half| (region(half), half)))
}
