//! Parts of a border, each moved by itself: what it takes from the ground around it, on either side.

use navmesh_core::DVec2;
use navmesh_core::geom::{Bounds, lexicographic};

use crate::inset::border::{Bend, Border, Corner, corners_of};
use crate::inset::offset::OffsetRadius;

/// How many sides a part has at most that is not a whole ring.
const MOST_SIDES: usize = 8;

/// How many sides a ring may have that is a part by itself.
const SMALL_RING: usize = 32;

/// A ring around all that lies within reach of each part of the border; it winds around that positively, and a ring around
/// no ground winds around what it encloses too.
pub(crate) fn zones(border: &Border, offset: &OffsetRadius) -> Vec<Vec<DVec2>> {
    let mut zones = Vec::new();
    for ring in border.rings() {
        for part in parts(ring, offset) {
            zones.extend(offset.ring(&part).map(|mut zone| {
                zone.reverse();
                zone
            }));
        }
    }
    zones
}

/// A ring as rings around no ground that have all of its sides: itself, or its chains walked there and back.
fn parts(ring: &[Corner], offset: &OffsetRadius) -> Vec<Vec<Corner>> {
    if ring.len() <= SMALL_RING && takes_what_it_encloses(ring, offset) {
        return vec![ring.to_vec()];
    }
    let points: Vec<DVec2> = ring.iter().map(|corner| corner.point).collect();
    chains(&points).into_iter().map(|chain| around(&chain, offset)).collect()
}

/// All sides of a ring in chains. None comes to a point a second time but its first, and that ends it: around a hub of
/// walls each wall is a chain, and not a star of some.
pub(crate) fn chains(ring: &[DVec2]) -> Vec<Vec<DVec2>> {
    let mut chains = Vec::new();
    let mut chain: Vec<DVec2> = Vec::new();
    for &point in ring.iter().chain(ring.first()) {
        let comes_back = chain.len() > 1 && chain[0] == point;
        if chain.len() > MOST_SIDES || (!comes_back && chain.contains(&point)) {
            let last = chain.last().copied();
            chains.push(std::mem::replace(&mut chain, last.into_iter().collect()));
        }
        chain.push(point);
        if comes_back && chain[0] == point {
            chains.push(std::mem::replace(&mut chain, vec![point]));
        }
    }
    if chain.len() > 1 {
        chains.push(chain);
    }
    chains
}

/// The ring around a chain: there and back, or once around where it comes back by itself with no ground in between.
fn around(chain: &[DVec2], offset: &OffsetRadius) -> Vec<Corner> {
    let last = chain.len() - 1;
    if chain[0] == chain[last] {
        let once: Vec<Corner> = corners_of(&chain[..last]).collect();
        if takes_what_it_encloses(&once, offset) {
            return once;
        }
    }
    let back = chain[1..last].iter().rev();
    let both: Vec<DVec2> = chain.iter().chain(back).copied().collect();
    corners_of(&both).collect()
}

/// True for a ring with ground around it, if it encloses nothing, or nothing that is farther from it than the reach:
/// there may be ground within an obstacle.
fn takes_what_it_encloses(ring: &[Corner], offset: &OffsetRadius) -> bool {
    let size = Bounds::of(ring.iter().map(|corner| corner.point)).size();
    let is_narrow = ring.len() == 2 || size.min_element() <= 2.0 * offset.radius;
    is_narrow && is_around_no_ground(ring)
}

/// True for a ring that runs clockwise, or encloses nothing. Exact: there is ground to the left of its lowest point then,
/// and so more than half of what is around that point is ground.
fn is_around_no_ground(ring: &[Corner]) -> bool {
    let points = ring.iter().map(|corner| corner.point);
    let lowest = points.min_by(|a, b| lexicographic(*a, *b));
    ring.iter().any(|corner| Some(corner.point) == lowest && corner.bend == Bend::Outwards)
}
