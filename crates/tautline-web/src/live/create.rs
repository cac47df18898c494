//! Live meshes from shapes and meshes.

use tautline::build::{add_features, build_features, near_misses_of_features};
use tautline::io::write_geojson;
use tautline::{BuildError, LiveMesh as Live, NavMeshBuilder};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::LiveMesh;
use crate::failure::{JsResult, unusable};
use crate::mesh::Mesh;
use crate::options::{BuildSettings, Options};
use crate::shapes::Shapes;
use crate::types::{LiveOptionsObject, RecordedObject, object};

#[wasm_bindgen]
impl LiveMesh {
    /// Builds a live mesh from shapes or GeoJSON; the arguments are those of `Mesh.build`.
    ///
    /// With `recorded: true` it can be saved, with its keys and its steps to undo; each edit is kept for that. Throws an error
    /// that names the shape, the ring and the vertex.
    pub fn build(
        #[wasm_bindgen(unchecked_param_type = "Shapes | GeoJson")] shapes: &JsValue,
        options: Option<LiveOptionsObject>,
    ) -> JsResult<LiveMesh> {
        let options = BuildSettings::options(&object(options), &["recorded"])?;
        let settings = BuildSettings::of(&options)?;
        let shapes = Shapes::read("shapes", shapes, 0)?.checked(settings.planar)?;
        let mut builder = NavMeshBuilder::new().with_options(settings.build);
        add_features(&mut builder, &shapes.features);
        let live = started(builder, options.is_set("recorded")?).map_err(|error| {
            // A build of the features names the feature of the error.
            match build_features(&shapes.features, &settings.build) {
                Ok(_) => shapes.refused(error),
                Err(named) => shapes.refused(named),
            }
        })?;
        let notes = live.build_report().notes().into_iter().map(|note| note.text);
        let misses = near_misses_of_features(&shapes.features, &settings.build);
        let repairs = notes.chain(misses).map(|note| shapes.named(note)).collect();
        Ok(Self::new(live, repairs))
    }

    /// Makes a live mesh of a mesh whose shapes are gone: from a file, or of tiles. It has the same ground in other cells.
    ///
    /// Doors are open, and rules of `Mesh.filtered` are left out. The ground of a mesh for a radius is that of the centers of
    /// agents: draw new obstacles wider by the radius.
    #[wasm_bindgen(js_name = fromMesh)]
    pub fn from_mesh(mesh: &Mesh, options: Option<RecordedObject>) -> JsResult<LiveMesh> {
        let options = Options::new(&object(options), &["recorded"])?;
        let builder = NavMeshBuilder::from_mesh(mesh.whole().mesh());
        let live = started(builder, options.is_set("recorded")?).map_err(unusable)?;
        Ok(Self::new(live, Vec::new()))
    }

    /// Returns the shapes as GeoJSON text, with floors, doors, areas and links.
    #[wasm_bindgen(js_name = toGeojson)]
    pub fn to_geojson(&self) -> JsResult<String> {
        write_geojson(&self.state.borrow().live.floors()).map_err(unusable)
    }
}

fn started(builder: NavMeshBuilder, recorded: Option<bool>) -> Result<Live, BuildError> {
    if recorded == Some(true) { Live::recorded(builder) } else { Live::new(builder) }
}
