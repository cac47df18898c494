//! Shortest paths along hills: with areas, doors, filters and edits. Hills with one cost are tried beside the search itself.

use navmesh_testkit::worlds::weighted::weighted_world;
use navmesh_testkit::{SplitMix64, SurfaceOracle, world_count};

use tautline::mesh::RawMesh;
use tautline::surface::{DVec3, Geodesics, SurfaceDetail};
use tautline::{
    Area, BuildOptions, DVec2, Door, Filter, LiveMesh, MeshFinder, NavMesh, NavMeshBuilder,
    Outline, PathError, PathQuery, Search, Surface, build_outlines,
};

/// Hills and hollows, `steep` times as high as wide.
fn hills(mesh: &NavMesh, steep: f64, rng: &mut SplitMix64) -> Surface {
    let size = mesh.bounds().size().max_element();
    let tops: Vec<(DVec2, f64)> = (0..3)
        .map(|_| {
            let at = mesh.bounds().min + DVec2::new(rng.unit(), rng.unit()) * mesh.bounds().size();
            (at, steep * size * (rng.unit() - 0.3))
        })
        .collect();
    let height = |at: DVec2| -> f64 {
        let hill = |&(top, height): &(DVec2, f64)| {
            height * (1.0 - 16.0 * at.distance_squared(top) / (size * size)).max(0.0)
        };
        tops.iter().map(hill).sum()
    };
    let heights = mesh.edges().iter().map(|edge| height(edge.origin())).collect();
    Surface::new(mesh.clone(), heights).unwrap()
}

fn cells(mesh: &NavMesh, point: DVec2) -> Vec<u32> {
    mesh.incidences(point).map(|at| at.cell.slot).collect()
}

#[test]
fn with_areas_costs_are_true_and_bounds_are_proved() {
    let (mut paths, mut gaps, mut cheaper) = (0, 0.0, 0);
    for seed in 0..world_count(60) as u64 {
        let world = weighted_world(seed);
        let Ok((mesh, _)) = build_outlines(&world.outlines, &BuildOptions::default()) else {
            continue;
        };
        let mut rng = SplitMix64::new(seed);
        let steep = *rng.pick(&[0.0, 0.1, 0.5]);
        let surface = hills(&mesh, steep, &mut rng);
        let finder = MeshFinder::new(mesh.clone());
        let geodesics = finder.geodesics(&surface).unwrap();
        let oracle = SurfaceOracle::new(&surface, 4);
        for ends in world.points.windows(2).take(5) {
            let query = PathQuery::new(ends[0], ends[1]);
            let plan = match finder.find_path(&query) {
                Ok(plan) => plan,
                Err(error) => {
                    let own = geodesics.find_path(&query).unwrap_err();
                    assert_eq!(own.kind(), error.kind(), "{}", world.name);
                    continue;
                }
            };
            let found = geodesics.find_path(&query).unwrap();
            found.path.verify(&mesh).unwrap();
            let name = &world.name;
            let rounding = 1e-9 * (1.0 + found.cost);
            assert!(found.lower_bound <= found.cost, "{name}");
            let along = surface.along(&found.path, 0.0).unwrap().cost;
            assert!(along <= found.cost + rounding, "{name}: {along} {}", found.cost);
            let other = surface.along(&plan, 0.0).unwrap().cost;
            assert!(found.cost <= other + rounding, "{name}: the plan's path is cheaper");
            assert!(plan.lower_bound() <= found.cost + rounding, "{name}");
            let [start, goal] = [query.start, query.goal].map(|end| cells(&mesh, end));
            if !start.is_empty() && !goal.is_empty() {
                let least = oracle.cost([(&start, query.start), (&goal, query.goal)]);
                assert!(found.lower_bound <= least + rounding, "{name}: {found:?} {least}");
                cheaper += usize::from(found.cost < least);
            }
            gaps += (found.cost - found.lower_bound) / found.cost.max(1e-9);
            paths += 1;
        }
    }
    println!(
        "{paths} paths, mean gap {}, {cheaper} cheaper than the oracle's",
        gaps / paths as f64
    );
    assert!(paths > 100 && cheaper > 30, "{paths} {cheaper}");
}

