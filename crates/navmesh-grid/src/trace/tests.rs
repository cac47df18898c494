use super::*;
use crate::tests::random_grid;
use navmesh_testkit::SplitMix64;

fn traced(rows: &[&str]) -> Vec<Outline> {
    let grid = Grid::from_rows(rows).unwrap();
    let outlines = trace(&grid);
    assert_invariants(&grid, &outlines.walkable);
    outlines.walkable
}

/// A ring in integers; exact on grids at the origin with size 1.
fn lattice(ring: &[DVec2]) -> Vec<(i64, i64)> {
    ring.iter().map(|p| (p.x as i64, p.y as i64)).collect()
}

fn twice_area(ring: &[DVec2]) -> i64 {
    let ring = lattice(ring);
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum()
}

/// True if the centre of tile (x, y) is inside the ring, by counting crossings to its right.
fn surrounds(ring: &[DVec2], x: u32, y: u32) -> bool {
    let ring = lattice(ring);
    let (x, y) = (i64::from(x), i64::from(y));
    let next = ring.iter().cycle().skip(1);
    let crossed = ring
        .iter()
        .zip(next)
        .filter(|(a, b)| a.0 == b.0 && a.0 > x && a.1.min(b.1) <= y && y < a.1.max(b.1));
    crossed.count() % 2 == 1
}

/// Asserts all laws of `trace`, naively.
fn assert_invariants(grid: &Grid, outlines: &[Outline]) {
    let rings = || outlines.iter().flat_map(Outline::rings);
    let free = 2 * grid.free_count() as i64;
    assert_eq!(rings().map(twice_area).sum::<i64>(), free, "area");
    for outline in outlines {
        assert!(twice_area(&outline.exterior) > 0, "exteriors are counter-clockwise");
        assert!(outline.holes.iter().all(|hole| twice_area(hole) < 0), "holes are clockwise");
    }
    for ring in rings() {
        let mut points = lattice(ring);
        for i in 0..points.len() {
            let [a, b, c] = [0, 1, 2].map(|k| points[(i + k) % points.len()]);
            let turn = (b.0 - a.0) * (c.1 - b.1) - (b.1 - a.1) * (c.0 - b.0);
            assert_ne!(turn, 0, "collinear points are left out");
        }
        // Rings can meet only at corners: a lattice point inside a straight side has free tiles on
        // one side of it and blocked ones on the other, and no other side ends there.
        let corners = points.len();
        points.sort_unstable();
        points.dedup();
        assert_eq!(points.len(), corners, "a ring meets no corner twice");
    }
    for y in 0..grid.height() {
        for x in 0..grid.width() {
            let contains = |outline: &&Outline| {
                surrounds(&outline.exterior, x, y)
                    && !outline.holes.iter().any(|hole| surrounds(hole, x, y))
            };
            let count = outlines.iter().filter(contains).count();
            assert_eq!(count, usize::from(!grid.is_blocked(x, y)), "tile ({x}, {y})");
        }
    }
}

#[test]
fn an_open_grid_is_one_rectangle() {
    let outlines = traced(&["...", "..."]);
    assert_eq!(outlines.len(), 1);
    assert_eq!(outlines[0].exterior.len(), 4);
    assert!(outlines[0].holes.is_empty());
}

#[test]
fn a_blocked_grid_has_no_outline() {
    assert!(traced(&["##", "##"]).is_empty());
}

#[test]
fn tiles_that_touch_only_at_a_corner_are_two_outlines() {
    let outlines = traced(&[".#", "#."]);
    assert_eq!(outlines.len(), 2);
    assert!(outlines.iter().all(|outline| outline.exterior.len() == 4));
}

#[test]
fn a_ring_that_touches_itself_becomes_an_exterior_and_a_hole() {
    // The free tiles surround the blocked tile (1, 1) up to the corner (1, 2).
    let outlines = traced(&["...", ".#.", "#.."]);
    assert_eq!((outlines.len(), outlines[0].holes.len()), (1, 1));
    let touching = DVec2::new(1.0, 2.0);
    assert!(outlines[0].exterior.contains(&touching) && outlines[0].holes[0].contains(&touching));
}

#[test]
fn two_blocked_tiles_that_touch_at_a_corner_are_two_holes() {
    let outlines = traced(&["....", ".#..", "..#.", "...."]);
    assert_eq!((outlines.len(), outlines[0].holes.len()), (1, 2));
}

#[test]
fn an_island_in_a_hole_is_a_separate_outline() {
    let outlines = traced(&[".....", ".###.", ".#.#.", ".###.", "....."]);
    assert_eq!(outlines.len(), 2);
    assert_eq!((outlines[0].holes.len(), outlines[1].holes.len()), (1, 0));
}

#[test]
fn shared_corners_have_the_same_bits_at_any_origin_and_size() {
    let grid = Grid::from_rows([".#.", "#.#"]).unwrap().with_origin([0.7, 1e3]).with_cell_size(0.1);
    for ring in trace(&grid).walkable.iter().flat_map(Outline::rings) {
        for point in ring {
            let on_lattice = |(x, y): (u32, u32)| grid.corner(x, y).to_array() == point.to_array();
            assert!((0..12).any(|i| on_lattice((i % 4, i / 4))));
        }
    }
}

#[test]
fn a_grid_that_is_not_placed_has_no_outline() {
    assert_eq!(trace(&Grid::new(2, 2).unwrap().with_cell_size(f64::NAN)), Outlines::default());
}

#[test]
fn outlines_of_random_grids_contain_exactly_the_free_tiles() {
    let mut random = SplitMix64::new(11);
    for _ in 0..3000 {
        let grid = random_grid(&mut random, 9);
        assert_invariants(&grid, &trace(&grid).walkable);
    }
}

#[test]
fn areas_contain_exactly_the_free_tiles_of_their_cost() {
    let mut random = SplitMix64::new(11);
    for _ in 0..300 {
        let mut grid = random_grid(&mut random, 9);
        for slot in 0..grid.tile_count() as u32 {
            let (x, y) = grid.tile(slot);
            grid.set_cost(x, y, [0.5, 1.0, 1.0, 2.5][random.below(4)]).unwrap();
        }
        let outlines = trace(&grid);
        assert_invariants(&grid, &outlines.walkable);
        for cost in [0.5, 1.0, 2.5] {
            let of_cost = outlines.areas.iter().filter(|area| area.cost == cost);
            let areas: Vec<Outline> = of_cost.clone().map(|area| area.outline.clone()).collect();
            assert!(of_cost.clone().all(|area| area.name == format!("cost {cost}")));
            if cost == 1.0 {
                assert!(areas.is_empty());
            } else {
                assert_invariants(&grid.only_of_cost(cost), &areas);
            }
        }
    }
}

#[test]
fn areas_have_short_names_that_tell_their_costs_apart() {
    let third: f64 = 1.0 / 3.0;
    let costs =
        [third, f64::from_bits(third.to_bits() + 1), 1.004, 1.003_937_007_874_015_7, 20_000.0];
    let mut grid = Grid::from_rows(["....."]).unwrap();
    for (x, cost) in (0..).zip(costs) {
        grid.set_cost(x, 0, cost).unwrap();
    }
    let areas = trace(&grid).areas;
    let names: Vec<&str> = areas.iter().map(|area| area.name.as_str()).collect();
    let expected = [
        "cost 0.3333333333333333",
        "cost 0.3333333333333334",
        "cost 1.0039",
        "cost 1.004",
        "cost 20000",
    ];
    assert_eq!(names, expected);
    assert!(areas.iter().all(|area| costs.contains(&area.cost)));
}
