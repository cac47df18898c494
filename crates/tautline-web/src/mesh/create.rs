//! Meshes from shapes and bytes.

use tautline::build::{build_features, near_misses_of_features};
use tautline::io::{read_nav, write_nav};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::failure::{JsResult, unusable};
use crate::options::BuildSettings;
use crate::shapes::Shapes;
use crate::types::{BuildOptionsObject, object};

#[wasm_bindgen]
impl Mesh {
    /// Builds a mesh from shapes, or from GeoJSON with the kinds of the program: walkable, obstacle, wall, area, door, link.
    ///
    /// Throws an error that names the shape, the ring and the vertex.
    pub fn build(
        #[wasm_bindgen(unchecked_param_type = "Shapes | GeoJson")] shapes: &JsValue,
        options: Option<BuildOptionsObject>,
    ) -> JsResult<Mesh> {
        let settings = BuildSettings::new(&object(options))?;
        let shapes = Shapes::read("shapes", shapes, 0)?.checked(settings.planar)?;
        let built = build_features(&shapes.features, &settings.build);
        let (mesh, mut notes) = built.map_err(|error| shapes.refused(error))?;
        notes.extend(near_misses_of_features(&shapes.features, &settings.build));
        Ok(Self::new(mesh, notes.into_iter().map(|note| shapes.named(note)).collect()))
    }

    /// Returns the mesh as the bytes of a `.nav` file, which `Mesh.fromNav` reads.
    #[wasm_bindgen(js_name = toNav)]
    pub fn to_nav(&self) -> Vec<u8> {
        write_nav(self.whole().mesh())
    }

    /// Makes a mesh of the bytes of a `.nav` file. Throws an error if a byte is damaged or missing.
    #[wasm_bindgen(js_name = fromNav)]
    pub fn from_nav(bytes: &[u8]) -> JsResult<Mesh> {
        Ok(Self::new(read_nav(bytes).map_err(unusable)?, Vec::new()))
    }
}
