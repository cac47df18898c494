//! The changes of a live map that decide its future: noted as they come, and made again.

use navmesh_build::OutlineEdit;
use navmesh_core::{Filter, FilterId};

use super::LiveMesh;

/// A change of a live map that decides its future.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum Change {
    Edits(Vec<OutlineEdit>),
    Undo,
    Redo,
    CloseDoor(String),
    OpenDoor(String),
    AddFilter(Filter),
    SetFilter(FilterId, Filter),
    RemoveFilter(FilterId),
    RefreshIndex(u64),
    /// A query made the tables of the weighted search. Those of later versions follow from them.
    Tables,
}

impl LiveMesh {
    /// Notes a change, if the map is recorded. Call it before the mesh changes.
    pub(super) fn note(&mut self, change: impl FnOnce() -> Change) {
        let Some(record) = &mut self.record else { return };
        if self.versions.front().has_weighted_tables() {
            record.changes.push(Change::Tables);
        }
        record.changes.push(change());
    }

    /// Makes a change again.
    pub(super) fn repeat(&mut self, change: Change) {
        // A change that was refused once is refused again.
        match change {
            Change::Edits(edits) => _ = self.apply(&edits).is_ok(),
            Change::Undo => _ = self.undo().is_ok(),
            Change::Redo => _ = self.redo().is_ok(),
            Change::CloseDoor(name) => _ = self.close_door(&name).is_ok(),
            Change::OpenDoor(name) => _ = self.open_door(&name).is_ok(),
            Change::AddFilter(filter) => _ = self.add_filter(&filter).is_ok(),
            Change::SetFilter(id, filter) => _ = self.set_filter(id, &filter).is_ok(),
            Change::RemoveFilter(id) => _ = self.remove_filter(id),
            Change::RefreshIndex(budget) => _ = self.refresh_index(budget),
            Change::Tables => self.versions.front().make_weighted_tables(),
        }
    }
}
