//! Paths as lists of tiles.

use navmesh_core::Path;

use super::grid::Grid;

impl Grid {
    /// Returns the tiles of a path on this grid as (column, row), both ends included.
    pub fn tiles_of<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = (u32, u32)> + 'a {
        path.cells().iter().map(|cell| self.tile(cell.slot))
    }

    /// Returns both end tiles of a path on this grid and the tiles where it turns, as (column, row).
    ///
    /// ```
    /// use navmesh_core::{PathQuery, Pathfinder};
    /// use navmesh_grid::{Grid, GridFinder};
    /// let finder = GridFinder::new(Grid::new(4, 2)?);
    /// let path = finder.find_path(&PathQuery::new([0.5, 0.5], [3.5, 1.5]))?;
    /// let turns: Vec<_> = finder.grid().turns_of(&path).collect();
    /// assert_eq!(turns, [(0, 0), (1, 1), (3, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn turns_of<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = (u32, u32)> + 'a {
        turns(self.tiles_of(path), step)
    }
}

/// Returns the ends of a path and the tiles where two consecutive steps differ. `step` returns the step between two
/// consecutive tiles.
pub(crate) fn turns<Tile: Copy, Step: PartialEq>(
    tiles: impl Iterator<Item = Tile>,
    step: impl Fn(Tile, Tile) -> Step,
) -> impl Iterator<Item = Tile> {
    let (mut last, mut tiles) = (None, tiles.peekable());
    std::iter::from_fn(move || {
        loop {
            let at = tiles.next()?;
            match (last.replace(at), tiles.peek()) {
                (Some(before), Some(&after)) if step(before, at) == step(at, after) => {}
                _ => return Some(at),
            }
        }
    })
}

/// Returns the columns and rows from one tile to another.
pub(crate) fn step(from: (u32, u32), to: (u32, u32)) -> (i64, i64) {
    (i64::from(to.0) - i64::from(from.0), i64::from(to.1) - i64::from(from.1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::GridFinder;
    use navmesh_core::PathQuery;

    #[test]
    fn a_path_lists_its_tiles_and_its_turns() {
        let finder = GridFinder::new(Grid::from_rows(["...", ".#.", "..."]).unwrap());
        let grid = finder.grid();
        let path = finder.find_path(&PathQuery::new([0.5, 0.5], [2.5, 2.5])).unwrap();
        let tiles: Vec<_> = grid.tiles_of(&path).collect();
        assert_eq!((tiles.len(), tiles[0], tiles[4]), (5, (0, 0), (2, 2)));
        assert!(grid.turns_of(&path).eq([tiles[0], tiles[2], tiles[4]]));
        let still = finder.find_path(&PathQuery::new([0.5, 0.5], [0.5, 0.5])).unwrap();
        assert!(grid.tiles_of(&still).eq([(0, 0)]) && grid.turns_of(&still).eq([(0, 0)]));
    }
}
