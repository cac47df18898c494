//! What a search shows to who watches it.

/// What a search over tiles knows of a tile when it opens or closes it.
///
/// Jump points are all that a jump point search opens. A tile is neither pruned nor turned at.
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
    /// Column and row.
    pub tile: (u32, u32),
    /// What the cheapest way to it found so far costs, in tile sizes.
    pub cost: f64,
    /// The guess at what is left from it to the goal, in tile sizes.
    pub left: f64,
}
