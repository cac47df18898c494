//! The stages of a bake.

/// A stage of a bake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BakeStage {
    /// Triangles are sampled.
    Sample,
    /// Spans on which no agent can stand are left out.
    Filter,
    /// The ground is divided into regions.
    Regions,
    /// The regions are divided into polygons.
    Polygons,
    /// The heights are sampled.
    Heights,
    /// The mesh is made.
    Mesh,
    /// Tiles are baked.
    Tiles,
}

navmesh_core::words! {
    BakeStage: Sample "sample", Filter "filter", Regions "regions", Polygons "polygons", Heights "heights", Mesh "mesh", Tiles "tiles";
}
