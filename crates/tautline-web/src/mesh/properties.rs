//! Sizes, cells, floors and doors of a mesh.

use tautline::NavMesh;
use tautline::mesh::EdgeId;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::arguments::Door;
use crate::failure::{JsResult, out_of_range};
use crate::record::{Record, flat, list};

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

    /// The numbers of the floors, ascending; 0 alone on a map without floors.
    #[wasm_bindgen(getter)]
    pub fn floors(&self) -> Vec<u32> {
        let mesh = self.finder.mesh();
        let mut floors: Vec<u32> = mesh.slots().map(|slot| mesh.layer(slot)).collect();
        floors.sort_unstable();
        floors.dedup();
        floors
    }

    /// The areas: the name and the cost of each.
    #[wasm_bindgen(getter, unchecked_return_type = "{ name: string; cost: number }[]")]
    pub fn areas(&self) -> JsValue {
        let areas = self.finder.mesh().areas().iter();
        list(areas.map(|area| Record::new().with("name", &*area.name).with("cost", area.cost)))
    }

    /// Returns the cells by their numbers, each counter-clockwise. After edits of a live mesh some numbers have no corners.
    #[wasm_bindgen(unchecked_return_type = "Rings")]
    pub fn cells(&self) -> JsValue {
        let mesh = self.finder.mesh();
        let (mut offsets, mut points) = (vec![0], Vec::new());
        for slot in numbers_of(mesh) {
            points.extend(flat(mesh.corners(slot)));
            offsets.push((points.len() / 2) as u32);
        }
        Record::new().counts("offsets", &offsets).numbers("points", &points).into()
    }

    /// Returns the floor of each cell by its number.
    #[wasm_bindgen(js_name = cellFloors)]
    pub fn cell_floors(&self) -> Vec<u32> {
        let mesh = self.finder.mesh();
        numbers_of(mesh).map(|slot| mesh.layer(slot)).collect()
    }

    /// Returns the cost of each cell by its number.
    #[wasm_bindgen(js_name = cellCosts)]
    pub fn cell_costs(&self) -> Vec<f64> {
        let mesh = self.finder.mesh();
        numbers_of(mesh).map(|slot| mesh.cost(slot)).collect()
    }

    /// Returns the ends of all walls: x and y of both ends, one wall behind the other.
    pub fn walls(&self) -> Vec<f64> {
        let mesh = self.finder.current_mesh();
        flat(walls_of(&mesh).flat_map(|edge| mesh.edge_ends(edge)))
    }

    /// Returns the floor of each wall of `walls`.
    #[wasm_bindgen(js_name = wallFloors)]
    pub fn wall_floors(&self) -> Vec<u32> {
        let mesh = self.finder.current_mesh();
        walls_of(&mesh).map(|edge| mesh.layer(mesh.edge(edge).cell_slot())).collect()
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

    /// The names of the doors that are closed, wholly or in part; each once, sorted.
    #[wasm_bindgen(getter, js_name = closedDoors)]
    pub fn closed_doors(&self) -> Vec<String> {
        let doors = self.finder.mesh().doors();
        let closed = self.finder.closed_doors().map(|door| doors[door.0 as usize].name.to_string());
        let mut names: Vec<String> = closed.collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Returns whether a door is closed, by its name or by the place of its name in `doors`; of a name, whether all are.
    #[wasm_bindgen(js_name = isDoorClosed)]
    pub fn is_door_closed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string | number")] door: &JsValue,
    ) -> JsResult<bool> {
        self.finder.is_door_closed(Door::read(door)?.name()).map_err(out_of_range)
    }

    /// Closes all doors and links of a name, or one door by the place of its name in `doors`.
    #[wasm_bindgen(js_name = closeDoor)]
    pub fn close_door(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string | number")] door: &JsValue,
    ) -> JsResult<()> {
        self.finder.close_door(Door::read(door)?.name()).map_err(out_of_range)
    }

    /// Opens all doors and links of a name, or one door by the place of its name in `doors`.
    #[wasm_bindgen(js_name = openDoor)]
    pub fn open_door(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string | number")] door: &JsValue,
    ) -> JsResult<()> {
        self.finder.open_door(Door::read(door)?.name()).map_err(out_of_range)
    }
}

/// Returns all numbers of cells, also those without a cell after edits.
fn numbers_of(mesh: &NavMesh) -> std::ops::Range<u32> {
    0..mesh.slot_count() as u32
}

/// Returns the edges that are walls.
fn walls_of(mesh: &NavMesh) -> impl Iterator<Item = EdgeId> + '_ {
    let edges = mesh.slots().flat_map(|slot| mesh.edge_range(slot));
    edges.map(|edge| EdgeId(edge as u32)).filter(|edge| mesh.edge(*edge).is_wall())
}
