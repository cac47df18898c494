//! Paths on a mesh, in one go and in slices.

use tautline::incremental::IncrementalPathfinder;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::failure::JsResult;
use crate::path::Path;
use crate::query::{Call, find_path, find_paths};
use crate::search::Search;
use crate::types::{QueryOptionsObject, object};

#[wasm_bindgen]
impl Mesh {
    /// Finds the shortest path between two points. Throws `NoPath` if there is none, with the reason.
    pub fn path(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &JsValue,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<Path> {
        let call = Call { start, goal, options: object(options) };
        find_path(&self.finder, &call, || Some(self.ground()))
    }

    /// Finds the paths between the points of two lists, row by row. A list of one point serves all rows.
    #[wasm_bindgen(unchecked_return_type = "Paths")]
    pub fn paths(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] starts: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] goals: &JsValue,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<JsValue> {
        let call = Call { start: starts, goal: goals, options: object(options) };
        find_paths(&self.finder, &call, Some(&self.finder.current_mesh()))
    }

    /// Begins a search that is advanced in slices.
    pub fn search(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &JsValue,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<Search> {
        let query = Call { start, goal, options: object(options) }.query()?;
        let search = self.finder.begin_boxed(&query).map_err(|error| self.failure(error))?;
        Ok(Search::new(search, self.finder.clone(), Some(self.ground())))
    }
}
