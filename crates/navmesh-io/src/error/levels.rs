//! The reasons why a level cannot be read.

use navmesh_core::Short;

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
