//! Meshes from shapes.

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::failure::JsResult;
use crate::options::BuildSettings;
#[cfg(not(feature = "geojson"))]
use crate::plain_shapes::Shapes;
#[cfg(feature = "geojson")]
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
        let (mesh, repairs) = shapes.build(&settings.build)?;
        Ok(Self::new(mesh, repairs))
    }
}
