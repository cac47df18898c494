//! Maps of hexagons.
//!
//! 1. `hexagon` – [`Hex`]: axial coordinates; `line` – the hexagons between two.
//! 2. `grid` – [`HexGrid`]: the map; `path` – [`HexPath`].
//! 3. `search` – A* over hexagons.
//! 4. `finder` – [`HexFinder`]: many queries on one map.

mod hexagon;
mod line;
mod path;
mod grid;
mod search;
mod finder;

pub use finder::HexFinder;
pub use grid::HexGrid;
pub use hexagon::Hex;
pub use path::HexPath;
