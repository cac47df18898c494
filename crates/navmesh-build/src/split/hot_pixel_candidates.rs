//! Selects the rounded intersections whose pixel a third segment may cross.
//!
//! Most intersections are isolated. A third segment through the pixel of one crosses one of its two
//! segments nearby, unless it is nearly parallel to both or ends there. Only two groups therefore
//! need the search: intersections near another one on the same segment, and those of nearly
//! parallel segments.

use navmesh_core::DVec2;
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::backend::{collections::counting_sort, geom::lexicographic};

use super::crossing::Crossing;
use crate::plsg::Plsg;

/// The distance below which two intersections on a segment are near, in units of 2⁻⁵² of the larger
/// coordinate.
const NEAR_UNITS: f64 = 64.0;

/// The sine of the angle below which two segments are nearly parallel. A third one at half that
/// angle, through the pixel of their intersection, crosses one of them within [`NEAR_UNITS`].
const NARROW: f64 = 1.0 / 32.0;

/// Returns the rounded intersections whose pixel may be crossed, without duplicates, lowest first.
pub(super) fn hot_pixel_candidates(plsg: &Plsg, crossings: &[Crossing]) -> Vec<DVec2> {
    let is_near_another = near_another(plsg, crossings);
    let rounded = crossings.iter().zip(is_near_another).filter(|(c, _)| !c.is_exact);
    let crowded = rounded.filter(|(c, is_near)| {
        *is_near || is_narrow(c.segments.map(|segment| plsg.ordered_ends(segment)))
    });
    let mut places: Vec<DVec2> = crowded.map(|(crossing, _)| crossing.point).collect();
    places.merge_sort_by(|a, b| lexicographic(*a, *b));
    places.dedup();
    places
}

/// True if two segments are nearly parallel.
pub(crate) fn is_narrow(segments: [[DVec2; 2]; 2]) -> bool {
    let [first, second] = segments.map(|[a, b]| b - a);
    first.perp_dot(second).abs() <= NARROW * first.length() * second.length()
}

/// Returns, for each intersection, whether another one is near it on one of its segments.
fn near_another(plsg: &Plsg, crossings: &[Crossing]) -> Vec<bool> {
    let by_segment = crossings
        .iter()
        .zip(0..)
        .flat_map(|(crossing, number)| crossing.segments.map(|segment| (segment, number)));
    let mut crossings_of = counting_sort(plsg.segments.len(), by_segment);
    let mut is_near_another = vec![false; crossings.len()];
    for segment in 0..plsg.segments.len() as u32 {
        let along = crossings_of.group_mut(segment as usize);
        if along.len() < 2 {
            continue;
        }
        let ends = plsg.ordered_ends(segment);
        let at = |number: u32| place_along(ends, crossings[number as usize].point);
        along.merge_sort_by(|&one, &other| at(one).total_cmp(&at(other)));
        let near = near_distance(ends);
        for pair in along.windows(2).filter(|pair| at(pair[1]) - at(pair[0]) <= near) {
            for &number in pair {
                is_near_another[number as usize] = true;
            }
        }
    }
    is_near_another
}

/// Returns the coordinate of a point in which a segment is longer.
pub(crate) fn place_along([a, b]: [DVec2; 2], point: DVec2) -> f64 {
    let length = (b - a).abs();
    if length.x < length.y { point.y } else { point.x }
}

/// Returns the distance along a segment below which two of its intersections are near.
pub(crate) fn near_distance([a, b]: [DVec2; 2]) -> f64 {
    NEAR_UNITS * f64::EPSILON * a.abs().max(b.abs()).max_element()
}

#[cfg(test)]
mod tests;
