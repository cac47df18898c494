//! The class `Path`, and the paths of a batch. Links and areas are in `pieces`, arcs in `arcs`.

#[cfg(feature = "arcs")]
mod arcs;
mod pieces;

use std::rc::Rc;

use tautline::{Answer, Guarantee, NavMesh, Path as FoundPath, PathStatus};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{JsResult, out_of_range};
use crate::mesh::Ground;
use crate::record::{Record, flat, list, pair};

/// A path between two points, and the proof about it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Path {
    path: FoundPath,
    /// The mesh that it was found on; none of tiles.
    ground: Option<Rc<Ground>>,
}

impl Path {
    pub(crate) fn new(path: FoundPath, ground: Option<Rc<Ground>>) -> Self {
        Self { path, ground }
    }

    /// Returns the path of the engine.
    #[cfg(feature = "heights")]
    pub(crate) fn found(&self) -> &FoundPath {
        &self.path
    }

    /// Returns the same path once more.
    #[cfg(feature = "trace")]
    pub(crate) fn copy(&self) -> Self {
        Self { path: self.path.clone(), ground: self.ground.clone() }
    }
}

#[wasm_bindgen]
impl Path {
    /// The waypoints with start and goal, one behind the other: x and y of each, in map units.
    #[wasm_bindgen(getter)]
    pub fn points(&self) -> Vec<f64> {
        flat(self.path.waypoints().iter().copied())
    }

    /// The floor of each waypoint.
    #[wasm_bindgen(getter)]
    pub fn floors(&self) -> Vec<u32> {
        floors(&self.path, self.ground.as_ref().map(|ground| &*ground.mesh))
    }

    /// The numbers of the cells along the path; on tiles `y * width + x`.
    #[wasm_bindgen(getter)]
    pub fn cells(&self) -> Vec<u32> {
        self.path.cells().iter().map(|cell| cell.slot).collect()
    }

    /// The length in map units.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> f64 {
        self.path.length()
    }

    /// The length weighted by the costs of areas or tiles, plus the cost of links.
    #[wasm_bindgen(getter)]
    pub fn cost(&self) -> f64 {
        self.path.cost()
    }

    /// `"optimal"` if no path is cheaper, or `"bounded"` if none is cheaper than `lowerBound`.
    #[wasm_bindgen(getter, unchecked_return_type = "\"optimal\" | \"bounded\"")]
    pub fn guarantee(&self) -> String {
        let optimal = matches!(self.path.guarantee(), Guarantee::Optimal);
        String::from(if optimal { "optimal" } else { "bounded" })
    }

    /// A proved lower bound on the cost of any path between the same ends.
    #[wasm_bindgen(getter, js_name = lowerBound)]
    pub fn lower_bound(&self) -> f64 {
        self.path.lower_bound()
    }

    /// `"complete"` if the path reaches the goal, or `"partial"` if a policy moved its end.
    #[wasm_bindgen(getter, unchecked_return_type = "\"complete\" | \"partial\"")]
    pub fn status(&self) -> String {
        let partial = self.path.status() == PathStatus::Partial;
        String::from(if partial { "partial" } else { "complete" })
    }

    /// The distance by which the start was moved onto the map.
    #[wasm_bindgen(getter, js_name = startOffset)]
    pub fn start_offset(&self) -> f64 {
        self.path.start_offset()
    }

    /// The distance of the path's end from the given goal.
    #[wasm_bindgen(getter, js_name = goalOffset)]
    pub fn goal_offset(&self) -> f64 {
        self.path.goal_offset()
    }

    /// The number of expanded nodes.
    #[wasm_bindgen(getter)]
    pub fn expanded(&self) -> f64 {
        self.path.stats().expanded as f64
    }

    /// Returns the point at a distance from the start as `[x, y]`; the end of the path beyond its length.
    #[wasm_bindgen(js_name = pointAt)]
    pub fn point_at(&self, distance: f64) -> JsResult<Vec<f64>> {
        let point = if distance.is_nan() { None } else { self.path.point_at(distance) };
        let point = point.ok_or_else(|| out_of_range(format_args!("the distance is {distance}")));
        Ok(flat([point?]))
    }

    /// Returns the path as a GeoJSON geometry, a LineString.
    #[wasm_bindgen(js_name = toGeojson, unchecked_return_type = "LineString")]
    pub fn to_geojson(&self) -> JsValue {
        let points = self.path.waypoints();
        // A line string has at least two points.
        let again = if points.len() == 1 { points } else { &[] };
        let points = list(points.iter().chain(again).map(|&point| pair(point)));
        Record::new().with("type", "LineString").with("coordinates", points).into()
    }
}

fn floors(path: &FoundPath, mesh: Option<&NavMesh>) -> Vec<u32> {
    match mesh.filter(|mesh| mesh.has_layers()) {
        Some(mesh) => path.places(mesh).iter().map(|place| place.layer.unwrap_or(0)).collect(),
        None => vec![0; path.waypoints().len()],
    }
}

/// Returns the paths of a batch, row by row.
pub(crate) fn paths(answers: &[Answer], mesh: Option<&NavMesh>) -> JsValue {
    let (mut lengths, mut costs, mut reasons) = (Vec::new(), Vec::new(), Vec::new());
    let (mut offsets, mut points, mut of_points) = (vec![0], Vec::new(), Vec::new());
    for Answer { result, path } in answers {
        match result {
            Ok(()) => {
                lengths.push(path.length());
                costs.push(path.cost());
                reasons.push("");
                points.extend(path.waypoints());
                of_points.extend(floors(path, mesh));
            }
            Err(error) => {
                lengths.push(f64::INFINITY);
                costs.push(f64::INFINITY);
                reasons.push(error.kind());
            }
        }
        offsets.push(points.len() as u32);
    }
    let record = Record::new().numbers("lengths", &lengths).numbers("costs", &costs);
    let record = record.with("reasons", list(reasons)).counts("offsets", &offsets);
    record.points("points", points).counts("floors", &of_points).into()
}
