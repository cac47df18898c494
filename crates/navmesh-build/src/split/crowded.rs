//! Crossings through whose pixel a third segment may run.
//!
//! Most crossings lie alone. A third segment through the pixel of one crosses one of its two segments near there, unless it
//! runs all but along both, or ends there. So only crossings with another one near them on one of their segments, and those of two
//! segments that run all but along one another, are held against all that may pass.

use navmesh_core::DVec2;
use navmesh_core::geom::lexicographic;

use super::meetings::{Crossing, ends};
use crate::group::grouped;
use crate::soup::Soup;

/// How near to one another two crossings are told apart by no more than rounding and [`NARROW`] angles, in units of 2⁻⁵² of
/// the larger coordinate.
const NEAR_UNITS: f64 = 64.0;

/// The sine of the angle below which two segments run all but along one another. A third one at half that angle to
/// one of them, through the pixel of their crossing, crosses it within [`NEAR_UNITS`].
const NARROW: f64 = 1.0 / 32.0;

/// The places of rounded crossings through whose pixel others may run, each once, lowest first.
pub(super) fn crowded(soup: &Soup, crossings: &[Crossing]) -> Vec<DVec2> {
    let is_near_another = near_another(soup, crossings);
    let rounded = crossings.iter().zip(is_near_another).filter(|(c, _)| !c.is_exact);
    let crowded = rounded.filter(|(c, is_near)| *is_near || is_narrow(soup, c.segments));
    let mut places: Vec<DVec2> = crowded.map(|(crossing, _)| crossing.point).collect();
    places.sort_by(|a, b| lexicographic(*a, *b));
    places.dedup();
    places
}

/// True where two segments run all but along one another.
fn is_narrow(soup: &Soup, segments: [u32; 2]) -> bool {
    let [first, second] = segments.map(|segment| {
        let [a, b] = ends(soup, segment);
        b - a
    });
    first.perp_dot(second).abs() <= NARROW * first.length() * second.length()
}

/// For each crossing: is another one near it on one of its segments?
fn near_another(soup: &Soup, crossings: &[Crossing]) -> Vec<bool> {
    let by_segment = crossings
        .iter()
        .zip(0..)
        .flat_map(|(crossing, number)| crossing.segments.map(|segment| (segment, number)));
    let (starts, mut along) = grouped::<u32>(soup.segments.len(), by_segment);
    let mut is_near_another = vec![false; crossings.len()];
    for (segment, range) in (0..).zip(starts.windows(2)) {
        let along = &mut along[range[0] as usize..range[1] as usize];
        if along.len() < 2 {
            continue;
        }
        let [a, b] = ends(soup, segment);
        let is_steep = (b - a).abs().x < (b - a).abs().y;
        let at = |number: u32| {
            let DVec2 { x, y } = crossings[number as usize].point;
            if is_steep { y } else { x }
        };
        along.sort_unstable_by(|&one, &other| at(one).total_cmp(&at(other)));
        let near = NEAR_UNITS * f64::EPSILON * a.abs().max(b.abs()).max_element();
        for pair in along.windows(2).filter(|pair| at(pair[1]) - at(pair[0]) <= near) {
            pair.iter().for_each(|&number| is_near_another[number as usize] = true);
        }
    }
    is_near_another
}
