//! The class `Surface`: heights on a mesh.

use tautline::io::{read_surface, write_surface};
use tautline::surface::{PickError, SurfacePoint};
use tautline::{DVec2, MeshFinder, Surface as Heights};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::{numbers, places};
use crate::failure::{JsResult, out_of_range, unusable, wrong_type};
use crate::mesh::Mesh;
use crate::path::Path;
use crate::record::{Record, flat};

/// The heights of a mesh: floors under points of space, slopes, and paths along the ground.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Surface {
    surface: Heights,
    finder: MeshFinder,
}

#[wasm_bindgen]
impl Surface {
    /// Makes a surface of the bytes of a `.nav` file with heights, as a bake of the program writes it.
    ///
    /// Throws an error if a byte is damaged or missing, or if there are no heights.
    #[wasm_bindgen(js_name = fromNav)]
    pub fn from_nav(bytes: &[u8]) -> JsResult<Surface> {
        let (mesh, surface) = read_surface(bytes).map_err(unusable)?;
        let flat = || unusable("the mesh has no heights; Mesh.fromNav opens it");
        Ok(Self { surface: surface.ok_or_else(flat)?, finder: MeshFinder::new(mesh) })
    }

    /// Returns the mesh with its heights as the bytes of a `.nav` file.
    #[wasm_bindgen(js_name = toNav)]
    pub fn to_nav(&self) -> Vec<u8> {
        write_surface(&self.surface)
    }

    /// The mesh, for all questions of the plan; each time a `Mesh` of its own over the same memory.
    #[wasm_bindgen(getter)]
    pub fn mesh(&self) -> Mesh {
        Mesh::of_finder(self.finder.clone(), Vec::new())
    }

    /// Returns the floors at points of space, x and y of the plan and the height of each: places for queries, and their heights.
    ///
    /// The nearest floor is taken that lies at most `below` under and `above` over a point. Without one a row is NaN; for a single point it
    /// throws a `RangeError` that lists the floors that are there.
    #[wasm_bindgen(unchecked_return_type = "Picked")]
    pub fn pick(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Numbers")] points: &JsValue,
        below: f64,
        above: f64,
    ) -> JsResult<JsValue> {
        let given = numbers("points", points)?;
        let (rows, []) = given.as_chunks::<3>() else {
            return Err(wrong_type("points: expected x, y and the height of each"));
        };
        let (mut points, mut floors, mut heights) = (Vec::new(), Vec::new(), Vec::new());
        for &row in rows {
            match self.surface.pick(row, below, above) {
                Ok(found) => {
                    points.push(found.place.point);
                    floors.push(found.layer);
                    heights.push(found.height);
                }
                Err(error) if rows.len() == 1 || is_of_reach(&error, [below, above]) => {
                    return Err(out_of_range(error));
                }
                Err(_) => {
                    points.push(DVec2::NAN);
                    floors.push(0);
                    heights.push(f64::NAN);
                }
            }
        }
        let places = Record::new().points("points", points).counts("floors", &floors);
        Ok(places.numbers("heights", &heights).into())
    }

    /// Returns the height of the ground at each point, NaN off the mesh. Without a floor the lowest one is taken.
    pub fn height(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] at: &JsValue,
    ) -> JsResult<Vec<f64>> {
        let height = |place| self.surface.height(place).unwrap_or(f64::NAN);
        Ok(places("at", at)?.into_iter().map(height).collect())
    }

    /// Returns the gradient of the ground at each point, x and y in height for each unit of the plan; NaN off the mesh.
    ///
    /// It points uphill; its length is the slope, the tangent of the angle.
    pub fn gradient(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Points")] at: &JsValue,
    ) -> JsResult<Vec<f64>> {
        let gradient = |place| self.surface.gradient(place).unwrap_or(DVec2::NAN);
        Ok(flat(places("at", at)?.into_iter().map(gradient)))
    }

    /// Returns a path along the ground: its points wherever the ground bends, and no farther apart in the plan than `step` if that is
    /// above 0; its length, cost and steepest slope.
    ///
    /// Throws an error if a waypoint lies on no floor.
    #[wasm_bindgen(unchecked_return_type = "Along")]
    pub fn along(&self, path: &Path, step: Option<f64>) -> JsResult<JsValue> {
        let way = self.surface.along(path.found(), step.unwrap_or(0.0));
        let off = || unusable("a waypoint of the path lies on no floor of the surface");
        let way = way.ok_or_else(off)?;
        let column = |of: fn(&SurfacePoint) -> u32| way.points.iter().map(of).collect::<Vec<_>>();
        let heights: Vec<f64> = way.points.iter().map(|at| at.height).collect();
        let record = Record::new().points("points", way.points.iter().map(|at| at.point));
        let record = record.numbers("heights", &heights);
        let record = record.counts("floors", &column(|at| at.layer));
        let record = record.counts("legs", &column(|at| at.leg as u32));
        let record = record.with("length", way.length).with("cost", way.cost);
        Ok(record.with("steepest", way.steepest).into())
    }
}

/// True if the reach of a call makes it an error, whatever its point.
fn is_of_reach(error: &PickError, reach: [f64; 2]) -> bool {
    matches!(error, PickError::Invalid { .. }) && !reach.iter().all(|&reach| reach >= 0.0)
}
