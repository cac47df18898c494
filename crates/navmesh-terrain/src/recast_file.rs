//! Meshes that Recast has baked already: tile sets of RecastDemo (`MSET`, version 1), and single tiles (`DNAV`, version 7).
//!
//! 1. `bytes`: the numbers of a file.
//! 2. `tile`: a tile as it is stored.
//! 3. `error`: the reasons why a file is refused.
//! 4. `lattice`: the lattice of the cells.
//! 5. `cells`: joined polygons → the mesh; off-mesh connections → links.

mod bytes;
mod error;
mod tile;
mod lattice;
mod cells;

use navmesh_core::Surface;

pub use error::{RecastFault, RecastFileError};

/// A mesh that Recast has baked.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RecastMesh {
    /// The mesh and its heights.
    pub surface: Surface,
    /// The counts of the file.
    pub report: RecastReport,
}

/// The counts of a baked mesh: of what was read, and of what was left out.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
#[non_exhaustive]
pub struct RecastReport {
    /// The number of tiles.
    pub tiles: usize,
    /// The number of polygons that became cells.
    pub polygons: usize,
    /// The polygons without flags, which Detour lets no agent enter. They are left out.
    pub disabled: usize,
    /// The portals between polygons, counted from both sides.
    pub portals: usize,
    /// The off-mesh connections that became links.
    pub links: usize,
    /// The off-mesh connections of which an end lies on no ground. They are left out.
    pub lost_links: usize,
    /// Parts of edges at the border of a tile that could be joined to several others. The first one counts.
    pub doubtful: usize,
    /// The radius of the agent for which the mesh was baked, in map units. The ground is that of its centre.
    pub agent_radius: f32,
    /// The height of that agent.
    pub agent_height: f32,
    /// Its highest step.
    pub step: f32,
}

/// Reads a mesh that Recast has baked, from a tile set of RecastDemo or from a tile.
///
/// Polygons become cells, on floors that do not overlap; the detail mesh becomes the surface. Edges at the borders of tiles are
/// joined where Detour joins them, and are divided there. Corners lie on the lattice of Recast's cells, so borders are exactly straight.
/// Areas other than 0 and 63, the ids of ordinary ground, become areas named `area N` of cost 1, for filters. Off-mesh connections
/// become links, which cost their length.
///
/// Coordinates are those of a level with y upwards: x and −z in the plan, y the height.
///
/// The layout is that of recastnavigation 1.6 (M. Mononen and others), `Detour/Include/DetourNavMesh.h`, in little-endian order, with
/// references of 32 or 64 bits.
///
/// Complexity: O(n log n) in the polygons, and the pairs of edges at the border of two tiles.
///
/// # Errors
///
/// [`RecastFileError`], which names the tile. Nothing is allocated for a count that the file cannot hold.
///
/// ```
/// use navmesh_terrain::{RecastFileError, read_recast};
/// assert!(matches!(read_recast(b"OBJ"), Err(RecastFileError::NoSignature)));
/// ```
pub fn read_recast(bytes: &[u8]) -> Result<RecastMesh, RecastFileError> {
    let tiles = tile::read_all(bytes)?;
    let lattice = lattice::lattice(&tiles)?;
    cells::surface(&tiles, lattice)
}
