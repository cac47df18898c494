//! Pictures.

use tautline::DVec2;
use tautline::draw::{Scene, Tint};

use super::{Outcome, each_real, outcome};
use crate::rooms;

/// Draws a scene; NaN is left out or refused.
fn drawn(number: f64, scene: &Scene<'_>) -> Outcome {
    let text = scene.to_svg();
    assert!(!text.contains("NaN") && !text.contains("inf"), "{number}: {text}");
    outcome(scene.to_png(64).map(|_| None::<()>))
}

#[test]
fn pictures_show_any_point_or_leave_it_out() {
    let mesh = rooms();
    each_real(
        "Scene::arrows, Scene::corners, Scene::gap, Scene::goal, Scene::start, Scene::polyline, Scene::shapes",
        |x| {
            let points = [DVec2::ONE, DVec2::new(x, 2.0), DVec2::new(3.0, 3.0)];
            let (arrow, shape) = ([[points[0], points[1]]], [points.to_vec()]);
            let scene = || Scene::new().mesh(&mesh);
            [
                drawn(x, &scene().arrows(&arrow)),
                drawn(x, &scene().corners(&points)),
                drawn(x, &scene().gap([points[0], points[1]])),
                drawn(x, &scene().goal(points[1])),
                drawn(x, &scene().start(points[1])),
                drawn(x, &scene().polyline(&points)),
                drawn(x, &scene().shapes(&shape, Tint::Open)),
            ]
        },
    );
}
