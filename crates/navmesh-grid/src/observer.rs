//! Watching a search at work.

/// What a search knows of a tile when it opens or closes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Seen {
    /// Column and row.
    pub tile: (u32, u32),
    /// What the cheapest way to it found so far costs, in tile sizes.
    pub cost: f64,
    /// The guess at what is left from it to the goal, in tile sizes.
    pub left: f64,
}

/// Sees what a search does, as it does it; for teaching, debugging and pictures.
///
/// The search is compiled for its observer: with `()`, which looks at nothing, watching costs
/// nothing. Jump points are all that a jump point search opens.
///
/// ```
/// use navmesh_core::{Path, PathQuery, Scratch};
/// use navmesh_grid::{Grid, GridFinder, Observer, Seen};
///
/// #[derive(Default)]
/// struct Closed(Vec<(u32, u32)>);
///
/// impl Observer for Closed {
///     fn closed(&mut self, seen: Seen) {
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
pub trait Observer {
    /// A tile is put into the queue, for the first time or with a cheaper way to it.
    fn opened(&mut self, seen: Seen) {
        let _ = seen;
    }

    /// A tile is taken out of the queue and expanded.
    fn closed(&mut self, seen: Seen) {
        let _ = seen;
    }
}

impl Observer for () {}
