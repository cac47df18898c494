//! Queries allocate nothing after the first with the same scratch and path, failures included.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests")]

use std::sync::Arc;

use navmesh_testkit::allocations::{CountingAllocator, allocations, live_bytes};
use navmesh_testkit::worlds::floors::{floor_queries, stacked_tiles};
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::{SplitMix64, world};
use tautline::build::RadiusOptions;
use tautline::hex::{HexFinder, HexGrid};
use tautline::mesh::{EdgeId, LinkId, MeshArea};
use tautline::{
    Area, Batch, ClosedDoors, DVec2, Filter, GoalPolicy, Grid, GridFinder, GridOptions, MeshFinder,
    MeshQueries, NavMesh, NavMeshBuilder, Neighborhood, Outline, Outlines, Path, PathQuery,
    Pathfinder, RadiusSet, Scratch, Search, StartPolicy,
};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Counts the allocations of a second pass over the queries.
fn second_pass(finder: &dyn Pathfinder, queries: &[PathQuery]) -> usize {
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let mut pass = || {
        let before = allocations();
        let found =
            queries.iter().filter(|q| finder.find_path_into(q, &mut scratch, &mut path).is_ok());
        (found.count(), allocations() - before)
    };
    let (found, first) = pass();
    assert!(first > 0, "the counter works");
    assert!(found > 0 && found < queries.len(), "the queries have answers and failures");
    pass().1
}

/// Counts the allocations of a reused batch, small enough to use one thread.
fn second_batch(finder: &dyn Pathfinder, queries: &[PathQuery]) -> usize {
    let mut batch = Batch::new();
    batch.find_paths(finder, queries);
    let before = allocations();
    batch.find_paths(finder, queries);
    allocations() - before
}

/// Counts the allocations of a second pass over the spatial queries that return no list.
fn second_spatial_pass(mesh: &NavMesh, places: &[DVec2]) -> usize {
    let mut spatial = MeshQueries::new(mesh);
    let mut pass = || {
        let before = allocations();
        let mut random = SplitMix64::new(1);
        for (&place, &target) in places.iter().zip(&places[1..]) {
            let mut random = || random.next_u64();
            let answers = [
                spatial.cast_ray(place, target).is_ok(),
                spatial.move_along(place, target).is_ok(),
                spatial.nearest_wall(place, f64::INFINITY).is_ok(),
                spatial.random_point_around(place, 100.0, &mut random).is_ok(),
            ];
            assert_eq!(answers, [answers[0]; 4]);
            spatial.random_point(&mut random);
        }
        allocations() - before
    };
    assert!(pass() > 0, "the counter works");
    pass()
}

/// Closes every sixth portal and one cell.
fn some_doors_closed(mesh: &Arc<NavMesh>) -> ClosedDoors {
    let mut doors = ClosedDoors::new(mesh);
    let portals = (0..mesh.edges().len()).filter(|&edge| !mesh.edges()[edge].is_wall());
    for edge in portals.step_by(6) {
        doors.close_edge(EdgeId(edge as u32)).unwrap();
    }
    for cell in mesh.cell_ids().take(1) {
        doors.close_cell(cell).unwrap();
    }
    doors
}

/// Assigns two thirds of the cells to the areas "mud", which costs 2, and "water".
fn with_areas(mesh: &NavMesh) -> NavMesh {
    let mut raw = mesh.to_raw();
    let area = |name: &str, cost| MeshArea { name: name.to_owned(), cost };
    raw.areas = vec![area("mud", 2.0), area("water", 1.0)];
    let cells = 0..raw.cell_ends.len();
    raw.cell_areas = cells.clone().map(|cell| [None, Some(0), Some(1)][cell % 3]).collect();
    raw.costs = cells.map(|cell| [1.0, 2.0, 1.0][cell % 3]).collect();
    NavMesh::from_raw(&raw).unwrap()
}

