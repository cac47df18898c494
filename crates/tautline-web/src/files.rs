//! Map files of every format.

use std::path::Path;

use tautline::io::{
    Features, ImageRules, MapFormat, ReadError, read_geojson, read_image, read_map, read_mesh,
    read_nav, read_rows, read_tmx,
};
use tautline::mesh::RawMesh;
use tautline::{Grid, NavMesh};
use wasm_bindgen::JsValue;

use crate::failure::{JsResult, unusable};

/// The content of a map file.
#[derive(Debug)]
pub(crate) enum Content {
    Outlines(Box<Features>),
    Tiles(Grid),
    RawMesh(Box<RawMesh>),
    Mesh(Box<NavMesh>),
}

/// Reads a map file; errors begin with its name.
pub(crate) fn read(name: &str, bytes: &[u8], layer: Option<&str>) -> JsResult<Content> {
    let Some(format) = MapFormat::of(Path::new(name), bytes) else {
        let expected = "a .geojson, .json, .map, .txt, .png, .pgm, .tmx, .mesh or .nav file";
        return Err(unusable(format_args!("{name}: unknown map format: expected {expected}")));
    };
    let faulty = |error: ReadError| unusable(format_args!("{name}: {error}"));
    let text = || text(name, bytes);
    Ok(match format {
        MapFormat::Nav => Content::Mesh(Box::new(read_nav(bytes).map_err(faulty)?)),
        MapFormat::Mesh => Content::RawMesh(Box::new(read_mesh(text()?).map_err(faulty)?)),
        MapFormat::GeoJson => Content::Outlines(Box::new(read_geojson(text()?).map_err(faulty)?)),
        MapFormat::Map => Content::Tiles(read_map(text()?).map_err(faulty)?),
        MapFormat::Rows => Content::Tiles(read_rows(text()?).map_err(faulty)?),
        MapFormat::Image => {
            Content::Tiles(read_image(bytes, &ImageRules::default()).map_err(faulty)?)
        }
        MapFormat::Tiled => {
            Content::Tiles(read_tmx(text()?, layer, &mut |_| None).map_err(faulty)?)
        }
        MapFormat::Ros => {
            return Err(unusable(format_args!(
                "{name}: its image is another file; open that file"
            )));
        }
    })
}

fn text<'a>(name: &str, bytes: &'a [u8]) -> Result<&'a str, JsValue> {
    let text = std::str::from_utf8(bytes);
    text.map_err(|error| unusable(format_args!("{name}: the text is not UTF-8: {error}")))
}