/// Two rooms that are joined by a door, and a surface that rises from left to right by 3 where the plan goes on by 4.
fn rooms() -> (NavMeshBuilder, impl Fn(&NavMesh) -> Surface) {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [16.0, 8.0]));
    builder.add_obstacle(Outline::rect([7.0, 0.0], [9.0, 5.0]));
    builder.add_door(Door::new([[8.0, 5.0], [8.0, 6.0]], "low"));
    builder.add_door(Door::new([[8.0, 6.0], [8.0, 8.0]], "high"));
    builder.add_area(Area::new(Outline::rect([11.0, 0.0], [13.0, 7.0]), "mud", 1.0));
    let slope = |mesh: &NavMesh| {
        let heights = mesh.edges().iter().map(|edge| 0.75 * edge.origin().x).collect();
        Surface::new(mesh.clone(), heights).unwrap()
    };
    (builder, slope)
}

/// The length of the shortest path on the same map, stretched as the slope stretches it.
fn stretched(finder: &MeshFinder, query: &PathQuery) -> f64 {
    let wide = |at: DVec2| DVec2::new(1.25 * at.x, at.y);
    let mut raw = finder.mesh_for_query(query).unwrap().to_raw();
    raw.positions.iter_mut().for_each(|at| *at = wide(*at));
    let finder = MeshFinder::new(NavMesh::from_raw(&raw).unwrap());
    finder.find_path(&PathQuery::new(wide(query.start), wide(query.goal))).unwrap().length()
}

fn assert_shortest(geodesics: &Geodesics, finder: &MeshFinder, query: &PathQuery) -> f64 {
    let mut unfiltered = PathQuery::new(query.start, query.goal);
    unfiltered.snap = query.snap;
    let found = geodesics.find_path(&unfiltered).unwrap();
    found.path.verify(&finder.mesh_for_query(query).unwrap()).unwrap();
    let expected = stretched(finder, query);
    assert!((found.cost - expected).abs() < 1e-9, "{} {expected}", found.cost);
    found.cost
}

#[test]
fn closed_doors_and_forbidden_areas_are_walked_around() {
    let (builder, slope) = rooms();
    let mesh = builder.build_mesh().unwrap();
    let surface = slope(&mesh);
    let mut finder = MeshFinder::new(mesh);
    let query = PathQuery::new([1.0, 1.0], [15.0, 1.0]);
    let open = assert_shortest(&finder.geodesics(&surface).unwrap(), &finder, &query);
    finder.close_door("low").unwrap();
    let around = assert_shortest(&finder.geodesics(&surface).unwrap(), &finder, &query);
    let dry = finder.add_filter(&Filter::new().forbid("mud")).unwrap();
    let geodesics = finder.filtered(dry).unwrap().geodesics(&surface).unwrap();
    let filtered = query.filter(dry);
    let longest = assert_shortest(&geodesics, &finder, &filtered);
    assert!(open < around && around < longest, "{open} {around} {longest}");
    let refused = geodesics.find_path(&filtered).unwrap_err();
    assert!(matches!(refused, PathError::Unsupported { .. }), "{refused}");
    finder.close_door("high").unwrap();
    let shut = finder.geodesics(&surface).unwrap().find_path(&query).unwrap_err();
    assert!(matches!(shut, PathError::ClosedOff { .. }), "{shut}");
}

