//! Paths that are read from labels are as long as those of the search, on every kind of map.

use navmesh_core::{IncrementalSearch, NavMesh};
use navmesh_testkit::worlds::arcades::arcades;
use navmesh_testkit::worlds::floors::{floor_queries, stacked_tiles};
use navmesh_testkit::worlds::meshes::{jittered_lattice, mesh_queries};
use navmesh_testkit::worlds::{world, world_count};
use tautline::{
    BuildOptions, Filter, LabelError, LiveMesh, MeshFinder, NavMeshBuilder, Outline, PathQuery,
    Scratch, Search, build_outlines,
};

/// Asks both finders, and compares their answers. Returns true where the search had to expand nodes.
fn compare(plain: &MeshFinder, labelled: &MeshFinder, query: &PathQuery, at: &str) -> bool {
    let (searched, read) = (plain.find_path(query), labelled.find_path(query));
    let (searched, read) = match (searched, read) {
        (Ok(searched), Ok(read)) => (searched, read),
        (searched, read) => {
            assert_eq!(searched, read, "{at}: {query:?}");
            return false;
        }
    };
    let slack = 1e-12 * searched.cost().max(plain.mesh().bounds().max_abs());
    let difference = (searched.cost() - read.cost()).abs();
    assert!(difference <= slack, "{at}: {query:?}: {searched:?}, {read:?}");
    assert_eq!(searched.guarantee(), read.guarantee(), "{at}: {query:?}");
    read.verify_answer(query, plain.mesh())
        .unwrap_or_else(|defect| panic!("{at}: {query:?}: {defect}, {read:?}"));
    assert_eq!(read.stats().expanded, 0, "{at}: {query:?}");
    searched.stats().expanded > 0
}

#[test]
fn paths_from_labels_are_as_long_as_those_of_the_search_on_seeded_worlds() {
    let (mut read, mut searched) = (0, 0);
    for seed in 0..world_count(400) {
        let world = world(seed);
        let Ok((mesh, _)) = build_outlines(&world.outlines, &BuildOptions::default()) else {
            continue;
        };
        let plain = MeshFinder::new(mesh);
        let mut labelled = plain.clone();
        let Ok(bytes) = labelled.prepare_labels(1 << 24) else { continue };
        assert!(bytes < 1 << 20, "{}: {bytes}", world.name);
        for query in world.queries(12) {
            let is_read = compare(&plain, &labelled, &query, &world.name);
            (read, searched) = (read + u64::from(is_read), searched + u64::from(!is_read));
        }
    }
    println!("{read} read, {searched} others");
    assert!(read > 500, "{read}");
}

/// Compares both on seeded meshes, and returns the numbers of meshes and of queries that labels answered.
fn compare_on(count: u64, mesh: impl Fn(u64) -> NavMesh, queries: Queries, kind: &str) -> [u64; 2] {
    let mut counts = [0; 2];
    for seed in 0..world_count(count) {
        let plain = MeshFinder::new(mesh(seed));
        let mut labelled = plain.clone();
        if labelled.prepare_labels(1 << 24).is_err() {
            continue;
        }
        counts[0] += 1;
        for query in queries(plain.mesh(), 20, seed) {
            counts[1] += u64::from(compare(&plain, &labelled, &query, &format!("{kind} {seed}")));
        }
    }
    println!("{kind}: {counts:?}");
    counts
}

type Queries = fn(&NavMesh, usize, u64) -> Vec<PathQuery>;

#[test]
fn paths_from_labels_are_as_long_as_those_of_the_search_on_meshes_and_floors() {
    let [_, read] = compare_on(60, jittered_lattice, mesh_queries, "lattice");
    assert!(read > 100, "{read}");
    let [meshes, read] = compare_on(60, arcades, floor_queries, "arcade");
    assert!(meshes > 10 && read > 100, "{meshes}, {read}");
    // Most have ground that winds around a vertex, which labels refuse.
    let [meshes, read] = compare_on(400, stacked_tiles, floor_queries, "floors");
    assert!(meshes > 10 && read > 20, "{meshes}, {read}");
}

/// Returns a hall with a wall that has a door in it, and pillars.
fn hall() -> NavMeshBuilder {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    for x in [3.0, 9.0, 15.0] {
        builder.add_obstacle(Outline::rect([x, 2.0], [x + 2.0, 9.0]));
    }
    builder.add_door(tautline::Door::new([[9.0, 0.0], [9.0, 2.0]], "gate"));
    builder
}

