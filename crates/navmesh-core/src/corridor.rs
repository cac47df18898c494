//! The cells between start and goal, and the portals between the cells.

use glam::DVec2;

use crate::mesh::{CellId, EdgeId, LinkId, VertexId};
use crate::outline::LinkSide;

/// An edge between two cells of a corridor, as seen walking through it from start to goal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Portal {
    /// The end on the left hand.
    pub left: DVec2,
    /// The end on the right hand.
    pub right: DVec2,
    /// The left end's vertex; its fan is the one that the corridor passes through.
    pub left_vertex: VertexId,
    /// The right end's vertex.
    pub right_vertex: VertexId,
    /// The edge, on the side of the cell that is left.
    pub edge: EdgeId,
}

/// A link between two cells of a corridor, as used on the way from start to goal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CorridorLink {
    /// The link.
    pub link: LinkId,
    /// Which of its lanes.
    pub lane: u32,
    /// The end at which it is entered.
    pub entered: LinkSide,
    /// Where it is entered.
    pub entry: DVec2,
    /// Where it comes out.
    pub exit: DVec2,
    /// What it costs.
    pub cost: f64,
    /// How many cells of the corridor come before it; the last of them holds its entry, the next its exit.
    pub cells: usize,
    /// How many portals come before it.
    pub portals: usize,
}

/// A part of a corridor that is walked: the whole, or up to a link, or from one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CorridorWalk<'a> {
    /// Where it begins.
    pub start: DVec2,
    /// Where it ends.
    pub goal: DVec2,
    /// Its cells; of a whole corridor at least one.
    pub cells: &'a [CellId],
    /// The portals between them.
    pub portals: &'a [Portal],
}

/// A chain of cells from start to goal, each joined to the next by a portal, or by a link.
///
/// Without links `portals[i]` joins `cells[i]` to `cells[i + 1]`; so there is one portal less than cells.
/// [`Corridor::walks`] gives the parts between links, of each of which that is true.
#[doc(alias("polyPath", "channel", "sleeve"))]
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Corridor {
    /// Where the path will begin: on the closed first cell.
    pub start: DVec2,
    /// Where it will end: on the closed last cell.
    pub goal: DVec2,
    /// The cells, in walking order.
    pub cells: Vec<CellId>,
    /// The portals between them.
    pub portals: Vec<Portal>,
    /// The links, in walking order.
    pub links: Vec<CorridorLink>,
    /// What the search counted: the legs between portal midpoints, each times its cell's cost, and the links.
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

    /// The parts that are walked, in order: one more than there are links. What the links say of places beyond
    /// the corridor's cells and portals counts as its end.
    pub fn walks(&self) -> impl Iterator<Item = CorridorWalk<'_>> {
        (0..=self.links.len()).map(|place| {
            let before = place.checked_sub(1).map(|before| &self.links[before]);
            let after = self.links.get(place);
            let from = before.map_or([0, 0], |link| [link.cells, link.portals]);
            let to = after.map(|link| [link.cells, link.portals]);
            let to = to.unwrap_or([self.cells.len(), self.portals.len()]);
            CorridorWalk {
                start: before.map_or(self.start, |link| link.exit),
                goal: after.map_or(self.goal, |link| link.entry),
                cells: self.cells.get(from[0]..to[0]).unwrap_or_default(),
                portals: self.portals.get(from[1]..to[1]).unwrap_or_default(),
            }
        })
    }
}
