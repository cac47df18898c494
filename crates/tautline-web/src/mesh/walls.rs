//! Rays, moves along walls, the nearest wall.

use tautline::queries::WallHit;
use tautline::{DVec2, MeshQueries, PathError, Place};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::arguments::{pairs, place};
use crate::failure::JsResult;
use crate::record::Record;

/// The end of a ray or of a move.
struct Hit {
    place: Place,
    distance: f64,
    wall: Option<WallHit>,
}

#[wasm_bindgen]
impl Mesh {
    /// Casts rays from points to others, up to the first wall or closed door: a row each. A list of one point serves all rows.
    ///
    /// A row that starts off the mesh has NaN. Throws `NoPath` for a single ray that does.
    #[wasm_bindgen(unchecked_return_type = "Hits")]
    pub fn rays(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] starts: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] ends: &JsValue,
    ) -> JsResult<JsValue> {
        self.hits([starts, ends], |queries, [start, end]| {
            let ray = queries.cast_ray(start, end.point)?;
            Ok(Hit { place: ray.place(), distance: ray.distance, wall: ray.wall })
        })
    }

    /// Moves points towards others, and slides along walls, as a joystick moves an agent: a row each, as of `rays`.
    ///
    /// `distances` are the lengths of the ways.
    #[wasm_bindgen(unchecked_return_type = "Hits")]
    pub fn slides(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] starts: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Points")] ends: &JsValue,
    ) -> JsResult<JsValue> {
        self.hits([starts, ends], |queries, [start, end]| {
            let moved = queries.move_along(start, end.point)?;
            Ok(Hit { place: moved.place(), distance: moved.travelled, wall: moved.wall })
        })
    }

    /// Returns the nearest wall as x and y of its nearest point and its distance, or undefined beyond `limit`.
    #[wasm_bindgen(js_name = nearestWall, unchecked_return_type = "Float64Array | undefined")]
    pub fn nearest_wall(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] point: &JsValue,
        limit: f64,
    ) -> JsResult<Option<Vec<f64>>> {
        let point = place("point", point)?;
        let near = self.ask(|queries| queries.nearest_wall(point, limit))?;
        Ok(near.map(|near| vec![near.point.x, near.point.y, near.distance]))
    }
}

impl Mesh {
    /// Asks for each row.
    fn hits(
        &self,
        ends: [&JsValue; 2],
        ask: impl Fn(&mut MeshQueries<'_>, [Place; 2]) -> Result<Hit, PathError>,
    ) -> JsResult<JsValue> {
        let rows = pairs(["starts", "ends"], ends)?;
        let mesh = self.finder.current_mesh();
        let mut queries = MeshQueries::new(&mesh);
        let mut hits = Vec::with_capacity(rows.len());
        for &row in &rows {
            match ask(&mut queries, row) {
                Ok(hit) => hits.push(Some(hit)),
                Err(error) if rows.len() == 1 => return Err(self.failure(error)),
                Err(_) => hits.push(None),
            }
        }
        Ok(record_of(&hits))
    }
}

fn record_of(hits: &[Option<Hit>]) -> JsValue {
    let of = |hit: &Option<Hit>, value: fn(&Hit) -> DVec2| hit.as_ref().map_or(DVec2::NAN, value);
    let points = hits.iter().map(|hit| of(hit, |hit| hit.place.point));
    let normals = hits
        .iter()
        .map(|hit| of(hit, |hit| hit.wall.as_ref().map_or(DVec2::NAN, |wall| wall.normal)));
    let distances: Vec<f64> =
        hits.iter().map(|hit| hit.as_ref().map_or(f64::NAN, |hit| hit.distance)).collect();
    let floor = |hit: &Option<Hit>| hit.as_ref().and_then(|hit| hit.place.layer).unwrap_or(0);
    let floors: Vec<u32> = hits.iter().map(floor).collect();
    let record = Record::new().points("points", points).counts("floors", &floors);
    record.numbers("distances", &distances).points("normals", normals).into()
}
