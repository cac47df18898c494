//! The class `Mesh`: built, asked, listed.
//!
//! 1. `create` – meshes from GeoJSON, tiles and files.
//! 2. `properties` – sizes, cells and doors.
//! 3. `questions` – paths, distances, sight.

mod create;
mod properties;
mod questions;

use tautline::{MeshFinder, NavMesh};
use wasm_bindgen::prelude::wasm_bindgen;

pub(crate) use questions::distance_or_nan;

/// A navigation mesh: convex cells that cover the walkable area, and the shortest paths across them.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Mesh {
    finder: MeshFinder,
    repairs: Vec<String>,
}

impl Mesh {
    pub(crate) fn new(mesh: NavMesh, repairs: Vec<String>) -> Self {
        Self { finder: MeshFinder::new(mesh), repairs }
    }
}
