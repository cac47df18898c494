//! Map files of every format.

use std::path::Path;

use js_sys::Uint8Array;
use tautline::io::{
    Features, ImageRules, MapFormat, ReadError, RosMap, Unknown, read_geojson, read_image,
    read_map, read_mesh, read_nav, read_rows, read_tmx,
};
use tautline::mesh::RawMesh;
use tautline::{Grid as Tiles, NavMesh};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::failure::{JsResult, unusable};
use crate::grid::Grid;
use crate::options::{Options, expected};
use crate::types::{FileOptionsObject, object};

#[wasm_bindgen]
impl Grid {
    /// Opens a tile map: MovingAI `.map`, rows of tiles `.txt`, PNG, PGM, Tiled's `.tmx` or a ROS `.yaml`.
    ///
    /// Throws an error with the place of the fault in the file.
    pub fn open(name: &str, bytes: &[u8], options: Option<FileOptionsObject>) -> JsResult<Grid> {
        match read(name, bytes, &FileSettings::new(&object(options))?)? {
            Content::Tiles(tiles, _) => Ok(Self::of(tiles)),
            _ => Err(unusable(format_args!("{name}: the file holds no tiles: use Mesh.open"))),
        }
    }
}

/// The content of a map file.
#[derive(Debug)]
pub(crate) enum Content {
    Outlines(Box<Features>),
    /// The tiles, and a note about unknown ones.
    Tiles(Tiles, Option<String>),
    RawMesh(Box<RawMesh>),
    Mesh(Box<NavMesh>),
}

/// The options of the reading of a map file.
#[derive(Debug)]
pub(crate) struct FileSettings {
    pub(crate) layer: Option<String>,
    pub(crate) unknown: Unknown,
    /// The other files that the map names, by these names.
    files: Options,
}

impl FileSettings {
    pub(crate) const KNOWN: [&str; 3] = ["layer", "unknown", "files"];

    pub(crate) fn new(value: &JsValue) -> JsResult<Self> {
        Self::of(&Options::new(value, &Self::KNOWN)?)
    }

    pub(crate) fn of(options: &Options) -> JsResult<Self> {
        let unknown = options.word("unknown")?.unwrap_or_default();
        let object = match options.value("files")? {
            None => None,
            Some(files) if files.is_object() => Some(files.unchecked_into()),
            Some(_) => return Err(expected("files", "an object of names and bytes")),
        };
        Ok(Self { layer: options.text("layer")?, unknown, files: Options { object } })
    }

    /// Returns the bytes of another file that the map names, or the reason why there are none.
    pub(crate) fn file(&self, name: &str) -> Result<Vec<u8>, String> {
        let value = self.files.value(name).ok().flatten();
        let missing = || format!("the option `files` has no Uint8Array {name:?}");
        let bytes = value.and_then(|value| value.dyn_into::<Uint8Array>().ok());
        bytes.map(|bytes| bytes.to_vec()).ok_or_else(missing)
    }
}

/// Reads a map file; errors begin with its name.
pub(crate) fn read(name: &str, bytes: &[u8], settings: &FileSettings) -> JsResult<Content> {
    let Some(format) = MapFormat::of(Path::new(name), bytes) else {
        let expected = "a .geojson, .json, .map, .txt, .png, .pgm, .tmx, .yaml, .mesh or .nav file";
        return Err(unusable(format_args!("{name}: unknown map format: expected {expected}")));
    };
    let faulty = |error: ReadError| unusable(format_args!("{name}: {error}"));
    let text = || text(name, bytes);
    Ok(match format {
        MapFormat::Nav => Content::Mesh(Box::new(read_nav(bytes).map_err(faulty)?)),
        MapFormat::Mesh => Content::RawMesh(Box::new(read_mesh(text()?).map_err(faulty)?)),
        MapFormat::GeoJson => Content::Outlines(Box::new(read_geojson(text()?).map_err(faulty)?)),
        MapFormat::Map => Content::Tiles(read_map(text()?).map_err(faulty)?, None),
        MapFormat::Rows => Content::Tiles(read_rows(text()?).map_err(faulty)?, None),
        MapFormat::Image => {
            Content::Tiles(read_image(bytes, &ImageRules::default()).map_err(faulty)?, None)
        }
        MapFormat::Tiled => {
            let mut tileset = |file: &str| {
                let text = String::from_utf8(settings.file(file)?);
                text.map_err(|error| format!("the text is not UTF-8: {error}"))
            };
            let tiles = read_tmx(text()?, settings.layer.as_deref(), &mut tileset);
            Content::Tiles(tiles.map_err(faulty)?, None)
        }
        MapFormat::Ros => {
            let map = RosMap::read(text()?).map_err(faulty)?;
            let image = settings.file(&map.image);
            let image = image.map_err(|reason| {
                unusable(format_args!("{name}: the image {:?} is missing: {reason}", map.image))
            })?;
            let faulty = |error| unusable(format_args!("{}: {error}", map.image));
            let count = map.unknown_as_free(&image).map_err(faulty)?;
            let grid = map.grid(&image, settings.unknown).map_err(faulty)?;
            if !grid.is_placed() {
                let message = "the resolution gives the pixels no distinct coordinates";
                return Err(unusable(format_args!("{name}: {message}")));
            }
            Content::Tiles(grid, map.note_of_unknown(count))
        }
    })
}

fn text<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, JsValue> {
    let text = std::str::from_utf8(bytes);
    text.map_err(|error| unusable(format_args!("{name}: the text is not UTF-8: {error}")))
}
