//! The ways of many at once: flow fields, and costs to many tiles.
//!
//! A flow field says for every tile where to step next towards the nearest of some goals, and what is
//! left to walk. It is one flood from the goals, since a step costs the same both ways;
//! then any number of walkers need no search at all.

use std::collections::BTreeMap;

use glam::DVec2;
use navmesh_core::{PathError, Search};

use crate::finder::GridFinder;
use crate::flood::Flood;
use crate::grid::Grid;
use crate::moves::DIRECTIONS;
use crate::path_form::{Beginning, Listing, listed, step};

/// For every tile the cost of the cheapest way to the nearest goal, and the first step of one.
///
/// Made by [`GridFinder::flow_field`]. It stays what it is when the grid changes.
#[derive(Debug, Clone, Default)]
pub struct FlowField {
    width: u32,
    cell_size: f64,
    flood: Flood,
}

impl FlowField {
    /// The cost of the cheapest way from a tile to the nearest goal, in map units; `None` where no
    /// goal can be reached, and outside the grid.
    #[must_use]
    pub fn cost(&self, x: u32, y: u32) -> Option<f64> {
        let cost = self.flood.costs[self.slot(x, y)? as usize];
        cost.is_finite().then_some(cost * self.cell_size)
    }

    /// The tile to step to, as column and row; `None` on a goal, and where none can be reached.
    #[must_use]
    pub fn next(&self, x: u32, y: u32) -> Option<(u32, u32)> {
        let slot = self.slot(x, y)?;
        let arrival = self.flood.arrivals[slot as usize];
        // The flood came from the goal, so that one walks against it.
        let (dx, dy) = *DIRECTIONS.get(usize::from(arrival))?;
        Some((x.wrapping_add_signed(-dx), y.wrapping_add_signed(-dy)))
    }

    /// The direction to walk in, of length 1; `None` as for [`FlowField::next`].
    #[must_use]
    pub fn direction(&self, x: u32, y: u32) -> Option<DVec2> {
        let (to_x, to_y) = self.next(x, y)?;
        let step = |to: u32, from: u32| f64::from(to) - f64::from(from);
        DVec2::new(step(to_x, x), step(to_y, y)).try_normalize()
    }

    /// The tiles from this one to its goal, given as column and row; none where no goal can be reached.
    pub fn tiles_from(
        &self,
        (x, y): (u32, u32),
        listing: Listing,
        beginning: Beginning,
    ) -> impl Iterator<Item = (u32, u32)> {
        let first = self.cost(x, y).map(|_| (x, y));
        let way = std::iter::successors(first, |&(x, y)| self.next(x, y));
        listed(way, step, listing, beginning)
    }

    fn slot(&self, x: u32, y: u32) -> Option<u32> {
        let height = self.flood.costs.len() as u32 / self.width.max(1);
        (x < self.width && y < height).then(|| y * self.width + x)
    }
}

/// A tile asked about, and what it costs to get there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CostTo {
    /// Which one of the tiles that were given.
    pub index: usize,
    /// The cost of the cheapest way there, in map units.
    pub cost: f64,
}

