//! Straightening a way over tiles: merge what is collinear, then drop bends that are not needed.
//!
//! Source: the "Floyd" smoothing of the A* article series that this backend grew from (after lizhi):
//! points on one line are merged; then, from the far end, whatever lies between two points that see
//! each other is dropped.
//!
//! We differ from it in: 1) sight is [exact](crate::sight), so that a smoothed way is legal: where it
//! is Bresenham's line, as in most libraries, it mostly is not. 2) Points are on one line wherever
//! they are; the article merges only equal steps. 3) Where tiles cost differently, nothing is dropped
//! for a line that costs more than the stretch it replaces. 4) A quicker form looks at each bend once.

use crate::sight::Sight;

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
    /// bend is left whose neighbours see each other. At worst quadratic in the number of bends.
    FixedPoint,
}

/// Straightens a way that steps from tile to tile, given as columns and rows; gives its two ends and
/// the bends that are left.
///
/// Every leg of the result can be walked as `sight` says, if the steps of `way` can; and it is never
/// longer, nor costlier where tiles cost differently.
///
/// ```
/// use navmesh_grid::{CornerRule, Grid, Sight, Smoothing, smooth};
/// let grid = Grid::from_rows(["......", "......"])?;
/// let sight = Sight::new(&grid, CornerRule::Never);
/// let way = [(0, 0), (1, 1), (2, 1), (3, 1), (4, 1), (5, 1)];
/// assert_eq!(smooth(&sight, &way, Smoothing::None), [(0, 0), (1, 1), (5, 1)]);
/// assert_eq!(smooth(&sight, &way, Smoothing::OnePass), [(0, 0), (5, 1)]);
/// # Ok::<(), navmesh_grid::GridError>(())
/// ```
#[must_use]
pub fn smooth(sight: &Sight<'_>, way: &[(u32, u32)], smoothing: Smoothing) -> Vec<(u32, u32)> {
    let mut bends = Vec::with_capacity(way.len());
    way.iter().for_each(|&tile| push_bend(&mut bends, tile));
    let kept = match smoothing {
        Smoothing::None => return bends,
        Smoothing::OnePass => one_pass(sight, &bends),
        Smoothing::FixedPoint => farthest_seen(sight, &bends),
    };
    bends.clear();
    kept.into_iter().rev().for_each(|tile| push_bend(&mut bends, tile));
    bends
}

/// Looks at each bend once; the tiles kept, from the far end.
fn one_pass(sight: &Sight<'_>, bends: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut kept: Vec<(u32, u32)> = bends.last().copied().into_iter().collect();
    for neighbors in bends.windows(2).rev().skip(1) {
        let [before, bend] = [neighbors[0], neighbors[1]];
        let behind = kept[kept.len() - 1];
        if !replaces(sight, &[before, bend, behind]) {
            kept.push(bend);
        }
    }
    kept.extend(bends.first().filter(|_| bends.len() > 1));
    kept
}

/// Goes from each kept tile to the earliest that it sees; the tiles kept, from the far end.
fn farthest_seen(sight: &Sight<'_>, bends: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let mut kept = Vec::new();
    let mut rest = bends;
    while let Some((&bend, before)) = rest.split_last() {
        kept.push(bend);
        let last = before.len().saturating_sub(1);
        let next = (0..last).find(|&earliest| replaces(sight, &rest[earliest..])).unwrap_or(last);
        rest = before.get(..=next).unwrap_or_default();
    }
    kept
}

/// True where the straight line between its ends can replace a stretch of bends.
fn replaces(sight: &Sight<'_>, stretch: &[(u32, u32)]) -> bool {
    let [first, .., last] = *stretch else { return false };
    if !sight.grid().is_weighted() {
        return sight.between(first, last);
    }
    let walked: Option<f64> =
        stretch.windows(2).map(|leg| sight.cost_between(leg[0], leg[1])).sum();
    let straight = sight.cost_between(first, last);
    matches!((straight, walked), (Some(straight), Some(walked)) if straight <= walked)
}

/// Appends a tile; a repeated one, or a last one between its neighbours, is dropped.
fn push_bend(bends: &mut Vec<(u32, u32)>, tile: (u32, u32)) {
    if let [.., a, b] = bends[..]
        && is_between(a, b, tile)
    {
        bends.pop();
    }
    if bends.last() != Some(&tile) {
        bends.push(tile);
    }
}

/// True where `b` lies on the straight line from `a` to `c`.
fn is_between(a: (u32, u32), b: (u32, u32), c: (u32, u32)) -> bool {
    let from = |p: (u32, u32), q: (u32, u32)| {
        (i64::from(q.0) - i64::from(p.0), i64::from(q.1) - i64::from(p.1))
    };
    let (to, on) = (from(a, b), from(b, c));
    to.0 * on.1 == to.1 * on.0 && to.0 * on.0 + to.1 * on.1 > 0
}
