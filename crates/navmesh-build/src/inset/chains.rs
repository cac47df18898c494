//! Splits the border into chains, and buffers each of them.

use navmesh_core::DVec2;
use navmesh_core::backend::geom::{Bounds, lexicographic};

use crate::inset::border::{Bend, Border, Corner, corners_of};
use crate::inset::offset::OffsetRadius;

/// The largest number of sides of a chain that is not a whole ring.
const MOST_SIDES: usize = 8;

/// The largest number of sides of a ring that is one chain.
const SMALL_RING: usize = 32;

/// Returns a counter-clockwise ring around all points within the offset of each chain. A small
/// obstacle includes its interior.
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

/// Splits a ring into rings around no walkable area: itself, or its chains traversed forth and
/// back.
fn parts(ring: &[Corner], offset: &OffsetRadius) -> Vec<Vec<Corner>> {
    if ring.len() <= SMALL_RING && takes_what_it_encloses(ring, offset) {
        return vec![ring.to_vec()];
    }
    let points: Vec<DVec2> = ring.iter().map(|corner| corner.point).collect();
    chains(&points).into_iter().map(|chain| around(&chain, offset)).collect()
}

/// Splits a ring into chains. No chain repeats a point, except that it may end at its first one.
/// Around a hub of walls, each wall is therefore a chain of its own.
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

/// Returns the ring around a chain: forth and back, or once around a closed chain without walkable
/// area inside.
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

/// True for a ring with walkable area around it that encloses nothing, or nothing farther from it
/// than the offset. An obstacle may have walkable area inside.
fn takes_what_it_encloses(ring: &[Corner], offset: &OffsetRadius) -> bool {
    let size = Bounds::of(ring.iter().map(|corner| corner.point)).size();
    let is_narrow = ring.len() == 2 || size.min_element() <= 2.0 * offset.radius;
    is_narrow && is_around_no_ground(ring)
}

/// True for a ring that runs clockwise or encloses nothing. The test is exact: walkable area lies
/// on the left of its lowest point, so the interior angle there exceeds 180°.
fn is_around_no_ground(ring: &[Corner]) -> bool {
    let points = ring.iter().map(|corner| corner.point);
    let lowest = points.min_by(|a, b| lexicographic(*a, *b));
    ring.iter().any(|corner| Some(corner.point) == lowest && corner.bend == Bend::Outwards)
}
