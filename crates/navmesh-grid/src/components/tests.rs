use super::*;
use crate::hex::HexGrid;
use crate::tests::random_grid;
use navmesh_testkit::SplitMix64;

const RULES: [Joining; 3] = [Joining::Sides, Joining::Corners, Joining::Hexagons];

fn are_joined(a: (u32, u32), b: (u32, u32), joining: Joining) -> bool {
    if joining == Joining::Hexagons {
        return HexGrid::hex(a.0, a.1).distance(HexGrid::hex(b.0, b.1)) == 1;
    }
    let apart = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    apart == (1, 0) || apart == (0, 1) || joining == Joining::Corners && apart == (1, 1)
}

/// Names by flooding, each the lowest slot of its component; blocked tiles have none.
fn flooded(grid: &Grid, joining: Joining) -> Vec<Option<u32>> {
    let mut names = vec![None; grid.tile_count()];
    for seed in 0..grid.tile_count() as u32 {
        let mut stack = vec![seed];
        while let Some(slot) = stack.pop() {
            if grid.is_free(slot) && names[slot as usize].is_none() {
                names[slot as usize] = Some(seed);
                let near = |other: &u32| are_joined(grid.tile(slot), grid.tile(*other), joining);
                stack.extend((0..grid.tile_count() as u32).filter(near));
            }
        }
    }
    names
}

fn assert_agrees(components: &Components, grid: &Grid, joining: Joining) {
    let names = flooded(grid, joining);
    for a in 0..names.len() {
        let (x, y) = grid.tile(a as u32);
        let holds = |Extent { low, high }: Extent| {
            (low.0..=high.0).contains(&x) && (low.1..=high.1).contains(&y)
        };
        assert_eq!(components.extent_of(a as u32).map(holds), names[a].map(|_| true));
        for b in 0..names.len() {
            let same = components.of(a as u32) == components.of(b as u32);
            assert_eq!(same, names[a] == names[b], "{a} {b} {joining:?}");
        }
    }
}

#[test]
fn runs_are_found_across_words() {
    let mut runs = Vec::new();
    runs_of(&[0b0110, 0], &mut runs);
    assert_eq!(runs, [(0, 2)]);
    runs_of(&[u64::MAX - 1, 0b1, 0b10], &mut runs);
    assert_eq!(runs, [(0, 64), (128, 129)]);
}

#[test]
fn labels_are_those_of_a_flood() {
    let mut random = SplitMix64::new(11);
    for _ in 0..400 {
        let grid = random_grid(&mut random, 9);
        for joining in RULES {
            assert_agrees(&Components::new(&grid, joining), &grid, joining);
        }
    }
}

#[test]
fn labels_patched_after_every_edit_are_those_of_a_flood_or_given_up() {
    let mut random = SplitMix64::new(12);
    let (mut patched, mut given_up) = (0, 0);
    for round in 0..180 {
        let mut grid = random_grid(&mut random, 7);
        let joining = RULES[round % RULES.len()];
        let mut components = Components::new(&grid, joining);
        for _ in 0..25 {
            let slot = random.below(grid.tile_count()) as u32;
            let ((x, y), was_free) = (grid.tile(slot), grid.is_free(slot));
            grid.set_blocked(x, y, was_free);
            if components.patch(&grid, x, y) {
                patched += 1;
            } else {
                given_up += 1;
                components = Components::new(&grid, joining);
            }
            assert_agrees(&components, &grid, joining);
        }
    }
    assert!(patched > 1000 && given_up > 100, "{patched} {given_up}");
}

#[test]
fn tiles_that_touch_at_a_corner_are_joined_as_the_rule_says() {
    let joined = |rows: [&str; 2], options: GridOptions| {
        let grid = Grid::from_rows(rows).unwrap();
        let components = Components::new(&grid, Joining::under(&options));
        components.of(0) == components.of(3)
    };
    let eight = GridOptions::default();
    let pinch = [".#", "#."];
    assert!(!joined(pinch, eight) && !joined(pinch, eight.corners(CornerRule::OneFree)));
    assert!(joined(pinch, eight.corners(CornerRule::Always)));
    let four = eight.neighborhood(Neighborhood::Four).corners(CornerRule::Always);
    assert!(!joined(pinch, four));
    assert!(joined(["..", "#."], four));
}
