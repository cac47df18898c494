//! Paths that end at the points of the query, against paths between the centres of the same tiles.

use approx::assert_relative_eq;
use navmesh_core::{CellId, DVec2, GoalPolicy, Guarantee, Path, PathQuery, PathStatus};
use navmesh_grid::{CornerRule, Grid, GridFinder, GridOptions, PathEnds, Smoothing};
use navmesh_testkit::SplitMix64;

use crate::worlds::random_grid;

/// A point within a tile; often on its border, its corner or its centre line.
fn point_in(random: &mut SplitMix64, grid: &Grid, slot: u32) -> DVec2 {
    let (x, y) = grid.tile(slot);
    let share = [0, 1].map(|_| random.below(8) as f64 / 8.0);
    grid.corner(x, y) + DVec2::from(share) * grid.cell_size()
}

fn cost_of(grid: &Grid, cell: Option<&CellId>) -> f64 {
    let (x, y) = grid.tile(cell.unwrap().slot);
    grid.cost(x, y).unwrap()
}

/// Asserts that `points` is `centers` with a leg in each end tile.
fn assert_extended(points: &Path, centers: &Path, [start, goal]: [DVec2; 2], grid: &Grid) {
    let context = || format!("{start} to {goal}: {points:?} instead of {centers:?}, on {grid:?}");
    assert_eq!([points.waypoints()[0], *points.waypoints().last().unwrap()], [start, goal]);
    assert_eq!([points.start_offset(), points.goal_offset()], [0.0, 0.0], "{}", context());
    assert_eq!((points.cells(), points.status()), (centers.cells(), centers.status()));
    // The rounding of the sums may close a gap of a few units in the last place.
    let has_gap = |path: &Path| match path.guarantee() {
        Guarantee::Bounded { gap } => gap > 1e-9,
        _ => false,
    };
    assert_eq!(has_gap(points), has_gap(centers), "{}", context());
    let [first, last] = [centers.waypoints()[0], *centers.waypoints().last().unwrap()];
    let legs = [(start, first), (goal, last)].map(|(point, center)| point.distance(center));
    // A point on a border may belong to the tile on either side, so the cells decide.
    let rates = [points.cells().first(), points.cells().last()].map(|cell| cost_of(grid, cell));
    let (length, cost) = if points.cells().len() == 1 {
        let length = start.distance(goal);
        (length, length * rates[0])
    } else {
        let ends = legs[0] * rates[0] + legs[1] * rates[1];
        (centers.length() + legs[0] + legs[1], centers.cost() + ends)
    };
    assert_relative_eq!(points.length(), length, max_relative = 1e-12);
    assert_relative_eq!(points.cost(), cost, max_relative = 1e-12);
    assert!(points.lower_bound() <= points.cost(), "{}", context());
}

#[test]
fn a_path_between_points_adds_a_leg_in_each_end_tile() {
    let mut random = SplitMix64::new(23);
    let (mut found, mut within) = (0, 0);
    for world in 0..300 {
        let mut grid = random_grid(&mut random, 7);
        if world % 3 == 0 {
            for slot in (0..grid.tile_count() as u32).step_by(2) {
                let (x, y) = grid.tile(slot);
                grid.set_cost(x, y, 1.0 + random.below(4) as f64).unwrap();
            }
        }
        let corners = *random.pick(&[CornerRule::Never, CornerRule::Always]);
        let smoothing = *random.pick(&[Smoothing::None, Smoothing::FixedPoint]);
        let options = GridOptions::default().corners(corners).smoothing(smoothing);
        let [centers, points] = [PathEnds::TileCenters, PathEnds::Points]
            .map(|ends| GridFinder::new(grid.clone()).with_options(options.ends(ends)));
        for _ in 0..20 {
            let slots = [0, 1].map(|_| random.below(grid.tile_count()) as u32);
            let ends = slots.map(|slot| point_in(&mut random, &grid, slot));
            let query = PathQuery::new(ends[0], ends[1]);
            match (centers.find_path(&query), points.find_path(&query)) {
                (Ok(centers), Ok(points)) => {
                    found += 1;
                    within += usize::from(points.cells().len() == 1);
                    assert_extended(&points, &centers, ends, &grid);
                }
                (centers, points) => assert_eq!(centers.err(), points.err()),
            }
        }
    }
    assert!(found > 1000 && within > 100, "{found} paths, {within} within a tile");
}

#[test]
fn a_replaced_goal_stays_at_the_centre_of_its_tile() {
    let grid = Grid::from_rows(["..#", "..#"]).unwrap();
    let finder = GridFinder::new(grid).with_options(GridOptions::default().ends(PathEnds::Points));
    let query = PathQuery::new([0.25, 0.25], [2.75, 0.5]).goal_policy(GoalPolicy::NearestReachable);
    let path = finder.find_path(&query).unwrap();
    assert_eq!(path.status(), PathStatus::Partial);
    assert_eq!(path.waypoints().first(), Some(&DVec2::new(0.25, 0.25)));
    assert_eq!(path.waypoints().last(), Some(&DVec2::new(1.5, 0.5)));
    assert_eq!((path.start_offset(), path.goal_offset()), (0.0, 1.25));
}
