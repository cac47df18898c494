//! The enums of [`GridOptions`](super::options::GridOptions).

/// The neighbours of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Neighborhood {
    /// The four tiles that share a side.
    Four,
    /// The eight tiles that share a side or a corner.
    #[default]
    Eight,
}

/// The condition for a diagonal step, by the two tiles beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum CornerRule {
    /// Both must be free: no corner is cut, and a square of a tile's size fits along every path.
    #[default]
    Never,
    /// At least one must be free.
    OneFree,
    /// Diagonal steps are always legal, even between two blocked tiles.
    Always,
}

/// The heuristic: an estimate of the remaining cost on a map without obstacles.
///
/// A heuristic that never exceeds the true cost is *admissible*, and the path is then optimal.
/// [`GridOptions::is_admissible`](crate::GridOptions::is_admissible) decides by this table:
///
/// | heuristic | four neighbours | eight neighbours |
/// |---|---|---|
/// | `Zero` | always | always |
/// | `Manhattan` | always | only where diagonal ≥ 2 · straight |
/// | `Euclidean` | always | only where diagonal ≥ √2 · straight |
/// | `Octile` | where diagonal ≤ 2 · straight | where straight ≤ diagonal ≤ 2 · straight |
///
/// On a map with cost multipliers, every heuristic is scaled by the smallest multiplier of a free
/// tile, above 1 or below. Multipliers and corner rules do not change the table. The formulas are
/// those of [`Steps`](crate::Steps).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum GridHeuristic {
    /// Zero: the search is Dijkstra's.
    Zero,
    /// Straight steps only.
    Manhattan,
    /// The straight line.
    Euclidean,
    /// As many diagonal steps as possible, then straight ones. It is exact with eight neighbours on
    /// a map without obstacles.
    #[default]
    Octile,
}

/// The search algorithm.
///
/// All algorithms find paths of the same cost. If several paths are optimal, each may return
/// another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum GridSearch {
    /// Jump points where they apply, otherwise A*. A* also where corners are always cut and more
    /// than three eighths of the free tiles are jump points, since it is faster there.
    #[default]
    Auto,
    /// A* over tiles, for all rules and costs.
    AStar,
    /// Jump point search. Queries are unsupported unless
    ///
    /// - all free tiles have one multiplier,
    /// - the heuristic is octile at scale 1 (or Manhattan, with four neighbours), and
    /// - with eight neighbours, straight ≤ diagonal ≤ 2 · straight, and the step costs have the ratio √2
    ///   or share a power of two as a unit.
    JumpPoints,
    /// Jump point search with distance tables, 16 bytes a tile, which sharpen the heuristic.
    ///
    /// [`GridFinder::prepare`](crate::GridFinder::prepare) or the first query computes the tables
    /// by nine searches over the map: 0.4 s for a million tiles, 12 s for 16 million. The first
    /// query after an edit computes them again, so that they suit maps that do not change.
    JumpTables,
}

/// The replacement of a goal that is blocked or unreachable, for queries with the policy
/// [`NearestReachable`](navmesh_core::GoalPolicy::NearestReachable).
///
/// | method | replacement | on islands and in nested rings |
/// |---|---|---|
/// | `Nearest` | the reachable tile nearest to the goal | correct |
/// | `Ring` | a free tile of the first ring around a blocked goal that has one | may fail |
/// | `HugeCost` | the last reachable tile of the cheapest path through obstacles | correct by its own measure, and slow |
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Replacement {
    /// The reachable tile nearest to the goal, measured to the closed tile; ties go to the centre
    /// nearest to the start, then to the lowest slot.
    #[default]
    Nearest,
    /// The method of the A* article: of the first ring of tiles around the blocked goal that has a
    /// free tile, the free tile whose centre is nearest to the start; ties go to the lowest slot.
    ///
    /// The finder caches the number of the ring until the map changes. The tile may be unreachable,
    /// and a free goal is not replaced at all. The query then fails with
    /// [`Unreachable`](navmesh_core::PathError::Unreachable), unless the start policy allows to
    /// move the start
    /// ([`StartPolicy::NearestReachable`](navmesh_core::StartPolicy::NearestReachable)).
    Ring,
    /// The last tile before the first illegal step of a path through obstacles. The illegal steps of
    /// this path are the shortest of all paths to the goal, and it has the least cost of those.
    /// Illegal steps enter or leave a blocked tile, or are diagonal steps that the corner rule forbids.
    ///
    /// Complexity: that of a search over all reachable tiles.
    HugeCost,
}

/// The smoothing of a path over tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Smoothing {
    /// Not at all.
    #[default]
    None,
    /// One pass from the goal back, which drops each bend whose neighbours see each other. Linear
    /// in the number of bends, with one line of sight for each.
    OnePass,
    /// From the goal back, always on to the visible point nearest to the start. No bend is left
    /// whose neighbours see each other. At worst quadratic in the number of bends. If tiles differ
    /// in cost, a line replaces a part of the path only if it costs no more.
    FixedPoint,
}

/// The ends of a path between two points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum PathEnds {
    /// The centres of the start and goal tiles. [`Path::start_offset`](navmesh_core::Path::start_offset) and
    /// `goal_offset` are the distances of the points from them.
    #[default]
    TileCenters,
    /// The points of the query. The first and the last leg lie within their tiles, between the point and the centre;
    /// a path within one tile is one leg.
    ///
    /// A point that is off its tile, by the snap or by a policy, stays at the centre of the tile that replaces it.
    Points,
}

/// Whether a path may be the straight line from the start to a visible goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Shortcut {
    /// Every path is searched for, along legal steps.
    #[default]
    Never,
    /// The path is the straight line where the goal's tile is visible and all tiles under the line
    /// have the lowest cost of the map. Nothing is searched then.
    InSight,
}

navmesh_core::words! {
    Neighborhood: Four "4", Eight "8";
    CornerRule: Never "never", OneFree "one-free", Always "always";
    GridHeuristic: Zero "zero", Manhattan "manhattan", Euclidean "euclidean", Octile "octile";
    GridSearch: Auto "auto", AStar "a-star", JumpPoints "jump-points", JumpTables "jump-tables";
    Replacement: Nearest "nearest", Ring "ring", HugeCost "huge-cost";
    Smoothing: None "none", OnePass "one-pass", FixedPoint "fixed-point";
    PathEnds: TileCenters "centers", Points "points";
}
