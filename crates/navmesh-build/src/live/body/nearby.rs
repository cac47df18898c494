//! An index of convex shapes near a segment.

use navmesh_core::DVec2;
use navmesh_core::backend::{buckets::Buckets, geom::Bounds};

/// Up to this number of shapes, all of them are tested.
const FEW: usize = 16;

/// The index. Shapes are numbered from 0.
#[derive(Debug, Default)]
pub(in super::super) struct Nearby {
    count: usize,
    /// `None` for few shapes, or for shapes as near to one another as rounding.
    buckets: Option<Buckets>,
}

impl Nearby {
    /// Indexes shapes by their corners.
    pub(in super::super) fn of<'a>(
        count: usize,
        corners_of: impl Fn(usize) -> &'a [DVec2],
    ) -> Self {
        let bounds = Bounds::of((0..count).flat_map(|shape| corners_of(shape).iter().copied()));
        let buckets = (count > FEW).then(|| {
            Buckets::build(count, bounds, |shape, corners| {
                let own = corners_of(shape);
                corners.extend(own);
                corners.extend((own.len() == 1).then(|| own[0])); // a segment at least
            })
        });
        // Buckets as small as rounding tell nothing apart, and a segment would visit nearly all.
        let tells_apart = |buckets: &Buckets| {
            let grid = buckets.grid();
            grid.size().min_element() > 4.0 * grid.rounding_at([bounds.min, bounds.max])
        };
        Self { count, buckets: buckets.filter(tells_apart) }
    }

    /// True if one of the shapes that may touch a segment passes a test.
    pub(in super::super) fn any(
        &self,
        ends: [DVec2; 2],
        mut test: impl FnMut(usize) -> bool,
    ) -> bool {
        let Some(buckets) = &self.buckets else { return (0..self.count).any(test) };
        let mut passes = false;
        buckets.grid().each_near_segment(ends, 0.0, |column, row| {
            let near = buckets.bucket(column, row);
            passes = passes || near.iter().any(|&shape| test(shape as usize));
        });
        passes
    }
}
