//! The cells between start and goal, and the portals between the cells.

use glam::DVec2;

use crate::mesh::{CellId, EdgeId, VertexId};

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

/// A chain of cells from start to goal, each joined to the next by a portal.
///
/// `portals[i]` joins `cells[i]` to `cells[i + 1]`; so there is one portal less than cells.
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
    /// What the search counted: the legs between portal midpoints, each times its cell's cost.
    pub cost: f64,
}

impl Corridor {
    /// Empties the corridor and keeps its memory.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.portals.clear();
        self.cost = 0.0;
    }
}
