//! Paths of agents with a radius as curves of segments and arcs.

use navmesh_core::{ArcCorners, CurvePiece, CurvedPath, NavMesh, Path, PathQuery};
use navmesh_testkit::{world, world_count};
use tautline::{
    BuildError, BuildOptions, DVec2, Link, MeshFinder, Outline, Outlines, build_outlines,
};

/// The tolerance of the meshes whose paths become curves: coarse, so that the curves differ from the paths.
const COARSE: f64 = 0.2;
/// The tolerance of the finer mesh that bounds the curves from below.
const FINE: f64 = 1e-3;

fn built(outlines: &Outlines, radius: f64, tolerance: f64) -> Option<MeshFinder> {
    let options = BuildOptions::default().agent_radius(radius).arc_tolerance(tolerance);
    match build_outlines(outlines, &options) {
        Ok((mesh, _)) => Some(MeshFinder::new(mesh)),
        Err(BuildError::TooNarrow { .. } | BuildError::BadRadius { .. }) => None,
        Err(error) => panic!("{error}"),
    }
}

/// Returns points along a piece, its ends included.
fn samples(piece: &CurvePiece) -> Vec<DVec2> {
    let [a, b] = piece.ends();
    let inner = (1..24).map(|i| {
        let share = f64::from(i) / 24.0;
        match *piece {
            CurvePiece::Arc { from, center, angle, .. } => {
                center + DVec2::from_angle(angle * share).rotate(from - center)
            }
            _ => a.lerp(b, share),
        }
    });
    [a].into_iter().chain(inner).chain([b]).collect()
}

/// Checks that pieces join without kinks at arcs, that they are as long as told, and far enough from all walls.
fn check_curve(curve: &CurvedPath, path: &Path, mesh: &NavMesh, context: &str) {
    let scale = mesh.bounds().max_abs();
    let clearance = mesh.clearance().unwrap();
    let ends = curve.pieces.iter().map(CurvePiece::ends);
    let all: Vec<[DVec2; 2]> = ends.collect();
    assert!(all.windows(2).all(|pair| pair[0][1] == pair[1][0]), "{context}");
    let [first, last] = [path.waypoints().first(), path.waypoints().last()].map(Option::unwrap);
    if path.waypoints().len() > 1 {
        assert_eq!((all.first().unwrap()[0], all.last().unwrap()[1]), (*first, *last), "{context}");
    }
    for piece in &curve.pieces {
        if let CurvePiece::Arc { from, to, center, radius, angle } = *piece {
            assert_eq!(radius, clearance.radius);
            for end in [from, to] {
                assert!((end.distance(center) - radius).abs() < 1e-14 * scale, "{context}");
            }
            let turned = center + DVec2::from_angle(angle).rotate(from - center);
            assert!(turned.distance(to) < 1e-13 * scale, "{context}");
            assert!(angle.abs() <= std::f64::consts::PI, "{context}");
        }
        for point in samples(piece) {
            let distance = clearance.wall_distance(point).unwrap_or(0.0);
            let least = clearance.radius - 1e-13 * scale;
            assert!(distance >= least, "{distance} from a wall at {point}: {piece:?}, {context}");
        }
    }
    check_kinks(curve, path, scale, context);
}

/// A piece beside an arc has its direction where they meet; other kinks are at waypoints.
fn check_kinks(curve: &CurvedPath, path: &Path, scale: f64, context: &str) {
    for pair in curve.pieces.windows(2) {
        let at = pair[0].ends()[1];
        for (arc, other) in [(&pair[0], &pair[1]), (&pair[1], &pair[0])] {
            match (arc, other) {
                (CurvePiece::Arc { center, radius, .. }, CurvePiece::Segment { from, to }) => {
                    let across = (*to - *from).normalize().dot(at - *center);
                    // The direction of a short segment is rounded.
                    let rounding = 1e-14 * scale * (1.0 + radius / from.distance(*to));
                    assert!(across.abs() < rounding, "a kink at {at}: {context}");
                }
                (CurvePiece::Segment { from, to }, CurvePiece::Segment { from: a, to: b }) => {
                    // An arc that is shorter than the rounding of its ends leaves a kink of that size.
                    let across = (*to - *from).normalize().perp_dot((*b - *a).normalize());
                    let shorter = from.distance(*to).min(a.distance(*b));
                    let is_straight = across.abs() < 1e-14 * scale * (1.0 + 1.0 / shorter);
                    let is_waypoint = path.waypoints().contains(&at);
                    assert!(is_waypoint || is_straight, "a kink at {at}: {context}");
                }
                _ => {}
            }
        }
    }
}

