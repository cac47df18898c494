//! The validity of paths on maps that changed, against the oracle.

use navmesh_testkit::{MeshOracle, SplitMix64, World, world};
use tautline::path::PathDefect;
use tautline::{
    DVec2, Grid, GridFinder, MeshFinder, NavMesh, NavMeshBuilder, Outline, Path, PathQuery, trace,
};

/// Builds a world with one more obstacle around one of its points; `None` if the obstacle is flat or
/// covers the whole world.
fn rebuilt(world: &World, rng: &mut SplitMix64) -> Option<NavMesh> {
    let mut builder = NavMeshBuilder::from_outlines(world.outlines.clone());
    let [from, to] = [*rng.pick(&world.points), *rng.pick(&world.points)];
    let half = (to - from) * 0.125;
    builder.add_obstacle(Outline::rect(from - half, from + half));
    Some(builder.build().ok()?.0)
}

/// Asserts that the path is legal up to its first blocked leg, and no farther.
fn assert_same_first_blocked_leg(path: &Path, mesh: &NavMesh, name: &str) -> bool {
    let oracle = MeshOracle::new(mesh);
    let legal = |count: usize| oracle.is_legal_path(&path.waypoints()[..count]);
    match path.first_blocked_leg(mesh) {
        None => assert!(legal(path.waypoints().len()), "{name}: {path:?}"),
        Some(0) => assert!(!legal(path.waypoints().len().min(2)), "{name}: {path:?}"),
        Some(leg) => assert!(legal(leg + 1) && !legal(leg + 2), "{name}: {path:?}"),
    }
    path.still_valid(mesh)
}

#[test]
fn the_first_blocked_leg_on_a_rebuilt_mesh_is_the_oracles() {
    let (mut valid, mut blocked) = (0, 0);
    for seed in 0..240 {
        let (world, mut rng) = (world(seed), SplitMix64::new(seed));
        let (mesh, _) = NavMeshBuilder::from_outlines(world.outlines.clone()).build().unwrap();
        let Some(changed) = rebuilt(&world, &mut rng) else { continue };
        let finder = MeshFinder::new(mesh);
        for path in world.queries(12).iter().filter_map(|query| finder.find_path(query).ok()) {
            assert!(path.still_valid(finder.mesh()), "{}: {path:?}", world.name);
            if assert_same_first_blocked_leg(&path, &changed, &world.name) {
                valid += 1;
            } else {
                blocked += 1;
            }
        }
    }
    assert!(valid > 200 && blocked > 200, "{valid} {blocked}");
}

#[test]
fn a_closed_door_blocks_only_the_leg_through_it() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([9.0, 0.0], [11.0, 8.0]));
    let open = MeshFinder::new(builder.build().unwrap().0);
    let path = open.find_path(&PathQuery::new([1.0, 1.0], [19.0, 1.0])).unwrap();
    let door = builder.add_obstacle(Outline::rect([9.5, 8.0], [10.5, 10.0]));
    let (shut, _) = builder.build().unwrap();
    assert_eq!(path.first_blocked_leg(&shut), Some(1));
    assert_eq!(path.waypoints()[1], DVec2::new(9.0, 8.0));
    builder.remove(door);
    let (again, _) = builder.build().unwrap();
    assert!(path.still_valid(&again));
}

/// The cells of a grid path are tiles; the same ids name other cells on the mesh.
#[test]
fn a_path_along_tiles_is_valid_on_their_mesh() {
    let rows = ["......", ".####.", ".#..#.", ".#....", ".####.", "......"];
    let grid = Grid::from_rows(rows).unwrap();
    let (mesh, _) = NavMeshBuilder::from_outlines(trace(&grid)).build().unwrap();
    let path = GridFinder::new(grid).find_path(&PathQuery::new([0.5, 0.5], [2.5, 2.5])).unwrap();
    assert!(path.still_valid(&mesh) && path.waypoints().len() > 3, "{path:?}");
    assert!(path.verify(&mesh).is_err());
}

#[test]
fn paths_through_areas_of_several_costs_verify() {
    let mut builder = NavMeshBuilder::new();
    builder.add_walkable(Outline::rect([0.0, 0.0], [20.0, 10.0]));
    builder.add_obstacle(Outline::rect([9.0, 0.0], [11.0, 8.0]));
    let (mesh, _) = builder.build().unwrap();
    let mut raw = mesh.to_raw();
    raw.costs = (0..raw.cell_count()).map(|cell| 1.0 + cell as f64 / 2.0).collect();
    let finder = MeshFinder::new(NavMesh::from_raw(&raw).unwrap());
    let query = PathQuery::new([1.0, 1.0], [19.0, 1.0]);
    let path = finder.find_path(&query).unwrap();
    assert!(path.cost() > path.length());
    assert_eq!(path.verify_answer(&query, finder.mesh()), Ok(()));
    // In a more expensive area the same path would report too low a cost.
    raw.costs.fill(100.0);
    let expensive = NavMesh::from_raw(&raw).unwrap();
    assert!(matches!(path.verify(&expensive), Err(PathDefect::Cost { .. })));
}
