//! Meshes from tiles.

use tautline::{BuildOptions, Grid as Tiles, build_outlines, trace};
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::failure::{JsResult, unusable};
use crate::grid::Grid;
use crate::options::BuildSettings;
use crate::types::{BuildOptionsObject, object};

#[wasm_bindgen]
impl Mesh {
    /// Builds the mesh of the free tiles of a grid, for any-angle paths.
    #[wasm_bindgen(js_name = fromGrid)]
    pub fn from_grid(grid: &Grid, options: Option<BuildOptionsObject>) -> JsResult<Mesh> {
        Self::from_tiles(grid.tiles(), &BuildSettings::new(&object(options))?.build)
    }
}

impl Mesh {
    pub(super) fn from_tiles(tiles: &Tiles, options: &BuildOptions) -> JsResult<Self> {
        if tiles.free_count() == 0 {
            return Err(unusable("the walkable area is empty: no tile is free"));
        }
        let (mesh, _) = build_outlines(&trace(tiles), options).map_err(unusable)?;
        Ok(Self::new(mesh, Vec::new()))
    }
}
