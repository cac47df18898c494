//! The classes `Path` and `Paths`.

use tautline::{Answer, Guarantee, NavMesh, Path as FoundPath, PathStatus};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::arguments::flat;

/// A path between two points, and the proof about it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Path {
    path: FoundPath,
    floors: Vec<u32>,
}

impl Path {
    pub(crate) fn new(path: FoundPath, mesh: Option<&NavMesh>) -> Self {
        let floors = match mesh.filter(|mesh| mesh.has_layers()) {
            Some(mesh) => path.places(mesh).iter().map(|place| place.layer.unwrap_or(0)).collect(),
            None => vec![0; path.waypoints().len()],
        };
        Self { path, floors }
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
        self.floors.clone()
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
}

/// The paths of a batch, row by row.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Paths {
    lengths: Vec<f64>,
    reasons: Vec<&'static str>,
    offsets: Vec<u32>,
    points: Vec<f64>,
}

impl Paths {
    pub(crate) fn new(answers: &[Answer]) -> Self {
        let (mut lengths, mut reasons) = (Vec::new(), Vec::new());
        let (mut offsets, mut points) = (vec![0], Vec::new());
        for Answer { result, path } in answers {
            match result {
                Ok(()) => {
                    lengths.push(path.length());
                    reasons.push("");
                    points.extend(flat(path.waypoints().iter().copied()));
                }
                Err(error) => {
                    lengths.push(f64::INFINITY);
                    reasons.push(error.kind());
                }
            }
            offsets.push((points.len() / 2) as u32);
        }
        Self { lengths, reasons, offsets, points }
    }
}

#[wasm_bindgen]
impl Paths {
    /// The length of each path, infinite where there is none.
    #[wasm_bindgen(getter)]
    pub fn lengths(&self) -> Vec<f64> {
        self.lengths.clone()
    }

    /// The reason of each row without a path, such as `"unreachable"`; empty for a path.
    #[wasm_bindgen(getter)]
    pub fn reasons(&self) -> Vec<String> {
        self.reasons.iter().map(ToString::to_string).collect()
    }

    /// For each row the number of its first waypoint, and at the end the number of all.
    #[wasm_bindgen(getter)]
    pub fn offsets(&self) -> Vec<u32> {
        self.offsets.clone()
    }

    /// The waypoints of all paths, one behind the other: x and y of each.
    #[wasm_bindgen(getter)]
    pub fn points(&self) -> Vec<f64> {
        self.points.clone()
    }
}
