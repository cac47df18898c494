//! Live meshes as bytes.

use tautline::LiveMesh as Live;
use tautline::io::{read_state, write_state};
use tautline::live::LiveMeshState;
use wasm_bindgen::prelude::wasm_bindgen;

use super::LiveMesh;
use crate::failure::{JsResult, unusable};

#[wasm_bindgen]
impl LiveMesh {
    /// Returns everything as bytes: shapes with their keys, closed doors, steps to undo and to redo.
    ///
    /// Throws an error if the live mesh was not built with `recorded: true`.
    #[wasm_bindgen(js_name = toBytes)]
    pub fn to_bytes(&self) -> JsResult<Vec<u8>> {
        let Some(state) = self.state.borrow().live.state() else {
            return Err(unusable("the live mesh is not recorded: set its option"));
        };
        write_state(&state).map_err(unusable)
    }

    /// Makes a live mesh of the bytes of `toBytes`. It has the same future, bit for bit.
    ///
    /// Throws an error if a byte is damaged or missing.
    #[wasm_bindgen(js_name = fromBytes)]
    pub fn from_bytes(bytes: &[u8]) -> JsResult<LiveMesh> {
        let state: LiveMeshState = read_state(bytes).map_err(unusable)?;
        Ok(Self::new(Live::from_state(state).map_err(unusable)?, Vec::new()))
    }
}
