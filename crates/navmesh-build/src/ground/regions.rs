//! Regions: maximal sets of faces that no segment separates.
//!
//! Walkability changes only across rings, so one decision serves a whole region. One pass along the
//! edges, in memory order, finds all regions. The flood afterwards visits only the edges along
//! segments.

use navmesh_core::backend::collections::{DisjointSets, Groups, MergeSort, counting_sort};

use crate::half_edges::triangles::Triangles;

/// The regions of a triangulation, and the half-edges around each.
#[derive(Debug)]
pub(crate) struct Regions {
    /// The region of each face. The region of the outside is 0.
    pub(crate) of_faces: Vec<u32>,
    /// The half-edges along segments, by the region on their left, ascending.
    borders: Groups<u32>,
    /// True for each edge that the flood avoids, because many segments run along it and another
    /// route exists. Empty if there is no such edge.
    barred: Vec<bool>,
}

impl Regions {
    /// Finds the regions. Complexity: O(n log n).
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

    /// True for an edge, given by either half, that the flood does not need to reach any region.
    pub(crate) fn is_barred(&self, half: u32) -> bool {
        self.barred.get(half as usize / 2) == Some(&true)
    }

    /// Returns the number of regions.
    pub(crate) fn count(&self) -> usize {
        self.borders.len()
    }

    /// Returns the half-edges along segments with a region on their left, ascending.
    pub(crate) fn borders_of(&self, region: u32) -> &[u32] {
        self.borders.group(region as usize)
    }
}

/// Marks the edges along collinear chains, except the lightest ones that connect all regions.
///
/// Any of `n` such segments may run along any of `2n` edges; every other segment is a single edge.
/// The flood therefore always has a route along few labels.
fn barred(triangles: &Triangles, of_faces: &[u32], count: u32) -> Vec<bool> {
    let spans = triangles.labels.chain_spans();
    if spans.is_empty() {
        return Vec::new();
    }
    let regions = |half: u32| [half, half ^ 1].map(|half| of_faces[triangles.face(half) as usize]);
    let mut sets = DisjointSets::new(count as usize);
    let mut heavy: Vec<(u32, u32)> =
        spans.weights(|_| true).map(|(half, weight)| (weight, half & !1)).collect();
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
    heavy.merge_sort();
    for (_, edge) in heavy {
        let [one, other] = regions(edge);
        if sets.lowest(one) != sets.lowest(other) {
            sets.unite(one, other);
            barred[edge as usize / 2] = false;
        }
    }
    barred
}

/// Numbers the sets of faces from 0, in the order of their lowest faces. Returns the number of each
/// face's set, and the number of sets.
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

/// Groups the half-edges along segments by the region on their left.
fn borders(triangles: &Triangles, of_faces: &[u32], count: u32) -> Groups<u32> {
    let region = |half: u32| of_faces[triangles.face(half) as usize];
    let edges = triangles.is_labelled.iter().zip(0..).filter(|(is_labelled, _)| **is_labelled);
    let halves = edges.flat_map(|(_, edge)| [2 * edge, 2 * edge + 1]);
    counting_sort(count as usize, halves.map(|half| (region(half), half)))
}