#[test]
fn closed_doors_and_filters_are_searched_and_edits_drop_the_labels() {
    let mut finder = MeshFinder::new(hall().build_mesh().expect("a hall"));
    let query = PathQuery::new([1.0, 5.0], [19.0, 5.0]);
    let expanded = |finder: &MeshFinder| finder.find_path(&query).expect("a path").stats().expanded;
    let searched = expanded(&finder);
    assert!(searched > 0);
    finder.prepare_labels(1 << 20).expect("labels");
    assert_eq!(expanded(&finder), 0);
    let clone = finder.clone();
    let open = finder.find_path(&query).expect("a path").cost();
    finder.close_door("gate").expect("the door is there");
    assert!(expanded(&finder) > 0);
    assert!(finder.find_path(&query).expect("a path").cost() > open + 1.0);
    assert_eq!(expanded(&clone), 0);
    finder.open_door("gate").expect("the door is there");
    assert_eq!(expanded(&finder), 0);
    let all = finder.add_filter(&Filter::new()).expect("a filter");
    let filtered = finder.find_path(&query.filter(all)).expect("a path");
    assert!(filtered.stats().expanded > 0);
    assert_eq!(filtered.cost(), open);
}

#[cfg(feature = "live")]
#[test]
fn a_version_of_a_live_map_has_labels_of_its_own() {
    let mut map = LiveMesh::new(hall()).expect("a hall");
    let query = PathQuery::new([1.0, 5.0], [19.0, 5.0]);
    let mut before = map.finder();
    before.prepare_labels(1 << 20).expect("labels");
    map.add_obstacle(Outline::rect([6.0, 0.0], [7.0, 3.0])).expect("an edit");
    let after = map.finder();
    let [before, after] = [before, after].map(|finder| finder.find_path(&query).expect("a path"));
    assert_eq!(before.stats().expanded, 0);
    assert!(after.stats().expanded > 0 && after.cost() > before.cost());
}

#[test]
fn limits_sessions_and_hooks_hold_beside_labels() {
    let mut finder = MeshFinder::new(hall().build_mesh().expect("a hall"));
    let query = PathQuery::new([1.0, 5.0], [19.0, 5.0]);
    let path = finder.find_path(&query).expect("a path");
    finder.prepare_labels(1 << 20).expect("labels");
    assert_eq!(finder.find_path(&query.max_cost(path.cost())).expect("a path").cost(), path.cost());
    assert!(finder.find_path(&query.max_cost(0.99 * path.cost())).is_err());
    assert_eq!(finder.find_path(&query.max_expanded(0)).expect("a path").cost(), path.cost());
    let mut session = finder.begin_path(&query).expect("a session");
    let _stage = session.advance(1);
    assert_eq!(session.progress().best, Some(path.cost()));
    assert_eq!(session.finish().expect("a path").waypoints(), path.waypoints());
    let corridor = query.search(Search::Corridor);
    assert!(finder.find_path(&corridor).expect("a path").stats().expanded > 0);
    let mut scratch = Scratch::new();
    for (from, to) in
        [([1.0, 5.0], [19.0, 5.0]), ([19.0, 5.0], [1.0, 5.0]), ([7.0, 9.5], [13.0, 1.0])]
    {
        let query = PathQuery::new(from, to);
        let mut read = tautline::Path::default();
        finder.find_path_into(&query, &mut scratch, &mut read).expect("a path");
        let fresh = MeshFinder::new(finder.mesh().clone()).find_path(&query).expect("a path");
        assert_eq!(read.waypoints(), fresh.waypoints());
    }
}

#[test]
fn maps_without_labels_say_why_and_are_searched_as_before() {
    let mut builder = hall();
    builder.add_area(tautline::Area::new(Outline::rect([5.0, 0.0], [9.0, 2.0]), "mud", 3.0));
    let mut costly = MeshFinder::new(builder.build_mesh().expect("a hall"));
    assert_eq!(costly.prepare_labels(1 << 20), Err(LabelError::Unsupported));
    let mut builder = hall();
    builder.add_link(tautline::Link::new([1.0, 9.5], [19.0, 9.5], "jump"));
    let mut linked = MeshFinder::new(builder.build_mesh().expect("a hall"));
    assert_eq!(linked.prepare_labels(1 << 20), Err(LabelError::Unsupported));
    let mut finder = MeshFinder::new(hall().build_mesh().expect("a hall"));
    assert_eq!(finder.prepare_labels(100), Err(LabelError::TooLarge { budget: 100 }));
    let query = PathQuery::new([1.0, 5.0], [19.0, 5.0]);
    assert!(finder.find_path(&query).expect("a path").stats().expanded > 0);
}
