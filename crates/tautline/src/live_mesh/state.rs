//! Saved live maps.

use std::sync::Arc;

use navmesh_build::{BuildError, NavMeshBuilder};
use navmesh_core::NavMesh;

use super::changes::Change;
use super::record::Record;
use super::{EditReport, LiveMesh};

/// The state of a [`LiveMesh`], to save and to load. The loaded map has the same future, bit for bit: the ids of its
/// cells, its keys, its doors and filters, its undo steps, and all answers.
///
/// The feature `serde` makes it serializable. It holds the outlines at the last [checkpoint](LiveMesh::checkpoint) and the
/// changes since then.
#[derive(Debug, Clone)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LiveMeshState {
    version: u32,
    record: Record,
    /// A hash of the ids and points of the mesh.
    hash: u64,
}

/// The version of the state. It changes with what the record holds.
const VERSION: u32 = 1;

/// The reason why a saved live map cannot be loaded.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum LiveStateError {
    /// The state is of another version.
    #[error("the state of the live map is of version {found}; this library loads version {known}")]
    Version {
        /// The version of the state.
        found: u32,
        /// The version that can be loaded.
        known: u32,
    },
    /// The outlines of the state have no mesh. The state was changed.
    #[error("the outlines of the saved live map cannot be built: {0}")]
    Build(#[from] BuildError),
    /// The changes of the state lead to another mesh than the one that was saved. The state was changed, or another
    /// release of the library wrote it.
    #[error("the saved live map has another mesh: the state was changed, or is of another release")]
    OtherMesh,
}

impl LiveMesh {
    /// Builds the mesh of a builder as [`LiveMesh::new`] does, and records all changes, so that
    /// [`LiveMesh::state`] can save the map.
    ///
    /// The record holds the outlines of each edit until the next [checkpoint](LiveMesh::checkpoint).
    ///
    /// Complexity: that of [`LiveMesh::new`].
    ///
    /// ```
    /// use tautline::{LiveMesh, NavMeshBuilder, Outline};
    ///
    /// let mut builder = NavMeshBuilder::new();
    /// builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::recorded(builder)?;
    /// let key = map.add_obstacle(Outline::rect([4.0, 2.0], [5.0, 3.0]))?;
    ///
    /// let state = map.state().ok_or("not recorded")?;
    /// let mut loaded = LiveMesh::from_state(state)?;
    /// assert!(loaded.mesh().cell_ids().eq(map.mesh().cell_ids()));
    /// loaded.remove(key)?; // keys stay valid
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`LiveMesh::new`].
    pub fn recorded(builder: NavMeshBuilder) -> Result<Self, BuildError> {
        let record = Some(Record::of(builder.clone()));
        Ok(Self { record, ..Self::new(builder)? })
    }

    /// Builds the mesh anew from its outlines, and begins a new record with them, which later states hold instead of the
    /// changes so far. A map that was not recorded is recorded from here on.
    ///
    /// Ground, keys, doors, filters and undo steps stay, and all cells have new ids, as after a rebuild. The report says
    /// so: the step is a [`Checkpoint`](super::StepKind::Checkpoint). Call it where a game can afford a build, for example
    /// between two levels.
    ///
    /// Complexity: that of [`LiveMesh::new`].
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::recorded(builder)?; // 10 by 8
    /// for x in [2.0, 4.0, 6.0] {
    ///     map.add_obstacle(Outline::rect([x, 2.0], [x + 1.0, 3.0]))?;
    /// }
    /// assert_eq!(map.recorded_changes(), Some(3));
    /// map.checkpoint()?;
    /// assert_eq!((map.recorded_changes(), map.mesh().area()), (Some(0), 77.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BuildError`] if a whole build refuses the outlines; nothing changes then.
    pub fn checkpoint(&mut self) -> Result<&EditReport, BuildError> {
        let base = self.base();
        let fresh = base.map()?;
        let (pool, origin) = (Arc::clone(&self.pool), Arc::clone(&self.origin));
        let record = Some(Record { base, changes: Vec::new() });
        *self = Self { pool, origin, record, ..fresh };
        Ok(&self.report)
    }

    /// Returns the number of recorded changes since the last checkpoint; `None` if the map is not recorded. A load takes
    /// the time of these changes.
    #[must_use]
    pub fn recorded_changes(&self) -> Option<usize> {
        self.record.as_ref().map(|record| record.changes.len())
    }

    /// Returns the state of the map; `None` if it is not [recorded](LiveMesh::recorded).
    ///
    /// Complexity: linear in the map and in the recorded changes.
    #[must_use]
    pub fn state(&self) -> Option<LiveMeshState> {
        let mut record = self.record.clone()?;
        if self.versions.front().has_weighted_tables() {
            record.changes.push(Change::Tables);
        }
        Some(LiveMeshState { version: VERSION, record, hash: hash(self.mesh()) })
    }

    /// Loads a map. It is recorded, too.
    ///
    /// Finders and keys of the map that was saved are not those of the loaded one; the keys of outlines and filters are
    /// equal.
    ///
    /// Complexity: that of [`LiveMesh::new`] and of the recorded changes.
    ///
    /// ```
    /// # use tautline::{LiveMesh, NavMeshBuilder, Outline};
    /// # let mut builder = NavMeshBuilder::new();
    /// # builder.add_walkable(Outline::rect([0.0, 0.0], [10.0, 8.0]));
    /// let mut map = LiveMesh::recorded(builder)?; // 10 by 8
    /// map.add_obstacle(Outline::rect([4.0, 2.0], [5.0, 3.0]))?;
    /// let mut loaded = LiveMesh::from_state(map.state().ok_or("not recorded")?)?;
    /// assert!(loaded.undo()? && loaded.mesh().area() == 80.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`LiveStateError`] if the state was changed, or if another release of the library wrote it.
    pub fn from_state(state: LiveMeshState) -> Result<Self, LiveStateError> {
        let LiveMeshState { version: found, record, hash: expected } = state;
        if found != VERSION {
            return Err(LiveStateError::Version { found, known: VERSION });
        }
        let Record { base, changes } = record;
        if !base.has_room() {
            return Err(LiveStateError::OtherMesh);
        }
        let fresh = base.map()?;
        let mut map = Self { record: Some(Record { base, changes: Vec::new() }), ..fresh };
        for change in changes {
            map.repeat(change);
        }
        if hash(map.mesh()) == expected { Ok(map) } else { Err(LiveStateError::OtherMesh) }
    }
}

/// Returns a hash of the ids and points of a mesh.
///
/// Source: G. Fowler, L. C. Noll, K.-P. Vo, "The FNV Non-Cryptographic Hash Algorithm", with words instead of bytes.
fn hash(mesh: &NavMesh) -> u64 {
    let cells = mesh.cell_ids().map(|cell| u64::from(cell.slot) << 32 | u64::from(cell.generation));
    let edges = mesh.slots().flat_map(|slot| &mesh.edges()[mesh.edge_range(slot)]);
    let edges = edges.flat_map(|edge| {
        let [x, y] = edge.origin().to_array().map(f64::to_bits);
        [
            x,
            y,
            u64::from(edge.vertex().0) << 32 | u64::from(edge.neighbor_slot().unwrap_or(u32::MAX)),
        ]
    });
    let words = std::iter::once(mesh.revision()).chain(cells).chain(edges);
    words
        .fold(0xcbf2_9ce4_8422_2325, |hash, word| (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3))
}
