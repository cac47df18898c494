//! What the options of a finder choose from.

/// Which tiles are next to a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Neighborhood {
    /// The four that share a side.
    Four,
    /// The eight that share a side or a corner.
    #[default]
    Eight,
}

/// When a diagonal step may pass between the two tiles beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CornerRule {
    /// Both must be free: no corner is cut, and one goes only where a square of a tile's size fits.
    #[default]
    Never,
    /// At least one must be free.
    OneFree,
    /// Always, even between two blocked tiles that touch.
    Always,
}

/// The guess at the cost that is left, from one tile to the goal's, as if nothing were in the way.
///
/// All are formulas of [`estimate`](crate::estimate). A guess that never exceeds the true cost is
/// *admissible*, and the path is then optimal; [`GridOptions::is_admissible`](crate::GridOptions::is_admissible) decides:
///
/// | heuristic | four neighbours | eight neighbours |
/// |---|---|---|
/// | `Zero` | always | always |
/// | `Manhattan` | always | only where diagonal ≥ 2 · straight |
/// | `Euclidean` | always | only where diagonal ≥ √2 · straight |
/// | `Octile` | where diagonal ≤ 2 · straight | where straight ≤ diagonal ≤ 2 · straight |
///
/// On a map with cost multipliers every guess is multiplied by the smallest multiplier of its free
/// tiles, be that above or below 1; so the multipliers never change what the table says.
/// Corner rules only take moves away, and do not change it either.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GridHeuristic {
    /// Nothing at all: Dijkstra's search.
    Zero,
    /// Straight steps only.
    Manhattan,
    /// The straight line.
    Euclidean,
    /// Diagonal steps as far as they lead, then straight ones: exact on an open map of eight
    /// neighbours.
    #[default]
    Octile,
}

/// Which search finds the way.
///
/// All of them find ways of the same cost; where several are as cheap, each may take another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum GridSearch {
    /// Jump points where they apply, else A*; A* too where corners are always cut and more than three
    /// eighths of the free tiles are jump points, as among much noise: it is quicker there.
    #[default]
    Auto,
    /// A* over tiles, for all rules and costs.
    AStar,
    /// Jump point search. It needs one multiplier for all free tiles and the octile guess at scale 1
    /// (for four neighbours, Manhattan is as good); for eight neighbours step costs that are at the
    /// standard ratio of 1 to √2 or share a power of two as a unit, with
    /// straight ≤ diagonal ≤ 2 · straight; else a query is unsupported.
    JumpPoints,
    /// The same with tables, 16 bytes a tile, of distances that tell how much is left. They are computed
    /// by [`GridFinder::prepare`](crate::GridFinder::prepare) or by the first query, by nine floods over the map
    /// (0.4 s a million tiles; 12 s for 16 million), and again after an edit: for maps that stay as they are.
    JumpTables,
}

/// How a replacement is chosen for a goal that is blocked or out of reach, where the query's policy
/// is [`NearestReachable`](navmesh_core::GoalPolicy::NearestReachable).
///
/// | method | goes to | on islands and in nested rings |
/// |---|---|---|
/// | `Nearest` | the reachable tile nearest to the goal | right |
/// | `Ring` | a free tile of the first ring around a blocked goal that has one | may fail |
/// | `HugeCost` | as far towards the goal as the map allows | right, by its own measure, and slow |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Replacement {
    /// The reachable tile that is nearest to the goal, measured to the closed tile; ties by the
    /// centre's distance from the start, then by slot.
    #[default]
    Nearest,
    /// The article's own: rings of tiles around the blocked goal are looked at until one has a free
    /// tile; of that ring the free tile whose centre is nearest to the start's is taken, ties by slot.
    ///
    /// How deep a goal is buried is remembered until the map changes. The tile may be out of reach, and
    /// a goal that is free is not replaced at all: the query then fails as
    /// [`Unreachable`](navmesh_core::PathError::Unreachable), unless its start may be moved there
    /// ([`StartPolicy::NearestReachable`](navmesh_core::StartPolicy::NearestReachable)).
    Ring,
    /// The way to the goal that makes as few illegal steps as it can, and is the cheapest of those,
    /// up to its first illegal step. Illegal steps are those into and out of blocked tiles, and
    /// diagonal ones that the corner rule forbids.
    ///
    /// Complexity: that of a search without an end, since everything within reach is walked first.
    HugeCost,
}

/// How much a way over tiles is straightened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Smoothing {
    /// Not at all.
    #[default]
    None,
    /// Each bend is looked at once, from the far end, and dropped where its neighbours see each
    /// other. Linear in the number of bends, each a line of sight.
    OnePass,
    /// From the far end on, to the point nearest to the start that is seen, and on from there; then no
    /// bend is left whose neighbours see each other. At worst quadratic in the number of bends; where tiles
    /// cost differently, each line that is clear is compared with the stretch that it would replace.
    FixedPoint,
}

/// Whether a path may be the straight line where the start sees the goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Shortcut {
    /// Every path is searched for, along the grid's moves.
    #[default]
    Never,
    /// Where the goal's tile can be seen, the path is the straight line, and nothing is searched;
    /// unless dearer tiles than the map's cheapest lie on it.
    InSight,
}
