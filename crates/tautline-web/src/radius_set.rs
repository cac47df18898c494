//! The class `RadiusSet`: one map for agents of any size.

use tautline::RadiusSet as Set;
use tautline::build::{MapSource, RadiusOptions};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{JsResult, unusable};
use crate::mesh::Mesh;
use crate::options::BuildSettings;
use crate::shapes::Shapes;
use crate::types::{RadiusSetOptionsObject, object};

/// One map for agents of any radius: the mesh of a radius is built when it is first asked for, and kept within a budget.
#[wasm_bindgen]
#[derive(Debug)]
pub struct RadiusSet {
    set: Set,
}

#[wasm_bindgen]
impl RadiusSet {
    /// Takes shapes; the arguments are those of `Mesh.build`, without a radius. Nothing is built yet.
    pub fn build(
        #[wasm_bindgen(unchecked_param_type = "Shapes | GeoJson")] shapes: &JsValue,
        options: Option<RadiusSetOptionsObject>,
    ) -> JsResult<RadiusSet> {
        let options = BuildSettings::options(&object(options), &["step", "budget"])?;
        let settings = BuildSettings::of(&options)?;
        let shapes = Shapes::read("shapes", shapes, 0)?.checked(settings.planar)?;
        let source: MapSource = match shapes.features.outlines() {
            Some(outlines) => outlines.clone().into(),
            None => shapes.features.building.into(),
        };
        let mut radii = RadiusOptions::default().build(settings.build);
        radii.step = options.number("step")?;
        if let Some(budget) = options.count("budget")? {
            radii = radii.budget(budget as usize);
        }
        Ok(Self { set: Set::new(source).with_options(radii) })
    }

    /// Returns the mesh of a radius, and builds it if it is not kept.
    ///
    /// Throws an error for shapes that are not valid, for a radius that is not possible, and if no place is wide enough.
    pub fn mesh(&self, radius: f64) -> JsResult<Mesh> {
        let finder = self.set.finder(radius).map_err(unusable)?;
        Ok(Mesh::of_finder(finder, Vec::new()))
    }

    /// The radii whose meshes are kept, ascending.
    #[wasm_bindgen(getter)]
    pub fn radii(&self) -> Vec<f64> {
        self.set.radii()
    }

    /// The bytes of all meshes and indexes.
    #[wasm_bindgen(getter)]
    pub fn bytes(&self) -> usize {
        self.set.memory()
    }
}