/// Repeats all queries with closed doors, filters and several floors.
fn assert_restrictions_allocate_nothing(mesh: &NavMesh, queries: &[PathQuery]) {
    let mesh = Arc::new(mesh.clone());
    let closed = MeshFinder::new(Arc::clone(&mesh)).with_doors(some_doors_closed(&mesh)).unwrap();
    let mut weighted = MeshFinder::new(with_areas(&mesh));
    let dry = weighted.add_filter(&Filter::new().forbid("water").cost("mud", 1.0)).unwrap();
    let slow = weighted.add_filter(&Filter::new().cost("mud", 7.0)).unwrap();
    let asked = |ask: &dyn Fn(PathQuery) -> PathQuery| -> Vec<PathQuery> {
        queries.iter().map(|&query| ask(query)).collect()
    };
    for search in [Search::Auto, Search::Corridor] {
        let plain = asked(&|query| query.search(search));
        assert_eq!(second_pass(&closed, &plain), 0, "closed doors, {search:?}");
        assert_eq!(second_pass(&weighted, &plain), 0, "areas, {search:?}");
        for filter in [dry, slow] {
            let filtered = asked(&|query| query.search(search).filter(filter));
            assert_eq!(second_pass(&weighted, &filtered), 0, "a filter, {search:?}");
            let doors = some_doors_closed(weighted.mesh());
            let closed = weighted.clone().with_doors(doors).unwrap();
            assert_eq!(second_pass(&closed, &filtered), 0, "a filter and doors, {search:?}");
        }
        let reachable = asked(&|query| {
            let query = query.start_policy(StartPolicy::NearestReachable);
            query.goal_policy(GoalPolicy::NearestReachable).search(search)
        });
        assert_eq!(second_pass(&closed, &reachable), 0, "policies, {search:?}");
    }
    let stacked = stacked_tiles(3);
    let mut queries = floor_queries(&stacked, 60, 3);
    queries.push(PathQuery::new([-100.0, 0.0], [1.0, 1.0]));
    assert_eq!(second_pass(&MeshFinder::new(stacked), &queries), 0, "floors");
}

/// Repeats all queries on meshes with links, some of them shortcuts and some closed.
fn assert_links_allocate_nothing(mesh: &NavMesh, queries: &[PathQuery]) {
    for seed in [1, 2, 3] {
        let mesh = Arc::new(with_links(mesh.clone(), seed));
        let open = MeshFinder::new(Arc::clone(&mesh));
        let mut doors = some_doors_closed(&mesh);
        doors.close_link(LinkId(0)).unwrap();
        let closed = open.clone().with_doors(doors).unwrap();
        for (search, finder) in [Search::Optimal, Search::Corridor]
            .into_iter()
            .flat_map(|search| [(search, &open), (search, &closed)])
        {
            let asked: Vec<PathQuery> = queries.iter().map(|query| query.search(search)).collect();
            assert_eq!(second_pass(finder, &asked), 0, "links {seed}, {search:?}");
            let reachable: Vec<PathQuery> =
                asked.iter().map(|query| query.goal_policy(GoalPolicy::NearestReachable)).collect();
            assert_eq!(second_pass(finder, &reachable), 0, "links {seed}, policies, {search:?}");
        }
    }
}

#[test]
fn repeated_queries_allocate_nothing() {
    let mut queries = world(0).queries(40);
    queries.push(PathQuery::new([f64::NAN, 0.0], [1.0, 1.0]));
    queries.push(PathQuery::new([-100.0, 0.0], [1.0, 1.0]));
    let (mesh, _) = NavMeshBuilder::from_outlines(world(0).outlines).build().unwrap();
    let places: Vec<DVec2> = queries[..40].iter().map(|query| query.start).collect();
    assert_eq!(second_spatial_pass(&mesh, &places), 0, "spatial queries");
    assert_restrictions_allocate_nothing(&mesh, &queries);
    assert_links_allocate_nothing(&mesh, &queries);
    let finder = MeshFinder::new(mesh);
    for search in [Search::Optimal, Search::Corridor] {
        let queries: Vec<PathQuery> = queries.iter().map(|query| query.search(search)).collect();
        assert_eq!(second_pass(&finder, &queries), 0, "{search:?}");
    }
    let rows = ["......", ".####.", ".#..#.", ".#..#.", ".####.", "......"];
    let grid = GridFinder::new(Grid::from_rows(rows).unwrap());
    let queries = [
        PathQuery::new([0.5, 0.5], [5.5, 5.5]),
        PathQuery::new([0.5, 0.5], [2.5, 2.5]),
        PathQuery::new([1.5, 1.5], [2.5, 2.5]),
    ];
    assert_eq!(second_pass(&grid, &queries), 0, "the grid");
    assert_eq!(second_batch(&grid, &queries), 0, "a batch");
    let four = grid.clone().with_options(GridOptions::default().neighborhood(Neighborhood::Four));
    assert_eq!(second_pass(&four, &queries), 0, "four neighbours");
    let mut weighed = grid;
    weighed.set_cost(0, 3, 2.5).unwrap();
    assert_eq!(second_pass(&weighed, &queries), 0, "tiles of several costs");
    assert_eq!(second_hexagons(rows), 0, "hexagons");
}

