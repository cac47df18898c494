//! Errors of readers and writers: the place, what is wrong, and what was expected.

use navmesh_core::{DVec2, MeshDefects, Short, SurfaceError};
use navmesh_grid::GridError;

use crate::features::place::FeatureError;

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

/// The reason why a raster of heights cannot be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum HeightFault {
    /// The file is damaged, or uses a part of TIFF that is not read.
    #[error("the GeoTIFF is damaged, or of an unsupported kind: {reason}")]
    Damaged {
        /// The fault.
        reason: String,
    },
    /// It has too many heights.
    #[error(
        "the GeoTIFF has {columns} by {rows} heights, and the limit is {most}; cut it, or resample it"
    )]
    Size {
        /// The heights in a row.
        columns: u32,
        /// The rows.
        rows: u32,
        /// The most heights.
        most: u64,
    },
    /// It has not one band.
    #[error("the GeoTIFF has {bands} bands; heights are one")]
    Bands {
        /// The number of bands.
        bands: u16,
    },
    /// Its cells are not square.
    #[error("the cells of the GeoTIFF are {} by {}; resample it to square ones", Short(*wide), Short(*high))]
    Cells {
        /// The width.
        wide: f64,
        /// The height.
        high: f64,
    },
    /// Its coordinates are degrees.
    #[error(
        "the GeoTIFF is in degrees; project it to metres first, as to the UTM zone of its place"
    )]
    Degrees,
    /// It is turned against the axes.
    #[error("the GeoTIFF is turned, or has its own transformation; resample it along the axes")]
    Turned,
}

/// An error in a glTF binary.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GltfFault {
    /// The file does not begin with `glTF`. A text file `.gltf` has to be exported as `.glb`.
    #[error("the signature is missing")]
    NoSignature,
    /// The version of the container is unknown.
    #[error("it is of version {found}, not 2")]
    Version {
        /// The version.
        found: u32,
    },
    /// The file ends within a chunk.
    #[error("it should have {expected} bytes or more and has {found}")]
    Length {
        /// The number of bytes by the chunk.
        expected: u64,
        /// The number of bytes.
        found: u64,
    },
    /// The first chunk is not JSON, or the second is not binary.
    #[error("the chunk at byte {offset} is of another kind")]
    Chunk {
        /// The offset of the chunk.
        offset: usize,
    },
    /// An index leads nowhere.
    #[error("{part} {index} does not exist")]
    Missing {
        /// The part of the document.
        part: &'static str,
        /// The index.
        index: usize,
    },
    /// A node is a child of two others, or of itself.
    #[error("node {node} is in two places of the scene")]
    Cycle {
        /// The node.
        node: usize,
    },
    /// An accessor is of a type that positions or indices do not have.
    #[error(
        "accessor {accessor} is of another type than the {expected} of floats or unsigned numbers that it is used as"
    )]
    Type {
        /// The accessor.
        accessor: usize,
        /// The type that is needed.
        expected: &'static str,
    },
    /// An accessor is sparse, or has no data.
    #[error("accessor {accessor} is sparse or empty, which is not supported")]
    Sparse {
        /// The accessor.
        accessor: usize,
    },
    /// An accessor reaches beyond its data, or its items overlap.
    #[error("accessor {accessor} reaches beyond its data")]
    Beyond {
        /// The accessor.
        accessor: usize,
    },
    /// A triangle has an index beyond the positions.
    #[error("accessor {accessor} has the index {number}, and there are {count} positions")]
    Index {
        /// The accessor of the indices.
        accessor: usize,
        /// The index.
        number: u32,
        /// The number of positions.
        count: usize,
    },
    /// The data of a buffer are in another file.
    #[error("buffer {buffer} lies outside of the file")]
    Outside {
        /// The buffer.
        buffer: usize,
    },
    /// The file needs an extension that changes how positions are stored.
    #[error("it needs the extension {name}")]
    Extension {
        /// The name of the extension.
        name: String,
    },
    /// The nodes repeat meshes too often.
    #[error("its nodes have more than {limit} triangles")]
    TooManyTriangles {
        /// The most triangles.
        limit: usize,
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
