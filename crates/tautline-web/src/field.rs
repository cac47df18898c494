//! The class `DistanceField`.

use std::rc::Rc;
use std::sync::Arc;

use tautline::{DVec2, DistanceField as Field, MeshFinder, Place};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::{place, places};
use crate::failure::{JsResult, no_path};
use crate::mesh::Ground;
use crate::path::Path;
use crate::record::{Record, flat};

/// The distances from everywhere on a mesh to the nearest of some goals.
#[wasm_bindgen]
#[derive(Debug)]
pub struct DistanceField {
    field: Arc<Field>,
    finder: MeshFinder,
    ground: Rc<Ground>,
}

impl DistanceField {
    pub(crate) fn new(field: Field, finder: MeshFinder, ground: Rc<Ground>) -> Self {
        Self { field: Arc::new(field), finder, ground }
    }

    /// Returns the field, for agents that follow it.
    #[cfg(feature = "agents")]
    pub(crate) fn shared(&self) -> &Arc<Field> {
        &self.field
    }
}

#[wasm_bindgen]
impl DistanceField {
    /// Returns the distance at each point: infinite off the mesh and out of reach, NaN for a point with NaN.
    pub fn at(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] at: &JsValue,
    ) -> JsResult<Vec<f64>> {
        let distance = |place: Place| match self.field.distance_at(place) {
            Some(distance) => distance,
            None => none_at(place),
        };
        Ok(places("at", at)?.into_iter().map(distance).collect())
    }

    /// Returns the costs of paths from each point, and lower bounds on them. They are equal where costs do not differ.
    ///
    /// Both are infinite without a path, and NaN for a point with NaN.
    #[wasm_bindgen(unchecked_return_type = "DistanceBounds")]
    pub fn bounds(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] at: &JsValue,
    ) -> JsResult<JsValue> {
        let (mut distances, mut lower_bounds) = (Vec::new(), Vec::new());
        for place in places("at", at)? {
            let none = [none_at(place); 2];
            let found = self.field.bounds_at(place);
            let [distance, bound] =
                found.map_or(none, |bounds| [bounds.distance, bounds.lower_bound]);
            distances.push(distance);
            lower_bounds.push(bound);
        }
        let record = Record::new().numbers("distances", &distances);
        Ok(record.numbers("lowerBounds", &lower_bounds).into())
    }

    /// Returns the direction of the first step from each point: x and y of unit vectors, NaN at a goal and out of reach.
    pub fn directions(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] at: &JsValue,
    ) -> JsResult<Vec<f64>> {
        let direction = |place| self.field.direction_at(place).unwrap_or(DVec2::NAN);
        Ok(flat(places("at", at)?.into_iter().map(direction)))
    }

    /// Returns the path from a point to its nearest goal. Throws `NoPath` if there is none.
    pub fn path(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
    ) -> JsResult<Path> {
        let path = self.field.path_from(place("start", start)?);
        let path = path.map_err(|error| no_path(error, &self.finder))?;
        Ok(Path::new(path, Some(self.ground.clone())))
    }

    /// The goals on the mesh: x and y of each.
    #[wasm_bindgen(getter)]
    pub fn goals(&self) -> Vec<f64> {
        flat(self.field.goals())
    }

    /// Returns the field once more, for a call that takes its own; the package calls it.
    #[wasm_bindgen(js_name = __copy, skip_typescript)]
    pub fn copy(&self) -> DistanceField {
        let Self { field, finder, ground } = self;
        Self { field: field.clone(), finder: finder.clone(), ground: ground.clone() }
    }
}

/// Returns the distance at a place without one.
fn none_at(place: Place) -> f64 {
    if place.point.is_nan() { f64::NAN } else { f64::INFINITY }
}
