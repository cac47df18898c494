//! Paths over hexagons.

use super::grid::HexGrid;
use crate::map::tile_list::{Beginning, Listing, listed};

/// A cheapest path over hexagons.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HexPath {
    /// The cost: a step costs the mean of the multipliers of its two hexagons.
    pub cost: f64,
    /// The hexagons of the path as (column, row), both ends included.
    pub tiles: Vec<(u32, u32)>,
}

impl HexPath {
    /// Returns the hexagons of the path: all of them or only the turns, with or without the start.
    ///
    /// ```
    /// use navmesh_grid::{Beginning, Grid, HexFinder, HexGrid, Listing};
    /// let mut finder = HexFinder::new(HexGrid::new(Grid::new(3, 3)?));
    /// let path = finder.find_path((0, 2), (2, 2)).unwrap();
    /// let turns = path.listed(Listing::TurnsOnly, Beginning::AfterStart);
    /// assert_eq!(turns.collect::<Vec<_>>(), [(2, 2)]);
    /// # Ok::<(), navmesh_grid::GridError>(())
    /// ```
    pub fn listed(
        &self,
        listing: Listing,
        beginning: Beginning,
    ) -> impl Iterator<Item = (u32, u32)> + '_ {
        let step = |from: (u32, u32), to: (u32, u32)| {
            let [from, to] = [from, to].map(|(x, y)| HexGrid::hex(x, y));
            (to.q.wrapping_sub(from.q), to.r.wrapping_sub(from.r))
        };
        listed(self.tiles.iter().copied(), step, listing, beginning)
    }
}
