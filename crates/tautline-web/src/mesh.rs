//! The class `Mesh`: built, asked, listed.
//!
//! 1. `create` – meshes from shapes; `nav`, `tiles` and `files` – from bytes, tiles and files.
//! 2. `properties` – sizes, cells, floors and doors.
//! 3. `questions` – paths, and searches in slices; `observed` – the steps of a search.
//! 4. `goals` – distances and paths to many goals.
//! 5. `places` – nearest points, sight, random points, cells in an area.
//! 6. `walls` – rays, moves along walls, the nearest wall.
//! 7. `widths` – the widths of ways.
//! 8. `filters` – meshes for agents with rules of their own.

mod create;
#[cfg(feature = "geojson")]
mod nav;
#[cfg(feature = "tiles")]
mod tiles;
#[cfg(feature = "files")]
mod files;
mod properties;
mod questions;
#[cfg(feature = "trace")]
mod observed;
#[cfg(feature = "goals")]
mod goals;
mod places;
mod walls;
#[cfg(feature = "widths")]
mod widths;
#[cfg(feature = "weighted")]
mod filters;

#[cfg(feature = "arcs")]
use std::cell::OnceCell;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

#[cfg(feature = "arcs")]
use tautline::path::ArcCorners;
use tautline::{MeshFinder, NavMesh, PathError};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::no_path;

/// A navigation mesh: convex cells that cover the walkable area, and the shortest paths across them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Mesh {
    finder: MeshFinder,
    repairs: Vec<String>,
    /// The rules of agents, if there are some.
    #[cfg(feature = "weighted")]
    filter: Option<filters::Filtered>,
    /// The mesh of now for paths, once there was one.
    ground: RefCell<Option<Rc<Ground>>>,
}

/// The mesh that paths were found on, and what is prepared for them.
#[derive(Debug)]
pub(crate) struct Ground {
    pub(crate) mesh: Arc<NavMesh>,
    #[cfg(feature = "arcs")]
    corners: OnceCell<ArcCorners>,
}

impl Ground {
    pub(crate) fn new(mesh: Arc<NavMesh>) -> Self {
        Self {
            mesh,
            #[cfg(feature = "arcs")]
            corners: OnceCell::new(),
        }
    }

    /// Returns the corners that paths go around in arcs.
    #[cfg(feature = "arcs")]
    pub(crate) fn corners(&self) -> &ArcCorners {
        self.corners.get_or_init(|| ArcCorners::of(&self.mesh))
    }
}

impl Mesh {
    pub(crate) fn new(mesh: NavMesh, repairs: Vec<String>) -> Self {
        Self::of_finder(MeshFinder::new(mesh), repairs)
    }

    /// Returns the mesh of a finder, with its closed doors.
    pub(crate) fn of_finder(finder: MeshFinder, repairs: Vec<String>) -> Self {
        Self {
            finder,
            repairs,
            #[cfg(feature = "weighted")]
            filter: None,
            ground: RefCell::default(),
        }
    }

    #[cfg(feature = "agents")]
    pub(crate) fn finder(&self) -> &MeshFinder {
        &self.finder
    }

    /// Returns the mesh of now, on which closed doors are walls, for paths.
    fn ground(&self) -> Rc<Ground> {
        let mesh = self.finder.current_mesh();
        let mut known = self.ground.borrow_mut();
        let known = known.get_or_insert_with(|| Rc::new(Ground::new(mesh.clone())));
        if !Arc::ptr_eq(&known.mesh, &mesh) {
            *known = Rc::new(Ground::new(mesh));
        }
        known.clone()
    }

    fn failure(&self, error: PathError) -> JsValue {
        no_path(error, &self.finder)
    }
}
