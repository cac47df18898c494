//! Builders of built meshes: the same ground and the same ways, in other cells, and edits of them.

use navmesh_testkit::worlds::floors::floor_queries;
use navmesh_testkit::worlds::links::with_links;
use navmesh_testkit::worlds::weighted::weighted_world;
use navmesh_testkit::{SplitMix64, world, world_count};
use tautline::{
    BuildOptions, FloorConnection, Floors, LiveMesh, MeshFinder, NavMesh, NavMeshBuilder, Outline,
    Outlines, PathQuery, build_floors,
};

/// The relative difference of lengths of paths over corners that other cells have.
const ROUNDING: f64 = 1e-9;

/// Halls above one another with random blocks, and stairs between them.
fn halls(random: &mut SplitMix64) -> Floors {
    let mut hall = |corner: [f64; 2], blocks: usize| {
        let mut hall = Outlines {
            walkable: vec![Outline::rect(corner, [corner[0] + 10.0, 10.0])],
            ..Outlines::default()
        };
        for _ in 0..blocks {
            let low = [corner[0] + 1.0 + random.below(6) as f64, 1.0 + random.below(6) as f64];
            let high = [low[0] + 1.0 + random.unit(), low[1] + 1.0 + random.unit()];
            hall.obstacles.push(Outline::rect(low, high));
        }
        hall
    };
    let building =
        Floors::default().with_floor(0, hall([0.0, 0.0], 5)).with_floor(1, hall([0.0, 0.0], 5));
    let building = building.with_floor(2, hall([0.0, 0.0], 5)).with_floor(7, hall([10.0, 0.0], 0));
    building
        .with_connection(FloorConnection::new([0, 7], [[10.0, 0.0], [10.0, 2.0]]))
        .with_connection(FloorConnection::new([7, 1], [[10.0, 4.0], [10.0, 6.0]]))
        .with_connection(FloorConnection::new([7, 2], [[10.0, 8.0], [10.0, 10.0]]))
}

/// A mesh of one kind, and pairs of places.
fn ground(seed: u64) -> Option<(NavMesh, Vec<PathQuery>)> {
    let mut random = SplitMix64::new(!seed);
    let mesh = match seed % 4 {
        0 => NavMeshBuilder::from_outlines(world(seed).outlines).build_mesh().ok()?,
        1 => build_floors(&halls(&mut random), &BuildOptions::default()).ok()?.0,
        2 => {
            with_links(NavMeshBuilder::from_outlines(world(seed).outlines).build_mesh().ok()?, seed)
        }
        _ => NavMeshBuilder::from_outlines(weighted_world(seed).outlines).build_mesh().ok()?,
    };
    let queries = floor_queries(&mesh, 20, seed);
    Some((mesh, queries))
}

#[test]
fn a_builder_of_a_mesh_has_its_ground_and_its_ways() {
    let (mut found, mut kinds) = ([0; 2], [0; 4]);
    for seed in 0..world_count(240) {
        let Some((mesh, queries)) = ground(seed) else { continue };
        let again = NavMeshBuilder::from_mesh(&mesh).build_mesh();
        let again = again.unwrap_or_else(|error| panic!("{seed}: {error}"));
        assert!((again.area() - mesh.area()).abs() <= ROUNDING * mesh.area(), "{seed}");
        assert_eq!(again.layers(), mesh.layers(), "{seed}");
        assert_eq!(again.doors().is_empty(), mesh.doors().is_empty(), "{seed}");
        let finders = [mesh, again].map(MeshFinder::new);
        kinds[(seed % 4) as usize] += 1;
        for query in queries {
            match finders.each_ref().map(|finder| finder.find_path(&query)) {
                [Ok(before), Ok(after)] => {
                    let slack = ROUNDING * (1.0 + before.cost());
                    let [low, high] = [&before, &after].map(|path| path.lower_bound() - slack);
                    assert!(low <= after.cost() && high <= before.cost(), "{seed}: {query:?}");
                    found[0] += 1;
                }
                [Err(before), Err(after)] => {
                    assert_eq!(before.kind(), after.kind(), "{seed}: {query:?}");
                    found[1] += 1;
                }
                [before, after] => panic!("{seed}: {query:?}\n{before:?}\n{after:?}"),
            }
        }
    }
    assert!(
        found[0] > 1000 && found[1] > 20 && kinds.iter().all(|&count| count > 20),
        "{found:?} {kinds:?}"
    );
}

#[test]
fn doors_of_a_mesh_close_under_their_names() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    builder.add_obstacle(Outline::rect([4.0, 2.0], [6.0, 6.0]));
    builder.add_door(tautline::Door::new([[5.0, 0.0], [5.0, 2.0]], "south"));
    builder.add_door(tautline::Door::new([[5.0, 6.0], [5.0, 8.0]], "north"));
    let mesh = builder.build_mesh().unwrap();
    let mut finder = MeshFinder::new(NavMeshBuilder::from_mesh(&mesh).build_mesh().unwrap());
    let query = PathQuery::new([1.0, 1.0], [9.0, 1.0]);
    assert_eq!(finder.find_path(&query).unwrap().length(), 8.0);
    finder.close_door("south").unwrap();
    assert!(finder.find_path(&query).unwrap().length() > 12.0);
    finder.close_door("north").unwrap();
    assert_eq!(finder.find_path(&query).unwrap_err().kind(), "closed-off");
}

#[test]
fn a_mesh_without_its_shapes_is_edited_live() {
    let mut patched = 0;
    for seed in 0..world_count(60) {
        let Some((mesh, _)) = ground(4 * seed) else { continue };
        let bounds = mesh.bounds();
        let mut random = SplitMix64::new(seed);
        let mut live = LiveMesh::new(NavMeshBuilder::from_mesh(&mesh)).unwrap();
        let mut shapes = NavMeshBuilder::from_mesh(&mesh);
        for _ in 0..4 {
            let size = (bounds.max - bounds.min) * 0.1;
            let low = bounds.min + (bounds.max - bounds.min) * 0.9 * random.unit();
            let block = Outline::rect(low, low + size);
            if live.add_obstacle(block.clone()).is_err() {
                continue; // no ground is left
            }
            patched += 1;
            shapes.add_obstacle(block);
            let fresh = shapes.build_mesh().unwrap();
            let difference = (fresh.area() - live.mesh().area()).abs();
            assert!(difference <= ROUNDING * mesh.area(), "{seed}");
        }
    }
    assert!(patched > 100, "{patched}");
}
