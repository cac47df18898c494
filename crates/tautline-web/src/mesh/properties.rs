//! Sizes, cells and doors of a mesh.

use tautline::mesh::DoorId;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::arguments::flat;
use crate::failure::{JsResult, out_of_range};

/// Polygons one behind the other.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Rings {
    offsets: Vec<u32>,
    points: Vec<f64>,
}

#[wasm_bindgen]
impl Rings {
    /// For each polygon the number of its first corner, and at the end the number of all.
    #[wasm_bindgen(getter)]
    pub fn offsets(&self) -> Vec<u32> {
        self.offsets.clone()
    }

    /// The corners of all polygons: x and y of each, in map units.
    #[wasm_bindgen(getter)]
    pub fn points(&self) -> Vec<f64> {
        self.points.clone()
    }
}

#[wasm_bindgen]
impl Mesh {
    /// The number of cells.
    #[wasm_bindgen(getter, js_name = cellCount)]
    pub fn cell_count(&self) -> usize {
        self.finder.mesh().cell_count()
    }

    /// The number of positions of the cells' corners.
    #[wasm_bindgen(getter, js_name = vertexCount)]
    pub fn vertex_count(&self) -> usize {
        self.finder.mesh().position_count()
    }

    /// The number of parts that no path joins, links aside.
    #[wasm_bindgen(getter, js_name = componentCount)]
    pub fn component_count(&self) -> usize {
        self.finder.current_mesh().component_count()
    }

    /// The walkable area in square map units.
    #[wasm_bindgen(getter)]
    pub fn area(&self) -> f64 {
        self.finder.mesh().area()
    }

    /// The bounds: the smallest x and y, the largest x and y.
    #[wasm_bindgen(getter)]
    pub fn bounds(&self) -> Vec<f64> {
        let bounds = self.finder.mesh().bounds();
        flat([bounds.min, bounds.max])
    }

    /// The radius of the agent that the mesh was built for.
    #[wasm_bindgen(getter)]
    pub fn radius(&self) -> f64 {
        self.finder.mesh().agent_radius()
    }

    /// The repairs of the input, one sentence each.
    #[wasm_bindgen(getter)]
    pub fn repairs(&self) -> Vec<String> {
        self.repairs.clone()
    }

    /// Returns the cells by their numbers, each counter-clockwise.
    pub fn cells(&self) -> Rings {
        let mesh = self.finder.mesh();
        let (mut offsets, mut points) = (vec![0], Vec::new());
        for slot in mesh.slots() {
            points.extend(flat(mesh.corners(slot)));
            offsets.push((points.len() / 2) as u32);
        }
        Rings { offsets, points }
    }

    /// Returns the cost of each cell by its number.
    #[wasm_bindgen(js_name = cellCosts)]
    pub fn cell_costs(&self) -> Vec<f64> {
        let mesh = self.finder.mesh();
        mesh.slots().map(|slot| mesh.cost(slot)).collect()
    }

    /// Returns the ends of all walls: x and y of both ends, one wall behind the other.
    pub fn walls(&self) -> Vec<f64> {
        let mesh = self.finder.current_mesh();
        let edges = (0..mesh.edges().len()).map(|edge| tautline::mesh::EdgeId(edge as u32));
        let walls = edges.filter(|edge| mesh.edge(*edge).is_wall());
        flat(walls.flat_map(|edge| mesh.edge_ends(edge)))
    }

    /// The name of each door.
    #[wasm_bindgen(getter)]
    pub fn doors(&self) -> Vec<String> {
        self.finder.mesh().doors().iter().map(|door| door.name.clone()).collect()
    }

    /// Returns the segments of a door: x and y of both ends, one segment behind the other.
    #[wasm_bindgen(js_name = doorSegments)]
    pub fn door_segments(&self, door: u32) -> JsResult<Vec<f64>> {
        let mesh = self.finder.mesh();
        let Some(found) = mesh.doors().get(door as usize) else {
            return Err(out_of_range(format_args!("there is no door {door}")));
        };
        Ok(flat(found.edges.iter().flat_map(|edge| mesh.edge_ends(*edge))))
    }

    /// Returns whether a door is closed; its number is the place of its name in `doors`.
    #[wasm_bindgen(js_name = isDoorClosed)]
    pub fn is_door_closed(&self, door: u32) -> JsResult<bool> {
        self.finder.is_door_closed(DoorId(door)).map_err(out_of_range)
    }

    /// Closes a door.
    #[wasm_bindgen(js_name = closeDoor)]
    pub fn close_door(&mut self, door: u32) -> JsResult<()> {
        self.finder.close_door(DoorId(door)).map_err(out_of_range)
    }

    /// Opens a door.
    #[wasm_bindgen(js_name = openDoor)]
    pub fn open_door(&mut self, door: u32) -> JsResult<()> {
        self.finder.open_door(DoorId(door)).map_err(out_of_range)
    }
}
