//! The segments by which old and new curves differ.

use navmesh_core::DVec2;
use navmesh_core::backend::collections::{DisjointSets, MergeSort, NONE};
use navmesh_core::backend::geom::distinct_points;

use super::super::body::Body;
use super::rings::Ring;
use crate::plsg::{PointKey, point_key};

/// The segments of old curves without a like in new ones, and those of new curves without a like in old ones.
#[derive(Debug, Default)]
pub(super) struct Difference {
    /// The slots of the old ones.
    pub(super) old: Vec<u32>,
    pub(super) new: Vec<NewSide>,
}

/// A segment of a new curve.
#[derive(Debug)]
pub(super) struct NewSide {
    /// The index of the curve.
    pub(super) ring: usize,
    /// Its place along the curve.
    pub(super) side: usize,
    pub(super) ends: [DVec2; 2],
}

/// Gives segments of new curves the slots of equal segments of old ones. Returns the others.
///
/// Complexity: linear where curves start alike; otherwise O(n log n).
pub(super) fn difference(gone: &[Ring], new: &mut [Ring]) -> Difference {
    let mut left: Vec<Vec<u32>> = gone.iter().map(|ring| ring.slots.clone()).collect();
    for ring in &mut *new {
        ring.slots = vec![NONE; ring.curve.len()];
        let start = ring.curve.first();
        if let Some(own) = gone.iter().position(|old| old.curve.first() == start) {
            take_ends(&gone[own], &mut left[own], ring);
        }
    }
    take_others(gone, &mut left, new);
    let sides = new.iter().zip(0..).flat_map(|(own, ring)| {
        let is_new = move |place: &usize| own.slots[*place] == NONE;
        let side = move |place: usize| NewSide { ring, side: place, ends: side(own, place) };
        (0..own.slots.len()).filter(is_new).map(side)
    });
    let old = left.into_iter().flatten().filter(|&slot| slot != NONE).collect();
    Difference { old, new: sides.collect() }
}

/// Takes over the segments at the start and at the end of two curves that are equal.
fn take_ends(old: &Ring, left: &mut [u32], new: &mut Ring) {
    let (n, m) = (old.curve.len(), new.curve.len());
    let mut take = |a: usize, b: usize, new: &mut Ring| {
        let is_same = left[a] != NONE && side(old, a) == side(new, b);
        if is_same {
            new.slots[b] = std::mem::replace(&mut left[a], NONE);
        }
        is_same
    };
    let first = (0..n.min(m)).find(|&i| !take(i, i, new)).unwrap_or(n.min(m));
    let _ = (1..=n.min(m) - first).find(|&i| !take(n - i, m - i, new));
}

/// Takes over all other segments that are equal.
fn take_others(gone: &[Ring], left: &mut [Vec<u32>], new: &mut [Ring]) {
    let mut known: Vec<([PointKey; 2], usize, usize)> = Vec::new();
    for (ring, slots) in left.iter().enumerate() {
        let places = (0..slots.len()).filter(|&place| slots[place] != NONE);
        known.extend(places.map(|place| (key(side(&gone[ring], place)), ring, place)));
    }
    if known.is_empty() {
        return;
    }
    known.merge_sort();
    for ring in new {
        for place in 0..ring.slots.len() {
            if ring.slots[place] != NONE {
                continue;
            }
            let wanted = key(side(ring, place));
            let first = known.partition_point(|own| own.0 < wanted);
            let same = known[first..].iter().take_while(|own| own.0 == wanted);
            let free = same.map(|own| (own.1, own.2)).find(|&(r, p)| left[r][p] != NONE);
            if let Some((r, p)) = free {
                ring.slots[place] = std::mem::replace(&mut left[r][p], NONE);
            }
        }
    }
}

/// Returns a segment of a ring's curve.
fn side(ring: &Ring, place: usize) -> [DVec2; 2] {
    [ring.curve[place], ring.curve[(place + 1) % ring.curve.len()]]
}

fn key(ends: [DVec2; 2]) -> [PointKey; 2] {
    ends.map(point_key)
}

/// Returns the hulls of segments that are joined by their ends.
pub(super) fn bodies(segments: &[[DVec2; 2]]) -> Vec<Body> {
    let (points, numbers) = distinct_points(segments.iter().flatten().copied().collect());
    let mut sets = DisjointSets::new(points.len());
    for ends in numbers.chunks_exact(2) {
        sets.unite(ends[0], ends[1]);
    }
    let mut members: Vec<(u32, u32)> =
        (0..points.len() as u32).map(|point| (sets.lowest(point), point)).collect();
    members.merge_sort();
    let hulls = members.chunk_by(|a, b| a.0 == b.0).filter_map(|own| {
        Body::hull(own.iter().map(|&(_, point)| points[point as usize]).collect())
    });
    hulls.collect()
}
