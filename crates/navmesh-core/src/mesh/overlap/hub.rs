//! Cells around a hub: told apart by the directions in which they lie, not two by two.

use std::cmp::Ordering;

use glam::DVec2;

use crate::NavMesh;
use crate::geom::{Turn, turn};

/// What a cell takes up around one of its corners: from one direction counter-clockwise to another, half a turn at most.
#[derive(Debug, Clone, Copy)]
struct Wedge {
    from: DVec2,
    to: DVec2,
}

/// Cells in two groups.
#[derive(Debug, Default)]
pub(super) struct Parted {
    /// Cells of one floor around a common corner, no two of which overlap.
    pub(super) around_hub: Vec<u32>,
    pub(super) others: Vec<u32>,
}

impl NavMesh {
    /// Parts cells from those around the corner that most of them have in common, where these lie side by side.
    ///
    /// Two cells with a common corner overlap exactly if the wedges do that they take up there: a convex cell lies in its
    /// wedge, and is all of it near the corner.
    ///
    /// Complexity: O(n log n) in the number of corners.
    pub(super) fn parted_by_hub(&self, slots: &[u32]) -> Parted {
        let all = || Parted { around_hub: Vec::new(), others: slots.to_vec() };
        let key = |p: DVec2| [p.x.to_bits(), p.y.to_bits()];
        let corners_of = |&slot: &u32| {
            self.corners(slot).map(move |corner| (self.layer(slot), key(corner), slot))
        };
        let mut corners: Vec<_> = slots.iter().flat_map(corners_of).collect();
        corners.sort_unstable();
        let hubs = corners.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1));
        let Some(hub) = hubs.max_by_key(|hub| hub.len()) else { return all() };
        let around_hub: Vec<u32> = hub.iter().map(|&(.., slot)| slot).collect();
        let at = hub[0].1.map(f64::from_bits);
        let wedges = around_hub.iter().filter_map(|&slot| self.wedge(slot, at.into())).collect();
        if !lie_side_by_side(at.into(), wedges) {
            return all();
        }
        let is_other = |slot: &u32| around_hub.binary_search(slot).is_err();
        Parted { others: slots.iter().copied().filter(is_other).collect(), around_hub }
    }

    /// What a cell takes up around its corner at this point.
    fn wedge(&self, slot: u32, at: DVec2) -> Option<Wedge> {
        let corners: Vec<DVec2> = self.corners(slot).collect();
        let (place, n) = (corners.iter().position(|&corner| corner == at)?, corners.len());
        Some(Wedge { from: corners[(place + 1) % n], to: corners[(place + n - 1) % n] })
    }
}

/// True where no two wedges around a point overlap: each ends before the next one begins, or there.
fn lie_side_by_side(at: DVec2, mut wedges: Vec<Wedge>) -> bool {
    wedges.sort_by(|a, b| by_direction(at, a.from, b.from));
    let next = wedges.iter().cycle().skip(1);
    wedges.len() < 2
        || wedges.iter().zip(next).all(|(wedge, next)| {
            let begins_inside = turn(at, wedge.from, next.from) == Turn::Left
                && turn(at, next.from, wedge.to) == Turn::Left;
            !begins_inside && by_direction(at, wedge.from, next.from) != Ordering::Equal
        })
}

/// The order of the directions from one point to others, counter-clockwise from that of the x-axis.
fn by_direction(at: DVec2, a: DVec2, b: DVec2) -> Ordering {
    let is_lower = |p: DVec2| p.y < at.y || (p.y == at.y && p.x < at.x);
    is_lower(a).cmp(&is_lower(b)).then_with(|| match turn(at, a, b) {
        Turn::Left => Ordering::Less,
        Turn::Collinear => Ordering::Equal,
        Turn::Right => Ordering::Greater,
    })
}
