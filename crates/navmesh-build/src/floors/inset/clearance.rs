//! The border before the inset. The mesh keeps it to report the distance of a point from walls.

use std::collections::BTreeMap;

use navmesh_core::backend::geom::{Turn, turn};
use navmesh_core::{Clearance, DVec2};

use super::wall_strips::Surface;
use crate::floors::seams::SeamPairs;

/// Returns the rings around every floor, without straight corners, and their sides along
/// connections.
///
/// The rings ignore connections; `layers` holds the numbers of the floors. A branch point counts as
/// a wall: it becomes a ring of two equal corners on every floor around it.
pub(super) fn clearance(
    surface: &Surface,
    rings: &[Vec<u32>],
    joined: &[SeamPairs],
    layers: &[u32],
) -> Clearance {
    let mut pairs: BTreeMap<u32, u32> = BTreeMap::new();
    for &[one, other] in joined.iter().flat_map(|seam| &seam.pairs) {
        pairs.extend([(one, other), (other, one)]);
    }
    let mut border = Clearance::default();
    let mut side_of = BTreeMap::new();
    for ring in rings {
        let before = ring.iter().cycle().skip(ring.len() - 1);
        for ((&before, &half), &next) in before.zip(ring).zip(ring.iter().cycle().skip(1)) {
            let is_wall = !pairs.contains_key(&before) && !pairs.contains_key(&half);
            let corners = [before, half, next].map(|half| surface.point(half));
            if !(is_wall && runs_straight(corners)) {
                side_of.insert(half, border.corners.len() as u32);
                border.corners.push(corners[1]);
            }
        }
        border.ring_ends.push(border.corners.len() as u32);
        border.ring_layers.push(layers[surface.cells.layer(ring[0]) as usize]);
    }
    for (point, floors) in surface.branch_points() {
        for floor in floors {
            border.corners.extend([point; 2]);
            border.ring_ends.push(border.corners.len() as u32);
            border.ring_layers.push(layers[floor as usize]);
        }
    }
    let once = pairs.iter().filter(|(half, across)| half < across);
    let portal = |(half, across)| Some([*side_of.get(half)?, *side_of.get(across)?]);
    border.openings = once.filter_map(portal).collect();
    border
}

fn runs_straight([a, at, b]: [DVec2; 3]) -> bool {
    turn(a, at, b) == Turn::Collinear && (a - at).dot(b - at) < 0.0
}
