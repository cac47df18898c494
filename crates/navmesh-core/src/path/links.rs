//! The links of a path, and the walked sections between them.

use glam::DVec2;

use super::Path;
use crate::mesh::{CellId, LaneId, LinkId};
use crate::outline::LinkSide;

/// A path's use of a link, with its leg and its cells.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LinkUse {
    /// The link.
    pub link: LinkId,
    /// The lane.
    #[cfg_attr(feature = "serde", serde(default))]
    pub lane: u32,
    /// The end at the entry.
    pub entered: LinkSide,
    /// The number of the leg, from waypoint `leg`, the entry, to waypoint `leg + 1`, the exit.
    pub leg: usize,
    /// The index of the cell at the entry, among the path's cells. The next cell is at the exit.
    pub cell: usize,
    /// Its cost.
    pub cost: f64,
}

/// A walked section of a path, between links or its ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct WalkedSection<'a> {
    pub(super) points: &'a [DVec2],
    pub(super) cells: &'a [CellId],
    /// The number of its first waypoint.
    pub(super) first: usize,
    /// The number of its first cell.
    pub(super) first_cell: usize,
}

impl LinkUse {
    /// Returns the lane.
    #[must_use]
    pub fn lane_id(&self) -> LaneId {
        LaneId { link: self.link, lane: self.lane }
    }
}

impl Path {
    /// Returns the links of the path, in order.
    #[doc(alias("OffMeshConnection", "NavMeshLink"))]
    #[must_use]
    pub fn links(&self) -> &[LinkUse] {
        &self.links
    }

    /// Returns the link of a leg; `None` for a walked leg.
    #[must_use]
    pub fn link_of_leg(&self, leg: usize) -> Option<&LinkUse> {
        let index = self.links.binary_search_by_key(&leg, |link| link.leg);
        index.ok().map(|index| &self.links[index])
    }

    /// Iterates over the walked legs and their numbers.
    pub(super) fn walked_legs(&self) -> impl Iterator<Item = (usize, [DVec2; 2])> + '_ {
        self.legs().enumerate().filter(|(leg, _)| self.link_of_leg(*leg).is_none())
    }

    /// Returns the cost of all links.
    pub(super) fn cost_of_links(&self) -> f64 {
        self.links.iter().map(|link| link.cost).sum::<f64>() + 0.0
    }

    /// Iterates over the walked sections, one more than there are links.
    ///
    /// The links must be at existing legs and cells.
    pub(super) fn walked_sections(&self) -> impl Iterator<Item = WalkedSection<'_>> {
        (0..=self.links.len()).map(|index| {
            let before = index.checked_sub(1).map(|before| self.links[before]);
            let (first, first_cell) = before.map_or((0, 0), |link| (link.leg + 1, link.cell + 1));
            let after = self.links.get(index);
            let last = after.map_or(self.waypoints.len(), |link| link.leg + 1);
            let last_cell = after.map_or(self.cells.len(), |link| link.cell + 1);
            let (points, cells) =
                (&self.waypoints[first..last], &self.cells[first_cell..last_cell]);
            WalkedSection { points, cells, first, first_cell }
        })
    }

    /// Returns the indices of the first waypoint and the first cell of the last walked section.
    pub(super) fn last_section(&self) -> (usize, usize) {
        self.links.last().map_or((0, 0), |link| (link.leg + 1, link.cell + 1))
    }

    /// Reverses the links of a path after its waypoints and cells.
    pub(super) fn reverse_links(&mut self) {
        let (points, cells) = (self.waypoints.len(), self.cells.len());
        self.links.reverse();
        for link in &mut self.links {
            link.leg = points.saturating_sub(2 + link.leg);
            link.cell = cells.saturating_sub(2 + link.cell);
        }
    }
}
