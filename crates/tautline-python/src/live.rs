//! The class `LiveMesh`: a mesh that follows the edits of its shapes.
//!
//! 1. `create` – from shapes, features and saved bytes.
//! 2. `edits` – shapes that come, move and go; doors, undo.
//! 3. `watch` – paths that are kept while the mesh changes.
//! 4. `properties` – the mesh of now, the shapes, the last edit.

mod create;
mod edits;
mod watch;
mod properties;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use tautline::draw::Axis;
use tautline::live::{WallChange, WatchKey};
use tautline::{LiveMesh as Live, LivePaths, MeshFinder};

use crate::mesh::Mesh;

/// A mesh that is edited in place: shapes come, move and go, doors open and close.
///
/// ``LiveMesh.build`` makes one from shapes, as ``Mesh.build`` does. ``edit`` takes time for the ground that changes, not for
/// the map. ``mesh`` is the mesh of now: a ``Mesh``, which answers all questions and stays as it is. Every shape has a
/// key, an int. Threads may share a live mesh; calls wait for one another.
///
/// >>> import shapely, pytautline as tl
/// >>> live = tl.LiveMesh.build(walkable=shapely.box(0, 0, 10, 8))
/// >>> [crate] = live.edit(obstacles=shapely.box(4, 0, 6, 7))
/// >>> round(live.mesh.path((1, 4), (9, 4)).length, 3)
/// 10.485
/// >>> live.edit(remove=[crate])
/// []
/// >>> live.mesh.path((1, 4), (9, 4)).length
/// 8.0
#[pyclass(frozen, module = "pytautline")]
#[derive(Debug)]
pub(crate) struct LiveMesh {
    state: Mutex<State>,
}

/// Everything that edits change.
#[derive(Debug)]
struct State {
    live: Live,
    /// The number of edits.
    edits: u64,
    /// The walls of the last edit; `None` if they do not tell everything, as where ground may have become cheaper.
    walls: Option<Arc<WallChange>>,
    /// The mesh of now, once somebody has asked for it.
    mesh: Option<Py<Mesh>>,
    /// The repairs of the build.
    repairs: Vec<String>,
    /// The watched paths, once there were some.
    paths: Option<LivePaths>,
    /// The watched paths that edits have broken or may have shortened.
    affected: BTreeSet<WatchKey>,
}

/// A live mesh between two edits, for a crowd.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) finder: MeshFinder,
    pub(crate) edits: u64,
    pub(crate) walls: Option<Arc<WallChange>>,
}

impl LiveMesh {
    fn new(live: Live, repairs: Vec<String>) -> Self {
        let state = State {
            live,
            edits: 0,
            walls: None,
            mesh: None,
            repairs,
            paths: None,
            affected: BTreeSet::new(),
        };
        Self { state: Mutex::new(state) }
    }

    /// Calls `ask` with the state, without the interpreter's lock: another thread may hold the state for long.
    fn with<T: Send>(&self, py: Python<'_>, ask: impl FnOnce(&mut State) -> T + Send) -> T {
        py.detach(|| ask(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    /// Returns the finder of now, and the number of edits behind it.
    pub(crate) fn now(&self) -> (MeshFinder, u64) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        (state.live.finder(), state.edits)
    }

    /// Returns the mesh after more edits than `seen`; `None` if there are no more.
    pub(crate) fn after(&self, seen: u64) -> Option<Snapshot> {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        (seen != state.edits).then(|| Snapshot {
            finder: state.live.finder(),
            edits: state.edits,
            walls: state.walls.clone(),
        })
    }
}

impl State {
    /// Notes an edit. `tells_all` is false where ground may have become cheaper.
    fn note(&mut self, tells_all: bool) {
        self.edits += 1;
        self.walls = tells_all.then(|| Arc::new(self.live.report().walls().clone()));
        self.mesh = None;
        self.watch_edit();
    }
}

/// Pictures of a live mesh have their y axis up.
const AXIS: Axis = Axis::YUp;
