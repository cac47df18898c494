//! Convex polygons: area, clipping, and points drawn from them.

use navmesh_core::DVec2;

/// The number of sides of the polygon around a circle.
pub(super) const SIDES: usize = 16;

/// Returns a number from 0 up to 1, exclusive.
fn unit(random: &mut impl FnMut() -> u64) -> f64 {
    (random() >> 11) as f64 / (1u64 << 53) as f64
}

/// Draws an item by its share, and returns its index. `end` returns the sum of the shares up to and including an
/// item.
pub(super) fn draw<T>(
    items: &[T],
    end: impl Fn(&T) -> f64,
    random: &mut impl FnMut() -> u64,
) -> usize {
    let total = items.last().map_or(0.0, &end);
    let at = unit(random) * total;
    let found = items.partition_point(|item| end(item) <= at);
    // Rounding can lead past the last item that has a share.
    if found < items.len() { found } else { items.partition_point(|item| end(item) < total) }
}

/// Draws a point of a convex polygon, uniform by area.
///
/// The polygon is a fan of triangles around its first corner.
pub(super) fn draw_point(
    corners: impl Iterator<Item = DVec2> + Clone,
    random: &mut impl FnMut() -> u64,
) -> DVec2 {
    let at = unit(random) * area(corners.clone());
    let mut rest = corners.clone();
    let a = rest.next().unwrap_or_default();
    let [mut b, mut c] = [a; 2];
    let mut sum = 0.0;
    // Rounding can lead past the last triangle.
    for (from, to) in rest.clone().zip(rest.skip(1)) {
        (b, c) = (from, to);
        sum += area([a, b, c].into_iter());
        if sum > at {
            break;
        }
    }
    let [mut along_b, mut along_c] = [unit(random), unit(random)];
    if along_b + along_c > 1.0 {
        (along_b, along_c) = (1.0 - along_b, 1.0 - along_c);
    }
    a + (b - a) * along_b + (c - a) * along_c
}

/// Returns the area of a convex polygon, rounded; 0 if it has less than three corners.
pub(super) fn area(mut corners: impl Iterator<Item = DVec2>) -> f64 {
    let Some(first) = corners.next() else { return 0.0 };
    let mut before = corners.next();
    let mut twice = 0.0;
    for corner in corners {
        twice += before.map_or(0.0, |b| (b - first).perp_dot(corner - first));
        before = Some(corner);
    }
    f64::max(twice, 0.0) / 2.0
}

/// Returns unit vectors in all directions, evenly spaced.
pub(super) fn directions() -> [DVec2; SIDES] {
    let mut quarter = [DVec2::X; SIDES / 4 + 1];
    quarter[SIDES / 4] = DVec2::Y;
    let mut step = SIDES / 4;
    while step > 1 {
        for i in (0..SIDES / 4).step_by(step) {
            quarter[i + step / 2] = (quarter[i] + quarter[i + step]).normalize_or_zero();
        }
        step /= 2;
    }
    std::array::from_fn(|i| {
        let direction = quarter[i % (SIDES / 4)];
        (0..i / (SIDES / 4)).fold(direction, |turned, _| turned.perp())
    })
}

/// Clips a convex polygon to the half-plane where `beyond`, a linear function, is not positive.
pub(super) fn clip(corners: &[DVec2], beyond: impl Fn(DVec2) -> f64, clipped: &mut Vec<DVec2>) {
    clipped.clear();
    for (i, &a) in corners.iter().enumerate() {
        let b = corners[(i + 1) % corners.len()];
        let (from, to) = (beyond(a), beyond(b));
        if from <= 0.0 {
            clipped.push(a);
        }
        if (from <= 0.0) != (to <= 0.0) {
            clipped.push(a + (b - a) * (from / (from - to)));
        }
    }
}
