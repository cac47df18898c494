use navmesh_core::CurvePiece;

use super::*;

/// A quarter of a circle around (4, 4), from below to the left: clockwise as the plane is drawn with y up.
#[test]
fn an_arc_of_a_curve_bends_around_its_corner_on_both_kinds_of_pages() {
    let (center, radius) = (DVec2::new(4.0, 4.0), 2.0);
    let (from, to) = (DVec2::new(4.0, 2.0), DVec2::new(2.0, 4.0));
    let angle = -std::f64::consts::FRAC_PI_2;
    let pieces = vec![
        CurvePiece::Segment { from: DVec2::new(8.0, 2.0), to: from },
        CurvePiece::Arc { from, to, center, radius, angle },
    ];
    let curve = CurvedPath { pieces, length: 4.0 + radius * angle.abs() };
    let mesh = ell(1.0);
    for (axis, sweep) in [(Axis::YUp, 1), (Axis::YDown, 0)] {
        let scene = Scene::new().axis(axis).mesh(&mesh).curve(&curve);
        let svg = scene.to_svg();
        assert_sound(&svg);
        let page = Page::around(scene.bounds(), axis, 1.0);
        let length = crate::pen::rounded(page.length(radius));
        let arc = format!("A{length} {length} 0 0 {sweep} ");
        assert_eq!(svg.matches(&arc).count(), 2, "{arc} in {svg}");
    }
    let arc = Scene::new().curve(&curve).bounds();
    assert!(arc.min.x == 2.0 && arc.min.y == 2.0 && arc.max.y == 4.0, "{arc:?}");
}

#[test]
fn a_curve_with_points_out_of_the_domain_is_a_sound_picture() {
    for bad in [f64::NAN, f64::INFINITY, 1e300] {
        let (from, to) = (DVec2::new(1.0, 1.0), DVec2::new(2.0, 2.0));
        let arc = |from, center, radius| CurvePiece::Arc { from, to, center, radius, angle: 1.0 };
        let pieces = vec![
            CurvePiece::Segment { from: DVec2::splat(bad), to },
            arc(from, DVec2::splat(bad), 1.0),
            arc(from, to, bad),
            arc(DVec2::splat(bad), to, 1.0),
        ];
        assert_sound(&Scene::new().curve(&CurvedPath { pieces, length: bad }).to_svg());
    }
}