/// Counts the allocations of a second pass over pairs of hexagons, some of them disconnected.
fn second_hexagons(rows: [&str; 6]) -> usize {
    let mut finder = HexFinder::new(HexGrid::new(Grid::from_rows(rows).unwrap()));
    let mut pass = || {
        let before = allocations();
        let lengths = [(5, 5), (2, 2), (0, 3)]
            .map(|goal| finder.find_path((0, 0), goal).map(|path| path.tiles.len()));
        assert!(lengths[0] > Some(5) && lengths[1].is_none() && lengths[2] == Some(4));
        allocations() - before
    };
    assert!(pass() > 0);
    pass()
}

/// Returns a yard of 100 by 100 with 60 crates, and mud that costs more.
fn yard(mud: f64) -> Outlines {
    let mut random = SplitMix64::new(7);
    let mut rect = |size: f64| {
        let low = DVec2::new(random.unit(), random.unit()) * (100.0 - size);
        Outline::rect(low, low + DVec2::splat(size))
    };
    Outlines {
        obstacles: (0..60).map(|_| rect(4.0)).collect(),
        areas: vec![Area::new(rect(40.0), "mud", mud)],
        walkable: vec![Outline::rect([0.0, 0.0], [100.0, 100.0])],
        ..Outlines::default()
    }
}

/// Asks for many radii, and counts the bytes of the set and of what it has really allocated.
fn assert_memory_is_known(mud: f64, options: RadiusOptions) {
    let set = RadiusSet::new(yard(mud)).with_options(options);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    let query = PathQuery::new([2.0, 2.0], [98.0, 98.0]).goal_policy(GoalPolicy::Nearest);
    let mut ask = |radius: f64| {
        let _ = set.find_path_into(&query.radius(radius), &mut scratch, &mut path);
    };
    (0..30).for_each(|i| ask(1.4 * f64::from(i) / 30.0)); // the scratch grows
    let (before, known) = (live_bytes(), set.memory() as isize);
    let (mut most, mut radii) = (0.0_f64, SplitMix64::new(3));
    for _ in 0..40 {
        ask(1.4 * radii.unit());
        assert!(set.memory() <= set.options().budget);
        let [real, told] = [live_bytes() - before, set.memory() as isize - known];
        most = most.max((real - told).unsigned_abs() as f64);
    }
    // The scratch of the largest class, and what the allocator rounds.
    assert!(most < 0.1 * set.memory() as f64, "{most} of {}", set.memory());
}

#[test]
fn the_memory_of_a_set_is_what_it_allocates() {
    for mud in [1.0, 3.0, 0.5] {
        assert_memory_is_known(mud, RadiusOptions::default());
        assert_memory_is_known(mud, RadiusOptions::default().budget(1 << 21));
    }
}

#[test]
fn repeated_queries_of_a_set_allocate_nothing() {
    for options in [RadiusOptions::default(), RadiusOptions::default().step(0.25)] {
        let set = RadiusSet::new(yard(1.0)).with_options(options);
        let query = PathQuery::new([2.0, 2.0], [98.0, 98.0]).goal_policy(GoalPolicy::Nearest);
        let radii = [0.3, 0.6, -1.0, 40.0, f64::NAN, 0.9];
        let queries = radii.map(|radius| query.radius(radius));
        assert_eq!(second_pass(&set, &queries), 0, "{options:?}");
    }
}
