//! Live maps of tiles: blocked and freed tiles as outlines.

mod history;

use std::collections::BTreeMap;

use navmesh_build::{
    AreaKey, BuildError, BuildOptions, EditError, LiveKey, NavMeshBuilder, OutlineEdit, OutlineKey,
};
use navmesh_core::backend::collections::MergeSort;
use navmesh_core::{Area, Outline};
use navmesh_grid::{Grid, GridError, trace};

use super::{EditReport, LiveMesh};
use history::{TileHistory, TileStep};

/// A [`LiveMesh`] on the free tiles of a grid, which follows edits of tiles locally.
///
/// Its mesh covers what [`MeshFinder::from_grid`](crate::MeshFinder::from_grid) covers for the present tiles.
///
/// ```
/// use tautline::{BuildOptions, Grid, LiveTiles, PathQuery};
///
/// let grid = Grid::from_rows(["....", ".##.", "...."])?;
/// let mut tiles = LiveTiles::new(grid, &BuildOptions::default())?;
/// let query = PathQuery::new([0.5, 1.5], [3.5, 1.5]);
/// let around = tiles.map().finder().find_path(&query)?.length();
/// tiles.set_blocked(1, 1, false)?;
/// tiles.set_blocked(2, 1, false)?;
/// assert!(around > 3.0 && tiles.map().finder().find_path(&query)?.length() == 3.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct LiveTiles {
    map: LiveMesh,
    grid: Grid,
    /// The tiles that have changed since the first build, by slot.
    changed: BTreeMap<u32, ChangedTile>,
    history: TileHistory,
}

/// A tile that has changed, and what stands on it because of that.
#[derive(Debug, Clone, Copy)]
struct ChangedTile {
    was_blocked: bool,
    /// The cost of the outlines from the beginning.
    first_cost: f64,
    shape: Option<OutlineKey>,
    area: Option<(AreaKey, f64)>,
}

