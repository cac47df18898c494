//! The defects of raw meshes.

use crate::outline::{Link, LinkSide};

/// A defect of a raw mesh. Cells and corners are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshDefect {
    /// The mesh has no cell. Add one with [`RawMesh::push_cell`](crate::RawMesh::push_cell).
    #[error("the mesh has no cell")]
    Empty,
    /// There are more cells, corners, areas, links or bytes of their names than 32-bit ids allow. Divide the map.
    #[error("the mesh has more than 2³¹ corners, cells, areas, links or bytes of their names")]
    TooLarge,
    /// The arrays do not match. [`RawMesh::push_cell`](crate::RawMesh::push_cell) keeps them in step.
    #[error("cell {cell} ends where the corner array does not")]
    BrokenArrays {
        /// The first such cell.
        cell: u32,
    },
    /// A coordinate is not finite, or it is not 0 and outside 2⁻¹⁴² to 2²⁰⁰ in magnitude. Correct it, or change the unit.
    #[error(
        "position {position} has a coordinate that is not finite, or not 0 and outside 2^-142 to 2^200 in magnitude"
    )]
    BadPosition {
        /// The position's index.
        position: u32,
    },
    /// A corner refers to a position that does not exist. Positions are counted from 0.
    #[error("cell {cell}, corner {corner} refers to a position that does not exist")]
    NoSuchPosition {
        /// The cell.
        cell: u32,
        /// Its corner.
        corner: u32,
    },
    /// A cell has fewer than three corners. Leave it out.
    #[error("cell {cell} has fewer than three corners")]
    TooFewCorners {
        /// The cell.
        cell: u32,
    },
    /// Two consecutive corners are the same point. Leave one of them out.
    #[error("cell {cell}, corner {corner} is the same point as the next corner")]
    RepeatedCorner {
        /// The cell.
        cell: u32,
        /// Its corner.
        corner: u32,
    },
    /// A cell turns right: it is not convex, or runs clockwise. Reverse a clockwise cell; `mend_cells` of navmesh-build cuts
    /// the others.
    #[error("cell {cell} turns right at corner {corner}: not convex, or clockwise")]
    NotConvex {
        /// The cell.
        cell: u32,
        /// Its corner.
        corner: u32,
    },
    /// A cell has no area, or winds around more than once. Leave it out, or divide it.
    #[error("cell {cell} has no area, or winds around more than once")]
    NotSimple {
        /// The cell.
        cell: u32,
    },
    /// An edge's neighbour does not exist, or does not have the reversed edge with this cell as its
    /// neighbour. [`RawMesh::join_matching_edges`](crate::RawMesh::join_matching_edges) sets the neighbours.
    #[error("cell {cell}, edge {edge}: the neighbour does not share the edge")]
    NotReciprocal {
        /// The cell.
        cell: u32,
        /// Its edge, by its first corner.
        edge: u32,
    },
    /// A cell's cost is missing or outside 2⁻⁶⁴ to 2⁶⁴, or there are more costs than cells. Give each cell one, or none at all.
    #[error("cell {cell}: the cost is missing or outside 2^-64 to 2^64")]
    BadCost {
        /// The cell.
        cell: u32,
    },
    /// A cell's area is missing or unknown, or has another cost than the cell, or there are more areas
    /// than cells. Give the cell the cost of its area.
    #[error("cell {cell}: the area is missing or unknown, or has another cost than the cell")]
    BadArea {
        /// The cell.
        cell: u32,
    },
    /// There are floors, but not as many as cells. Give each cell one, or none at all.
    #[error("cell {cell}: the floor is missing, or there is no such cell")]
    BadLayer {
        /// The first cell without a floor, or floor without a cell.
        cell: u32,
    },
    /// An area's cost is outside 2⁻⁶⁴ to 2⁶⁴. Use one in this range.
    #[error("area {area}: the cost is outside 2^-64 to 2^64")]
    BadAreaCost {
        /// The area.
        area: u32,
    },
    /// A door has an edge that does not exist. Edges are counted from 0 through all cells.
    #[error("door {door} has an edge that does not exist")]
    BadDoor {
        /// The door.
        door: u32,
    },
    /// A link's cost is outside 0 to [`Link::max_cost`](crate::Link::max_cost). Use one in this range.
    #[error("link {link}: the cost is outside 0 to 2^20 times the diagonal of the mesh")]
    BadLinkCost {
        /// The link.
        link: u32,
    },
    /// With this link, the links have more than [`Link::MAX_LANES`](crate::Link::MAX_LANES) lanes beside their first ones.
    /// Give wide links fewer lanes.
    #[error(
        "link {link}: with it the wide links have more than {limit} lanes beside their first ones",
        limit = Link::MAX_LANES
    )]
    TooManyLanes {
        /// The link.
        link: u32,
    },
    /// An end of a link lies in no cell of its floor. Move it into one. Raw meshes may have such ends, except those with a
    /// coordinate that no mesh has.
    #[error("link {link}: the {side}{} lies in no cell of its floor", of_lane(*lane))]
    LinkOffMesh {
        /// The link.
        link: u32,
        /// The lane.
        lane: u32,
        /// The end.
        side: LinkSide,
    },
    /// The clearance has an unusable number, or rings or openings that do not match its corners. Build the mesh again for
    /// its agent radius.
    #[error(
        "the clearance has an unusable number, or rings or openings that do not match its corners"
    )]
    BadClearance,
}

/// Returns a mention of a lane other than the first.
fn of_lane(lane: u32) -> String {
    if lane == 0 { String::new() } else { format!(" of lane {lane}") }
}

/// All defects of a raw mesh; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MeshDefects(pub Vec<MeshDefect>);

impl std::fmt::Display for MeshDefects {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const SHOWN: usize = 5;
        for (i, defect) in self.0.iter().take(SHOWN).enumerate() {
            write!(f, "{}{defect}", if i == 0 { "" } else { "; " })?;
        }
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

impl std::error::Error for MeshDefects {}
