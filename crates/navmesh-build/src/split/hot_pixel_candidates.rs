//! Selects the rounded intersections whose pixel a third segment may cross.
//!
//! Most intersections are isolated. A third segment through the pixel of one crosses one of its two
//! segments nearby, unless it is nearly parallel to both or ends there. Only two groups therefore
//! need the search: intersections near another one on the same segment, and those of nearly
//! parallel segments.

use navmesh_core::DVec2;
use navmesh_core::collections::counting_sort;
use navmesh_core::geom::lexicographic;

use super::crossing::Crossing;
use crate::plsg::Soup;

/// The distance below which two intersections on a segment are near, in units of 2⁻⁵² of the larger
/// coordinate.
const NEAR_UNITS: f64 = 64.0;

/// The sine of the angle below which two segments are nearly parallel. A third one at half that
/// angle, through the pixel of their intersection, crosses one of them within [`NEAR_UNITS`].
const NARROW: f64 = 1.0 / 32.0;

/// Returns the rounded intersections whose pixel may be crossed, without duplicates, lowest first.
pub(super) fn hot_pixel_candidates(soup: &Soup, crossings: &[Crossing]) -> Vec<DVec2> {
    let is_near_another = near_another(soup, crossings);
    let rounded = crossings.iter().zip(is_near_another).filter(|(c, _)| !c.is_exact);
    let crowded = rounded.filter(|(c, is_near)| *is_near || is_narrow(soup, c.segments));
    let mut places: Vec<DVec2> = crowded.map(|(crossing, _)| crossing.point).collect();
    places.sort_by(|a, b| lexicographic(*a, *b));
    places.dedup();
    places
}

/// True if two segments are nearly parallel.
fn is_narrow(soup: &Soup, segments: [u32; 2]) -> bool {
    let [first, second] = segments.map(|segment| {
        let [a, b] = soup.ordered_ends(segment);
        b - a
    });
    first.perp_dot(second).abs() <= NARROW * first.length() * second.length()
}

/// Returns, for each intersection, whether another one is near it on one of its segments.
fn near_another(soup: &Soup, crossings: &[Crossing]) -> Vec<bool> {
    let by_segment = crossings
        .iter()
        .zip(0..)
        .flat_map(|(crossing, number)| crossing.segments.map(|segment| (segment, number)));
    let mut crossings_of = counting_sort(soup.segments.len(), by_segment);
    let mut is_near_another = vec![false; crossings.len()];
    for segment in 0..soup.segments.len() as u32 {
        let along = crossings_of.group_mut(segment as usize);
        if along.len() < 2 {
            continue;
        }
        let [a, b] = soup.ordered_ends(segment);
        let is_steep = (b - a).abs().x < (b - a).abs().y;
        let at = |number: u32| {
            let DVec2 { x, y } = crossings[number as usize].point;
            if is_steep { y } else { x }
        };
        along.sort_unstable_by(|&one, &other| at(one).total_cmp(&at(other)));
        let near = NEAR_UNITS * f64::EPSILON * a.abs().max(b.abs()).max_element();
        for pair in along.windows(2).filter(|pair| at(pair[1]) - at(pair[0]) <= near) {
            for &number in pair {
                is_near_another[number as usize] = true;
            }
        }
    }
    is_near_another
}

#[cfg(test)]
mod tests;
