//! Paths as lists of tiles.

use navmesh_core::Path;

use super::grid::Grid;

/// The tiles of a path that a list contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Listing {
    /// Every tile.
    #[default]
    EveryTile,
    /// The two ends and the tiles where the path turns.
    TurnsOnly,
}

/// The first tile of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Beginning {
    /// The start.
    #[default]
    AtStart,
    /// The first tile after the start.
    AfterStart,
}

impl Grid {
    /// Returns the tiles of a path on this grid as (column, row).
    ///
    /// ```
    /// use navmesh_core::{PathQuery, Pathfinder};
    /// use navmesh_grid::{Beginning, Grid, GridFinder, Listing};
    /// let finder = GridFinder::new(Grid::new(4, 2)?);
    /// let path = finder.find_path(&PathQuery::new([0.5, 0.5], [3.5, 1.5]))?;
    /// let turns = finder.grid().tiles_of(&path, Listing::TurnsOnly, Beginning::AfterStart);
    /// assert_eq!(turns.collect::<Vec<_>>(), [(1, 1), (3, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn tiles_of<'a>(
        &'a self,
        path: &'a Path,
        listing: Listing,
        beginning: Beginning,
    ) -> impl Iterator<Item = (u32, u32)> + 'a {
        let tiles = path.cells().iter().map(|cell| self.tile(cell.slot));
        listed(tiles, step, listing, beginning)
    }
}

/// Returns some or all tiles of a path. `step` returns the step between two consecutive tiles; the
/// path turns where two consecutive steps differ.
pub(crate) fn listed<Tile: Copy, Step: PartialEq>(
    tiles: impl Iterator<Item = Tile>,
    step: impl Fn(Tile, Tile) -> Step,
    listing: Listing,
    beginning: Beginning,
) -> impl Iterator<Item = Tile> {
    let (mut tiles, mut last) = (tiles.peekable(), None);
    let each = std::iter::from_fn(move || {
        let at = tiles.next()?;
        let is_turn = match (last.replace(at), tiles.peek()) {
            (Some(before), Some(&after)) => step(before, at) != step(at, after),
            _ => true,
        };
        Some((at, is_turn))
    });
    each.filter(move |&(_, is_turn)| is_turn || listing == Listing::EveryTile)
        .map(|(tile, _)| tile)
        // Every list contains the start.
        .skip(usize::from(beginning == Beginning::AfterStart))
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
    fn a_path_is_listed_with_every_choice() {
        let finder = GridFinder::new(Grid::from_rows(["...", ".#.", "..."]).unwrap());
        let path = finder.find_path(&PathQuery::new([0.5, 0.5], [2.5, 2.5])).unwrap();
        let tiles = |listing, beginning| -> Vec<_> {
            finder.grid().tiles_of(&path, listing, beginning).collect()
        };
        let every = tiles(Listing::EveryTile, Beginning::AtStart);
        assert_eq!((every.len(), every[0], every[4]), (5, (0, 0), (2, 2)));
        assert_eq!(tiles(Listing::EveryTile, Beginning::AfterStart), every[1..]);
        let turns = tiles(Listing::TurnsOnly, Beginning::AtStart);
        assert_eq!(turns, [every[0], every[2], every[4]]);
        assert_eq!(tiles(Listing::TurnsOnly, Beginning::AfterStart), turns[1..]);
        let still = finder.find_path(&PathQuery::new([0.5, 0.5], [0.5, 0.5])).unwrap();
        let none = finder.grid().tiles_of(&still, Listing::EveryTile, Beginning::AfterStart);
        assert_eq!(none.count(), 0);
    }
}
