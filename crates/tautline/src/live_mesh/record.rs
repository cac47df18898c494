//! The record of a live map: its outlines at a checkpoint, and all changes since.
//!
//! The same changes on the same base give the same map, bit for bit: its ids, the order of its indexes, its undo steps.
//! Base and changes are therefore the whole state of a map.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use navmesh_build::{BuildError, NavMeshBuilder};
use navmesh_core::backend::collections::Slots;
use navmesh_core::{Filter, FilterId, WallsBefore};

use super::changes::Change;
use super::history::{History, HistoryEdits};
use super::{EditReport, LiveMesh, StepKind};
use crate::mesh_finder::RegisteredFilter;

/// A base, and the changes since.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Record {
    pub(super) base: Base,
    pub(super) changes: Vec<Change>,
}

/// A map of which nothing is left but what a fresh build of its outlines gives.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) struct Base {
    builder: NavMeshBuilder,
    /// `None` for a map as it was built first.
    checkpoint: Option<Checkpoint>,
}

/// The rest of a map at a checkpoint.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
struct Checkpoint {
    history: HistoryEdits,
    closed: BTreeSet<String>,
    filters: Slots<FilterId, Filter>,
    /// The number of changes of the mesh, those before the checkpoint included.
    revision: u64,
    /// The number of reports.
    number: u64,
}

impl Record {
    pub(super) fn of(builder: NavMeshBuilder) -> Self {
        Self { base: Base { builder, checkpoint: None }, changes: Vec::new() }
    }
}

impl Base {
    /// True if no number is near the end of its range. For numbers that come from outside.
    pub(super) fn has_room(&self) -> bool {
        let has_room = |point: &Checkpoint| point.revision.max(point.number) < 1 << 62;
        self.checkpoint.as_ref().is_none_or(has_room)
    }

    /// Builds the map.
    pub(super) fn map(&self) -> Result<LiveMesh, BuildError> {
        let builder = self.builder.clone();
        let Some(Checkpoint { history, closed, filters, revision, number }) = &self.checkpoint
        else {
            return LiveMesh::new(builder);
        };
        let mut map = LiveMesh::at_revision(builder, *revision)?;
        map.history = History::of_edits(history);
        map.closed.clone_from(closed);
        map.filters = Arc::new(
            filters.clone().map(|filter| RegisteredFilter { filter, map: OnceLock::new() }),
        );
        let mesh = map.current_mesh();
        // The walls are those from before, some of them perhaps in other pieces.
        let walls = WallsBefore::whole(&mesh).after_rebuild(&mesh);
        let (kind, added) = (StepKind::Checkpoint, map.mesh().cell_ids().collect());
        map.report = EditReport {
            number: number.saturating_sub(1),
            kind,
            added,
            walls,
            ..EditReport::default()
        };
        map.publish(map.report.clone());
        Ok(map)
    }
}

impl LiveMesh {
    /// Returns the base of a map at a checkpoint of this one.
    pub(super) fn base(&self) -> Base {
        let checkpoint = Checkpoint {
            history: self.history.edits(),
            closed: self.closed.clone(),
            filters: (*self.filters).clone().map(|registered| registered.filter),
            revision: self.revision() + 1,
            number: self.report.number + 1,
        };
        Base { builder: self.builder().clone(), checkpoint: Some(checkpoint) }
    }
}
