//! Nearest points, sight, random points, cells in an area and parts of a mesh.

use tautline::queries::Region;
use tautline::{DVec2, MeshQueries, PathError, Place};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::arguments::{place, places, points};
use crate::failure::{JsResult, out_of_range, unusable, wrong_type};
use crate::options::{Options, whole};
use crate::record::{Record, flat};
use crate::types::{RandomOptionsObject, RegionObject, object};

#[wasm_bindgen]
impl Mesh {
    /// Returns the nearest walkable point as `[x, y]`, or undefined if a coordinate is not finite.
    #[wasm_bindgen(unchecked_return_type = "Float64Array | undefined")]
    pub fn nearest(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] point: &JsValue,
    ) -> JsResult<Option<Vec<f64>>> {
        let near = self.finder.current_mesh().nearest(place("point", point)?);
        Ok(near.map(|near| flat([near.point])))
    }

    /// Returns the border of the region that a point sees, counter-clockwise: x and y of each corner.
    #[wasm_bindgen(js_name = visibleFrom)]
    pub fn visible_from(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] point: &JsValue,
    ) -> JsResult<Vec<f64>> {
        let point = place("point", point)?;
        self.ask(|queries| queries.visible_from(point)).map(|region| flat(region.ring))
    }

    /// Returns whether the straight line between two points stays on the mesh.
    pub fn sees(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] start: &JsValue,
        #[wasm_bindgen(unchecked_param_type = "Point")] goal: &JsValue,
    ) -> JsResult<bool> {
        let (start, goal) = (place("start", start)?, place("goal", goal)?);
        self.ask(|queries| queries.sees(start, goal))
    }

    /// Returns the cost of the line through some points, the first one its start; undefined where a wall is in its way.
    #[wasm_bindgen(js_name = straightCost)]
    pub fn straight_cost(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] line: &JsValue,
    ) -> JsResult<Option<f64>> {
        let line = places("line", line)?;
        let [start, rest @ ..] = &line[..] else {
            return Err(wrong_type("line: expected a point or more"));
        };
        let rest: Vec<DVec2> = rest.iter().map(|place| place.point).collect();
        self.ask(|queries| queries.straight_cost(*start, &rest))
    }

    /// Returns random points of the walkable area, evenly spread, the same for the same seed: `points` and `floors`.
    ///
    /// With `around` and `radius` they lie in a circle, also where no way leads to them from its center.
    #[wasm_bindgen(js_name = randomPoints, unchecked_return_type = "Places")]
    pub fn random_points(
        &self,
        count: f64,
        options: Option<RandomOptionsObject>,
    ) -> JsResult<JsValue> {
        const MOST_POINTS: u64 = 1 << 22;
        let count = whole("count", count)?;
        if count > MOST_POINTS {
            return Err(out_of_range(format_args!("count: expected up to 2^22, not {count}")));
        }
        let options = Options::new(&object(options), &["seed", "around", "radius"])?;
        let around = options.value("around")?.map(|point| place("around", &point)).transpose()?;
        let circle = match (around, options.number("radius")?) {
            (Some(center), Some(radius)) => Some((center, radius)),
            (None, None) => None,
            _ => return Err(wrong_type("around and radius are given together")),
        };
        let mut random = split_mix(options.count("seed")?.unwrap_or(0));
        let found: Option<Vec<Place>> = self.ask(|queries| {
            let next = |_| match circle {
                Some((center, radius)) => {
                    queries.random_point_around(center, radius, &mut random).map(Some)
                }
                None => Ok(queries.random_point(&mut random)),
            };
            (0..count).map(next).collect()
        })?;
        let found = found.ok_or_else(|| unusable("closed doors leave no walkable area"))?;
        let floors: Vec<u32> = found.iter().map(|place| place.layer.unwrap_or(0)).collect();
        let points = found.iter().map(|place| place.point);
        Ok(Record::new().points("points", points).counts("floors", &floors).into())
    }

    /// Returns the numbers of the cells that a polygon without holes or a circle touches, ascending.
    #[wasm_bindgen(js_name = cellsIn)]
    pub fn cells_in(&self, region: RegionObject) -> JsResult<Vec<u32>> {
        let given = Options::new(&region.into(), &["polygon", "center", "radius", "floor"])?;
        let ring = given.value("polygon")?.map(|ring| points("polygon", &ring)).transpose()?;
        let center = given.value("center")?.map(|point| place("center", &point)).transpose()?;
        let region = match (&ring, center, given.number("radius")?) {
            (Some(ring), None, None) => Region::Polygon(ring),
            (None, Some(center), Some(radius)) => Region::Circle { center: center.point, radius },
            _ => return Err(wrong_type("region: expected a polygon, or a center and a radius")),
        };
        let floor = given.floor("floor")?;
        let mesh = self.finder.current_mesh();
        let queries = MeshQueries::new(&mesh);
        let mut queries = match floor {
            Some(floor) => queries.on_layer(floor),
            None => queries,
        };
        let cells = queries.cells_in(&region).map_err(|error| self.failure(error))?;
        Ok(cells.into_iter().map(|cell| cell.slot).collect())
    }

    /// Returns the numbers of the cells within a distance of a point that ways inside the circle lead to.
    #[wasm_bindgen(js_name = cellsAround)]
    pub fn cells_around(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Point")] point: &JsValue,
        radius: f64,
    ) -> JsResult<Vec<u32>> {
        let point = place("point", point)?;
        let cells = self.ask(|queries| queries.cells_around(point, radius))?;
        Ok(cells.into_iter().map(|cell| cell.slot).collect())
    }

    /// Returns the number of the part of the mesh in which each point lies, -1 off the mesh.
    ///
    /// Paths join the points of one part; links join parts. Closed doors divide.
    pub fn components(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] points: &JsValue,
    ) -> JsResult<Vec<i32>> {
        let mesh = self.finder.current_mesh();
        let component = |place: Place| {
            let near = mesh.nearest(place).filter(|near| near.distance <= mesh.default_snap());
            near.map_or(-1, |near| mesh.component(near.cell.slot) as i32)
        };
        Ok(places("points", points)?.into_iter().map(component).collect())
    }
}

impl Mesh {
    /// Asks the mesh of now.
    pub(super) fn ask<T>(
        &self,
        ask: impl FnOnce(&mut MeshQueries<'_>) -> Result<T, PathError>,
    ) -> JsResult<T> {
        let mesh = self.finder.current_mesh();
        ask(&mut MeshQueries::new(&mesh)).map_err(|error| self.failure(error))
    }
}

/// Returns a generator of 64-bit numbers: SplitMix64 (G. Steele, D. Lea, C. Flood, 2014).
fn split_mix(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }
}
