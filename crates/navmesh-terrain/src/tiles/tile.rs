//! A tile of polygons, before it is joined to others.

use glam::DVec3;

/// The polygons of a tile on which an agent may walk.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tile {
    /// The number of columns and rows of tiles before it.
    pub(crate) place: [i32; 2],
    /// The highest step of the agent, in map units.
    pub(crate) step: f64,
    /// The corners: x and −z in the plan, and the height.
    pub(crate) vertices: Vec<DVec3>,
    pub(crate) polygons: Vec<Polygon>,
}

/// A polygon.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Polygon {
    /// Its vertices, counter-clockwise in the plan.
    pub(crate) corners: Vec<u16>,
    /// The other side of each edge.
    pub(crate) beyond: Vec<Beyond>,
    /// Its kind of ground.
    pub(crate) area: u8,
    /// The points of its detail: its corners, and then samples of the height.
    pub(crate) samples: Vec<DVec3>,
    /// The triangles of its detail, by the numbers of these points.
    pub(crate) triangles: Vec<[u8; 3]>,
}

/// The other side of an edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Beyond {
    Wall,
    /// A polygon of the same tile.
    Inner(usize),
    /// Another tile, in this direction: x, z, −x, −z.
    Outer(u8),
}
