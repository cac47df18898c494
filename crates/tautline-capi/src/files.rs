//! Files: bytes of every format of maps, by name.

use std::path::Path;

use tautline::build::add_features;
use tautline::io::{
    ImageRules, MapFormat, read_geojson, read_image, read_map, read_mesh, read_nav, read_rows,
    read_state, read_tmx, write_geojson, write_mesh, write_nav, write_state,
};
use tautline::live::LiveMeshState;
use tautline::{Grid, LiveMesh, NavMesh, NavMeshBuilder, trace};

use crate::border::{Buffer, Out, array, text, versioned};
use crate::handles::{get, insert, lock};
use crate::map::{Map, build, fixed, tl_map_options};
use crate::status::{Checked, Failure, guard, tl_status};
use crate::types::{tl_finder, tl_map};

/// The reason why no tileset of a map is read.
const NO_FILES: &str = "the library opens no file: put the tileset into the map";

/// The content of a map file.
enum Content {
    Shapes(Box<NavMeshBuilder>),
    Tiles(Grid),
    Mesh(Box<NavMesh>),
}

fn read(name: &str, bytes: &[u8]) -> Checked<Content> {
    let Some(format) = MapFormat::of(Path::new(name), bytes) else {
        return Err(Failure::file(format_args!("{name}: unknown map format")));
    };
    let text = || {
        let text = std::str::from_utf8(bytes);
        text.map_err(|error| Failure::file(format_args!("{name}: not UTF-8: {error}")))
    };
    let faulty = |error| Failure::file(format_args!("{name}: {error}"));
    Ok(match format {
        MapFormat::GeoJson => {
            let mut builder = NavMeshBuilder::new();
            add_features(&mut builder, &read_geojson(text()?).map_err(faulty)?);
            Content::Shapes(Box::new(builder))
        }
        MapFormat::Map => Content::Tiles(read_map(text()?).map_err(faulty)?),
        MapFormat::Rows => Content::Tiles(read_rows(text()?).map_err(faulty)?),
        MapFormat::Image => {
            Content::Tiles(read_image(bytes, &ImageRules::default()).map_err(faulty)?)
        }
        MapFormat::Tiled => {
            Content::Tiles(read_tmx(text()?, None, &mut |_| Err(NO_FILES.into())).map_err(faulty)?)
        }
        MapFormat::Mesh => {
            let raw = read_mesh(text()?).map_err(faulty)?;
            Content::Mesh(Box::new(NavMesh::from_raw(&raw).map_err(Failure::file)?))
        }
        MapFormat::Nav => Content::Mesh(Box::new(read_nav(bytes).map_err(faulty)?)),
        MapFormat::Ros => {
            return Err(Failure::file(format_args!("{name}: load the image that it names")));
        }
    })
}

/// Reads a tile map of any format.
pub(crate) fn read_tiles(name: &str, bytes: &[u8]) -> Checked<Grid> {
    match read(name, bytes)? {
        Content::Tiles(grid) => Ok(grid),
        _ => Err(Failure::file(format_args!("{name}: no tile map"))),
    }
}

/// Builds a map from the bytes of a file: GeoJSON, MovingAI, rows of tiles, PNG, PGM, Tiled, or a saved `"state"`.
///
/// The ending of `name` or the first bytes tell the format. A file `NAME.state` is what `tl_map_save` wrote; it keeps its
/// ids and options. `options` may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_load(
    name: *const std::ffi::c_char,
    bytes: *const u8,
    count: usize,
    options: *const tl_map_options,
    map: *mut tl_map,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (name, bytes, options, map) = unsafe {
            let bytes = array(bytes, count, "bytes")?;
            (text(name, "name")?, bytes, versioned(options, "options")?, Out::new(map, "map")?)
        };
        if name.ends_with(".state") {
            let state: LiveMeshState = read_state(&bytes).map_err(Failure::file)?;
            let live = LiveMesh::from_state(state).map_err(Failure::file)?;
            map.put(insert(std::sync::Mutex::new(Map::new(live))));
            return Ok(());
        }
        let builder = match read(&name, &bytes)? {
            Content::Shapes(builder) => *builder,
            Content::Tiles(grid) => NavMeshBuilder::from_outlines(trace(&grid)),
            Content::Mesh(_) => {
                let message = format!("{name}: a mesh without its shapes; use tl_finder_load");
                return Err(Failure::file(message));
            }
        };
        map.put(build(builder, options)?);
        Ok(())
    })
}

/// Writes a map as bytes of a format: `"geojson"` (its shapes), `"nav"`, `"mesh"` (its mesh), or `"state"` (of a recorded
/// map everything, with ids and the undo list).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_map_save(
    map: tl_map,
    format: *const std::ffi::c_char,
    bytes: *mut u8,
    capacity: usize,
    count: *mut usize,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (format, bytes) =
            unsafe { (text(format, "format")?, Buffer::new(bytes, capacity, count)?) };
        let own = get(map)?;
        let live = &lock(&own)?.live;
        let written = match format.as_str() {
            "geojson" => write_geojson(&live.floors()).map_err(Failure::input)?.into_bytes(),
            "mesh" => write_mesh(live.mesh()).map_err(Failure::input)?.into_bytes(),
            "nav" => write_nav(live.mesh()),
            "state" => {
                let not_recorded = || Failure::input("the map is not recorded: set its option");
                write_state(&live.state().ok_or_else(not_recorded)?).map_err(Failure::input)?
            }
            _ => return Err(Failure::argument(format_args!("{format:?} is no format"))),
        };
        bytes.give(&written)
    })
}

/// Loads a mesh that cannot be edited: our `.nav`, or Polyanya's `.mesh`. Free it with `tl_finder_free`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tl_finder_load(
    name: *const std::ffi::c_char,
    bytes: *const u8,
    count: usize,
    finder: *mut tl_finder,
) -> tl_status {
    guard(|| {
        // SAFETY: the pointers are the caller's, by the contract of the crate.
        let (name, bytes, finder) = unsafe {
            let bytes = array(bytes, count, "bytes")?;
            (text(name, "name")?, bytes, Out::new(finder, "finder")?)
        };
        let Content::Mesh(mesh) = read(&name, &bytes)? else {
            return Err(Failure::file(format_args!("{name}: no mesh; use tl_map_load")));
        };
        finder.put(insert(fixed(*mesh)));
        Ok(())
    })
}
