//! Line of sight against a scan of every tile, in integers.

use navmesh_core::DVec2;
use navmesh_grid::{
    CornerRule, Grid, GridOptions, Neighborhood, Sight, tiles_touched, tiles_under,
};
use navmesh_testkit::{SplitMix64, TileOracle};

use crate::worlds::random_grid;

const RULES: [CornerRule; 3] = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always];

/// A point in quarters of a tile, so that all tests are exact in integers.
type Quarters = (i64, i64);

/// True if a segment meets a box by separating axes; the segment is closed, the box closed or open.
fn meets(from: Quarters, to: Quarters, low: Quarters, high: Quarters, open: bool) -> bool {
    let is_separated =
        |min: i64, max: i64| if open { max <= 0 || min >= 0 } else { max < 0 || min > 0 };
    // The box relative to the segment along an axis: 0 within it means overlap.
    let axis = |a: i64, b: i64, low: i64, high: i64| is_separated(low - a.max(b), high - a.min(b));
    let side = |x: i64, y: i64| (to.0 - from.0) * (y - from.1) - (to.1 - from.1) * (x - from.0);
    let sides =
        [side(low.0, low.1), side(high.0, low.1), side(low.0, high.1), side(high.0, high.1)];
    let [min, max] = [sides.iter().min(), sides.iter().max()].map(|side| *side.unwrap());
    let aside = from != to && is_separated(min, max);
    !(axis(from.0, to.0, low.0, high.0) || axis(from.1, to.1, low.1, high.1) || aside)
}

/// All squares from -1 to the size of the grid that the segment meets.
fn squares(grid: &Grid, from: Quarters, to: Quarters, open: bool) -> Vec<(i64, i64)> {
    let (width, height) = (i64::from(grid.width()), i64::from(grid.height()));
    let all = (-1..=height).flat_map(|y| (-1..=width).map(move |x| (x, y)));
    let low = |(x, y)| (4 * x, 4 * y);
    all.filter(|&(x, y)| meets(from, to, low((x, y)), low((x + 1, y + 1)), open)).collect()
}

fn is_free(grid: &Grid, (x, y): (i64, i64)) -> bool {
    x >= 0 && y >= 0 && !grid.is_blocked(x as u32, y as u32)
}

/// True if closed free tiles cover the segment, and no part of it is inside a blocked tile.
fn is_covered(grid: &Grid, from: Quarters, to: Quarters) -> bool {
    let inside_free = squares(grid, from, to, true).into_iter().all(|tile| is_free(grid, tile));
    // Only a segment along a side has parts inside no square; each such side needs a free tile.
    let parts = |a: i64, b: i64| (a.min(b)..a.max(b)).map(|v| v.div_euclid(4));
    let along = if from == to {
        let around = squares(grid, from, to, false);
        around.into_iter().any(|tile| is_free(grid, tile))
    } else if from.0 == to.0 && from.0 % 4 == 0 {
        let x = from.0 / 4;
        parts(from.1, to.1).all(|y| is_free(grid, (x - 1, y)) || is_free(grid, (x, y)))
    } else if from.1 == to.1 && from.1 % 4 == 0 {
        let y = from.1 / 4;
        parts(from.0, to.0).all(|x| is_free(grid, (x, y - 1)) || is_free(grid, (x, y)))
    } else {
        true
    };
    inside_free && along
}

/// The definition of sight, by a scan of all squares.
fn sees(grid: &Grid, corners: CornerRule, from: Quarters, to: Quarters) -> bool {
    match corners {
        CornerRule::Never => squares(grid, from, to, false).iter().all(|&t| is_free(grid, t)),
        CornerRule::Always => is_covered(grid, from, to),
        CornerRule::OneFree => {
            let points = [from, to].map(|(x, y)| point_on(grid, (x, y)));
            TileOracle::new(grid, GridOptions::default()).is_legal_path(&points)
        }
    }
}

fn point_on(grid: &Grid, (x, y): Quarters) -> DVec2 {
    grid.origin() + DVec2::new(x as f64, y as f64) * 0.25 * grid.cell_size()
}

/// A grid whose lattice is exact in floats, with a random origin and cell size.
fn placed_grid(random: &mut SplitMix64) -> Grid {
    let grid = random_grid(random, 7);
    let (origin, size) = *random.pick(&[
        (DVec2::ZERO, 1.0),
        (DVec2::new(-3.0, 5.5), 0.25),
        (DVec2::new(1e6, -1e6), 4096.0),
    ]);
    grid.with_origin(origin).with_cell_size(size)
}

/// A random point of the map; about half of the coordinates are on lattice lines.
fn any_point(grid: &Grid, random: &mut SplitMix64) -> Quarters {
    let [x, y] = [grid.width(), grid.height()].map(|count| {
        let step = if random.chance(50) { 4 } else { 1 };
        random.between(0, 4 * i64::from(count) / step) * step
    });
    (x, y)
}

#[test]
fn sight_between_points_agrees_with_a_scan_of_every_tile() {
    let mut random = SplitMix64::new(31);
    let mut seen = [0; 3];
    for _ in 0..8000 {
        let grid = placed_grid(&mut random);
        let (from, to) = (any_point(&grid, &mut random), any_point(&grid, &mut random));
        for (rule, count) in RULES.into_iter().zip(&mut seen) {
            let sight = Sight::new(&grid, rule);
            let got = sight.between_points(point_on(&grid, from), point_on(&grid, to));
            assert_eq!(got, sees(&grid, rule, from, to), "{rule:?} {from:?} – {to:?} {grid:?}");
            *count += usize::from(got);
        }
    }
    assert!(seen.iter().all(|&count| count > 150), "{seen:?}");
}

