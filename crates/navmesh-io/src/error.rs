//! Errors of readers and writers: the place, what is wrong, and what was expected.

mod levels;

use navmesh_core::{DVec2, MeshDefects, Short, SurfaceError};
use navmesh_grid::GridError;

use crate::features::place::FeatureError;
pub use levels::{GltfFault, HeightFault};

/// An error in a text or a byte string.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// A text does not follow the format. Write at this place what was expected; `docs/formats.md` describes each format.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Unexpected {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// The requirement of the format at this place.
        expected: String,
        /// The text here: an excerpt in quotes, or the end of the line or text.
        found: String,
    },
    /// The text is not JSON. Correct it at this place.
    #[error("line {line}, column {column}: not JSON: {message}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
        /// The message of the JSON parser.
        message: String,
    },
    /// The JSON is not GeoJSON. It has to be a feature collection, a feature or a geometry.
    #[error("not GeoJSON: {message}")]
    NotGeoJson {
        /// The message of the GeoJSON parser.
        message: String,
    },
    /// One feature of a GeoJSON file is unusable. The error names the feature and its fault.
    #[error(transparent)]
    Feature(#[from] Box<FeatureError>),
    /// A map names the file of a tileset that cannot be read. Put it where the reason says, or correct its name in the map.
    #[error("line {line}, column {column}: the tileset {name:?} is missing: {reason}")]
    Tileset {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// The name of the file, as the map gives it.
        name: String,
        /// The reason that the caller gives, with the file that it looked for.
        reason: String,
    },
    /// A tile map is not a valid grid. Correct the rows or costs that the inner error names.
    #[error("the map is not a valid grid: {0}")]
    Grid(#[from] GridError),
    /// The bytes are not an image, or the image is damaged. Write it again as PNG or PGM.
    #[error(transparent)]
    Image(#[from] ImageFault),
    /// A raster of heights cannot be read.
    #[error(transparent)]
    Heights(#[from] HeightFault),
    /// The bytes are not an undamaged `.nav` file. Build the file again from its outlines.
    #[error(transparent)]
    Bytes(#[from] ByteFault),
    /// The bytes are not a glTF binary that can be read. Export the level again, without compression and in one file.
    #[error("the glTF binary cannot be read: {0}")]
    Gltf(#[from] GltfFault),
    /// The file is intact, and its mesh is not valid. Correct the cells that the defects name, or build the mesh from
    /// outlines; `mend_cells` of navmesh-build cuts cells that are not convex.
    #[error("the file does not hold a valid mesh: {0}")]
    Mesh(#[from] MeshDefects),
    /// The file is intact, and its heights do not fit its mesh. Its writer is at fault: bake the level again.
    #[error("the file does not hold valid heights: {0}")]
    Surface(#[from] SurfaceError),
}

impl From<FeatureError> for ReadError {
    fn from(error: FeatureError) -> Self {
        Self::Feature(Box::new(error))
    }
}

impl ReadError {
    /// Returns the line of the error, from 1, if it has one.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.place().map(|(line, _)| line)
    }

    /// Returns the column of the error, from 1, if it has one.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.place().map(|(_, column)| column)
    }

    fn place(&self) -> Option<(usize, usize)> {
        match *self {
            Self::Unexpected { line, column, .. }
            | Self::Json { line, column, .. }
            | Self::Tileset { line, column, .. } => Some((line, column)),
            _ => None,
        }
    }
}

/// An error in the bytes of an image.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImageFault {
    /// A graymap does not follow the format, or the signature of both formats is missing. Save the image as PNG or PGM.
    #[error("byte {offset} of the image: expected {expected}")]
    Unexpected {
        /// The offset of the byte, from 0.
        offset: usize,
        /// The requirement of the format at this place.
        expected: &'static str,
    },
    /// The image has no pixels, more than a grid can have, or more than its bytes can hold. Scale it down, or write it
    /// again if it is cut off.
    #[error(
        "the image's header gives {width} x {height} pixels: none, more than 2^28, or more than \
         {bytes} bytes can hold"
    )]
    Size {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
        /// The length of the file.
        bytes: usize,
    },
    /// A PNG image cannot be decoded. Write it again; a copy may be cut off.
    #[error("the PNG image cannot be decoded: {message}")]
    Damaged {
        /// The message of the decoder.
        message: String,
    },
}

impl GltfFault {
    /// Returns the fault that a part of a document does not exist.
    #[cfg(feature = "levels")]
    pub(crate) fn missing(part: &'static str, index: usize) -> Self {
        Self::Missing { part, index }
    }
}

/// An error in the bytes of a `.nav` file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ByteFault {
    /// The file does not begin with the signature. It is of another format, or its name has the wrong extension.
    #[error("not a .nav file: the signature is missing")]
    NoSignature,
    /// The version of the file is unknown. Build the file again with this version.
    #[error("the .nav file is of version {found}; this program reads version {known}")]
    Version {
        /// The file's version.
        found: u32,
        /// The version that can be read.
        known: u32,
    },
    /// The length of the file is not that of its header. Copy it again, or build it again.
    #[error("the .nav file should have {expected} bytes and has {found}: truncated or damaged")]
    Length {
        /// The number of bytes by the header.
        expected: u64,
        /// The number of bytes.
        found: u64,
    },
    /// The checksum is wrong: some bytes have changed. Copy the file again in binary mode, or build it again.
    #[error("the .nav file is damaged: its checksum is {found:08x}, not {expected:08x}")]
    Checksum {
        /// The checksum in the file.
        expected: u32,
        /// The checksum of the bytes.
        found: u32,
    },
    /// A header field or flag that is unused in this version is not zero. A later version wrote the file: build it again
    /// with this one.
    #[error("the .nav file's header, byte {offset}: unknown flags {found:#x}")]
    UnknownFlags {
        /// The offset of the field.
        offset: usize,
        /// The value of the field.
        found: u32,
    },
    /// The name of an area is not UTF-8, or its position is invalid. Its writer is at fault: build the file again.
    #[error("the .nav file's area {area}: its name is not UTF-8, or out of place")]
    AreaName {
        /// The area, counted from 0.
        area: usize,
    },
    /// The position of a door's edges is invalid. Its writer is at fault: build the file again.
    #[error("the .nav file's door {door}: its edges are out of place")]
    DoorEdges {
        /// The door, counted from 0.
        door: usize,
    },
    /// The position of a door's margin is invalid. Its writer is at fault: build the file again.
    #[error("the .nav file's door {door}: the cells of its margin are out of place")]
    DoorMargin {
        /// The door, counted from 0.
        door: usize,
    },
    /// The name of a door is not UTF-8, or its position is invalid. Its writer is at fault: build the file again.
    #[error("the .nav file's door {door}: its name is not UTF-8, or out of place")]
    DoorName {
        /// The door, counted from 0.
        door: usize,
    },
    /// The name of a link is not UTF-8, or its position is invalid. Its writer is at fault: build the file again.
    #[error("the .nav file's link {link}: its name is not UTF-8, or out of place")]
    LinkName {
        /// The link, counted from 0.
        link: usize,
    },
    /// The position of a link's lanes is invalid. Its writer is at fault: build the file again.
    #[error("the .nav file's link {link}: its lanes are out of place")]
    LinkLanes {
        /// The link, counted from 0.
        link: usize,
    },
    /// The direction of a link is neither 0 nor 1. Its writer is at fault: build the file again.
    #[error("the .nav file's link {link}: its direction is {found}, and has to be 0 or 1")]
    LinkWay {
        /// The link, counted from 0.
        link: usize,
        /// The value in the file.
        found: u32,
    },
}

/// A value that a format cannot express.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format has no floors. Write a `.nav` file instead.
    #[error("cell {cell} is on floor {layer}, and .mesh has no floors: write .nav instead")]
    Layer {
        /// The first such cell, by its index in the file.
        cell: u32,
        /// Its floor.
        layer: u32,
    },
    /// The format has no links. Write a `.nav` file instead, or build the mesh without links.
    #[error("the mesh has {count} links, and .mesh has none: write .nav instead")]
    Links {
        /// The number of links.
        count: usize,
    },
    /// The format has no costs. Write a `.nav` file instead, or build the mesh without areas.
    #[error(
        "cell {cell} costs {} per unit of length, and .mesh has no costs: write .nav instead",
        Short(*cost)
    )]
    Cost {
        /// The first such cell, by its index in the file.
        cell: u32,
        /// Its cost.
        cost: f64,
    },
    /// A point is out of the coordinate domain. Correct it: coordinates are finite and within ±2²⁰⁰.
    #[error("the point {} is not finite or beyond 2^200 in magnitude", Short(DVec2::new(*x, *y)))]
    Coordinate {
        /// Its x.
        x: f64,
        /// Its y.
        y: f64,
    },
    /// The cost of an area or a link is not finite. Correct it before writing.
    #[error("a cost is {}, which JSON cannot express: costs have to be finite", Short(*cost))]
    AreaCost {
        /// The cost.
        cost: f64,
    },
}
