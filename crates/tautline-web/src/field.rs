//! The class `DistanceField`.

use tautline::DistanceField as Field;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::points;
use crate::failure::JsResult;
use crate::mesh::distance_or_nan;

/// The distances from everywhere on a mesh to the nearest of some goals.
#[wasm_bindgen]
#[derive(Debug)]
pub struct DistanceField {
    field: Field,
}

impl DistanceField {
    pub(crate) fn new(field: Field) -> Self {
        Self { field }
    }
}

#[wasm_bindgen]
impl DistanceField {
    /// Returns the distance at each point: infinite off the mesh and out of reach, NaN for a point with NaN.
    pub fn at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] at: &[f64],
    ) -> JsResult<Vec<f64>> {
        let points = points("at", at)?;
        let distance =
            |point| distance_or_nan(self.field.distance_at(point).unwrap_or(f64::INFINITY), point);
        Ok(points.into_iter().map(distance).collect())
    }
}