#[test]
fn sight_between_tiles_equals_sight_between_their_centres() {
    let mut random = SplitMix64::new(32);
    for _ in 0..4000 {
        let grid = placed_grid(&mut random);
        let mut tile = || grid.tile(random.below(grid.tile_count()) as u32);
        let (from, to) = (tile(), tile());
        let quarters = |(x, y): (u32, u32)| (4 * i64::from(x) + 2, 4 * i64::from(y) + 2);
        for rule in RULES {
            let sight = Sight::new(&grid, rule);
            let expected = sees(&grid, rule, quarters(from), quarters(to));
            assert_eq!(sight.between(from, to), expected, "{rule:?} {from:?} – {to:?} {grid:?}");
            let [a, b] = [from, to].map(|(x, y)| grid.center(x, y));
            assert_eq!(sight.between_points(a, b), expected);
        }
    }
}

#[test]
fn the_touched_tiles_are_those_that_meet_the_segment() {
    let mut random = SplitMix64::new(33);
    for _ in 0..4000 {
        let grid = placed_grid(&mut random);
        let (from, to) = (any_point(&grid, &mut random), any_point(&grid, &mut random));
        let touched = tiles_touched(&grid, point_on(&grid, from), point_on(&grid, to));
        let mut sorted: Vec<_> =
            touched.iter().map(|&(x, y)| (i64::from(y), i64::from(x))).collect();
        sorted.sort_unstable();
        let mut expected = squares(&grid, from, to, false);
        expected.retain(|&(x, y)| x >= 0 && grid.slot(x as u32, y as u32).is_some());
        let expected: Vec<_> = expected.into_iter().map(|(x, y)| (y, x)).collect();
        assert_eq!(sorted, expected, "{from:?} – {to:?} {grid:?}");
        let under = tiles_under(&grid, point_on(&grid, from));
        assert_eq!(touched[..under.len()], under);
    }
}

#[test]
fn neighbouring_tiles_see_each_other_exactly_if_a_step_is_legal() {
    let mut random = SplitMix64::new(34);
    for _ in 0..500 {
        let grid = random_grid(&mut random, 4);
        for rule in RULES {
            let rules = GridOptions::default().corners(rule).neighborhood(Neighborhood::Eight);
            let oracle = TileOracle::new(&grid, rules);
            let free = (0..grid.tile_count() as u32).map(|slot| grid.tile(slot));
            for from in free.filter(|&(x, y)| !grid.is_blocked(x, y)) {
                let mut steps: Vec<_> = oracle.steps(from).into_iter().map(|(to, _)| to).collect();
                steps.sort_unstable();
                let around = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (dx, dy)));
                let beside = around.filter_map(|(dx, dy)| {
                    Some((from.0.checked_add_signed(dx)?, from.1.checked_add_signed(dy)?))
                });
                let sight = Sight::new(&grid, rule);
                let seen: Vec<_> =
                    beside.filter(|&to| to != from && sight.between(from, to)).collect();
                assert_eq!(seen, steps, "{rule:?} from {from:?} on {grid:?}");
            }
        }
    }
}

#[test]
fn a_line_that_touches_a_corner_differs_from_one_that_misses_it_by_an_ulp() {
    let grid = Grid::from_rows(["....", "..#.", "...."]).unwrap();
    let strict = Sight::new(&grid, CornerRule::Never);
    let ulp = f64::EPSILON;
    // Towards the corner (2, 2) of the blocked tile, from the lower left.
    assert!(!strict.between_points([0.5, 0.5], [3.5, 3.5]));
    assert!(!strict.between_points([1.0, 1.0], [3.0, 3.0]));
    assert!(!strict.between_points([1.0, 1.5], [3.0, 2.5]));
    assert!(strict.between_points([1.0, 1.5 + ulp], [3.0, 2.5 + 2.0 * ulp]));
    assert!(!strict.between_points([1.0, 1.5 - ulp], [3.0, 2.5]));
    let lenient = Sight::new(&grid, CornerRule::OneFree);
    assert!(lenient.between_points([1.0, 1.5], [3.0, 2.5]));
    assert!(!lenient.between_points([1.0, 1.5 - ulp], [3.0, 2.5]));
}

#[test]
fn points_off_the_map_and_unusable_numbers_see_nothing() {
    let grid = Grid::new(3, 3).unwrap();
    let sight = Sight::new(&grid, CornerRule::Always);
    for bad in [f64::NAN, f64::INFINITY, -0.5, 3.5, 1e300] {
        assert!(!sight.between_points([bad, 1.0], [1.0, 1.0]));
        assert!(!sight.between_points([1.0, 1.0], [1.0, bad]));
        assert!(tiles_under(&grid, [1.0, bad]).is_empty());
        assert!(tiles_touched(&grid, [1.0, bad], [1.0, 1.0]).is_empty());
    }
    assert!(!sight.between((0, 0), (u32::MAX, u32::MAX)) && !sight.between((9, 9), (0, 0)));
    let unplaced = grid.clone().with_cell_size(f64::NAN);
    assert!(!Sight::new(&unplaced, CornerRule::Always).between_points([0.0; 2], [0.0; 2]));
    assert!(Sight::new(&grid, CornerRule::Always).between_points([0.0; 2], [3.0, 3.0]));
}
