//! A bucket index of segments.

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::{buckets::Buckets, geom::Bounds};

/// Segments in buckets.
#[derive(Debug)]
pub(super) struct SegmentIndex {
    boxes: Vec<Bounds>,
    buckets: Buckets,
}

impl SegmentIndex {
    /// Builds the index. Complexity: linear in the number of segments and of the buckets that they
    /// touch.
    pub(super) fn of(segments: Vec<[DVec2; 2]>) -> Self {
        let bounds = Bounds::of(segments.iter().flatten().copied());
        let corners = |segment: usize, corners: &mut Vec<DVec2>| corners.extend(segments[segment]);
        let buckets = Buckets::build(segments.len(), bounds, corners);
        Self { boxes: segments.into_iter().map(Bounds::of).collect(), buckets }
    }

    /// True if a segment's bounds intersect the box.
    pub(super) fn touches(&self, bounds: Bounds) -> bool {
        self.listed(bounds).next().is_some()
    }

    /// Returns all segments that intersect a box, and some near it, ascending.
    pub(super) fn within(&self, bounds: Bounds) -> Vec<usize> {
        let mut all: Vec<usize> = self.listed(bounds).collect();
        all.merge_sort();
        all.dedup();
        all
    }

    /// Returns the same segments, some of them repeatedly.
    fn listed(&self, bounds: Bounds) -> impl Iterator<Item = usize> + '_ {
        let Bounds { min, max } = bounds;
        let buckets = &self.buckets;
        let columns = buckets.grid().column(min.x)..=buckets.grid().column(max.x);
        let rows = buckets.grid().row(min.y)..=buckets.grid().row(max.y);
        let of_row = move |row| columns.clone().flat_map(move |column| buckets.bucket(column, row));
        let numbers = rows.flat_map(of_row).map(|&segment| segment as usize);
        numbers.filter(move |&segment| {
            let own = self.boxes[segment];
            own.min.cmple(max).all() && min.cmple(own.max).all()
        })
    }
}

#[cfg(test)]
mod tests {
    use navmesh_core::backend::geom::{Turn, turn};
    use navmesh_testkit::SplitMix64;

    use super::*;

    /// Short segments and a few long ones; the boxes may be empty, outside, or around everything.
    #[test]
    fn no_segment_that_touches_a_box_is_missed() {
        let mut random = SplitMix64::new(1);
        let mut point =
            |size: usize| DVec2::new(random.below(size) as f64, random.below(size) as f64);
        let (mut touched, mut listed) = (0, 0);
        for count in [0, 1, 10, 300] {
            let segment = |i: usize| {
                let from = point(200);
                [from, from + point(if i.is_multiple_of(50) { 150 } else { 8 })]
            };
            let segments: Vec<[DVec2; 2]> = (0..count).map(segment).collect();
            let nearby = SegmentIndex::of(segments.clone());
            for size in [1, 20, 400].repeat(50) {
                let min = point(250) - 25.0;
                let bounds = Bounds { min, max: min + point(size) };
                let expected = (0..count).filter(|&i| touches(segments[i], bounds));
                let expected: Vec<usize> = expected.collect();
                let within = nearby.within(bounds);
                assert!(within.is_sorted_by(|a, b| a < b));
                assert!(expected.iter().all(|i| within.contains(i)), "{bounds:?}");
                assert_eq!(nearby.touches(bounds), !within.is_empty());
                touched += expected.len();
                listed += within.len();
            }
        }
        assert!(listed < touched * 5 / 4, "{listed} for {touched}");
    }

    fn touches([a, b]: [DVec2; 2], Bounds { min, max }: Bounds) -> bool {
        let sides = [min, max, DVec2::new(min.x, max.y), DVec2::new(max.x, min.y)]
            .map(|corner| turn(a, b, corner));
        let is_beside = |side: Turn| sides.into_iter().all(|turn| turn == side);
        let own = Bounds::of([a, b]);
        own.min.cmple(max).all()
            && own.max.cmpge(min).all()
            && !is_beside(Turn::Left)
            && !is_beside(Turn::Right)
    }
}
