use std::f64::consts::SQRT_2;

use navmesh_grid::{CornerRule, Neighborhood};

use super::*;

fn four() -> GridOptions {
    GridOptions::default().neighborhood(Neighborhood::Four)
}

fn eight(rule: CornerRule) -> GridOptions {
    GridOptions::default().corners(rule)
}

fn legal(grid: &Grid, points: &[[f64; 2]]) -> bool {
    let points: Vec<DVec2> = points.iter().map(|&p| p.into()).collect();
    TileOracle::new(grid, four()).is_legal_path(&points)
}

fn cost(grid: &Grid, rules: GridOptions, start: (u32, u32), goal: (u32, u32)) -> Option<f64> {
    Some(TileOracle::new(grid, rules).cheapest(start, goal)?.cost)
}

#[test]
fn legs_may_touch_blocked_tiles_but_not_enter_them() {
    let grid = Grid::from_rows(["...", ".#.", "..."]).unwrap();
    assert!(legal(&grid, &[[0.5, 0.5], [2.5, 0.5]]));
    assert!(legal(&grid, &[[0.0, 1.0], [3.0, 1.0]]), "along the block's side");
    assert!(!legal(&grid, &[[0.5, 0.5], [2.5, 2.5]]));
    assert!(legal(&grid, &[[0.5, 1.5], [1.5, 0.5]]), "through the block's corner");
    assert!(!legal(&grid, &[[0.5, 1.5], [1.5, 0.5 + f64::EPSILON]]), "an ulp into the block");
    assert!(!legal(&grid, &[[0.5, 0.5], [3.5, 0.5]]), "off the map");
    assert!(!legal(&grid, &[[1.25, 1.25], [1.75, 1.75]]), "within the block");
}

#[test]
fn nobody_slips_between_tiles_that_only_touch() {
    let pinch = Grid::from_rows([".#", "#."]).unwrap();
    assert!(!legal(&pinch, &[[0.5, 0.5], [1.5, 1.5]]));
    assert!(!legal(&pinch, &[[0.5, 0.5], [1.0, 1.0], [1.5, 1.5]]));
    let seam = Grid::from_rows([".##.", ".##."]).unwrap();
    assert!(!legal(&seam, &[[0.5, 1.0], [3.5, 1.0]]), "between blocked tiles is no way");
}

#[test]
fn tiles_lie_where_the_grid_puts_them() {
    let grid = Grid::new(3, 2).unwrap().with_origin([10.0, -4.0]).with_cell_size(2.0);
    let oracle = TileOracle::new(&grid, four());
    assert_eq!(oracle.tiles_at(DVec2::new(12.0, -2.0)), [(0, 0), (1, 0), (0, 1), (1, 1)]);
    assert_eq!(oracle.tile_of(DVec2::new(12.0, -2.0)), Some((1, 1)));
    assert_eq!(oracle.tile_of(DVec2::new(16.0, 0.0)), Some((2, 1)));
    assert_eq!(oracle.tile_of(DVec2::new(16.1, 0.0)), None);
    assert_eq!(oracle.distance_to_ground(DVec2::new(9.0, -3.0), None), 1.0);
    assert_eq!(cost(&grid, four(), (0, 0), (2, 1)), Some(6.0));
}

/// The walled map of article 004: from (1, 1) to (6, 3), walls (4, 0) to (4, 3).
#[test]
fn the_corner_rules_cost_what_the_article_says() {
    let rows = ["....#...", "....#...", "....#...", "....#...", "........"];
    let grid = Grid::from_rows(rows).unwrap();
    let between = |rule| cost(&grid, eight(rule), (1, 1), (6, 3)).unwrap();
    assert!((between(CornerRule::Always) - (4.0 * SQRT_2 + 1.0)).abs() < 1e-12);
    assert!((between(CornerRule::OneFree) - (4.0 * SQRT_2 + 1.0)).abs() < 1e-12);
    assert!((between(CornerRule::Never) - (3.0 * SQRT_2 + 3.0)).abs() < 1e-12);
    assert_eq!(cost(&grid, four(), (1, 1), (6, 3)), Some(9.0));
}

#[test]
fn diagonals_between_two_blocked_tiles_need_the_rule_always() {
    let grid = Grid::from_rows([".#", "#."]).unwrap();
    let between = |rule| cost(&grid, eight(rule), (0, 0), (1, 1));
    assert_eq!(between(CornerRule::Always), Some(SQRT_2));
    assert_eq!(between(CornerRule::OneFree), None);
    assert_eq!(between(CornerRule::Never), None);
    assert_eq!(cost(&grid, four(), (0, 0), (0, 1)), None, "the goal is blocked");
}

#[test]
fn a_step_costs_the_mean_of_both_multipliers() {
    let mut grid = Grid::new(3, 1).unwrap().with_cell_size(2.0);
    grid.set_cost(1, 0, 4.0).unwrap();
    assert_eq!(cost(&grid, four(), (0, 0), (2, 0)), Some(10.0));
    let oracle = TileOracle::new(&grid, four());
    assert_eq!(oracle.cost_along(&[(0, 0), (1, 0)]), Some(5.0));
    assert_eq!(oracle.cost_along(&[(0, 0), (2, 0)]), None, "no such step");
    assert_eq!(oracle.cost_along(&[(2, 0)]), Some(0.0));
}
