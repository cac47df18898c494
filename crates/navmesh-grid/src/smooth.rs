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

use crate::options::Smoothing;
use crate::sight::Sight;

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
    let mut memory = SmoothingMemory::default();
    way.iter().for_each(|&tile| memory.push_bend(tile));
    memory.smooth(sight, smoothing);
    memory.bends
}

/// The bends of a way while it is straightened; kept between queries.
#[derive(Debug, Default)]
pub(crate) struct SmoothingMemory {
    pub(crate) bends: Vec<(u32, u32)>,
    /// What is kept of them, from the far end.
    kept: Vec<(u32, u32)>,
    /// What the way costs from each bend to the last one kept.
    walked: Vec<f64>,
}

impl SmoothingMemory {
    /// Straightens what is in `bends`.
    pub(crate) fn smooth(&mut self, sight: &Sight<'_>, smoothing: Smoothing) {
        self.kept.clear();
        match smoothing {
            Smoothing::None => return,
            Smoothing::OnePass => self.look_once(sight),
            Smoothing::FixedPoint => self.jump_far(sight),
        }
        self.bends.clear();
        while let Some(tile) = self.kept.pop() {
            self.push_bend(tile);
        }
    }

    /// Keeps the ends, and of the bends those whose neighbours do not see each other.
    fn look_once(&mut self, sight: &Sight<'_>) {
        let Self { bends, kept, .. } = self;
        kept.extend(bends.last());
        for neighbors in bends.windows(2).rev().skip(1) {
            let ([before, bend], behind) = ([neighbors[0], neighbors[1]], kept[kept.len() - 1]);
            let walked = || leg_cost(sight, [before, bend]) + leg_cost(sight, [bend, behind]);
            if !replaces(sight, [before, behind], walked) {
                kept.push(bend);
            }
        }
        kept.extend(bends.first().filter(|_| bends.len() > 1));
    }

    /// Goes from each bend that is kept to the earliest one that it sees.
    fn jump_far(&mut self, sight: &Sight<'_>) {
        let Self { bends, kept, walked } = self;
        let mut rest = &bends[..];
        while let Some((&bend, before)) = rest.split_last() {
            kept.push(bend);
            walked.clear();
            let last = before.len().saturating_sub(1);
            let seen = (0..last).find(|&earliest| {
                replaces(sight, [rest[earliest], bend], || {
                    if walked.is_empty() {
                        add_up(sight, rest, walked);
                    }
                    walked[earliest]
                })
            });
            rest = before.get(..=seen.unwrap_or(last)).unwrap_or_default();
        }
    }

    /// Appends a tile; a repeated one, or a last one between its neighbours, is dropped.
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

/// True where the straight line between two bends can replace the way between them, which costs
/// `walked`.
///
/// Most ends do not see each other, and then nobody asks what the way costs.
fn replaces(sight: &Sight<'_>, [from, to]: [(u32, u32); 2], walked: impl FnOnce() -> f64) -> bool {
    match sight.grid().is_weighted() {
        true => sight.cost_between(from, to).is_some_and(|straight| straight <= walked()),
        false => sight.between(from, to),
    }
}

/// What a leg of the way costs; less than any line where it is not clear, so that nothing replaces it.
fn leg_cost(sight: &Sight<'_>, [from, to]: [(u32, u32); 2]) -> f64 {
    sight.cost_between(from, to).unwrap_or(f64::NEG_INFINITY)
}

/// Writes what it costs to go on from each bend to the last one.
fn add_up(sight: &Sight<'_>, bends: &[(u32, u32)], walked: &mut Vec<f64>) {
    walked.push(0.0);
    for leg in bends.windows(2).rev() {
        let rest = walked[walked.len() - 1];
        walked.push(rest + leg_cost(sight, [leg[0], leg[1]]));
    }
    walked.reverse();
}

/// True where `b` lies on the straight line from `a` to `c`.
fn is_between(a: (u32, u32), b: (u32, u32), c: (u32, u32)) -> bool {
    // Tiles of any number are taken, so that the products need more than 64 bits.
    let from = |p: (u32, u32), q: (u32, u32)| {
        (i128::from(q.0) - i128::from(p.0), i128::from(q.1) - i128::from(p.1))
    };
    let (to, on) = (from(a, b), from(b, c));
    to.0 * on.1 == to.1 * on.0 && to.0 * on.0 + to.1 * on.1 > 0
}
