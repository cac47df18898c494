//! The reasons why a baked mesh is refused.

use navmesh_core::{DVec2, MeshDefects, Short, SurfaceError};

/// The reason why a baked mesh is refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecastFileError {
    /// The file begins neither as a tile set nor as a tile.
    #[error(
        "the file begins neither with MSET, as a tile set of RecastDemo, nor with DNAV, as a tile; numbers are little-endian"
    )]
    NoSignature,
    /// The version of the tile set is another one.
    #[error("the tile set has version {found}; 1 is read")]
    Version {
        /// The version of the file.
        found: i32,
    },
    /// A tile is damaged. A tile set whose header is damaged has the tile 0.
    #[error("tile {tile}: {fault}")]
    Tile {
        /// The number of the tile in the file.
        tile: usize,
        /// The reason.
        fault: RecastFault,
    },
    /// The file has no polygon that an agent may enter.
    #[error("no polygon is walkable: of {polygons} in {tiles} tiles {disabled} have no flags")]
    Empty {
        /// The number of tiles.
        tiles: usize,
        /// The number of polygons.
        polygons: usize,
        /// The polygons without flags.
        disabled: usize,
    },
    /// The cells do not make a mesh.
    #[error(transparent)]
    Mesh(#[from] MeshDefects),
    /// The heights do not fit.
    #[error(transparent)]
    Surface(#[from] SurfaceError),
}

/// A fault of a tile.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum RecastFault {
    /// The data end early.
    #[error("{needed} more bytes are announced, and {left} are left")]
    Cut {
        /// The bytes that are needed.
        needed: usize,
        /// The bytes that are left.
        left: usize,
    },
    /// Bytes are left behind the data.
    #[error("{bytes} bytes are left behind its data")]
    Left {
        /// The number of bytes.
        bytes: usize,
    },
    /// The tile does not begin with `DNAV`.
    #[error("it does not begin with DNAV")]
    NoSignature,
    /// The version of the tile is another one.
    #[error("it has version {found}; 7 is read")]
    Version {
        /// The version.
        found: i32,
    },
    /// A count is negative.
    #[error("it has the count {count}")]
    Count {
        /// The count.
        count: i32,
    },
    /// A number is not finite.
    #[error("it has the number {number}")]
    NotFinite {
        /// The number.
        number: f32,
    },
    /// The size of Recast's cells, of which the file has the inverse, is not positive, or another one than that of the first tile.
    #[error("its cells measure {size}; they may measure more than 0, as those of the first tile")]
    CellSize {
        /// The size.
        size: f32,
    },
    /// A polygon has fewer than 3 or more than 6 corners.
    #[error("polygon {polygon} has {corners} corners")]
    Corners {
        /// The number of the polygon.
        polygon: usize,
        /// The number of its corners.
        corners: usize,
    },
    /// A polygon has an index beyond the list.
    #[error("polygon {polygon} has the index {index}, beyond the list")]
    Index {
        /// The number of the polygon.
        polygon: usize,
        /// The index.
        index: usize,
    },
    /// A vertex is not at a corner of Recast's cells.
    #[error("vertex {vertex} at {} lies on no corner of cells that measure {size}", Short(*at))]
    OffLattice {
        /// The number of the vertex.
        vertex: usize,
        /// Its place in the plan.
        at: DVec2,
        /// The size of the cells.
        size: f32,
    },
}
