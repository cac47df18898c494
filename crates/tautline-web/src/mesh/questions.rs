//! Paths, distances and sight on a mesh.

use tautline::incremental::IncrementalPathfinder;
use tautline::{DVec2, ManyQuery, MeshQueries, Path as FoundPath, PathError, Scratch};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::arguments::{flat, place, points};
use crate::failure::{JsResult, no_path};
use crate::field::DistanceField;
use crate::options::{QuerySettings, field_query};
use crate::path::{Path, Paths};
use crate::query::{Call, find_path, find_paths};
use crate::trace::{Search, Trace};
use crate::types::{FieldOptionsObject, QueryOptionsObject, object};

#[wasm_bindgen]
impl Mesh {
    /// Finds the shortest path between two points. Throws `NoPath` if there is none, with the reason.
    pub fn path(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &[f64],
        options: Option<QueryOptionsObject>,
    ) -> JsResult<Path> {
        find_path(
            &self.finder,
            Call { start, goal, options: object(options) },
            Some(self.finder.mesh()),
        )
    }

    /// Finds the paths between the points of two lists, row by row.
    pub fn paths(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] starts: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Points")] goals: &[f64],
        options: Option<QueryOptionsObject>,
    ) -> JsResult<Paths> {
        find_paths(&self.finder, Call { start: starts, goal: goals, options: object(options) })
    }

    /// Begins a search that is advanced in slices.
    pub fn search(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &[f64],
        options: Option<QueryOptionsObject>,
    ) -> JsResult<Search> {
        let query = Call { start, goal, options: object(options) }.query()?;
        let search = self.finder.begin_boxed(&query).map_err(|error| self.failure(error))?;
        Ok(Search::new(search, self.finder.clone()))
    }

    /// Finds a path and records each step of the search. The record is empty where costs differ.
    pub fn trace(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &[f64],
        options: Option<QueryOptionsObject>,
    ) -> JsResult<Trace> {
        let query = Call { start, goal, options: object(options) }.query()?;
        let (mut trace, mut path) = (Trace::of_mesh(), FoundPath::default());
        let found =
            self.finder.find_path_observed(&query, &mut Scratch::new(), &mut path, &mut trace);
        Ok(trace.with_path(found.is_ok().then_some(path)))
    }

    /// Returns the distances from a point to each of many; infinite where there is no path.
    ///
    /// The options are those of `path`, for all goals together. Where a budget stops the search, a distance is that of the
    /// best known path.
    pub fn distances(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Points")] goals: &[f64],
        options: Option<QueryOptionsObject>,
    ) -> JsResult<Vec<f64>> {
        let (start, goals) = (place("start", start)?, points("goals", goals)?);
        let settings = QuerySettings::new(&object(options))?;
        let query = ManyQuery::new(start, &goals).with_options_of(&settings.between(start, start));
        self.finder.distances(&query).map_err(|error| self.failure(error))
    }

    /// Computes the distances from everywhere to the nearest of some goals.
    #[wasm_bindgen(js_name = distanceField)]
    pub fn distance_field(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] goals: &[f64],
        options: Option<FieldOptionsObject>,
    ) -> JsResult<DistanceField> {
        let goals = points("goals", goals)?;
        let query = field_query(&object(options), &goals)?;
        let field = self.finder.distance_field(&query);
        field.map(DistanceField::new).map_err(|error| self.failure(error))
    }

    /// Returns the nearest walkable point as `[x, y]`, or undefined if a coordinate is not finite.
    #[wasm_bindgen(unchecked_return_type = "Float64Array | undefined")]
    pub fn nearest(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] point: &[f64],
    ) -> JsResult<Option<Vec<f64>>> {
        let near = self.finder.current_mesh().nearest(place("point", point)?);
        Ok(near.map(|near| flat([near.point])))
    }

    /// Returns the border of the region that a point sees, counter-clockwise: x and y of each corner.
    #[wasm_bindgen(js_name = visibleFrom)]
    pub fn visible_from(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] point: &[f64],
    ) -> JsResult<Vec<f64>> {
        let mesh = self.finder.current_mesh();
        let region = MeshQueries::new(&mesh).visible_from(place("point", point)?);
        region.map(|region| flat(region.ring)).map_err(|error| self.failure(error))
    }

    /// Returns whether the straight line between two points stays on the mesh.
    pub fn sees(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &[f64],
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &[f64],
    ) -> JsResult<bool> {
        let mesh = self.finder.current_mesh();
        let (start, goal) = (place("start", start)?, place("goal", goal)?);
        MeshQueries::new(&mesh).sees(start, goal).map_err(|error| self.failure(error))
    }

    /// Returns the nearest wall as x and y of its nearest point and its distance, or undefined beyond `limit`.
    #[wasm_bindgen(js_name = nearestWall, unchecked_return_type = "Float64Array | undefined")]
    pub fn nearest_wall(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] point: &[f64],
        limit: f64,
    ) -> JsResult<Option<Vec<f64>>> {
        let mesh = self.finder.current_mesh();
        let near = MeshQueries::new(&mesh).nearest_wall(place("point", point)?, limit);
        let near = near.map_err(|error| self.failure(error))?;
        Ok(near.map(|near| vec![near.point.x, near.point.y, near.distance]))
    }
}

impl Mesh {
    fn failure(&self, error: PathError) -> JsValue {
        no_path(error, &self.finder)
    }
}

/// Returns a number that is not finite for a place without a distance.
pub(crate) fn distance_or_nan(distance: f64, point: DVec2) -> f64 {
    if point.is_finite() { distance } else { f64::NAN }
}
