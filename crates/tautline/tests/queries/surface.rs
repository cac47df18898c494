//! Surfaces against plain loops over all triangles, on random buildings of several floors.

mod building;

use building::{Building, building, ray};
use navmesh_testkit::SplitMix64;
use tautline::mesh::RawMesh;
use tautline::surface::{DVec3, PickError, SurfaceDetail, SurfaceError};
use tautline::{
    DVec2, LiveMesh, MeshFinder, NavMesh, NavMeshBuilder, Outline, Path, PathQuery, Place, Surface,
};

/// The number of buildings.
const BUILDINGS: u64 = 40;

#[test]
fn a_height_is_where_a_vertical_line_meets_the_floor() {
    let mut found = 0;
    for seed in 0..BUILDINGS {
        let Building { surface, triangles, .. } = building(seed);
        let mut rng = SplitMix64::new(seed + 1000);
        for _ in 0..200 {
            let point = 10.0 * DVec2::new(rng.unit(), rng.unit()) - 0.5;
            for (layer, height) in ray(&triangles, point, 1e-9) {
                let own = surface.height(Place::new(point).on_layer(layer)).unwrap();
                assert!((own - height).abs() < 1e-9, "{seed}: {own} {height} at {point}");
                found += 1;
            }
            let is_free =
                |layer: u32| ray(&triangles, point, -1e-9).iter().all(|hit| hit.0 != layer);
            for layer in (0..5).filter(|&layer| is_free(layer)) {
                assert_eq!(surface.height(Place::new(point).on_layer(layer)), None);
            }
        }
    }
    assert!(found > 8_000, "{found}");
}

#[test]
fn a_gradient_predicts_the_heights_around() {
    for seed in 0..BUILDINGS {
        let Building { surface, .. } = building(seed);
        let mut rng = SplitMix64::new(seed + 2000);
        for _ in 0..50 {
            let place =
                Place::new(6.0 * DVec2::new(rng.unit(), rng.unit())).on_layer(rng.below(3) as u32);
            let Some(gradient) = surface.gradient(place) else { continue };
            let step = 1e-7 * DVec2::new(rng.unit() - 0.5, rng.unit() - 0.5);
            let beside = Place::new(place.point + step).on_layer(place.layer.unwrap());
            let same = surface.gradient(beside) == Some(gradient);
            let [here, there] = [place, beside].map(|place| surface.height(place));
            if let (true, Some(here), Some(there)) = (same, here, there) {
                assert!((there - here - gradient.dot(step)).abs() < 1e-13, "{seed}");
            }
        }
    }
}

#[test]
fn the_nearest_floor_within_reach_is_picked() {
    let mut picked = [0; 3];
    for seed in 0..BUILDINGS {
        let Building { surface, triangles, .. } = building(seed);
        let mut rng = SplitMix64::new(seed + 3000);
        for _ in 0..200 {
            let point = 8.0 * DVec2::new(rng.unit(), rng.unit());
            let position = point.extend(25.0 * rng.unit());
            let [below, above] = [8.0 * rng.unit(), 3.0 * rng.unit()];
            let hits = ray(&triangles, point, 1e-9);
            if hits.len() != ray(&triangles, point, -1e-9).len() {
                continue; // on an edge
            }
            let in_reach = |h: f64| position.z - below <= h && h <= position.z + above;
            let best = hits.iter().filter(|hit| in_reach(hit.1));
            let best =
                best.min_by(|a, b| (a.1 - position.z).abs().total_cmp(&(b.1 - position.z).abs()));
            match (surface.pick(position, below, above), best) {
                (Ok(own), Some(best)) => {
                    assert!(own.layer == best.0 && (own.height - best.1).abs() < 1e-9);
                    assert_eq!(own.place, Place::new(point).on_layer(own.layer));
                    picked[0] += 1;
                }
                (Err(PickError::OutOfReach { floors, .. }), None) => {
                    assert_eq!(floors.len(), hits.len());
                    picked[1] += 1;
                }
                (Err(PickError::NoGround { distance, .. }), None) => {
                    assert!(hits.is_empty() && distance.unwrap() > 0.0);
                    picked[2] += 1;
                }
                (own, best) => panic!("{seed}: {own:?} against {best:?}"),
            }
        }
    }
    assert!(picked.iter().all(|&count| count > 300), "{picked:?}");
}

