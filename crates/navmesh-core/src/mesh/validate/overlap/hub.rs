//! Cells around a hub, a common corner: checked for overlaps by sorting their directions.

use std::cmp::Ordering;

use glam::DVec2;

use crate::NavMesh;
use crate::collections::MergeSort;
use crate::geom::{Turn, turn};

/// The angle of a cell at one of its corners: counter-clockwise between two directions, at most half
/// a turn.
#[derive(Debug, Clone, Copy)]
struct Wedge {
    from: DVec2,
    to: DVec2,
}

/// Cells in two groups.
#[derive(Debug, Default)]
pub(super) struct HubSplit {
    /// Cells of one floor around a common corner, without overlaps.
    pub(super) around_hub: Vec<u32>,
    pub(super) others: Vec<u32>,
}

impl NavMesh {
    /// Splits off the cells around the most common corner, if they do not overlap.
    ///
    /// Two cells with a common corner overlap exactly if their wedges at it do. A convex cell lies in its
    /// wedge, and fills it near the corner.
    ///
    /// Complexity: O(n log n) in the number of corners.
    pub(super) fn split_by_hub(&self, slots: &[u32]) -> HubSplit {
        let all = || HubSplit { around_hub: Vec::new(), others: slots.to_vec() };
        let key = |p: DVec2| [p.x.to_bits(), p.y.to_bits()];
        let corners_of = |&slot: &u32| {
            self.corners(slot).map(move |corner| (self.layer(slot), key(corner), slot))
        };
        let mut corners: Vec<_> = slots.iter().flat_map(corners_of).collect();
        corners.merge_sort();
        let hubs = corners.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1));
        let Some(hub) = hubs.max_by_key(|hub| hub.len()) else { return all() };
        let around_hub: Vec<u32> = hub.iter().map(|&(.., slot)| slot).collect();
        let at = hub[0].1.map(f64::from_bits);
        let wedges = around_hub.iter().filter_map(|&slot| self.wedge(slot, at.into())).collect();
        if !are_disjoint(at.into(), wedges) {
            return all();
        }
        let is_other = |slot: &u32| around_hub.binary_search(slot).is_err();
        HubSplit { others: slots.iter().copied().filter(is_other).collect(), around_hub }
    }

    /// Returns the wedge of a cell at its corner `at`.
    fn wedge(&self, slot: u32, at: DVec2) -> Option<Wedge> {
        let corners: Vec<DVec2> = self.corners(slot).collect();
        let n = corners.len();
        let index = corners.iter().position(|&corner| corner == at)?;
        Some(Wedge { from: corners[(index + 1) % n], to: corners[(index + n - 1) % n] })
    }
}

/// True if no two wedges around a point overlap.
fn are_disjoint(at: DVec2, mut wedges: Vec<Wedge>) -> bool {
    wedges.merge_sort_by(|a, b| by_direction(at, a.from, b.from));
    let next = wedges.iter().cycle().skip(1);
    wedges.len() < 2
        || wedges.iter().zip(next).all(|(wedge, next)| {
            let begins_inside = turn(at, wedge.from, next.from) == Turn::Left
                && turn(at, next.from, wedge.to) == Turn::Left;
            !begins_inside && by_direction(at, wedge.from, next.from) != Ordering::Equal
        })
}

/// Orders directions from a point counter-clockwise, from the positive x-axis on.
fn by_direction(at: DVec2, a: DVec2, b: DVec2) -> Ordering {
    let is_lower = |p: DVec2| p.y < at.y || (p.y == at.y && p.x < at.x);
    is_lower(a).cmp(&is_lower(b)).then_with(|| match turn(at, a, b) {
        Turn::Left => Ordering::Less,
        Turn::Collinear => Ordering::Equal,
        Turn::Right => Ordering::Greater,
    })
}
