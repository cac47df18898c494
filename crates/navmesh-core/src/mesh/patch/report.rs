//! The outcome of a patch.

use glam::DVec2;

use crate::mesh::{AreaId, CellId, DoorId, EdgeId, LaneId, MeshDefect, VertexId};

/// The changes that a patch made to a mesh.
///
/// The patch takes time linear in these changes, with these exceptions. A patch with a removed cell on the
/// border of the bounds visits the outermost buckets of point location. New cells outside the former
/// bounds, or four times as many cells as before, build point location again. A mesh with links finds the
/// cells at their ends again. A mesh with doors visits the edges of all doors.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct PatchReport {
    /// The cells that are gone, in the order of the patch.
    pub removed: Vec<CellId>,
    /// The new cells, in the order of the patch.
    pub added: Vec<CellId>,
    /// The edges of other cells that led to removed cells, and the walls that the patch lists. Each now
    /// leads to a new cell or is a wall.
    pub rim: Vec<EdgeId>,
    /// The slots of the other cells with a corner where fans have changed, ascending.
    pub touched: Vec<u32>,
    /// The numbers of vertices that do not surely stand for the same place as before, ascending: they are
    /// free, new, or of another fan.
    pub renumbered: Vec<VertexId>,
    /// The doors that have lost or won edges or cells of their margin, ascending.
    pub doors: Vec<DoorId>,
    /// The lanes of links that cannot be used any more, because the mesh does not hold an end; ascending.
    pub closed_lanes: Vec<LaneId>,
    /// The lanes of links that can be used again, ascending.
    pub opened_lanes: Vec<LaneId>,
}

/// The reason why a patch is refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PatchError {
    /// The mesh is a copy with closed doors or a filter. Patch the mesh behind it.
    #[error("the mesh has closed doors or a filter; patch the mesh behind it")]
    Restricted,
    /// The mesh has no such cell, or the patch removes it twice.
    #[error("the mesh has no cell in slot {} of generation {}, or it is removed twice", cell.slot, cell.generation)]
    UnknownCell {
        /// The cell.
        cell: CellId,
    },
    /// The cell cannot return: it never existed, it is not gone, or its slot is in use.
    #[error("the cell in slot {} of generation {} cannot return", cell.slot, cell.generation)]
    NoFormerCell {
        /// The cell.
        cell: CellId,
    },
    /// No cell would be left.
    #[error("the patch leaves no cell")]
    Empty,
    /// The mesh would have 2³¹ corners or cells.
    #[error("the mesh would have 2³¹ corners or cells")]
    TooLarge,
    /// A coordinate is not finite, or it is not 0 and outside 2⁻¹⁴² to 2²⁰⁰ in magnitude.
    #[error("new cell {cell}, corner {corner}: a coordinate is out of range")]
    BadPosition {
        /// The new cell.
        cell: u32,
        /// Its corner.
        corner: u32,
    },
    /// A new cell is not valid. Its number in the defect counts the new cells.
    #[error("new cell: {defect}")]
    BadCell {
        /// The defect.
        defect: MeshDefect,
    },
    /// The list of sides is neither empty nor as long as that of the corners.
    #[error("new cell {cell} has another number of sides than of corners")]
    BadSides {
        /// The new cell.
        cell: u32,
    },
    /// A new cell belongs to a door that does not exist, or with a side that does not exist.
    #[error("new cell {cell} belongs to a door or with a side that does not exist")]
    BadDoor {
        /// The new cell.
        cell: u32,
    },
    /// The area is listed twice, or cannot come or go. A new area needs a free id, no higher than one for each new area. An
    /// area that goes exists, and no cell that stays belongs to it.
    #[error("area {} cannot come or go", area.0)]
    BadAreaChange {
        /// The area.
        area: AreaId,
    },
    /// The door is listed twice, or cannot come or go. The id of a new door is no higher than one for each new door. A door
    /// that goes exists, and no cell that stays belongs to it.
    #[error("door {} cannot come or go", door.0)]
    BadDoorChange {
        /// The door.
        door: DoorId,
    },
    /// The clearance has an unusable number, or rings or openings that do not match its corners.
    #[error("the clearance is not valid")]
    BadClearance,
    /// Two sides overlap without having the same ends, so that a portal would become a wall. Give both
    /// cells the same corners there.
    #[error("two sides overlap between {:?} and {:?} but have other ends", ends[0], ends[1])]
    PartialSide {
        /// The ends of one of them.
        ends: [DVec2; 2],
    },
    /// A listed wall is no wall of a cell that stays.
    #[error("edge {index} of the cell in slot {} is no wall of a cell that stays", cell.slot)]
    BadWall {
        /// The cell.
        cell: CellId,
        /// The index of its edge.
        index: u32,
    },
    /// More than two cells of one floor, or of two joined floors, have the same side.
    #[error("more than two cells have the side from {:?} to {:?}", ends[0], ends[1])]
    SharedSide {
        /// The ends of the side.
        ends: [DVec2; 2],
    },
    /// A new cell overlaps another cell of its floor.
    #[error("new cell {cell} overlaps another cell")]
    Overlap {
        /// The new cell.
        cell: u32,
    },
}
