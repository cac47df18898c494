//! Overlaps between cells, which validation cell by cell does not find.

mod hub;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use glam::DVec2;

use crate::buckets::NearPairs;
use crate::geom::{Turn, turn};
use crate::mesh::{CellId, NavMesh};
use hub::HubSplit;

/// The most cells that are compared without a search for a common corner.
const FEW: usize = 64;

impl NavMesh {
    /// Returns pairs of cells of one floor whose interiors overlap, by ascending slots, at most `limit`.
    ///
    /// A mesh built from outlines has none. A mesh from a file may be valid and have overlapping
    /// cells that are not joined there. Searches on it are safe, and treat the overlapping parts as
    /// different floors.
    ///
    /// Complexity: linear in the pairs of nearby cells, times the product of their corners. Cells
    /// around one corner are sorted instead of compared in pairs.
    #[must_use]
    pub fn overlaps(&self, limit: usize) -> Vec<[CellId; 2]> {
        let mut found = BTreeSet::new();
        let mut check = |a: u32, b: u32| {
            let pair = [a.min(b), a.max(b)];
            if found.len() == limit {
                return ControlFlow::Break(());
            }
            if self.layer(a) == self.layer(b)
                && !self.is_separated(a, b)
                && !self.is_separated(b, a)
            {
                found.insert(pair);
            }
            ControlFlow::Continue(())
        };
        for entries in self.locator.buckets() {
            let slots: Vec<u32> = entries.iter().map(|entry| entry.slot()).collect();
            if self.each_near_pair(&slots, &mut check).is_break() {
                break;
            }
        }
        found.into_iter().map(|pair| pair.map(|slot| self.cell_id(slot))).collect()
    }

    /// Calls `visit` with every two of these cells that may overlap, until it breaks.
    fn each_near_pair(
        &self,
        slots: &[u32],
        visit: &mut impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let HubSplit { around_hub, others } = if slots.len() > FEW {
            self.split_by_hub(slots)
        } else {
            HubSplit { around_hub: Vec::new(), others: slots.to_vec() }
        };
        for &other in &others {
            around_hub.iter().try_for_each(|&slot| visit(slot, other))?;
        }
        let corners_of = |slot: u32, corners: &mut Vec<DVec2>| corners.extend(self.corners(slot));
        NearPairs { corners_of }.among(&others, visit)
    }

    /// True if an edge of the cell in slot `a` separates it from the cell in slot `b`.
    fn is_separated(&self, a: u32, b: u32) -> bool {
        separates(self.corners(a), self.corners(b))
    }
}

/// True if a side of one convex polygon separates it from another.
///
/// Two convex polygons have disjoint interiors exactly if a side of one of them separates them: their
/// Minkowski difference has the same sides, and its interior does not contain the origin.
pub(in crate::mesh) fn separates(
    mut a: impl ExactSizeIterator<Item = DVec2> + Clone,
    b: impl Iterator<Item = DVec2> + Clone,
) -> bool {
    let Some(mut from) = a.clone().last() else { return true };
    a.any(|to| {
        let begin = std::mem::replace(&mut from, to);
        b.clone().all(|corner| turn(begin, to, corner) != Turn::Left)
    })
}

#[cfg(test)]
mod tests;
