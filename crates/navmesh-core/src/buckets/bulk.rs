//! Where most items are.

use glam::DVec2;

use crate::geom::Bounds;

/// How many times wider than the middle of the items all of them have to be, for their grid to cover less.
const SCATTERED: f64 = 16.0;

/// The box of all items, or a smaller one around most of them where the others are far away.
///
/// By axis: where the boxes' middles, but for one in 32 on either side, lie within a 16th of the whole, that
/// much and as much again on either side.
pub(super) fn bulk(
    count: usize,
    bounds: Bounds,
    corners_of: impl Fn(usize, &mut Vec<DVec2>),
) -> Bounds {
    let mut corners = Vec::new();
    let middle = |item: usize| {
        corners.clear();
        corners_of(item, &mut corners);
        let Bounds { min, max } = Bounds::of(corners.iter().copied());
        (!corners.is_empty()).then(|| min.midpoint(max).clamp(bounds.min, bounds.max))
    };
    let middles: Vec<DVec2> = (0..count).filter_map(middle).collect();
    let within = |coordinate: fn(DVec2) -> f64| {
        let all = [coordinate(bounds.min), coordinate(bounds.max)];
        let mut sorted: Vec<f64> = middles.iter().copied().map(coordinate).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let left_out = sorted.len() / 32;
        let ends = sorted.get(left_out).zip(sorted.get(sorted.len().wrapping_sub(1 + left_out)));
        let Some((low, high)) = ends else { return all };
        let size = high - low;
        let is_scattered = size > 0.0 && all[1] - all[0] > size * SCATTERED;
        if is_scattered { [all[0].max(low - size), all[1].min(high + size)] } else { all }
    };
    let ([left, right], [bottom, top]) = (within(|p| p.x), within(|p| p.y));
    Bounds { min: DVec2::new(left, bottom), max: DVec2::new(right, top) }
}
