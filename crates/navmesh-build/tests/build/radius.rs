//! Tests of agents with a radius: distances from walls, and passages.

use navmesh_build::{BuildError, BuildOptions, build_outlines};
use navmesh_core::backend::geom::nearest_on_segment;
use navmesh_core::{DVec2, NavMesh, Outline, Outlines, Wall};
use navmesh_testkit::oracle::MeshOracle;
use navmesh_testkit::{SplitMix64, world, world_count};

/// The rounding of a measured distance, as a fraction of the radius.
pub(super) const ROUNDING: f64 = 1e-9;
pub(super) const TOLERANCE: f64 = 0.01;

pub(super) fn with_radius(radius: f64) -> BuildOptions {
    BuildOptions::default().agent_radius(radius).arc_tolerance(TOLERANCE)
}

/// Returns the ends of every edge, or of the walls only.
pub(super) fn segments(mesh: &NavMesh, only_walls: bool) -> Vec<[DVec2; 2]> {
    let ends = |slot: u32| {
        let corners: Vec<DVec2> = mesh.corners(slot).collect();
        let edges = &mesh.edges()[mesh.edge_range(slot)];
        let wanted = (0..corners.len()).filter(|&i| !only_walls || edges[i].is_wall());
        wanted.map(|i| [corners[i], corners[(i + 1) % corners.len()]]).collect::<Vec<_>>()
    };
    mesh.slots().flat_map(ends).collect()
}

pub(super) fn to_segment(point: DVec2, [a, b]: [DVec2; 2]) -> f64 {
    nearest_on_segment(a, b, point).distance(point)
}

/// Returns the distance between two segments that do not cross.
pub(super) fn apart(one: [DVec2; 2], other: [DVec2; 2]) -> f64 {
    let ends = one.iter().map(|&p| to_segment(p, other));
    ends.chain(other.iter().map(|&p| to_segment(p, one))).fold(f64::INFINITY, f64::min)
}

pub(super) fn least(distances: impl Iterator<Item = f64>) -> f64 {
    distances.fold(f64::INFINITY, f64::min)
}

/// Checks that every edge is far enough from walls, and that no place farther away is lost.
fn assert_drawn_in(name: &str, outlines: &Outlines, radius: f64) -> [usize; 2] {
    let (whole, _) = build_outlines(outlines, &BuildOptions::default()).unwrap();
    let walls = segments(&whole, true);
    let mesh = match build_outlines(outlines, &with_radius(radius)) {
        Ok((mesh, _)) => Some(mesh),
        Err(BuildError::TooNarrow { .. }) => None,
        Err(error) => panic!("{name}, radius {radius}: {error}"),
    };
    if let Some(mesh) = &mesh {
        mesh.assert_invariants();
        assert!(mesh.overlaps(1).is_empty(), "{name}");
        for edge in segments(mesh, false) {
            let nearest = least(walls.iter().map(|&wall| apart(edge, wall)));
            assert!(
                nearest >= radius * (1.0 - ROUNDING),
                "{name}: {nearest} at {edge:?}, {radius}"
            );
        }
    }
    let mut random = SplitMix64::new(7);
    let bounds = whole.bounds();
    let mut met = [0; 2];
    for _ in 0..100 {
        let share = DVec2::new(random.unit(), random.unit());
        let point = bounds.min + bounds.size() * share;
        let distance = least(walls.iter().map(|&wall| to_segment(point, wall)));
        let is_left = mesh.as_ref().is_some_and(|mesh| mesh.locate(point).is_some());
        let was_ground = whole.locate(point).is_some();
        if was_ground && distance > radius * (1.0 + TOLERANCE + ROUNDING) {
            met[0] += 1;
            assert!(is_left, "{name}: {point} is {distance} from a wall, {radius}");
        } else if !was_ground || distance < radius * (1.0 - ROUNDING) {
            met[1] += 1;
            assert!(!is_left, "{name}: {point} is {distance} from a wall, {radius}");
        }
        if let Some(clearance) = mesh.as_ref().and_then(NavMesh::clearance) {
            let told = clearance.wall_distance(point);
            assert_eq!(told.is_some(), was_ground, "{name} {point}");
            let error = told.map_or(0.0, |told| (told - distance).abs());
            assert!(error <= ROUNDING * bounds.max_abs(), "{name}: {told:?} {distance}");
        }
    }
    met
}

/// Checks a seeded world for agents of five radii.
fn assert_world_drawn_in(seed: u64) -> [usize; 2] {
    let world = world(seed);
    let (whole, _) = build_outlines(&world.outlines, &BuildOptions::default()).unwrap();
    let size = whole.bounds().size().max_element();
    let met = [0.004, 0.02, 0.05, 0.0625, 0.15]
        .map(|share| assert_drawn_in(&world.name, &world.outlines, size * share));
    met.into_iter().fold([0; 2], |sum, [left, lost]| [sum[0] + left, sum[1] + lost])
}

