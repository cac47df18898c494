//! The bound and the distance of an interval on cases that rounding once broke, and against samples.

use super::*;

mod geometry;

/// The ends of portals at a wall of no thickness, rotated by one radian: its two faces are one
/// rounding apart.
const NEAR_END: DVec2 = DVec2::new(3.480_947_462_136_730_2, 7.272_070_184_330_547);
const FAR_END: DVec2 = DVec2::new(0.115_063_521_618_758_99, 9.433_279_407_523_386);

#[test]
fn the_bound_of_a_point_on_the_ray_avoids_the_far_end_of_the_edge() {
    let span = Span { right: FAR_END, left: NEAR_END };
    let (right, left) = (End::vertex(FAR_END), End::past(FAR_END).prolonged(true));
    let middle = DVec2::new(1.798_005_492_269_202_4, 8.352_674_795_675_615);
    let bound = IntervalGeometry::new(NEAR_END, span, right, left).length_to(middle);
    assert!(bound <= NEAR_END.distance(middle) + 10.0 * BOUND_ROUNDING, "{bound}");
}

#[test]
fn the_distance_of_an_interval_at_its_root_is_zero() {
    let root = DVec2::new(-1.567_878_446_710_157_2, 10.513_884_019_540_15);
    let right = DVec2::new(1.798_005_492_521_428_8, 8.352_674_796_067_591);
    let left = DVec2::new(-2.409_349_431_518_054, 11.054_186_325_408_29);
    let span = Span { right, left };
    let gap = IntervalGeometry::new(root, span, End::vertex(right), End::vertex(left)).gap();
    assert!(gap < 1e-9, "{gap}");
}

/// The least of many sampled lengths through a whole edge: an upper bound on the minimum.
fn sampled(root: DVec2, span: Span, goal: DVec2) -> f64 {
    let length_at = |share: f64| {
        let via = span.right + (span.left - span.right) * share;
        root.distance(via) + via.distance(goal)
    };
    let close = (0..200).map(|power| 0.8f64.powi(power));
    close
        .flat_map(|share| [length_at(share), length_at(1.0 - share)])
        .fold(length_at(0.0), f64::min)
}

#[test]
fn the_bound_is_below_the_shortest_length_for_edges_of_any_length() {
    let mut random = navmesh_testkit::SplitMix64::new(7);
    let mut near = || f64::from(random.below(2000) as u32) / 1000.0 - 1.0;
    for power in 0..3600 {
        let size = 2f64.powi(power % 60 - 30);
        let long = 2f64.powi(power % 40);
        let (root, right) = (DVec2::new(near(), near()) * size, DVec2::new(near(), near()) * size);
        let left = right + DVec2::new(near(), near()) * (size * long);
        if right.perp_dot(left - right) == 0.0 || (left - right).perp_dot(root - right) <= 0.0 {
            continue; // the root is on the left of right → left
        }
        let goal = DVec2::new(near(), near()) * size;
        let span = Span { right, left };
        let largest = [root, right, left, goal].map(|p| p.abs().max_element());
        let largest = largest.into_iter().fold(0.0, f64::max);
        let rounding = Rounding { slack: largest * BOUND_ROUNDING };
        let geometry = IntervalGeometry::new(root, span, End::vertex(right), End::vertex(left));
        let bound = geometry.length_to(goal);
        let shortest = sampled(root, span, goal);
        assert!(rounding.rounded_down(bound) <= shortest, "{power}: {bound} {shortest}");
    }
}
