//! Costs of paths beside an estimate that knows no path: the solution of the eikonal equation on squares.

use navmesh_testkit::oracle::weighted::CostGrid;
use navmesh_testkit::world_count;
use navmesh_testkit::worlds::weighted::{Ground, weighted_field};
use tautline::{MeshFinder, PathQuery};

use super::mesh_of;

/// The numbers of squares along a field. The error of the estimate falls with the side of a square.
const SQUARES: [usize; 2] = [100, 200];

/// The kinds without pinches, through which a march leaks.
const GROUNDS: [Ground; 3] = [Ground::Mud, Ground::Mixed, Ground::Road];

#[test]
fn costs_agree_with_marches_over_ever_finer_squares() {
    let (mut errors, mut most, mut checked) = ([0.0; 2], 0.0f64, 0);
    for (ground, seed) in GROUNDS.iter().flat_map(|&g| (0..world_count(4)).map(move |s| (g, s))) {
        let world = weighted_field(ground, seed);
        let mesh = mesh_of(&world.outlines);
        let grids = SQUARES.map(|count| CostGrid::new(&mesh, count));
        let finder = MeshFinder::new(mesh);
        let start = world.points[0];
        for &goal in &world.points[1..8] {
            let Ok(path) = finder.find_path(&PathQuery::new(start, goal).gap(0.002)) else {
                continue;
            };
            let marched = grids.each_ref().map(|grid| grid.arrival(start, goal));
            let [Some(coarse), Some(fine)] = marched else { continue };
            let error = |estimate: f64| (estimate / path.cost() - 1.0).abs();
            errors = [errors[0] + error(coarse), errors[1] + error(fine)];
            most = most.max(error(fine));
            checked += 1;
        }
    }
    let [coarse, fine] = errors.map(|error| error / f64::from(checked));
    assert!(checked > 60 && fine < 0.025 && fine < 0.7 * coarse, "{checked}: {coarse} {fine}");
    assert!(most < 0.12, "{most}");
}
