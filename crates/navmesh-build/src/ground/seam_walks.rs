//! The path of every leg of a seam across one floor's triangulation.
//!
//! Rounded crossings may cut a leg at a point, at another a few units on, and at the first again,
//! so the leg goes forth and back. Such a detour is no part of the seam. Both floors of a
//! connection are cut at the same points in the same order, so both drop the same detours.

use std::collections::VecDeque;
use std::collections::btree_map::{BTreeMap, Entry};

use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::geom::lexicographic;

use crate::plsg::Source;
use crate::split::Triangulation;

/// One leg of a seam on one floor.
#[derive(Debug)]
pub(crate) struct Walk {
    /// The number of the seam, and the index of the leg.
    pub(crate) leg: [u32; 2],
    /// The half-edges along the leg, from end to end, without repeated points.
    pub(crate) halves: Vec<u32>,
}

impl Triangulation {
    /// Returns all legs of seams, ascending.
    ///
    /// Complexity: O(n log n) in the number of their pieces, plus the number of segments if there
    /// are seams.
    pub(crate) fn walks(&self) -> Vec<Walk> {
        let leg = |source: Source| match source {
            Source::Seam { seam, leg } => Some([seam, leg]),
            _ => None,
        };
        if !self.plsg.sources.iter().any(|&source| leg(source).is_some()) {
            return Vec::new();
        }
        let leg_of = |segment: u32| leg(self.plsg.source(segment));
        let labels = self.triangles.labels.of_segments(|segment| leg_of(segment).is_some());
        let labels = labels.into_iter();
        let mut pieces: Vec<([u32; 2], u32)> =
            labels.filter_map(|(half, segment)| Some((leg_of(segment)?, half))).collect();
        // Both floors of a seam share these points.
        let end = |half: u32| self.plsg.points[self.triangles.end(half) as usize];
        pieces.merge_sort_by(|a, b| a.0.cmp(&b.0).then_with(|| lexicographic(end(a.1), end(b.1))));
        let own = pieces.chunk_by(|a, b| a.0 == b.0);
        own.map(|own| Walk { leg: own[0].0, halves: self.without_detours(own) }).collect()
    }

    /// Returns the path of the fewest pieces between the ends of a leg. The choice among equal
    /// paths depends on their points only.
    fn without_detours(&self, pieces: &[([u32; 2], u32)]) -> Vec<u32> {
        let [origin, end] = [0, 1].map(|side| move |half: u32| self.triangles.origin(half ^ side));
        let mut out: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut surplus: BTreeMap<u32, i32> = BTreeMap::new();
        for &(_, half) in pieces {
            out.entry(origin(half)).or_default().push(half);
            *surplus.entry(origin(half)).or_default() += 1;
            *surplus.entry(end(half)).or_default() -= 1;
        }
        // A detour leaves every point as often as it enters it. Only the ends of the leg have odd
        // degrees.
        let odd = |sign: i32| surplus.iter().find(|point| *point.1 == sign).map(|point| *point.0);
        let (Some(from), Some(to)) = (odd(1), odd(-1)) else { return Vec::new() };
        let mut reached = BTreeMap::new();
        let mut queue = VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            for &half in out.get(&at).into_iter().flatten() {
                if let Entry::Vacant(first) = reached.entry(end(half)) {
                    first.insert(half);
                    queue.push_back(end(half));
                }
            }
        }
        let before = |half: &u32| reached.get(&origin(*half)).filter(|_| origin(*half) != from);
        let backwards = std::iter::successors(reached.get(&to), |half| before(half));
        let mut walk: Vec<u32> = backwards.copied().collect();
        walk.reverse();
        walk
    }
}
