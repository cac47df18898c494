//! The distances to many goals.

/// The distance to a goal, and a proved lower bound on it.
///
/// Both are costs where cells have costs, and links count by their cost.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct BoundedDistance {
    /// The cost of a known path, in map units; infinite without a path.
    pub distance: f64,
    /// No path costs less, up to rounding.
    pub lower_bound: f64,
    /// The distance by which start and goal together were moved onto the mesh, in map units; not part of `distance`. 0 if
    /// neither was.
    pub moved: f64,
}

/// One of many goals, and its distance.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NearGoal {
    /// Its index among the requested goals.
    pub goal: usize,
    /// The length of the shortest path to it in map units; the cost of a path where cells have costs.
    pub distance: f64,
    /// No path to it is shorter or cheaper, up to rounding. Less than `distance` only where cells have costs.
    pub lower_bound: f64,
    /// The distance by which start and goal together were moved onto the mesh, in map units; not part of `distance`.
    pub moved: f64,
}
