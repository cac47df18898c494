use super::*;
use crate::buckets::Buckets;

/// The rings have slanted sides, sharp corners, corners of 180° and sides on grid lines. The
/// grids are finer and coarser than the rings.
#[test]
fn a_ring_covers_the_buckets_with_all_corners_strictly_inside() {
    let rings: [&[[i32; 2]]; 4] = [
        &[[0, 0], [8, 2], [16, 4], [12, 14], [4, 12]],
        &[[0, 0], [16, 0], [16, 16], [0, 16]],
        &[[2, 0], [16, 7], [16, 8], [14, 16], [0, 2]],
        &[[0, 15], [1, 0], [2, 0], [16, 16], [8, 16]],
    ];
    let (mut held, mut covered) = (0, Covered::default());
    for ring in rings {
        let ring: Vec<DVec2> = ring.iter().map(|&[x, y]| DVec2::new(x.into(), y.into())).collect();
        for count in [1, 8, 50, 128, 1000] {
            held += check(&ring, buckets_of(&ring, count).grid(), &mut covered);
        }
    }
    assert!(held > 1000, "{held}");
}

/// A point within the margin of a grid line may be looked up on either side of it.
#[test]
fn triangles_with_corners_within_the_margin_of_the_grid_cover_buckets_strictly_inside() {
    let whole = [[0.0, 0.0], [16.0, 0.0], [16.0, 16.0], [0.0, 16.0]].map(DVec2::from);
    let buckets = buckets_of(&whole, 32);
    let grid = buckets.grid();
    let mut state = 1u64;
    let mut below = |limit: u64| {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 33) % limit
    };
    let (mut held, mut covered) = (0, Covered::default());
    for _ in 0..20_000 {
        let [a, b, c] = [0; 3].map(|_| {
            let line = [0; 2].map(|_| 2.0 * (1 + below(7)) as f64);
            let aside = [0; 2].map(|_| below(9) as f64 - 4.0);
            DVec2::from(line) + DVec2::from(aside) * (grid.margin() / 2.0)
        });
        if turn(a, b, c) == Turn::Left {
            held += check(&[a, b, c], grid, &mut covered);
        }
    }
    assert!(held > 1000, "{held}");
}

/// A test of each corner against each bucket inside would be a billion tests.
#[test]
fn many_corners_on_many_buckets_cost_their_sum_and_not_their_product() {
    let parabola = (-20_000..=20_000).map(f64::from).map(|x| DVec2::new(x, x * x));
    let parabola: Vec<DVec2> = parabola.collect();
    let buckets = buckets_of(&parabola, 40_000);
    let (before, mut covered) = (COMPARED.get(), Covered::default());
    covered.set(&parabola, buckets.grid());
    let held: usize = covered.columns.iter().map(ExactSizeIterator::len).sum();
    let most = (parabola.len() + covered.columns.len()) * 2 * 10; // bisections of fewer than 2¹⁰ columns
    let compared = COMPARED.get() - before;
    assert!(held > 10_000 && compared <= most, "{held}, {compared} of {most}");
}

/// Compares every bucket of a grid with all sides of a ring. Returns the number of covered buckets.
fn check(ring: &[DVec2], grid: &BucketGrid, covered: &mut Covered) -> usize {
    covered.set(ring, grid);
    let is_inside = |p: DVec2| {
        (0..ring.len()).all(|i| turn(ring[i], ring[(i + 1) % ring.len()], p) == Turn::Left)
    };
    let mut held = 0;
    for (column, row) in (0..grid.columns()).flat_map(|x| (0..grid.rows()).map(move |y| (x, y))) {
        let Bounds { min, max } = grid.bounds_of(column, row);
        let corners = [min, max, DVec2::new(min.x, max.y), DVec2::new(max.x, min.y)];
        let expected = corners.into_iter().all(is_inside);
        assert_eq!(covered.holds([column, row]), expected, "{ring:?} {min} {max}");
        held += usize::from(expected);
    }
    covered.set(&[DVec2::ZERO; 3], grid);
    let nothing = |column: u32, row: u32| !covered.holds([column, row]);
    assert!((0..grid.rows()).all(|row| (0..grid.columns()).all(|x| nothing(x, row))));
    held
}

/// Returns a grid for `count` items over a ring alone.
fn buckets_of(ring: &[DVec2], count: usize) -> Buckets {
    let corners_of = |item: usize| if item == 0 { ring } else { &[] };
    let bounds = Bounds::of(ring.iter().copied());
    Buckets::build(count, bounds, |item, corners| corners.extend(corners_of(item)))
}
