//! Reads and writes the engine's values as text and bytes. No file is opened here: the caller passes in what it
//! has read, and writes what it gets.
//!
//! | format | read | write |
//! |---|---|---|
//! | any file name with first bytes | [`MapFormat::of`] → [`MapFormat`] | – |
//! | `.map`, MovingAI tile map | [`read_map`] → [`Grid`](navmesh_grid::Grid) | – |
//! | rows of tiles as text | [`read_rows`] → [`Grid`](navmesh_grid::Grid) | – |
//! | PNG and PGM images | [`read_image`] → [`Grid`](navmesh_grid::Grid) | – |
//! | ROS maps, `.yaml` and image | [`RosMap::read`] → [`Grid`](navmesh_grid::Grid) | – |
//! | `.tmx`, Tiled maps (feature `tiled`) | `read_tmx` → [`Grid`](navmesh_grid::Grid), `read_tmx_hexagons` → [`HexGrid`](navmesh_grid::HexGrid) | – |
//! | `.scen`, MovingAI queries | [`read_scen`] → [`ScenarioLine`]s | – |
//! | `.ref.csv`, reference lengths | [`read_reference`] → `f64`s | – |
//! | GeoJSON outlines | [`read_geojson`] → [`Features`] | [`write_geojson`] |
//! | `.obj` and `.glb`, levels in three dimensions (feature `levels`) | `read_obj`, `read_glb` → [`Level`](navmesh_core::Level) | – |
//! | GeoTIFF, heights (feature `levels`) | `read_geotiff` → `HeightMap` | – |
//! | `.mesh`, Polyanya's text | [`read_mesh`] → [`RawMesh`](navmesh_core::RawMesh) | [`write_mesh`] |
//! | `.nav`, our binary | [`read_nav`] → [`NavMesh`](navmesh_core::NavMesh) | [`write_nav`] |
//! | `.nav` with heights | [`read_surface`] → [`Surface`](navmesh_core::Surface) | [`write_surface`] |
//! | saved games | [`read_state`] → any serde value | [`write_state`] |
//!
//! A [`ReadError`] reports where an input is wrong (line and column, or feature, ring and vertex) and what was
//! expected. Nothing panics, and memory is bounded by the length of the input. A [`WriteError`] reports a value
//! that the format cannot express. The same value gives the same bytes, and numbers are read back bit for bit.
//!
//! ```
//! use navmesh_core::NavMesh;
//! use navmesh_io::{read_mesh, read_nav, write_mesh, write_nav};
//!
//! // Two triangles that share the edge from (1, 0) to (0, 1).
//! let text = "mesh\n2\n4 2\n0 0 2 0 -1\n1 0 3 1 0 -1\n0 1 3 0 1 -1\n1 1 2 1 -1\n\
//!             3 0 1 2 -1 -1 1\n3 1 3 2 0 -1 -1\n";
//! let mesh = NavMesh::from_raw(&read_mesh(text)?)?;
//! assert_eq!(write_mesh(&mesh).as_deref(), Ok(text));
//!
//! let bytes = write_nav(&mesh);
//! assert_eq!(read_nav(&bytes)?.component_count(), 1);
//!
//! let error = read_mesh("mesh\n2\n4 2\n0 zero").unwrap_err();
//! assert_eq!((error.line(), error.column()), (Some(4), Some(3)));
//! # Ok::<(), navmesh_io::ReadError>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod error;
pub mod format;
mod text;
pub mod map;
pub mod rows;
pub mod image;
pub mod ros;
#[cfg(feature = "tiled")]
pub mod tiled;
pub mod scenario;
#[cfg(feature = "levels")]
pub mod levels;
pub mod features;
pub mod polyanya;
pub mod nav;
pub mod state;

pub use error::{ByteFault, GltfFault, HeightFault, ImageFault, ReadError, WriteError};
pub use features::{
    FeatureError, FeatureFault, FeatureNote, FeaturePlace, Features, FloorPlaces, Omitted,
    read_geojson, write_geojson,
};
pub use format::MapFormat;
pub use image::{GreyCosts, ImageRules, read_image};
#[cfg(feature = "levels")]
pub use levels::{HeightMap, read_geotiff, read_glb, read_obj};
pub use map::read_map;
pub use nav::{read_nav, read_surface, write_nav, write_surface};
pub use polyanya::{read_mesh, write_mesh};
pub use ros::{RosMap, Unknown};
pub use rows::read_rows;
pub use scenario::{ScenarioLine, read_reference, read_scen};
pub use state::{StateError, read_state, write_state};
#[cfg(feature = "tiled")]
pub use tiled::{HexLayout, read_tmx, read_tmx_hexagons};
