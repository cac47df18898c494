//! Path smoothing: merges collinear steps and drops unnecessary bends.
//!
//! Source: the "Floyd" smoothing of the A* article series that this backend started from (after
//! lizhi): points on one line are merged. Then, from the end back, all points between two that see
//! each other are dropped.
//!
//! We differ from it in: 1) sight is exact ([`super::sight`]), so that a smoothed path is always
//! walkable; with Bresenham's line, as in most libraries, it often is not. 2) Collinear points are
//! merged whatever their distances; the article merges only equal steps. 3) Where tiles differ in
//! cost, no line replaces a cheaper part of the path. 4) A faster variant visits each bend once.

use super::sight::Sight;
use crate::rules::choices::Smoothing;

/// Smooths a path over tiles, given as (column, row); returns its two ends and the remaining bends.
///
/// Every line of the result is walkable by `sight` if the steps of `path` are. The result is never
/// longer, nor costlier where tiles differ in cost.
///
/// ```
/// use navmesh_grid::{CornerRule, Grid, Sight, Smoothing, smooth};
/// let grid = Grid::from_rows(["......", "......"])?;
/// let sight = Sight::new(&grid, CornerRule::Never);
/// let path = [(0, 0), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)];
/// assert_eq!(smooth(&sight, &path, Smoothing::None), [(0, 0), (1, 1), (5, 1)]);
/// assert_eq!(smooth(&sight, &path, Smoothing::OnePass), [(0, 0), (5, 1)]);
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[must_use]
pub fn smooth(sight: &Sight<'_>, path: &[(u32, u32)], smoothing: Smoothing) -> Vec<(u32, u32)> {
    let mut workspace = SmoothingWorkspace::default();
    for &tile in path {
        workspace.push_bend(tile);
    }
    workspace.smooth(sight, smoothing);
    workspace.bends
}

/// The bends of a path during smoothing; reused between queries.
#[derive(Debug, Default)]
pub(crate) struct SmoothingWorkspace {
    pub(crate) bends: Vec<(u32, u32)>,
    /// The bends that remain, from the last one.
    kept: Vec<(u32, u32)>,
    /// The cost of the path from each bend to the last one kept.
    costs: Vec<f64>,
}

impl SmoothingWorkspace {
    /// Smooths the path in `bends`.
    pub(crate) fn smooth(&mut self, sight: &Sight<'_>, smoothing: Smoothing) {
        self.kept.clear();
        match smoothing {
            Smoothing::None => return,
            Smoothing::OnePass => self.smooth_once(sight),
            Smoothing::FixedPoint => self.smooth_fully(sight),
        }
        self.bends.clear();
        while let Some(tile) = self.kept.pop() {
            self.push_bend(tile);
        }
    }

    /// Keeps the ends, and the bends whose neighbours do not see each other.
    fn smooth_once(&mut self, sight: &Sight<'_>) {
        let Self { bends, kept, .. } = self;
        kept.extend(bends.last());
        for neighbors in bends.windows(2).rev().skip(1) {
            let ([before, bend], after) = ([neighbors[0], neighbors[1]], kept[kept.len() - 1]);
            let cost = || line_cost(sight, before, bend) + line_cost(sight, bend, after);
            if !can_replace(sight, before, after, cost) {
                kept.push(bend);
            }
        }
        kept.extend(bends.first().filter(|_| bends.len() > 1));
    }

    /// Continues from each kept bend at the earliest bend that it sees.
    fn smooth_fully(&mut self, sight: &Sight<'_>) {
        let Self { bends, kept, costs } = self;
        let mut rest = &bends[..];
        while let Some((&bend, before)) = rest.split_last() {
            kept.push(bend);
            costs.clear();
            let last = before.len().saturating_sub(1);
            let seen = (0..last).find(|&earliest| {
                can_replace(sight, rest[earliest], bend, || {
                    if costs.is_empty() {
                        sum_costs(sight, rest, costs);
                    }
                    costs[earliest]
                })
            });
            rest = before.get(..=seen.unwrap_or(last)).unwrap_or_default();
        }
    }

    /// Appends a tile; drops a repeated tile, and the last tile if it lies between its neighbours.
    pub(crate) fn push_bend(&mut self, tile: (u32, u32)) {
        if let [.., a, b] = self.bends[..]
            && is_between(a, b, tile)
        {
            self.bends.pop();
        }
        if self.bends.last() != Some(&tile) {
            self.bends.push(tile);
        }
    }
}

/// Returns true if the straight line between two bends can replace the path between them; `cost`
/// computes the cost of that path, which most calls do not need.
fn can_replace(
    sight: &Sight<'_>,
    from: (u32, u32),
    to: (u32, u32),
    cost: impl FnOnce() -> f64,
) -> bool {
    if sight.grid().is_weighted() {
        sight.cost_between(from, to).is_some_and(|straight| straight <= cost())
    } else {
        sight.between(from, to)
    }
}

/// Returns the cost of a line; less than any cost where it is not walkable, so that nothing
/// replaces it.
fn line_cost(sight: &Sight<'_>, from: (u32, u32), to: (u32, u32)) -> f64 {
    sight.cost_between(from, to).unwrap_or(f64::NEG_INFINITY)
}

/// Writes the cost of the path from each bend to the last one.
fn sum_costs(sight: &Sight<'_>, bends: &[(u32, u32)], costs: &mut Vec<f64>) {
    costs.push(0.0);
    for line in bends.windows(2).rev() {
        let rest = costs[costs.len() - 1];
        costs.push(rest + line_cost(sight, line[0], line[1]));
    }
    costs.reverse();
}

/// Returns true if `b` lies on the straight line from `a` to `c`.
fn is_between(a: (u32, u32), b: (u32, u32), c: (u32, u32)) -> bool {
    // Coordinates may be any numbers, so that the products need more than 64 bits.
    let from = |p: (u32, u32), q: (u32, u32)| {
        (i128::from(q.0) - i128::from(p.0), i128::from(q.1) - i128::from(p.1))
    };
    let (to, on) = (from(a, b), from(b, c));
    to.0 * on.1 == to.1 * on.0 && to.0 * on.0 + to.1 * on.1 > 0
}
