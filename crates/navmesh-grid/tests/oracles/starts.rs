//! Start policies, against a scan of every tile.

use navmesh_core::{GoalPolicy, PathError, PathQuery, PathStatus, StartPolicy};
use navmesh_grid::{CornerRule, Grid, GridFinder, GridOptions, Neighborhood, Replacement};
use navmesh_testkit::{SplitMix64, TileOracle};

use crate::worlds::random_grid;

type Tile = (u32, u32);

fn free_tiles(grid: &Grid) -> impl Iterator<Item = Tile> {
    let tiles = (0..grid.tile_count() as u32).map(|slot| grid.tile(slot));
    tiles.filter(|&(x, y)| !grid.is_blocked(x, y))
}

/// The tile of `tiles` nearest to the centre of `from`; ties by the distance to the centre of `to`,
/// then by slot. All coordinates are half-integers, so that distances are exact.
fn nearest(grid: &Grid, tiles: impl Iterator<Item = Tile>, [from, to]: [Tile; 2]) -> Option<Tile> {
    let [from, to] = [from, to].map(|(x, y)| grid.center(x, y));
    let sixteenths = |distance_sq: f64| (distance_sq * 16.0) as u64;
    tiles.min_by_key(|&(x, y)| {
        let near = from.clamp(grid.corner(x, y), grid.corner(x + 1, y + 1));
        let towards_sq = grid.center(x, y).distance_squared(to);
        let distance_sq = near.distance_squared(from);
        (sixteenths(distance_sq), sixteenths(towards_sq), y * grid.width() + x)
    })
}

/// A query between the centres of two tiles.
fn query(grid: &Grid, [start, goal]: [Tile; 2], policy: StartPolicy) -> PathQuery {
    let center = |(x, y): Tile| grid.center(x, y);
    PathQuery::new(center(start), center(goal)).start_policy(policy)
}

/// Calls `check` with random maps, random options, and the ends of a few queries, free or blocked.
fn for_each_query(seed: u64, mut check: impl FnMut(&Grid, GridOptions, [Tile; 2])) {
    let mut random = SplitMix64::new(seed);
    for _ in 0..250 {
        let grid = random_grid(&mut random, 8);
        let corners = *random.pick(&[CornerRule::Never, CornerRule::OneFree, CornerRule::Always]);
        let neighborhood = *random.pick(&[Neighborhood::Four, Neighborhood::Eight]);
        let options = GridOptions::default().corners(corners).neighborhood(neighborhood);
        for _ in 0..12 {
            let ends = [0, 1].map(|_| grid.tile(random.below(grid.tile_count()) as u32));
            check(&grid, options, ends);
        }
    }
}

#[test]
fn a_start_moves_to_the_tile_that_a_scan_of_every_tile_finds() {
    let (mut moved, mut unreachable) = (0, 0);
    for_each_query(71, |grid, options, ends| {
        let (oracle, [start, goal]) = (TileOracle::new(grid, options), ends);
        let finder = GridFinder::new(grid.clone()).with_options(options);
        let find = |policy| finder.find_path(&query(grid, ends, policy));
        let context = || format!("{ends:?} on {grid:?}");
        if grid.is_blocked(goal.0, goal.1) {
            let answer = find(StartPolicy::NearestReachable);
            assert!(matches!(answer, Err(PathError::GoalOutside { .. })), "{}", context());
            return;
        }
        let connected = free_tiles(grid).filter(|&tile| oracle.cheapest(tile, goal).is_some());
        let expected = nearest(grid, connected, ends).unwrap();
        let path = find(StartPolicy::NearestReachable).unwrap();
        assert_eq!(grid.tile(path.cells()[0].slot), expected, "{}", context());
        assert_eq!((path.status(), path.goal_offset()), (PathStatus::Complete, 0.0));
        moved += usize::from(expected != start);

        let nearest = nearest(grid, free_tiles(grid), ends).unwrap();
        match (oracle.cheapest(nearest, goal), find(StartPolicy::Nearest)) {
            (Some(_), Ok(path)) => assert_eq!(grid.tile(path.cells()[0].slot), nearest),
            (None, Err(error)) => assert!(error.proves_unreachable(), "{}", context()),
            (expected, answer) => panic!("{expected:?}, but {answer:?}, {}", context()),
        }
        unreachable += usize::from(oracle.cheapest(nearest, goal).is_none());
    });
    assert!(moved > 300 && unreachable > 100, "{moved} moved, {unreachable} unreachable");
}

#[test]
fn if_both_ends_may_move_only_a_blocked_map_has_no_path() {
    let (mut paths, mut moved_for_ring) = (0, 0);
    for_each_query(72, |grid, options, ends| {
        let start = ends[0];
        let query = self::query(grid, ends, StartPolicy::NearestReachable)
            .goal_policy(GoalPolicy::NearestReachable);
        let begin = nearest(grid, free_tiles(grid), ends);
        for replacement in [Replacement::Nearest, Replacement::Ring, Replacement::HugeCost] {
            let options = options.replacement(replacement);
            let finder = GridFinder::new(grid.clone()).with_options(options);
            let answer = finder.find_path(&query);
            let Some(begin) = begin else {
                assert!(matches!(answer, Err(PathError::StartOutside { .. })), "{answer:?}");
                continue;
            };
            let path = answer.unwrap();
            let stays = grid.tile(path.cells()[0].slot) == begin;
            // The article's ring may select an unreachable tile; then the start moves, even from a
            // free tile.
            let is_ring = replacement == Replacement::Ring;
            if !grid.is_blocked(start.0, start.1) {
                assert!(stays || is_ring, "{replacement:?} {ends:?} on {grid:?}");
            }
            paths += 1;
            moved_for_ring += usize::from(!stays && is_ring);
        }
    });
    assert!(
        paths > 3000 && moved_for_ring > 20,
        "{paths} paths, {moved_for_ring} starts moved for a ring"
    );
}
