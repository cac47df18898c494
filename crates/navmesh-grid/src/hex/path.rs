//! Paths over hexagons.

use super::grid::HexGrid;
use crate::map::tile_list::turns;

/// A cheapest path over hexagons.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HexPath {
    /// The cost: a step costs the mean of the multipliers of its two hexagons.
    pub cost: f64,
    /// The hexagons of the path as (column, row), both ends included.
    pub tiles: Vec<(u32, u32)>,
}

impl HexPath {
    /// Returns both ends of the path and the hexagons where it turns, as (column, row).
    ///
    /// ```
    /// use navmesh_grid::{Grid, HexFinder, HexGrid};
    /// let mut finder = HexFinder::new(HexGrid::new(Grid::new(3, 3)?));
    /// let path = finder.find_path((0, 2), (2, 2)).unwrap();
    /// assert!(path.turns().eq([(0, 2), (2, 2)]));
    /// # Ok::<(), navmesh_grid::GridError>(())
    /// ```
    pub fn turns(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let step = |from: (u32, u32), to: (u32, u32)| {
            let [from, to] = [from, to].map(|(x, y)| HexGrid::hex(x, y));
            (to.q.wrapping_sub(from.q), to.r.wrapping_sub(from.r))
        };
        turns(self.tiles.iter().copied(), step)
    }
}
