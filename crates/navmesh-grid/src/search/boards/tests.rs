use super::cross::Cross;
use super::*;
use crate::moves::{SIDES, legal_steps};
use crate::options::GridOptions;
use crate::search::canonical::WaysOn;
use crate::tests::random_grid;
use navmesh_testkit::SplitMix64;

const RULES: [CornerRule; 3] = [CornerRule::Never, CornerRule::OneFree, CornerRule::Always];

/// Tile by tile: the first one that is blocked or has a forced way on.
fn run(
    grid: &Grid,
    options: &GridOptions,
    ways: &WaysOn,
    (mut x, mut y): (u32, u32),
    side: usize,
) -> (u32, u32, bool) {
    let (dx, dy) = crate::moves::DIRECTIONS[side];
    loop {
        (x, y) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        if grid.is_blocked(x, y) {
            return (x.wrapping_add(1), y.wrapping_add(1), false);
        }
        let legal = legal_steps(options, grid.free().around(x, y));
        if ways.forced_after(side, legal) != 0 {
            return (x + 1, y + 1, true);
        }
    }
}

fn assert_runs_agree(boards: &Boards, grid: &Grid, corners: CornerRule) {
    let (ways, options) = (WaysOn::new(corners), GridOptions::default().corners(corners));
    for slot in (0..grid.tile_count() as u32).filter(|&slot| grid.is_free(slot)) {
        let (x, y) = grid.tile(slot);
        for side in 0..SIDES {
            let cross = Cross::at(boards, (x, y));
            let steps = match side {
                0 => cross.run::<0>(),
                1 => cross.run::<1>(),
                2 => cross.run::<2>(),
                _ => cross.run::<3>(),
            } as i32;
            let (dx, dy) = crate::moves::DIRECTIONS[side];
            let place =
                ((x + 1).wrapping_add_signed(dx * steps), (y + 1).wrapping_add_signed(dy * steps));
            let leads = cross.leads() >> side & 1 != 0;
            let expected = run(grid, &options, &ways, (x, y), side);
            assert_eq!((place.0, place.1, leads), expected, "{corners:?} {side}");
        }
    }
}

/// How many diagonal steps a walk takes until there is something to look at; `None` where the first is
/// illegal.
fn walk(boards: &Boards, grid: &Grid, corners: CornerRule, walk: [u32; 3]) -> Option<u32> {
    let (ways, options) = (WaysOn::new(corners), GridOptions::default().corners(corners));
    let [mut x, mut y, corner] = walk;
    let (dx, dy) = crate::moves::DIRECTIONS[corner as usize];
    let legal = |x, y| legal_steps(&options, grid.free().around(x, y));
    let goes_on = |x, y| grid.free().get(x, y) && legal(x, y) >> corner & 1 != 0;
    let mut steps = 0;
    while goes_on(x, y) {
        (x, y, steps) = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy), steps + 1);
        let leads = Cross::at(boards, (x, y)).leads();
        let sides = [corner % 4, (corner + 1) % 4];
        let leads = sides.map(|side| leads >> side & 1 != 0);
        let turns = corners != CornerRule::Never;
        let is_turn = turns && ways.forced_after(corner as usize, legal(x, y)) != 0;
        if leads[0] || leads[1] || is_turn {
            break;
        }
    }
    (steps > 0).then_some(steps)
}

fn diagonal_run<const CORNER: usize>(boards: &Boards, tile: (u32, u32)) -> u32 {
    let diagonals = boards.diagonals();
    diagonals.run::<CORNER>(diagonals.line::<CORNER>(tile), tile)
}

/// Gives how often a run stops where a walk would not, which is never, and how often it does where
/// it would.
fn compare_walks(boards: &Boards, grid: &Grid, corners: CornerRule) -> [usize; 2] {
    let mut counts = [0; 2];
    for slot in (0..grid.tile_count() as u32).filter(|&slot| grid.is_free(slot)) {
        let (x, y) = grid.tile(slot);
        for corner in 4..8 {
            let Some(expected) = walk(boards, grid, corners, [x, y, corner]) else { continue };
            let steps = match corner {
                4 => diagonal_run::<4>(boards, (x, y)),
                5 => diagonal_run::<5>(boards, (x, y)),
                6 => diagonal_run::<6>(boards, (x, y)),
                _ => diagonal_run::<7>(boards, (x, y)),
            };
            assert!((1..=expected).contains(&steps), "{corners:?} {x} {y} {corner} {steps}");
            counts[usize::from(steps == expected)] += 1;
        }
    }
    counts
}

#[test]
fn diagonal_runs_stop_where_a_walk_of_single_steps_finds_something() {
    let mut random = SplitMix64::new(33);
    for round in 0..150 {
        let side = if round % 4 == 0 { 140 } else { 20 };
        let grid = random_grid(&mut random, side);
        let corners = RULES[round % 3];
        let [early, exact] = compare_walks(&Boards::new(&grid, corners), &grid, corners);
        assert!(early == 0 && (exact > 0 || grid.free_count() < 200), "{early} {exact}");
    }
}

#[test]
fn after_edits_diagonal_runs_stop_no_later_than_a_walk() {
    let mut random = SplitMix64::new(34);
    let mut counts = [0; 2];
    for round in 0..60 {
        let mut grid = random_grid(&mut random, 140);
        let corners = RULES[round % 3];
        let mut boards = Boards::new(&grid, corners);
        for _ in 0..20 {
            let slot = random.below(grid.tile_count()) as u32;
            let ((x, y), was_free) = (grid.tile(slot), grid.is_free(slot));
            grid.set_blocked(x, y, was_free);
            boards.diagonals();
            boards.patch((x, y), !was_free);
        }
        let [early, exact] = compare_walks(&boards, &grid, corners);
        counts = [counts[0] + early, counts[1] + exact];
    }
    assert!(counts[0] > 100 && counts[1] > counts[0], "{counts:?}");
}

#[test]
fn runs_end_where_a_look_at_every_tile_says() {
    let mut random = SplitMix64::new(31);
    for round in 0..200 {
        let side = if round % 4 == 0 { 140 } else { 20 };
        let grid = random_grid(&mut random, side);
        let corners = RULES[round % 3];
        assert_runs_agree(&Boards::new(&grid, corners), &grid, corners);
    }
}

#[test]
fn patched_run_ends_are_those_of_the_changed_map() {
    let mut random = SplitMix64::new(32);
    for round in 0..60 {
        let mut grid = random_grid(&mut random, 70);
        let corners = RULES[round % 3];
        let mut boards = Boards::new(&grid, corners);
        for _ in 0..30 {
            let slot = random.below(grid.tile_count()) as u32;
            let ((x, y), was_free) = (grid.tile(slot), grid.is_free(slot));
            grid.set_blocked(x, y, was_free);
            boards.patch((x, y), !was_free);
        }
        assert_runs_agree(&boards, &grid, corners);
    }
}
