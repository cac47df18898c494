use super::*;

/// Returns short segments in a city 5 km wide at projected coordinates, and one segment at (0, 0).
fn city(count: usize) -> Vec<[DVec2; 2]> {
    let mut state = 7u64;
    let mut unit = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (state >> 11) as f64 / (1u64 << 53) as f64
    };
    let mut point = |size: f64| DVec2::new(unit(), unit()) * size;
    let mut segments = vec![[DVec2::ZERO, DVec2::ONE]];
    segments.extend((1..count).map(|_| {
        let from = DVec2::new(5e5, 5.4e6) + point(5e3);
        [from, from + point(20.0)]
    }));
    segments
}

fn index_of(segments: &[[DVec2; 2]]) -> Buckets {
    let bounds = Bounds::of(segments.iter().flatten().copied());
    Buckets::build(segments.len(), bounds, |item, corners| corners.extend(segments[item]))
}

#[test]
fn one_distant_item_leaves_no_bucket_overfull() {
    let index = index_of(&city(10_000));
    let fullest = index.iter().map(<[u32]>::len).max();
    assert!(fullest < Some(30), "{fullest:?} items in a bucket, of 10,000");
}

#[test]
fn every_item_is_listed_in_the_buckets_along_it() {
    let near = city(500).split_off(1);
    let mut long = city(500);
    long.push([DVec2::ZERO, DVec2::new(5.02e5, 5.401e6)]);
    long.push([DVec2::new(-1e7, 5.4e6), DVec2::new(1e7, 5.405e6)]);
    for segments in [near, city(500), long] {
        let index = index_of(&segments);
        for (item, [a, b]) in segments.iter().enumerate() {
            for step in 0..=64 {
                let at = a.lerp(*b, f64::from(step) / 64.0);
                let listed = index.bucket(index.grid().column(at.x), index.grid().row(at.y));
                assert!(listed.contains(&(item as u32)), "{item} at {at}");
            }
        }
    }
}

#[test]
fn buckets_begin_where_the_ones_before_them_end() {
    let index = index_of(&city(10_000));
    for column in 0..index.grid().columns() {
        let (start, end) =
            (index.grid().column_start(column), index.grid().column_start(column + 1));
        assert!(start < end);
        assert_eq!(index.grid().column((start + end) / 2.0), column);
    }
    assert_eq!((index.grid().column_start(0), index.grid().row_start(0)), (0.0, 0.0));
}

/// The corners of an item are read once, not once per row.
#[test]
fn a_polygon_of_very_many_corners_is_listed_fast() {
    let corner = |i: u32| DVec2::new(f64::from(i), f64::from(i) * f64::from(i));
    let corners: Vec<DVec2> = (0..400_000).map(corner).collect();
    let bounds = Bounds::of(corners.iter().copied());
    let count = 50_000; // so that there are many rows
    let index = Buckets::build(count, bounds, |item, of_item| match item {
        0 => of_item.extend(&corners),
        _ => of_item.push(corners[item]),
    });
    assert!(index.grid().rows() > 10_000);
}

/// The items end a margin below a row of buckets, or a few floats more or less.
#[test]
fn items_that_end_about_a_margin_below_a_row_are_listed() {
    for (width, rise) in [(1000.0, 0.0), (777.7, 1e6 / 3.0), (0.1, 0.7), (1.0, 1e9 / 7.0)] {
        let min = DVec2::new(-rise, rise);
        let frame = [min, min + width];
        let grid = Buckets::build(500, Bounds::of(frame), |_, corners| corners.push(min));
        let mut segments = vec![frame];
        for row in 4..grid.grid().rows() {
            let (from, to) =
                (grid.grid().row_start(row - 4), grid.grid().row_start(row) - grid.grid().margin());
            let float = to.next_up() - to;
            let up_to = |units: i32| DVec2::new(min.x + 0.2 * width, to + f64::from(units) * float);
            segments.extend((-8..=8).map(|units| [DVec2::new(min.x, from), up_to(units)]));
        }
        segments.resize(500, [min; 2]);
        let index = index_of(&segments);
        assert_eq!(index.grid().rows(), grid.grid().rows());
        for (item, [_, end]) in segments.iter().enumerate() {
            let listed = index.bucket(index.grid().column(end.x), index.grid().row(end.y));
            assert!(listed.contains(&(item as u32)), "{item} at {end}");
        }
    }
}
