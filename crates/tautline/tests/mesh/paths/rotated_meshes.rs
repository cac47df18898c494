//! Rotated meshes: concave cells are split, and paths keep their lengths.

use navmesh_testkit::world_count;
use navmesh_testkit::worlds::tiles::{lattice_grid, tile_queries};
use tautline::build::mend_cells;
use tautline::{BuildOptions, DVec2, MeshFinder, NavMesh, PathQuery};

/// Rotates a mesh, and returns it with the number of cells that were split.
fn rotated(mesh: &NavMesh, turn: DVec2) -> (NavMesh, usize) {
    let mut raw = mesh.to_raw();
    for point in &mut raw.positions {
        *point = turn.rotate(*point);
    }
    let (turned, mended) = mend_cells(&raw).unwrap();
    assert_eq!(turned.component_count(), mesh.component_count());
    (turned, mended.len())
}

#[test]
fn paths_on_a_rotated_mesh_are_as_long_as_before() {
    let (mut cut, mut compared) = (0, 0);
    for seed in 0..world_count(300) {
        let grid = lattice_grid(seed);
        let Ok(before) = MeshFinder::from_grid(&grid, &BuildOptions::default()) else { continue };
        let turn = DVec2::from_angle(1.0 + seed as f64);
        let (mesh, cells) = rotated(before.mesh(), turn);
        let after = MeshFinder::new(mesh);
        cut += cells;
        for query in tile_queries(&grid, 6, seed) {
            let found = before.find_path(&query.snap(0.0));
            let ends = [query.start, query.goal].map(|end| turn.rotate(end));
            let again = after.find_path(&PathQuery::new(ends[0], ends[1]));
            let Ok(path) = found else { continue };
            let again = again.unwrap();
            assert_eq!(again.verify(after.mesh()), Ok(()), "{query:?} on {grid:?}");
            let error = (again.length() - path.length()).abs();
            assert!(
                error <= 1e-12 * after.mesh().bounds().max_abs().max(path.length()),
                "{query:?} on {grid:?}"
            );
            compared += 1;
        }
    }
    assert!(cut > 100 && compared > 500, "{cut} cells were split, {compared} paths compared");
}