/// The length of a path over the triangles by many small steps. The height nearest to that before is taken.
fn dense_length(triangles: &[(u32, [DVec3; 3])], path: &Path, start: f64) -> f64 {
    let (mut last, mut length) = (path.waypoints()[0].extend(start), 0.0);
    for point in path.resample(path.length() / 4000.0) {
        let heights = ray(triangles, point, -1e-7).into_iter().map(|hit| hit.1);
        let near = |a: &f64, b: &f64| (a - last.z).abs().total_cmp(&(b - last.z).abs());
        let next = point.extend(heights.min_by(near).unwrap());
        length += last.distance(next);
        last = next;
    }
    length
}

#[test]
fn paths_follow_the_surface_from_floor_to_floor() {
    let (mut found, mut changes) = (0, 0);
    for seed in 0..BUILDINGS {
        let Building { surface, finder, triangles } = building(seed);
        let mut rng = SplitMix64::new(seed + 4000);
        for _ in 0..12 {
            let mut end = || {
                Place::new(6.0 * DVec2::new(rng.unit(), rng.unit())).on_layer(rng.below(3) as u32)
            };
            let Ok(path) = finder.find_path(&PathQuery::new(end(), end())) else { continue };
            path.verify(finder.mesh()).unwrap();
            let way = surface.along(&path, f64::INFINITY).unwrap();
            let waypoints = surface.waypoints(&path).unwrap();
            let dense = dense_length(&triangles, &path, waypoints[0].height);
            assert!(
                way.length >= path.length() && (way.length - dense).abs() < 2e-3 * dense,
                "{seed}"
            );
            let plan: Vec<DVec2> = way.points.iter().map(|at| at.point).collect();
            assert!(waypoints.iter().all(|at| plan.contains(&at.point)), "{seed}");
            for at in &way.points {
                let hits = ray(&triangles, at.point, -1e-7);
                assert!(hits.iter().any(|hit| (hit.1 - at.height).abs() < 1e-6), "{seed}: {at:?}");
            }
            let fine = surface.along(&path, 0.05).unwrap();
            let gaps = fine.points.windows(2).map(|pair| pair[0].point.distance(pair[1].point));
            assert!(gaps.fold(0.0, f64::max) <= 0.05 * (1.0 + 1e-9));
            assert!((fine.length - way.length).abs() < 1e-9 && fine.steepest == way.steepest);
            let far =
                fine.points.windows(2).filter(|pair| pair[0].point.distance(pair[1].point) > 1e-9);
            let slopes = far.map(|pair| {
                (pair[1].height - pair[0].height).abs() / pair[0].point.distance(pair[1].point)
            });
            let steepest = slopes.fold(0.0, f64::max);
            assert!(
                (steepest - way.steepest).abs() < 1e-4 * (1.0 + steepest),
                "{seed}: {steepest} {}",
                way.steepest
            );
            found += 1;
            changes += usize::from(way.points[0].layer != way.points[way.points.len() - 1].layer);
        }
    }
    assert!(found > 200 && changes > 60, "{found} {changes}");
}

/// Two squares, joined along x = 1, and their heights.
fn squares() -> (NavMesh, Vec<f64>) {
    let points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [0.0, 1.0]];
    let mesh =
        NavMesh::from_raw(&RawMesh::of_cells(points, &[&[0, 1, 4, 5], &[1, 2, 3, 4]])).unwrap();
    let heights = mesh.edges().iter().map(|edge| edge.origin().x).collect();
    (mesh, heights)
}

