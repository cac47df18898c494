//! Smoothed paths are walkable by the oracle of any-angle paths, and never longer or costlier.

use navmesh_core::{DVec2, PathQuery};
use navmesh_grid::{CornerRule, Grid, GridFinder, GridOptions, Sight, Smoothing, smooth};
use navmesh_testkit::worlds::tiles::{lattice_grid, weighted_grid};
use navmesh_testkit::{SplitMix64, TileOracle};

type Tile = (u32, u32);

/// The tiles of a shortest path between two random tiles, if there is one.
fn random_path(grid: &Grid, corners: CornerRule, random: &mut SplitMix64) -> Option<Vec<Tile>> {
    let mut point = || {
        let (x, y) = grid.tile(random.below(grid.tile_count()) as u32);
        grid.center(x, y)
    };
    let query = PathQuery::new(point(), point());
    let options = GridOptions::default().corners(corners);
    let path = GridFinder::new(grid.clone()).with_options(options).find_path(&query).ok()?;
    Some(path.cells().iter().map(|cell| grid.tile(cell.slot)).collect())
}

fn length(path: &[Tile]) -> f64 {
    let point = |(x, y): Tile| DVec2::new(f64::from(x), f64::from(y));
    path.windows(2).map(|line| point(line[0]).distance(point(line[1]))).sum()
}

/// The cost of a path in tile sizes, by samples of each line.
fn sampled_cost(grid: &Grid, path: &[Tile]) -> f64 {
    const SAMPLES: u32 = 4000;
    let point = |(x, y): Tile| DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
    let line_cost = |line: &[Tile]| -> f64 {
        let (a, b) = (point(line[0]), point(line[1]));
        let middles = (0..SAMPLES).map(|i| (f64::from(i) + 0.5) / f64::from(SAMPLES));
        let costs = middles.filter_map(|t| {
            let at = a.lerp(b, t);
            grid.cost(at.x as u32, at.y as u32)
        });
        costs.sum::<f64>() / f64::from(SAMPLES) * a.distance(b)
    };
    path.windows(2).map(line_cost).sum()
}

#[test]
fn a_smoothed_path_is_walkable_and_never_longer() {
    let mut random = SplitMix64::new(41);
    let mut shorter = 0;
    for seed in 0..1500 {
        let grid = lattice_grid(seed).with_origin([0.0, 0.0]).with_cell_size(1.0);
        for corners in [CornerRule::Never, CornerRule::OneFree, CornerRule::Always] {
            let Some(path) = random_path(&grid, corners, &mut random) else { continue };
            let sight = Sight::new(&grid, corners);
            for smoothing in [Smoothing::None, Smoothing::OnePass, Smoothing::FixedPoint] {
                let smoothed = smooth(&sight, &path, smoothing);
                assert_eq!((smoothed.first(), smoothed.last()), (path.first(), path.last()));
                assert!(length(&smoothed) <= length(&path) * (1.0 + 1e-12), "{path:?} on {grid:?}");
                // The oracle's walkable area contains all lines of these two rules.
                if corners != CornerRule::Always {
                    let points: Vec<_> = smoothed.iter().map(|&(x, y)| grid.center(x, y)).collect();
                    let oracle = TileOracle::new(&grid, GridOptions::default());
                    assert!(oracle.is_legal_path(&points), "{smoothed:?} on {grid:?}");
                }
                let seen = smoothed.windows(2).all(|line| sight.between(line[0], line[1]));
                assert!(seen, "{smoothed:?} on {grid:?}");
                shorter += usize::from(length(&smoothed) < length(&path) - 1e-9);
            }
        }
    }
    assert!(shorter > 1000, "only {shorter} paths became shorter");
}

#[test]
fn a_fixed_point_has_no_bend_whose_neighbours_see_each_other() {
    let mut random = SplitMix64::new(42);
    let mut bends = 0;
    for seed in 0..1500 {
        let grid = lattice_grid(seed);
        let Some(path) = random_path(&grid, CornerRule::Never, &mut random) else { continue };
        let sight = Sight::new(&grid, CornerRule::Never);
        let smoothed = smooth(&sight, &path, Smoothing::FixedPoint);
        let is_fixed = smoothed.windows(3).all(|w| !sight.between(w[0], w[2]));
        assert!(is_fixed, "{smoothed:?} on {grid:?}");
        assert_eq!(smooth(&sight, &smoothed, Smoothing::FixedPoint), smoothed);
        bends += smoothed.len().saturating_sub(2);
    }
    assert!(bends > 100, "only {bends} bends were compared");
}

#[test]
fn a_smoothed_path_over_tiles_with_costs_is_never_costlier() {
    let mut random = SplitMix64::new(43);
    let mut cheaper = 0;
    for seed in 0..400 {
        let grid = weighted_grid(seed);
        let Some(path) = random_path(&grid, CornerRule::Never, &mut random) else { continue };
        let sight = Sight::new(&grid, CornerRule::Never);
        for smoothing in [Smoothing::OnePass, Smoothing::FixedPoint] {
            let smoothed = smooth(&sight, &path, smoothing);
            let (before, after) = (sampled_cost(&grid, &path), sampled_cost(&grid, &smoothed));
            assert!(after <= before * 1.001, "{after} > {before}: {smoothed:?} on {grid:?}");
            cheaper += usize::from(after < before * 0.999);
            let exact: f64 =
                smoothed.windows(2).filter_map(|line| sight.cost_between(line[0], line[1])).sum();
            assert!((exact - after).abs() <= after * 1e-3, "{exact} is not {after}");
        }
    }
    assert!(cheaper > 50, "only {cheaper} paths became cheaper");
}

#[test]
fn sight_is_stricter_than_bresenhams_line() {
    // Bresenham's line from (0, 0) to (3, 1) does not contain (2, 0).
    let grid = Grid::from_rows(["..#.", "...."]).unwrap();
    let sight = Sight::new(&grid, CornerRule::Never);
    assert!(!sight.between((0, 0), (3, 1)));
    let path = [(0, 0), (1, 1), (2, 1), (3, 1)];
    assert_eq!(smooth(&sight, &path, Smoothing::FixedPoint), [(0, 0), (1, 1), (3, 1)]);
}

#[test]
fn paths_of_up_to_two_tiles_do_not_change() {
    let grid = Grid::new(3, 3).unwrap();
    let sight = Sight::new(&grid, CornerRule::Never);
    for smoothing in [Smoothing::None, Smoothing::OnePass, Smoothing::FixedPoint] {
        assert!(smooth(&sight, &[], smoothing).is_empty());
        assert_eq!(smooth(&sight, &[(1, 1)], smoothing), [(1, 1)]);
        assert_eq!(smooth(&sight, &[(1, 1), (1, 1)], smoothing), [(1, 1)]);
        assert_eq!(smooth(&sight, &[(1, 1), (2, 2)], smoothing), [(1, 1), (2, 2)]);
    }
}

#[test]
fn a_path_off_the_map_is_merged_where_it_is_collinear() {
    let grid = Grid::new(3, 3).unwrap();
    let sight = Sight::new(&grid, CornerRule::Never);
    let far = u32::MAX;
    let path = [(0, 0), (far / 3, far / 3), (far, far), (far, 0)];
    for smoothing in [Smoothing::None, Smoothing::OnePass, Smoothing::FixedPoint] {
        let expected = [(0, 0), (far, far), (far, 0)];
        assert_eq!(smooth(&sight, &path, smoothing), expected);
    }
}
