//! The report of an edit.

use navmesh_build::{LiveKey, RebuildReason, Repair};
use navmesh_core::backend::PatchReport;
use navmesh_core::{CellId, LaneId, WallChange};

/// The changes that an edit made to the mesh of a [`LiveMesh`](super::LiveMesh).
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct EditReport {
    /// The key of each edit of the batch, in order.
    pub keys: Vec<LiveKey>,
    /// The cells that are gone.
    pub removed: Vec<CellId>,
    /// The new cells.
    pub added: Vec<CellId>,
    /// The repairs of new outlines. The index of an outline is that of its edit.
    pub repairs: Vec<Repair>,
    /// The kind of the step, and with it the class of its time.
    pub kind: StepKind,
    /// The lanes of links that cannot be used any more, because an end is off the mesh or closed, or the link was moved, replaced
    /// or removed.
    pub closed_links: Vec<LaneId>,
    /// The lanes of links that can be used again, or where they were moved.
    pub opened_links: Vec<LaneId>,
    /// The revision of the map after the edit.
    pub revision: u64,
    /// The number of reports of this map so far, those of doors included.
    pub(super) number: u64,
    pub(super) walls: WallChange,
}

/// The kind of a step of a [`LiveMesh`](super::LiveMesh).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum StepKind {
    /// Cells around the edit were replaced, in time that depends on their number.
    #[default]
    Patched,
    /// The mesh was built anew, in time linear in the map, and all cells have new ids.
    Rebuilt(RebuildReason),
    /// A mesh from before a rebuild returned.
    Restored,
    /// Doors have opened or closed.
    Doors,
    /// The mesh was built anew from the same outlines. All cells have new ids; those that are gone are not listed.
    Checkpoint,
}

impl EditReport {
    /// True if the edit frees no ground and opens nothing, so that no path becomes shorter.
    #[must_use]
    pub fn only_blocks(&self) -> bool {
        self.walls.only_blocks()
    }

    /// Returns the walls that are new and those that are gone, for a crowd or a watch of paths.
    #[must_use]
    pub fn walls(&self) -> &WallChange {
        &self.walls
    }

    /// Takes over the cells and links of a patch.
    pub(super) fn of_patch(report: PatchReport, walls: WallChange) -> Self {
        Self {
            removed: report.removed,
            added: report.added,
            closed_links: report.closed_lanes,
            opened_links: report.opened_lanes,
            walls,
            ..Self::default()
        }
    }
}
