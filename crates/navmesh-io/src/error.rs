//! What is wrong with a file, where, and what was expected there.

use navmesh_core::{MeshDefects, Short};
use navmesh_grid::GridError;

use crate::features::place::FeatureError;

/// Why a text or a byte string cannot be read.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Something else stands in a text than the format asks for.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Unexpected {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What the format asks for here.
        expected: String,
        /// What stands here: an excerpt in quotes, or the end of the line or text.
        found: String,
    },
    /// The text is not JSON.
    #[error("line {line}, column {column}: not JSON: {message}")]
    Json {
        /// The line, from 1.
        line: usize,
        /// The column in bytes, from 1.
        column: usize,
        /// What the JSON parser says.
        message: String,
    },
    /// The JSON is not GeoJSON.
    #[error("not GeoJSON: {message}")]
    NotGeoJson {
        /// What was expected.
        message: String,
    },
    /// One feature of a GeoJSON file is unusable.
    #[error(transparent)]
    Feature(#[from] Box<FeatureError>),
    /// The rows of a tile map were read, and make no grid.
    #[error("the map makes no grid: {0}")]
    Grid(#[from] GridError),
    /// The bytes are no image, or a damaged one.
    #[error(transparent)]
    Image(#[from] ImageFault),
    /// The bytes are not an undamaged `.nav` file.
    #[error(transparent)]
    Bytes(#[from] ByteFault),
    /// The file is intact, and what it holds is no valid mesh.
    #[error("the file holds no valid mesh: {0}")]
    Mesh(#[from] MeshDefects),
}

impl From<FeatureError> for ReadError {
    fn from(error: FeatureError) -> Self {
        Self::Feature(Box::new(error))
    }
}

impl ReadError {
    /// The line concerned, from 1, where there is one.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.place().map(|(line, _)| line)
    }

    /// The column concerned, from 1, where there is one.
    #[must_use]
    pub fn column(&self) -> Option<usize> {
        self.place().map(|(_, column)| column)
    }

    fn place(&self) -> Option<(usize, usize)> {
        match *self {
            Self::Unexpected { line, column, .. } | Self::Json { line, column, .. } => {
                Some((line, column))
            }
            _ => None,
        }
    }
}

/// What is wrong with the bytes of an image.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImageFault {
    /// Something else stands in a graymap than the format asks for, or neither format's signature.
    #[error("byte {offset} of the image: expected {expected}")]
    Unexpected {
        /// Where, from 0.
        offset: usize,
        /// What the format asks for here.
        expected: &'static str,
    },
    /// The image has no pixels, more than a grid can have, or more than its bytes can hold.
    #[error(
        "the image says that it has {width} x {height} pixels: none, more than 2^28, or more than \
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
    /// A PNG image cannot be decoded.
    #[error("the PNG image cannot be decoded: {message}")]
    Damaged {
        /// What the decoder says.
        message: String,
    },
}

/// What is wrong with the bytes of a `.nav` file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ByteFault {
    /// The file does not begin with the signature.
    #[error("not a .nav file: the signature is missing")]
    NoSignature,
    /// The file is of a version that this program does not know.
    #[error("the .nav file is of version {found}; this program reads version {known}")]
    Version {
        /// The file's version.
        found: u32,
        /// The version that can be read.
        known: u32,
    },
    /// The file is shorter or longer than its header says.
    #[error("the .nav file should have {expected} bytes and has {found}: truncated or damaged")]
    Length {
        /// How many bytes the header asks for.
        expected: u64,
        /// How many there are.
        found: u64,
    },
    /// The bytes are not those that were written.
    #[error("the .nav file is damaged: its checksum is {found:08x}, not {expected:08x}")]
    Checksum {
        /// The checksum that the file states.
        expected: u32,
        /// The checksum of its bytes.
        found: u32,
    },
    /// A header field that has to be zero in this version is not.
    #[error("the .nav file's header, byte {offset}: unknown flags {found:#x}")]
    UnknownFlags {
        /// Where the field stands.
        offset: usize,
        /// What it holds.
        found: u32,
    },
    /// An area's name is no text in UTF-8, or the names do not fit the bytes that hold them.
    #[error("the .nav file's area {area}: its name is no text, or not where the file says")]
    AreaName {
        /// The area, counted from 0.
        area: usize,
    },
    /// A door's edges are not where the file says.
    #[error("the .nav file's door {door}: its edges are not where the file says")]
    DoorEdges {
        /// The door, counted from 0.
        door: usize,
    },
    /// A door's name is no text in UTF-8, or the names do not fit the bytes that hold them.
    #[error("the .nav file's door {door}: its name is no text, or not where the file says")]
    DoorName {
        /// The door, counted from 0.
        door: usize,
    },
    /// A link's name is no text in UTF-8, or the names do not fit the bytes that hold them.
    #[error("the .nav file's link {link}: its name is no text, or not where the file says")]
    LinkName {
        /// The link, counted from 0.
        link: usize,
    },
    /// A link's further lanes are not among those of the file, or the last link's do not end them.
    #[error("the .nav file's link {link}: its lanes are not where the file says")]
    LinkLanes {
        /// The link, counted from 0.
        link: usize,
    },
    /// It is not said which ways a link leads.
    #[error("the .nav file's link {link}: {found} does not say which ways it leads")]
    LinkWay {
        /// The link, counted from 0.
        link: usize,
        /// What stands where 0 or 1 should.
        found: u32,
    },
}

/// Why a value cannot be written in a format.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format knows no floors.
    #[error("cell {cell} is on floor {layer}, which .mesh cannot say: write .nav instead")]
    Layer {
        /// The first such cell, by its place in the file.
        cell: u32,
        /// Its floor.
        layer: u32,
    },
    /// The format knows no links.
    #[error("the mesh has {count} links, which .mesh cannot say: write .nav instead")]
    Links {
        /// How many.
        count: usize,
    },
    /// The format knows no cell costs.
    #[error(
        "cell {cell} costs {} a unit of length, which .mesh cannot say: write .nav instead",
        Short(*cost)
    )]
    Cost {
        /// The first such cell, by its place in the file.
        cell: u32,
        /// Its cost.
        cost: f64,
    },
    /// A point that no map can hold.
    #[error(
        "the point ({x:?}, {y:?}) is not finite or beyond 2^200 in magnitude: no map can hold it"
    )]
    Coordinate {
        /// Its x.
        x: f64,
        /// Its y.
        y: f64,
    },
    /// An area's cost that JSON has no number for.
    #[error("an area costs {cost:?} a unit of length, which GeoJSON cannot say")]
    AreaCost {
        /// The cost.
        cost: f64,
    },
}