#[test]
fn no_place_is_nearer_to_a_wall_than_the_radius_and_none_farther_is_lost() {
    let mut met = [0; 2];
    for seed in 0..world_count(500) {
        let [left, lost] = assert_world_drawn_in(seed);
        met = [met[0] + left, met[1] + lost];
    }
    let enough = 20 * world_count(500) as usize;
    assert!(met[0] > enough && met[1] > enough, "{met:?}");
}

/// Both worlds once had walkable area nearer to a wall than the radius.
#[test]
fn the_worlds_of_seeds_621_and_973_keep_their_distance() {
    for seed in [621, 973] {
        let [left, lost] = assert_world_drawn_in(seed);
        assert!(left > 0 && lost > 0, "{seed}: {left} left, {lost} lost");
    }
}

/// The sides at a crossing of outlines are nearly straight.
#[test]
fn a_nearly_straight_corner_beside_a_sharp_one_leaves_no_sliver() {
    let walkable = [
        Outline::new([
            [-0.6023373578795135, 2.7635465813520725],
            [4.2603833949337435, 10.336785444623143],
            [-2.4713844835294285, 14.65920389156826],
            [-7.334105236342686, 7.08596502829719],
        ]),
        Outline::new([
            [3.4189124101258477, 10.877087750491281],
            [-6.315535676617779, 12.373924564072952],
            [-0.18610515603412026, 10.815052698479906],
        ]),
        Outline::new([
            [5.943325364549537, 9.256180832886862],
            [-1.0896111928533916, 14.960372570508015],
            [-4.33142502806223, 9.911546661660637],
            [-1.6299134987215318, 14.11890158570012],
        ]),
    ];
    let obstacles = [
        Outline::new([
            [-1.3287448197817744, 12.737128295024084],
            [2.338307798389569, 9.194145780875488],
            [-9.256180832886862, 5.943325364549537],
        ]),
        Outline::new([
            [-5.234931064881499, 14.056866533688746],
            [-4.092291401133847, 12.134790937144569],
            [4.800685700801884, 11.178256429431038],
        ]),
        Outline::new([
            [2.701511529340699, 4.207354924039483],
            [2.400342850400942, 5.589128214715519],
            [1.4968368135816723, 9.734448086743628],
            [-5.890296893655275, 3.7821161410769784],
        ]),
        Outline::new([
            [1.3197382386646626, 3.906186245099726],
            [-2.9496517373861937, 10.212715340600393],
            [2.400342850400942, 5.589128214715519],
            [-2.5864480064350635, 5.225924483764388],
        ]),
    ];
    let (walkable, obstacles) = (walkable.to_vec(), obstacles.to_vec());
    let outlines = Outlines { walkable, obstacles, ..Outlines::default() };
    assert_drawn_in("overlaps", &outlines, 0.2524590633652772);
}

/// Returns a wall with a passage of this width, rotated by an angle given as cosine and sine.
fn passage(width: f64, angle: DVec2) -> Outlines {
    let half = width / 2.0;
    let turned = |points: [[f64; 2]; 4]| {
        Outline::new(points.map(|p| angle.rotate(DVec2::from(p)) + DVec2::new(3.0, -7.0)))
    };
    let block = |low: f64, high: f64| turned([[-0.5, low], [0.5, low], [0.5, high], [-0.5, high]]);
    Outlines {
        walkable: vec![turned([[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]])],
        obstacles: vec![block(-10.0, -half), block(half, 10.0)],
        ..Outlines::default()
    }
}

#[test]
fn passages_a_little_wider_than_the_agent_are_open_and_narrower_ones_closed() {
    let angles = [DVec2::X, DVec2::new(0.6, 0.8), DVec2::new(5.0, 12.0) / 13.0];
    let close = DVec2::new(1.0, 1e-3).normalize();
    for angle in angles.into_iter().chain([close]) {
        for radius in [0.1, 0.5, 1.0] {
            let components = |width: f64| {
                let result = build_outlines(&passage(width * radius, angle), &with_radius(radius));
                result.unwrap().0.component_count()
            };
            assert_eq!(components(2.05), 1, "{angle} {radius}");
            assert_eq!(components(2.0 * (1.0 + TOLERANCE)), 1, "{angle} {radius}");
            assert_eq!(components(1.99), 2, "{angle} {radius}");
        }
    }
}

