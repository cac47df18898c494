//! Meshes from files of any format, and to Polyanya's text.

use tautline::build::{build_features, mend_cells, near_misses_of_features};
use tautline::io::{Features, write_mesh};
use tautline::mesh::RawMesh;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::failure::{JsResult, unusable};
use crate::files::{Content, FileSettings, read};
use crate::options::BuildSettings;
use crate::shapes::check_planar;
use crate::types::{OpenOptionsObject, object};

#[wasm_bindgen]
impl Mesh {
    /// Opens a map file of any format of the program; `name` tells the format by its extension.
    ///
    /// Outlines and tiles are built first. Throws an error with the place of the fault in the file.
    pub fn open(name: &str, bytes: &[u8], options: Option<OpenOptionsObject>) -> JsResult<Mesh> {
        let options = BuildSettings::options(&object(options), &FileSettings::KNOWN)?;
        let settings = BuildSettings::of(&options)?;
        match read(name, bytes, &FileSettings::of(&options)?)? {
            Content::Outlines(features) => Self::from_features(&features, &settings),
            Content::Tiles(tiles, note) => {
                let mesh = Self::from_tiles(&tiles, &settings.build)?;
                Ok(Self { repairs: note.into_iter().collect(), ..mesh })
            }
            Content::RawMesh(raw) => Self::from_raw(&raw),
            Content::Mesh(mesh) => Ok(Self::new(*mesh, Vec::new())),
        }
    }

    /// Returns the mesh as the text of a `.mesh` file, which Polyanya reads too.
    #[wasm_bindgen(js_name = toMesh)]
    pub fn to_mesh(&self) -> JsResult<String> {
        write_mesh(self.finder.mesh()).map_err(unusable)
    }
}

impl Mesh {
    fn from_features(features: &Features, settings: &BuildSettings) -> JsResult<Self> {
        check_planar(features, settings.planar)?;
        let (mesh, mut notes) = build_features(features, &settings.build).map_err(unusable)?;
        notes.extend(near_misses_of_features(features, &settings.build));
        Ok(Self::new(mesh, notes))
    }

    fn from_raw(raw: &RawMesh) -> JsResult<Self> {
        let (mesh, mended) = mend_cells(raw)
            .map_err(|defects| unusable(format_args!("the mesh is invalid: {defects}")))?;
        let repairs = mended.iter().map(|defect| format!("{defect}; the cell was split"));
        Ok(Self::new(mesh, repairs.collect()))
    }
}
