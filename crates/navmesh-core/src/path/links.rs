//! Where a path uses links, and the walks between them.

use glam::DVec2;

use super::Path;
use crate::mesh::{CellId, LaneId, LinkId};
use crate::outline::LinkSide;

/// A path's use of a link: between which waypoints, and between which cells.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LinkUse {
    /// The link.
    pub link: LinkId,
    /// Which of its lanes.
    #[cfg_attr(feature = "serde", serde(default))]
    pub lane: u32,
    /// The end at which it is entered.
    pub entered: LinkSide,
    /// The number of the leg: from waypoint `leg`, the entry, to waypoint `leg + 1`, where it comes out.
    pub leg: usize,
    /// The place among the path's cells of the one that it is entered from; the next is the one that it comes
    /// out in.
    pub cell: usize,
    /// What it costs.
    pub cost: f64,
}

/// A part of a path that is walked: the whole, or up to a link, or from one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Walk<'a> {
    pub(super) points: &'a [DVec2],
    pub(super) cells: &'a [CellId],
    /// The number of its first waypoint.
    pub(super) first: usize,
    /// The number of its first cell.
    pub(super) first_cell: usize,
}

impl LinkUse {
    /// The lane of the link that is used.
    #[must_use]
    pub fn lane_id(&self) -> LaneId {
        LaneId { link: self.link, lane: self.lane }
    }
}

impl Path {
    /// The links that the path uses, in the order in which it comes to them.
    #[doc(alias("OffMeshConnection", "NavMeshLink"))]
    #[must_use]
    pub fn links(&self) -> &[LinkUse] {
        &self.links
    }

    /// The link that a leg leads over; `None` where it is walked.
    #[must_use]
    pub fn link_of_leg(&self, leg: usize) -> Option<&LinkUse> {
        let place = self.links.binary_search_by_key(&leg, |link| link.leg);
        place.ok().map(|place| &self.links[place])
    }

    /// The path goes on over a link, from the waypoint and the cell pushed last. The next ones pushed are those
    /// that it comes out at, be they the same. On a path that is read off from the goal it is the other way round.
    /// A link alone is its first lane.
    pub fn push_link(&mut self, at: impl Into<LaneId>, entered: LinkSide, cost: f64) {
        let LaneId { link, lane } = at.into();
        let [leg, cell] =
            [self.waypoints.len(), self.cells.len()].map(|count| count.saturating_sub(1));
        self.links.push(LinkUse { link, lane, entered, leg, cell, cost });
    }

    /// The legs that are walked, each with its number.
    pub(super) fn walked_legs(&self) -> impl Iterator<Item = (usize, [DVec2; 2])> + '_ {
        self.legs().enumerate().filter(|(leg, _)| self.link_of_leg(*leg).is_none())
    }

    /// What all links cost together.
    pub(super) fn cost_of_links(&self) -> f64 {
        self.links.iter().map(|link| link.cost).sum::<f64>() + 0.0
    }

    /// The parts of the path that are walked, one more than it uses links.
    ///
    /// Of a path whose links stand at places that it has.
    pub(super) fn walks(&self) -> impl Iterator<Item = Walk<'_>> {
        (0..=self.links.len()).map(|place| {
            let before = place.checked_sub(1).map(|before| self.links[before]);
            let (first, first_cell) = before.map_or((0, 0), |link| (link.leg + 1, link.cell + 1));
            let after = self.links.get(place);
            let last = after.map_or(self.waypoints.len(), |link| link.leg + 1);
            let last_cell = after.map_or(self.cells.len(), |link| link.cell + 1);
            let (points, cells) =
                (&self.waypoints[first..last], &self.cells[first_cell..last_cell]);
            Walk { points, cells, first, first_cell }
        })
    }

    /// The number of the waypoint that the walk pushed last begins with, and of its cell.
    pub(super) fn last_walk(&self) -> (usize, usize) {
        self.links.last().map_or((0, 0), |link| (link.leg + 1, link.cell + 1))
    }

    /// Numbers the links of a path that has just been turned around.
    pub(super) fn reverse_links(&mut self) {
        let (points, cells) = (self.waypoints.len(), self.cells.len());
        self.links.reverse();
        for link in &mut self.links {
            link.leg = points.saturating_sub(2 + link.leg);
            link.cell = cells.saturating_sub(2 + link.cell);
        }
    }
}
