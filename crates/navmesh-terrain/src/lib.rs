//! Bakes the triangles of a level into a mesh with heights: [`Level`] → [`Baked`].
//!
//! The crate `rerecast` (Recast by M. Mononen, in Rust) samples the level by cells of a height field, finds the ground on
//! which an agent can stand, and divides it into convex polygons. These become the cells of a [`NavMesh`], on floors that do
//! not overlap, and the points of its detail become a [`Surface`].
//!
//! 1. `stage`: the stages.
//! 2. `error`: the reasons why a level cannot be baked. `observer`: the callback.
//! 3. `numbers`: ranges of options, and the cosine of a slope.
//! 4. `rules`: ground that costs more or is closed, and jumps.
//! 5. `options`: the agent and the fineness, in map units, and as counts of cells.
//! 6. `frame`: the place of a height field, and its size before it is made.
//! 7. `field`: triangles → the open ground as spans of cells.
//! 8. `contours`: the borders of regions; regions that have no simple border are divided.
//! 9. `polygons`: Recast's polygons → those of a tile.
//! 10. `floors`: cells → floors without overlaps.
//! 11. `relief`: Recast's detail → finer triangles.
//! 12. `jumps`: links down, up, and across gaps.
//! 13. `bake`: the stages in their order.
//! 14. `tiles`: bakes in tiles, and how tiles are joined.
//! 15. `recast_file`: files of meshes that Recast has baked already.
//!
//! ```
//! use navmesh_terrain::{BakeOptions, Level, Up, bake};
//!
//! // A floor of 20 by 10, y up.
//! let corners = [[0.0f32, 0.0, 0.0], [20.0, 0.0, 0.0], [20.0, 0.0, 10.0], [0.0, 0.0, 10.0]];
//! let level = Level::of_triangles(Up::Y, corners, [[0, 3, 2], [0, 2, 1]]);
//! let baked = bake(&level, &BakeOptions::default())?;
//! let start = baked.surface.pick([2.0, -5.0, 0.5], 2.0, 0.5)?;
//! assert_eq!(start.layer, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(docsrs, feature(doc_cfg))]

mod stage;
mod error;
mod observer;
mod numbers;
mod rules;
mod options;
mod frame;
mod field;
mod contours;
mod floors;
mod polygons;
mod relief;
mod jumps;
mod tiles;
mod bake;
mod recast_file;

pub use bake::{BakeReport, Baked, bake, bake_with};
pub use error::BakeError;
pub use navmesh_core::{Bounds, Level, NavMesh, Surface, Up};
pub use options::BakeOptions;
pub use recast_file::{RecastFault, RecastFileError, RecastMesh, RecastReport, read_recast};
pub use rules::{AreaRule, JumpRule, RuleGround, Volume};
pub use stage::BakeStage;
pub use tiles::TiledBake;
