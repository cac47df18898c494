//! The spatial order of points, in which neighbours on the map are near in memory.
//!
//! The points are halved across the x-axis, each half across the y-axis, and so on in turn (J. L. Bentley,
//! "Multidimensional Binary Search Trees Used for Associative Searching", 1975). The tree itself is not kept. No two
//! points are equal, so the order does not depend on the order of the input.

use std::cmp::Ordering;

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;

/// The axis that a range of points is halved across.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Axis {
    X,
    Y,
}

impl Axis {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::X => Self::Y,
            Self::Y => Self::X,
        }
    }

    /// Compares points along the axis. Ties go by the other axis: the order along y is the order along x,
    /// turned by a right angle.
    pub(crate) fn compare(self, a: DVec2, b: DVec2) -> Ordering {
        match self {
            Self::X => a.x.total_cmp(&b.x).then_with(|| a.y.total_cmp(&b.y)),
            Self::Y => a.y.total_cmp(&b.y).then_with(|| b.x.total_cmp(&a.x)),
        }
    }
}

/// The largest range that is sorted along its axis instead of halved.
pub(crate) const FEW: usize = 3;

/// Sorts distinct points without negative zeros. Returns each with its number in the input.
///
/// Complexity: O(n log n).
pub(crate) fn spatial_order(points: &[DVec2]) -> Vec<(DVec2, u32)> {
    let mut numbered: Vec<(DVec2, u32)> = points.iter().copied().zip(0..).collect();
    halve(&mut numbered, Axis::X);
    numbered
}

fn halve(points: &mut [(DVec2, u32)], axis: Axis) {
    let along = |a: &(DVec2, u32), b: &(DVec2, u32)| axis.compare(a.0, b.0);
    if points.len() <= FEW {
        points.merge_sort_by(along);
        return;
    }
    let middle = points.len() / 2;
    points.select_nth_unstable_by(middle, along);
    let (low, high) = points.split_at_mut(middle);
    halve(low, axis.other());
    halve(high, axis.other());
}

#[cfg(test)]
mod tests {
    use navmesh_testkit::SplitMix64;

    use super::*;

    #[test]
    fn the_order_does_not_hang_on_that_of_the_input() {
        let mut random = SplitMix64::new(1);
        let mut points: Vec<DVec2> =
            (0..1000).map(|i| DVec2::new(f64::from(i % 40), f64::from(i / 40))).collect();
        let ordered = |points: &[DVec2]| -> Vec<DVec2> {
            spatial_order(points).into_iter().map(|(point, _)| point).collect()
        };
        let expected = ordered(&points);
        for _ in 0..20 {
            (1..points.len()).for_each(|i| points.swap(i, random.below(i + 1)));
            assert_eq!(ordered(&points), expected);
        }
    }

    #[test]
    fn every_half_lies_before_the_other_along_its_axis() {
        fn assert_halved(points: &[DVec2], axis: Axis) {
            if points.len() <= FEW {
                return assert!(points.is_sorted_by(|&a, &b| axis.compare(a, b).is_lt()));
            }
            let (low, high) = points.split_at(points.len() / 2);
            let is_before = |a: &DVec2| high.iter().all(|&b| axis.compare(*a, b).is_lt());
            assert!(low.iter().all(is_before));
            assert_halved(low, axis.other());
            assert_halved(high, axis.other());
        }
        let mut random = SplitMix64::new(2);
        for count in 0..200 {
            let mut points: Vec<DVec2> = (0..count)
                .map(|_| DVec2::new(random.below(12) as f64, random.below(12) as f64))
                .collect();
            points.sort_by(|&a, &b| Axis::X.compare(a, b));
            points.dedup();
            let order = spatial_order(&points);
            assert!(order.iter().all(|&(point, number)| points[number as usize] == point));
            let ordered: Vec<DVec2> = order.into_iter().map(|(point, _)| point).collect();
            assert_eq!(ordered.len(), points.len());
            assert_halved(&ordered, Axis::X);
        }
    }
}
