//! The widths of ways.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::arguments::place;
use crate::failure::JsResult;
use crate::record::{Record, pair};

#[wasm_bindgen]
impl Mesh {
    /// Returns the widest way between two points: its width, and the ends of its narrowest place.
    ///
    /// On a mesh for a radius the width is that which the radius leaves. The first call prepares the whole map. Throws
    /// `NoPath` if a point is off the mesh or no way leads there.
    #[wasm_bindgen(unchecked_return_type = "Widest")]
    pub fn widest(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &JsValue,
    ) -> JsResult<JsValue> {
        let (start, goal) = (place("start", start)?, place("goal", goal)?);
        let way = match self.finder.widths().widest(start, goal) {
            Ok(Some(way)) => way,
            Ok(None) => {
                let mesh = self.finder.current_mesh();
                return Err(self.failure(mesh.unreachable_error(start, goal)));
            }
            Err(error) => return Err(self.failure(error)),
        };
        let [from, to] = way.ends(start.point, goal.point);
        let record = Record::new().with("width", way.width);
        Ok(record.with("from", pair(from)).with("to", pair(to)).into())
    }

    /// Returns whether a circle of a radius can go from one point to another, without a mesh for that radius.
    #[wasm_bindgen(js_name = canPass)]
    pub fn can_pass(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &JsValue,
        radius: f64,
    ) -> JsResult<bool> {
        let (start, goal) = (place("start", start)?, place("goal", goal)?);
        let passes = self.finder.widths().can_pass(start, goal, radius);
        passes.map_err(|error| self.failure(error))
    }
}
