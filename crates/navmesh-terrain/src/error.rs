//! The reasons why a level cannot be baked.

use std::fmt;

use navmesh_core::{DVec2, DVec3, MeshDefects, Short, SurfaceError};

use crate::stage::BakeStage;

/// The reason why a level cannot be baked.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum BakeError {
    /// An option is out of its range, which may depend on the size of cells.
    #[error("the option {name} is {}; it may be from {} to {}", Short(*value), Short(*least), Short(*most))]
    Option {
        /// The name of the option.
        name: &'static str,
        /// Its value.
        value: f64,
        /// The least valid value.
        least: f64,
        /// The largest valid value.
        most: f64,
    },
    /// The level has no triangles.
    #[error("the level has no triangles")]
    Empty,
    /// A triangle has an index beyond the positions.
    #[error("triangle {triangle} has the index {index}, and there are {count} positions")]
    Index {
        /// The number of the triangle.
        triangle: usize,
        /// Its index.
        index: u32,
        /// The number of positions.
        count: usize,
    },
    /// A corner of a triangle is not finite.
    #[error("triangle {triangle} has the corner {position}, which is not finite")]
    NotFinite {
        /// The number of the triangle.
        triangle: usize,
        /// The corner.
        position: DVec3,
    },
    /// A volume has a corner that is not finite, or a height that is not a number.
    #[error(
        "the volume of rule {rule} has a corner that is not finite, or a height that is not a number"
    )]
    Volume {
        /// The number of the rule, from 0.
        rule: usize,
    },
    /// The height field would be too large. Use larger cells, or bake a part of the level.
    #[error(
        "the level takes {} cells, and the limit is {}, with {longest} along a side; a cell_size of {} fits",
        Short(*cells), Short(*limit), Short(*fitting)
    )]
    TooManyCells {
        /// The number of cells in the plan.
        cells: f64,
        /// The most cells.
        limit: f64,
        /// The most cells along a side.
        longest: u32,
        /// A cell size that fits.
        fitting: f64,
    },
    /// The box around the level has too many tiles.
    #[error(
        "the level takes {tiles} tiles, and the limit is {limit}; use larger ones, or a larger cell_size"
    )]
    TooManyTiles {
        /// The number of tiles.
        tiles: u64,
        /// The most tiles.
        limit: u64,
    },
    /// The level is too far from the origin for its tiles.
    #[error("the level at {} is farther than {} from the origin of the plan; move it, or use a larger cell_size", Short(*at), Short(*limit))]
    TooFar {
        /// The corner of its box with the lowest coordinates.
        at: DVec2,
        /// The largest distance along an axis.
        limit: f64,
    },
    /// The level is too high for the height of cells.
    #[error("the level is {} cells high, and the limit is {limit}; a cell_height of {} fits", Short(*cells), Short(*fitting))]
    TooHigh {
        /// The number of cells.
        cells: f64,
        /// The most cells.
        limit: u32,
        /// A cell height that fits.
        fitting: f64,
    },
    /// The triangles lie above one another so often that the height field would be too large.
    #[error(
        "the triangles fill more than {limit} spans of the height field; use a larger cell_size or max_cells"
    )]
    TooManySpans {
        /// The most spans.
        limit: u64,
    },
    /// Too many floors lie above one another.
    #[error("{count} floors lie above one another at {}; the limit is 62", Short(*at))]
    TooManyFloors {
        /// The point of the plan.
        at: DVec2,
        /// The number of floors.
        count: usize,
    },
    /// The ground has too many corners for Recast's indices of 16 bits. Use larger cells or more simplification, or bake a
    /// part of the level.
    #[error(
        "the ground has {corners} corners, and the limit is {limit}; use a larger cell_size or simplification"
    )]
    TooManyCorners {
        /// The number of corners.
        corners: usize,
        /// The most corners.
        limit: usize,
    },
    /// No agent can stand anywhere. The counts say what the triangles are.
    #[error(
        "no ground is walkable: of {triangles} triangles {too_steep} are too steep, {face_down} face down, {flat} have no \
         area, {blocked} are of a blocked material; the others have too little room"
    )]
    NoGround {
        /// The number of triangles.
        triangles: usize,
        /// Those that are too steep.
        too_steep: usize,
        /// Those that would be walkable from below. If they are most, the level's triangles are clockwise.
        face_down: usize,
        /// Those without area.
        flat: usize,
        /// Those of a blocked material.
        blocked: usize,
    },
    /// The border of some ground cannot be divided into polygons. Another cell size or less simplification helps.
    #[error("the ground around {} has no simple border; use another cell_size or simplification", Short(*at))]
    Border {
        /// A point of the border.
        at: DVec2,
    },
    /// The callback stopped the bake.
    #[error("the bake was stopped at the stage {0}")]
    Stopped(BakeStage),
    /// The crate `rerecast` failed, which is a fault of it.
    #[error("the crate rerecast failed at the stage {stage}: {reason}")]
    Recast {
        /// The stage.
        stage: BakeStage,
        /// Its message.
        reason: String,
    },
    /// The polygons are not a valid mesh, as of coordinates that are too large for the size of cells.
    #[error(transparent)]
    Mesh(#[from] MeshDefects),
    /// The heights do not fit the mesh.
    #[error(transparent)]
    Surface(#[from] SurfaceError),
}

impl BakeError {
    /// Returns the error of a stage of Recast.
    pub(crate) fn of_recast(stage: BakeStage, reason: &dyn fmt::Display) -> Self {
        Self::Recast { stage, reason: reason.to_string() }
    }
}