#[test]
fn heights_that_do_not_fit_are_refused_by_name() {
    let (mesh, heights) = squares();
    let refused = |heights: Vec<f64>| Surface::new(mesh.clone(), heights).unwrap_err().to_string();
    assert_eq!(refused(Vec::new()), "0 heights for 8 edges of the mesh");
    for bad in [f64::NAN, f64::INFINITY, -1e300] {
        let mut heights = heights.clone();
        heights[5] = bad;
        assert!(
            refused(heights).starts_with(&format!("the height {}", tautline::error::Short(bad)))
        );
    }
    let mut torn = heights.clone();
    torn[1] = 7.0;
    assert_eq!(refused(torn), "joined cells have the heights 7 and 1 at (1, 0)");
}

#[test]
fn detail_that_does_not_cover_its_cell_is_refused() {
    let (mesh, heights) = squares();
    let center = DVec3::new(0.5, 0.5, 3.0);
    let around = |points: &[DVec3], triangles: &[[u32; 3]]| {
        let mut detail = SurfaceDetail::default();
        detail.push_cell(points, triangles);
        detail.push_cell(&[], &[]);
        Surface::with_detail(mesh.clone(), heights.clone(), detail)
    };
    let fan = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];
    assert_eq!(around(&[center], &fan).unwrap().height([0.5, 0.5]), Some(3.0));
    let middle = DVec3::new(0.5, 0.0, 9.0);
    let finer = [[0, 5, 4], [5, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];
    assert_eq!(around(&[center, middle], &finer).unwrap().height([0.5, 0.0]), Some(9.0));
    let reason = |points: &[DVec3], triangles: &[[u32; 3]]| match around(points, triangles) {
        Err(SurfaceError::Detail { cell: 0, fault, .. }) => fault.to_string(),
        other => panic!("{other:?}"),
    };
    let cover = "its triangles overlap, or leave a part of it free";
    assert_eq!(reason(&[center], &fan[..3]), cover);
    assert_eq!(reason(&[center], &[[0, 1, 2], [0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]]), cover);
    assert_eq!(reason(&[center], &[[0, 1, 2], [1, 2, 3]]), cover);
    assert_eq!(reason(&[center, middle + DVec3::Y * 0.1], &finer), cover);
    assert_eq!(reason(&[center], &[[1, 0, 4]]), "its triangle 0 is not counter-clockwise");
    assert_eq!(
        reason(&[center], &[[0, 1, 9]]),
        "its triangle 0 has an index beyond its corners and points"
    );
    assert!(reason(&[DVec3::NAN], &fan).starts_with("its point 0"));
    let mut short = SurfaceDetail::default();
    short.push_cell(&[], &[]);
    let error = Surface::with_detail(mesh.clone(), heights.clone(), short).unwrap_err();
    assert!(matches!(error, SurfaceError::DetailCount { count: 1, cells: 2 }));
}

#[test]
fn a_pick_says_what_it_found() {
    let (mesh, heights) = squares();
    let surface = Surface::new(mesh, heights).unwrap();
    let message = |position: [f64; 3], below: f64| {
        surface.pick(position, below, 0.5).unwrap_err().to_string()
    };
    assert_eq!(
        message([0.5, 0.5, 4.0], 1.0),
        "no floor at (0.5, 0.5) within 1 below and 0.5 above the height 4; there is floor 0 at 0.5"
    );
    assert_eq!(message([5.0, 0.5, 4.0], 1.0), "no floor lies at (5, 0.5); the nearest is 3 away");
    assert!(message([f64::NAN, 0.5, 4.0], 1.0).starts_with("(NaN, 0.5, 4) within 1 below"));
    assert!(message([0.5, 0.5, 4.0], -1.0).ends_with("is not a place to look for a floor"));
    // Off the mesh by less than the default snap.
    assert_eq!(surface.pick([-1e-6, 0.5, 0.0], 1.0, 1.0).unwrap().height, 0.0);
}

