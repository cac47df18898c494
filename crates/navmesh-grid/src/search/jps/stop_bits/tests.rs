use super::straight_jumps::StraightJumps;
use super::*;
use crate::rules::moves::{DIRECTIONS, SIDES, legal_steps};
use crate::rules::options::GridOptions;
use crate::search::jps::successors::Successors;
use crate::tests::random_grid;
use navmesh_testkit::SplitMix64;

const RULES: [CornerRule; 3] = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always];

/// The end of a straight jump, tile by tile: its position, and whether it is a jump point.
fn straight_jump(
    grid: &Grid,
    options: &GridOptions,
    successors: &Successors,
    tile: (u32, u32),
    side: usize,
) -> (u32, u32, bool) {
    let ((mut x, mut y), (dx, dy)) = (tile, DIRECTIONS[side]);
    loop {
        (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        if grid.is_blocked(x, y) {
            return (x.wrapping_add(1), y.wrapping_add(1), false);
        }
        let legal = legal_steps(options, grid.free().around(x, y));
        if successors.forced_after(side, legal) != 0 {
            return (x + 1, y + 1, true);
        }
    }
}

fn assert_straight_jumps(stop_bits: &StopBits, grid: &Grid, corners: CornerRule) {
    let successors = Successors::canonical(corners);
    let options = GridOptions::default().corners(corners);
    for slot in (0..grid.tile_count() as u32).filter(|&slot| grid.is_free(slot)) {
        let (x, y) = grid.tile(slot);
        for (side, (dx, dy)) in DIRECTIONS.into_iter().enumerate().take(SIDES) {
            let jumps = StraightJumps::from_tile(stop_bits, (x, y));
            let steps = match side {
                0 => jumps.length::<0>(),
                1 => jumps.length::<1>(),
                2 => jumps.length::<2>(),
                _ => jumps.length::<3>(),
            } as i32;
            let end_x = (x + 1).wrapping_add_signed(dx * steps);
            let end_y = (y + 1).wrapping_add_signed(dy * steps);
            let ends_at_jump = jumps.ends_at_jump() >> side & 1 != 0;
            let expected = straight_jump(grid, &options, &successors, (x, y), side);
            assert_eq!((end_x, end_y, ends_at_jump), expected, "{corners:?} {side}");
        }
    }
}

/// The number of single diagonal steps until a stop is needed; `None` if the first is illegal.
fn diagonal_steps(
    stop_bits: &StopBits,
    grid: &Grid,
    corners: CornerRule,
    tile: (u32, u32),
    corner: usize,
) -> Option<u32> {
    let successors = Successors::canonical(corners);
    let options = GridOptions::default().corners(corners);
    let ((mut x, mut y), (dx, dy)) = (tile, DIRECTIONS[corner]);
    let legal = |x, y| legal_steps(&options, grid.free().around(x, y));
    let continues = |x, y| grid.free().get(x, y) && legal(x, y) >> corner & 1 != 0;
    let mut steps = 0;
    while continues(x, y) {
        (x, y, steps) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy), steps + 1);
        let ends_at_jump = StraightJumps::from_tile(stop_bits, (x, y)).ends_at_jump();
        let sides = [corner % 4, (corner + 1) % 4];
        let turns = corners != CornerRule::Never;
        let is_turn = turns && successors.forced_after(corner, legal(x, y)) != 0;
        if sides.iter().any(|side| ends_at_jump >> side & 1 != 0) || is_turn {
            break;
        }
    }
    (steps > 0).then_some(steps)
}

fn diagonal_jump<const CORNER: usize>(stop_bits: &StopBits, tile: (u32, u32)) -> u32 {
    let diagonals = stop_bits.diagonals();
    diagonals.jump::<CORNER>(diagonals.line::<CORNER>(tile), tile.1)
}

/// Asserts that no diagonal jump stops too late; counts the early stops and the exact ones.
fn count_stops(stop_bits: &StopBits, grid: &Grid, corners: CornerRule) -> [usize; 2] {
    let mut counts = [0; 2];
    for slot in (0..grid.tile_count() as u32).filter(|&slot| grid.is_free(slot)) {
        let tile = grid.tile(slot);
        for corner in 4..8 {
            let expected = diagonal_steps(stop_bits, grid, corners, tile, corner);
            let Some(expected) = expected else { continue };
            let steps = match corner {
                4 => diagonal_jump::<4>(stop_bits, tile),
                5 => diagonal_jump::<5>(stop_bits, tile),
                6 => diagonal_jump::<6>(stop_bits, tile),
                _ => diagonal_jump::<7>(stop_bits, tile),
            };
            assert!((1..=expected).contains(&steps), "{corners:?} {tile:?} {corner} {steps}");
            counts[usize::from(steps == expected)] += 1;
        }
    }
    counts
}

#[test]
fn diagonal_jumps_stop_where_single_steps_do() {
    let mut random = SplitMix64::new(33);
    for round in 0..150 {
        let side = if round % 4 == 0 { 140 } else { 20 };
        let grid = random_grid(&mut random, side);
        let corners = RULES[round % 3];
        let [early, exact] = count_stops(&StopBits::new(&grid, corners), &grid, corners);
        assert!(early == 0 && (exact > 0 || grid.free_count() < 200), "{early} {exact}");
    }
}

#[test]
fn after_edits_diagonal_jumps_stop_no_later_than_single_steps() {
    let mut random = SplitMix64::new(34);
    let mut counts = [0; 2];
    for round in 0..60 {
        let mut grid = random_grid(&mut random, 140);
        let corners = RULES[round % 3];
        let mut stop_bits = StopBits::new(&grid, corners);
        for _ in 0..20 {
            let slot = random.below(grid.tile_count()) as u32;
            let ((x, y), was_free) = (grid.tile(slot), grid.is_free(slot));
            grid.set_blocked(x, y, was_free);
            stop_bits.diagonals();
            stop_bits.patch(x, y, !was_free);
        }
        let [early, exact] = count_stops(&stop_bits, &grid, corners);
        counts = [counts[0] + early, counts[1] + exact];
    }
    assert!(counts[0] > 100 && counts[1] > counts[0], "{counts:?}");
}

#[test]
fn straight_jumps_end_where_single_steps_do() {
    let mut random = SplitMix64::new(31);
    for round in 0..200 {
        let side = if round % 4 == 0 { 140 } else { 20 };
        let grid = random_grid(&mut random, side);
        let corners = RULES[round % 3];
        assert_straight_jumps(&StopBits::new(&grid, corners), &grid, corners);
    }
}

#[test]
fn patched_ends_of_jumps_are_those_of_the_changed_map() {
    let mut random = SplitMix64::new(32);
    for round in 0..60 {
        let mut grid = random_grid(&mut random, 70);
        let corners = RULES[round % 3];
        let mut stop_bits = StopBits::new(&grid, corners);
        for _ in 0..30 {
            let slot = random.below(grid.tile_count()) as u32;
            let ((x, y), was_free) = (grid.tile(slot), grid.is_free(slot));
            grid.set_blocked(x, y, was_free);
            stop_bits.patch(x, y, !was_free);
        }
        assert_straight_jumps(&stop_bits, &grid, corners);
    }
}
