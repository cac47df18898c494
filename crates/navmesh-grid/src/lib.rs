//! Tile maps: shortest paths on grids, and a grid's free region as outlines.
//!
//! When a map comes as tiles and answers along tiles are good enough, search it here. When paths
//! should be as straight as they can, [`trace`](trace()) it and build a mesh from the outlines:
//! nobody walks between two tiles that touch only at a corner, here or there.
//!
//! Read the modules in this order:
//!
//! 1. [`grid`] – [`Grid`]: free and blocked tiles, their costs, and where they lie in the world.
//! 2. [`options`] – the rules: neighbours, corners, step costs, and the search's guess.
//! 3. [`estimate`] – the formulas of the guesses.
//! 4. `bits`, `moves`, `components`, `cost_range`, `survey` – what is computed once: legal steps, what
//!    they join, and the range of costs.
//! 5. `runs`, `nearest`, `gap`, `goals`, `endpoints` – which tiles a query speaks of, and which it gets.
//! 6. [`observer`], `search` – A* and jump point search over tiles, and watching them.
//! 7. [`sight`] – which straight lines can be walked.
//! 8. [`smooth`](mod@smooth) – dropping the bends that are not needed.
//! 9. [`finder`] – [`GridFinder`]: a map, its rules, and what was computed of both; `live` – how it follows a
//!    map that changes.
//! 10. `answer` – from a query to a search, and from there to the answer; `paths` – both behind
//!     [`Pathfinder`](navmesh_core::Pathfinder); [`stepping`], `resume` – a search that goes on when told to;
//!     [`path_form`] – the answer as tiles.
//! 11. `flood`, [`field`], [`to_any`] – the ways of many at once: flow fields, costs to many tiles, and the
//!     cheapest of several goals.
//! 12. [`hex`] – maps of hexagons; [`iso`] – tiles drawn as diamonds.
//! 13. [`trace`](mod@trace) – the free region as outlines.
//!
//! ```
//! use navmesh_core::{Guarantee, PathQuery, Pathfinder};
//! use navmesh_grid::{CornerRule, Grid, GridFinder, GridOptions};
//!
//! let grid = Grid::from_rows([
//!     "....#...", //
//!     ".S..#...",
//!     "....#...",
//!     "....#.G.",
//!     "........",
//! ])?;
//! let finder = GridFinder::new(grid);
//! let query = PathQuery::new([1.5, 1.5], [6.5, 3.5]);
//! let path = finder.find_path(&query)?;
//! assert_eq!(format!("{:.4}", path.length()), "7.2426"); // 3√2 + 3
//! assert_eq!(path.guarantee(), Guarantee::Optimal);
//!
//! let bold = finder.with_options(GridOptions::default().corners(CornerRule::OneFree));
//! assert_eq!(format!("{:.4}", bold.find_path(&query)?.length()), "6.6569"); // 4√2 + 1
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod grid;
pub mod options;
pub mod estimate;
mod bits;
mod moves;
mod components;
mod dead_ends;
mod cost_range;
mod runs;
mod depth;
mod survey;
mod nearest;
mod gap;
mod goals;
mod endpoints;
pub mod observer;
mod search;
pub mod sight;
pub mod smooth;
pub mod finder;
mod live;
mod answer;
mod paths;
pub mod stepping;
mod resume;
pub mod path_form;
mod flood;
pub mod field;
pub mod to_any;
pub mod hex;
pub mod iso;
pub mod trace;
pub mod error;
#[cfg(test)]
mod tests;

pub use error::GridError;
pub use estimate::Steps;
pub use field::{CostTo, FlowField};
pub use finder::GridFinder;
pub use grid::Grid;
pub use hex::{Hex, HexFinder, HexGrid, HexPath, hex_line};
pub use iso::Isometric;
pub use observer::SeenTile;
pub use options::{
    CornerRule, GridHeuristic, GridOptions, GridSearch, Neighborhood, Replacement, Shortcut,
    Smoothing,
};
pub use path_form::{Beginning, Listing};
pub use sight::{Sight, tiles_touched, tiles_under};
pub use smooth::smooth;
pub use stepping::IncrementalGridSearch;
pub use to_any::IncrementalGridGoals;
pub use trace::trace;
