//! Start and goal policies, and explanations of errors, against the oracle.

use crate::sites::sites;
use navmesh_testkit::MeshOracle;
use tautline::error::QuerySide;
use tautline::{
    BuildOptions, DVec2, FieldQuery, GoalPolicy, Goals, Grid, GridFinder, ManyQuery, MeshFinder,
    NavMeshBuilder, Outline, PathError, PathQuery, PathStatus, Place, StartPolicy, Wall,
};

/// Two islands, 2 apart, the second with a pond.
fn islands() -> MeshFinder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [4.0, 4.0]));
    builder.add_walkable(Outline::rect([6.0, 0.0], [12.0, 4.0]));
    builder.add_obstacle(Outline::rect([8.0, 1.0], [10.0, 3.0]));
    MeshFinder::new(builder.build().unwrap().0)
}

#[test]
fn a_start_off_the_mesh_moves_by_its_policy() {
    let map = islands();
    let query = |policy| PathQuery::new([-1.0, 2.0], [7.0, 2.0]).start_policy(policy);
    let outside = PathError::StartOutside { place: [-1.0, 2.0].into() };
    assert_eq!(map.find_path(&query(StartPolicy::Exact)), Err(outside));
    let nearest = map.find_path(&query(StartPolicy::Nearest)).unwrap_err();
    assert!(nearest.proves_unreachable(), "the nearest point is on the other island");
    let path = map.find_path(&query(StartPolicy::NearestReachable)).unwrap();
    assert_eq!((path.waypoints()[0], path.start_offset()), ([6.0, 2.0].into(), 7.0));
    assert_eq!((path.status(), path.goal_offset()), (PathStatus::Complete, 0.0));
}

#[test]
fn a_start_on_the_mesh_stays_even_if_both_ends_may_move() {
    let query = PathQuery::new([3.0, 2.0], [7.0, 2.0])
        .start_policy(StartPolicy::NearestReachable)
        .goal_policy(GoalPolicy::NearestReachable);
    let path = islands().find_path(&query).unwrap();
    assert_eq!((path.start_offset(), path.goal_offset()), (0.0, 3.0));
    assert_eq!(path.status(), PathStatus::Partial);
    let mut off = query;
    (off.start, off.goal) = ([-5.0, 2.0].into(), [4.5, 2.0].into());
    let path = islands().find_path(&off).unwrap();
    assert_eq!((path.start_offset(), path.goal_offset()), (5.0, 0.5));
}

#[test]
fn a_grid_has_the_same_policies() {
    let map = GridFinder::new(Grid::from_rows(["..#..", "..#.."]).unwrap());
    let query = |policy| PathQuery::new([2.25, 0.5], [4.5, 0.5]).start_policy(policy);
    assert!(matches!(
        map.find_path(&query(StartPolicy::Exact)),
        Err(PathError::StartOutside { .. })
    ));
    assert!(map.find_path(&query(StartPolicy::Nearest)).unwrap_err().proves_unreachable());
    let path = map.find_path(&query(StartPolicy::NearestReachable)).unwrap();
    assert_eq!(path.waypoints(), [DVec2::new(3.5, 0.5), DVec2::new(4.5, 0.5)]);
    let error = map.find_path(&PathQuery::new([0.5, 0.5], [4.5, 0.5])).unwrap_err();
    assert!(error.explain(&map).components.is_some_and(|[from, to]| from != to));
}

#[test]
fn an_explanation_names_the_side_the_components_and_the_narrowest_gap() {
    let map = islands();
    let outside = map.find_path(&PathQuery::new([3.0, 2.0], [9.0, 2.5])).unwrap_err().explain(&map);
    assert_eq!((outside.side, outside.distance), (Some(QuerySide::Goal), Some(0.5)));
    let apart = map.find_path(&PathQuery::new([1.0, 2.0], [7.0, 2.0])).unwrap_err().explain(&map);
    let [a, b] = apart.components.unwrap();
    assert_ne!(a, b);
    let nearest = apart.nearest.map(|near| near.point);
    assert_eq!((nearest, apart.gap), (Some([4.0, 2.0].into()), Some(3.0)));
    let gap = apart.narrowest.unwrap();
    assert_eq!((gap.from.x, gap.to.x, gap.width), (4.0, 6.0, 2.0));
    assert!(apart.to_string().ends_with("2 apart"), "{apart}");
}

