use super::*;
use crate::moves::{Moves, SIDES};
use crate::tests::random_grid;
use crate::{CornerRule, GridOptions, Neighborhood};
use navmesh_testkit::SplitMix64;

fn random_rules(random: &mut SplitMix64) -> GridOptions {
    let corners = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always];
    let neighborhoods = [Neighborhood::Four, Neighborhood::Eight, Neighborhood::Eight];
    let rules = GridOptions::default().corners(corners[random.below(3)]);
    rules.neighborhood(neighborhoods[random.below(3)])
}

/// The costs of ways from a tile, by plain relaxation; steps of 5 and `diagonal`.
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

/// Every tile on some optimal way must be open; gives how many tiles are free and open.
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
    let mut trail = Trail::default();
    trail.lead(dead_ends, grid.tile(start), grid.tile(goal));
    let open = Open { dead_ends: Some(dead_ends), trail: &trail };
    let free = (0..grid.tile_count() as u32).filter(|&slot| grid.is_free(slot));
    let (mut count, mut opened) = (0, 0);
    for slot in free {
        let sum = from[slot as usize].zip(to[slot as usize]).map(|(a, b)| a + b);
        let is_open = open.admits(grid.tile(slot));
        assert!(is_open || sum != Some(best), "{:?} is on a way", grid.tile(slot));
        (count, opened) = (count + 1, opened + usize::from(is_open));
    }
    [count, opened]
}

#[test]
fn every_tile_of_every_optimal_way_is_open() {
    let mut random = SplitMix64::new(61);
    let (mut free, mut open) = (0, 0);
    for _ in 0..1500 {
        let (rules, grid) = (random_rules(&mut random), random_grid(&mut random, 11));
        let moves = Moves::new(&grid, &rules);
        let dead_ends = DeadEnds::new(&grid, Joining::under(&rules));
        for _ in 0..4 {
            let counts = assert_open(&dead_ends, &grid, &moves, &mut random);
            (free, open) = (free + counts[0], open + counts[1]);
        }
    }
    assert!(open * 4 < free * 3, "{open} of {free} are open: few dead ends are known");
}

#[test]
fn after_edits_every_tile_of_every_optimal_way_is_open() {
    let mut random = SplitMix64::new(62);
    let (mut kept, mut void) = (0, 0);
    for _ in 0..400 {
        let (rules, mut grid) = (random_rules(&mut random), random_grid(&mut random, 11));
        let joining = Joining::under(&rules);
        let mut dead_ends = DeadEnds::new(&grid, joining);
        for _ in 0..30 {
            let (x, y) = grid.tile(random.below(grid.tile_count()) as u32);
            let is_free = grid.is_blocked(x, y);
            grid.set_blocked(x, y, !is_free);
            if dead_ends.patch((x, y), is_free) {
                kept += 1;
            } else {
                void += 1;
                dead_ends = DeadEnds::new(&grid, joining);
            }
            assert_open(&dead_ends, &grid, &Moves::new(&grid, &rules), &mut random);
        }
    }
    assert!(kept > 3000 && void > 100, "{kept} {void}");
}

#[test]
fn the_block_that_stands_for_another_is_found_in_few_steps_after_many_edits() {
    // A corridor to and fro, whose runs make a tree as deep as the map is high.
    let rows: Vec<String> = (0..401)
        .map(|y| match y % 4 {
            1 => "#####.".to_owned(),
            3 => ".#####".to_owned(),
            _ => "......".to_owned(),
        })
        .collect();
    let grid = Grid::from_rows(&rows).unwrap();
    for from_below in [true, false] {
        let mut dead_ends = DeadEnds::new(&grid, Joining::Sides);
        for wall in (1..400).step_by(2) {
            let wall = if from_below { wall } else { 400 - wall };
            assert!(dead_ends.patch((2, wall), true));
        }
        let lines = &dead_ends.rows;
        let steps = |&home: &u32| {
            let above = |&block: &u32| Some(lines.united[block as usize]).filter(|&to| to != block);
            std::iter::successors(Some(home), above).count()
        };
        let most = lines.homes.iter().map(steps).max();
        assert!(most.is_some_and(|most| most <= 9), "{most:?}");
    }
}

#[test]
fn a_room_beside_the_way_is_a_dead_end() {
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
    let dead_ends = DeadEnds::new(&grid, Joining::Sides);
    let mut trail = Trail::default();
    trail.lead(&dead_ends, (0, 5), (12, 6));
    let open = Open { dead_ends: Some(&dead_ends), trail: &trail };
    let opened = (0..grid.tile_count() as u32).map(|slot| grid.tile(slot));
    let opened = opened.filter(|&(x, y)| !grid.is_blocked(x, y) && open.admits((x, y)));
    assert!(opened.eq((0..13).map(|x| (x, 5)).chain([(12, 6)])));
    trail.lead(&dead_ends, (0, 5), (12, 0));
    let open = Open { dead_ends: Some(&dead_ends), trail: &trail };
    assert!(!open.admits((0, 0)) && open.admits((6, 4)) && open.admits((12, 2)));
}
