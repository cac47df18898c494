use super::*;
use crate::hex::HexGrid;
use crate::tests::random_grid;
use navmesh_testkit::SplitMix64;

const RULES: [Adjacency; 3] = [Adjacency::Sides, Adjacency::Corners, Adjacency::Hexagons];

fn are_connected(a: (u32, u32), b: (u32, u32), adjacency: Adjacency) -> bool {
    if adjacency == Adjacency::Hexagons {
        return HexGrid::hex(a.0, a.1).distance(HexGrid::hex(b.0, b.1)) == 1;
    }
    let apart = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    apart == (1, 0) || apart == (0, 1) || adjacency == Adjacency::Corners && apart == (1, 1)
}

/// The components by flooding, each named by its lowest slot; `None` for blocked tiles.
fn flooded(grid: &Grid, adjacency: Adjacency) -> Vec<Option<u32>> {
    let mut names = vec![None; grid.tile_count()];
    for seed in 0..grid.tile_count() as u32 {
        let mut stack = vec![seed];
        while let Some(slot) = stack.pop() {
            if grid.is_free(slot) && names[slot as usize].is_none() {
                names[slot as usize] = Some(seed);
                let near =
                    |other: &u32| are_connected(grid.tile(slot), grid.tile(*other), adjacency);
                stack.extend((0..grid.tile_count() as u32).filter(near));
            }
        }
    }
    names
}

fn assert_agrees(components: &Components, grid: &Grid, adjacency: Adjacency) {
    let names = flooded(grid, adjacency);
    for a in 0..names.len() {
        let (x, y) = grid.tile(a as u32);
        let contains = |TileBox { low, high }: TileBox| {
            (low.0..=high.0).contains(&x) && (low.1..=high.1).contains(&y)
        };
        assert_eq!(components.box_of(a as u32).map(contains), names[a].map(|_| true));
        for b in 0..names.len() {
            let same = components.of(a as u32) == components.of(b as u32);
            assert_eq!(same, names[a] == names[b], "{a} {b} {adjacency:?}");
        }
    }
}

#[test]
fn labels_agree_with_a_flood() {
    let mut random = SplitMix64::new(11);
    for _ in 0..400 {
        let grid = random_grid(&mut random, 9);
        for adjacency in RULES {
            assert_agrees(&Components::new(&grid, adjacency), &grid, adjacency);
        }
    }
}

#[test]
fn patched_labels_agree_with_a_flood_or_are_void() {
    let mut random = SplitMix64::new(12);
    let (mut patched, mut invalid) = (0, 0);
    for round in 0..180 {
        let mut grid = random_grid(&mut random, 7);
        let adjacency = RULES[round % RULES.len()];
        let mut components = Components::new(&grid, adjacency);
        for _ in 0..25 {
            let slot = random.below(grid.tile_count()) as u32;
            let ((x, y), was_free) = (grid.tile(slot), grid.is_free(slot));
            grid.set_blocked(x, y, was_free);
            if components.patch(&grid, x, y) {
                patched += 1;
            } else {
                invalid += 1;
                components = Components::new(&grid, adjacency);
            }
            assert_agrees(&components, &grid, adjacency);
        }
    }
    assert!(patched > 1000 && invalid > 100, "{patched} {invalid}");
}

#[test]
fn the_corner_rule_decides_whether_tiles_connect_at_a_corner() {
    let connected = |rows: [&str; 2], options: GridOptions| {
        let grid = Grid::from_rows(rows).unwrap();
        let components = Components::new(&grid, Adjacency::under(&options));
        components.of(0) == components.of(3)
    };
    let eight = GridOptions::default();
    let pinch = [".#", "#."];
    assert!(!connected(pinch, eight) && !connected(pinch, eight.corners(CornerRule::OneFree)));
    assert!(connected(pinch, eight.corners(CornerRule::Always)));
    let four = eight.neighborhood(Neighborhood::Four).corners(CornerRule::Always);
    assert!(!connected(pinch, four));
    assert!(connected(["..", "#."], four));
}
