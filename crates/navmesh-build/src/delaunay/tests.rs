use navmesh_testkit::SplitMix64;

use super::*;
use crate::spatial_order::spatial_order;

/// The points in the order that [`delaunay`] wants, each once.
fn in_order(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|&a, &b| Axis::X.compare(a, b));
    points.dedup();
    let order = spatial_order(&points).into_iter();
    order.map(|number| points[number as usize]).collect()
}

/// Every triangle is one, its circle holds no point at all, and together they are as large as what is around them.
fn assert_is_delaunay(points: &[DVec2]) {
    let Triangles { origins, nexts, faces, face_count, .. } = delaunay(points);
    let at = |half: u32| points[origins[half as usize] as usize];
    let mut doubled_area = [0.0, 0.0];
    for half in 0..origins.len() as u32 {
        let next = nexts[half as usize];
        assert_eq!(origins[next as usize], origins[half as usize ^ 1]);
        assert_eq!(faces[next as usize], faces[half as usize]);
        let is_inside = faces[half as usize] != 0;
        doubled_area[usize::from(is_inside)] += at(half).perp_dot(at(half ^ 1));
        let triangle = [half, next, nexts[next as usize]].map(at);
        if is_inside {
            assert_eq!(nexts[nexts[next as usize] as usize], half);
            assert_eq!(turn(triangle[0], triangle[1], triangle[2]), Turn::Left);
            assert!(!points.iter().any(|&point| is_in_circle(triangle, point)));
        } else if points.len() > 2 {
            // The outside runs clockwise: nothing lies on its left.
            let [a, b, _] = triangle;
            assert!(points.iter().all(|&point| turn(a, b, point) != Turn::Left));
        }
    }
    assert!((doubled_area[0] + doubled_area[1]).abs() <= 1e-9 * doubled_area[1]);
    if points.len() > 1 {
        assert_eq!(points.len() + face_count, origins.len() / 2 + 2, "Euler");
    }
}

#[test]
fn no_circle_around_a_triangle_holds_a_point() {
    for seed in 0..600 {
        let mut random = SplitMix64::new(seed);
        let count = random.below(60);
        // Small lattices have many points in a line and on a circle.
        let size = [2, 3, 5, 9, 1 << 20][random.below(5)];
        let [width, height] = [0, 1].map(|_| 1 + random.below(size));
        let scale = [1.0, 1e-6, 1e9, 1.0 / 3.0][random.below(4)];
        let point =
            |_| DVec2::new(random.below(width) as f64 * scale, random.below(height) as f64 * scale);
        assert_is_delaunay(&in_order((0..count).map(point).collect()));
    }
}

#[test]
fn points_in_a_line_are_a_chain_in_whatever_direction() {
    for step in [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [-3.0, 2.0], [5.0, -1.0]].map(DVec2::from) {
        for count in 0..40 {
            let points = in_order((0..count).map(|i| step * f64::from(i)).collect());
            let triangles = delaunay(&points);
            assert_eq!(triangles.origins.len(), 2 * points.len().saturating_sub(1));
            assert_eq!(triangles.face_count, 1);
            assert_is_delaunay(&points);
        }
    }
}

/// Merging halves must not look at all of them, however the points lie.
#[test]
fn very_many_points_are_done_at_once_on_a_curve_in_a_line_and_around_a_hub() {
    let count = 100_000;
    let curve = |i: u32| DVec2::new(f64::from(i), f64::from(i) * f64::from(i));
    let fan = |i: u32| DVec2::new(f64::from(i), f64::from(count) + f64::from(i % 2));
    let curves: [&dyn Fn(u32) -> DVec2; 3] = [&curve, &|i| DVec2::splat(f64::from(i)), &fan];
    for place in curves {
        let points = in_order((0..count).map(place).chain([DVec2::new(0.5, -9.0)]).collect());
        let triangles = delaunay(&points);
        assert_eq!(points.len() + triangles.face_count, triangles.origins.len() / 2 + 2, "Euler");
    }
}