#[test]
fn a_link_and_a_leg_off_the_surface_are_straight() {
    let mut raw = RawMesh::of_cells(
        [
            [0.0, 0.0],
            [1.0, 0.0],
            [1.0, 1.0],
            [0.0, 1.0],
            [3.0, 0.0],
            [4.0, 0.0],
            [4.0, 1.0],
            [3.0, 1.0],
        ],
        &[&[0, 1, 2, 3], &[4, 5, 6, 7]],
    );
    raw.links.push(tautline::Link::new([1.0, 0.5], [3.0, 0.5], "jump").cost(1.0));
    let mesh = NavMesh::from_raw(&raw).unwrap();
    let heights = [0.0, 1.0, 1.0, 0.0, 3.0, 3.0, 3.0, 3.0].to_vec();
    let surface = Surface::new(mesh.clone(), heights).unwrap();
    let path = MeshFinder::new(mesh).find_path(&PathQuery::new([0.0, 0.5], [4.0, 0.5])).unwrap();
    let way = surface.along(&path, f64::INFINITY).unwrap();
    let heights: Vec<f64> = way.points.iter().map(|at| at.height).collect();
    assert_eq!((way.points.len(), heights.first(), heights.last()), (6, Some(&0.0), Some(&3.0)));
    assert!((way.length - (2_f64.sqrt() + 1.0)).abs() < 1e-12 && way.steepest == 1.0);
    let ground = surface.mesh().cell_ids();
    let through = Path::through([[0.5, 0.5], [3.5, 0.5]].map(DVec2::from), ground);
    let way = surface.along(&through, 0.1).unwrap();
    assert_eq!(way.points.len(), 2);
    assert!((way.length - (9.0 + 2.5 * 2.5_f64).sqrt()).abs() < 1e-12 && way.steepest == 2.5 / 3.0);
    assert_eq!(surface.along(&Path::through([DVec2::new(2.0, 9.0)], []), 1.0), None);
}

/// An edit cuts ground out and moves none up or down, so the surface of the first mesh serves all that follow.
#[test]
fn a_surface_serves_every_later_state_of_its_mesh() {
    let slope = |point: DVec2| 0.3 * point.x - 0.7 * point.y;
    let (mut found, mut turned) = (0, 0);
    for seed in 0..BUILDINGS {
        let mut rng = SplitMix64::new(seed + 5000);
        let mut builder = NavMeshBuilder::new();
        builder.add_walkable(Outline::new([[0.0, 0.1], [20.3, 1.7], [19.1, 11.3], [-0.7, 9.9]]));
        builder.add_obstacle(Outline::new([[9.0, 0.0], [11.1, 0.3], [10.7, 9.1], [8.9, 8.7]]));
        let mut map = LiveMesh::new(builder).unwrap();
        let heights = map.mesh().edges().iter().map(|edge| slope(edge.origin())).collect();
        let surface = Surface::new(map.mesh().clone(), heights).unwrap();
        for _ in 0..12 {
            let [x, y] = [18.0 * rng.unit(), 8.0 * rng.unit()];
            // Turned by a little, so that its corners lie on no line of the map.
            let corners = [[x, y], [x + 1.7, y + 0.3], [x + 1.1, y + 1.9], [x - 0.4, y + 1.3]];
            map.add_obstacle(Outline::new(corners)).unwrap();
            let mut end = || [20.0 * rng.unit(), 10.0 * rng.unit()];
            let Ok(path) = map.finder().find_path(&PathQuery::new(end(), end())) else { continue };
            let way = surface.along(&path, 0.5).unwrap();
            for at in &way.points {
                assert!((at.height - slope(at.point)).abs() < 1e-9, "{seed}: {at:?}");
            }
            let gaps = way.points.windows(2).map(|pair| pair[0].point.distance(pair[1].point));
            assert!(gaps.fold(0.0, f64::max) < 0.51, "{seed}: a leg was not walked on the surface");
            let legs = path.legs().map(|[from, to]| {
                (from.distance_squared(to) + (slope(to) - slope(from)).powi(2)).sqrt()
            });
            assert!((way.length - legs.sum::<f64>()).abs() < 1e-9, "{seed}");
            found += 1;
            turned += usize::from(path.waypoints().len() > 2);
        }
    }
    assert!(found > 200 && turned > 100, "{found} {turned}");
}
