//! Meshes as the bytes of `.nav` files, and as shapes.

use tautline::NavMeshBuilder;
use tautline::io::{read_nav, write_geojson, write_nav};
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::failure::{JsResult, unusable};

#[wasm_bindgen]
impl Mesh {
    /// Returns the mesh as the bytes of a `.nav` file, which `Mesh.fromNav` reads.
    #[wasm_bindgen(js_name = toNav)]
    pub fn to_nav(&self) -> Vec<u8> {
        write_nav(self.whole().mesh())
    }

    /// Makes a mesh of the bytes of a `.nav` file. Throws an error if a byte is damaged or missing.
    #[wasm_bindgen(js_name = fromNav)]
    pub fn from_nav(bytes: &[u8]) -> JsResult<Mesh> {
        Ok(Self::new(read_nav(bytes).map_err(unusable)?, Vec::new()))
    }

    /// Returns the ground as GeoJSON text: each cell, wall, floor connection, area, door and link.
    ///
    /// `Mesh.build` with `weld: 0` makes the same ground of it in other cells. It refuses meshes of which two floors change places
    /// on one line; no bake has such floors.
    #[wasm_bindgen(js_name = toGeojson)]
    pub fn to_geojson(&self) -> JsResult<String> {
        let builder = NavMeshBuilder::from_mesh(self.whole().mesh());
        write_geojson(&builder.floors()).map_err(unusable)
    }
}
