//! The steps of a search on a mesh.

use tautline::{Path as FoundPath, Scratch};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::failure::JsResult;
use crate::path::Path;
use crate::query::Call;
use crate::trace::Trace;
use crate::types::{QueryOptionsObject, object};

#[wasm_bindgen]
impl Mesh {
    /// Finds a path and records each step of the search. The record is empty where costs differ.
    pub fn trace(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &JsValue,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<Trace> {
        let query = Call { start, goal, options: object(options) }.query()?;
        let (mut trace, mut path) = (Trace::of_mesh(), FoundPath::default());
        let found =
            self.finder.find_path_observed(&query, &mut Scratch::new(), &mut path, &mut trace);
        Ok(trace.with_path(found.is_ok().then(|| Path::new(path, Some(self.ground())))))
    }
}