#[test]
fn edits_take_their_heights_from_the_surface_before_them() {
    let (builder, slope) = rooms();
    let mut live = LiveMesh::new(builder).unwrap();
    let surface = slope(live.mesh());
    let query = PathQuery::new([1.0, 1.0], [15.0, 7.5]);
    let mut rng = SplitMix64::new(5);
    for _ in 0..20 {
        let at = DVec2::new(16.0 * rng.unit(), 8.0 * rng.unit());
        live.add_obstacle(Outline::rect(at, at + DVec2::new(0.5, 1.5))).unwrap();
        let finder = live.finder();
        if finder.find_path(&query).is_ok() {
            assert_shortest(&finder.geodesics(&surface).unwrap(), &finder, &query);
        }
    }
    // Ground where the surface has none.
    live.add_walkable(Outline::rect([16.0, 0.0], [20.0, 8.0])).unwrap();
    assert!(live.finder().geodesics(&surface).is_err());
}

#[test]
fn budgets_end_with_a_bound() {
    // With ground that costs less than 1 a bound is less than the length.
    for cost in [1.0, 0.25, 3.0] {
        check_budgets(cost);
    }
}

fn check_budgets(cost: f64) {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 20.0]));
    builder.add_area(Area::new(Outline::rect([-1.0, -1.0], [21.0, 21.0]), "ground", cost));
    for x in 0..4 {
        for y in 0..4 {
            let at = DVec2::new(f64::from(x), f64::from(y)) * 5.0 + 2.0;
            builder.add_obstacle(Outline::rect(at, at + 1.0));
        }
    }
    let mesh = builder.build_mesh().unwrap();
    let surface = hills(&mesh, 0.5, &mut SplitMix64::new(3));
    let geodesics = MeshFinder::new(mesh).geodesics(&surface).unwrap();
    let query = PathQuery::new([1.0, 1.0], [19.0, 19.0]);
    let whole = geodesics.find_path(&query).unwrap();
    let mut before = 0.0;
    for nodes in 0..whole.path.stats().expanded {
        let error = geodesics.find_path(&query.max_expanded(nodes)).unwrap_err();
        let PathError::BudgetExhausted { lower_bound, expanded } = error else { panic!("{error}") };
        assert!(before <= lower_bound && lower_bound <= whole.cost && expanded == nodes);
        before = lower_bound;
    }
    let costly = geodesics.find_path(&query.max_cost(0.9 * whole.cost)).unwrap_err();
    assert!(
        matches!(costly, PathError::BudgetExhausted { lower_bound, .. } if lower_bound > 0.9 * whole.cost)
    );
    assert_eq!(geodesics.find_path(&query.max_cost(whole.cost * 1.000001)).unwrap(), whole);
    // The search of the plan is asked where costs differ from 1.
    let refused = geodesics.find_path(&query.search(Search::Optimal));
    assert_eq!(refused.is_err(), cost != 1.0, "{refused:?}");
}

#[test]
fn a_leg_along_an_edge_meets_the_corners_on_it_that_rounding_put_beside_it() {
    let corners = [[0.0, 0.0], [3.0, 1.0], [0.0, 3.0]];
    let mesh = NavMesh::from_raw(&RawMesh::of_cells(corners, &[&[0, 1, 2]])).unwrap();
    let path = MeshFinder::new(mesh.clone()).find_path(&PathQuery::new([0.0, 0.0], [3.0, 1.0]));
    let path = path.unwrap();
    for parts in 3..40 {
        // A peak of height 1 on the edge.
        let share = 1.0 / f64::from(parts);
        let peak = DVec3::new(3.0 * share, share, 1.0);
        let mut detail = SurfaceDetail::default();
        detail.push_cell(&[peak], &[[0, 3, 2], [3, 1, 2]]);
        let surface = Surface::with_detail(mesh.clone(), vec![0.0; 3], detail).unwrap();
        let up = |part: f64| (10.0 * part * part + 1.0).sqrt();
        let along = surface.along(&path, 0.0).unwrap();
        assert!((along.length - up(share) - up(1.0 - share)).abs() < 1e-6, "{parts}: {along:?}");
    }
}