#[test]
fn a_passage_between_two_corners_is_as_wide_as_they_are_apart() {
    let diagonal = |gap: f64| Outlines {
        walkable: vec![Outline::rect([-9.0, -9.0], [9.0, 9.0])],
        obstacles: vec![
            Outline::rect([-10.0, -10.0], [-gap, -gap]),
            Outline::rect([gap, gap], [10.0, 10.0]),
        ],
        ..Outlines::default()
    };
    // The corners are √8 · gap apart. The passage between them connects two free quarters.
    let components = |gap: f64| {
        let (mesh, _) = build_outlines(&diagonal(gap), &with_radius(1.0)).unwrap();
        mesh.component_count()
    };
    let root = 8f64.sqrt();
    assert_eq!((components(2.05 / root), components(1.99 / root)), (1, 2));
}

#[test]
fn a_path_around_a_corner_runs_along_its_arc() {
    let outlines = Outlines {
        walkable: vec![Outline::rect([0.0, 0.0], [20.0, 20.0])],
        walls: vec![Wall::new([[10.0, 0.0], [10.0, 10.0]])],
        ..Outlines::default()
    };
    let (mesh, report) = build_outlines(&outlines, &with_radius(2.0)).unwrap();
    assert_eq!(mesh.agent_radius(), 2.0);
    assert!(report.repairs.is_empty() && report.rounded_crossings.is_empty());
    let (length, _) = MeshOracle::new(&mesh).shortest([7.999, 5.0], [12.001, 5.0]).unwrap();
    // Up to the end of the wall, half around it, and down again.
    let shortest = 10.0 + 2.0 * std::f64::consts::PI;
    assert!(length > shortest && length < 1.006 * shortest, "{length}");
}

#[test]
fn radii_that_cannot_be_are_refused() {
    let outlines =
        Outlines { walkable: vec![Outline::rect([0.0, 0.0], [8.0, 8.0])], ..Outlines::default() };
    let error = |options: &BuildOptions| build_outlines(&outlines, options).unwrap_err();
    for radius in [-1.0, f64::NAN, f64::INFINITY, 1e-300, 1e-13, 1e70] {
        let error = error(&with_radius(radius));
        assert!(matches!(error, BuildError::BadRadius { .. }), "{radius}: {error}");
    }
    for tolerance in [0.0, -1.0, f64::NAN, 2.0, 9e-5, 1e-6] {
        let error = error(&with_radius(1.0).arc_tolerance(tolerance));
        assert!(matches!(error, BuildError::BadTolerance { .. }), "{tolerance}: {error}");
    }
    for radius in [4.0, 5.0, 1e9] {
        assert_eq!(error(&with_radius(radius)), BuildError::TooNarrow { radius });
    }
}

#[test]
fn bad_radius_reports_the_valid_range() {
    for size in [0.0, 1e-30, 8.0, 1e9, 1e50] {
        for tolerance in [1e-4, 0.01, 1.0] {
            let ground = Outline::rect([-size, -size], [1e-40, 1e-40]);
            let outlines = Outlines { walkable: vec![ground], ..Outlines::default() };
            let error = |radius: f64| {
                let options = BuildOptions::default().agent_radius(radius).arc_tolerance(tolerance);
                build_outlines(&outlines, &options).err()
            };
            let told = error(-1.0).unwrap();
            let BuildError::BadRadius { least, most, .. } = told else { panic!("{told}") };
            let is_bad = |radius| matches!(error(radius), Some(BuildError::BadRadius { .. }));
            let as_told = |radius: f64| format!("{radius:.2e}").parse().unwrap();
            for [radius, beyond] in [[least, least * 0.98], [most, most * 1.02]] {
                assert!(!is_bad(radius) && !is_bad(as_told(radius)), "{told}");
                assert!(is_bad(beyond), "{beyond}: {told}");
            }
        }
    }
}

/// An arc tolerance of 10⁻⁶ took 548,153 cells for 400 triangles. It is refused.
#[test]
fn the_finest_arcs_have_222_corners_a_turn() {
    let corner = |i: u32| DVec2::new(f64::from(i % 5) * 5.0 + 1.0, f64::from(i / 5) * 5.0 + 1.0);
    let triangle =
        |at: DVec2| Outline::new([at, at + DVec2::new(1.0, 0.0), at + DVec2::new(0.0, 1.0)]);
    let outlines = Outlines {
        walkable: vec![Outline::rect([0.0, 0.0], [100.0, 100.0])],
        obstacles: (0..20).map(|i| triangle(corner(i))).collect(),
        ..Outlines::default()
    };
    let options = BuildOptions::default().agent_radius(0.5);
    let refused = build_outlines(&outlines, &options.arc_tolerance(1e-6)).unwrap_err();
    assert_eq!(refused, BuildError::BadTolerance { tolerance: 1e-6 });
    let (mesh, _) = build_outlines(&outlines, &options.arc_tolerance(1e-4)).unwrap();
    let corners = mesh.position_count() - 4;
    let expected = 20 * 222..=20 * (222 + 2 * 3);
    assert!(expected.contains(&corners), "{corners} corners");
}
