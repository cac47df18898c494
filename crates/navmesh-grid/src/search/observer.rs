//! The events that a search reports to an observer.

/// A tile that a search opens or closes.
///
/// Jump point search opens only jump points. Searches over tiles report no pruning and no turning
/// points.
///
/// ```
/// use navmesh_core::{Observer, Path, PathQuery, Scratch};
/// use navmesh_grid::{Grid, GridFinder, SeenTile};
///
/// #[derive(Default)]
/// struct Closed(Vec<(u32, u32)>);
///
/// impl Observer<SeenTile> for Closed {
///     fn closed(&mut self, seen: SeenTile) {
///         self.0.push(seen.tile);
///     }
/// }
///
/// let finder = GridFinder::new(Grid::from_rows(["...", ".#.", "..."])?);
/// let query = PathQuery::new([0.5, 1.5], [2.5, 1.5]);
/// let mut closed = Closed::default();
/// finder.find_path_observed(&query, &mut Scratch::new(), &mut Path::default(), &mut closed)?;
/// assert_eq!(closed.0[0], (0, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenTile {
    /// The column and row.
    pub tile: (u32, u32),
    /// The cost of the cheapest known path to the tile, in tile sizes.
    pub cost: f64,
    /// The heuristic: the estimated cost from the tile to the goal, in tile sizes.
    pub estimate: f64,
}
