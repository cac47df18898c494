//! Map files of every format of the program.

use std::fs;
use std::path::{Path, PathBuf};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tautline::io::{
    Features, ImageRules, MapFormat, ReadError, RosMap, Unknown, read_geojson, read_image,
    read_map, read_mesh, read_nav, read_rows, read_tmx,
};
use tautline::mesh::RawMesh;
use tautline::{Grid, NavMesh};

use crate::arguments::choice;

/// The content of a map file.
#[derive(Debug)]
pub(crate) enum Content {
    Outlines(Box<Features>),
    Tiles(Grid),
    /// The tiles of a robot's map, whose y axis points up, and a note about unknown ones.
    RobotTiles(Grid, Option<String>),
    RawMesh(Box<RawMesh>),
    Mesh(Box<NavMesh>),
}

/// The options that some formats take.
#[derive(Debug)]
pub(crate) struct ReadOptions<'a> {
    /// The layer of a Tiled map.
    pub(crate) layer: Option<&'a str>,
    /// The meaning of unknown pixels of a ROS map.
    pub(crate) unknown: &'a str,
    /// Reads GeoJSON coordinates as planar even if they look like degrees.
    pub(crate) planar: bool,
}

/// Reads a map file of any format.
pub(crate) fn read(file: &Path, options: &ReadOptions<'_>) -> PyResult<Content> {
    let unknown = choice("unknown", options.unknown)?;
    let bytes = fs::read(file)?;
    let Some(format) = MapFormat::of(file, &bytes) else {
        let expected = "a .geojson, .json, .map, .txt, .png, .pgm, .tmx, .yaml, .mesh or .nav file";
        return Err(unusable(file, format_args!("unknown map format: expected {expected}")));
    };
    let faulty = |error: ReadError| unusable(file, error);
    let text = || {
        let text = std::str::from_utf8(&bytes);
        text.map_err(|error| unusable(file, format_args!("the text is not UTF-8: {error}")))
    };
    Ok(match format {
        MapFormat::Nav => Content::Mesh(Box::new(read_nav(&bytes).map_err(faulty)?)),
        MapFormat::Mesh => Content::RawMesh(Box::new(read_mesh(text()?).map_err(faulty)?)),
        MapFormat::GeoJson => {
            let features = read_geojson(text()?).map_err(faulty)?;
            refuse_degrees(&features, options.planar).map_err(|error| unusable(file, error))?;
            Content::Outlines(Box::new(features))
        }
        MapFormat::Map => Content::Tiles(read_map(text()?).map_err(faulty)?),
        MapFormat::Rows => Content::Tiles(read_rows(text()?).map_err(faulty)?),
        MapFormat::Image => {
            Content::Tiles(read_image(&bytes, &ImageRules::default()).map_err(faulty)?)
        }
        MapFormat::Tiled => {
            let mut tileset = |name: &str| {
                let tileset = beside(file, name);
                let text = fs::read_to_string(&tileset);
                text.map_err(|error| format!("{}: {error}", tileset.display()))
            };
            let grid = read_tmx(text()?, options.layer, &mut tileset);
            Content::Tiles(grid.map_err(faulty)?)
        }
        MapFormat::Ros => {
            let map = RosMap::read(text()?).map_err(faulty)?;
            read_robot_tiles(&map, file, unknown)?
        }
    })
}

/// Reads the text of a GeoJSON object that is in memory.
pub(crate) fn read_features(text: &str, planar: bool) -> PyResult<Features> {
    let features = read_geojson(text).map_err(|error| PyValueError::new_err(error.to_string()))?;
    refuse_degrees(&features, planar).map_err(PyValueError::new_err)?;
    Ok(features)
}

fn refuse_degrees(features: &Features, planar: bool) -> Result<(), &'static str> {
    const GEOGRAPHIC: &str = "the coordinates look like longitude and latitude in degrees, and lengths in degrees \
                              mean nothing: project them first (geopandas: to_crs), or pass planar=True";
    if features.looks_geographic() && !planar { Err(GEOGRAPHIC) } else { Ok(()) }
}

fn read_robot_tiles(map: &RosMap, file: &Path, unknown: Unknown) -> PyResult<Content> {
    let image = beside(file, &map.image);
    let bytes = fs::read(&image)?;
    let read =
        map.unknown_as_free(&bytes).and_then(|count| Ok((count, map.grid(&bytes, unknown)?)));
    let (count, grid) = read.map_err(|error| unusable(&image, error))?;
    if grid.is_placed() {
        return Ok(Content::RobotTiles(grid, map.note_of_unknown(count)));
    }
    Err(unusable(file, "the resolution gives the pixels no distinct coordinates"))
}

/// Writes bytes to a file through a temporary file beside it, so that no file is ever half-written.
pub(crate) fn write(file: &Path, bytes: &[u8]) -> PyResult<()> {
    let mut name = file.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = file.with_file_name(name);
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, file));
    written.inspect_err(|_| drop(fs::remove_file(&part)))?;
    Ok(())
}

/// Returns the error of a file that cannot be used.
pub(crate) fn unusable(file: &Path, message: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(format!("{}: {message}", file.display()))
}

/// Resolves a file name relative to the file that contains it.
fn beside(file: &Path, name: &str) -> PathBuf {
    file.parent().unwrap_or(Path::new("")).join(name)
}