impl GridFinder {
    /// The flow field towards the nearest of some goals, given as column and row; goals that are
    /// blocked or outside attract nobody.
    ///
    /// Of ways that cost the same, the field follows the one that the flood took first, the same on
    /// every run.
    ///
    /// Complexity: linear in the number of tiles where all cost the same; else times the logarithm of
    /// the largest cost as a multiple of the smallest.
    ///
    /// # Errors
    ///
    /// [`PathError::Unsupported`] where the grid or the options cannot be used.
    ///
    /// ```
    /// use navmesh_grid::{Beginning, Grid, GridFinder, Listing};
    /// let finder = GridFinder::new(Grid::from_rows(["....", ".##.", "...."])?);
    /// let field = finder.flow_field(&[(3, 0), (0, 2)])?;
    /// assert_eq!((field.cost(0, 0), field.next(0, 0)), (Some(2.0), Some((0, 1))));
    /// let turns = field.tiles_from((2, 2), Listing::TurnsOnly, Beginning::AfterStart);
    /// assert_eq!(turns.collect::<Vec<_>>(), [(0, 2)]);
    /// assert_eq!((field.cost(3, 0), field.next(3, 0)), (Some(0.0), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn flow_field(&self, goals: &[(u32, u32)]) -> Result<FlowField, PathError> {
        let mut field = FlowField::default();
        self.flow_field_into(goals, &mut field)?;
        Ok(field)
    }

    /// The same, into a field whose memory is used again.
    ///
    /// # Errors
    ///
    /// As [`GridFinder::flow_field`]; the field is then left as it was.
    pub fn flow_field_into(
        &self,
        goals: &[(u32, u32)],
        field: &mut FlowField,
    ) -> Result<(), PathError> {
        self.check_supported(Search::Auto)?;
        let ground = self.ground();
        field.width = self.grid.width();
        field.cell_size = self.grid.cell_size();
        field.flood.start(ground, goals.iter().filter_map(|&goal| free_slot(&self.grid, goal)));
        while field.flood.advance(ground, |_| ()) {}
        Ok(())
    }

    /// The costs of the cheapest ways from one tile to each of many, in map units and in the order
    /// in which these are given; `None` where there is no way.
    ///
    /// One search for all, which ends when it has reached the last of them.
    ///
    /// # Errors
    ///
    /// As [`GridFinder::flow_field`].
    pub fn costs_to(
        &self,
        from: (u32, u32),
        tiles: &[(u32, u32)],
    ) -> Result<Vec<Option<f64>>, PathError> {
        let mut costs = vec![None; tiles.len()];
        for found in self.nearest_of(from, tiles, tiles.len())? {
            costs[found.index] = Some(found.cost);
        }
        Ok(costs)
    }

    /// Of many tiles the `count` that are cheapest to get to, the cheapest first; ties by index.
    /// Fewer where fewer can be reached.
    ///
    /// The search ends when it has reached them.
    ///
    /// # Errors
    ///
    /// As [`GridFinder::flow_field`].
    ///
    /// ```
    /// use navmesh_grid::{Grid, GridFinder};
    /// let finder = GridFinder::new(Grid::from_rows(["..#.", ".##.", "...."])?);
    /// let wells = [(3, 0), (1, 0), (2, 2)];
    /// let near: Vec<usize> =
    ///     finder.nearest_of((0, 0), &wells, 2)?.iter().map(|found| found.index).collect();
    /// assert_eq!(near, [1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn nearest_of(
        &self,
        from: (u32, u32),
        tiles: &[(u32, u32)],
        count: usize,
    ) -> Result<Vec<CostTo>, PathError> {
        self.check_supported(Search::Auto)?;
        let ground = self.ground();
        let mut wanted: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (index, &tile) in
            tiles.iter().enumerate().filter(|(_, tile)| self.connected(from, **tile))
        {
            wanted.entry(tile.1 * self.grid.width() + tile.0).or_default().push(index);
        }
        let (mut flood, mut reached) = (Flood::default(), Vec::new());
        let mut found: Vec<CostTo> = Vec::new();
        flood.start(ground, free_slot(&self.grid, from));
        while found.len() < count && !wanted.is_empty() {
            let note = |slot| reached.extend(wanted.contains_key(&slot).then_some(slot));
            if !flood.advance(ground, note) {
                break;
            }
            for slot in reached.drain(..) {
                let cost = flood.costs[slot as usize] * self.grid.cell_size();
                let indices = wanted.remove(&slot).into_iter().flatten();
                found.extend(indices.map(|index| CostTo { index, cost }));
            }
        }
        found.sort_unstable_by(|a, b| a.cost.total_cmp(&b.cost).then(a.index.cmp(&b.index)));
        found.truncate(count);
        Ok(found)
    }
}

/// The slot of a free tile.
fn free_slot(grid: &Grid, (x, y): (u32, u32)) -> Option<u32> {
    grid.slot(x, y).filter(|&slot| grid.is_free(slot))
}
