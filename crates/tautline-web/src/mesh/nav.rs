//! Meshes as the bytes of `.nav` files.

use tautline::io::{read_nav, write_nav};
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
}
