//! Shortest paths on tile maps, and the free area of a tile map as outlines.
//!
//! Search a grid directly when the map comes as tiles and paths from tile centre to tile centre are
//! good enough. For the shortest paths in the plane, [`trace`](trace()) the grid and build a mesh
//! from the outlines. Both agree on connectivity: no path passes between two tiles that touch only
//! at a corner.
//!
//! Read the modules in this order:
//!
//! 1. `map` – [`Grid`]: free and blocked tiles, their costs, and their position in the world.
//! 2. `rules` – [`GridOptions`]: neighbours, corners, step costs and heuristic; from these the legal
//!    steps of every tile and the connected components.
//! 3. `search` – A* and jump point search over tiles, and the pruning of dead ends.
//! 4. `index` – the data that a finder computes once per map.
//! 5. `query` – the tiles that the endpoints of a query stand for.
//! 6. `line` – [`Sight`]: line of sight over tiles; [`smooth`](smooth()): path smoothing.
//! 7. `finder` – [`GridFinder`]: a map, its rules and its index; edits of the map.
//! 8. `answer` – from a query to a search, and from a search to a path.
//! 9. `session` – incremental searches, progress hooks and resumed searches.
//! 10. `batch` – flow fields, costs to many tiles, and the cheapest of several goals.
//! 11. `watch` – [`GridWatch`]: the live paths that an edit breaks or may shorten.
//! 12. `hex` – [`HexGrid`]: maps of hexagons.
//! 13. `isometric` – [`Isometric`]: conversion between map and screen coordinates.
//! 14. `trace` – the free area as outlines.
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

mod map;
mod rules;
mod search;
mod index;
mod query;
mod line;
mod finder;
mod answer;
mod session;
mod batch;
mod watch;
mod hex;
mod isometric;
mod trace;
#[cfg(test)]
mod tests;

pub use batch::flow_field::FlowField;
pub use batch::one_to_many::CostTo;
pub use batch::to_any::{GridGoalsSession, GridGoalsTask};
pub use finder::GridFinder;
pub use hex::{Hex, HexFinder, HexGrid, HexPath};
pub use isometric::Isometric;
pub use line::sight::Sight;
pub use line::smooth::smooth;
pub use line::touched::{tiles_touched, tiles_under};
pub use map::error::GridError;
pub use map::grid::Grid;
pub use rules::choices::{
    CornerRule, GridHeuristic, GridSearch, Neighborhood, PathEnds, Replacement, Shortcut, Smoothing,
};
pub use rules::options::GridOptions;
pub use rules::steps::Steps;
pub use search::observer::SeenTile;
pub use session::incremental::{GridSession, GridTask};
pub use trace::trace;
pub use watch::{GridWatch, TileChange, TilePaths};
