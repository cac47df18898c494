//! Large generated maps: mazes, rooms and noise, against a naive Dijkstra.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use navmesh_core::{Path, PathError, PathQuery, Scratch};
use navmesh_grid::{CornerRule, Grid, GridFinder, GridOptions, GridSearch, Neighborhood};
use navmesh_testkit::{SplitMix64, TileOracle, world_count};

/// A large map counts as this many small worlds in long runs.
const SMALL_WORLDS: u64 = 250;

/// The minimum width and height of a map.
const SIDE: u32 = 1024;

/// A maze of corridors whose walls form a tree, except for a few openings.
fn maze(random: &mut SplitMix64, width: u32, height: u32) -> Grid {
    let wide = 1 + random.below(8) as u32;
    let pitch = wide + 1;
    let (columns, rows) = (width / pitch, height / pitch);
    let mut grid = Grid::new(width, height).unwrap();
    for slot in 0..grid.tile_count() as u32 {
        let (x, y) = grid.tile(slot);
        let is_inside = x < columns * pitch && y < rows * pitch;
        grid.set_blocked(x, y, !is_inside || x % pitch == wide || y % pitch == wide);
    }
    let open = |grid: &mut Grid, (x, y): (u32, u32), is_along_row: bool| {
        for step in 0..wide {
            let (across, along) = if is_along_row { (wide, step) } else { (step, wide) };
            grid.set_blocked(x * pitch + across, y * pitch + along, false);
        }
    };
    let mut seen = vec![false; (columns * rows) as usize];
    let mut stack: Vec<(u32, u32)> = vec![(0, 0)];
    seen[0] = true;
    while let Some(&(x, y)) = stack.last() {
        let around = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        let fresh =
            |&(x, y): &(u32, u32)| x < columns && y < rows && !seen[(y * columns + x) as usize];
        let choices: Vec<_> = around.into_iter().filter(fresh).collect();
        if choices.is_empty() {
            stack.pop();
            continue;
        }
        let next = choices[random.below(choices.len())];
        seen[(next.1 * columns + next.0) as usize] = true;
        open(&mut grid, (x.min(next.0), y.min(next.1)), y == next.1);
        stack.push(next);
    }
    for _ in 0..random.below(20) {
        let [x, y] = [columns, rows].map(|count| random.below(count as usize - 1) as u32);
        open(&mut grid, (x, y), random.chance(50));
    }
    grid
}

/// A grid of rooms, with a door in most walls.
fn rooms(random: &mut SplitMix64, width: u32, height: u32) -> Grid {
    let pitch = 5 + random.below(40) as u32;
    let mut grid = Grid::new(width, height).unwrap();
    for slot in 0..grid.tile_count() as u32 {
        let (x, y) = grid.tile(slot);
        grid.set_blocked(x, y, x % pitch == pitch - 1 || y % pitch == pitch - 1);
    }
    for (x, y) in (0..height / pitch).flat_map(|y| (0..width / pitch).map(move |x| (x, y))) {
        let mut place = || random.below(pitch as usize - 1) as u32;
        let [right, top] = [place(), place()];
        if random.chance(85) && (x + 1) * pitch < width {
            grid.set_blocked(x * pitch + pitch - 1, y * pitch + right, false);
        }
        if random.chance(85) && (y + 1) * pitch < height {
            grid.set_blocked(x * pitch + top, y * pitch + pitch - 1, false);
        }
    }
    grid
}

/// Random blocked tiles.
fn noise(random: &mut SplitMix64, width: u32, height: u32) -> Grid {
    let percent = 5 + random.below(35);
    let mut grid = Grid::new(width, height).unwrap();
    for slot in 0..grid.tile_count() as u32 {
        let (x, y) = grid.tile(slot);
        grid.set_blocked(x, y, random.chance(percent));
    }
    grid
}

/// The costs of the optimal paths from a tile to all others, infinite where there is none.
fn dijkstra(oracle: &TileOracle, start: u32) -> Vec<f64> {
    let grid = oracle.grid();
    let mut costs = vec![f64::INFINITY; grid.tile_count()];
    costs[start as usize] = 0.0;
    // Positive floats are in the order of their bits.
    let mut open = BinaryHeap::from([(Reverse(0_u64), start)]);
    while let Some((Reverse(bits), slot)) = open.pop() {
        let cost = f64::from_bits(bits);
        if cost > costs[slot as usize] {
            continue;
        }
        for ((x, y), step) in oracle.steps(grid.tile(slot)) {
            let to = grid.slot(x, y).unwrap();
            if cost + step < costs[to as usize] {
                costs[to as usize] = cost + step;
                open.push((Reverse((cost + step).to_bits()), to));
            }
        }
    }
    costs
}

#[test]
fn every_search_is_optimal_on_large_mazes_rooms_and_noise() {
    const RULES: [(Neighborhood, CornerRule); 4] = [
        (Neighborhood::Eight, CornerRule::Never),
        (Neighborhood::Eight, CornerRule::OneFree),
        (Neighborhood::Eight, CornerRule::Always),
        (Neighborhood::Four, CornerRule::Never),
    ];
    let (mut found, mut unreachable) = (0, 0);
    for world in 0..world_count(4 * SMALL_WORLDS).div_ceil(SMALL_WORLDS) {
        let random = &mut SplitMix64::new(9000 + world);
        let [width, height] = [0, 1].map(|_| SIDE + random.below(70) as u32);
        let grid = [maze, rooms, noise, noise][(world % 4) as usize](random, width, height);
        let (neighborhood, corners) = RULES[((world + world / 4) % 4) as usize];
        let rules = GridOptions::default().neighborhood(neighborhood).corners(corners);
        let mut free = || loop {
            let slot = random.below(grid.tile_count()) as u32;
            let (x, y) = grid.tile(slot);
            if !grid.is_blocked(x, y) {
                return slot;
            }
        };
        let start = free();
        let goals: Vec<u32> = (0..12).map(|_| free()).collect();
        let oracle = TileOracle::new(&grid, rules);
        let costs = dijkstra(&oracle, start);
        for engine in [GridSearch::Auto, GridSearch::AStar, GridSearch::JumpTables] {
            let finder = GridFinder::new(grid.clone()).with_options(rules.engine(engine));
            let (mut scratch, mut path) = (Scratch::new(), Path::default());
            for &goal in &goals {
                let center = |slot| grid.center(grid.tile(slot).0, grid.tile(slot).1);
                let query = PathQuery::new(center(start), center(goal));
                let answer = finder.find_path_into(&query, &mut scratch, &mut path);
                let best = costs[goal as usize];
                if best.is_infinite() {
                    assert!(matches!(answer, Err(PathError::Unreachable { .. })), "{world}");
                    unreachable += 1;
                    continue;
                }
                assert_eq!(answer, Ok(()), "{world}");
                let tiles: Vec<_> = path.cells().iter().map(|cell| grid.tile(cell.slot)).collect();
                let cost = oracle.cost_along(&tiles).expect("every step is legal");
                let slack = 1e-9 * best;
                assert!((cost - best).abs() <= slack, "{world} {engine:?}: {cost}, not {best}");
                assert!((path.cost() - best).abs() <= slack, "{world} {engine:?}");
                found += 1;
            }
        }
    }
    assert!(found > unreachable, "{found} {unreachable}");
}
