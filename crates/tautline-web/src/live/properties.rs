//! The mesh of now, the keys of the shapes, the last edit.

use tautline::live::StepKind;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::LiveMesh;
use crate::keys::number_of_key;
use crate::mesh::Mesh;
use crate::record::{Record, list};

#[wasm_bindgen]
impl LiveMesh {
    /// The mesh of now, with its closed doors. Later edits do not change it. It takes no copy of the map.
    #[wasm_bindgen(getter)]
    pub fn mesh(&self) -> Mesh {
        let state = self.state.borrow();
        Mesh::of_finder(state.live.finder(), state.repairs.clone())
    }

    /// The keys of all shapes, kind by kind in the order in which they came: outlines, walls, areas, doors, links, floor
    /// connections.
    #[wasm_bindgen(getter)]
    pub fn keys(&self) -> Vec<f64> {
        let state = self.state.borrow();
        state.live.builder().shapes().map(|(key, _)| number_of_key(key.number())).collect()
    }

    /// Returns the keys of the areas, doors and links of a name.
    #[wasm_bindgen(js_name = keysNamed)]
    pub fn keys_named(&self, name: &str) -> Vec<f64> {
        let keys = self.state.borrow().live.builder().keys_named(name);
        keys.into_iter().map(|key| number_of_key(key.number())).collect()
    }

    /// Returns whether all doors and links of a name are closed; false if there are none.
    #[wasm_bindgen(js_name = isDoorClosed)]
    pub fn is_door_closed(&self, name: &str) -> bool {
        self.state.borrow().live.is_door_closed(name)
    }

    /// The names of the closed doors and links, sorted.
    #[wasm_bindgen(getter, js_name = closedDoors)]
    pub fn closed_doors(&self) -> Vec<String> {
        let state = self.state.borrow();
        let mut names: Vec<String> = state.live.closed_doors().map(str::to_owned).collect();
        names.sort_unstable();
        names
    }

    /// A number that grows with every edit that changes the mesh.
    #[wasm_bindgen(getter)]
    pub fn revision(&self) -> f64 {
        self.state.borrow().live.revision() as f64
    }

    /// The repairs of the shapes of the build, one sentence each; those of an edit are in `lastEdit`.
    #[wasm_bindgen(getter)]
    pub fn repairs(&self) -> Vec<String> {
        self.state.borrow().repairs.clone()
    }

    /// The last edit; before the first one the build.
    #[wasm_bindgen(getter, js_name = lastEdit, unchecked_return_type = "Edit")]
    pub fn last_edit(&self) -> JsValue {
        let state = self.state.borrow();
        let report = state.live.report();
        let (kind, reason) = match report.kind {
            StepKind::Patched => ("patched", None),
            StepKind::Rebuilt(reason) => ("rebuilt", Some(format!("{reason:?}"))),
            StepKind::Restored => ("restored", None),
            StepKind::Doors => ("doors", None),
            _ => ("other", None),
        };
        let record = Record::new().with("kind", kind).with_some("reason", reason);
        let record = record.with("removedCells", report.removed.len() as u32);
        let record = record.with("addedCells", report.added.len() as u32);
        let repairs = list(report.repairs.iter().map(ToString::to_string));
        record.with("repairs", repairs).with("onlyBlocks", report.only_blocks()).into()
    }
}
