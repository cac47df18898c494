//! Flow fields and costs to many tiles, against a Dijkstra search from every tile.

use navmesh_core::Goals;
use navmesh_grid::{CornerRule, FlowField, Grid, GridFinder, GridOptions, Neighborhood};
use navmesh_testkit::worlds::tiles::{lattice_grid, weighted_grid};
use navmesh_testkit::{SplitMix64, TileOracle};

type Tile = (u32, u32);

fn tiles(grid: &Grid) -> Vec<Tile> {
    (0..grid.tile_count() as u32).map(|slot| grid.tile(slot)).collect()
}

/// A map, options for it, and a few of its tiles.
fn world(seed: u64, random: &mut SplitMix64) -> (Grid, GridOptions, Vec<Tile>) {
    let grid = if seed.is_multiple_of(2) { weighted_grid(seed) } else { lattice_grid(seed) };
    let corners = *random.pick(&[CornerRule::Never, CornerRule::OneFree, CornerRule::Always]);
    let neighborhood = *random.pick(&[Neighborhood::Four, Neighborhood::Eight]);
    let (straight, diagonal) = *random.pick(&[(1.0, 2f64.sqrt()), (10.0, 14.0), (1.0, 0.25)]);
    let options = GridOptions::default().corners(corners).neighborhood(neighborhood);
    let options = options.straight(straight).diagonal(diagonal);
    let count = random.below(5);
    let some = (0..count).map(|_| grid.tile(random.below(grid.tile_count()) as u32)).collect();
    (grid, options, some)
}

fn same(a: Option<f64>, b: Option<f64>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * a.max(b),
        (a, b) => a == b,
    }
}

#[test]
fn a_flow_field_contains_an_optimal_path_from_every_tile_to_the_nearest_goal() {
    let mut random = SplitMix64::new(71);
    let mut field = FlowField::default();
    let mut paths = 0;
    for seed in 0..250 {
        let (grid, options, goals) = world(seed, &mut random);
        let oracle = TileOracle::new(&grid, options);
        let finder = GridFinder::new(grid.clone()).with_options(options);
        finder.flow_field_into(&goals, &mut field).unwrap();
        for tile in tiles(&grid) {
            let costs = goals.iter().filter_map(|&goal| Some(oracle.cheapest(tile, goal)?.cost));
            let expected = costs.min_by(f64::total_cmp);
            assert!(same(field.cost(tile.0, tile.1), expected), "{tile:?} {goals:?} on {grid:?}");
            let path: Vec<Tile> = field.tiles_from(tile).collect();
            assert_eq!(path.is_empty(), expected.is_none());
            if let Some(last) = path.last() {
                assert!(goals.contains(last) && same(oracle.cost_along(&path), expected));
                paths += usize::from(path.len() > 1);
            }
            let direction = field.direction(tile.0, tile.1);
            assert_eq!(direction.is_some(), path.len() > 1);
            assert!(direction.is_none_or(|d| (d.length() - 1.0).abs() < 1e-15));
        }
    }
    assert!(paths > 3000, "only {paths} paths were compared");
    assert_eq!((field.cost(99, 0), field.next(0, 99)), (None, None));
    assert_eq!(FlowField::default().cost(0, 0), None);
}

#[test]
fn costs_to_many_tiles_and_the_nearest_ones_equal_those_of_single_searches() {
    let mut random = SplitMix64::new(72);
    let mut found = 0;
    for seed in 0..600 {
        let (grid, options, targets) = world(seed, &mut random);
        let oracle = TileOracle::new(&grid, options);
        let finder = GridFinder::new(grid.clone()).with_options(options);
        let from = grid.tile(random.below(grid.tile_count()) as u32);
        let costs = finder.costs_to(from, &targets).unwrap();
        let expected: Vec<_> =
            targets.iter().map(|&to| oracle.cheapest(from, to).map(|path| path.cost)).collect();
        assert!(costs.iter().zip(&expected).all(|(&a, &b)| same(a, b)), "{costs:?} {expected:?}");
        let count = random.below(4);
        let near = finder.nearest(from, &targets, count).unwrap();
        let mut order: Vec<_> =
            (0..targets.len()).filter_map(|index| Some((costs[index]?, index))).collect();
        order.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        order.truncate(count);
        let near: Vec<_> = near.into_iter().map(|found| (found.cost, found.index)).collect();
        assert_eq!(near, order);
        found += near.len();
    }
    assert!(found > 200, "only {found} were found");
}

#[test]
fn one_very_cheap_tile_does_not_slow_a_flood() {
    let mut random = SplitMix64::new(73);
    for side in [12, 40] {
        let mut grid = Grid::new(side, side).unwrap();
        for (x, y) in tiles(&grid) {
            let cost = 1.0 + random.unit() * 2.0;
            grid.set_cost(x, y, cost).unwrap();
        }
        grid.set_cost(side - 1, 0, *Grid::COSTS.start()).unwrap();
        let oracle = TileOracle::new(&grid, GridOptions::default());
        let finder = GridFinder::new(grid.clone());
        let goal = grid.center(side - 1, side - 1);
        let path = finder.path_to_any([0.5, 0.5], &Goals::Points(&[goal.into()])).unwrap().path;
        let expected = oracle.cheapest((0, 0), (side - 1, side - 1)).map(|path| path.cost);
        assert!(same(Some(path.cost()), expected), "{} {expected:?}", path.cost());
        let most = grid.tile_count() as u64 * 2;
        assert!(path.stats().expanded < most, "{} tiles, {:?}", grid.tile_count(), path.stats());
    }
}

#[test]
fn a_flow_field_with_unusable_options_is_unsupported() {
    let finder = GridFinder::new(Grid::new(2, 2).unwrap());
    let finder = finder.with_options(GridOptions::default().straight(f64::NAN));
    assert_eq!(finder.flow_field(&[(0, 0)]).unwrap_err().kind(), "unsupported");
    assert_eq!(finder.nearest((0, 0), &[(1, 1)], 1).unwrap_err().kind(), "unsupported");
}
