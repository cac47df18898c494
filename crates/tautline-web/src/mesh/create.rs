//! Meshes from shapes, tiles and files.

use tautline::build::{build_features, mend_cells, near_misses_of_features};
use tautline::io::{Features, write_mesh, write_nav};
use tautline::mesh::RawMesh;
use tautline::{BuildOptions, Grid as Tiles, build_outlines, trace};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::Mesh;
use crate::failure::{JsResult, unusable};
use crate::files::{Content, read};
use crate::grid::Grid;
use crate::options::BuildSettings;
use crate::shapes::{Shapes, check_planar};
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

    /// Builds the mesh of the free tiles of a grid, for any-angle paths.
    #[wasm_bindgen(js_name = fromGrid)]
    pub fn from_grid(grid: &Grid, options: Option<BuildOptionsObject>) -> JsResult<Mesh> {
        Self::from_tiles(grid.tiles(), &BuildSettings::new(&object(options))?.build)
    }

    /// Opens a map file of any format of the program; `name` tells the format by its extension.
    ///
    /// Outlines and tiles are built first. Throws an error with the place of the fault in the file.
    pub fn open(name: &str, bytes: &[u8], options: Option<BuildOptionsObject>) -> JsResult<Mesh> {
        let settings = BuildSettings::new(&object(options))?;
        match read(name, bytes, &settings.file)? {
            Content::Outlines(features) => Self::from_features(&features, &settings),
            Content::Tiles(tiles, note) => {
                let mesh = Self::from_tiles(&tiles, &settings.build)?;
                Ok(Self { repairs: note.into_iter().collect(), ..mesh })
            }
            Content::RawMesh(raw) => Self::from_raw(&raw),
            Content::Mesh(mesh) => Ok(Self::new(*mesh, Vec::new())),
        }
    }

    /// Returns the mesh as the bytes of a `.nav` file, which `Mesh.open` reads.
    #[wasm_bindgen(js_name = toNav)]
    pub fn to_nav(&self) -> Vec<u8> {
        write_nav(self.whole().mesh())
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

    fn from_tiles(tiles: &Tiles, options: &BuildOptions) -> JsResult<Self> {
        if tiles.free_count() == 0 {
            return Err(unusable("the walkable area is empty: no tile is free"));
        }
        let (mesh, _) = build_outlines(&trace(tiles), options).map_err(unusable)?;
        Ok(Self::new(mesh, Vec::new()))
    }

    fn from_raw(raw: &RawMesh) -> JsResult<Self> {
        let (mesh, mended) = mend_cells(raw)
            .map_err(|defects| unusable(format_args!("the mesh is invalid: {defects}")))?;
        let repairs = mended.iter().map(|defect| format!("{defect}; the cell was split"));
        Ok(Self::new(mesh, repairs.collect()))
    }
}