/// A mesh one ulp beside the point, and a mesh whose border is a fraction of an ulp away.
#[test]
fn a_snap_distance_below_an_ulp_is_compared_with_the_exact_distance() {
    let off_by = |corners: [[f64; 2]; 3], start: [f64; 2], distance: f64| {
        let mut builder = NavMeshBuilder::new();
        builder.add_walkable(Outline::new(corners));
        let finder = MeshFinder::new(builder.build().unwrap().0);
        let query = PathQuery::new(start, corners[1]);
        let refused = Err(PathError::StartOutside { place: start.into() });
        assert_eq!(finder.find_path(&query.snap(distance * 0.999_999)), refused);
        let path = finder.find_path(&query.snap(distance * 1.000_001)).unwrap();
        assert_eq!(path.verify_answer(&query, finder.mesh()), Ok(()));
    };
    let start = [1e-6f64.next_down(), 8e-6];
    off_by([[1e-6, 0.0], [8e-6, 8e-6], [1e-6, 8e-6]], start, 1e-6 - start[0]);
    // The floating-point number nearest to 1/3 is less than 1/3 by a third of 2⁻⁵⁴.
    off_by([[3.0, 1.0], [0.0, 3.0], [0.0, 0.0]], [1.0, 1.0 / 3.0], 2f64.powi(-54) / 10f64.sqrt());
}

#[test]
fn policies_agree_with_the_oracle_on_every_kind_of_world() {
    let mut moved = 0;
    for site in sites(150) {
        let oracle = MeshOracle::new(&site.mesh);
        let map = MeshFinder::new(site.mesh.clone());
        for pair in site.points.chunks_exact(2) {
            let query = PathQuery::new(pair[0], pair[1])
                .snap(0.0)
                .start_policy(StartPolicy::NearestReachable);
            let place = || format!("{}: {pair:?}", site.name);
            let answer = map.find_path(&query);
            if oracle.cells_at(pair[1]).is_empty() {
                assert_eq!(
                    answer,
                    Err(PathError::GoalOutside { place: pair[1].into() }),
                    "{}",
                    place()
                );
                continue;
            }
            let path = answer.unwrap();
            assert_eq!(path.verify_answer(&query, &site.mesh), Ok(()), "{}", place());
            let expected = if oracle.is_reachable(pair[0], pair[1]) {
                0.0
            } else {
                oracle.distance_to_ground(pair[0], Some(pair[1]))
            };
            let scale = site.mesh.bounds().max_abs().max(pair[0].abs().max_element());
            // In a cell thinner than an ulp, a start moves to one of its corners.
            let thin =
                oracle.way_to_thin_corner(pair[0], expected, Some(pair[1])).unwrap_or_default();
            let error = (path.start_offset() - expected).abs();
            assert!(error <= thin.max(4e-15 * scale), "{}: {error}", place());
            assert_eq!(path.waypoints().last(), Some(&pair[1]), "{}", place());
            moved += u32::from(expected > 0.0);
        }
    }
    assert!(moved > 500, "{moved}");
}

