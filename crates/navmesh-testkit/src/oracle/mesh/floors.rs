//! Ground on several floors: where a point is more than one place.

use navmesh_core::DVec2;

use super::MeshOracle;
use crate::oracle::patches::{Patches, segments_touch};

/// What positions along a leg may be off by, as a part of it: far less than those of small integers differ by.
const SLACK: f64 = 1e-9;

impl MeshOracle<'_> {
    /// The slot of every cell around a point on a floor: those of the floor that hold it, and whatever is joined
    /// to these there.
    #[must_use]
    pub fn cells_on(&self, layer: u32, point: DVec2) -> Vec<u32> {
        let on_floor = |slot: &u32| self.mesh.layer(*slot) == layer;
        let own: Vec<u32> = self.cells_at(point).into_iter().filter(on_floor).collect();
        self.flood(&own, point, point)
    }

    /// The cells that a leg from `a` to `b` leads into from `from`, never going back on its way.
    ///
    /// Where ground lies above ground, a flood through all portals that the leg touches could go on to a
    /// vertex, around it to another floor, back along the leg, and forth again. So each cell is reached at a
    /// position along the leg, the least possible, and left through portals that are touched there or later.
    pub(super) fn reached_forward(&self, from: &[u32], a: DVec2, b: DVec2) -> Vec<u32> {
        let mut positions = vec![f64::INFINITY; self.mesh.slot_count()];
        let mut open = from.to_vec();
        from.iter().for_each(|&slot| positions[slot as usize] = 0.0);
        while let Some(slot) = open.pop() {
            let at = positions[slot as usize];
            for (neighbor, ends) in self.portals(slot) {
                let Some([first, last]) = touched([a, b], ends) else { continue };
                let enters = first.max(at);
                if last + SLACK >= at && enters < positions[neighbor as usize] - SLACK {
                    positions[neighbor as usize] = enters;
                    open.push(neighbor);
                }
            }
        }
        self.mesh.slots().filter(|&slot| positions[slot as usize].is_finite()).collect()
    }
}

/// Which part of a leg a portal touches, as shares of the leg; rounded.
fn touched([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> Option<[f64; 2]> {
    if !segments_touch([a, b], [c, d]) {
        return None;
    }
    let (leg, side) = (b - a, d - c);
    let cross = leg.perp_dot(side);
    if leg == DVec2::ZERO {
        return Some([0.0, 1.0]);
    }
    if cross != 0.0 {
        let share = (c - a).perp_dot(side) / cross;
        return Some([share; 2]);
    }
    let shares = [c, d].map(|end| ((end - a).dot(leg) / leg.length_squared()).clamp(0.0, 1.0));
    Some([shares[0].min(shares[1]), shares[0].max(shares[1])])
}