#[test]
fn a_curve_is_as_short_as_finer_arcs_and_keeps_off_the_walls() {
    let (mut paths, mut arcs, mut shorter, mut kept) = (0, 0, 0, 0);
    for seed in 0..world_count(250) {
        let world = world(seed);
        let (plain, _) = build_outlines(&world.outlines, &BuildOptions::default()).unwrap();
        for share in [0.004, 0.02, 0.06] {
            let radius = share * plain.bounds().size().max_element();
            let Some(finder) = built(&world.outlines, radius, COARSE) else { continue };
            let finer = built(&world.outlines, radius / (1.0 + FINE), FINE).unwrap();
            let corners = ArcCorners::of(finder.mesh());
            for query in world.queries(8) {
                let Ok(path) = finder.find_path(&query.snap(radius)) else { continue };
                let curve = path.arcs(&corners);
                let context = format!("{}, radius {radius}, {query:?}", world.name);
                check_curve(&curve, &path, finder.mesh(), &context);
                let rounding = 1e-12 * (path.length() + plain.bounds().max_abs());
                assert!(
                    curve.length <= path.length() + rounding,
                    "longer than the path: {context}"
                );
                let ends = [path.waypoints().first(), path.waypoints().last()];
                let [start, goal] = ends.map(|end| *end.unwrap());
                let bound = finer.find_path(&PathQuery::new(start, goal)).unwrap().length();
                assert!(curve.length >= bound - rounding, "too short: {context}");
                let is_arc = |piece: &&CurvePiece| matches!(piece, CurvePiece::Arc { .. });
                paths += 1;
                arcs += curve.pieces.iter().filter(is_arc).count();
                shorter += usize::from(curve.length < path.length() - rounding);
                let polyline = path.waypoints().len() > 2;
                kept += usize::from(polyline && !curve.pieces.iter().any(|p| is_arc(&p)));
            }
        }
    }
    assert!(paths > 300 && arcs > 250 && shorter > 100, "{paths} {arcs} {shorter}");
    assert!(kept * 20 < paths, "{kept} of {paths} paths with turns have no arc");
}

/// A path around one corner of a box: two tangents and a quarter of a circle.
#[test]
fn the_length_around_a_corner_is_that_of_the_circle() {
    let outlines = Outlines {
        walkable: vec![Outline::rect([-10.0, -10.0], [10.0, 10.0])],
        obstacles: vec![Outline::rect([-9.0, -9.0], [0.0, 0.0])],
        ..Outlines::default()
    };
    for tolerance in [1e-3, 0.05, 1.0] {
        let finder = built(&outlines, 1.0, tolerance).unwrap();
        let (start, goal) = ([-4.0, 1.0 + 1e-9], [1.0 + 1e-9, -4.0]);
        let path = finder.find_path(&PathQuery::new(start, goal)).unwrap();
        let curve = path.arcs(&ArcCorners::of(finder.mesh()));
        assert_eq!(curve.pieces.len(), 3, "{curve:?}");
        approx::assert_relative_eq!(
            curve.length,
            8.0 + std::f64::consts::FRAC_PI_2,
            epsilon = 1e-8
        );
        assert!(path.length() > curve.length);
    }
}

#[test]
fn links_points_and_costs_stay_as_they_are() {
    let outlines = Outlines {
        walkable: vec![
            Outline::rect([0.0, 0.0], [10.0, 8.0]),
            Outline::rect([20.0, 0.0], [30.0, 8.0]),
        ],
        obstacles: vec![Outline::rect([4.0, 2.0], [6.0, 8.0])],
        links: vec![Link::new([9.0, 6.0], [21.0, 6.0], "jump")],
        ..Outlines::default()
    };
    let finder = built(&outlines, 0.5, COARSE).unwrap();
    let path = finder.find_path(&PathQuery::new([2.0, 6.0], [28.0, 6.0])).unwrap();
    let curve = path.arcs(&ArcCorners::of(finder.mesh()));
    let links = curve.pieces.iter().filter(|piece| matches!(piece, CurvePiece::Link { .. }));
    assert_eq!(links.count(), 1);
    check_curve_joins(&curve, &path);
    assert!(curve.pieces.iter().any(|piece| matches!(piece, CurvePiece::Arc { .. })));
    let (points, _) = build_outlines(&outlines, &BuildOptions::default()).unwrap();
    let path = MeshFinder::new(points.clone()).find_path(&PathQuery::new([2.0, 6.0], [8.0, 6.0]));
    let path = path.unwrap();
    let curve = path.arcs(&ArcCorners::of(&points));
    assert_eq!((curve.length, curve.pieces.len()), (path.length(), path.waypoints().len() - 1));
    assert_eq!(Path::default().arcs(&ArcCorners::of(&points)), CurvedPath::default());
}

fn check_curve_joins(curve: &CurvedPath, path: &Path) {
    let ends: Vec<[DVec2; 2]> = curve.pieces.iter().map(CurvePiece::ends).collect();
    assert!(ends.windows(2).all(|pair| pair[0][1] == pair[1][0]), "{curve:?}");
    assert_eq!(ends[0][0], path.waypoints()[0]);
    assert!(curve.length < path.length());
}