#[test]
fn no_two_corners_are_closer_than_the_narrowest_gap() {
    let mut gaps = 0;
    for site in sites(60) {
        let mesh = &site.mesh;
        let mut numbers: Vec<u32> = mesh.slots().map(|slot| mesh.component(slot)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for [from, to] in [[0, 1], [1, 0], [0, 2]] {
            let [Some(&from), Some(&to)] = [from, to].map(|index: usize| numbers.get(index)) else {
                continue;
            };
            let gap = mesh.gap_between(from, to).unwrap();
            let oracle = MeshOracle::new(mesh);
            let corners = |part| {
                mesh.edges()
                    .iter()
                    .filter(move |e| mesh.component(e.cell_slot()) == part)
                    .map(|e| e.origin())
            };
            let least = |a: u32, b: u32| {
                let seed = corners(b).next();
                corners(a).map(|p| oracle.distance_to_ground(p, seed)).fold(f64::INFINITY, f64::min)
            };
            // A corner at a pinch belongs to both components; the oracle then considers both.
            let expected = least(from, to).min(least(to, from));
            let slack = 4e-15 * mesh.bounds().max_abs();
            assert!(
                gap.width
                    <= corners(from)
                        .flat_map(|a| corners(to).map(move |b| a.distance(b)))
                        .fold(f64::INFINITY, f64::min)
                        + slack,
                "{}",
                site.name
            );
            assert!(gap.width + slack >= expected, "{}: {gap:?}, not {expected}", site.name);
            assert!((gap.from.distance(gap.to) - gap.width).abs() <= slack, "{}", site.name);
            gaps += 1;
        }
    }
    assert!(gaps > 20, "{gaps}");
}

#[test]
fn an_agent_pushed_into_its_margin_has_a_path_by_default() {
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.5));
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    let map = MeshFinder::new(builder.build().unwrap().0);
    let from = |x: f64| PathQuery::new([x, 4.0], [9.0, 4.0]);
    for inside in [1e-9, 1e-5, 0.5 / 16.0 - 1e-9] {
        let query = from(0.5 - inside);
        let path = map.find_path(&query).unwrap();
        assert!(path.is_moved() && (path.start_offset() - inside).abs() < 1e-12, "{inside}");
        path.verify_answer(&query, map.mesh()).unwrap();
        assert_eq!(map.find_path(&query.snap(0.0)).unwrap_err().kind(), "start-outside");
    }
    assert_eq!(map.find_path(&from(0.46)).unwrap_err().kind(), "start-outside");
    assert!(!map.find_path(&from(0.75)).unwrap().is_moved());
}

#[test]
fn no_snap_moves_an_endpoint_on_the_mesh_across_a_wall() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_wall(Wall::new([[5.3, 0.0], [5.3, 8.0]]));
    builder.add_walkable(Outline::rect([20.0, 0.0], [24.0, 8.0]));
    let map = MeshFinder::new(builder.build().unwrap().0);
    let to = |x: f64| PathQuery::new([1.0, 4.0], [x, 4.0]);
    let field = map.distance_field(&FieldQuery::new(&[[1.0, 4.0]])).unwrap();
    for query in [to(5.3001), to(5.3001).snap(1.0), to(5.3001).snap(f64::INFINITY)] {
        assert_eq!(map.find_path(&query).unwrap_err().kind(), "unreachable");
    }
    assert_eq!(field.distance_at([5.3001, 4.0]), None);
    assert!(
        map.path_to_any(&ManyQuery::to_any([5.3001, 4.0], Goals::Points(&[[1.0, 4.0].into()])))
            .is_err()
    );
    // On the wall an endpoint is on both sides; an f32 also where it was rounded from the wall, but only by its type.
    let beside = 5.3f32;
    assert!(f64::from(beside) > 5.3);
    for place in [Place::from([5.3, 4.0]), Place::from([beside, 4.0])] {
        let path = map.find_path(&PathQuery::new([1.0, 4.0], place)).unwrap();
        assert_eq!(path.waypoints()[1], DVec2::new(5.3, 4.0));
        assert!((field.distance_at(place).unwrap_or(f64::INFINITY) - 4.3).abs() < 1e-9);
    }
    assert_eq!(map.find_path(&to(f64::from(beside))).unwrap_err().kind(), "unreachable");
}

#[test]
fn waypoints_as_f32_are_valid_starts() {
    let mut builder = NavMeshBuilder::new().with_options(BuildOptions::default().agent_radius(0.3));
    builder.add_walkable(Outline::rect([0.1, 0.1], [10.1, 8.1]));
    builder.add_obstacle(Outline::new([[4.1, 2.3], [6.7, 2.2], [5.3, 7.9]]));
    let map = MeshFinder::new(builder.build().unwrap().0);
    let path = map.find_path(&PathQuery::new([1.0f32, 5.0], [9.0f32, 5.0])).unwrap();
    assert!(path.waypoints().len() > 3);
    for point in path.waypoints_f32() {
        map.find_path(&PathQuery::new(point, [9.0, 5.0])).unwrap();
        map.find_path(&PathQuery::new([1.0, 5.0], point)).unwrap();
    }
}
