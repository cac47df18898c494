//! The class `LiveMesh`: a mesh that follows the edits of its shapes.
//!
//! 1. `create` – from shapes and meshes.
//! 2. `shapes` – shapes that come, alone or in the place of others.
//! 3. `edits` – shapes that come, move and go; doors, undo.
//! 4. `watch` – paths that are kept while the mesh changes.
//! 5. `properties` – the mesh of now, the keys, the last edit.
//! 6. `saved` – the bytes of a live mesh.

mod create;
mod shapes;
mod edits;
mod watch;
mod properties;
#[cfg(feature = "saved")]
mod saved;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use tautline::live::{WallChange, WatchKey};
use tautline::{LiveMesh as Live, LivePaths};
use wasm_bindgen::prelude::wasm_bindgen;

/// A mesh that is edited in place: shapes come, move and go, doors open and close.
///
/// `edit` takes time for the ground that changes, not for the map. `mesh` is the mesh of now, which answers all questions and
/// stays as it is. Every shape has a key, a number.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LiveMesh {
    /// Crowds on the mesh share it.
    state: Rc<RefCell<State>>,
}

/// Everything that edits change.
#[derive(Debug)]
pub(crate) struct State {
    pub(crate) live: Live,
    /// The number of edits.
    pub(crate) edits: u64,
    /// The walls of the last edit; `None` if they do not tell everything, as where ground may have become cheaper.
    pub(crate) walls: Option<WallChange>,
    /// The repairs of the build.
    repairs: Vec<String>,
    /// The watched paths, once there were some.
    paths: Option<LivePaths>,
    /// The watched paths that edits have broken or may have shortened.
    affected: BTreeSet<WatchKey>,
}

impl LiveMesh {
    fn new(live: Live, repairs: Vec<String>) -> Self {
        let state =
            State { live, edits: 0, walls: None, repairs, paths: None, affected: BTreeSet::new() };
        Self { state: Rc::new(RefCell::new(state)) }
    }

    /// Returns the state, for a crowd.
    pub(crate) fn shared(&self) -> Rc<RefCell<State>> {
        self.state.clone()
    }
}

impl State {
    /// Notes an edit. `tells_all` is false where ground may have become cheaper.
    fn note(&mut self, tells_all: bool) {
        self.edits += 1;
        self.walls = tells_all.then(|| self.live.report().walls().clone());
        let Some(paths) = &mut self.paths else { return };
        // Every edit is reported, so none is missed.
        if let Ok(affected) = self.live.affected(paths) {
            self.affected.extend(affected.keys());
        }
    }
}
