use super::*;
use crate::rules::moves::{Moves, SIDES};
use crate::tests::random_grid;
use crate::{CornerRule, GridOptions, Neighborhood};
use navmesh_testkit::SplitMix64;

fn random_rules(random: &mut SplitMix64) -> GridOptions {
    let corners = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always];
    let neighborhoods = [Neighborhood::Four, Neighborhood::Eight, Neighborhood::Eight];
    let rules = GridOptions::default().corners(corners[random.below(3)]);
    rules.neighborhood(neighborhoods[random.below(3)])
}

/// The costs of all tiles from one, by plain relaxation; a straight step costs 5.
fn costs(moves: &Moves, start: u32, diagonal: u32) -> Vec<Option<u32>> {
    let mut best = vec![None; moves.tile_count()];
    best[start as usize] = Some(0);
    let mut is_done = false;
    while !std::mem::replace(&mut is_done, true) {
        for slot in 0..best.len() as u32 {
            let Some(cost) = best[slot as usize] else { continue };
            for (direction, to) in moves.legal_steps(slot) {
                let cost = cost + if direction < SIDES { 5 } else { diagonal };
                if best[to as usize].is_none_or(|known| cost < known) {
                    best[to as usize] = Some(cost);
                    is_done = false;
                }
            }
        }
    }
    best
}

/// Asserts that every tile of every optimal path is admitted; counts the free tiles and the
/// admitted ones.
fn assert_open(
    dead_ends: &DeadEnds,
    grid: &Grid,
    moves: &Moves,
    random: &mut SplitMix64,
) -> [usize; 2] {
    let [start, goal] = [0, 1].map(|_| random.below(grid.tile_count()) as u32);
    let diagonal = [6, 7, 10, 11][random.below(4)];
    let [from, to] = [start, goal].map(|slot| costs(moves, slot, diagonal));
    let Some(best) = from[goal as usize].filter(|_| grid.is_free(start)) else { return [0, 0] };
    let mut routes = BlockRoutes::default();
    dead_ends.open_between(grid.tile(start), grid.tile(goal), &mut routes);
    let filter = DeadEndFilter { dead_ends: Some(dead_ends), routes: &routes };
    let free = (0..grid.tile_count() as u32).filter(|&slot| grid.is_free(slot));
    let (mut count, mut opened) = (0, 0);
    for slot in free {
        let sum = from[slot as usize].zip(to[slot as usize]).map(|(a, b)| a + b);
        let is_open = filter.admits(grid.tile(slot));
        assert!(is_open || sum != Some(best), "{:?} is on an optimal path", grid.tile(slot));
        (count, opened) = (count + 1, opened + usize::from(is_open));
    }
    [count, opened]
}

#[test]
fn every_tile_of_every_optimal_path_is_admitted() {
    let mut random = SplitMix64::new(61);
    let (mut free, mut open) = (0, 0);
    for _ in 0..1500 {
        let (rules, grid) = (random_rules(&mut random), random_grid(&mut random, 11));
        let moves = Moves::new(&grid, &rules);
        let dead_ends = DeadEnds::new(&grid, Adjacency::under(&rules));
        for _ in 0..4 {
            let counts = assert_open(&dead_ends, &grid, &moves, &mut random);
            (free, open) = (free + counts[0], open + counts[1]);
        }
    }
    assert!(open * 4 < free * 3, "{open} of {free} tiles are admitted: few dead ends are known");
}

#[test]
fn after_edits_every_tile_of_every_optimal_path_is_admitted() {
    let mut random = SplitMix64::new(62);
    let (mut kept, mut invalid) = (0, 0);
    for _ in 0..400 {
        let (rules, mut grid) = (random_rules(&mut random), random_grid(&mut random, 11));
        let adjacency = Adjacency::under(&rules);
        let mut dead_ends = DeadEnds::new(&grid, adjacency);
        for _ in 0..30 {
            let (x, y) = grid.tile(random.below(grid.tile_count()) as u32);
            let is_free = grid.is_blocked(x, y);
            grid.set_blocked(x, y, !is_free);
            if dead_ends.patch(x, y, is_free) {
                kept += 1;
            } else {
                invalid += 1;
                dead_ends = DeadEnds::new(&grid, adjacency);
            }
            assert_open(&dead_ends, &grid, &Moves::new(&grid, &rules), &mut random);
        }
    }
    assert!(kept > 3000 && invalid > 100, "{kept} {invalid}");
}

#[test]
fn chains_of_merged_blocks_stay_short_after_many_edits() {
    // A winding corridor, whose runs form a tree as deep as the map is high.
    let rows: Vec<String> = (0..401)
        .map(|y| match y % 4 {
            1 => "#####.".to_owned(),
            3 => ".#####".to_owned(),
            _ => "......".to_owned(),
        })
        .collect();
    let grid = Grid::from_rows(&rows).unwrap();
    for from_below in [true, false] {
        let mut dead_ends = DeadEnds::new(&grid, Adjacency::Sides);
        for wall in (1..400).step_by(2) {
            let wall = if from_below { wall } else { 400 - wall };
            assert!(dead_ends.patch(2, wall, true));
        }
        let graph = &dead_ends.rows;
        let steps = |&home: &u32| {
            let above = |&block: &u32| Some(graph.merged[block as usize]).filter(|&to| to != block);
            std::iter::successors(Some(home), above).count()
        };
        let most = graph.homes.iter().map(steps).max();
        assert!(most.is_some_and(|most| most <= 9), "{most:?}");
    }
}

#[test]
fn a_room_beside_the_path_is_a_dead_end() {
    let rows = [
        "........#....",
        "........#....",
        ".............",
        "........#....",
        "######.######",
        "S............",
        "############G",
    ];
    let grid = Grid::from_rows(rows).unwrap();
    let dead_ends = DeadEnds::new(&grid, Adjacency::Sides);
    let mut routes = BlockRoutes::default();
    dead_ends.open_between((0, 5), (12, 6), &mut routes);
    let filter = DeadEndFilter { dead_ends: Some(&dead_ends), routes: &routes };
    let opened = (0..grid.tile_count() as u32).map(|slot| grid.tile(slot));
    let opened = opened.filter(|&(x, y)| !grid.is_blocked(x, y) && filter.admits((x, y)));
    assert!(opened.eq((0..13).map(|x| (x, 5)).chain([(12, 6)])));
    dead_ends.open_between((0, 5), (12, 0), &mut routes);
    let filter = DeadEndFilter { dead_ends: Some(&dead_ends), routes: &routes };
    assert!(!filter.admits((0, 0)) && filter.admits((6, 4)) && filter.admits((12, 2)));
}