/// The reason why an edit of a tile is refused.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TileEditError {
    /// The tile is outside the grid, or its cost is out of range.
    #[error(transparent)]
    Tile(#[from] GridError),
    /// The map refuses the edit: no free tile would be left, or the cost is not one of meshes.
    #[error(transparent)]
    Edit(#[from] EditError),
}

impl LiveTiles {
    /// Builds the mesh of the free tiles of a grid.
    ///
    /// Complexity: that of [`MeshFinder::from_grid`](crate::MeshFinder::from_grid).
    ///
    /// ```
    /// # use tautline::{BuildOptions, Grid, LiveTiles};
    /// let grid = Grid::from_rows(["....", ".##.", "...."])?;
    /// let tiles = LiveTiles::new(grid, &BuildOptions::default())?;
    /// assert_eq!(tiles.map().mesh().area(), 10.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`BuildError`] if no tile is free, or the tiles lie beyond the coordinate limit.
    pub fn new(grid: Grid, options: &BuildOptions) -> Result<Self, BuildError> {
        let builder = NavMeshBuilder::from_outlines(trace(&grid)).with_options(*options);
        let map = LiveMesh::new(builder)?;
        Ok(Self { map, grid, changed: BTreeMap::new(), history: TileHistory::default() })
    }

    /// Returns the live map. Its finders, reports and revisions are those of the tiles.
    #[must_use]
    pub fn map(&self) -> &LiveMesh {
        &self.map
    }

    /// Returns the live map, to add obstacles, doors and live paths to it. Its undo does not set back tiles; that of
    /// [`LiveTiles::undo`] does.
    pub fn map_mut(&mut self) -> &mut LiveMesh {
        &mut self.map
    }

    /// Returns the present tiles.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Blocks or frees a tile; a freed tile has the cost that it had before it was blocked.
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{BuildOptions, Grid, LiveTiles};
    /// # let grid = Grid::from_rows(["....", ".##.", "...."])?;
    /// let mut tiles = LiveTiles::new(grid, &BuildOptions::default())?;
    /// tiles.set_blocked(0, 0, true)?;
    /// assert_eq!((tiles.map().mesh().area(), tiles.grid().is_blocked(0, 0)), (9.0, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TileEditError`]; nothing changes then.
    pub fn set_blocked(
        &mut self,
        x: u32,
        y: u32,
        blocked: bool,
    ) -> Result<&EditReport, TileEditError> {
        let before = self.grid.cost(x, y);
        let tile = self.changed_tile(x, y)?;
        self.grid.set_blocked(x, y, blocked);
        if let Err(error) = self.follow([x, y], tile, before) {
            self.grid.set_blocked(x, y, before.is_none());
            return Err(error.into());
        }
        Ok(self.map.report())
    }

    /// Sets the cost multiplier of a tile; a blocked tile keeps it until it is freed.
    ///
    /// Complexity: that of [`LiveMesh::apply`].
    ///
    /// ```
    /// # use tautline::{BuildOptions, Grid, LiveTiles, PathQuery};
    /// # let grid = Grid::from_rows(["...."])?;
    /// let mut tiles = LiveTiles::new(grid, &BuildOptions::default())?;
    /// tiles.set_cost(1, 0, 3.0)?;
    /// let path = tiles.map().finder().find_path(&PathQuery::new([0.5, 0.5], [3.5, 0.5]))?;
    /// assert!((path.cost() - 5.0).abs() < 1e-9);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`TileEditError`]; nothing changes then.
    pub fn set_cost(&mut self, x: u32, y: u32, cost: f64) -> Result<&EditReport, TileEditError> {
        let before = self.grid.cost(x, y);
        let tile = self.changed_tile(x, y)?;
        self.grid.set_cost(x, y, cost)?;
        if let Err(error) = self.follow([x, y], tile, before) {
            if let Some(before) = before {
                self.grid.set_cost(x, y, before)?;
            }
            return Err(error.into());
        }
        Ok(self.map.report())
    }

    /// Returns the record of a tile before an edit.
    fn changed_tile(&self, x: u32, y: u32) -> Result<ChangedTile, GridError> {
        let (width, height) = (self.grid.width(), self.grid.height());
        let slot = self.grid.slot(x, y).ok_or(GridError::Outside { x, y, width, height })?;
        let cost = self.grid.cost(x, y);
        let untouched = ChangedTile {
            was_blocked: cost.is_none(),
            // The outlines of areas hold free tiles only.
            first_cost: cost.unwrap_or(1.0),
            shape: None,
            area: None,
        };
        Ok(self.changed.get(&slot).copied().unwrap_or(untouched))
    }

    /// Brings the outlines on a tile up to date with the grid, where it had a cost before.
    fn follow(
        &mut self,
        [x, y]: [u32; 2],
        tile: ChangedTile,
        before: Option<f64>,
    ) -> Result<(), EditError> {
        let Some(slot) = self.grid.slot(x, y) else { return Ok(()) };
        let ring = Outline::rect(self.grid.corner(x, y), self.grid.corner(x + 1, y + 1));
        let mut tile = tile;
        let mut edits = Vec::new();
        let is_changed = self.grid.is_blocked(x, y) != tile.was_blocked;
        match tile.shape.filter(|_| !is_changed) {
            Some(key) => edits.push(OutlineEdit::Remove(key.into())),
            None if is_changed && tile.shape.is_none() => edits.push(if tile.was_blocked {
                OutlineEdit::AddWalkable(ring.clone())
            } else {
                OutlineEdit::AddObstacle(ring.clone())
            }),
            None => {}
        }
        let wanted = self.grid.cost(x, y).filter(|&cost| cost != tile.first_cost);
        if let Some((key, cost)) = tile.area
            && wanted != Some(cost)
        {
            edits.push(OutlineEdit::Remove(key.into()));
            tile.area = None;
        }
        if let Some(cost) = wanted.filter(|_| tile.area.is_none()) {
            edits.push(OutlineEdit::AddArea(Area::new(ring, format!("cost {cost}"), cost)));
        }
        if edits.is_empty() {
            return Ok(());
        }
        let mut keys = self.map.apply(&edits)?.keys.clone();
        if !is_changed {
            tile.shape = None;
        }
        for (key, edit) in keys.iter().zip(&edits) {
            match (*key, edit) {
                (_, OutlineEdit::Remove(_)) => {}
                (LiveKey::Outline(key), _) => tile.shape = Some(key),
                (LiveKey::Area(key), OutlineEdit::AddArea(area)) => {
                    tile.area = Some((key, area.cost));
                }
                _ => {}
            }
        }
        let former = self.changed.insert(slot, tile);
        keys.merge_sort();
        self.history.push(TileStep {
            at: [x, y],
            keys,
            records: [former, Some(tile)],
            costs: [before, self.grid.cost(x, y)],
        });
        Ok(())
    }
}
