//! Hexagons against geometry and against relaxation.

use navmesh_grid::{Grid, Hex, HexFinder, HexGrid, Isometric};
use navmesh_testkit::SplitMix64;
use navmesh_testkit::worlds::tiles::{lattice_grid, weighted_grid};

/// The neighbours of a tile: the free tiles whose centres are 1 away.
fn neighbors(grid: &Grid, tile: (u32, u32)) -> Vec<(u32, u32)> {
    let all = (0..grid.tile_count() as u32).map(|slot| grid.tile(slot));
    let center = |(x, y): (u32, u32)| HexGrid::center(x, y);
    let free = all.filter(|&(x, y)| !grid.is_blocked(x, y));
    free.filter(|&other| (center(tile).distance(center(other)) - 1.0).abs() < 1e-9).collect()
}

/// The cheapest costs from a tile, by slot.
fn costs_from(grid: &Grid, start: (u32, u32)) -> Vec<f64> {
    let slot = |(x, y): (u32, u32)| (y * grid.width() + x) as usize;
    let mut costs = vec![f64::INFINITY; grid.tile_count()];
    if !grid.is_blocked(start.0, start.1) {
        costs[slot(start)] = 0.0;
    }
    loop {
        let before = costs.clone();
        for from in (0..grid.tile_count() as u32).map(|slot| grid.tile(slot)) {
            let Some(own) = grid.cost(from.0, from.1) else { continue };
            for to in neighbors(grid, from) {
                let step = (own + grid.cost(to.0, to.1).unwrap()) / 2.0;
                costs[slot(to)] = costs[slot(to)].min(costs[slot(from)] + step);
            }
        }
        if costs == before {
            return costs;
        }
    }
}

#[test]
fn paths_over_hexagons_are_legal_and_optimal() {
    let mut random = SplitMix64::new(81);
    let mut found = 0;
    for seed in 0..200 {
        let grid = if seed % 2 == 0 { weighted_grid(seed) } else { lattice_grid(seed) };
        let mut finder = HexFinder::new(HexGrid::new(grid.clone()));
        let start = grid.tile(random.below(grid.tile_count()) as u32);
        let costs = costs_from(&grid, start);
        for (goal, cost) in (0..grid.tile_count() as u32).map(|slot| grid.tile(slot)).zip(costs) {
            let Some(path) = finder.find_path(start, goal) else {
                assert!(cost.is_infinite(), "{start:?} – {goal:?} on {grid:?}");
                continue;
            };
            assert!((path.cost - cost).abs() < 1e-9, "{path:?}, not {cost}, on {grid:?}");
            assert_eq!((path.tiles[0], path.tiles[path.tiles.len() - 1]), (start, goal));
            assert!(path.tiles.windows(2).all(|step| neighbors(&grid, step[0]).contains(&step[1])));
            found += usize::from(start != goal);
        }
    }
    assert!(found > 2000, "only {found} paths were found");
    let mut open = HexFinder::new(HexGrid::new(Grid::new(2, 2).unwrap()));
    assert!(open.find_path((0, 0), (2, 0)).is_none());
}

#[test]
fn an_edited_finder_of_hexagons_agrees_with_relaxation() {
    let mut random = SplitMix64::new(85);
    let (mut found, mut unreachable) = (0, 0);
    for seed in 0..60 {
        let grid = if seed % 2 == 0 { weighted_grid(seed) } else { lattice_grid(seed) };
        let mut finder = HexFinder::new(HexGrid::new(grid));
        for round in 0..12 {
            let tiles = finder.map().tiles();
            let mut tile = || tiles.tile(random.below(tiles.tile_count()) as u32);
            let [(x, y), start] = [tile(), tile()];
            let costs = costs_from(tiles, start);
            let goals: Vec<_> = (0..tiles.tile_count() as u32).map(|s| tiles.tile(s)).collect();
            for (&goal, cost) in goals.iter().zip(costs) {
                assert_eq!(finder.connected(start, goal), cost.is_finite());
                let path = finder.find_path(start, goal).map(|path| path.cost);
                assert_eq!(path.is_some(), cost.is_finite());
                assert!(path.is_none_or(|path| (path - cost).abs() < 1e-9));
                let count = if path.is_some() { &mut found } else { &mut unreachable };
                *count += 1;
            }
            match round % 3 {
                0 => finder.set_cost(x, y, [0.5, 1.0, 4.0][random.below(3)]).unwrap(),
                _ => finder.set_blocked(x, y, random.chance(50)),
            }
        }
    }
    assert!(found > 1000 && unreachable > 1000, "{found} {unreachable}");
}

#[test]
fn neighbours_distances_and_coordinates_agree_with_the_centres() {
    let mut random = SplitMix64::new(82);
    for seed in 0..100 {
        let grid = lattice_grid(seed);
        let map = HexGrid::new(grid.clone());
        let tile = |random: &mut SplitMix64| grid.tile(random.below(grid.tile_count()) as u32);
        let (a, b) = (tile(&mut random), tile(&mut random));
        assert_eq!(map.tile(HexGrid::hex(a.0, a.1)), Some(a));
        let mut near: Vec<_> = map.neighbors(a.0, a.1).collect();
        near.sort_unstable_by_key(|&(x, y)| (y, x));
        assert_eq!(near, neighbors(&grid, a));
        // On an open map the number of steps is the distance.
        let open = Grid::new(grid.width(), grid.height()).unwrap();
        let mut open = HexFinder::new(HexGrid::new(open));
        let distance = HexGrid::hex(a.0, a.1).distance(HexGrid::hex(b.0, b.1));
        assert_eq!(open.find_path(a, b).unwrap().cost, distance as f64);
    }
}

#[test]
fn a_wall_between_two_hexagons_hides_them() {
    let wall = HexGrid::new(Grid::from_rows(["...", ".#.", "..."]).unwrap());
    assert!(wall.sees((0, 0), (2, 0)) && !wall.sees((0, 1), (2, 1)) && !wall.sees((0, 0), (3, 0)));
}

#[test]
fn hexagons_with_extreme_coordinates_have_a_distance() {
    let hex = |q, r| Hex { q, r };
    let (low, high) = (hex(i32::MIN, i32::MIN), hex(i32::MAX, i32::MAX));
    // Both coordinates grow, and no step increases both.
    assert_eq!(low.distance(high), 2 * u64::from(u32::MAX));
    let mut finder = HexFinder::new(HexGrid::new(Grid::new(3, 3).unwrap()));
    for far in [(1 << 31, 2), (u32::MAX, 2), (0, u32::MAX), (u32::MAX, u32::MAX)] {
        let map = finder.map();
        assert!(!map.sees(far, (0, 0)) && !map.sees((0, 0), far), "{far:?}");
        assert_eq!(map.neighbors(far.0, far.1).count(), 0);
        assert_eq!(finder.find_path((0, 0), far), None);
    }
}

#[test]
fn isometric_conversion_to_the_screen_and_back_is_exact() {
    let view = Isometric { width: 64.0, height: 32.0, top: [100.0, 20.0].into() };
    let mut random = SplitMix64::new(84);
    for _ in 0..500 {
        let [x, y] = [0, 1].map(|_| random.below(4096) as f64 / 16.0);
        assert_eq!(view.to_map(view.to_screen([x, y])).to_array(), [x, y]);
    }
    let corners =
        [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(|p| view.to_screen(p).to_array());
    assert_eq!(corners, [[100.0, 20.0], [132.0, 36.0], [100.0, 52.0], [68.0, 36.0]]);
}
