//! Distances and paths to many goals.

use tautline::{Goals, ManyQuery, Place};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::arguments::{place, places};
use crate::failure::{JsResult, out_of_range, wrong_type};
use crate::field::DistanceField;
use crate::options::{Options, QuerySettings, field_query, whole};
use crate::path::Path;
use crate::path_tree::PathTree;
use crate::record::Record;
use crate::types::{AnyGoalObject, FieldOptionsObject, PointsObject, QueryOptionsObject, object};

#[wasm_bindgen]
impl Mesh {
    /// Returns the distances from a point to each of many; infinite where there is no path.
    ///
    /// The options are those of `path`, for all goals together. If a budget stops the search, a distance is that of the
    /// best known path.
    pub fn distances(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] goals: &JsValue,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<Vec<f64>> {
        let many = ToMany::read(start, goals, object(options))?;
        self.finder.distances(&many.query()).map_err(|error| self.failure(error))
    }

    /// Finds the paths from a point to each of many by one search. The options are those of `distances`.
    #[wasm_bindgen(js_name = pathTree)]
    pub fn path_tree(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] goals: &JsValue,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<PathTree> {
        let many = ToMany::read(start, goals, object(options))?;
        let tree = self.finder.paths(&many.query()).map_err(|error| self.failure(error))?;
        Ok(PathTree::new(tree, self.finder.clone(), self.ground()))
    }

    /// Returns the costs of paths from a point to each of many, and lower bounds on them.
    ///
    /// They are equal where costs do not differ and no budget stops the search.
    #[wasm_bindgen(js_name = distanceBounds, unchecked_return_type = "DistanceBounds")]
    pub fn distance_bounds(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] goals: &JsValue,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<JsValue> {
        let many = ToMany::read(start, goals, object(options))?;
        let found = self.finder.distance_bounds(&many.query());
        let found = found.map_err(|error| self.failure(error))?;
        let distances: Vec<f64> = found.iter().map(|far| far.distance).collect();
        let bounds: Vec<f64> = found.iter().map(|far| far.lower_bound).collect();
        Ok(Record::new().numbers("distances", &distances).numbers("lowerBounds", &bounds).into())
    }

    /// Returns the numbers of the `count` nearest goals by path length, and their distances; nearest first.
    ///
    /// There are fewer if fewer are in reach. Throws `NoPath` if the start is off the mesh, or a budget does not suffice.
    #[wasm_bindgen(js_name = nearestGoals, unchecked_return_type = "NearestGoals")]
    pub fn nearest_goals(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] goals: &JsValue,
        count: f64,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<JsValue> {
        let many = ToMany::read(start, goals, object(options))?;
        let count = many.goals.len().min(whole("count", count)? as usize);
        let near = self.finder.nearest(&many.query(), count);
        let near = near.map_err(|error| self.failure(error))?;
        let goals: Vec<u32> = near.iter().map(|near| near.goal as u32).collect();
        let distances: Vec<f64> = near.iter().map(|near| near.distance).collect();
        Ok(Record::new().counts("goals", &goals).numbers("distances", &distances).into())
    }

    /// Returns the path lengths from each start to each goal, one start behind the other; without goals between the starts.
    ///
    /// A pair without a path is infinitely far.
    #[wasm_bindgen(js_name = distanceMatrix)]
    pub fn distance_matrix(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] starts: &JsValue,
        goals: Option<PointsObject>,
    ) -> JsResult<Vec<f64>> {
        const MOST_CELLS: usize = 1 << 24; // 128 MiB
        let starts = places("starts", starts)?;
        let goals = match goals {
            Some(goals) => places("goals", &goals)?,
            None => starts.clone(),
        };
        if starts.len().checked_mul(goals.len()).is_none_or(|cells| cells > MOST_CELLS) {
            let counts = format!("{} by {} distances", starts.len(), goals.len());
            return Err(out_of_range(format_args!("{counts} are more than 2^24")));
        }
        let rows = self.finder.distance_matrix(&starts, &goals);
        rows.map(|rows| rows.concat()).map_err(|error| self.failure(error))
    }

    /// Finds the shortest path to the nearest of many goals, or to the nearest point of some: the path, and the number of its goal.
    ///
    /// One kind of goal is given: `points`; `segments`, two points each; or `polygon`, a ring, of which the number is that of
    /// the side where the path ends, undefined for a start inside. Throws `NoPath` if there is none.
    #[wasm_bindgen(js_name = pathToAny, unchecked_return_type = "{ path: Path; goal?: number }")]
    pub fn path_to_any(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        goals: AnyGoalObject,
        options: Option<QueryOptionsObject>,
    ) -> JsResult<JsValue> {
        let start = place("start", start)?;
        let given = Options::new(&goals.into(), &["points", "segments", "polygon"])?;
        let of_kind = |name: &str| -> JsResult<Option<Vec<Place>>> {
            given.value(name)?.map(|value| places(name, &value)).transpose()
        };
        let kinds = [of_kind("points")?, of_kind("segments")?, of_kind("polygon")?];
        let settings = QuerySettings::new(&object(options))?;
        let found = |goals: Goals<'_>| {
            let query = ManyQuery::to_any(start, goals);
            self.finder.path_to_any(&query.with_options_of(&settings.between(start, start)))
        };
        let found = match &kinds {
            [Some(points), None, None] => found(Goals::Points(points)),
            [None, Some(ends), None] => found(Goals::Segments(segments(ends)?)),
            [None, None, Some(ring)] => found(Goals::Polygon(ring)),
            _ => return Err(wrong_type("goals: expected points, segments or a polygon")),
        };
        let found = found.map_err(|error| self.failure(error))?;
        let path = Path::new(found.path, Some(self.ground()));
        let goal = found.goal.map(|goal| goal as u32);
        Ok(Record::new().with("path", path).with_some("goal", goal).into())
    }

    /// Computes the distances from everywhere to the nearest of some goals. Goals off the mesh are ignored if others are on it.
    #[wasm_bindgen(js_name = distanceField)]
    pub fn distance_field(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] goals: &JsValue,
        options: Option<FieldOptionsObject>,
    ) -> JsResult<DistanceField> {
        let goals = places("goals", goals)?;
        let query = field_query(&object(options), &goals)?;
        let field = self.finder.distance_field(&query).map_err(|error| self.failure(error))?;
        Ok(DistanceField::new(field, self.finder.clone(), self.ground()))
    }
}

/// A query to many goals.
struct ToMany {
    start: Place,
    goals: Vec<Place>,
    settings: QuerySettings,
}

impl ToMany {
    fn read(start: &JsValue, goals: &JsValue, options: JsValue) -> JsResult<Self> {
        let (start, goals) = (place("start", start)?, places("goals", goals)?);
        Ok(Self { start, goals, settings: QuerySettings::new(&options)? })
    }

    fn query(&self) -> ManyQuery<&[Place]> {
        let options = self.settings.between(self.start, self.start);
        ManyQuery::new(self.start, &self.goals[..]).with_options_of(&options)
    }
}

fn segments(ends: &[Place]) -> JsResult<&[[Place; 2]]> {
    match ends.as_chunks() {
        (segments, []) => Ok(segments),
        _ => Err(wrong_type("segments: expected two points of each")),
    }
}
