//! Reroutes segments through the hot pixels that they cross.
//!
//! The *pixel* of a float point holds all points that round to it. Rounding an intersection bends
//! its two segments by up to half a pixel. A third segment through the same pixel may end up on
//! their wrong side and cross them anew. Rerouted through the rounded point, it does not. Without
//! this, each round of cuts in a dense bundle of segments makes more crossings than it resolves.
//!
//! Source: J. D. Hobby, "Practical Segment Intersection with Finite Precision Output", 1999. We
//! differ from it in: 1) only rounded intersections have a hot pixel, so no segment is rerouted
//! through a given point that it does not touch; 2) pixels are those of floats, smaller near the
//! axes. His proof that one round is enough does not hold then, so rounds continue until nothing
//! crosses.

use navmesh_core::DVec2;
use navmesh_core::backend::{
    buckets::NearPairs,
    geom::{double::twice_area, is_farther_along},
};

use super::bounded_set::BoundedSet;
use crate::error::BuildError;
use crate::plsg::Plsg;

/// Returns these segments, each with every one of these points whose pixel it crosses, ascending.
/// The segment's own ends are left out.
///
/// # Errors
///
/// `TooManyIntersections`.
pub(super) fn passing(
    plsg: &Plsg,
    segments: &[u32],
    places: &[DVec2],
) -> Result<Vec<(u32, DVec2)>, BuildError> {
    // The numbers of points follow those of the segments.
    let first_place = plsg.segments.len() as u32;
    let corners_of = |item: u32, corners: &mut Vec<DVec2>| match item.checked_sub(first_place) {
        Some(place) => corners.extend(pixel(places[place as usize])),
        None => corners.extend(plsg.ordered_ends(item)),
    };
    let near = NearPairs { corners_of };
    let numbers: Vec<u32> = (first_place..).take(places.len()).collect();
    let at = |place: u32| places[place as usize];
    let mut found = BoundedSet::new(plsg.budget.left(), plsg.budget.most_tests());
    let _ = near.between(segments, &numbers, &mut |segment, item| {
        let place = item - first_place;
        found.add_if((segment, place), || passes(plsg.ordered_ends(segment), at(place)))
    });
    let found = found.finished();
    let found = found.map_err(|(_, place)| plsg.budget.exceeded(at(place)))?;
    Ok(found.into_iter().map(|(segment, place)| (segment, at(place))).collect())
}

/// True if a segment passes a point, other than its ends, through the point's pixel.
pub(crate) fn passes([a, b]: [DVec2; 2], point: DVec2) -> bool {
    let (half, along) = (half_pixel(point), (b - a).abs());
    (point + half).cmpge(a.min(b)).all()
        && (point - half).cmple(a.max(b)).all()
        && twice_area(a, b, point).rounded().abs() <= half.x * along.y + half.y * along.x
        && is_farther_along([a, b], a, point)
        && is_farther_along([a, b], point, b)
}

/// Returns half the width and height of a point's pixel.
fn half_pixel(point: DVec2) -> DVec2 {
    let half = |at: f64| 0.5 * (at.abs().next_up() - at.abs());
    DVec2::new(half(point.x), half(point.y))
}

/// Returns the corners of a box around the pixel of a point.
fn pixel(point: DVec2) -> [DVec2; 4] {
    // The box is twice as large as the pixel: its corners must be floats.
    let reach = 2.0 * half_pixel(point);
    [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]].map(|way| point + reach * DVec2::from(way))
}

#[cfg(test)]
mod tests;
