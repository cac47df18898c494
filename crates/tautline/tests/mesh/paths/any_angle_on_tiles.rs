//! Any-angle paths on tiles, against a visibility graph over the corners of all tiles.

use navmesh_testkit::worlds::tiles::{lattice_grid, tile_queries, weighted_grid};
use navmesh_testkit::{TileOracle, world_count};
use tautline::grid::{Sight, Smoothing, smooth};
use tautline::{
    BuildOptions, CornerRule, DVec2, Grid, GridFinder, GridOptions, MeshFinder, PathQuery,
};

/// Returns the length of the shortest path over legal legs between the ends and all lattice points
/// except pinches. Both sides of a pinch have a convex corner there, at which no shortest path turns;
/// legs from one side to the other are legal each, but not together.
fn shortest(oracle: &TileOracle<'_>, start: DVec2, goal: DVec2) -> Option<f64> {
    let grid = oracle.grid();
    let corners = (0..=grid.height()).flat_map(|y| (0..=grid.width()).map(move |x| (x, y)));
    let mut points = vec![start, goal];
    let pinches: Vec<DVec2> = pinches(grid).collect();
    let turns = corners.map(|(x, y)| grid.corner(x, y)).filter(|corner| !pinches.contains(corner));
    points.extend(turns);
    let mut lengths = vec![f64::INFINITY; points.len()];
    let mut open: Vec<usize> = (0..points.len()).collect();
    lengths[0] = 0.0;
    while let Some(at) =
        (0..open.len()).min_by(|&a, &b| lengths[open[a]].total_cmp(&lengths[open[b]]))
    {
        let near = open.swap_remove(at);
        if near == 1 || lengths[near].is_infinite() {
            return Some(lengths[1]).filter(|length| length.is_finite());
        }
        for &far in &open {
            let length = lengths[near] + points[near].distance(points[far]);
            if length < lengths[far] && oracle.is_legal_path(&[points[near], points[far]]) {
                lengths[far] = length;
            }
        }
    }
    None
}

/// Returns the points where exactly two free tiles touch, at their corners.
fn pinches(grid: &Grid) -> impl Iterator<Item = DVec2> + '_ {
    let squares = (1..grid.height()).flat_map(|y| (1..grid.width()).map(move |x| (x, y)));
    let free = |x: u32, y: u32| !grid.is_blocked(x, y);
    let pinched = squares.filter(move |&(x, y)| {
        let [a, b, c, d] = [free(x - 1, y - 1), free(x, y - 1), free(x - 1, y), free(x, y)];
        a == d && b == c && a != b
    });
    pinched.map(|(x, y)| grid.corner(x, y))
}

#[test]
fn paths_of_a_grid_finder_are_as_short_as_a_visibility_graph_over_tile_corners() {
    let (mut found, mut pinched) = (0, 0);
    for seed in 0..world_count(60) {
        let grid = lattice_grid(seed);
        let Ok(finder) = MeshFinder::from_grid(&grid, &BuildOptions::default()) else { continue };
        let oracle = TileOracle::new(&grid, GridOptions::default());
        for query in tile_queries(&grid, 4, 2 * seed + 1) {
            let Ok(path) = finder.find_path(&query.snap(0.0)) else { continue };
            assert!(oracle.is_legal_path(path.waypoints()), "{path:?} on {grid:?}");
            let expected = shortest(&oracle, query.start, query.goal).unwrap();
            let error = (path.length() - expected).abs();
            assert!(error <= 1e-12 * expected, "{path:?}, not {expected}, on {grid:?}");
            found += 1;
            pinched += usize::from(pinches(&grid).next().is_some());
        }
    }
    assert!(found > 100 && pinched > 50, "{found} paths were compared, {pinched} beside pinches");
}

#[test]
fn no_smoothed_path_is_shorter_than_the_any_angle_optimum() {
    let mut compared = 0;
    for seed in 0..world_count(150) {
        let grid = lattice_grid(seed);
        let Ok(any_angle) = MeshFinder::from_grid(&grid, &BuildOptions::default()) else {
            continue;
        };
        let options = GridOptions::default().corners(CornerRule::OneFree);
        let octile = GridFinder::new(grid.clone()).with_options(options);
        let sight = Sight::new(&grid, CornerRule::OneFree);
        for query in tile_queries(&grid, 8, seed) {
            let Ok(path) = octile.find_path(&query) else { continue };
            let way: Vec<_> = path.cells().iter().map(|cell| grid.tile(cell.slot)).collect();
            let bends = smooth(&sight, &way, Smoothing::FixedPoint);
            let points: Vec<_> = bends.iter().map(|&(x, y)| grid.center(x, y)).collect();
            let smoothed: f64 = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
            let query = PathQuery::new(points[0], points[points.len() - 1]);
            let best = any_angle.find_path(&query).unwrap().length();
            assert!(best <= smoothed * (1.0 + 1e-12), "{best} > {smoothed} on {grid:?}");
            assert!(smoothed <= path.length() * (1.0 + 1e-12));
            compared += 1;
        }
    }
    assert!(compared > 200, "only {compared} paths were compared");
}

/// Through cheap mud the mesh path costs the same as the path along tiles; both avoid expensive mud.
#[test]
fn tiles_that_cost_more_are_areas() {
    let mut grid = Grid::from_rows([".....", ".....", "....."]).unwrap();
    for (cost, through) in [(1.5, true), (9.0, false)] {
        for y in 0..2 {
            grid.set_cost(2, y, cost).unwrap();
        }
        let finder = MeshFinder::from_grid(&grid, &BuildOptions::default()).unwrap();
        let path = finder.find_path(&PathQuery::new([0.5, 0.5], [4.5, 0.5])).unwrap();
        let bound = path.lower_bound();
        assert!(bound <= path.cost() && path.cost() <= 1.01 * bound, "{path:?}");
        assert_eq!(path.waypoints().len() == 2, through, "{path:?}");
        if through {
            assert_eq!(path.cost(), 3.0 + cost);
        }
    }
}

#[test]
fn no_path_along_costly_tiles_costs_less_than_the_bound_of_the_any_angle_path() {
    let (mut compared, mut cheaper) = (0, 0);
    for seed in 0..world_count(150) {
        let grid = weighted_grid(seed);
        let Ok(any_angle) = MeshFinder::from_grid(&grid, &BuildOptions::default()) else {
            continue;
        };
        let along = GridFinder::new(grid.clone());
        for query in tile_queries(&grid, 4, seed) {
            let Ok(tiles) = along.find_path(&query) else { continue };
            let on_ground = tiles.cost_on(any_angle.mesh()).unwrap();
            let points = tiles.waypoints();
            let query = PathQuery::new(points[0], points[points.len() - 1]);
            let path = any_angle.find_path(&query).unwrap();
            let name = format!("{query:?} on {grid:?}");
            assert!(path.lower_bound() <= on_ground * (1.0 + 1e-12), "{name}");
            assert!(path.cost() <= 1.01 * on_ground, "{name}: {} {on_ground}", path.cost());
            compared += 1;
            cheaper += usize::from(path.cost() < 0.99 * on_ground);
        }
    }
    assert!(compared > 200 && 4 * cheaper > compared, "{cheaper} of {compared} are cheaper");
}
