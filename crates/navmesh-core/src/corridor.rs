//! Corridors: the cells and portals from start to goal.

use glam::DVec2;

use crate::mesh::{CellId, EdgeId, LinkId, VertexId};
use crate::outline::LinkSide;

/// An edge between two cells of a corridor, seen from start to goal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Portal {
    /// The left end.
    pub left: DVec2,
    /// The right end.
    pub right: DVec2,
    /// The left end's vertex, in the fan that the corridor passes through.
    pub left_vertex: VertexId,
    /// The right end's vertex.
    pub right_vertex: VertexId,
    /// The edge, as an edge of the cell before the portal.
    pub edge: EdgeId,
}

/// A link between two cells of a corridor, in the direction from start to goal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CorridorLink {
    /// The link.
    pub link: LinkId,
    /// The lane.
    pub lane: u32,
    /// The end at the entry.
    pub entered: LinkSide,
    /// The point of the entry.
    pub entry: DVec2,
    /// The point of the exit.
    pub exit: DVec2,
    /// Its cost.
    pub cost: f64,
    /// The number of cells before it. The last of them holds the entry, the next cell the exit.
    pub cells: usize,
    /// The number of portals before it.
    pub portals: usize,
}

/// A walked section of a corridor, between links or its ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CorridorSection<'a> {
    /// The first point.
    pub start: DVec2,
    /// The last point.
    pub goal: DVec2,
    /// The cells.
    pub cells: &'a [CellId],
    /// The portals between them.
    pub portals: &'a [Portal],
}

/// A chain of cells from start to goal, each joined to the next by a portal, or by a link.
///
/// Without links, `portals[i]` joins `cells[i]` to `cells[i + 1]`, so there is one portal less than
/// cells. The same holds for each section between links; see [`Corridor::sections`].
#[doc(alias("polyPath", "channel", "sleeve"))]
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Corridor {
    /// The start, in the closed first cell.
    pub start: DVec2,
    /// The goal, in the closed last cell.
    pub goal: DVec2,
    /// The cells, in walking order.
    pub cells: Vec<CellId>,
    /// The portals between them.
    pub portals: Vec<Portal>,
    /// The links, in walking order.
    pub links: Vec<CorridorLink>,
    /// The cost by the search: legs between portal midpoints, each times its cell's cost, and links.
    pub cost: f64,
}

impl Corridor {
    /// Empties the corridor and keeps its memory.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.portals.clear();
        self.links.clear();
        self.cost = 0.0;
    }

    /// Iterates over the walked sections, in order: one more than there are links.
    ///
    /// Positions of links beyond the corridor's cells and portals count as its end.
    pub fn sections(&self) -> impl Iterator<Item = CorridorSection<'_>> {
        (0..=self.links.len()).map(|index| {
            let before = index.checked_sub(1).map(|before| &self.links[before]);
            let after = self.links.get(index);
            let from = before.map_or([0, 0], |link| [link.cells, link.portals]);
            let to = after.map(|link| [link.cells, link.portals]);
            let to = to.unwrap_or([self.cells.len(), self.portals.len()]);
            CorridorSection {
                start: before.map_or(self.start, |link| link.exit),
                goal: after.map_or(self.goal, |link| link.entry),
                cells: self.cells.get(from[0]..to[0]).unwrap_or_default(),
                portals: self.portals.get(from[1]..to[1]).unwrap_or_default(),
            }
        })
    }
}
