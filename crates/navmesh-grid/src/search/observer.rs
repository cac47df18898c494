//! The events that a search reports to an observer.

/// A tile that a search opens or closes.
///
/// Jump point search opens only jump points. Searches over tiles report no pruning and no turning
/// points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SeenTile {
    /// The column and row.
    pub tile: (u32, u32),
    /// The cost of the cheapest known path to the tile, in tile sizes.
    pub cost: f64,
    /// The heuristic: the estimated cost from the tile to the goal, in tile sizes.
    pub estimate: f64,
    /// The tile before it on that path: a neighbor, or with jump points the tile from which the search jumped, by
    /// diagonal steps and then straight ones. `None` at the start.
    pub parent: Option<(u32, u32)>,
}
