//! The costs from one tile to many.

use std::collections::BTreeMap;

use navmesh_core::{PathError, Search};

use super::flood::TileFlood;
use crate::finder::GridFinder;

/// A target tile and the cost of the path to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CostTo {
    /// The index of the tile among the targets.
    pub index: usize,
    /// The cost of the cheapest path to it, in map units.
    pub cost: f64,
}

impl GridFinder {
    /// Returns the costs of the cheapest paths from one tile to each of many, in map units and in
    /// the order of `tiles`; `None` for an unreachable tile.
    ///
    /// One search answers all, and ends at the last of them.
    ///
    /// # Errors
    ///
    /// [`PathError::Unsupported`] where the grid or the options are unusable.
    pub fn costs_to(
        &self,
        from: (u32, u32),
        tiles: &[(u32, u32)],
    ) -> Result<Vec<Option<f64>>, PathError> {
        let mut costs = vec![None; tiles.len()];
        for found in self.nearest(from, tiles, tiles.len())? {
            costs[found.index] = Some(found.cost);
        }
        Ok(costs)
    }

    /// Returns the `count` tiles with the cheapest paths from one tile, the cheapest first; ties by
    /// index. Unreachable tiles are left out.
    ///
    /// The search ends when it has reached them.
    ///
    /// # Errors
    ///
    /// [`PathError::Unsupported`] where the grid or the options are unusable.
    ///
    /// ```
    /// use navmesh_grid::{Grid, GridFinder};
    /// let finder = GridFinder::new(Grid::from_rows(["..#.", ".##.", "...."])?);
    /// let wells = [(3, 0), (1, 0), (2, 2)];
    /// let near: Vec<usize> =
    ///     finder.nearest((0, 0), &wells, 2)?.iter().map(|found| found.index).collect();
    /// assert_eq!(near, [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest(
        &self,
        from: (u32, u32),
        tiles: &[(u32, u32)],
        count: usize,
    ) -> Result<Vec<CostTo>, PathError> {
        self.check_supported(Search::Auto)?;
        let context = self.context();
        let mut targets: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (index, &tile) in tiles.iter().enumerate() {
            if self.connected(from, tile) {
                targets.entry(tile.1 * self.grid.width() + tile.0).or_default().push(index);
            }
        }
        let (mut flood, mut reached) = (TileFlood::default(), Vec::new());
        let mut found: Vec<CostTo> = Vec::new();
        flood.start(context, self.grid.free_slot(from.0, from.1));
        while found.len() < count && !targets.is_empty() {
            let visit = |slot| reached.extend(targets.contains_key(&slot).then_some(slot));
            if !flood.advance(context, visit) {
                break;
            }
            for slot in reached.drain(..) {
                let cost = flood.costs[slot as usize] * self.grid.cell_size();
                let indices = targets.remove(&slot).into_iter().flatten();
                found.extend(indices.map(|index| CostTo { index, cost }));
            }
        }
        found.sort_unstable_by(|a, b| a.cost.total_cmp(&b.cost).then(a.index.cmp(&b.index)));
        found.truncate(count);
        Ok(found)
    }
}
